"""A season of two nights, worked out by hand: points by place, a shared place and the cone."""

from scoring.standings import Result, Scheme, line_of, played_in, rank

SCHEME = Scheme(way="places", tie_breaks=("wins", "losses", "meetings"))
OTTO, BEA, NURIA, SAM, GUS = range(5)


def night(name: str, places: dict[int, int], winners: set[int], cone: int) -> list[Result]:
    """The results of a night by player; `winners` and `cone` are players."""
    level = list(places.values())
    return [
        Result(who, name, place, 5, night=name, level=level.count(place), won=who in winners, lost=who == cone)
        for who, place in places.items()
    ]


def test_a_table_worked_out_by_hand_is_what_the_code_counts() -> None:
    results = [
        *night("1", {OTTO: 1, BEA: 2, NURIA: 3, SAM: 4, GUS: 5}, {OTTO}, GUS),
        *night("2", {OTTO: 1, BEA: 1, NURIA: 3, GUS: 4, SAM: 5}, {OTTO, BEA}, SAM),
    ]
    lines = [line_of(who, [each for each in results if each.player == who], SCHEME) for who in range(5)]
    rows = rank(lines, SCHEME, played_in(results))
    assert [(row.place, row.line.player, row.line.points) for row in rows] == [
        (1, OTTO, 1100),
        (2, BEA, 900),
        (3, NURIA, 600),
        (4, SAM, 100),
        (4, GUS, 100),
    ]
    assert [(each.key, each.mine, each.above) for each in rows[4].decided] == [
        ("points", 100, 100),
        ("wins", 0, 0),
        ("losses", 1, 1),
        ("meetings", 1, 1),
    ]
