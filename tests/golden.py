"""The course of a few games, on record in `data/golden.json`: the same seed and answers give the same game everywhere.

`python -m tests.golden` prints the courses as they are now; with `--record` it writes them down, after a change that
is meant to change games. Look at the difference before you commit it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

from interpreter import Decision
from tests.strategies import named_kingdoms, rules_of

GOLDEN = Path(__file__).parent / "data" / "golden.json"
CHECK_EVERY = 25
MOST_ANSWERS = 400


def scripted(decision: Decision, seed: int, number: int) -> list[str]:
    """An answer that follows from the seed and the number of the decision alone, in every version of Python."""
    number_of = int.from_bytes(hashlib.sha256(f"{seed}/{number}".encode()).digest(), "big")
    low = max(decision.min, min(1, decision.max)) if number_of % 10 else decision.min
    number_of, left = number_of // 10, [option.key for option in decision.options]
    number_of, count = divmod(number_of, decision.max - low + 1)
    keys = []
    for _ in range(low + count):
        number_of, index = divmod(number_of, len(left))
        keys.append(left.pop(index))
    return keys


def specs() -> dict[str, tuple[str, int, int, list[str]]]:
    """Edition, seats, seed and kingdom of the games whose course is on record."""
    kingdoms = named_kingdoms(rules_of("2e"))
    wild = ["Masquerade", "Throne Room", "Minion", "Wishing Well", "Sentry", "Bridge", "Secret Chamber", "Saboteur",
            "Library", "Harbinger"]
    return {
        "opening 1e": ("1e", 2, 1, list(kingdoms["Opening Game (1e)"])),
        "opening 2e": ("2e", 3, 2, list(kingdoms["Opening Game"])),
        "attacks 1e": ("1e", 4, 3, list(kingdoms["Tear It Down"])),
        "wild 1e": ("1e", 5, 4, wild),
        "wild 2e": ("2e", 6, 2**61 + 5, wild),
    }


def course(edition: str, seats: int, seed: int, kingdom: list[str]) -> dict[str, Any]:
    """A game in figures: checksums on the way, all its events in one number, and how it ended."""
    game = rules_of(edition).new_game(seats=seats, seed=seed, kingdom=kingdom)
    sums = []
    for number in range(MOST_ANSWERS):
        decision = game.decision
        if decision is None:
            break
        if number % CHECK_EVERY == 0:
            sums.append(game.checksum())
        game.answer(scripted(decision, seed, number))
    sums.append(game.checksum())
    told = "\n".join(map(str, game.events))
    scores = [game.score(seat) for seat in range(1, seats + 1)]
    return {
        "course": {"answers": len(game.answers), "events": len(game.events), "over": game.over, "scores": scores,
                   "told": hashlib.sha256(told.encode()).hexdigest()[:16]},
        "states": sums,
    }


@cache
def courses() -> dict[str, Any]:
    """All games on record, played now."""
    return {name: course(*spec) for name, spec in specs().items()}


def main(arguments: list[str]) -> None:
    """The command."""
    if arguments == ["--record"]:
        GOLDEN.write_text(json.dumps(courses(), indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps(courses()))


if __name__ == "__main__":
    main(sys.argv[1:])
