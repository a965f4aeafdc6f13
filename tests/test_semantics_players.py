"""Who does it: subjects, blocks of players, neighbours, chosen players, those who are unaffected."""

from __future__ import annotations

from tests.helpers import answer, asked, counter, offered, pile, zone
from tests.probes import DECK2, board, coins, play, refused, rules


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


def test_do_with_actor() -> None:
    """A sentence with a subject is done by each of those players."""
    game = play("each player draws 2 cards")
    assert len(zone(game, 1, "hand")) == 5 and len(zone(game, 2, "hand")) == 7
    game = play("each other player may discard a card from hand", ["Gold"])
    assert zone(game, 2, "discard") == ["Gold"]
    assert asked(play("each other player chooses a card in hand")).seat == 2
    assert asked(play("each other player names a card")).seat == 2


def test_zone_whose() -> None:
    """`their hand` and `your hand` are told apart."""
    game = play(
        "each other player:\n  you look at their hand\n  you choose a Treasure in their hand\n  they discard it", "Gold"
    )
    assert zone(game, 2, "discard") == ["Gold"]
    game = play("each other player: put a card from their hand into your hand", "Gold")
    assert "Gold" in zone(game, 1, "hand")


def test_at_once_same_pile() -> None:
    """All players gain from one pile at once: each gets a card."""
    game = play("all players at once: gain a Silver")
    assert zone(game, 1, "discard") == ["Silver"] and zone(game, 2, "discard") == ["Silver"]


def test_at_once_exempt() -> None:
    """Who is unaffected by an Attack is left out of what all do at once."""
    known = rules("all players at once: discard a card from hand", types="[Action, Attack]")
    game = board(known, p2={"hand": ["Moat", "Copper", "Silver"], "deck": DECK2})
    answer(game, "Probe", "Moat")
    assert [decision.seat for decision in game.decisions] == [1]
    answer(game, "Copper")
    assert zone(game, 1, "discard") == ["Copper"] and zone(game, 2, "discard") == []


def test_may_each_at_once_refuses() -> None:
    """What all do at once cannot be declined: refused."""
    assert "CW318" in refused("all players at once: may discard a card from hand")


def test_may_choose_player_declined() -> None:
    """A choice that was declined binds nobody."""
    game = play("may choose another player\nthey gain a Curse", [], seats=3, p3={})
    assert pile(game, "Curse") == 20


def test_chosen_player_exempt() -> None:
    """Attack: choose another player, they gain a Curse: Moat protects."""
    known = rules("choose another player\nthey gain a Curse", types="[Action, Attack]")
    game = board(known, p2={"hand": ["Moat"]})
    answer(game, "Probe", "Moat")
    assert asked(game).source.card == "buy phase" and zone(game, 2, "discard") == []


def test_may_each_other() -> None:
    """`if done` inside a block is about the player of the block."""
    game = play(
        "each other player:\n  may discard a card from hand\n  if done: +1 card\n  otherwise: gain a Curse", ["Gold"]
    )
    assert len(zone(game, 2, "hand")) == 5


def test_you_in_each() -> None:
    """`you` in a block of others is the player of the card."""
    assert coins("each other player:\n  reveal a card from hand\n  if it is a Treasure: you +1 coin", "Gold") == 1


def test_group_of_other_seat() -> None:
    """Each other player discards a card / gain ... the discarded cards."""
    game = play(
        "each other player discards a card from hand\nmay put any number of the discarded cards into hand",
        "Gold",
        ["Gold"],
    )
    assert "Gold" in zone(game, 1, "hand")


def test_all_of_a_statement_is_about_its_subject() -> None:
    """The zones and numbers of a statement are those of its subject, whoever that is."""
    left = {"hand": ["Copper"] * 2, "deck": ["Estate"] * 9}
    game = play("player to the left draws cards until 4 cards in hand", p2=left)
    assert len(zone(game, 2, "hand")) == 4
    game = play("player to the left +1 coin for each card in hand", p2=left)
    assert counter(game, 2, "coins") == 2
    game = play("player to the left gains a card costing up to the number of cards in hand", p2=left)
    assert asked(game).seat == 2 and offered(game) == ["Copper", "Curse", "Estate"]
    game = play("player to the left puts a card from their hand onto deck", "Copper", p2=left)
    assert zone(game, 2, "deck")[0] == "Copper"
    assert coins("each other player:\n  you +1 coin for each card in hand", p2=left) == 3


def test_whoever_chooses_chooses_in_a_zone_of_their_own() -> None:
    """`choose a card in hand`: the hand of the one who chooses, as with a verb."""
    game = play("each other player:\n  you choose a card in hand")
    assert asked(game).seat == 1 and offered(game) == ["Copper", "Estate", "Silver"]
    game = play("choose another player\nthey choose a card in hand")
    assert asked(game).seat == 2 and offered(game) == ["Copper", "Estate", "Gold", "Silver"]


def test_choices_and_offers_are_about_their_subject() -> None:
    """What a player chooses or may do is done by that player."""
    menu = "chooses one:\n  - gain a Curse\n  - gain a Silver"
    game = play(f"player to the left {menu}", "gain a Curse")
    assert zone(game, 2, "discard") == ["Curse"]
    game = play("choose another player\nthey choose one:\n  - gain a Curse\n  - they gain a Silver", "gain a Curse")
    assert zone(game, 2, "discard") == ["Curse"]
    game = play("player to the left may:\n  gain a Silver\n  they gain a Gold", "gain a Silver")
    assert zone(game, 2, "discard") == ["Gold", "Silver"]


def test_an_unaffected_neighbour_is_passed_over() -> None:
    """A neighbour as the subject is passed over like one of a block, and nothing was done."""
    for text in ("player to the left gains a Curse", "player to the left: gain a Curse",
                 "player to the left chooses one:\n  - gain a Curse\n  - discard hand",
                 "player to the left discards hand\nif done: +1 coin"):
        known = rules(text, types="[Action, Attack]")
        game = board(known, p2={"hand": ["Moat", "Copper"], "deck": DECK2})
        answer(game, "Probe", "Moat")
        assert asked(game).source.card == "buy phase" and counter(game, 1, "coins") == 0
        assert zone(game, 2, "discard") == [] and len(zone(game, 2, "hand")) == 2


def test_nobody_chosen_hides_nobody_else() -> None:
    """`they` of a block or of an event is its own player, also where a player was to be chosen before and was not."""
    declined = "may choose another player\n"
    game = play(declined + "each other player:\n  they gain a Curse", [], seats=3, p2={}, p3={})
    assert [zone(game, seat, "discard") for seat in (1, 2, 3)] == [[], ["Curse"], ["Curse"]]
    game = play(declined + "this turn, when another player gains a Silver: they gain a Curse\n"
                "player to the left gains a Silver", [])
    assert zone(game, 2, "discard") == ["Curse", "Silver"]
    assert coins(declined + "for each card in hand:\n  +1 coin\n  they gain a Silver", []) == 3
    assert asked(play(declined + "may:\n  they gain a Silver", [])).source.card == "buy phase"


def test_what_was_done_to_one_player_is_not_told_of_the_next() -> None:
    """In a second pass `if done` and `it` are about the player chosen then, who may be unaffected."""
    text = "repeat twice:\n  choose another player\n  they discard a card from hand\n  if done: you +1 coin"
    known = rules(text + "\n  if it is a Copper: you +2 coins", types="[Action, Attack]")
    game = board(known, seats=3, p2={"hand": ["Copper"]}, p3={"hand": ["Moat"]})
    answer(game, "Probe", "Moat", "p2", "Copper", "p3")
    assert counter(game, 1, "coins") == 3
