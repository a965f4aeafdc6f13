"""From files to syntax trees: YAML with places, the words of a game, the parser, and what is wrong with a text."""
