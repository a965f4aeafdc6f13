"""A checked game: immutable, numbered, with no text left to interpret."""
