"""The dry run: scores every match, matches every name to players and finds every duplicate; the result is plain data.

`found` of an import is {"notes", "layout", "games", "doubts", "names": [..], "matches": [..],
"guesses": [[player or None, [similar players]]]}; a match is {"line", "at", "game", "table", "night", "rounds",
"seats": [[name, total, line]], "problems": [..], "here", "ties", "settled"}, with names by their index in the list.
Records stay in the file, which is read again when the import is written.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import date, datetime, time, timedelta
from typing import Any, BinaryIO

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.locales import grouped
from clubs.models import Club
from clubs.models.calendar import club_day
from dogclub.exchange.imports.formats.several_files import find
from dogclub.exchange.imports.moments import has_hour
from dogclub.exchange.imports.parsed_file import MOST_NAMES, ParsedFile, ParsedMatch, Problem, Unreadable
from dogclub.exchange.imports.review.answers import Ties, ties_of, waits_for_ties
from dogclub.exchange.imports.review.persons import Person, Register, guesses, name_error, persons
from dogclub.models import ImportBatch
from games.models import Seat
from scoring.base import Engine, RuleError, Sheet
from scoring.records import played

# Matches of a file that the club already has, or that are in the file twice: same day, game, players and totals.


HERE = "here"
TWICE = "twice"

Print = tuple[str, date, frozenset[tuple[Any, int]]]


def mark_duplicates(club: Club, preview: dict[str, Any], answers: Mapping[str, Any]) -> None:
    """Set `here` of each match: HERE, TWICE or "" for one that is new; one query."""
    who = persons(preview, answers)
    days = [day_of(match) for match in preview["matches"] if match["at"]]
    known = prints_of(club, min(days), max(days)) if days else set()
    seen: set[Print] = set()
    for match in preview["matches"]:
        mark = print_of(match, who)
        match["here"] = "" if mark is None else HERE if mark in known else TWICE if mark in seen else ""
        if mark:
            seen.add(mark)


def day_of(match: Mapping[str, Any]) -> date:
    """Return the club day of a match of the preview."""
    return club_day(datetime.fromisoformat(match["at"]))


def print_of(match: Mapping[str, Any], who: Sequence[Person]) -> Print | None:
    """Return the key by which duplicates are found, or None for a match with problems or without a date."""
    if not waits_for_ties(match) or not match["at"]:
        return None
    seats = frozenset((who[name], total) for name, total, _ in match["seats"])
    return match["game"], day_of(match), seats


def prints_of(club: Club, since: date, until: date) -> set[Print]:
    """Return the keys of all matches of the club in these days; one query. They may include a day before and after."""
    day = timedelta(days=1)
    start = timezone.make_aware(datetime.combine(since, datetime.min.time())) - day
    rows = Seat.objects.filter(
        match__club=club, match__started_at__gte=start, match__started_at__lt=start + (until - since) + 3 * day
    )
    seats: dict[Any, set[tuple[Any, int]]] = defaultdict(set)
    about: dict[Any, tuple[str, date]] = {}
    values = rows.order_by().values_list("match", "match__game", "match__started_at", "player", "total")
    for match, game, started_at, player, total in values.iterator():
        seats[match].add((player, total))
        about[match] = game, club_day(started_at)
    return {(*about[match], frozenset(each)) for match, each in seats.items()}


MOST_PROBLEMS = 4  # shown for one match
MOST_PLAYERS = 100
LETTERS = 240
EVENING = time(19, 0)  # assumed start of a game of which only the day is known

Report = Callable[[int, int, int], None]


def open_found(row: ImportBatch, file: BinaryIO) -> ParsedFile:
    """Return the parsed file, with all corrected cells. Raise Unreadable."""
    return find(row.source).read(file, row.club, row.answers.get("mends", {}))


def dry_run(row: ImportBatch, file: BinaryIO, report: Report) -> dict[str, Any]:
    """Return `found` for the import. `report(matches, line, lines)` is called after each match. Raise Unreadable."""
    parsed, corrections = open_found(row, file), row.answers.get("mends", {})
    names: dict[str, int] = {}
    clock = Clock()
    matches = []
    for match in parsed.matches:
        matches.append(_shown(match, clock, names, corrections))
        if len(names) > MOST_NAMES:
            raise Unreadable(
                _("More than {most_names} different names. Is it the right file?").format(
                    most_names=grouped(MOST_NAMES)
                )
            )
        report(len(matches), match.line, parsed.size)
    if not matches and not parsed.games and parsed.layout.get("form", "?"):
        raise Unreadable(_("There is nothing to import in this file."))
    known = guesses(Register(row.club), names)
    shown = {
        "notes": parsed.notes[:10],
        "layout": parsed.layout,
        "games": list(parsed.games),
        "doubts": [asdict(doubt) for doubt in parsed.doubts],
        "names": list(names),
        "guesses": [[known[name].player, list(known[name].like)] for name in names],
        "matches": matches,
    }
    mark_duplicates(row.club, shown, row.answers)
    return shown


class Clock:
    """Start times for games of which only the day is known: a minute apart, in the file's order."""

    def __init__(self) -> None:
        self._games: dict[Any, int] = {}

    def moment(self, match: ParsedMatch) -> datetime:
        """Return the start of a match: its own if it has an hour; else 19:00 plus a minute for each game before it
        that day.
        """
        assert match.played_at
        if has_hour(match.played_at):
            return match.played_at
        day = timezone.localtime(match.played_at).date()
        before = self._games[day] = self._games.get(day, -1) + 1
        return timezone.make_aware(datetime.combine(day, EVENING)) + timedelta(minutes=min(before, 240))


def score(match: ParsedMatch) -> tuple[ParsedMatch, tuple[Engine[Any], Sheet, list[str]] | None]:
    """Return the match with (engine, sheet, names in seat order), or with more problems and None if it cannot be
    scored.
    """
    if match.problems:
        return match, None
    try:
        engine, sheet, names = played(match.record)
    except RuleError as error:
        line = match.line_of(error.round, error.player)
        return match.with_problems(Problem(line, str(error.message), player=error.player or "")), None
    wrong = [Problem(match.line_of(0, name), why, player=name) for name in names if (why := name_error(name))]
    if not sheet.lines and not any(sheet.totals.values()):
        wrong.append(Problem(match.line, _("There are no scores in this game.")))
    if len(names) > MOST_PLAYERS:
        wrong.append(
            Problem(match.line, _("More than {most_players} players at one table.").format(most_players=MOST_PLAYERS))
        )
    return (match.with_problems(*wrong), None) if wrong else (match, (engine, sheet, names))


def _shown(match: ParsedMatch, clock: Clock, names: dict[str, int], corrections: Mapping[str, str]) -> dict[str, Any]:
    """Return a match as plain data for the preview; add its names to `names` (name to index)."""
    match, scored = score(match)
    ties = ties_of(match, *scored[1:], corrections) if scored else Ties()
    match = match.with_problems(*ties.problems)
    totals = _written_totals(match)
    if scored:
        engine, sheet, seated = scored
        match = replace(match, game=engine.key)
        totals = {name: sheet.totals[seat] for seat, name in enumerate(seated)}
    return {
        "line": match.line,
        "at": clock.moment(match).isoformat() if match.played_at else "",
        "game": match.game[:30],
        "table": match.table,
        "night": match.night,
        "rounds": len(scored[1].lines) if scored else 0,
        "seats": [
            [names.setdefault(name[:80], len(names)), total, match.line_of(0, name)] for name, total in totals.items()
        ],
        "problems": [_problem_fields(problem) for problem in match.problems[:MOST_PROBLEMS]],
        "here": "",
        "ties": ties.ends,
        "settled": ties.settled,
    }


def _written_totals(match: ParsedMatch) -> dict[str, int | None]:
    """Return what the file says are the totals of a match that has no score yet; its record may be anything."""
    options = match.record.get("options")
    opening = options.get("opening") if isinstance(options, Mapping) else None
    known = opening if isinstance(opening, Mapping) else {}
    written = {name: known.get(name) for name in match.players[:MOST_PLAYERS]}
    return {name: total if isinstance(total, int) else None for name, total in written.items()}


def _problem_fields(problem: Problem) -> dict[str, Any]:
    fields = {key: value for key, value in asdict(problem).items() if value}
    return fields | {"message": str(problem.message)[:LETTERS]}


def again(parsed: ParsedFile) -> Iterator[tuple[ParsedMatch, datetime | None]]:
    """Yield each match with its start (None if not known), in the file's order, to be written."""
    clock = Clock()
    for match in parsed.matches:
        yield match, clock.moment(match) if match.played_at else None
