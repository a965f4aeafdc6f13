"""Blocks and choices: `if`, `may`, menus, `repeat`, `for each`, `stop`, and what `it` means after them."""

from __future__ import annotations

from tests.helpers import answer, asked, counter, offered, zone
from tests.probes import board, coins, play, refused, rules


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


def test_for_each_blocks() -> None:
    """`for each` binds `it` to one card after the other."""
    game = play("for each Treasure in hand:\n  may trash it\n  if done: +1 coin")
    for number in (1, 2):
        assert asked(game).source.card == "Probe"
        answer(game, asked(game).options[0].key)
        assert counter(game, 1, "coins") == number
    assert asked(game).source.card != "Probe"
    assert (
        coins(
            "reveal hand\nfor each differently named card in hand: +1 coin",
            hand=["Probe", "Copper", "Copper", "Silver"],
        )
        == 2
    )
    assert coins("for each card in hand:\n  if it costs 2 or more: +1 coin") == 2


def test_stop_ends_text() -> None:
    """`stop` ends the text."""
    assert coins("+1 coin\nif a Copper in hand: stop\n+5 coins") == 1


def test_nothing() -> None:
    """An option may do nothing."""
    game = play("choose one:\n  - nothing\n  - +1 coin", "nothing")
    assert counter(game, 1, "coins") == 0


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


def test_each_then_if_done() -> None:
    """`if done` after a statement of several players is refused."""
    assert "CW311" in refused("each other player discards a Curse from hand\nif done: +1 coin")


def test_choose_two_if_done() -> None:
    """Fewer cards chosen than asked for: not done."""
    game = play("choose 2 cards in hand\nif done: +5 coins", hand=["Probe", "Copper"])
    assert counter(game, 1, "coins") == 0


def test_may_block_keeps_old_it() -> None:
    """`you may: they discard the top card` declined for p3: `it` of p2 must not be read again."""
    known = rules("each other player:\n  you may: they discard the top card of deck\n  if it is a Curse: you +1 coin")
    game = board(known, seats=3, p3={"deck": ["Gold"]})
    answer(game, "Probe")
    answer(game, asked(game).options[0].key)
    answer(game, [])
    assert counter(game, 1, "coins") == 1


def test_stop_keeps_groups() -> None:
    """Stop out of a loop keeps what earlier passes did: `the trashed cards`."""
    text = (
        "repeat:\n  for each Copper in hand:\n    trash it\n"
        "    if 1 Silver in hand: stop\ngain a Gold for each card trashed"
    )
    game = play(text, hand=["Probe", "Copper", "Copper", "Silver"])
    assert zone(game, 1, "discard") == ["Gold"]


def test_stop_keeps_groups2() -> None:
    """Each other player: discard the top card; stop after the second: both are `the discarded cards`."""
    text = (
        "repeat:\n  each other player:\n    discard the top card of deck\n"
        "    if it is a Gold: stop\n+1 coin for each card discarded"
    )
    game = play(text, seats=3, p2={"deck": ["Curse"]}, p3={"deck": ["Gold"]})
    assert counter(game, 1, "coins") == 2


def test_foreach_same_in_every_build() -> None:
    """A loop over cards loses track of moved ones, whether or not another card watches the move."""
    text = "for each Copper in hand:\n  put it onto deck\n  discard deck\n+1 coin"
    alone = play(text, hand=["Probe", "Copper", "Copper"], deck=[])
    known = rules(text, "+1 card\n---\nwhile this is in play, when you discard a Gold: +1 coin")
    watched = board(known, hand=["Probe", "Copper", "Copper"], deck=[], kingdom=["Probe2"])
    answer(watched, "Probe")
    assert zone(alone, 1, "deck") == zone(watched, 1, "deck") == []
    assert zone(alone, 1, "discard") == ["Copper", "Copper"]


def test_if_done_counts_before() -> None:
    """`if done` compares with the number that was asked for."""
    game = play(
        "discard a card from hand for each Treasure in hand\nif done: +5 coins",
        ["Copper", "Silver"],
        hand=["Probe", "Copper", "Silver", "Estate"],
    )
    assert counter(game, 1, "coins") == 5


def test_and_or_left_to_right() -> None:
    """`and` and `or` are read from left to right."""
    assert coins("if a Copper in hand, or a Gold in hand, and a Curse in hand: +1 coin") == 0
    assert coins("if a Curse in hand, and a Gold in hand, or a Copper in hand: +1 coin") == 1


def test_may_verbs_and() -> None:
    """Two verbs with one object are taken or declined together."""
    game = play("may reveal and discard a card from hand\nif done: +1 coin", ["Copper"])
    assert zone(game, 1, "discard") == ["Copper"] and counter(game, 1, "coins") == 1
    game = play("may reveal and discard a card from hand\nif done: +1 coin", [])
    assert counter(game, 1, "coins") == 0


def test_repeat_asks() -> None:
    """Every pass of a loop asks anew."""
    game = play("repeat 2 times: may discard a card from hand", ["Copper"], ["Silver"])
    assert len(zone(game, 1, "discard")) == 2


def test_on_trash_it() -> None:
    """`it` without anything before it is refused."""
    assert "CW303" in refused("trash it from hand")


def test_if_done_after_wait() -> None:
    """`if done` after a line that waits is refused."""
    assert "CW311" in refused("at start of your next turn: +1 coin\nif done: +1 coin")


def test_is_in_supply() -> None:
    """`if it is in supply` looks at the pile."""
    text = "choose a Copper in supply\nif it is in supply: +1 coin"
    game = play(text)
    assert counter(game, 1, "coins") == 1


def test_is_the_top_card() -> None:
    """`if it is the top card of deck` is refused: a position is no kind of card."""
    assert "CW301" in refused("choose a card in hand\nif it is the top card of deck: +1 coin")


def test_is_a_card_owned() -> None:
    """`if it is a card owned` is refused."""
    assert "CW310" in refused("choose a Copper in supply\nif it is a card owned: +1 coin")


def test_is_a_card_in_supply() -> None:
    """A card in hand is no card in the supply, also if the name is the same."""
    assert coins("choose a card in hand\nif it is a Copper in supply: +1 coin", "Copper") == 0


def test_is_no() -> None:
    """`if it is no Treasure` is refused: one thing is not several."""
    assert "CW301" in refused("choose a card in hand\nif it is no Treasure: +1 coin")


def test_is_two() -> None:
    """`if it is 2 Treasures` is refused: one thing is not several."""
    assert "CW301" in refused("choose a card in hand\nif it is 2 Treasures: +1 coin")


def test_is_another() -> None:
    """This card is never another card than itself."""
    assert coins("if this is another card: +5 coins\notherwise: +1 coin") == 1


def test_is_idle_adjective() -> None:
    """A card on which an effect waits is not idle."""
    text = "at start of your next turn: +1 card\nif this is an idle card: +1 coin"
    assert counter(play(text), 1, "coins") == 0
