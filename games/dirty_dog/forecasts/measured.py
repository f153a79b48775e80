"""How good the forecasts are, as `benchmarks/chances.py` measured it (docs/developers/chances.md)."""

from games.base.results.forecasts import Measured

MEASURED = Measured(
    forecasts=12_710,
    matches=120,
    win=[
        *((2.5, 3.7), (14.9, 18.0), (24.6, 23.8), (34.6, 29.4), (44.8, 36.9)),
        *((54.4, 49.5), (64.8, 58.8), (74.6, 61.1), (84.9, 82.0), (97.7, 97.3)),
    ],
)
