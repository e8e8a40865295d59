"""The yardstick of game rules in Python: moves that python-chess pushes, known to be legal.

Other engines that play by random moves cannot be installed beside ours. Their speed against python-chess is known from
a run of both: botbowl made 0.0083 to 0.011 actions in the time of a push, so that 0.1 of a push is ten of them.
"""

from random import Random
from typing import Final

import chess

BOTBOWL_MATCH: Final = 1 / 38_000  # a random match takes the time of so many pushes
MOVES: Final = 600


class Pushes:
    """Random games, drawn once, of 600 moves together."""

    def __init__(self) -> None:
        chance, self._games = Random(2), list[list[chess.Move]]()
        left = MOVES
        while left:
            board, game = chess.Board(), list[chess.Move]()
            while left and not board.is_game_over():
                game.append(chance.choice(list(board.legal_moves)))
                board.push(game[-1])
                left -= 1
            self._games.append(game)

    def push(self) -> int:
        """Push every move of them."""
        for game in self._games:
            board = chess.Board()
            for move in game:
                board.push(move)
        return MOVES
