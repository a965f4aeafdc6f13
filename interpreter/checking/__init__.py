"""What the texts mean: names resolved, pronouns bound, every mistake reported with a way out."""
