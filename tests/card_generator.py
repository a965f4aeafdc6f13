"""Random card texts, most of which are valid: what no author would think of writing.

A `CardWriter` writes one text line by line and keeps in mind what earlier lines have bound (`it`, `them`, `they`, a
named card), so that later lines may speak of it. What it does not know is the checker's business: `checked_cards`
keeps the texts that load.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from interpreter import BadFiles, load


class Bound(NamedTuple):
    """What the lines so far have bound."""

    one: bool = False  # `it` is a card
    many: bool = False  # `them` are cards
    they: bool = False  # `they` is a player
    named: bool = False  # there is a named card


class CardWriter:
    """Writes one card text; the same seed gives the same text."""

    def __init__(self, seed: float) -> None:
        self.chance = random.Random(seed)
        self.one = self.many = self.they = self.named = False
        self.depth = 0

    def text(self) -> str:
        """A whole text: one to three statements, and lines below the bar in almost half of the cases."""
        lines: list[str] = []
        for _ in range(self.chance.randint(1, 3)):
            lines += self.statement()
        if self.chance.random() < 0.45:
            lines += ["---", *self.line_below()]
            if self.chance.random() < 0.3:
                lines += self.line_below()
        return "\n".join(lines)

    def any_of(self, *options: str) -> str:
        return self.chance.choice(options)

    def bound(self) -> Bound:
        """What is bound now."""
        return Bound(self.one, self.many, self.they, self.named)

    def rebind(self, bound: Bound) -> None:
        """Forgets what was bound in a block."""
        self.one, self.many, self.they, self.named = bound

    def block(self) -> list[str]:
        """One to three statements, indented."""
        lines: list[str] = []
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            lines += self.statement()
        return ["  " + line for line in lines]

    def noun(self) -> str:
        """A kind of card, singular."""
        return self.any_of(
            "card",
            "card",
            "card",
            "Treasure",
            "Action",
            "Victory",
            "Copper",
            "Silver",
            "Estate",
            "Curse",
            "Action or Treasure",
            "non-Victory card",
            "Action Attack card",
            "Gold",
        )

    def nouns(self) -> str:
        """A kind of cards, plural."""
        return self.any_of(
            "cards",
            "cards",
            "cards",
            "Treasures",
            "Actions",
            "Victories",
            "Coppers",
            "non-Treasure cards",
            "Curses or Coppers",
        )

    def with_article(self, n: str) -> str:
        """The noun with its article."""
        return ("an " if n[0] in "AEIOUaeio" else "a ") + n

    def owner(self) -> str:
        """Whose zone: nobody named, `your`, or `their` where somebody is bound."""
        return self.any_of("", "", "your ", "their ") if self.they else self.any_of("", "", "", "your ")

    def zone(self) -> str:
        """A zone, with an owner now and then."""
        return (
            self.owner() + self.any_of("hand", "hand", "hand", "discard", "deck", "play", "aside")
            if self.chance.random() < 0.85
            else self.any_of("trash")
        )

    def place(self, frm: str = "in") -> str:
        """Where cards lie or come from."""
        z = self.zone()
        if z == "play":
            return self.any_of("in play", "from play" if frm == "from" else "in play")
        return f"{frm} {z}"

    def number(self) -> str:
        """A short number."""
        o = ["1", "2", "3", "your coins", "your buys", "your actions"]
        if self.one:
            o += ["its cost", "its worth", "the cost of it", "the tokens on it"]
        o += ["the cost of this", "the tokens on this"]
        return self.any_of(*o)

    def amount(self) -> str:
        """A number that may have to be counted."""
        return self.any_of(
            self.number(),
            "the number of " + self.nouns() + " " + self.place(),
            "the total cost of " + self.nouns() + " " + self.place(),
            "the number of cards owned",
        )

    def comparison(self) -> str:
        """What a cost is compared with."""
        o = [
            "up to 4",
            "3 or more",
            "4 or less",
            "more than 3",
            "less than 4",
            "exactly 3",
            "at least 2",
            "less than this",
            "up to your coins",
            "the same as this",
            "up to 1 more than this",
        ]
        if self.one:
            o += [
                "up to 2 more than it",
                "the same as it",
                "less than it",
                "at least 1 less than it",
                "exactly 1 more than it",
            ]
        return self.any_of(*o)

    def narrowing(self) -> str:
        """What narrows a kind of card, often nothing."""
        o = (
            ["", "", "", "", ""]
            + [" costing " + self.comparison()] * 3
            + [
                " whose cost is " + self.comparison(),
                " other than this",
                " other than Copper",
                " with 1 or more tokens",
                " with no tokens",
                " with the highest cost",
                " with the lowest worth",
            ]
        )
        if self.one:
            o += [" other than it"]
        return self.any_of(*o)

    def things(self, frm: str = "from") -> tuple[str, bool]:
        """Cards to do something with, and whether it is a single one."""
        k = self.chance.random()
        if k < 0.5:
            return (self.with_article(self.noun()) + self.narrowing() + " " + self.place(frm), True)
        if k < 0.7:
            return (
                self.any_of("2", "3", "up to 2", "any number of", "all", "two")
                + " "
                + self.nouns()
                + self.narrowing()
                + " "
                + self.place(frm),
                False,
            )
        if k < 0.8:
            n = self.any_of("", "2", "3")
            return (
                "the "
                + self.any_of("top", "top", "bottom")
                + (" " + n if n else "")
                + " "
                + ("cards" if n else "card")
                + " of "
                + self.owner()
                + self.any_of("deck", "deck", "discard"),
                not n,
            )
        if self.many:
            return (
                self.any_of(
                    "one of them",
                    "up to 1 of them",
                    "any number of them",
                    "all of them",
                    "one of the rest",
                    "any number of the rest",
                    "all of the rest",
                    "a Treasure from them",
                ),
                self.any_of(True, False),
            )
        return (self.with_article(self.noun()) + self.narrowing() + " " + self.place(frm), True)

    def gained(self) -> str:
        """What is gained."""
        return self.any_of(
            self.with_article(self.noun()) + self.narrowing(),
            self.with_article(self.noun()) + " costing " + self.comparison(),
            "2 Silvers",
            "up to 2 " + self.nouns() + " costing " + self.comparison(),
            "a Treasure from trash",
        )

    def destination(self) -> str:
        """Where cards are put."""
        return self.any_of(
            "into hand",
            "onto deck",
            "into discard",
            "on the bottom of deck",
            "on top of deck",
            "into trash",
            "into aside",
            "into supply",
            "into play",
            "into your hand",
        )

    def actor(self) -> str:
        """Who does it: mostly nobody is named."""
        o = ["", "", "", "", "you "]
        if self.they:
            o += ["they "] * 2
        return self.any_of(*o)

    def subject(self) -> str:
        """Other players as the subject of a sentence."""
        return self.any_of("each other player ", "each player ", "player to the left ", "player to the right ")

    def verb(self) -> str:
        """A verb of the game."""
        return self.any_of("discard", "trash", "reveal", "put", "set", "pass", "play", "gain", "draw", "look at")

    def simple(self) -> str:
        """One statement of one line."""
        k = self.chance.random()
        may = self.any_of("", "", "may ")
        w = self.actor()
        if k < 0.08:
            return (
                w + "+" + self.number() + " " + self.any_of("coins", "actions", "buys", "cards")
                if self.chance.random() < 0.5
                else w + self.any_of("+1 coin", "+2 cards", "+1 action") + self.multiplier()
            )
        if k < 0.11:
            return w + "lose " + self.any_of("1 coin", "1 action", "coins equal to " + self.amount())
        if k < 0.14:
            return w + "+coins equal to " + self.amount()
        if k < 0.19:
            return (
                self.any_of("+1 token on this", "+2 tokens on this" + self.multiplier(), "lose 1 token on this") + ""
                if not self.one
                else self.any_of("+1 token on it", "lose 1 token on it", "+tokens on it equal to " + self.amount())
            )
        if k < 0.6:
            v = self.verb()
            tail = ""
            if v == "draw":
                obj = self.any_of("2 cards", "a card", "cards until 5 cards in hand")
                self.bind(True if obj == "a card" else None)
                return w + may + "draw " + obj
            if v == "gain":
                o = self.gained()
                self.bind(not o.startswith(("2", "up")))
                return (
                    w
                    + may
                    + "gain "
                    + o
                    + self.any_of("", " to hand", " onto deck", "")
                    + (
                        self.multiplier()
                        if may == "" and self.chance.random() < 0.15 and (not o.startswith(("up", "2")))
                        else ""
                    )
                    + self.payment()
                )
            if (self.one or self.many) and self.chance.random() < 0.45:
                obj = "it" if self.one else self.any_of("them", "the rest")
                if v == "play" and obj != "it":
                    v = "discard"
                t = obj
            else:
                t, single = self.things()
                self.bind(single)
            if v == "put":
                tail = " " + self.destination()
            if v == "set":
                tail = " aside"
            if v == "pass":
                tail = self.any_of("", " to the left", " to the right")
            if v == "play":
                tail = self.any_of("", " twice", " 3 times", "")
            if v == "discard" and self.chance.random() < 0.1:
                return w + "discard down to 2 cards in hand"
            if v == "look at" and t.startswith(("it", "them")):
                v = "reveal"
            return w + may + v + " " + t + tail + self.payment()
        if k < 0.66:
            t, single = self.things("in")
            self.bind(single)
            return w + may + "choose " + t
        if k < 0.69:
            self.they = True
            return "choose " + self.any_of("another player", "a player")
        if k < 0.72:
            self.named = True
            return may + "name a " + self.any_of("card", "Treasure card")
        if k < 0.75:
            return self.subject() + self.any_of(
                "draws a card",
                "gains a Curse",
                "discards a card from hand",
                "may trash a card from hand",
                "reveals hand",
                "+1 card",
                "loses 1 coin",
            )
        if k < 0.78:
            return self.any_of(
                "this turn: cards cost 1 less",
                "this turn: Actions cost " + self.number() + " less, not below 1",
                "this turn: Treasures are also Actions",
                "until your next turn: cards cost 1 more",
                "this turn: Victories costing " + self.comparison() + " are also Treasures",
                "until end of your next turn: cards" + self.narrowing() + " cost 2 less",
            )
        if k < 0.81:
            return self.any_of(
                "shuffle deck",
                "discard hand",
                "put deck into discard",
                "reveal hand",
                "put discard onto deck",
                "put hand onto deck in any order",
            )
        if k < 0.84:
            return (
                self.any_of("reveal", "discard", "trash")
                + " cards from deck until "
                + self.any_of("one is a Victory", "one costs 3 or more", "one is an Action")
                + self.bind_last()
            )
        if k < 0.86:
            return may + "take an extra turn"
        if k < 0.88:
            return "perform it" if self.one else "+1 buy"
        if k < 0.91:
            return "all players at once: " + self.any_of(
                "discard a card from hand",
                "pass a card from hand to the left",
                "gain a card costing up to 3",
                "reveal 2 cards from hand",
                "put a card from hand onto deck",
            )
        if k < 0.93:
            return "nothing"
        return "+1 card"

    def bind_last(self) -> str:
        """Binds the last of the cards taken one by one."""
        self.one, self.many = (True, False)
        return ""

    def bind(self, single: bool | None) -> None:
        """Binds `it` to a single card or `them` to several; None is a draw of several."""
        if single is None:
            self.one = False
            self.many = True
        else:
            self.one, self.many = (bool(single), not single)

    def multiplier(self) -> str:
        """For what an amount is multiplied, often nothing."""
        return self.any_of(
            "",
            "",
            " for each " + self.noun() + " " + self.place(),
            " for every 2 " + self.nouns() + " " + self.place(),
            " for each differently named card " + self.place(),
            " for each token on this",
        )

    def payment(self) -> str:
        """Now and then a price."""
        return ", paying 1 coin" if self.chance.random() < 0.05 else ""

    def condition(self) -> str:
        """A condition, now and then two."""
        o = [
            "a " + self.any_of("card", "Copper", "Treasure") + " " + self.place(),
            "no Curse " + self.place(),
            "2 or more Treasures " + self.place(),
            "3 or fewer cards in hand",
            "2 or more coins",
            "no actions",
            "1 or more tokens on this",
            self.amount() + " is " + self.any_of("3 or more", "less than 4", "exactly 2", "more than your coins"),
            "hand is empty",
            "deck is not empty",
            "this is in play",
            "this is idle",
            "it is your turn",
            "you gained a card this turn",
            "any player trashed a card this turn",
            "another player gained no card this turn",
            "an empty pile in supply",
            "3 or more cards owned",
            "this costs 3 or more",
        ]
        if self.one:
            o += [
                "it is a Treasure",
                "it is not an Action",
                "it costs 3 or more",
                "it is in hand",
                "it is not in discard",
                "it is idle",
                "it is another Action",
                "it is an Action or a Treasure",
                "it is a card costing less than this",
            ] * 2
        if self.they:
            o += ["it is their turn", "they gained a Curse this turn"]
        if self.named and self.one:
            o += ["it is the named card"] * 2
        x = self.any_of(*o)
        if self.chance.random() < 0.15:
            x += ", " + self.any_of("and", "or") + " " + self.condition()
        return x

    def event(self) -> str:
        """What somebody does or would do."""
        return (
            self.any_of("you", "another player", "any player")
            + " "
            + self.any_of("", "", "", "would ")
            + self.any_of(
                "gain a card",
                "gain a Treasure",
                "draw a card",
                "discard a card",
                "trash a card",
                "play an Action",
                "play a Treasure",
                "play a Copper",
                "buy a card",
                "reveal a card",
                "gain a card costing " + self.any_of("3 or more", "less than this"),
                "put a card",
                "pass a card",
                "play a card with 1 or more tokens",
                "gain",
                "set a card",
            )
        )

    def time(self) -> str:
        """A turn or a phase."""
        return self.any_of(
            "your next turn",
            "your next turn",
            "your next buy phase",
            "this turn",
            "turn",
            "your clean-up phase",
            "your next action phase",
        )

    def trigger(self) -> str:
        """When a line that waits acts."""
        w = self.any_of("when", "when", "when", "before", "after", "the first time")
        if self.chance.random() < 0.15:
            return self.any_of(
                "when your turn starts",
                "when your turn ends",
                "when your buy phase starts",
                "when their turn starts",
                "when turn ends",
            )
        e = self.event()
        if "would" in e:
            w = "when"
        return w + " " + e

    def statement(self) -> list[str]:
        """A statement with what belongs to it, as lines."""
        self.depth += 1
        try:
            k = self.chance.random()
            if self.depth > 3 or k < 0.6:
                x = self.simple()
                out = [x]
                if self.chance.random() < 0.25 and (
                    not x.startswith(
                        (
                            "+",
                            "lose",
                            "this",
                            "until",
                            "all",
                            "shuffle",
                            "perform",
                            "each",
                            "player",
                            "you +",
                            "they +",
                            "nothing",
                        )
                    )
                ):
                    old = self.bound()
                    out += ["if done:", *self.block()]
                    self.rebind(old)
                    if self.chance.random() < 0.4:
                        old = self.bound()
                        out += ["otherwise:", *self.block()]
                        self.rebind(old)
                return out
            old = self.bound()
            if k < 0.68:
                out = ["if " + self.condition() + ":", *self.block()]
                self.rebind(old)
            elif k < 0.74:
                head = (
                    self.any_of(
                        "each other player",
                        "each player",
                        "each other player with " + self.any_of("3 or more cards in hand", "no Curse in hand"),
                        "player to the left",
                    )
                    + ":"
                )
                self.they = True
                out = [head, *self.block()]
            elif k < 0.78:
                h = (
                    "for each "
                    + self.any_of("", "", "differently named ")
                    + self.any_of("card", "Treasure", "Action", "Victory")
                    + " "
                    + self.any_of("in hand", "in play", "in discard")
                    + ":"
                )
                self.one, self.many = (True, False)
                out = [h, *self.block()]
            elif k < 0.82:
                out = [
                    "repeat "
                    + self.any_of(
                        "twice", "3 times", "while 2 or fewer coins", "until 5 cards in hand", "while a Copper in hand"
                    )
                    + ":",
                    *self.block(),
                ]
            elif k < 0.87:
                out = [self.any_of("choose one:", "choose two:")]
                for _ in range(3):
                    o2 = self.bound()
                    b = [line[2:] for line in self.block()]
                    self.rebind(o2)
                    out += ["  - " + b[0]] + ["    " + line for line in b[1:]]
            elif k < 0.9:
                out = ["may:", *self.block()]
                return out
            elif k < 0.94:
                t = self.any_of("start", "end")
                out = [f"at {t} of {self.time()}:", *self.block()]
            else:
                sp = self.any_of("this turn", "until your next turn", "until end of your next turn")
                self.one, self.many = (True, False)
                self.they = True
                e = self.trigger()
                b = self.block()
                if "would" in e:
                    b = [
                        *b,
                        "  "
                        + self.any_of(
                            "trash it instead", "nothing instead", "gain a Silver instead", "+1 coin instead"
                        ),
                    ]
                out = [sp + ", " + e + ":", *b]
            self.rebind(old)
            return out
        finally:
            self.depth -= 1

    def line_below(self) -> list[str]:
        """A line below the bar: a worth, a change, or a line that waits."""
        k = self.chance.random()
        self.one = self.many = self.they = self.named = False
        if k < 0.15:
            return ["worth " + self.any_of("1", "2", "-1") + self.multiplier()]
        if k < 0.35:
            return [
                "while this is in "
                + self.any_of("play", "hand")
                + ": "
                + self.any_of(
                    "cards cost 1 less",
                    "Coppers are also Actions",
                    "cards costing 3 or more cost 1 less, not below 2",
                    "Victories are also Treasures",
                )
            ]
        self.one = True
        if k < 0.55:
            h = self.any_of(
                "when you gain this",
                "when this is trashed",
                "when this is discarded",
                "when you play this",
                "when any player would trash this",
                "when you would gain this",
            )
            b = self.block()
            if "would" in h:
                b += ["  " + self.any_of("nothing instead", "gain a Silver instead")]
            return [h + ":", *b]
        self.they = True
        if k < 0.75:
            e = self.trigger()
            b = [
                "  "
                + self.any_of("may reveal this from hand", "may discard this from hand", "may trash this from hand"),
                "  if done:",
            ] + ["  " + line for line in self.block()]
            if "would" in e:
                b += ["    +1 coin instead"]
            return [e + ":", *b]
        e = self.trigger()
        b = self.block()
        if "would" in e:
            b += ["  " + self.any_of("nothing instead", "trash it instead")]
        return ["while this is in " + self.any_of("play", "play", "hand") + ", " + e + ":", *b]


def card_file(texts: Sequence[str]) -> str:
    """A file of cards named Made 0, Made 1, ... with these texts."""
    return "".join(
        f"- card: Made {number}\n  cost: 3\n  types: [Action]\n  text: |\n"
        + "".join(f"    {line}\n" for line in text.split("\n"))
        for number, text in enumerate(texts)
    )


def checked_cards(seed: int, count: int) -> list[str]:
    """The first `count` texts made from a seed that load, in the default edition of the game."""
    chance = random.Random(seed)
    good: list[str] = []
    while len(good) < count:
        good += _loading([CardWriter(chance.random()).text() for _ in range(count)])
    return good[:count]


def _loading(texts: list[str]) -> list[str]:
    """Those of the texts about which the checker has nothing to say."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.yaml"
        while texts:
            file.write_text(card_file(texts), encoding="utf-8")
            try:
                load("dominion", edition="2e", cards=[file])
            except BadFiles as bad:
                owners = [number for number, text in enumerate(texts) for _ in range(4 + len(text.split("\n")))]
                faulty = {owners[min(problem.span.line, len(owners)) - 1] for problem in bad.problems}
                texts = [text for number, text in enumerate(texts) if number not in faulty]
            else:
                break
    return texts
