"""How a running text is laid out: the first registers of every frame, and the numbers a block returns.

A frame is a plain list, so that copying a game is slicing lists.
"""

UNIT = 0  # which unit runs
PC = 1  # the block to go on with
PLAY = 2  # number of the play this text belongs to
YOU = 3  # seat whose text this is
THIS = 4  # group: the card the text stands on
EVENT = 5  # group: what the event that called this text is about
EVENT_SEAT = 6  # seat: who did it
EVENT_PLAY = 7  # play that caused the event
ACCEPT = 8  # the first offer of this text was taken before it began
FIRST_FREE = 9

# What a block returns instead of the number of the next one.
DONE = -1  # the text has ended
SWITCH = -2  # another frame is on top now, or this one asked for something
"""Groups are `(moment, objects)`; this one is empty."""
NOBODY: tuple[int, tuple[int, ...]] = (0, ())
