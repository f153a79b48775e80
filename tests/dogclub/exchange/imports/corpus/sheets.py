"""Thirty score sheets as clubs keep them. Each holds the same evenings or the same hands, so the expected result is
known.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date

from tests.dogclub.exchange.imports.corpus.making import Rows, open_document, text, workbook, worked_out

BEA, OTTO, MINA = "Bea Marlowe", "Otto Pym", "Mina Quist"
EVENINGS = {
    date(2026, 3, 5): {BEA: 41, OTTO: 38, MINA: 52},
    date(2026, 3, 12): {BEA: 44, OTTO: 27, MINA: -7},
    date(2026, 3, 19): {OTTO: 35, MINA: 48},
}
FIRST, SECOND, THIRD = EVENINGS
# Bids and tricks of three hands of Dirty Dog, and their totals.
HANDS = (
    {BEA: (1, 0), OTTO: (0, 0), MINA: (1, 1)},
    {BEA: (1, 1), OTTO: (1, 1), MINA: (1, 0)},
    {BEA: (0, 0), OTTO: (1, 1), MINA: (0, 2)},
)
BY_HAND = {FIRST: {BEA: 10, OTTO: 17, MINA: 3}}
# Points of three rounds that add up to the totals of the first evening.
POINTS = ({BEA: 10, OTTO: -1, MINA: 5}, {BEA: 20, OTTO: 15, MINA: -3}, {BEA: 11, OTTO: 24, MINA: 50})
Day = Callable[[date], object]


@dataclass(frozen=True)
class Made:
    """A file of the corpus. `answer` is the answer to its one question, by setting; `by_hand` means that it holds HANDS
    instead of EVENINGS.
    """

    content: Callable[[], bytes]
    answer: Mapping[str, str] = field(default_factory=dict)
    days: tuple[date, ...] = (FIRST, SECOND, THIRD)
    by_hand: bool = False


def iso(day: date) -> str:
    return day.isoformat()


def dotted(day: date) -> str:
    return f"{day:%d.%m.%Y}"


def american(day: date) -> str:
    return f"{day.month}/{day.day}/{day.year}"


def named(months: str) -> Day:
    """Return a function that writes a date with this name of the month."""
    return lambda day: f"{day.day} {months} {day.year}"


def long(*headings: str, day: Day = iso, figure: Callable[[int], object] = int, days: int = 3) -> Rows:
    """Yield the evenings with one row per player."""
    if headings:
        yield headings
    for at in [*EVENINGS][:days]:
        yield from ([day(at), name, figure(total)] for name, total in EVENINGS[at].items())


def wide(
    heading: str, *, day: Day = iso, away: object = "", days: int = 3, names: tuple[str, ...] = (BEA, OTTO, MINA)
) -> Rows:
    """Yield the evenings with one column per player."""
    yield [heading, *names]
    for at in [*EVENINGS][:days]:
        yield [day(at), *(EVENINGS[at].get(name, away) for name in (BEA, OTTO, MINA))]


def in_rows(*headings: str) -> Rows:
    """Yield one row per evening, with name and total of each player from first to last place."""
    yield headings
    for at, totals in EVENINGS.items():
        ranked = sorted(totals.items(), key=lambda each: -each[1])
        yield [iso(at), *(cell for each in ranked for cell in each)]


def hands(*headings: str, day: Day = iso) -> Rows:
    """Yield one row per hand and player, with bid and tricks."""
    yield headings
    for number, played in enumerate(HANDS, 1):
        yield from ([day(FIRST), number, name, bid, tricks] for name, (bid, tricks) in played.items())


def rounds(*, running: bool = False, total: bool = True, first: Rows = ()) -> Rows:
    """Yield one row per round, with its points or, if `running`, with the totals so far."""
    yield from first
    yield ["Round", BEA, OTTO, MINA]
    sums = dict.fromkeys((BEA, OTTO, MINA), 0)
    for number, points in enumerate(POINTS, 1):
        sums = {name: sums[name] + points[name] for name in sums}
        yield [number, *(sums if running else points).values()]
    if total:
        yield ["Total", *sums.values()]


def blocks() -> Rows:
    """Yield the evenings one below the other, each with headings of its own."""
    for day, totals in EVENINGS.items():
        yield [f"{day.day} mars {day.year}"]
        yield ["Namn", "Poäng"]
        yield from totals.items()
        yield []


def by_player() -> Rows:
    """Yield one row per player and one column per evening."""
    yield ["Speler", *map(dotted, EVENINGS), "Totaal"]
    for name in (BEA, OTTO, MINA):
        scores = [totals.get(name, "") for totals in EVENINGS.values()]
        yield [name, *scores, sum(score for score in scores if score != "")]


def two_rows() -> Rows:
    """Yield the hands below two rows of headings: names over two columns each, and bid and tricks."""
    yield ["", BEA, None, OTTO, None, MINA, None]
    yield ["Hand", *["Bid", "Tricks"] * 3]
    for number, played in enumerate(HANDS, 1):
        yield [number, *(figure for each in played.values() for figure in each)]


def with_dates_merged() -> Rows:
    """Yield the evenings with a date only in the first row of each, as in merged cells."""
    yield ["Date", "Player", "Score"]
    for day, totals in EVENINGS.items():
        for at, (name, total) in enumerate(totals.items()):
            yield [None if at else day, name, total]


def with_formulas() -> bytes:
    """A workbook whose totals are formulas with cached results."""
    rows: list[list[object]] = [["Date", "Player", "First half", "Second half", "Total"]]
    values: dict[str, int] = {}
    for day, totals in EVENINGS.items():
        for name, total in totals.items():
            line = len(rows) + 1
            rows.append([iso(day), name, total - 10, 10, f"=C{line}+D{line}"])
            values[f"E{line}"] = total
    return worked_out(workbook({"Scores": rows}), values)


def averaged() -> Rows:
    """Yield the evenings with a row of totals and one of averages at the end."""
    yield from wide("Date")
    yield ["Total", 85, 100, 93]
    yield ["Average", "42.5", "33.3", "31"]


ONCE = (FIRST,)
TITLE = "Thursday Kennel, spring 2026"
SHEETS: Mapping[str, Made] = {
    "01-plain.csv": Made(lambda: text(long("Date", "Player", "Score"))),
    "02-german-excel.csv": Made(
        lambda: text(long("Datum", "Spieler", "Punkte", day=dotted), ";", "cp1252", head="Köterabend;;\r\n")
    ),
    "03-sep-line.csv": Made(lambda: text(long("Date", "Name", "Points"), ";", head="sep=;\r\n")),
    "04-title-above.csv": Made(lambda: text([[TITLE], [], *long("Date", "Player", "Total")])),
    "05-french-wide.csv": Made(lambda: text(wide("Date", day=named("mars")), ";", "utf-8-sig")),
    "06-absent-is-a-dash.csv": Made(lambda: text(wide("Night", away="–"))),
    "07-total-and-average-below.csv": Made(lambda: text(averaged())),
    "08-american-dates.csv": Made(lambda: text(wide("Date", day=american))),
    "09-ambiguous-dates.csv": Made(
        lambda: text(long("Date", "Player", "Score", day=american, days=2)), {"date-order": "month"}, (FIRST, SECOND)
    ),
    "10-no-year.csv": Made(lambda: text(wide("When", day=lambda day: f"{day.day} Mar")), {"year": "2026"}),
    "11-rounds-with-total.csv": Made(lambda: text(rounds(first=[["Thursday 5 March 2026"], []])), days=ONCE),
    "12-running-totals.csv": Made(lambda: text(rounds(running=True, first=[["Date", iso(FIRST)]])), days=ONCE),
    "13-rounds-unclear.csv": Made(
        lambda: text(rounds(total=False, first=[[iso(FIRST)]])), {"figures": "points"}, days=ONCE
    ),
    "14-row-a-match.csv": Made(
        lambda: text(in_rows("Date", "Player 1", "Score 1", "Player 2", "Score 2", "Player 3", "Score 3"))
    ),
    "15-first-to-third.csv": Made(lambda: text(in_rows("Day", "1st", "Pts", "2nd", "Pts", "3rd", "Pts"))),
    "16-a-column-a-day.csv": Made(lambda: text(by_player(), ";")),
    "17-bids-and-tricks-under-names.xlsx": Made(
        lambda: workbook({"5 March 2026": [["Dirty Dog, 5 March 2026"], *two_rows()]}, ["B2:C2", "D2:E2", "F2:G2"]),
        days=ONCE,
        by_hand=True,
    ),
    "18-hands-in-german.csv": Made(
        lambda: text(hands("Datum", "Runde", "Spieler", "Ansage", "Stiche", day=dotted), ";"), days=ONCE, by_hand=True
    ),
    "19-on-the-second-sheet.xlsx": Made(
        lambda: workbook(
            {"Read me": [["Our scores since 2019"], ["Ask Otto"]], "Scores": long("Date", "Player", "Total")}
        )
    ),
    "20-dates-merged.xlsx": Made(lambda: workbook({"2026": with_dates_merged()}, ["A2:A4", "A5:A7", "A8:A9"])),
    "21-formulas.xlsx": Made(with_formulas),
    "22-libreoffice.ods": Made(lambda: open_document({"Foglio1": wide("Data", day=lambda day: day)})),
    "23-libreoffice-title.ods": Made(
        lambda: open_document(
            {"Liga": [[TITLE, None, None], *long("Fecha", "Jugadora", "Puntos", day=lambda day: day)]}
        )
    ),
    "24-pasted-tabs.txt": Made(lambda: text(long("Fecha", "Nombre", "Puntuación", day=named("de marzo de")), "\t")),
    "25-unicode-text.txt": Made(
        lambda: text(wide("Serata", day=lambda day: f"{day.day}/{day.month}/{day.year}"), "\t", "utf-16")
    ),
    "26-polish.csv": Made(
        lambda: text(
            [["Wtorkowa liga, żółty stół", "", ""], *long("Kiedy", "Imię", "Wynik", day=named("marca"))], ";", "cp1250"
        )
    ),
    "27-decimal-comma.csv": Made(
        lambda: text(long("Datum", "Speler", "Punten", day=named("mrt"), figure=lambda total: f"{total},0"), ";")
    ),
    "28-date-numbers.csv": Made(
        lambda: text(long("Data", "Jogador", "Pontos", day=lambda day: (day - date(1899, 12, 30)).days), ";")
    ),
    "29-an-evening-below-the-other.csv": Made(lambda: text(blocks(), ";")),
    "30-no-headings.csv": Made(lambda: text(long())),
}
