"""How fast it is: whole games by bots against the public interface, and how long copying and storing a game takes.

The workloads are data, in `rules/benchmark.yaml`. Compare figures of one run only: machines differ.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import click

from interpreter.diagnostics import Problems
from interpreter.front.bots import make_bot
from interpreter.front.game import Game
from interpreter.front.rules import Rules, load
from interpreter.reading.files import read_yaml
from interpreter.reading.places import data_folder

START = """
import time
begin = time.perf_counter()
from interpreter import load
load({game!r}).new_game(seed=1)
print((time.perf_counter() - begin) * 1000)
"""


@dataclass(frozen=True, slots=True)
class Workload:
    """One kind of game to be played many times."""

    name: str
    seats: int
    bot: str
    options: dict[str, Any]


def workloads() -> tuple[str, list[Workload]]:
    """The game and the workloads of the data file."""
    problems = Problems()
    item = read_yaml(data_folder() / "rules" / "benchmark.yaml", "rules/benchmark.yaml", problems)
    problems.stop_if_any()
    assert item is not None
    content: Any = item.plain()
    return content["game"], [
        Workload(name, work["seats"], work["bot"], work["options"]) for name, work in content["workloads"].items()
    ]


def play_out(rules: Rules, work: Workload, seed: int, bots: dict[int, Any]) -> Game:
    """One whole game."""
    game = rules.new_game(seats=work.seats, seed=seed, **work.options)
    for bot in bots.values():
        bot.reset(seed)
    game.run(bots)
    return game


def measure(rules: Rules, work: Workload, seconds: float) -> dict[str, float]:
    """Games, turns and decisions of a workload for about so many seconds of processor time."""
    bots = {seat: make_bot(rules, work.bot, seat) for seat in range(1, work.seats + 1)}
    play_out(rules, work, 0, bots)  # texts are compiled when they first run
    games = turns = decisions = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        game = play_out(rules, work, games + 1, bots)
        result = game.result
        assert result is not None
        games += 1
        turns += sum(result.turns)
        decisions += game.decided
    return {
        "games_per_s": round(games / spent, 1), "turns_per_game": round(turns / games, 1),
        "decisions_per_s": round(decisions / spent),
    }


def microseconds(act: Callable[[], object], seconds: float = 0.3) -> float:
    """How long one call takes, on average."""
    count = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for _ in range(20):
            act()
        count += 20
    return round(spent / count * 1e6, 2)


def in_the_middle(rules: Rules, work: Workload) -> Game:
    """A game some turns in, with a card just being played where there is one."""
    bots = {seat: make_bot(rules, work.bot, seat) for seat in range(1, work.seats + 1)}
    game = rules.new_game(seats=work.seats, seed=1, **work.options)
    for number, decision in enumerate(game):
        if number > 60 and decision.source.card in rules.program.by_name:
            break
        if number > 400:
            break
        game.answer(bots[decision.seat](decision))
    return game


def start_time(game: str) -> float:
    """Milliseconds until a fresh process has loaded the rules and begun a game, with warm caches."""
    best = float("inf")
    for _ in range(3):
        command = [sys.executable, "-c", START.format(game=game)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        best = min(best, float(done.stdout))
    return round(best, 1)


def run_all(seconds: float, tell: Callable[[str], None]) -> dict[str, Any]:
    """All figures, as `--json` prints them."""
    name, works = workloads()
    rules = load(name)
    figures: dict[str, Any] = {}
    for work in works:
        tell(f"{work.name} ...")
        figures[work.name] = measure(rules, work, seconds)
    tell("fork, save, load, start ...")
    game = in_the_middle(rules, works[-1])
    text = game.save()
    figures["fork_us"] = microseconds(game.fork)
    figures["save_us"] = microseconds(game.save)
    figures["load_us"] = microseconds(lambda: rules.load_game(text))
    figures["start_ms"] = start_time(name)
    return figures


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@click.option("--seconds", default=2.0, show_default=True, help="Processor time for each workload.")
def command(as_json: bool, seconds: float) -> None:
    """Measure games per second, and the time of fork, save, load and start.

    \b
    Example:  cardwright bench --json
    """
    figures = run_all(seconds, lambda line: click.echo(line, err=True))
    if as_json:
        click.echo(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        if isinstance(value, dict):
            click.echo(f"{name:14}" + "  ".join(f"{key} {number:,}" for key, number in value.items()))
        else:
            click.echo(f"{name:14}{value:,}")
