"""Lines that wait for an event: the four windows, replacements, offers, `the first time`, cards about themselves."""

from __future__ import annotations

from tests.helpers import answer, asked, counter, end_turn, offered, table, zone
from tests.probes import DECK, DECK2, board, coins, play, refused, rules


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
    """`when this is trashed` speaks for the player who trashes it, whosever card it was."""
    known = rules("trash this\n---\nwhen this is trashed: +3 cards")
    game = board(known)
    answer(game, "Probe")
    assert len(zone(game, 1, "hand")) == 6
    trashes = "each other player:\n  you trash an Action from their hand"
    known = rules("+1 coin\n---\nwhen this is trashed: +1 card", trashes)
    game = board(known, hand=["Probe2"], p2={"hand": ["Probe"], "deck": DECK2})
    answer(game, "Probe2", "Probe")
    assert zone(game, 1, "hand") == ["Gold"] and zone(game, 2, "hand") == []


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


def test_draw_trigger_draws() -> None:
    """A draw inside a draw does not shorten the outer one."""
    known = rules("+3 cards\n---\nwhile this is in play, when you draw a Curse:\n  discard it\n  +1 card")
    game = board(known, hand=["Probe"], deck=["Curse", "Silver", "Gold", "Estate", "Duchy"])
    answer(game, "Probe")
    assert zone(game, 1, "hand") == ["Estate", "Gold", "Silver"]


def test_first_time_below_line() -> None:
    """`the first time` in a line below acts once a turn."""
    text = "+1 buy\n---\nwhile this is in play, the first time you play a Copper: +1 coin"
    game = play(text, ["Copper", "Copper"], hand=["Probe", "Copper", "Copper"])
    assert counter(game, 1, "coins") == 3


def test_first_time_looks_back() -> None:
    """`the first time` this turn counts what was played before the line began."""
    known = rules(
        "+1 action\nthis turn, the first time you play a Copper: +1 coin", "+1 action\nmay play a Copper from hand"
    )
    game = board(known, hand=["Probe", "Probe2", "Copper", "Copper"])
    answer(game, "Probe2", "Copper")
    answer(game, "Probe")
    answer(game, ["Copper"])
    assert counter(game, 1, "coins") == 2


def test_watch_another() -> None:
    """`another Action` in a line below is another than this card."""
    known = rules("+1 action\n---\nwhile this is in play, when you play another Action: +1 coin")
    game = board(known, hand=["Probe", "Probe"])
    answer(game, "Probe", "Probe")
    assert counter(game, 1, "coins") == 1


def test_watch_costing_more_than_this() -> None:
    """A line below may compare with the cost of this card."""
    known = rules("+1 buy\n---\nwhile this is in play, when you gain a card costing more than this: +1 coin")
    game = board(known, p1={"hand": ["Probe", "Gold", "Gold"], "deck": DECK})
    answer(game, "Probe", ["Gold", "Gold"])
    answer(game, "Gold")
    assert counter(game, 1, "coins") == 1


def test_watch_other_than_this() -> None:
    """`other than this` in a line below leaves this card out."""
    known = rules("+1 action\n---\nwhile this is in play, when you play an Action other than this: +1 coin")
    game = board(known, hand=["Probe", "Probe"])
    answer(game, "Probe", "Probe")
    assert counter(game, 1, "coins") == 1


def test_watch_costing_your_coins() -> None:
    """A line below may compare with a counter of its player."""
    known = rules(
        "gain a Silver\n---\nwhile this is in play, when you gain a card costing more than your coins: +1 coin"
    )
    game = board(known)
    answer(game, "Probe")
    assert counter(game, 1, "coins") == 1


def test_accept_leaks() -> None:
    """An offer taken does not take the next offer of the same text."""
    known = rules("+1 card\n---\nwhen you gain this:\n  may discard a card from hand\n  may trash it", "gain a Probe")
    game = board(known, hand=["Probe2", "Copper", "Silver"])
    answer(game, "Probe2", "Copper")
    assert asked(game).source.card == "Probe" and asked(game).min == 0 and "trash" in asked(game).prompt
    answer(game, [])
    assert table(game, "trash") == [] and zone(game, 1, "discard") == ["Copper", "Probe"]


def test_accept_then_asks_must() -> None:
    """An offer taken up in the window is not offered to decline once more."""
    known = rules("+1 card\n---\nwhen you gain this: may discard a card from hand", "gain a Probe")
    game = board(known, hand=["Probe2", "Copper", "Silver"])
    answer(game, "Probe2")
    assert asked(game).kind == "card" and asked(game).min == 0
    answer(game, "Copper")
    assert zone(game, 1, "discard") == ["Copper", "Probe"]
    assert asked(game).source.card != "Probe"


def test_replaced_only_if_instead_happens() -> None:
    """When you would gain a Curse: if a Copper in hand: trash it instead -- without Copper the Curse is gained."""
    text = (
        "gain a Curse\n---\nwhile this is in play, when you would gain a Curse:\n"
        "  if a Copper in hand: trash it instead"
    )
    game = play(text, hand=["Probe", "Silver"])
    assert zone(game, 1, "discard") == ["Curse"]


def test_replacement_declined_inside() -> None:
    """When you would gain a Curse: may reveal this from hand, if done: trash it instead -- declined: gained."""
    known = rules(
        "+1 card\n---\nwhen you would gain a Curse:\n  may reveal this from hand\n  if done: trash it instead",
        "gain a Curse",
    )
    game = board(known, hand=["Probe2", "Probe"])
    answer(game, "Probe2")
    answer(game, [])
    assert zone(game, 1, "discard") == ["Curse"]
    game = board(known, hand=["Probe2", "Probe"])
    answer(game, "Probe2", "Probe")
    assert table(game, "trash") == ["Curse"]


def test_another_player_this() -> None:
    """A line below about another player gaining this card fits nobody: refused."""
    assert "CW305" in refused("+1 card\n---\nwhen another player gains this: +1 coin")


def test_their_turn_ends() -> None:
    """`their turn` is a turn of another player."""
    game = play("until your next turn, when their turn ends: +1 card", hand=["Probe"], deck=["Copper"] * 20)
    end_turn(game)
    assert len(zone(game, 1, "hand")) == 5
    end_turn(game)
    assert len(zone(game, 1, "hand")) == 6


def test_turn_ends_any() -> None:
    """`turn` without a player is the turn of anybody."""
    game = play("until end of your next turn, when turn ends: +1 card", hand=["Probe"], deck=["Copper"] * 30)
    end_turn(game)
    assert len(zone(game, 1, "hand")) == 6
    end_turn(game)
    assert len(zone(game, 1, "hand")) == 7


def test_gain_to_hand_watch() -> None:
    """A gain to the hand is heard like any other."""
    known = rules("gain a Silver to hand\n---\nwhile this is in play, when you gain a Silver: +1 coin")
    game = board(known)
    answer(game, "Probe")
    assert counter(game, 1, "coins") == 1 and zone(game, 1, "hand").count("Silver") == 2


def test_drum_major_itself() -> None:
    """`this turn, after you play an Action` begun in the middle of a play hears the end of that play."""
    assert coins("+1 action\nthis turn, after you play an Action: +1 coin", hand=["Probe"]) == 1


def test_two_triggers_order() -> None:
    """Two different triggers of one player: asked for the order."""
    known = rules(
        "+1 card\n---\nwhile this is in play, when you gain a card: +1 card",
        "gain a Gold\n---\nwhile this is in play, when you gain a card: discard the top card of deck",
    )
    game = board(known, p1={"hand": ["Probe", "Probe2"], "deck": DECK, "actions": 2})
    answer(game, "Probe", "Probe2")
    assert asked(game).kind == "trigger" and offered(game) == ["Probe", "Probe2"]


def test_named_when() -> None:
    """A line may wait for the card named before."""
    known = rules("name a card\nthis turn, when you play the named card: +1 coin")
    game = board(known)
    answer(game, "Probe", "Copper", ["Copper", "Silver"])
    assert counter(game, 1, "coins") == 4


def test_named_event() -> None:
    """Naming is no event a card can wait for: refused with a message."""
    assert "CW210" in refused("+1 coin\n---\nwhen this is named: +1 coin")


def test_watch_while_in_supply() -> None:
    """`while this is in supply, when you gain a Silver` acts from the pile."""
    game = play("gain a Silver\n---\nwhile this is in supply, when you gain a Silver: +1 coin")
    assert counter(game, 1, "coins") == 1


def test_watch_from_nobodys_zone() -> None:
    """A card in nobody's zone speaks for the player whose turn it is; all others are `another player` to it."""
    for who, got in (("you", [0, 0]), ("another player", [1, 0])):
        verb = "gains" if who != "you" else "gain"
        line = f"while this is in supply, when {who} {verb} a Silver: +1 coin"
        known = rules(f"+1 coin\n---\n{line}", "player to the left gains a Silver")
        game = board(known, hand=["Probe2"])
        answer(game, "Probe2")
        assert [counter(game, seat, "coins") for seat in (1, 2)] == got


def test_watch_while_in_trash() -> None:
    """A line may watch from the trash."""
    text = "trash this\ngain a Silver\n---\nwhile this is in trash, when you gain a Silver: +1 coin"
    game = play(text)
    assert counter(game, 1, "coins") == 1


def test_a_verb_that_is_its_own_participle() -> None:
    """`put` is a verb in an event and a participle in a question about the past."""
    waits, asks = "this turn, when you put a card: +1 coin", "if you put a card this turn: +2 coins"
    assert counter(play(f"{waits}\nput a card from hand onto deck\n{asks}", "Copper"), 1, "coins") == 3
