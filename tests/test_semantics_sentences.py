"""What each form of sentence does: a card with a minimal text is played in a small position.

The helpers here serve `test_semantics_corners.py` too.
"""

from __future__ import annotations

import tempfile
import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from interpreter import BadFiles, Game, Rules, load
from tests.helpers import answer, asked, cost, counter, end_turn, offered, position, table, zone

DECK = ("Gold", "Duchy", "Curse", "Province", "Copper")
HAND2 = ("Copper", "Copper", "Silver", "Estate", "Gold")
DECK2 = ("Curse", "Silver", "Copper", "Estate", "Gold")


@cache
def rules(*texts: str, types: str = "[Action]") -> Rules:
    """Rules with the cards Probe, Probe2, ... of these texts, each costing 3."""
    cards = ""
    for number, text in enumerate(texts, 1):
        name = "Probe" if number == 1 else f"Probe{number}"
        cards += f"- card: {name}\n  cost: 3\n  types: {types}\n  text: |\n{textwrap.indent(text, '    ')}\n\n"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "probe.yaml"
        file.write_text(cards, encoding="utf-8")
        return load("dominion", edition="2e", cards=[file])


def board(
    known: Rules,
    hand: Sequence[str] = ("Probe", "Copper", "Silver", "Estate"),
    deck: Sequence[str] = DECK,
    kingdom: Sequence[str] = (),
    p1: dict[str, Any] | None = None,
    **given: Any,
) -> Game:
    """p1 is to move with a Probe in hand unless said otherwise; p2 has a hand of five."""
    given.setdefault("p2", {"hand": HAND2, "deck": DECK2})
    return position(known, ["Probe", *kingdom], p1={"hand": hand, "deck": deck} | (p1 or {}), **given)


def play(text: str, *answers: str | Sequence[str], **given: Any) -> Game:
    """p1 has played a card of this text, and these answers were given."""
    game = board(rules(text), **given)
    answer(game, "Probe", *answers)
    return game


def coins(text: str, *answers: str | Sequence[str], **given: Any) -> int:
    """The coins p1 has after playing a card of this text."""
    return counter(play(text, *answers, **given), 1, "coins")


def refused(text: str) -> str:
    """The messages with which a card of this text is refused, empty if it is not."""
    try:
        rules(text)
    except BadFiles as bad:
        return str(bad)
    return ""


def test_otherwise_if() -> None:
    """`otherwise if` and `otherwise` follow when nothing before was true."""
    text = "if no card in hand: +1 coin\notherwise if a Silver in hand: +2 coins\notherwise: +3 coins"
    assert coins(text) == 2 and coins(text, hand=["Probe"]) == 1 and (coins(text, hand=["Probe", "Copper"]) == 3)


def test_repeat_times_value() -> None:
    """`repeat` takes a number, a number word or a counter."""
    assert coins("repeat 3 times: +1 coin") == 3
    assert coins("repeat twice: +1 coin") == 2
    assert coins("+2 coins\nrepeat your coins times: +1 coin") == 4


def test_repeat_while() -> None:
    """`repeat while` asks before every pass."""
    assert coins("repeat while 2 or fewer coins: +1 coin") == 3


def test_repeat_until() -> None:
    """`repeat until` ends as soon as the condition is true."""
    game = play("repeat until 6 cards in hand: +1 card")
    assert len(zone(game, 1, "hand")) == 6


def test_choose_number_menu() -> None:
    """`choose 2:` takes two options of the menu."""
    game = play("choose 2:\n  - +1 card\n  - +2 coins\n  - +1 buy", ["+1 card", "+1 buy"])
    assert counter(game, 1, "buys") == 2 and counter(game, 1, "coins") == 0


def test_guarded_option() -> None:
    """An option with `only if` is offered only while its condition is true."""
    text = "choose one:\n  - +1 coin\n  - only if a Gold in hand: +5 coins\n  - +1 buy"
    known = rules(text)
    game = board(known)
    answer(game, "Probe")
    assert offered(game) == ["+1 buy", "+1 coin"]
    game = board(known, hand=["Probe", "Gold"])
    answer(game, "Probe")
    assert len(offered(game)) == 3


def test_guarded_block_option() -> None:
    """An option with `only if` may hold several lines."""
    text = "choose one:\n  - +1 coin\n  - only if a Silver in hand:\n      +5 coins\n      +1 buy\n  - +1 buy"
    known = rules(text)
    game = board(known)
    answer(game, "Probe")
    answer(game, next(o for o in asked(game).options if "5" in o.label).key)
    assert counter(game, 1, "coins") == 5


def test_may_block_if_done() -> None:
    """`if done` after a `may` block tells whether it was taken."""
    text = "may:\n  +2 coins\n  +1 buy\nif done: +1 card\notherwise: +5 coins"
    known = rules(text)
    game = board(known)
    answer(game, "Probe", [])
    assert counter(game, 1, "coins") == 5
    game = board(known)
    answer(game, "Probe")
    answer(game, asked(game).options[0].key)
    assert counter(game, 1, "coins") == 2 and len(zone(game, 1, "hand")) == 4


def test_span_start_phase() -> None:
    """`at start of your next buy phase` acts in this turn's buy phase."""
    game = play("at start of your next buy phase: +1 coin")
    assert counter(game, 1, "coins") == 1


def test_span_end_turn() -> None:
    """`at end of turn` waits until this turn ends."""
    game = play("at end of turn: gain a Gold")
    assert zone(game, 1, "discard") == []
    end_turn(game)
    assert "Gold" in zone(game, 1, "discard")


def test_span_end_this_turn() -> None:
    """`at end of this turn` waits until this turn ends."""
    game = play("at end of this turn: gain a Gold")
    end_turn(game)
    assert "Gold" in zone(game, 1, "discard")


def test_span_end_phase() -> None:
    """`at end of your buy phase` waits until that phase ends."""
    game = play("at end of your buy phase: gain a Gold")
    end_turn(game)
    assert "Gold" in zone(game, 1, "discard")


def test_span_until_next_turn_when() -> None:
    """`until your next turn, when ...` keeps the card in play and acts in other turns."""
    known = rules("until your next turn, when another player plays an Attack: unaffected by that Attack")
    game = board(known, p2={"hand": ["Witch"], "deck": DECK2})
    answer(game, "Probe")
    end_turn(game)
    assert zone(game, 1, "in play") == ["Probe"]
    answer(game, "Witch")
    assert zone(game, 1, "discard").count("Curse") == 0


def test_span_until_block_when() -> None:
    """`until your next turn:` may hold lines that wait and lines that change costs."""
    known = rules("until your next turn:\n  when another player gains a card: +1 card\n  cards cost 1 more")
    game = board(known, p2={"hand": ["Gold", "Gold"], "deck": DECK2}, deck=["Copper"] * 9)
    answer(game, "Probe")
    end_turn(game)
    assert cost(game, "Gold") == 7
    answer(game, ["Gold", "Gold"])
    answer(game, "Silver")
    assert len(zone(game, 1, "hand")) == 6
    end_turn(game)
    assert cost(game, "Gold") == 6


def test_until_end_of_your_next_turn() -> None:
    """`until end of your next turn` covers the turns between and the next one."""
    known = rules("until end of your next turn: cards cost 1 less")
    game = board(known, deck=["Copper"] * 9)
    answer(game, "Probe")
    end_turn(game)
    assert cost(game, "Gold") == 5
    end_turn(game)
    assert cost(game, "Gold") == 5
    end_turn(game)
    assert cost(game, "Gold") == 6


def test_while_change_and_when() -> None:
    """`while this is in play:` may hold a change and a line that waits."""
    known = rules("+1 buy\n---\nwhile this is in play:\n  cards cost 1 less\n  when you gain a card: +1 coin")
    game = board(known)
    answer(game, "Probe")
    assert cost(game, "Gold") == 5
    answer(game, ["Copper", "Silver"])
    answer(game, "Estate")
    assert counter(game, 1, "coins") == 3


def test_while_in_hand() -> None:
    """`while this is in hand` changes a cost from the hand."""
    known = rules("+1 buy\n---\nwhile this is in hand: Actions cost 1 less")
    game = board(known, hand=["Probe", "Copper"], kingdom=["Smithy"])
    assert cost(game, "Smithy") == 3


def test_before_window() -> None:
    """`before you draw a card` acts for a draw."""
    known = rules("+1 card\n---\nwhile this is in play, before you draw a card: +1 coin")
    game = board(known)
    answer(game, "Probe")
    assert counter(game, 1, "coins") == 1


def test_after_window() -> None:
    """`after you play a Copper` acts when it was played."""
    known = rules("+1 action\n---\nwhile this is in play, after you play a Copper: +1 coin")
    game = board(known)
    answer(game, "Probe", ["Copper"])
    assert counter(game, 1, "coins") == 2


def test_event_passive() -> None:
    """`when this is trashed` is for the owner of the card."""
    known = rules("trash this\n---\nwhen this is trashed: +3 cards")
    game = board(known)
    answer(game, "Probe")
    assert len(zone(game, 1, "hand")) == 6


def test_event_time() -> None:
    """Lines below may wait for a phase; cards that left play before the turn ends do not act then."""
    known = rules(
        "+1 coin\n---\nwhile this is in play, when your turn ends: gain a Gold\n"
        "while this is in play, when your buy phase starts: +1 buy"
    )
    game = board(known)
    answer(game, "Probe")
    assert counter(game, 1, "buys") == 2
    end_turn(game)
    assert "Gold" not in zone(game, 1, "discard")


def test_event_hand_time() -> None:
    """A card in hand may answer the start of a turn."""
    known = rules("+1 coin\n---\nwhen your turn starts:\n  may reveal this from hand\n  if done: +1 card")
    game = board(known, deck=["Copper"] * 9)
    decision = asked(game)
    answer(game, decision.options[0].key)
    assert len(zone(game, 1, "hand")) == 5


def test_event_any_player() -> None:
    """`any player` is every player, the one with the card too."""
    known = rules(
        "+1 coin\n---\nwhile this is in play, when any player gains a Curse: +1 buy",
        "gain a Curse\neach other player gains a Curse",
    )
    game = board(known, hand=["Probe", "Probe2"], p1={"hand": ["Probe", "Probe2"], "actions": 2})
    answer(game, "Probe", "Probe2")
    assert counter(game, 1, "buys") == 3


def test_event_no_object() -> None:
    """An event without an object is about any card."""
    known = rules("gain a Gold\n---\nwhile this is in play, when you gain: +1 coin")
    game = board(known)
    answer(game, "Probe")
    assert counter(game, 1, "coins") == 1


def test_event_would_this() -> None:
    """`when you would gain this: ... instead` replaces the gain."""
    known = rules("+1 coin\n---\nwhen you would gain this: gain a Gold instead", "gain a Probe")
    game = board(known, hand=["Probe2"])
    answer(game, "Probe2")
    assert zone(game, 1, "discard") == ["Gold"]


def test_right_left_player() -> None:
    """The players to the right and to the left of three."""
    game = play("player to the right gains a Curse\nplayer to the left gains a Silver", seats=3, p2={}, p3={})
    assert zone(game, 3, "discard") == ["Curse"] and zone(game, 2, "discard") == ["Silver"]


def test_right_left_block() -> None:
    """A neighbour may be narrowed by a condition."""
    game = play(
        "player to the right with no card in hand:\n  gain a Curse\n"
        "the player to the left with no card in hand: gain a Silver",
        seats=3,
        p2={"hand": ["Copper"]},
        p3={},
    )
    assert zone(game, 3, "discard") == ["Curse"] and zone(game, 2, "discard") == []


def test_choose_a_player() -> None:
    """`choose a player` offers everybody, the chooser too."""
    known = rules("choose a player\nthey gain a Silver")
    game = board(known, seats=3, p3={})
    answer(game, "Probe")
    assert offered(game) == ["p1", "p2", "p3"]
    answer(game, "p3")
    assert zone(game, 3, "discard") == ["Silver"]


def test_name_type_card() -> None:
    """`name a Treasure card` offers the names of Treasures only."""
    game = play("name a Treasure card\ndiscard all named cards from hand")
    assert offered(game) == ["Copper", "Gold", "Silver"]
    answer(game, "Copper")
    assert zone(game, 1, "discard") == ["Copper"]


def test_name_discard_all() -> None:
    """`all named cards` are all cards of the name."""
    known = rules("name a card\neach other player:\n  reveal hand\n  discard all named cards from hand")
    game = board(known)
    answer(game, "Probe", "Copper")
    assert zone(game, 2, "discard") == ["Copper", "Copper"]


def test_plus_equal() -> None:
    """A counter grows by a cost, a number of cards or a total."""
    game = play("trash a card from hand\n+coins equal to its cost", "Silver")
    assert counter(game, 1, "coins") == 3
    game = play("+coins equal to the number of cards in hand")
    assert counter(game, 1, "coins") == 3
    game = play("+coins equal to the total cost of cards in hand")
    assert counter(game, 1, "coins") == 5


def test_extra_turn() -> None:
    """An extra turn comes at once after this one."""
    game = play("take an extra turn", deck=["Copper"] * 9)
    end_turn(game)
    assert game.turn == 1
    end_turn(game)
    assert game.turn == 2
    game = play("player to the left takes an extra turn", seats=3, p3={}, deck=["Copper"] * 9)
    end_turn(game)
    assert game.turn == 2
    end_turn(game)
    assert game.turn == 2
    game = play("may take an extra turn\nif done: +1 coin", [])
    assert counter(game, 1, "coins") == 0


def test_modify_more() -> None:
    """A cost is raised for the kinds named only; a floor never raises a cost."""
    game = play("this turn: Treasures cost 2 more", kingdom=["Harem"])
    assert cost(game, "Gold") == 8 and cost(game, "Duchy") == 5
    game = play("this turn: Actions or Victories cost 2 less, not below 3", kingdom=["Smithy"])
    assert cost(game, "Smithy") == 3 and cost(game, "Duchy") == 3 and (cost(game, "Estate") == 2)


def test_modify_value() -> None:
    """A cost may change by a value."""
    game = play("trash a card from hand\nthis turn: cards cost its cost less", "Silver")
    assert cost(game, "Gold") == 3
    game = play("+2 coins\nthis turn: cards other than Gold cost your coins less")
    assert cost(game, "Duchy") == 3 and cost(game, "Gold") == 6


def test_also() -> None:
    """Cards that are also of a type may be played as such."""
    game = play("+1 action\nthis turn: Coppers are also Actions")
    answer(game, "Copper")
    assert counter(game, 1, "coins") == 1
    game = play("this turn: Victories costing 2 or less are also Treasures")
    assert offered(game) == ["Copper", "Estate", "Silver"]


def test_also_standing() -> None:
    """`while this is in play: Estates are also Actions`."""
    game = play("+1 action\n---\nwhile this is in play: Estates are also Actions")
    assert offered(game) == ["Estate"]
    answer(game, "Estate")
    assert zone(game, 1, "in play") == ["Estate", "Probe"]


def test_fact_forms() -> None:
    """A worth may depend on cards owned."""
    known = rules("+1 card\n---\nworth 2 for each differently named Treasure owned")
    game = board(known)
    assert game.score(1) == 1 + 2 * 3 + 3 - 1 + 6
    known = rules("+1 card\n---\nworth -1 for every 2 cards in hand")
    game = board(known)
    assert game.score(1) == 1 - 2 + 3 - 1 + 6


def test_perform() -> None:
    """`perform it` runs the text of a card and leaves the card where it is."""
    known = rules("+1 card\nreveal an Action from hand\nperform it")
    game = board(known, hand=["Probe", "Smithy"])
    answer(game, "Probe")
    while asked(game).source.card == "Probe":
        answer(game, "Smithy")
    assert len(zone(game, 1, "hand")) == 5 and "Smithy" in zone(game, 1, "hand")


def test_shuffle() -> None:
    """A zone may be put into the deck and shuffled."""
    game = play(
        "put discard into deck\nshuffle deck", p1={"hand": ["Probe"], "deck": DECK, "discard": ["Silver", "Silver"]}
    )
    assert len(zone(game, 1, "deck")) == 7


def test_per_forms() -> None:
    """`for each`, `for every 2` and `differently named` multiply."""
    assert coins("+1 coin for each card in hand") == 3
    assert coins("+1 coin for every 2 cards in hand") == 1
    assert coins("+1 coin for each differently named card in hand", hand=["Probe", "Copper", "Copper"]) == 1
    game = play("gain a Silver for each Treasure in hand")
    assert zone(game, 1, "discard") == ["Silver", "Silver"]
    game = play("discard a card from hand for every 2 cards in hand", "Copper")
    assert zone(game, 1, "discard") == ["Copper"]


def test_object_forms() -> None:
    """A whole zone is an object, and one may discard down to a number."""
    game = play("discard hand")
    assert len(zone(game, 1, "discard")) == 3
    game = play("discard down to 1 card in hand", ["Copper", "Estate"])
    assert zone(game, 1, "hand") == ["Silver"]
    game = play("put discard onto deck", p1={"hand": ["Probe"], "deck": ["Gold"], "discard": ["Silver", "Copper"]})
    assert zone(game, 1, "deck") == ["Silver", "Copper", "Gold"]


def test_ref_location() -> None:
    """`it` with a place is about that place only."""
    game = play("choose a card in hand\nput it in discard", "Copper")
    assert zone(game, 1, "discard") == ["Copper"]
    game = play("choose a card in hand\ndiscard it from deck", "Copper")
    assert zone(game, 1, "discard") == []
    game = play("trash this from play")
    assert table(game, "trash") == ["Probe"]


def test_bottom() -> None:
    """Cards go to and come from the bottom of a zone."""
    game = play("put 2 cards from hand on the bottom of deck", ["Copper", "Silver"])
    assert zone(game, 1, "deck")[-2:] in (["Copper", "Silver"], ["Silver", "Copper"])
    game = play("put the bottom card of deck into hand")
    assert zone(game, 1, "hand").count("Copper") == 2
    game = play("put the bottom 2 cards of deck into hand")
    assert "Province" in zone(game, 1, "hand")


def test_times() -> None:
    """A card may be played several times."""
    known = rules("may play an Action from hand 3 times")
    game = board(known, hand=["Probe", "Smithy"], deck=["Copper"] * 20)
    answer(game, "Probe", "Smithy")
    assert len(zone(game, 1, "hand")) == 9
    known = rules("choose an Action in hand\nplay it twice")
    game = board(known, hand=["Probe", "Smithy"], deck=["Copper"] * 20)
    answer(game, "Probe")
    if asked(game).source.card == "Probe":
        answer(game, "Smithy")
    assert len(zone(game, 1, "hand")) == 6


def test_any_order() -> None:
    """`in any order` asks for the order, uppermost first."""
    game = play("put hand onto deck in any order", ["Estate", "Copper", "Silver"])
    assert zone(game, 1, "deck")[:3] == ["Estate", "Copper", "Silver"]


def test_until_verbs() -> None:
    """Cards are taken one by one until the condition is true."""
    game = play("discard cards from deck until one is a Victory")
    assert zone(game, 1, "discard") == ["Duchy", "Gold"]
    game = play("trash cards from deck until 2 Treasures trashed\n+1 coin for each card trashed")
    assert counter(game, 1, "coins") == 5
    game = play("reveal cards from deck until it is not a Treasure\nput it into hand\ndiscard the rest")
    assert "Duchy" in zone(game, 1, "hand") and zone(game, 1, "discard") == ["Gold"]


def test_paying() -> None:
    """What is paid for is offered only when it can be paid."""
    game = play("+3 coins\nmay gain a Gold, paying 3 coins\notherwise: +1 buy", "Gold")
    assert counter(game, 1, "coins") == 0 and "Gold" in zone(game, 1, "discard")
    game = play("+2 coins\nmay gain a Gold, paying 3 coins\notherwise: +1 buy")
    assert counter(game, 1, "buys") == 2


def test_paying_must() -> None:
    """A paid statement without `may` is done and paid when it can be."""
    game = play("+3 coins\ngain a Gold, paying 2 coins")
    assert counter(game, 1, "coins") == 1 and "Gold" in zone(game, 1, "discard")


def test_some_of() -> None:
    """Parts of a group: one of them, the rest, all of them."""
    game = play(
        "reveal the top 3 cards of deck\nput one of them into hand\n"
        "discard up to 1 of the rest\nput the rest onto deck in any order",
        "Gold",
        ["Curse"],
    )
    assert zone(game, 1, "discard") == ["Curse"] and zone(game, 1, "deck")[0] == "Duchy"
    game = play("reveal the top 3 cards of deck\nput 2 of them into hand\ndiscard all of the rest", ["Gold", "Duchy"])
    assert zone(game, 1, "discard") == ["Curse"]
    game = play("reveal the top 3 cards of deck\ndiscard all of them")
    assert len(zone(game, 1, "discard")) == 3
    game = play("reveal the top 3 cards of deck\ndiscard them")
    assert len(zone(game, 1, "discard")) == 3
    game = play("reveal the top 3 cards of deck\nchoose one of them\ntrash it\ndiscard the rest", "Curse")
    assert table(game, "trash") == ["Curse"] and zone(game, 1, "discard") == ["Duchy", "Gold"]


def test_quants() -> None:
    """Quantities of cards."""
    game = play("discard all the Treasures from hand")
    assert len(zone(game, 1, "discard")) == 2
    game = play("discard the Treasures from hand")
    assert len(zone(game, 1, "discard")) == 2
    game = play("discard all Treasures from hand")
    assert len(zone(game, 1, "discard")) == 2
    game = play("discard any number of the Treasures from hand", ["Copper"])
    assert len(zone(game, 1, "discard")) == 1
    game = play("discard two cards from hand", ["Copper", "Estate"])
    assert len(zone(game, 1, "discard")) == 2
    known = rules("+1 action\nmay play another Action from hand")
    game = board(known, hand=["Probe", "Smithy"])
    answer(game, "Probe", "Smithy")
    game = play("trash 2 or more cards from hand", ["Copper", "Estate"])
    assert len(table(game, "trash")) == 2


def test_nouns() -> None:
    """Kinds of cards: either of two types, both types, not a type, other than."""
    game = play("discard an Action or Victory from hand")
    assert offered(game) == ["Estate"]
    game = play("gain an Action Attack card", kingdom=["Witch", "Smithy", "Militia"])
    assert offered(game) == ["Militia", "Witch"]
    game = play("discard a non-Treasure card from hand")
    assert offered(game) == ["Estate"]
    game = play("discard a non-Copper Treasure from hand")
    assert offered(game) == ["Silver"]
    game = play("discard a Treasure other than Copper from hand")
    assert offered(game) == ["Silver"]
    game = play("choose a card in hand\ndiscard a card other than it from hand", "Copper")
    assert offered(game) == ["Estate", "Silver"]


def test_not_in() -> None:
    """`not in hand` leaves out the cards in hand."""
    game = play(
        "choose 2 cards in hand\ndiscard one of them\n+1 coin for each card owned not in hand",
        ["Copper", "Silver"],
        "Copper",
    )
    assert counter(game, 1, "coins") == 7


def test_compare_forms() -> None:
    """Each way to compare a cost or a worth."""

    def off(text: str, *answers: str) -> list[str]:
        return offered(play(text, *answers, kingdom=["Smithy"]))

    assert zone(play("gain a card costing 5"), 1, "discard") == ["Duchy"]
    assert off("gain a card costing 5 or more") == ["Duchy", "Gold", "Province"]
    assert off("gain a card costing 2 or less") == ["Copper", "Curse", "Estate"]
    assert off("gain a card costing at least 5") == ["Duchy", "Gold", "Province"]
    assert off("gain a card costing more than 5") == ["Gold", "Province"]
    assert off("gain a card costing less than 2") == ["Copper", "Curse"]
    assert off("trash a card from hand\ngain a card costing more than it", "Silver") == [
        "Duchy",
        "Gold",
        "Province",
        "Smithy",
    ]
    assert off("trash a card from hand\ngain a card costing the same as it", "Silver") == ["Probe", "Silver"]
    assert off("trash a card from hand\ngain a card costing at least 2 more than it", "Silver") == [
        "Duchy",
        "Gold",
        "Province",
    ]
    assert off("+5 coins\ngain a card costing at least 1 more than your coins") == ["Gold", "Province"]
    assert off("gain a card costing up to the number of cards in hand") == [
        "Copper",
        "Curse",
        "Estate",
        "Probe",
        "Silver",
    ]
    assert off("gain a card costing exactly the total cost of Treasures in hand") == ["Probe", "Silver"]
    assert off("gain a card whose worth is 3 or more") == ["Duchy", "Province"]
    assert off("gain a card whose cost is more than 5") == ["Gold", "Province"]
    assert zone(play("gain a card with the highest cost in supply"), 1, "discard") == ["Province"]


def test_up_to_less() -> None:
    """`costing up to 2 less` leaves open how much: refused."""
    assert "CW319" in refused("trash a card from hand\ngain a card costing up to 2 less than it")


def test_extreme() -> None:
    """The lowest and the highest cost in a zone or a group."""
    game = play("gain a card with the lowest cost in supply")
    assert offered(game) == ["Copper", "Curse"]
    game = play("discard a card with the highest cost in hand")
    assert offered(game) == ["Silver"]
    game = play("reveal the top 3 cards of deck\ntrash a card with the highest cost from the revealed cards")
    assert offered(game) == ["Gold"]


def test_conditions() -> None:
    """Each form of condition is true and false where it should be."""
    assert coins("if hand is empty: +1 coin", hand=["Probe"]) == 1
    assert coins("if hand is not empty: +1 coin") == 1
    assert coins("if this is in play: +1 coin") == 1
    assert coins("if this is not in play: +1 coin") == 0
    assert coins("trash this\nif this is in trash: +1 coin") == 1
    assert coins("if this is idle: +1 coin") == 1
    assert coins("at start of your next turn: +1 card\nif this is not idle: +1 coin") == 1
    assert coins("if this costs 3: +1 coin") == 1
    assert coins("if this costs up to 2: +1 coin") == 0
    assert coins("if 1 action: +1 coin") == 0
    assert coins("if no actions: +1 coin") == 1
    assert coins("if the number of cards in hand is 3 or more: +1 coin") == 1
    assert coins("if the number of cards in hand is exactly 2: +1 coin") == 0
    assert coins("if your coins is 0: +1 coin") == 1
    assert coins("if the cost of this is 3: +1 coin") == 1
    assert coins("if cost of this is more than 2: +1 coin") == 1
    assert coins("if the total cost of cards in hand is 5 or more: +1 coin") == 1
    assert coins("if it is your turn: +1 coin") == 1
    assert coins("if no Gold in hand, or a Curse in hand: +1 coin") == 1
    assert coins("if no Gold in hand, and a Curse in hand: +1 coin") == 0
    assert coins("if an empty pile in supply: +1 coin", supply={"Curse": 0}) == 1
    assert coins("if no empty pile in supply: +1 coin") == 1
    assert coins("if another player gained a card this turn: +1 coin") == 0
    assert (
        coins(
            "each other player gains a Curse\nif another player gained a Curse this turn: +1 coin\n"
            "if any player gained a card this turn: +2 coins"
        )
        == 3
    )
    assert coins("each other player:\n  gain a Curse\n  if they gained a Curse this turn: you +1 coin") == 1
    assert coins("if this is an Action: +1 coin") == 1
    assert coins("if this is not a Treasure: +1 coin") == 1
    assert coins("if this is a Treasure or an Action: +1 coin") == 1
    assert coins("may discard a card from hand\nif discarded: +1 coin", []) == 0
    assert coins("discard a card from hand\nif it is a Copper: +1 coin", "Copper") == 1
    assert coins("discard 2 cards from hand\nif 2 Treasures discarded: +1 coin", ["Copper", "Silver"]) == 1
    assert coins("discard 2 cards from hand\nif a discarded Victory: +1 coin", ["Copper", "Estate"]) == 1


def test_for_each_blocks() -> None:
    """`for each` binds `it` to one card after the other."""
    game = play("for each Treasure in hand:\n  may trash it\n  if done: +1 coin")
    n = 0
    while asked(game).source.card == "Probe":
        answer(game, asked(game).options[0].key)
        n += 1
    assert n == 2 and counter(game, 1, "coins") == 2
    assert (
        coins(
            "reveal hand\nfor each differently named card in hand: +1 coin",
            hand=["Probe", "Copper", "Copper", "Silver"],
        )
        == 2
    )
    assert coins("for each card in hand:\n  if it costs 2 or more: +1 coin") == 2


def test_set_aside() -> None:
    """A card set aside comes back in the next turn."""
    game = play("set a card from hand aside\nat start of your next turn: put it into hand", "Silver")
    assert zone(game, 1, "aside") == ["Silver"]
    end_turn(game)
    assert zone(game, 1, "in play") == ["Probe"]
    end_turn(game)
    assert "Silver" in zone(game, 1, "hand")


def test_set_aside_several() -> None:
    """Cards set aside come back together."""
    game = play(
        "set up to 2 cards from hand aside\nat start of your next turn: put them into hand", ["Silver", "Copper"]
    )
    end_turn(game)
    end_turn(game)
    assert len(zone(game, 1, "hand")) == 7


def test_reaction_on_gain() -> None:
    """A card in hand may answer the gain of another player."""
    known = rules(
        "+1 card\n---\nwhen another player gains a card:\n  may reveal this from hand\n  if done: +1 card",
        "gain a Gold",
    )
    game = board(known, hand=["Probe2"], p2={"hand": ["Probe"], "deck": DECK2})
    answer(game, "Probe2")
    answer(game, asked(game).options[0].key)
    assert len(zone(game, 2, "hand")) == 2


def test_zone_whose() -> None:
    """`their hand` and `your hand` are told apart."""
    game = play(
        "each other player:\n  you look at their hand\n  you choose a Treasure in their hand\n  they discard it", "Gold"
    )
    assert zone(game, 2, "discard") == ["Gold"]
    game = play("each other player: put a card from their hand into your hand", "Gold")
    assert "Gold" in zone(game, 1, "hand")


def test_in_trash() -> None:
    """Cards are taken and played from the trash."""
    game = play("gain a Treasure from trash", trash=["Silver", "Estate"])
    assert zone(game, 1, "discard") == ["Silver"]
    game = play("may play an Action from trash", trash=["Smithy"])
    answer(game, "Smithy")
    assert zone(game, 1, "in play") == ["Probe", "Smithy"]


def test_numberwords() -> None:
    """Small numbers may be written as words."""
    assert zone(play("draw three cards", hand=["Probe"]), 1, "hand") == ["Curse", "Duchy", "Gold"]
    assert len(zone(play("+three cards", hand=["Probe"]), 1, "hand")) == 3


def test_do_with_actor() -> None:
    """A sentence with a subject is done by each of those players."""
    game = play("each player draws 2 cards")
    assert len(zone(game, 1, "hand")) == 5 and len(zone(game, 2, "hand")) == 7
    game = play("each other player may discard a card from hand", ["Gold"])
    assert zone(game, 2, "discard") == ["Gold"]
    assert asked(play("each other player chooses a card in hand")).seat == 2
    assert asked(play("each other player names a card")).seat == 2


def test_stop_ends_text() -> None:
    """`stop` ends the text."""
    assert coins("+1 coin\nif a Copper in hand: stop\n+5 coins") == 1


def test_nothing() -> None:
    """An option may do nothing."""
    game = play("choose one:\n  - nothing\n  - +1 coin", "nothing")
    assert counter(game, 1, "coins") == 0


def test_lose_counters() -> None:
    """`lose` takes from a counter, never below zero."""
    assert coins("+5 coins\nlose 2 coins\nlose coins equal to the number of cards in hand") == 0
    assert coins("+9 coins\nlose 1 coin for each card in hand") == 6
    assert counter(play("each other player loses 1 coin"), 2, "coins") == 0


def test_tokens_on_cards() -> None:
    """Tokens lie on cards: they are added, taken, counted and looked for."""
    text = "+1 token on this\n+2 tokens on this\nlose 1 token on this"
    assert coins(text + "\nif 2 or more tokens on this: +1 coin\nif 3 or more tokens on this: +5 coins") == 1
    text = "choose a card in hand\n+3 tokens on it\nlose tokens on it equal to its cost\nif no tokens on it: +1 coin"
    assert coins(text, "Silver") == 1
