"""The syntax tree of the language, and how it is built."""
