"""Which things, how many of them, from where and to where."""

from __future__ import annotations

from tests.helpers import answer, asked, counter, end_turn, offered, pile, table, zone
from tests.probes import DECK, board, coins, play, refused, rules


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
    assert zone(game, 1, "deck") == [*DECK, "Copper", "Silver"]
    game = play("put the bottom card of deck into hand")
    assert zone(game, 1, "hand").count("Copper") == 2
    game = play("put the bottom 2 cards of deck into hand")
    assert "Province" in zone(game, 1, "hand")


def test_any_order() -> None:
    """`in any order` asks for the order, uppermost first."""
    game = play("put hand onto deck in any order", ["Estate", "Copper", "Silver"])
    assert zone(game, 1, "deck")[:3] == ["Estate", "Copper", "Silver"]
    game = play("may put hand onto deck in any order", [])
    assert zone(game, 1, "deck") == list(DECK)
    offer = "put hand onto deck in any order"
    game = play(f"may {offer}", [offer], ["Estate", "Copper", "Silver"])
    assert zone(game, 1, "deck")[:3] == ["Estate", "Copper", "Silver"]


def test_a_search_through_cards_that_are_shown_where_they_lie() -> None:
    """A zone whose shown cards have no place of their own is searched from the top as well."""
    text = "reveal cards from discard until 2 Treasures revealed\nput the revealed Treasures into hand\ntrash the rest"
    discard = ["Estate", "Copper", "Curse", "Gold", "Silver"]
    for waiting in ("", "\n---\nwhile this is in play, after you reveal a card: +1 coin"):
        game = play(text + waiting, p1={"hand": ["Probe"], "discard": discard})
        assert zone(game, 1, "hand") == ["Copper", "Gold"]
        assert zone(game, 1, "discard") == ["Silver"]
        assert table(game, "trash") == ["Curse", "Estate"]


def test_an_open_choice_is_done_with_its_least_amount() -> None:
    """`if done` after `2 or more` needs two of them."""
    assert coins("trash 2 or more cards from hand\nif done: +1 coin", p1={"hand": ["Probe", "Estate"]}) == 0
    two = ["Estate", "Curse"]
    assert coins("trash 2 or more cards from hand\nif done: +1 coin", p1={"hand": ["Probe", *two]}) == 1


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
    assert zone(game, 1, "in play") == ["Probe", "Smithy"]
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


def test_highest_tie() -> None:
    """Trash the card with the highest cost in hand, two tied: one of them."""
    text = "trash the card with the highest cost in hand"
    game = play(text, hand=["Probe", "Gold", "Gold", "Copper"])
    answer(game, "Gold")
    assert table(game, "trash") == ["Gold"] and asked(game).source.card != "Probe"


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


def test_put_back_into_supply() -> None:
    """A card put into the supply lies on its pile again."""
    full = pile(board(rules("+1 card")), "Copper")
    game = play("put all Coppers from hand into supply")
    assert zone(game, 1, "hand") == ["Estate", "Silver"] and pile(game, "Copper") == full + 1


def test_per_forms() -> None:
    """`for each`, `for every 2` and `differently named` multiply."""
    assert coins("+1 coin for each card in hand") == 3
    assert coins("+1 coin for every 2 cards in hand") == 1
    assert coins("+1 coin for each differently named card in hand", hand=["Probe", "Copper", "Copper"]) == 1
    game = play("gain a Silver for each Treasure in hand")
    assert zone(game, 1, "discard") == ["Silver", "Silver"]
    game = play("discard a card from hand for every 2 cards in hand", "Copper")
    assert zone(game, 1, "discard") == ["Copper"]


def test_until_verbs() -> None:
    """Cards are taken one by one until the condition is true."""
    game = play("discard cards from deck until one is a Victory")
    assert zone(game, 1, "discard") == ["Duchy", "Gold"]
    game = play("trash cards from deck until 2 Treasures trashed\n+1 coin for each card trashed")
    assert counter(game, 1, "coins") == 5
    game = play("reveal cards from deck until it is not a Treasure\nput it into hand\ndiscard the rest")
    assert "Duchy" in zone(game, 1, "hand") and zone(game, 1, "discard") == ["Gold"]


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


def test_reveal_shown_back() -> None:
    """Revealed and left alone: back on top in order; drawn after the text."""
    game = play("reveal the top 2 cards of deck")
    assert zone(game, 1, "deck")[:2] == ["Gold", "Duchy"]


def test_shown_then_draw() -> None:
    """Cards looked at lie apart until the text ends; a draw takes the one below."""
    game = play("look at the top card of deck\n+1 card", hand=["Probe"])
    assert zone(game, 1, "hand") == ["Duchy"]


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


def test_times() -> None:
    """A card may be played several times."""
    known = rules("may play an Action from hand 3 times")
    game = board(known, hand=["Probe", "Smithy"], deck=["Copper"] * 20)
    answer(game, "Probe", "Smithy")
    assert len(zone(game, 1, "hand")) == 9
    known = rules("choose an Action in hand\nplay it twice")
    game = board(known, hand=["Probe", "Smithy"], deck=["Copper"] * 20)
    answer(game, "Probe")
    answer(game, "Smithy")
    assert len(zone(game, 1, "hand")) == 6


def test_perform() -> None:
    """`perform it` runs the text of a card and leaves the card where it is."""
    known = rules("+1 card\nreveal an Action from hand\nperform it")
    game = board(known, hand=["Probe", "Smithy"])
    answer(game, "Probe", "Smithy")
    assert len(zone(game, 1, "hand")) == 5 and "Smithy" in zone(game, 1, "hand")


def test_shuffle() -> None:
    """A zone may be put into the deck and shuffled."""
    game = play(
        "put discard into deck\nshuffle deck", p1={"hand": ["Probe"], "deck": DECK, "discard": ["Silver", "Silver"]}
    )
    assert len(zone(game, 1, "deck")) == 7


def test_shuffle_piles() -> None:
    """A row of piles cannot be shuffled."""
    assert "CW321" in refused("shuffle supply")


def test_state_tail_dead() -> None:
    """A word nobody knows is named in the message."""
    problems = refused("put it face down into hand")
    assert "CW201" in problems and "'face'" in problems


def test_gained_lost_track() -> None:
    """When you gain a card: put it onto deck (watch) ; text then 'put it into hand' has lost it."""
    known = rules(
        "gain a Silver\nput it into hand\n---\nwhile this is in play, when you gain a Silver: put it onto deck"
    )
    game = board(known)
    answer(game, "Probe")
    assert zone(game, 1, "deck")[0] == "Silver"


def test_no_things_are_not_taken() -> None:
    """Taking none says nothing, and neither does asking for all or any number."""
    for text in ("discard 0 cards from hand", "discard up to 0 cards from hand", "reveal the top 0 cards of deck",
                 "if all cards in hand: +1 coin", "if any number of coins: +1 coin", "if the Copper in hand: +1 coin"):
        assert "CW301" in refused(text), text
    assert refused("name a card\nif the named card in hand: +1 coin") == ""


def test_the_rest_of_a_choice() -> None:
    """A group that was chosen or gained has a rest, as one that was revealed."""
    game = play("choose 2 cards in hand\ndiscard one of them\nput the rest onto deck", ["Copper", "Silver"], "Copper")
    assert zone(game, 1, "discard") == ["Copper"] and zone(game, 1, "deck")[0] == "Silver"
    game = play("gain 2 cards costing 6 or more\nput one of them into hand\ntrash the rest", "Gold", "Province", "Gold")
    assert "Gold" in zone(game, 1, "hand") and table(game, "trash") == ["Province"]


def test_several_with_the_highest() -> None:
    """Only those that share the highest are taken, also if more are asked for."""
    game = play("discard 2 cards with the highest cost in hand", ["Silver"])
    assert zone(game, 1, "discard") == ["Silver"]
