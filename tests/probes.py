"""A card with a minimal text in a small position: what the tests of the language's semantics are made of."""

from __future__ import annotations

import tempfile
import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from interpreter import BadFiles, Game, Rules, load
from tests.helpers import answer, counter, position

DECK = ("Gold", "Duchy", "Curse", "Province", "Copper")
HAND2 = ("Copper", "Copper", "Silver", "Estate", "Gold")
DECK2 = ("Curse", "Silver", "Copper", "Estate", "Gold")


@cache
def rules(*texts: str, types: str = "[Action]") -> Rules:
    """Rules with the cards Probe, Probe2, ... of these texts, each costing 3."""
    cards = ""
    for number, text in enumerate(texts, 1):
        name = "Probe" if number == 1 else f"Probe{number}"
        cards += f"- card: {name}\n  cost: 3\n  types: {types}\n  text: |\n{textwrap.indent(text, '    ')}\n\n"
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "probe.yaml"
        file.write_text(cards, encoding="utf-8")
        return load("dominion", edition="2e", cards=[file])


def board(
    known: Rules,
    hand: Sequence[str] = ("Probe", "Copper", "Silver", "Estate"),
    deck: Sequence[str] = DECK,
    kingdom: Sequence[str] = (),
    p1: dict[str, Any] | None = None,
    **given: Any,
) -> Game:
    """p1 is to move with a Probe in hand unless said otherwise; p2 has a hand of five."""
    given.setdefault("p2", {"hand": HAND2, "deck": DECK2})
    return position(known, ["Probe", *kingdom], p1={"hand": hand, "deck": deck} | (p1 or {}), **given)


def play(text: str, *answers: str | Sequence[str], **given: Any) -> Game:
    """p1 has played a card of this text, and these answers were given."""
    game = board(rules(text), **given)
    answer(game, "Probe", *answers)
    return game


def coins(text: str, *answers: str | Sequence[str], **given: Any) -> int:
    """The coins p1 has after playing a card of this text."""
    return counter(play(text, *answers, **given), 1, "coins")


def refused(text: str) -> str:
    """The messages with which a card of this text is refused, empty if it is not."""
    try:
        rules(text)
    except BadFiles as bad:
        return str(bad)
    return ""
