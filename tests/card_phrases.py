"""Random phrases of card texts: things, zones, numbers, conditions, events, in the words of the default game.

What a phrase may speak of depends on what the lines before it have bound; `Bound` keeps that in mind as
`docs/language.md` tells it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

NOUNS = ("card", "card", "card", "Treasure", "Action", "Victory", "Copper", "Silver", "Estate", "Curse", "Gold",
         "Action or Treasure", "non-Victory card", "Action Attack card")
PLURALS = ("cards", "cards", "cards", "Treasures", "Actions", "Victories", "Coppers", "non-Treasure cards",
           "Curses or Coppers")
COMPARISONS = ("up to 4", "3 or more", "4 or less", "more than 3", "less than 4", "exactly 3", "at least 2",
               "less than this", "up to your coins", "the same as this", "up to 1 more than this")
WITH_IT = ("up to 2 more than it", "the same as it", "less than it", "at least 1 less than it",
           "exactly 1 more than it")
NARROWINGS = (" other than this", " other than Copper", " with 1 or more tokens", " with no tokens",
              " with the highest cost", " with the lowest worth")
# of what `them` or `the rest` stand for, and whether that is one thing
PARTS = {
    "one of them": True, "1 of them": True, "up to 1 of them": False, "2 of them": False, "any number of them": False,
    "all of them": False, "a Treasure from them": True,
}
PARTS_OF_REST = {"one of the rest": True, "any number of the rest": False, "all of the rest": False}
DESTINATIONS = ("into hand", "onto deck", "into discard", "on the bottom of deck", "on top of deck", "into trash",
                "into aside", "into supply", "into play", "into your hand")
PARTICIPLES = {"discard": "discarded", "trash": "trashed", "reveal": "revealed", "gain": "gained"}
CONDITIONS = ("3 or fewer cards in hand", "2 or more coins", "no actions", "1 or more tokens on this", "hand is empty",
              "deck is not empty", "this is in play", "this is idle", "it is your turn", "you gained a card this turn",
              "any player trashed a card this turn", "another player gained no card this turn",
              "an empty pile in supply", "3 or more cards owned", "this costs 3 or more")
ABOUT_IT = ("it is a Treasure", "it is not an Action", "it costs 3 or more", "it is in hand", "it is not in discard",
            "it is idle", "it is another Action", "it is an Action or a Treasure",
            "it is a card costing less than this")
# what is done, as the past can be asked for it, and what only the present knows
DEEDS = ("gain a card", "gain a Treasure", "draw a card", "discard a card", "trash a card", "play an Action",
         "play a Treasure", "play a Copper", "buy a card", "reveal a card", "put a card", "pass a card", "gain")
DETAILED = ("gain a card costing 3 or more", "gain a card costing less than this", "play a card with 1 or more tokens",
            "play another Action", "discard a card other than this")
MOMENTS = ("your turn starts", "your turn ends", "your buy phase starts", "their turn starts", "turn ends")
TIMES = ("your next turn", "your next turn", "your next buy phase", "your clean-up phase", "your next action phase")


@dataclass(frozen=True, slots=True)
class Bound:
    """What the lines so far have bound."""

    it: bool = False
    them: bool = False
    rest: bool = False
    they: bool = False
    named: bool = False


class Phrases:
    """Makes phrases by chance; the same seed gives the same ones."""

    def __init__(self, seed: float, careless: bool = False) -> None:
        self.chance = random.Random(seed)
        self.bound = Bound()
        self.done: set[str] = set()  # verbs whose participles this text can use
        self.careless = careless  # speaks now and then of what nothing has bound

    def any_of(self, *options: str) -> str:
        return self.chance.choice(options)

    def rarely(self, share: float) -> bool:
        return self.chance.random() < share

    def slips(self) -> bool:
        """Whether to be careless just here."""
        return self.careless and self.rarely(0.15)

    # ------------------------------------------------------------ things

    def one(self) -> str:
        """A kind of card with its article."""
        noun = self.any_of(*NOUNS)
        return ("an " if noun[0] in "AEIO" else "a ") + noun

    def several(self) -> str:
        """A kind of cards."""
        return self.any_of(*PLURALS)

    def owner(self) -> str:
        """Whose zone: nobody named, `your`, or `their` where somebody is bound."""
        return self.any_of("", "", "your ", "their ") if self.bound.they else self.any_of("", "", "", "your ")

    def place(self, word: str = "in") -> str:
        """Where cards lie or come from."""
        if self.rarely(0.15):
            return f"{word} trash"
        zone = self.any_of("hand", "hand", "hand", "discard", "deck", "play", "aside")
        if zone == "play":
            return self.any_of("in play", f"{word} play")
        return f"{word} {self.owner()}{zone}"

    def narrowing(self) -> str:
        """What narrows a kind of card, often nothing."""
        if self.rarely(0.4):
            return ""
        if self.bound.it and self.rarely(0.1):
            return " other than it"
        compared = (" costing ", " costing ", " whose cost is ")
        return self.any_of(*(word + self.comparison() for word in compared), *NARROWINGS)

    def things(self, word: str = "from") -> tuple[str, bool, bool]:
        """Cards to do something with, whether it is one, and whether they are part of a group."""
        share = self.chance.random()
        if share < 0.2:
            amount = self.any_of("2", "3", "up to 2", "any number of", "all", "two")
            return f"{amount} {self.several()}{self.narrowing()} {self.place(word)}", False, False
        if share < 0.3:
            number = self.any_of("", " 2", " 3")
            end, noun = self.any_of("top", "top", "bottom"), "cards" if number else "card"
            zone = self.owner() + self.any_of("deck", "deck", "discard")
            return f"the {end}{number} {noun} of {zone}", not number, False
        parts = (PARTS if self.bound.them else {}) | (PARTS_OF_REST if self.bound.rest else {})
        parts |= {f"a card of the {PARTICIPLES[verb]} cards": True for verb in sorted(self.done)}
        if self.bound.named and self.rarely(0.2):
            return f"all named cards {self.place(word)}", False, False
        if parts and share < 0.5:
            part = self.any_of(*parts)
            return part, parts[part], True
        return f"{self.one()}{self.narrowing()} {self.place(word)}", True, False

    # ------------------------------------------------------------ numbers

    def number(self) -> str:
        """A short number."""
        if self.bound.it and self.rarely(0.35):
            return self.any_of("its cost", "its worth", "the cost of it", "the tokens on it")
        return self.any_of("1", "2", "3", "your coins", "your buys", "your actions", "the cost of this",
                           "the tokens on this")

    def amount(self) -> str:
        """A number that may have to be counted."""
        things = f"{self.several()} {self.place()}"
        return self.any_of(self.number(), f"the number of {things}", f"the total cost of {things}",
                           "the number of cards owned")

    def comparison(self) -> str:
        """What a cost is compared with."""
        return self.any_of(*COMPARISONS, *(WITH_IT if self.bound.it else ()))

    def multiplier(self) -> str:
        """What an amount is multiplied by, often nothing."""
        choices = ["", "", f" for each {self.any_of(*NOUNS)} {self.place()}", " for each token on this",
                   f" for every 2 {self.several()} {self.place()}", f" for each differently named card {self.place()}"]
        choices += [f" for each card {PARTICIPLES[verb]}" for verb in sorted(self.done)]
        return self.any_of(*choices)

    # ------------------------------------------------------------ conditions, events, times

    def condition(self) -> str:
        """A condition, now and then two."""
        choices = [*CONDITIONS, f"a {self.any_of('card', 'Copper', 'Treasure')} {self.place()}",
                   f"no Curse {self.place()}", f"2 or more Treasures {self.place()}",
                   f"{self.amount()} is {self.any_of('3 or more', 'less than 4', 'exactly 2', 'more than your coins')}"]
        choices += [f"2 or more cards {PARTICIPLES[verb]}" for verb in sorted(self.done)]
        if self.bound.it or self.slips():
            choices += ABOUT_IT * 2 + ("it is the named card",) * (2 * self.bound.named)
        if self.bound.they:
            choices += ["it is their turn", "they gained a Curse this turn"]
        found = self.any_of(*choices)
        return f"{found}, {self.any_of('and', 'or')} {self.condition()}" if self.rarely(0.15) else found

    def event(self, deeds: tuple[str, ...], would: bool) -> str:
        """What somebody does or would do."""
        who, deed = self.any_of("you", "another player", "any player"), self.any_of(*deeds)
        if would or who == "you":
            return f"{who} {'would ' if would else ''}{deed}"
        verb, space, thing = deed.partition(" ")
        return f"{who} {verb}{'es' if verb == 'pass' or verb.endswith('sh') else 's'}{space}{thing}"

    def trigger(self) -> tuple[str, bool]:
        """When a line that waits acts, and whether it takes the place of something."""
        if self.rarely(0.15):
            return f"when {self.any_of(*MOMENTS)}", False
        if self.rarely(0.25):
            return f"when {self.event(DEEDS + DETAILED, would=True)}", True
        if self.rarely(0.15):
            return f"the first time {self.event(DEEDS, would=False)}", False
        return f"{self.any_of('when', 'when', 'before', 'after')} {self.event(DEEDS + DETAILED, would=False)}", False

    def time(self) -> str:
        """Start or end of a turn or a phase that will come."""
        if self.rarely(0.25):
            return self.any_of("at end of this turn", "at end of turn", "at start of turn")
        return f"at {self.any_of('start', 'end')} of {self.any_of(*TIMES)}"
