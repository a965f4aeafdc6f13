"""Numbers: counters, tokens, costs and worths with what changes them, and the past."""

from __future__ import annotations

from tests.helpers import answer, cost, counter, offered, zone
from tests.probes import board, coins, play, refused, rules


def test_plus_equal() -> None:
    """A counter grows by a cost, a number of cards or a total."""
    game = play("trash a card from hand\n+coins equal to its cost", "Silver")
    assert counter(game, 1, "coins") == 3
    game = play("+coins equal to the number of cards in hand")
    assert counter(game, 1, "coins") == 3
    game = play("+coins equal to the total cost of cards in hand")
    assert counter(game, 1, "coins") == 5


def test_lose_counters() -> None:
    """`lose` takes from a counter, never below zero."""
    assert coins("+5 coins\nlose 2 coins\nlose coins equal to the number of cards in hand") == 0
    assert coins("+9 coins\nlose 1 coin for each card in hand") == 6
    assert counter(play("each other player loses 1 coin"), 2, "coins") == 0


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


def test_tokens_on_cards() -> None:
    """Tokens lie on cards: they are added, taken, counted and looked for."""
    text = "+1 token on this\n+2 tokens on this\nlose 1 token on this"
    assert coins(text + "\nif 2 or more tokens on this: +1 coin\nif 3 or more tokens on this: +5 coins") == 1
    text = "choose a card in hand\n+3 tokens on it\nlose tokens on it equal to its cost\nif no tokens on it: +1 coin"
    assert coins(text, "Silver") == 1


def test_tokens_counted() -> None:
    """The number of tokens on a card is a number like any other."""
    assert coins("+2 tokens on this\n+coins equal to the tokens on this") == 2


def test_tokens2() -> None:
    """Tokens are counted by `for each` and looked for on cards."""
    game = play(
        "+1 token on this\n+2 tokens on this\nlose 1 token on this\n"
        "+1 coin for each token on this\nif the tokens on this is 2: +5 coins"
    )
    assert counter(game, 1, "coins") == 7
    game = play("choose a card in hand\n+1 token on it\ndiscard all cards with 1 or more tokens from hand", "Silver")
    assert zone(game, 1, "discard") == ["Silver"]
    game = play(
        "choose a card in hand\n+tokens on it equal to its cost\ndiscard a card with no tokens from hand", "Silver"
    )
    assert offered(game) == ["Copper", "Estate"]


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


def test_while_in_supply() -> None:
    """`while this is in supply` changes a cost from the pile."""
    text = "+1 coin\n---\nwhile this is in supply: cards cost 1 less"
    game = play(text)
    assert cost(game, "Gold") == 5


def test_while_in_trash() -> None:
    """`while this is in trash` counts once, not once for each player."""
    text = "trash this\n+1 buy\n---\nwhile this is in trash: cards cost 1 less"
    game = play(text)
    assert cost(game, "Gold") == 5


def test_cost_change_that_asks_cost() -> None:
    """A change that asks for the cost it changes comes to an end."""
    text = "this turn: cards costing 3 or more cost 1 less"
    game = play(text)
    assert cost(game, "Gold") == 5 and cost(game, "Estate") == 2


def test_worth_that_asks_worth() -> None:
    """A worth that asks for the worth of cards owned comes to an end."""
    game = play("+1 card\n---\nworth 1 for each card owned whose worth is 1 or more")
    assert game.score(1) == 12


def test_worth_facts_self() -> None:
    """A worth may count tokens on the card."""
    known = rules("+1 card\n---\nworth 1 for each token on this")
    game = board(known)
    assert game.score(1) == 1 + 3 + 6 - 1


def test_worth_this_in() -> None:
    """A worth may count cards set aside."""
    text = "+1 card\n---\nworth 5 for each card in aside"
    known = rules(text)
    game = board(known, p1={"hand": ["Probe"], "deck": [], "aside": ["Probe", "Copper"]})
    assert game.score(1) == 20


def test_throne_standing() -> None:
    """A standing change counts once for a card played twice."""
    known = rules("+1 buy\n---\nwhile this is in play: cards cost 1 less")
    game = board(known, hand=["Throne Room", "Probe"])
    answer(game, "Throne Room", "Probe")
    assert cost(game, "Gold") == 5 and counter(game, 1, "buys") == 3


def test_throne_this_turn() -> None:
    """A change by the text counts twice for a card played twice."""
    known = rules("+1 buy\nthis turn: cards cost 1 less")
    game = board(known, hand=["Throne Room", "Probe"])
    answer(game, "Throne Room", "Probe")
    assert cost(game, "Gold") == 4


def test_another_in_history() -> None:
    """A history question knows no `another`: refused."""
    assert "CW310" in refused("if you played another Action this turn: +1 coin")


def test_named_history() -> None:
    """Naming leaves no history, so asking for it is refused with a message."""
    assert "CW210" in refused("if you named a card this turn: +1 coin")


def test_history_adjective() -> None:
    """A type in a history question is not dropped."""
    text = "if you played a non-Action card this turn: +1 coin"
    assert counter(play(text), 1, "coins") == 0


def test_history_costing() -> None:
    """A fact in a history question is refused."""
    assert "CW310" in refused("if you played a card costing 5 or more this turn: +1 coin")


def test_history_setup_draws() -> None:
    """The set-up is not part of the first turn: nobody has drawn a card yet."""
    known = rules("if you drew a card this turn: +1 coin")
    game = known.new_game(kingdom=["Probe"], seed=1, first=1)
    assert not game._state.history


def test_equal_to_one() -> None:
    """A counter before `equal to` is a word of its own: it agrees with no number."""
    assert coins("+coins equal to 1") == 1 and coins("+3 coins\nlose coins equal to 1") == 2
    assert "CW302" in refused("+1 coins")
