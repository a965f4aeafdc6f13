"""The one source of chance: a small generator whose whole state is one integer.

A 128-bit linear congruential step (the multiplier is the one of PCG64); the upper 64 bits of a state give two
32-bit numbers. It is documented here because saves and replays rely on it staying as it is.
"""

from __future__ import annotations

_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F
_MASK = (1 << 128) - 1


def seeded(seed: int) -> int:
    """The state for a seed; neighbouring seeds give unrelated states."""
    state = (seed * 0x9E3779B97F4A7C15F39CC0605CEDC835 + _INCREMENT) & _MASK
    for _ in range(3):
        state = (state * _MULTIPLIER + _INCREMENT) & _MASK
        state ^= state >> 65
    return state


def below(state: int, limit: int) -> tuple[int, int]:
    """The next state and a number from 0 to limit - 1."""
    state = (state * _MULTIPLIER + _INCREMENT) & _MASK
    return state, ((state >> 96) * limit) >> 32


def shuffle(state: int, items: list[int]) -> int:
    """Shuffles in place (Fisher-Yates from the end) and returns the next state; nothing to shuffle uses none."""
    index = len(items) - 1
    while index > 0:
        state = (state * _MULTIPLIER + _INCREMENT) & _MASK
        other = ((state >> 96) * (index + 1)) >> 32
        items[index], items[other] = items[other], items[index]
        index -= 1
        if index > 0:
            other = (((state >> 64) & 0xFFFFFFFF) * (index + 1)) >> 32
            items[index], items[other] = items[other], items[index]
            index -= 1
    return state
