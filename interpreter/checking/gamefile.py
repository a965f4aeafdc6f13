"""Reads what a game file says before any of its texts is checked: its seats, its profiles, the words it declares."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.diagnostics import Problems, did_you_mean
from interpreter.reading.files import Item
from interpreter.reading.vocabulary import STATES, Vocabulary, plural_of

# Options of a game become keywords of `load` and `new_game` and options of the command, next to those they have.
TAKEN = frozenset((
    "self", "game", "cards", "seats", "seed", "first", "after", "bots", "limit", "quiet", "json", "lang", "ast", "svg",
    "text", "help", "version", "games", "jobs", "engine", "coverage", "mutate", "trace",
))


@dataclass(slots=True)
class GameFile:
    """The declarations of a game, before its texts are checked."""

    item: Item
    name: str
    profile: str
    profile_option: str
    profiles: tuple[str, ...]
    offers: tuple[str, ...]
    seats: tuple[int, int]


def text_for(item: Item, game: GameFile, problems: Problems) -> Item | None:
    """A text, or the one for this profile where the editions differ."""
    if not isinstance(item.value, dict):
        return item
    for key in item.value:
        if key not in game.profiles:
            problems.add("CW123", item.key_spans[key], f"no {game.profile_option or 'profile'} called '{key}'",
                         did_you_mean(key, game.profiles, "there are"))
    return item.value.get(game.profile)


def children(item: Item | None) -> Mapping[str, Item]:
    """The entries of a mapping; none if there is no such value."""
    return item.value if item is not None and isinstance(item.value, dict) else {}


def strings(item: Item | None) -> tuple[str, ...]:
    """The texts of a list, without their places."""
    return tuple(text for text, _ in item.strings()) if item is not None else ()


def text_of(item: Item | None, default: str = "") -> str:
    """A value as text."""
    return str(item.value) if item is not None else default


def number_of(item: Item | None) -> int | None:
    """A value that is a number."""
    return item.value if item is not None and isinstance(item.value, int) else None


def by_seats(item: Item, game: GameFile, problems: Problems) -> dict[int, Item]:
    """A value, or a table of values by number of seats (`2`, `3-6`)."""
    low, high = game.seats
    if not isinstance(item.value, dict):
        return dict.fromkeys(range(low, high + 1), item)
    table: dict[int, Item] = {}
    bad = False
    for key, value in item.value.items():
        counts, wrong = _seats(key, low, high)
        if any(count in table for count in counts):
            wrong = f"'{key}' has seats for which something is said already"
        if wrong:
            help = f"this game has {low} to {high} seats: write {low}, or {low}-{high}"
            problems.add("CW124", item.key_spans[key], wrong, help)
        bad |= bool(wrong)
        table |= dict.fromkeys(counts, value)
    missing = [count for count in range(low, high + 1) if count not in table]
    if missing and not bad:
        problems.add("CW124", item.span, f"nothing is said for {missing[0]} seats", f"this game has {low} to {high}")
    return table


def _seats(key: str, low: int, high: int) -> tuple[range, str]:
    """The numbers of seats a key stands for, and what is wrong with it."""
    match = re.fullmatch(r"([0-9]{1,9})(?:-([0-9]{1,9}))?", key)
    if match is None:
        return range(0), f"'{key}' is no number of seats"
    first, last = int(match[1]), int(match[2] or match[1])
    if first > last:
        return range(0), f"'{key}' runs backwards"
    if first < low or last > high:
        return range(0), f"'{key}' is outside of the seats of this game"
    return range(first, last + 1), ""


def game_file(item: Item, profile: str | None, problems: Problems) -> GameFile:
    """What a game file says about itself, under one of its profiles."""
    seats = children(item.get("seats"))
    profiles = item.get("profiles")
    choices = children(profiles.get("choices")) if profiles else {}
    default = text_of(profiles.get("default")) if profiles else ""
    chosen = profile if profile is not None else default
    given = profiles.get("default") if profiles else None
    if given is not None and default not in choices:
        problems.add("CW123", given.span, f"'{default}' is none of the choices",
                     did_you_mean(default, choices, "there are"))
    offers = strings(choices[chosen].get("offers")) if chosen in choices else ()
    _check_options(item, problems)
    low, high = number_of(seats["from"]) or 1, number_of(seats["to"]) or 1
    if low > high:
        problems.add("CW124", seats["to"].span, f"from {low} to {high} there are no seats",
                     "'from' is the smaller number")
    problems.stop_if_any()
    return GameFile(item, text_of(item.get("game")), chosen, text_of(profiles.get("option")) if profiles else "",
                    tuple(choices), offers, (low, high))


def _check_options(item: Item, problems: Problems) -> None:
    """The options of a game need names that nothing else has where they are given."""
    given: dict[str, str] = {}
    for section in ("profiles", "piles"):
        option = (item.get(section) or item).get("option")
        if option is None:
            continue
        name = text_of(option)
        key = re.sub(r"[\W_]+", "-", name.casefold())  # as the command writes it
        if key in TAKEN:
            problems.add("CW128", option.span, f"no option of a game can be called '{name}'",
                         "every game has one of that name; call it otherwise")
        elif key in given:
            problems.add("CW128", option.span, f"the option of '{given[key]}' is called '{name}' already",
                         "give this one another name")
        given[key] = section


def vocabulary_of(game: GameFile) -> Vocabulary:
    """The words the game file declares; card names are added by the catalogue."""
    item, words = game.item, Vocabulary()
    for name, type_item in children(item.get("types")).items():
        words.add_noun("NAME", name, name, text_of(type_item.get("plural"), plural_of(name)))
    for name, kind in children(item.get("kinds")).items():
        words.add_noun("KIND", name, name, text_of(kind.get("plural"), plural_of(name)))
    for name, zone in children(item.get("zones")).items():
        words.add("INZONE" if name.startswith("in ") else "ZONE", name, (name,))
        words.add("ZONE", name, strings(zone.get("called")))
        if zone.get("pile"):
            words.add_noun("PLACE", name, text_of(zone.get("pile")), text_of(zone.get("piles")))
    for name, counter in children(item.get("counters")).items():
        words.add_noun("COUNTER", name, text_of(counter.get("one")), name)
    for name, verb in children(item.get("verbs")).items():
        words.add("VERB", name, strings(verb.get("forms")))
        words.add("VERBED", name, strings(verb.get("past")))
        words.add("PARTICLE", name, strings(verb.get("particle")))
    for name, prop in children(item.get("properties")).items():
        words.add("PROPERTY", name, (name,))
        words.add("HAVING", name, strings(prop.get("having")))
        words.add("HAS", name, strings(prop.get("has")))
    for name in children((item.get("turn") or item).get("phases")):
        words.add("PHASE", name, (name,))
    for state in STATES:
        words.add("STATE", state, (state,))
    return words
