"""What is wrong with a text that does not parse, and what its author most likely meant; `explain` is the way in.

Nothing here changes what a text means: a line is mended only to see whether it could be read, and shown as help.
"""
