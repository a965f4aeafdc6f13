"""What waits and what lasts: `at start of`, `at end of`, `until`, extra turns, and what a waiting text keeps."""

from __future__ import annotations

from tests.helpers import answer, asked, cost, counter, end_turn, pile, zone
from tests.probes import DECK2, board, play, refused, rules


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


def test_until_end_of_this_turn() -> None:
    """`until end of this turn` lasts this turn only."""
    text = "until end of this turn: cards cost 1 less"
    game = play(text)
    assert cost(game, "Gold") == 5
    end_turn(game)
    assert cost(game, "Gold") == 6


def test_at_end_of_your_next_turn() -> None:
    """`at end of your next turn` does not act at the end of this one."""
    game = play("at end of your next turn: gain a Gold", deck=["Copper"] * 12)
    end_turn(game)
    assert zone(game, 1, "discard").count("Gold") == 0
    end_turn(game)
    end_turn(game)
    assert "Gold" in zone(game, 1, "discard") + zone(game, 1, "deck") + zone(game, 1, "hand")


def test_at_start_of_their_next_turn() -> None:
    """`at start of their next turn` in a block of others acts in the turn of each of them."""
    game = play(
        "each other player:\n  at start of their next turn: they discard a card from hand", deck=["Copper"] * 12
    )
    end_turn(game)
    assert game.turn == 2 and asked(game).seat == 2 and ("discard" in asked(game).prompt)


def test_waiting_text_in_each_block_default_subject() -> None:
    """A waiting line without a subject in a block is about the player of the block."""
    game = play("each other player:\n  at start of their next turn: discard a card from hand", deck=["Copper"] * 12)
    end_turn(game)
    assert game.turn == 2 and asked(game).seat == 2 and ("discard" in asked(game).prompt)


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


def test_extra_turn_ties() -> None:
    """An extra turn counts as a turn of its player."""
    game = play("take an extra turn", hand=["Probe"], deck=["Copper"] * 9)
    end_turn(game)
    end_turn(game)
    assert game._state.turns == [2, 1]


def test_throned_duration() -> None:
    """A waiting card played twice acts twice."""
    known = rules("at start of your next turn: +1 coin")
    game = board(known, hand=["Throne Room", "Probe"], deck=["Copper"] * 10)
    answer(game, "Throne Room", "Probe")
    end_turn(game)
    assert zone(game, 1, "in play") == ["Probe"]  # nothing waits on the other card
    end_turn(game)
    assert counter(game, 1, "coins") == 2


def test_reaction_then_waits() -> None:
    """A reaction may leave a line that waits."""
    text = (
        "+1 card\n---\nwhen another player gains a card:\n  may reveal this from hand\n"
        "  if done:\n    at start of your next turn: +1 coin"
    )
    known = rules(text, "gain a Gold")
    game = board(known, hand=["Probe2"], p2={"hand": ["Probe"], "deck": DECK2})
    answer(game, "Probe2", "Probe")
    end_turn(game)
    assert counter(game, 2, "coins") == 1


def test_waits_in_menu() -> None:
    """An option may be a line that waits."""
    game = play(
        "choose one:\n  - at start of your next turn: +1 coin\n  - +1 card",
        "at start of your next turn: +1 coin",
        hand=["Probe"],
        deck=["Copper"] * 20,
    )
    end_turn(game)
    end_turn(game)
    assert counter(game, 1, "coins") == 1


def test_waits_in_foreach() -> None:
    """A loop may leave one waiting line for each pass."""
    game = play(
        "for each Treasure in hand:\n  at start of your next turn: +1 coin",
        hand=["Probe", "Copper", "Copper"],
        deck=["Copper"] * 20,
    )
    end_turn(game)
    end_turn(game)
    assert counter(game, 1, "coins") == 2


def test_captured_named() -> None:
    """A waiting line keeps the name named before."""
    known = rules(
        "name a card\nat start of your next turn:\n  reveal the top card of deck\n  if it is the named card: +2 coins"
    )
    game = board(known, hand=["Probe"], deck=["Copper"] * 20)
    answer(game, "Probe", "Copper")
    end_turn(game)
    end_turn(game)
    assert counter(game, 1, "coins") == 2


def test_captured_they() -> None:
    """A waiting line keeps the player chosen before it."""
    known = rules("choose another player\nat start of your next turn: they gain a Curse")
    game = board(known, seats=3, p3={}, hand=["Probe"], deck=["Copper"] * 20)
    answer(game, "Probe", "p3")
    for _ in range(3):
        end_turn(game)
    assert "Curse" in zone(game, 3, "discard")


def test_captured_them_lost() -> None:
    """A waiting line keeps the card set aside before."""
    game = play(
        "set a card from hand aside\nat start of your next turn: put it into hand",
        "Silver",
        hand=["Probe", "Silver", "Copper"],
        deck=["Copper"] * 20,
    )
    end_turn(game)
    end_turn(game)
    assert "Silver" in zone(game, 1, "hand")


def test_your_turn_in_a_block() -> None:
    """In a block `your next turn` is that of the player of the card; what happens then is about the block's player."""
    game = play("each other player:\n  at start of your next turn: gain a Curse", deck=["Copper"] * 12)
    end_turn(game)
    assert game.turn == 2 and pile(game, "Curse") == 10
    end_turn(game)
    assert game.turn == 1 and "Curse" in zone(game, 2, "discard")


def test_until_end_of_turn() -> None:
    """`until end of turn` is this turn, as `at end of turn` is."""
    game = play("until end of turn: cards cost 1 less")
    assert cost(game, "Gold") == 5
    end_turn(game)
    assert cost(game, "Gold") == 6


def test_times_that_never_come_or_are_anybodys() -> None:
    """A turn that has begun already, and one of which nobody knows whose it is, are refused."""
    for text in ("at start of this turn: +1 coin", "at start of next turn: +1 coin", "until turn: cards cost 1 less",
                 "until start of turn: cards cost 1 less", "until end of your turn: cards cost 1 less",
                 "until your next buy phase: cards cost 1 less"):
        assert "CW312" in refused(text), text


def test_next_phase_in_that_phase() -> None:
    """In a buy phase `your next buy phase` is that of the next turn; the card waits for it in play."""
    known = rules("at start of your next buy phase: +1 coin", types="[Treasure]")
    game = board(known, hand=["Probe"], deck=["Copper"] * 12)
    answer(game, "Probe")
    assert counter(game, 1, "coins") == 0
    end_turn(game)
    assert zone(game, 1, "in play") == ["Probe"]
    end_turn(game)
    answer(game, [])
    assert counter(game, 1, "coins") == 1


def test_a_change_reads_its_number_once() -> None:
    """`this turn` a number counts as it was; while a card lies somewhere it is asked anew."""
    game = play("+1 coin\nthis turn: cards cost your coins less", ["Copper"])
    assert counter(game, 1, "coins") == 2 and cost(game, "Gold") == 5
    game = play("+1 coin\n---\nwhile this is in play: cards cost your coins less", ["Copper"])
    assert counter(game, 1, "coins") == 2 and cost(game, "Gold") == 4


def test_otherwise_after_an_extra_turn() -> None:
    """An extra turn that is declined has its other case."""
    assert counter(play("may take an extra turn\notherwise: +1 coin", []), 1, "coins") == 1


def test_a_waiting_text_has_its_own_last_thing() -> None:
    """What the waiting text bound itself hides what was bound before it began, as in a text that does not wait."""
    before = "choose a card in hand\nat start of your next turn:\n  "
    assert refused(before + "trash it") == ""
    assert "CW304" in refused(before + "discard 2 cards from hand\n  trash it")
    assert refused("set 2 cards from hand aside\nthis turn, when you gain a card: put them into hand") == ""
