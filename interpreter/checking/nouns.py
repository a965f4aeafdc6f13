"""Nouns: what a thing must be to be called so, and whether the word agrees with its number."""

from __future__ import annotations

from interpreter.checking.context import TextContext
from interpreter.program import ir
from interpreter.syntax import nodes as n


def noun_tests(context: TextContext, nouns: tuple[tuple[n.Word, ...], ...]) -> tuple[ir.Test, ...]:
    """`a <type>`, `a <card>`, `a <type> card`, `a <type> or a <type>`."""
    alternatives = [_one_noun(context, words) for words in nouns]
    if len(alternatives) == 1:
        return alternatives[0]
    if any(not tests for tests in alternatives):
        return ()
    return (ir.AnyOf(tuple(alternatives)),)


def check_form(context: TextContext, value: n.Value, word: n.Word) -> None:
    """`+1 card`, `+2 cards`: the word after a number agrees with it."""
    form = context.names.vocabulary.number(word.text)
    if isinstance(value, n.Number) and form and (form == "many") == (value.value == 1):
        raise context.fail("CW302", word.at, f"'{word.text}' does not agree with {value.value}",
                           f"write '{other_number(context, word)}'")


def _one_noun(context: TextContext, words: tuple[n.Word, ...]) -> tuple[ir.Test, ...]:
    names = context.names
    tests: list[ir.Test] = []
    if len({word.text for word in words}) < len(words) or sum(word.kind == "KIND" for word in words) > 1:
        raise context.fail("CW321", words[-1].at, f"'{words[-1].text}' says it twice", "say it once")
    kinds = [word for word in words if word.kind == "KIND"]
    for word in words:
        if word.kind != "NAME":
            continue
        canonical = names.vocabulary.canonical("NAME", word.text)
        # a word that is both a card and a type means the card, unless `card` follows it
        if canonical in names.cards and not (kinds and canonical in names.types):
            tests.append(ir.IsCard(names.cards[canonical]))
        else:
            tests.append(ir.HasType(names.types[canonical]))
    if sum(isinstance(test, ir.IsCard) for test in tests) > 1:
        raise context.fail("CW321", words[0].at, "nothing is two cards at once", "join them with 'or'")
    return tuple(tests)


def check_number(context: TextContext, phrase: n.NounPhrase, many: bool | None) -> None:
    """`a card`, `2 cards`: the noun agrees with its number."""
    for words in phrase.nouns:
        form = words[-1].text
        found = context.names.vocabulary.number(form)
        if many is None or not found or (found == "many") == many:
            continue
        expected = "several" if many else "one"
        raise context.fail("CW302", words[-1].at, f"'{form}' does not agree: {expected} meant here",
                           f"write '{other_number(context, words[-1])}'" if other_number(context, words[-1]) else "")


def other_number(context: TextContext, word: n.Word) -> str:
    """The same noun as a plural or a singular, for a hint; '' where it has no other form."""
    words = context.names.vocabulary.words[word.kind]
    return next((form for form, name in words.items() if name == words[word.text] and form != word.text), "")


def is_many(quantity: n.Quantity, end: str) -> bool | None:
    """Whether a quantity goes with a plural; None where it goes with either."""
    if quantity.how in ("a", "another"):
        return False
    if quantity.how in ("exactly", "up to", "at least", "at most"):
        return quantity.number != 1
    if quantity.how == "any number":
        return True
    return None
