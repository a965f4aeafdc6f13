"""From files to syntax trees: YAML that knows its places, the shape of a file, the words of a game, the parser.

A text that can be read passes through these modules alone; what is said about one that cannot is found in `advice`.
"""
