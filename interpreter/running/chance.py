"""The one source of chance: a small generator whose whole state is one integer.

A 128-bit linear congruential step (the multiplier is the one of PCG64); only the upper bits of a state are used. It is
documented here because saves and replays rely on it staying as it is.
"""

from __future__ import annotations

_MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
_INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F
_MASK = (1 << 128) - 1
PICKS = 8  # from one state: 500 objects take 9 bits each, so that enough is left for the last one


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
    """Shuffles in place and returns the next state; nothing to shuffle uses none.

    One item after the other is taken out at random: the upper 96 bits of a state are a number, and what is left when
    it is divided by how many items there are still tells which.
    """
    count = len(items)
    rest = items[:]
    items.clear()
    take, put = rest.pop, items.append
    while count > 1:
        state = (state * _MULTIPLIER + _INCREMENT) & _MASK
        number = state >> 32 ^ state >> 80  # its lower bits alone would be poor
        for left in range(count, count - PICKS if count > PICKS else 1, -1):
            number, index = divmod(number, left)
            put(take(index))
        count -= PICKS
    items += rest
    return state
