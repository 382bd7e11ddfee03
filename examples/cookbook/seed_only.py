"""The engine takes no cards: it shuffles by its seed. It cannot be asked, but its games can be
graded: this writes some for `cjack audit`, one a line."""

import json
import random
import sys

from limited import ShuffledMatch

RULINGS = {"trick_point_tie": "nobody", "dealer_rotation": "alternate"}


def game(seed, scoring):
    """A match played to its end with legal cards, as the engine told it."""
    chosen = random.Random(seed)  # noqa: S311 - a game of cards
    match = ShuffledMatch(scoring, "north", seed)
    rounds = []
    while match.winner is None:
        rounds.append(played(match, chosen))
    return {
        "id": f"seed {seed}",
        "scoring": scoring,
        "dealer": "north",
        "rulings": RULINGS,
        "rounds": rounds,
        "winner": match.winner,
    }


def played(match, chosen):
    table = match.shuffle()
    # Written down before the first play: afterwards the cards have moved.
    told = {
        "dealer": table.dealer,
        "trump": table.trump,
        "hands": {seat: list(cards) for seat, cards in table.hands.items()},
        "stock": list(table.stock),
    }
    plays, legal = [], []
    while not table.is_over:
        legal.append(table.legal())
        plays.append([table.on_turn, chosen.choice(legal[-1])])
        table.play(*plays[-1])
    tricks = [{"winner": trick.winner, "draws": trick.draws} for trick in table.tricks]
    result = {"awards": match.settle(), "scores": dict(match.scores)}
    return {**told, "plays": plays, "legal": legal, "tricks": tricks, "result": result}


if __name__ == "__main__":
    for seed in range(int(sys.argv[1])):
        print(json.dumps(game(seed, ("full", "simplified")[seed % 2])))
