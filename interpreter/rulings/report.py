"""Verdicts for a reader, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.diagnostics import Problem
from interpreter.rulings.running import Verdict


def totals(verdicts: Sequence[Verdict]) -> dict[str, int]:
    """How many passed, failed, and could not be decided."""
    return {
        "passed": sum(verdict.passed is True for verdict in verdicts),
        "failed": sum(verdict.passed is False for verdict in verdicts),
        "not_decided": sum(verdict.passed is None for verdict in verdicts),
    }


def as_json(verdicts: Sequence[Verdict], problems: Sequence[Problem], trace: bool) -> dict[str, Any]:
    """The report as plain data. A problem of a whole file counts as a failure."""
    counts = totals(verdicts)
    counts["failed"] += len({problem.span.file for problem in problems})
    return {**counts, "problems": [problem.as_json() for problem in problems],
            "rulings": [record(verdict, trace) for verdict in verdicts]}


def record(verdict: Verdict, trace: bool) -> dict[str, Any]:
    """One ruling of the JSON report."""
    span = verdict.span or verdict.scenario.span
    data: dict[str, Any] = {
        "id": verdict.scenario.id, "rules": verdict.rules, "passed": verdict.passed, "message": verdict.message,
        "says": verdict.scenario.says, "cards": list(verdict.cards), "cites": verdict.scenario.cites,
        "file": span.file, "line": span.line, "seconds": round(verdict.seconds, 4),
    }
    if verdict.details:
        data["details"] = verdict.details
    if verdict.trace and (trace or not verdict.passed):
        data["trace"] = verdict.trace
    return data


def by_file(verdicts: Sequence[Verdict]) -> list[str]:
    """One line for each file: how many of its rulings hold."""
    files: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        files.setdefault(verdict.scenario.span.file, []).append(verdict)
    lines = []
    for file, found in files.items():
        counts = totals(found)
        wrong = [f"{counts[key]} {key.replace('_', ' ')}" for key in ("failed", "not_decided") if counts[key]]
        lines.append(f"{file}: {counts['passed']} of {len(found)} hold" + (f" ({', '.join(wrong)})" if wrong else ""))
    return lines


def told(verdict: Verdict) -> str:
    """A ruling that does not hold: what it says, where it goes wrong, what led there."""
    scenario, span = verdict.scenario, verdict.span or verdict.scenario.span
    state = "not decided" if verdict.passed is None else "holds" if verdict.passed else "FAILED"
    lines = [f"{state}: {scenario.id or '(no name)'} [{verdict.rules}]  {span.file}:{span.line}"]
    if scenario.says:
        lines.append(f"  says: {scenario.says}")
    details = list(verdict.details)
    if verdict.message and not (details and details[0].startswith(verdict.message)):
        lines.append(f"  {verdict.message}")
        if details and verdict.message.endswith(details[0]):  # it has been said
            del details[0]
    lines += [f"    {line}" for detail in details for line in detail.split("\n")]
    if verdict.trace:
        lines.append("  what led there:" if not verdict.passed else "  trace:")
        lines += [f"    {line}" for line in verdict.trace]
    return "\n".join(lines)


def summary(verdicts: Sequence[Verdict], seconds: float) -> str:
    """The last line of a report."""
    counts = totals(verdicts)
    return (f"{counts['passed']} passed, {counts['failed']} failed, {counts['not_decided']} not decided "
            f"in {seconds:.1f} s")
