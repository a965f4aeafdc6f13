"""Random card texts that follow the language page: what no author would think of writing.

A `CardWriter` writes one text line by line and keeps in mind what earlier lines have bound. So a careful text must
check; a careless one may be refused, but only for one of the `REASONS`. Any other refusal is a fault of the language,
of its page, or of the writer.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from interpreter import BadFiles, Problem, load
from tests.card_phrases import DESTINATIONS, PARTICIPLES, Bound, Phrases

REASONS = {
    "CW303": "a pronoun means nothing here",
    "CW304": "`it` is one thing, `them` are several",
    "CW305": "`they` are nobody here",
    "CW311": "`if done` follows nothing that can fail",
}
CARELESS = 0.15  # of all texts
PLAIN = ("shuffle deck", "nothing", "stop", "+1 card", "+1 card")
WHOLE = ("discard hand", "put deck into discard", "reveal hand", "put discard onto deck",
         "put hand onto deck in any order")
OF_OTHERS = ("draws a card", "gains a Curse", "discards a card from hand", "may trash a card from hand", "reveals hand",
             "+1 card", "loses 1 coin", "draws cards until 3 cards in hand", "chooses a card in hand")
NEIGHBOURS = ("player to the left", "player to the right")
AT_ONCE = ("discard a card from hand", "pass a card from hand to the left", "gain a card costing up to 3",
           "reveal 2 cards from hand", "put a card from hand onto deck")
INSTEAD = ("nothing instead", "gain a Silver instead", "+1 coin instead")
REPEATS = ("twice", "3 times", "while 2 or fewer coins", "until 5 cards in hand", "while a Copper in hand")


class CardWriter(Phrases):
    """Writes one card text; the same seed gives the same text."""

    def __init__(self, seed: float, careless: bool = False) -> None:
        super().__init__(seed, careless)
        self.depth = 0

    def text(self) -> str:
        """A whole text: one to three statements, and lines below the bar in almost half of the cases."""
        lines: list[str] = []
        for _ in range(self.chance.randint(1, 3)):
            lines += self.statement()
        if self.rarely(0.45):
            lines += ["---", *self.line_below(worth=True)]
            if self.rarely(0.3):
                lines += self.line_below(worth=False)
        return "\n".join(lines)

    # ------------------------------------------------------------ what is bound

    def bind(self, single: bool, part: bool = False) -> None:
        """What was acted on or chosen is `it` or `them` from here on; a group of its own has a rest."""
        rest = self.bound.rest or (not single and not part)
        self.bound = replace(self.bound, it=single, them=not single, rest=rest)

    def block(self) -> list[str]:
        """One to three statements, indented."""
        lines: list[str] = []
        for _ in range(self.chance.choice((1, 1, 2, 3))):
            lines += self.statement()
        return ["  " + line for line in lines]

    def own_block(self, **bound: bool) -> list[str]:
        """A block that keeps what it binds to itself."""
        outside = self.bound
        self.bound = replace(self.bound, **bound)
        lines = self.block()
        self.bound = outside
        return lines

    def waiting_block(self, **bound: bool) -> list[str]:
        """The text of something that waits: it has its own past."""
        outside, self.done = self.done, set()
        lines = self.own_block(**bound)
        self.done = outside
        return lines

    # ------------------------------------------------------------ one line

    def simple(self) -> tuple[str, bool]:
        """One statement of one line, and whether it can fail."""
        ways = (self.adds, self.adds, self.marks, self.acts, self.acts, self.acts, self.acts, self.acts, self.chooses,
                self.names, self.of_others, self.lasts, self.whole, self.searches, self.rare)
        return self.chance.choice(ways)()

    def subject(self) -> str:
        """Who does it: mostly nobody is named."""
        return self.any_of("", "", "", "", "you ", *(["they ", "they "] if self.bound.they or self.slips() else []))

    def adds(self) -> tuple[str, bool]:
        who = self.subject()
        if self.rarely(0.3):
            return who + self.any_of("lose 1 coin", "lose 1 action", f"lose coins equal to {self.amount()}"), False
        if self.rarely(0.3):
            return f"{who}+coins equal to {self.amount()}", False
        if self.rarely(0.5):
            return who + self.any_of("+1 coin", "+2 cards", "+1 action") + self.multiplier(), False
        number = self.number()
        return f"{who}+{number} {self.any_of('coin', 'action', 'buy', 'card')}{'' if number == '1' else 's'}", False

    def marks(self) -> tuple[str, bool]:
        if self.bound.it:
            return self.any_of("+1 token on it", "lose 1 token on it", f"+tokens on it equal to {self.amount()}"), False
        return self.any_of("+1 token on this", f"+2 tokens on this{self.multiplier()}", "lose 1 token on this"), False

    def acts(self) -> tuple[str, bool]:
        who, may = self.subject(), self.any_of("", "", "may ")
        verb = self.any_of("discard", "trash", "reveal", "put", "set", "pass", "play", "gain", "draw", "look at")
        if verb == "draw":
            return self.draws(who, may), True
        if verb == "gain":
            return self.gains(who, may), True
        if verb == "discard" and self.rarely(0.1):
            self.bind(False)
            self.done.add(verb)
            return f"{who}discard down to 2 cards in hand", True
        pronouns = [word for word in ("it", "them") if getattr(self.bound, word)] + ["the rest"] * self.bound.rest
        if self.slips():
            pronouns = ["it", "them", "the rest"]
        if pronouns and self.rarely(0.4):
            things = self.any_of(*pronouns)
        else:
            things, single, part = self.things()
            self.bind(single, part)
        tail = {"put": f" {self.any_of(*DESTINATIONS)}", "set": " aside",
                "pass": self.any_of("", " to the left", " to the right"),
                "play": self.any_of("", " twice", " 3 times", "")}.get(verb, "")
        if verb in PARTICIPLES:
            self.done.add(verb)
            if self.rarely(0.1):
                verb = f"reveal and {verb}" if verb != "reveal" else "reveal and trash"
        return f"{who}{may}{verb} {things}{tail}{self.payment()}", True

    def draws(self, who: str, may: str) -> str:
        if not may and self.rarely(0.3):
            self.bound = replace(self.bound, it=True, them=False, rest=True)
            return f"{who}draw cards until 5 cards in hand"
        single = self.rarely(0.5)
        self.bind(single)
        return f"{who}{may}draw {'a card' if single else '2 cards'}"

    def gains(self, who: str, may: str) -> str:
        thing, single = self.chance.choice((
            (self.one() + self.narrowing(), True), (f"{self.one()} costing {self.comparison()}", True),
            ("2 Silvers", False), (f"up to 2 {self.several()} costing {self.comparison()}", False),
            ("a Treasure from trash", True)))
        times = self.multiplier() if single and self.rarely(0.15) else ""
        self.bind(single and not times)
        self.done.add("gain")
        return f"{who}{may}gain {thing}{self.any_of('', ' to hand', ' onto deck', '')}{times or self.payment()}"

    def payment(self) -> str:
        return ", paying 1 coin" if self.rarely(0.05) else ""

    def chooses(self) -> tuple[str, bool]:
        if self.rarely(0.3):
            self.bound = replace(self.bound, they=True)
            return f"{self.any_of('', 'may ')}choose {self.any_of('another player', 'a player')}", True
        things, single, part = self.things("in")
        line = f"{self.subject()}{self.any_of('', '', 'may ')}choose {things}"
        self.bind(single, part)
        return line, True

    def names(self) -> tuple[str, bool]:
        self.bound = replace(self.bound, named=True)
        return f"{self.any_of('', '', 'may ')}name a {self.any_of('card', 'Treasure card')}", True

    def of_others(self) -> tuple[str, bool]:
        who, does = self.any_of("each other player", "each player", *NEIGHBOURS), self.any_of(*OF_OTHERS)
        if who in NEIGHBOURS and not does.startswith(("+", "loses")):  # what one player did can be spoken of
            self.bind("reveals" not in does)
            self.bound = replace(self.bound, rest=self.bound.rest or "reveals" in does or "until" in does)
        self.done |= {verb for verb in PARTICIPLES if verb in does}
        return f"{who} {does}", who in NEIGHBOURS and not does.startswith(("+", "loses"))

    def lasts(self) -> tuple[str, bool]:
        return self.any_of(
            "this turn: cards cost 1 less", f"this turn: Actions cost {self.number()} less, not below 1",
            "this turn: Treasures are also Actions", "until your next turn: cards cost 1 more",
            f"this turn: Victories costing {self.comparison()} are also Treasures",
            "until end of turn: cards other than Copper cost 1 less",
            f"until end of your next turn: cards costing {self.comparison()} cost 2 less"), False

    def whole(self) -> tuple[str, bool]:
        self.bind(False)
        line = self.any_of(*WHOLE)
        self.done |= {verb for verb in PARTICIPLES if line.startswith(verb)}
        return line, True

    def searches(self) -> tuple[str, bool]:
        verb = self.any_of("reveal", "discard", "trash")
        ends = self.any_of("one is a Victory", "one costs 3 or more", "one is an Action")
        self.bound = replace(self.bound, it=True, them=False, rest=True)
        self.done.add(verb)
        return f"{verb} cards from deck until {ends}", True

    def rare(self) -> tuple[str, bool]:
        if self.bound.it and self.rarely(0.3):
            return "perform it", False
        if self.rarely(0.25):
            return f"{self.any_of('', 'may ')}take an extra turn", True
        if self.rarely(0.4):
            return f"all players at once: {self.any_of(*AT_ONCE)}", False
        return self.any_of(*PLAIN), False

    # ------------------------------------------------------------ statements with blocks

    def statement(self) -> list[str]:
        """A statement with what belongs to it, as lines."""
        self.depth += 1
        try:
            if self.depth > 3 or self.rarely(0.6):
                return self.with_cases(*self.simple())
            return self.chance.choice((
                self.asks, self.asks, self.players, self.players, self.goes_through, self.repeats, self.menu, self.may,
                self.waits_for_time, self.waits_for_event, self.waits_for_event))()
        finally:
            self.depth -= 1

    def with_cases(self, line: str, fails: bool) -> list[str]:
        """A line with what happens if it was done, and otherwise."""
        lines = [line]
        if self.depth < 4 and ((fails and self.rarely(0.25)) or self.slips()):
            lines += ["if done:", *self.own_block()]
            if self.rarely(0.4):
                lines += ["otherwise:", *self.own_block()]
        return lines

    def asks(self) -> list[str]:
        return [f"if {self.condition()}:", *self.own_block()]

    def players(self) -> list[str]:
        who = self.any_of("each other player", "each player", "each other player with 3 or more cards in hand",
                          "each other player with no Curse in hand", *NEIGHBOURS)
        return [f"{who}:", *self.own_block(they=True)]

    def goes_through(self) -> list[str]:
        things = f"{self.any_of('card', 'Treasure', 'Action', 'Victory')} in {self.any_of('hand', 'play', 'discard')}"
        return [f"for each {self.any_of('', '', 'differently named ')}{things}:", *self.own_block(it=True, them=False)]

    def repeats(self) -> list[str]:
        return [f"repeat {self.any_of(*REPEATS)}:", *self.own_block()]

    def menu(self) -> list[str]:
        lines = [f"{self.any_of('', '', 'player to the left ')}choose {self.any_of('one', 'two')}:"]
        they = self.bound.they or lines[0].startswith("player")
        for _ in range(3):
            guard = [f"only if {self.condition()}:"] if self.rarely(0.15) else []
            option = [*guard, *(line if guard else line[2:] for line in self.own_block(they=they))]
            lines += [f"  - {option[0]}", *(f"    {line}" for line in option[1:])]
        return lines

    def may(self) -> list[str]:
        return self.with_cases_of_block(["may:", *self.block()])

    def with_cases_of_block(self, lines: list[str]) -> list[str]:
        return [*lines, "if done:", *self.own_block()] if self.rarely(0.25) else lines

    def waits_for_time(self) -> list[str]:
        return [f"{self.time()}:", *self.waiting_block()]

    def waits_for_event(self) -> list[str]:
        span = self.any_of("this turn", "until your next turn", "until end of your next turn")
        trigger, replaces = self.trigger()
        about = {"it": True, "they": True} if "turn" not in trigger and "phase" not in trigger else {"they": True}
        lines = [f"{span}, {trigger}:", *self.waiting_block(**about)]
        return [*lines, f"  {self.any_of(*INSTEAD)}"] if replaces else lines

    # ------------------------------------------------------------ below the line

    def line_below(self, worth: bool) -> list[str]:
        """A line below the bar: a worth, a change, or a line that waits."""
        self.bound, self.done = Bound(), set()
        if worth and self.rarely(0.15):
            return [f"worth {self.any_of('1', '2', '-1')}{self.multiplier()}"]
        if self.rarely(0.2):
            change = self.any_of("cards cost 1 less", "Coppers are also Actions", "Victories are also Treasures",
                                 "cards costing 3 or more cost 1 less, not below 2")
            return [f"while this is in {self.any_of('play', 'hand')}: {change}"]
        if self.rarely(0.3):
            return self.about_itself()
        trigger, replaces = self.trigger()
        about = Bound(it="turn" not in trigger and "phase" not in trigger, they=True)
        if self.rarely(0.5):
            self.bound = about
            lines = [f"{trigger}:", f"  may {self.any_of('reveal', 'discard', 'trash')} this from hand", "  if done:",
                     *("  " + line for line in self.own_block())]
            return [*lines, "    +1 coin instead"] if replaces else lines
        self.bound = about
        lines = [f"while this is in {self.any_of('play', 'play', 'hand')}, {trigger}:", *self.own_block()]
        return [*lines, f"  {self.any_of(*INSTEAD)}"] if replaces else lines

    def about_itself(self) -> list[str]:
        self.bound = Bound(it=True, they=True)
        event = self.any_of("you gain this", "this is trashed", "this is discarded", "you play this",
                            "any player would trash this", "you would gain this")
        lines = [f"when {event}:", *self.own_block()]
        return [*lines, f"  {self.any_of(*INSTEAD)}"] if "would" in event else lines


# ---------------------------------------------------------------- files of cards


def card_file(texts: Sequence[str]) -> str:
    """A file of cards named Made 0, Made 1, ... with these texts."""
    return "".join(
        f"- card: Made {number}\n  cost: 3\n  types: [Action]\n  text: |\n"
        + "".join(f"    {line}\n" for line in text.split("\n"))
        for number, text in enumerate(texts)
    )


def made_texts(seed: int, count: int) -> list[tuple[str, bool]]:
    """Texts made from a seed, and whether each was written with care."""
    chance = random.Random(seed)
    made = []
    for _ in range(count):
        careless = chance.random() < CARELESS
        made.append((CardWriter(chance.random(), careless).text(), not careless))
    return made


def refusals(texts: Sequence[str]) -> dict[int, list[Problem]]:
    """What the checker has to say about texts, by their numbers."""
    found: dict[int, list[Problem]] = {}
    owners = [number for number, text in enumerate(texts) for _ in range(4 + len(text.split("\n")))]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "made.yaml"
        file.write_text(card_file(texts), encoding="utf-8")
        try:
            load("dominion", edition="2e", cards=[file])
        except BadFiles as bad:
            for problem in bad.problems:
                found.setdefault(owners[problem.span.line - 1], []).append(problem)
    return found


def checked_cards(seed: int, count: int) -> list[str]:
    """`count` texts made from a seed about which the checker has nothing to say."""
    texts = [text for text, _ in made_texts(seed, count + count // 4)]
    refused = refusals(texts)
    good = [text for number, text in enumerate(texts) if number not in refused]
    assert len(good) >= count, "too many texts were refused"
    return good[:count]
