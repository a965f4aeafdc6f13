"""Ties siblings together: an `otherwise` belongs to the statement before it."""

from __future__ import annotations

from dataclasses import replace

from interpreter.syntax import nodes as n


def tie(body: n.Body) -> tuple[n.Body, list[n.Otherwise]]:
    """Joins `otherwise` to the sibling before it; returns the ones that follow nothing they could belong to."""
    tied: list[n.Statement] = []
    loose: list[n.Otherwise] = []
    for statement in body:
        statement, inner = _tie_inside(statement)
        loose += inner
        if not isinstance(statement, n.Otherwise):
            tied.append(statement)
        elif tied and isinstance(tied[-1], n.If) and not tied[-1].closed:
            tied[-1] = _append(tied[-1], statement)
        elif tied and isinstance(tied[-1], (n.Do, n.Choose, n.May, n.NameKind, n.ChoosePlayer, n.ExtraTurn)):
            # `may X` followed by `otherwise`: what happens if X was not done
            tied.append(_append(n.If(statement.at, None, ()), statement))
        else:
            loose.append(statement)
    return tuple(tied), loose


def _append(branch: n.If, other: n.Otherwise) -> n.If:
    if branch.otherwise:  # a chain of `otherwise if`: the new branch goes to its end
        inner = branch.otherwise[0]
        assert isinstance(inner, n.If)
        joined = _append(inner, other)
        return replace(branch, otherwise=(joined,), closed=joined.closed)
    if other.condition is None:
        return replace(branch, otherwise=other.body, closed=True)
    return replace(branch, otherwise=(n.If(other.at, other.condition, other.body),))


def _tie_inside(statement: n.Statement) -> tuple[n.Statement, list[n.Otherwise]]:
    if isinstance(statement, n.Menu):
        options: list[n.MenuOption] = []
        loose: list[n.Otherwise] = []
        for option in statement.options:
            body, inner = tie(option.body)
            options.append(replace(option, body=body))
            loose += inner
        return replace(statement, options=tuple(options)), loose
    if isinstance(statement, (n.If, n.Otherwise, n.Each, n.ForEach, n.Repeat, n.May, n.When, n.During)):
        body, loose = tie(statement.body)
        return replace(statement, body=body), loose
    return statement, []
