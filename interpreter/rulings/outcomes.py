"""Everything a position can come to, each outcome once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from interpreter.diagnostics import BadFiles, CardwrightError
from interpreter.front.wording import grouped
from interpreter.rulings.checking import prepare
from interpreter.rulings.claims import said, shuffles_to
from interpreter.rulings.expecting import content_of
from interpreter.rulings.failing import Failed
from interpreter.rulings.rulesets import rules_of
from interpreter.rulings.running import Runner
from interpreter.rulings.scenario import Ruleset, Scenario
from interpreter.rulings.search import Search, Unfinished
from interpreter.running.state import State


def facts_of(state: State) -> dict[str, str]:
    """What lies where, and every counter."""
    program, linked = state.linked.program, state.linked
    found: dict[str, str] = {}
    for zone in program.zones:
        if zone.holder == "piles":
            for card, number in state.pile_of.items():
                found[f"{zone.name} {program.cards[card].name}"] = str(len(state.zones[number]))
            continue
        for seat in range(state.seats if zone.holder == "seat" else 1):
            cards = content_of(state, linked.zone_number(zone.index, seat))
            owner = f"p{seat + 1} " if zone.holder == "seat" else ""
            found[f"{owner}{zone.name}"] = ", ".join(grouped(cards if zone.ordered else sorted(cards))) or "-"
    for seat in range(state.seats):
        for counter in program.counters:
            if not counter.on_things:
                value = state.counters[seat * linked.counters_per_seat + counter.index]
                found[f"p{seat + 1} {counter.name}"] = str(value)
    if state.over:
        found["the game"] = "is over"
    return found


def outcomes(runner: Runner, budget: int) -> tuple[list[dict[str, Any]], bool]:
    """The different ends of a position, each with what changed and one way there; and whether these are all."""
    assert runner.prepared.horizon is not None
    before = facts_of(runner.game._state)
    search = Search(runner.game._state, runner.prepared.horizon, budget)
    found: dict[tuple[tuple[str, str], ...], dict[str, Any]] = {}
    complete = True
    try:
        for node in search.nodes():
            if node.end:
                changed = {key: value for key, value in facts_of(node.state).items() if before.get(key) != value}
                steps = [said(part) for part in node.path() if not part.forced]
                found.setdefault(tuple(sorted(changed.items())), {
                    "changed": changed, "shuffles": shuffles_to(runner, node),
                    "steps": [{seat: words} for seat, words in steps]})
    except Unfinished:
        complete = False
    return list(found.values()), complete


def standing(scenario: Scenario, ruleset: Ruleset, until: str | None) -> Runner:
    """A run of a scenario that stands after its steps."""
    if scenario.problems:
        raise BadFiles(scenario.problems)
    prepared = prepare(scenario, rules_of(ruleset))
    if prepared.problems:
        raise BadFiles(prepared.problems)
    if prepared.origin is None:
        raise CardwrightError(f"{scenario.id}: the position is said to be impossible, so nothing comes of it")
    runner = Runner(replace(prepared, claims=[]), ruleset.title)  # what is claimed does not matter here
    if until is not None:
        runner.set_horizon(int(until) if until.isdigit() else until)
    try:
        runner.go()
    except Failed as failed:
        raise CardwrightError(f"{failed.span.file}:{failed.span.line}: {failed}") from None
    return runner
