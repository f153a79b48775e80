"""The wall board with a column more: everybody's chance to win."""

from collections.abc import Mapping
from dataclasses import replace

from games.base.display import Screen
from games.base.results.forecasts import Chance


def on_wall(board: Screen, chances: Mapping[int, Chance]) -> Screen:
    dogs = [replace(dog, chance=chances.get(dog.seat)) for dog in board.context["dogs"]]
    return Screen(board.template, {**board.context, "dogs": dogs, "css": "wall-chances"})
