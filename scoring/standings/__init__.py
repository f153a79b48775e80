"""Season standings from results, with the comparison that decided the place of every row (LG-03, LG-04)."""

from scoring.standings.lines import Line, Night, line_of, line_with, played_in
from scoring.standings.metrics import METRICS, TIE_BREAKS, Comparison, RankedRow, rank
from scoring.standings.scheme import (
    ACROSS,
    BY_PLACE,
    DEFAULT,
    Result,
    Scheme,
    counted,
    points,
    scheme_from_json,
    scheme_to_json,
)

__all__ = [
    "ACROSS",
    "BY_PLACE",
    "DEFAULT",
    "METRICS",
    "TIE_BREAKS",
    "Comparison",
    "Line",
    "Night",
    "RankedRow",
    "Result",
    "Scheme",
    "counted",
    "line_of",
    "line_with",
    "played_in",
    "points",
    "rank",
    "scheme_from_json",
    "scheme_to_json",
]
