"""Season standings from results, with the comparison that decided the place of every row (LG-03, LG-04)."""

from scoring.standings.lines import Line, Night, line_of, line_with
from scoring.standings.meetings import meetings_in
from scoring.standings.metrics import METRICS, TIE_BREAKS
from scoring.standings.points import counted, points
from scoring.standings.ranking import Comparison, Row, rank
from scoring.standings.results import Result
from scoring.standings.scheme import ACROSS, BY_PLACE, DEFAULT, Scheme, scheme_from_json, scheme_to_json

__all__ = [
    "ACROSS",
    "BY_PLACE",
    "DEFAULT",
    "METRICS",
    "TIE_BREAKS",
    "Comparison",
    "Line",
    "Night",
    "Result",
    "Row",
    "Scheme",
    "counted",
    "line_of",
    "line_with",
    "meetings_in",
    "points",
    "rank",
    "scheme_from_json",
    "scheme_to_json",
]
