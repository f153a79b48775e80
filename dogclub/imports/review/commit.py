"""Writing an import: everything is computed before the transaction, which then writes the rows and what follows from
them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, BinaryIO

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.club_day import club_day
from clubs.language.dates import date_format
from clubs.locks import lock_club
from dogclub.imports.parsed.moments import has_hour
from dogclub.imports.parsed.parsed_file import ParsedMatch
from dogclub.imports.review.dry_run import again, open_found
from dogclub.imports.review.duplicates import NEW, print_of, prints_of
from dogclub.imports.review.game_names import called
from dogclub.imports.review.name_matching import normalised
from dogclub.imports.review.new_players import Newcomers
from dogclub.imports.review.nights import Evenings
from dogclub.imports.review.preview import GOES, Preview
from dogclub.imports.review.season_choice import made_or_chosen
from dogclub.jobs import Impossible
from dogclub.models import ImportBatch
from games.consequences.follow import rebuild_by_player
from games.entries.drafts import Author
from games.ledger import bulk
from games.models import Match
from leagues.models import Trophy
from scoring.records import from_record

CHANGED = gettext_lazy("The file has changed since the preview. Choose it again.")
Key = int | str  # a player's primary key, or the normalised name of a new member


@dataclass(frozen=True)
class Ready:
    """A computed match, ready to be written. `player_keys` are its players in seat order; `shown` is the match as
    previewed.
    """

    played: bulk.Played
    player_keys: Sequence[Key]
    shown: Mapping[str, Any]
    night: str
    has_hour: bool


def prepare(row: ImportBatch, file: BinaryIO, report: Callable[[int, int], None]) -> list[Ready]:
    """Return the matches to write, computed outside of any transaction. Raise Impossible if the file is not the
    previewed one. `report(done, total)` is called after each match.
    """
    preview = Preview(row.found, row.answers)
    shown = row.found["matches"]
    prepared: list[Ready] = []
    matches = again(open_found(row, file))
    for count, (each, (match, at)) in enumerate(zip(shown, _matches(matches, len(shown)), strict=True), 1):
        if each["line"] != match.line:
            raise Impossible(CHANGED)
        if preview.happens(each) == GOES and at:
            prepared.append(_worked_out(row, each, match, at, preview))
        report(count, len(shown))
    return prepared


def _matches(parsed: Iterator[Any], count: int) -> Iterator[Any]:
    """Yield the matches; raise Impossible if there are not exactly `count`."""
    seen = 0
    for each in parsed:
        seen += 1
        yield each
    if seen != count:
        raise Impossible(CHANGED)


def _worked_out(
    row: ImportBatch, shown: Mapping[str, Any], match: ParsedMatch, at: datetime, preview: Preview
) -> Ready:
    engine, names, seats, options, entries = from_record(match.record)
    made = Match(club=row.club, batch=row.pk, table=match.table, started_at=at, created_by=row.created_by)
    knows_hour = match.played_at is not None and has_hour(match.played_at)
    who = {preview.names[key]: preview.who[key] for key, _, _ in shown["seats"]}
    player_keys = [normalised(name) if (player := who[name]) == NEW or player is None else player for name in names]
    return Ready(bulk.work_out(engine, seats, options, entries, made), player_keys, shown, match.night, knows_hour)


def write(row: ImportBatch, prepared: Sequence[Ready]) -> None:
    """Write the prepared matches, in the transaction that completes the job. Raise Impossible if the club's players
    or seasons have changed so that they do not fit.
    """
    lock_club(row.club)
    people = Newcomers(row)
    fresh = _still_new(row, prepared)
    players = [_seated(people, each) for each in fresh]
    season, made = made_or_chosen(row, [club_day(each.played.match.started_at) for each in fresh])
    evenings = Evenings(row.club, season)
    for each, player_ids in zip(fresh, players, strict=True):
        evenings.place(each.played.match, each.night, player_ids, has_hour=each.has_hour)
    trophies = set(_trophies(row))
    evenings.save()
    bulk.write([each.played for each in fresh], players, Author(row.created_by, "import"))
    rebuild_by_player(row.club)
    row.made = {
        "players": people.made,
        **evenings.made,
        "seasons": made,
        "trophies": [key for key in _trophies(row) if key not in trophies],
        "games": len(fresh),
        "games_called": called(row.answers),
        "rows": sum(len(each.player_keys) for each in fresh),
    }
    row.state, row.done_at = ImportBatch.State.DONE, timezone.now()
    row.found, row.answers = {}, {}  # people's names are stored with the club's players only
    row.save(update_fields=["made", "state", "done_at", "found", "answers"])


def _seated(people: Newcomers, each: Ready) -> list[int]:
    """Return the players' keys in seat order. Raise Impossible if two of them were merged since the dry run."""
    players = [people.key(key) for key in each.player_keys]
    if len({*players}) < len(players):
        day = club_day(each.played.match.started_at)
        raise Impossible(
            _("Two players of a game on {day} were merged meanwhile. Choose the file again.").format(
                day=date_format(day, "j F Y")
            )
        )
    return players


def _trophies(row: ImportBatch) -> list[int]:
    return list(Trophy.objects.filter(club=row.club).order_by("pk").values_list("pk", flat=True))


def _still_new(row: ImportBatch, prepared: Sequence[Ready]) -> list[Ready]:
    """Return the matches without those that were added to the club since the dry run."""
    if not prepared:
        return []
    preview = Preview(row.found, row.answers)
    days = [club_day(each.played.match.started_at) for each in prepared]
    known = prints_of(row.club, min(days), max(days))
    return [each for each in prepared if print_of(each.shown, preview.who, preview.names) not in known]
