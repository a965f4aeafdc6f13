"""`cardwright play`: a game that runs by itself, with a log that can be read."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from interpreter.diagnostics import CardwrightError, did_you_mean
from interpreter.front.cli_game import GameCommand, cards_option, current_outline, flag_of, game_option, json_option

if TYPE_CHECKING:
    from interpreter.front.events import Event
    from interpreter.front.game import Game
    from interpreter.front.rules import Rules


class PlayCommand(GameCommand):
    """Its help lists the bots of the game and gives an example with the game's own options."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The bots, and an example that works with this game."""
        from interpreter.front.bots import known_bots

        outline = current_outline()
        known = known_bots(outline.title)
        with formatter.section("Bots"):
            shown = {name: f"{name} (bot)" if name == known.default else name for name in known.about}
            formatter.write_dl([(shown[name], about) for name, about in known.about.items()])
        example = "cardwright play --seats bot,random --seed 7"
        example += f" {flag_of(outline.pile_option)} random" if outline.pile_option else ""
        formatter.write_paragraph()
        formatter.write_text(f"  Example: {example}")


def seat_names(text: str, rules: Rules, bots: Path | None) -> list[str]:
    """The bot of each seat; people are refused for the time being."""
    from interpreter.front.bots import known_bots

    known = known_bots(rules.program.name, bots)
    names = [name.strip() for name in text.split(",")]
    low, high = rules.program.seats
    if "" in names:
        raise CardwrightError(f"a seat in '{text}' has no name; seats are named like bot,bot")
    if not low <= len(names) <= high:
        raise CardwrightError(f"{rules.program.name} has {low} to {high} seats; '{text}' names {len(names)}")
    for name in names:
        if name == "human":
            raise CardwrightError("people cannot play at the terminal yet; "
                                  f"a seat is one of: bot, {', '.join(known.about)}")
        if name != "bot" and name not in known.about:
            raise CardwrightError(f"no bot called '{name}' for {rules.program.name}. "
                                  f"{did_you_mean(name, [*known.about, 'bot'], 'bots')}")
    return [known.default if name == "bot" else name for name in names]


def event_json(event: Event) -> dict[str, Any]:
    """An event as plain data."""
    return {
        "number": event.number, "verb": event.verb, "seat": event.seat, "cards": list(event.cards),
        "from": event.origin, "to": event.target, "amount": event.amount, "by": event.cause.card,
        "line": event.cause.words,
    }


def _chosen_piles(rules: Rules, game: Game) -> list[str]:
    """The piles of this game beside those it always has."""
    piles = rules.program.piles
    if piles is None:
        return []
    return [pile["card"] for pile in game.view()["table"][piles.zone] if pile["card"] not in piles.always]


def _options(rules: Rules, game: Game) -> dict[str, Any]:
    """How this game was set up, by the names of the game's own options."""
    program = rules.program
    chosen: dict[str, Any] = {program.profile_option: program.profile} if program.profile_option else {}
    if program.piles is not None:
        chosen[program.piles.option] = _chosen_piles(rules, game)
    return chosen


def _seats_json(game: Game, names: Sequence[str]) -> list[dict[str, Any]]:
    result = game.result
    turns = result.turns if result else [seat["turns"] for seat in game.view()["seats"]]
    winners = result.winners if result else ()
    return [
        {"seat": seat, "bot": name, "score": game.score(seat), "turns": turns[seat - 1], "winner": seat in winners}
        for seat, name in enumerate(names, 1)
    ]


def _print_result(rules: Rules, game: Game, names: Sequence[str]) -> None:
    from interpreter.front.cli_cards import print_table

    scored = rules.program.score_unit >= 0
    headings = ["seat", "bot", *(["score"] if scored else []), "turns", ""]
    rows = [
        [f"p{row['seat']}", row["bot"], *([row["score"]] if scored else []), row["turns"], "winner" * row["winner"]]
        for row in _seats_json(game, names)
    ]
    print_table(headings, rows)


def _print_head(rules: Rules, game: Game, names: Sequence[str], seed: int) -> None:
    from interpreter.front.playing import counted, wrapped

    seats = ", ".join(f"p{seat} {name}" for seat, name in enumerate(names, 1))
    click.echo(wrapped(f"{rules.program.name}, seed {seed}: {seats}"))
    for option, value in _options(rules, game).items():
        click.echo(wrapped(f"{option}: {value if isinstance(value, str) else counted(value)}"))
    click.echo("")


def _print_game(rules: Rules, game: Game, names: Sequence[str], bots: Sequence[Any], limit: int, quiet: bool) -> None:
    from interpreter.front.playing import Story, run_game

    story = Story(rules.program)
    try:
        for events in run_game(game, bots, limit):
            for event in () if quiet else events:
                _print_lines(story.add(event))
    finally:  # also where a card never comes to an end: the turn it did so in is told
        _print_lines(story.rest())
    click.echo("The game is over." if game.over else f"Stopped after {limit:,} decisions; the game is not over.")
    _print_result(rules, game, names)


def _print_lines(lines: Sequence[str]) -> None:
    from interpreter.front.playing import wrapped

    for line in lines:
        click.echo(wrapped(line))
    if lines:
        click.echo("")


@click.command("play", cls=PlayCommand, takes=("profile", "piles"))
@click.option("--seats", metavar="BOT,BOT,...", help="Who plays. Default: as few bots as the game allows.")
@click.option("--seed", type=int, metavar="N", help="The same seed gives the same game. Default: a new one.")
@game_option
@cards_option
@click.option("--bots", "bots_file", metavar="FILE", help="A file of further bots, written like rules/bots.yaml.")
@click.option("--limit", type=click.IntRange(1), metavar="N", default=20_000, show_default=True,
              help="Stop after so many decisions.")
@click.option("--quiet", "-q", is_flag=True, help="Only tell how the game ended.")
@json_option
def command(seats: str | None, seed: int | None, game: str | None, cards: tuple[str, ...], bots_file: str | None,
            limit: int, quiet: bool, as_json: bool, profile: str | None = None, piles: str | None = None) -> None:
    """Let bots play a game, and read what happens.

    \b
    --json prints {"game", "seed", "options": {option of the game: value},
      "first", "over", "decisions",
      "seats": [{"seat", "bot", "score", "turns", "winner"}, ...],
      "events": [{"number", "verb", "seat", "cards", "from", "to",
                  "amount", "by", "line"}, ...]}
    """
    from interpreter.front.bots import make_bot
    from interpreter.front.rules import Rules

    outline = current_outline()
    rules = Rules(outline.program(profile, cards))
    bot_path = Path(bots_file) if bots_file is not None else None
    names = seat_names(seats if seats is not None else ",".join(["bot"] * rules.program.seats[0]), rules, bot_path)
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    bots = [make_bot(rules, name, seed * 16 + seat, bot_path) for seat, name in enumerate(names, 1)]
    chosen: dict[str, Any] = {outline.pile_option: piles} if piles is not None else {}
    running = rules.new_game(seats=len(names), seed=seed, **chosen)
    if as_json:
        _print_json(rules, running, names, bots, limit, seed)
        return
    _print_head(rules, running, names, seed)
    _print_game(rules, running, names, bots, limit, quiet)


def _print_json(rules: Rules, game: Game, names: Sequence[str], bots: Sequence[Any], limit: int, seed: int) -> None:
    from interpreter.front.playing import run_game

    first, options = game.turn, _options(rules, game)
    parts = list(run_game(game, bots, limit))
    click.echo(json.dumps({
        "game": rules.program.name, "seed": seed, "options": options, "first": first, "over": game.over,
        "decisions": len(parts) - 1, "seats": _seats_json(game, names),
        "events": [event_json(event) for events in parts for event in events],
    }, ensure_ascii=False, indent=2))
