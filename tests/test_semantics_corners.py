"""Corners of the language: timing, what is lost track of, windows and replacements, and what is refused."""

from __future__ import annotations

from tests.helpers import answer, asked, cost, counter, end_turn, offered, pile, table, zone
from tests.test_semantics_sentences import DECK, DECK2, board, coins, play, refused, rules


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


def test_at_once_same_pile() -> None:
    """All players gain from one pile at once: each gets a card."""
    game = play("all players at once: gain a Silver")
    assert zone(game, 1, "discard") == ["Silver"] and zone(game, 2, "discard") == ["Silver"]


def test_at_once_exempt() -> None:
    """Who is unaffected by an Attack is left out of what all do at once."""
    known = rules("all players at once: discard a card from hand", types="[Action, Attack]")
    game = board(known, p2={"hand": ["Moat", "Copper", "Silver"], "deck": DECK2})
    answer(game, "Probe", "Moat")
    while game.decision and asked(game).source.card in ("Moat",):
        answer(game, [])
    assert all(decision.seat != 2 for decision in game.decisions)
    answer(game, "Copper")
    assert zone(game, 1, "discard") == ["Copper"] and zone(game, 2, "discard") == []


def test_another_in_history() -> None:
    """A history question knows no `another`: refused."""
    assert "CW310" in refused("if you played another Action this turn: +1 coin")


def test_named_history() -> None:
    """Naming leaves no history, so asking for it is refused with a message."""
    assert "CW210" in refused("if you named a card this turn: +1 coin")


def test_named_event() -> None:
    """Naming is no event a card can wait for: refused with a message."""
    assert "CW210" in refused("+1 coin\n---\nwhen this is named: +1 coin")


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


def test_watch_while_in_supply() -> None:
    """`while this is in supply, when you gain a Silver` acts from the pile."""
    game = play("gain a Silver\n---\nwhile this is in supply, when you gain a Silver: +1 coin")
    assert counter(game, 1, "coins") == 1


def test_watch_while_in_trash() -> None:
    """A line may watch from the trash."""
    text = "trash this\ngain a Silver\n---\nwhile this is in trash, when you gain a Silver: +1 coin"
    game = play(text)
    assert counter(game, 1, "coins") == 1


def test_cost_change_that_asks_cost() -> None:
    """A change that asks for the cost it changes comes to an end."""
    text = "this turn: cards costing 3 or more cost 1 less"
    game = play(text)
    assert cost(game, "Gold") == 5 and cost(game, "Estate") == 2


def test_worth_that_asks_worth() -> None:
    """A worth that asks for the worth of cards owned comes to an end."""
    game = play("+1 card\n---\nworth 1 for each card owned whose worth is 1 or more")
    assert game.score(1) == 12


def test_shuffle_piles() -> None:
    """A row of piles cannot be shuffled."""
    assert "CW321" in refused("shuffle supply")


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


def test_may_choose_player_declined() -> None:
    """A choice that was declined binds nobody."""
    game = play("may choose another player\nthey gain a Curse", [], seats=3, p3={})
    assert pile(game, "Curse") == 20


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
    answer(game, [], ["Copper"]) if asked(game).source.card != "buy phase" else answer(game, ["Copper"])
    assert counter(game, 1, "coins") == 2


def test_until_checks_first() -> None:
    """Draw cards until 3 cards in hand, with 4 there: none is drawn."""
    game = play("draw cards until 3 cards in hand", hand=["Probe", "Copper", "Copper", "Estate", "Estate"])
    assert len(zone(game, 1, "hand")) == 4


def test_until_is_remembered() -> None:
    """Draw cards until ... counts for `if you drew 2 or more cards this turn`."""
    game = play(
        "draw cards until 5 cards in hand\nif you drew 2 or more cards this turn: +1 coin", hand=["Probe", "Copper"]
    )
    assert counter(game, 1, "coins") == 1


def test_until_has_windows() -> None:
    """A replacement applies to `draw cards until` too."""
    known = rules(
        "draw cards until 4 cards in hand\n---\nwhile this is in play, when you would draw a Curse: trash it instead"
    )
    game = board(known, hand=["Probe"])
    answer(game, "Probe")
    assert table(game, "trash") == ["Curse"]


def test_until_one_by_one() -> None:
    """Draw is one by one: an `after` line acts for each card drawn by `until`."""
    known = rules("draw cards until 2 cards in hand\n---\nwhile this is in play, when you draw a card: +1 coin")
    game = board(known, hand=["Probe"])
    answer(game, "Probe")
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
    if asked(game).min == 0 and "play any" in asked(game).prompt:
        answer(game, [])
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
    answer(game, "Probe2")
    n = 0
    while game.decision and asked(game).source.card == "Probe":
        n += 1
        decision = asked(game)
        if decision.kind == "card":
            answer(game, "Copper")
        elif "trash" in decision.prompt:
            answer(game, [])
        else:
            answer(game, decision.options[0].key)
    assert table(game, "trash") == []


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


def test_highest_tie() -> None:
    """Trash the card with the highest cost in hand, two tied: one of them."""
    text = "trash the card with the highest cost in hand"
    game = play(text, hand=["Probe", "Gold", "Gold", "Copper"])
    while asked(game).source.card == "Probe":
        answer(game, asked(game).options[0].key)
    assert len(table(game, "trash")) == 1


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


def test_chosen_player_exempt() -> None:
    """Attack: choose another player, they gain a Curse: Moat protects."""
    known = rules("choose another player\nthey gain a Curse", types="[Action, Attack]")
    game = board(known, p2={"hand": ["Moat"]})
    answer(game, "Probe", "Moat")
    while game.decision and asked(game).seat == 2:
        answer(game, [])
    if asked(game).kind == "seat":
        answer(game, "p2")
    assert zone(game, 2, "discard") == []


def test_state_tail_dead() -> None:
    """A word nobody knows is named in the message."""
    problems = refused("put it face down into hand")
    assert "CW201" in problems and "'face'" in problems


def test_tokens_counted() -> None:
    """The number of tokens on a card is a number like any other."""
    assert coins("+2 tokens on this\n+coins equal to the tokens on this") == 2


def test_put_back_into_supply() -> None:
    """A card put into the supply lies on its pile again."""
    full = pile(board(rules("+1 card")), "Copper")
    game = play("put all Coppers from hand into supply")
    assert zone(game, 1, "hand") == ["Estate", "Silver"] and pile(game, "Copper") == full + 1


def test_throned_duration() -> None:
    """A waiting card played twice acts twice."""
    known = rules("at start of your next turn: +1 coin")
    game = board(known, hand=["Throne Room", "Probe"], deck=["Copper"] * 10)
    answer(game, "Throne Room", "Probe")
    end_turn(game)
    assert zone(game, 1, "in play") == ["Probe"] or zone(game, 1, "in play") == ["Probe", "Throne Room"]
    end_turn(game)
    assert counter(game, 1, "coins") == 2


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


def test_and_or_left_to_right() -> None:
    """`and` and `or` are read from left to right."""
    assert coins("if a Copper in hand, or a Gold in hand, and a Curse in hand: +1 coin") == 0
    assert coins("if a Curse in hand, and a Gold in hand, or a Copper in hand: +1 coin") == 1


def test_may_each_other() -> None:
    """`if done` inside a block is about the player of the block."""
    game = play(
        "each other player:\n  may discard a card from hand\n  if done: +1 card\n  otherwise: gain a Curse", ["Gold"]
    )
    assert len(zone(game, 2, "hand")) == 5


def test_you_in_each() -> None:
    """`you` in a block of others is the player of the card."""
    assert coins("each other player:\n  reveal a card from hand\n  if it is a Treasure: you +1 coin", "Gold") == 1


def test_reveal_shown_back() -> None:
    """Revealed and left alone: back on top in order; drawn after the text."""
    game = play("reveal the top 2 cards of deck")
    assert zone(game, 1, "deck")[:2] == ["Gold", "Duchy"]


def test_shown_then_draw() -> None:
    """Cards looked at lie apart until the text ends; a draw takes the one below."""
    game = play("look at the top card of deck\n+1 card", hand=["Probe"])
    assert zone(game, 1, "hand") == ["Duchy"]


def test_gained_lost_track() -> None:
    """When you gain a card: put it onto deck (watch) ; text then 'put it into hand' has lost it."""
    known = rules(
        "gain a Silver\nput it into hand\n---\nwhile this is in play, when you gain a Silver: put it onto deck"
    )
    game = board(known)
    answer(game, "Probe")
    assert zone(game, 1, "deck")[0] == "Silver"


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


def test_may_each_at_once_refuses() -> None:
    """What all do at once cannot be declined: refused."""
    assert "CW318" in refused("all players at once: may discard a card from hand")


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


def test_group_of_other_seat() -> None:
    """Each other player discards a card / gain ... the discarded cards."""
    game = play(
        "each other player discards a card from hand\nmay put any number of the discarded cards into hand",
        "Gold",
        ["Gold"],
    )
    assert "Gold" in zone(game, 1, "hand")


def test_named_when() -> None:
    """A line may wait for the card named before."""
    known = rules("name a card\nthis turn, when you play the named card: +1 coin")
    game = board(known)
    answer(game, "Probe", "Copper", ["Copper", "Silver"])
    assert counter(game, 1, "coins") == 4


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


def test_on_trash_it() -> None:
    """`it` without anything before it is refused."""
    assert "CW303" in refused("trash it from hand")


def test_extra_turn_ties() -> None:
    """An extra turn counts as a turn of its player."""
    game = play("take an extra turn", hand=["Probe"], deck=["Copper"] * 9)
    end_turn(game)
    end_turn(game)
    assert game._state.turns == [2, 1]


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


def test_if_done_after_wait() -> None:
    """`if done` after a line that waits is refused."""
    assert "CW311" in refused("at start of your next turn: +1 coin\nif done: +1 coin")


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
