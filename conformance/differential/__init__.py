"""Engines held against each other: the same random matches, each under its own rulings."""
