"""Rulings: situations written down as data, with the answer; and what runs them."""
