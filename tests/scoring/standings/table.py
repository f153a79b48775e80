"""The table that is drawn in the design: two players level in three things, and their meetings decide."""

from scoring.standings import Line, Result, Scheme, meetings_in
from scoring.standings.meetings import Meetings


def the_mock() -> tuple[list[Line], Meetings, Scheme]:
    """1 is in front; 2 was ahead of 3 on six nights of nine."""
    lines = [Line(1, 4100, wins=4), Line(2, 2700, wins=2), Line(3, 2700, wins=2)]
    ahead = [(2, 3)] * 6 + [(3, 2)] * 3
    results = [Result(who, f"m{at}", place, 9) for at, pair in enumerate(ahead) for place, who in enumerate(pair, 1)]
    return lines, meetings_in(results), Scheme(way="places", tie_breaks=("wins", "losses", "meetings", "peak"))
