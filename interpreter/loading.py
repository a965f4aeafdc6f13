"""The driver: from files to a checked program. It reads as the pipeline and stops after a failing stage."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Sequence
from pathlib import Path

from interpreter.diagnostics import CardwrightError, Problems, did_you_mean
from interpreter.program.model import Program
from interpreter.reading.files import Item, read_bounded, read_yaml
from interpreter.reading.places import cache_folder, data_folder, keep_newest, write_atomically

VERSION = "0.1.0"
KEPT = 24  # programs kept in the cache: each edit of a card makes a new one


def known_games() -> tuple[str, tuple[str, ...]]:
    """The default game and all games that ship, as named in data."""
    problems = Problems()
    item = read_yaml(data_folder() / "rules" / "games.yaml", "rules/games.yaml", problems)
    problems.stop_if_any()
    assert item is not None
    default, games = item.get("default"), item.get("games")
    assert default is not None and games is not None
    return str(default.value), tuple(name for name, _ in games.strings())


def game_path(game: str | None) -> Path:
    """A game by name, or the file of one."""
    default, games = known_games()
    name = game or default
    if name.endswith((".yaml", ".yml")):
        return Path(name)
    if name not in games:
        raise CardwrightError(f"no game called '{name}'. {did_you_mean(name, games, 'games')}, or name a .yaml file")
    return data_folder() / "rules" / f"{name}.yaml"


def shown_name(path: Path) -> str:
    """The name a problem is reported under: short for files of the project, as given for the author's own."""
    try:
        return str(path.resolve().relative_to(data_folder().resolve()))
    except ValueError:
        return str(path)


def load_program(game: str | None = None, profile: str | None = None, cards: Sequence[str | Path] = ()) -> Program:
    """The checked program of a game with its catalogue and further card files; raises `BadFiles`."""
    path = game_path(game)
    key = _digest(path, profile, cards)
    folder = cache_folder()
    stored = folder / f"program-{key}.pickle" if folder and key else None
    if stored is not None and stored.exists():
        try:
            program = pickle.loads(stored.read_bytes())
            if isinstance(program, Program):
                return program
        except Exception:  # a damaged cache is rebuilt, whatever is wrong with it
            stored.unlink(missing_ok=True)
    program = build_program(path, profile, cards)
    if stored is not None:
        write_atomically(stored, pickle.dumps(program, protocol=5))
        keep_newest(stored.parent, "program-*.pickle", KEPT)
    return program


def _digest(path: Path, profile: str | None, cards: Sequence[str | Path]) -> str:
    """A hash over everything a program is made of; '' if something cannot be read (the pipeline will say what)."""
    total = hashlib.sha256(f"{VERSION}|{profile}".encode())
    sources = [path, *sorted((data_folder() / "grammar").glob("*")), data_folder() / "cards.yaml"]
    sources += [Path(card) for card in cards] + sorted(Path(__file__).parent.rglob("*.py"))
    if data_folder() not in path.resolve().parents:
        return ""  # the cards a game of the author's own names are only known when it is read
    try:
        for source in sources:
            data = read_bounded(source) if source.is_file() else None
            if data is None:
                return ""
            total.update(f"|{source}|".encode())
            total.update(data)
    except OSError:
        return ""
    return total.hexdigest()[:32]


def build_program(path: Path, profile: str | None, cards: Sequence[str | Path]) -> Program:
    """Read, parse, check: each stage only sees what passed the one before."""
    from interpreter.checking.assemble import assemble
    from interpreter.checking.cards import add_card_names, card_items
    from interpreter.checking.game import game_file, strings, vocabulary_of
    from interpreter.reading.shape import check_shape, schema

    problems = Problems()
    item = read_yaml(path, shown_name(path), problems)
    problems.stop_if_any()
    assert item is not None
    check_shape(item, schema("game"), problems)
    problems.stop_if_any()
    game = game_file(item, profile, problems)
    if game.profiles and game.profile not in game.profiles:
        hint = did_you_mean(game.profile, game.profiles, "there are")
        raise CardwrightError(f"no {game.profile_option} called '{game.profile}'. {hint}")
    paths = [(path.parent / name).resolve() for name in strings(item.get("cards"))] + [Path(card) for card in cards]
    files = [found for file in paths if (found := _read(file, problems)) is not None]
    entries = card_items(files, game, problems)
    words = vocabulary_of(game)
    numbers = add_card_names(entries, words, game, problems)
    return assemble(game, entries, numbers, words, problems, hashlib.sha256(path.read_bytes()).hexdigest()[:16])


def _read(path: Path, problems: Problems) -> Item | None:
    return read_yaml(path, shown_name(path), problems)
