"""Chances in Dirty Dog: the club's bids out of the database, the curve of a match, a hand in words."""

from games.base.results.forecasts import Forecasts
from games.dirty_dog.forecasts.curve import curve, keys
from games.dirty_dog.forecasts.history import LEAST, covers, history, is_enough
from games.dirty_dog.forecasts.measured import MEASURED
from games.dirty_dog.forecasts.wall import on_wall
from games.dirty_dog.forecasts.wording import hand_in_words

FORECASTS = Forecasts(
    history=history,
    is_enough=is_enough,
    covers=covers,
    keys=keys,
    curve=curve,
    round_in_words=hand_in_words,
    on_wall=on_wall,
    least=LEAST,
    measured=MEASURED,
)

__all__ = ["FORECASTS"]
