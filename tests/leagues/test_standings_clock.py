"""Standings group matches by the club's clock; where the clock has changed since they were ranked, reading them ranks
them again.
"""

from datetime import UTC, date, datetime
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from clubs.models import Club
from dogclub.operations.backup.restore import bring_up_to_date
from games.consequences.follow import rebuild
from leagues.models import Playoff, Standing
from leagues.standings.queries import ALL, read
from leagues.standings.update import IN_METRICS, keep_current, line_in
from tests.dogclub.exchange.archive.whole import fingerprints, packed
from tests.factory import a_club, a_match, some_players

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 28)


@pytest.fixture
def club(settings: Settings) -> Club:
    """A club with two matches: one evening by the clock of Lisbon, two by the clock of Auckland."""
    settings.TIME_ZONE = "Europe/Lisbon"
    club = a_club()
    players = some_players(club, 5)
    for hour in (14, 19):
        a_match(club, players, hands=None, seed=hour, started_at=datetime(2026, 1, 8, hour, tzinfo=UTC))
    return Club.objects.get(pk=club.pk)


def evenings(club: Club) -> set[int]:
    """How many nights the club's standings across games count, each number once."""
    return set(Standing.objects.filter(club=club, game="").values_list("nights", flat=True))


def test_a_club_says_by_which_clock_it_was_ranked(club: Club) -> None:
    assert club.standings_clock == "Europe/Lisbon from 05:00"
    assert evenings(club) == {1}
    assert rebuild(club, check=True) == []


def test_by_another_clock_it_is_ranked_when_it_is_read(club: Club, settings: Settings) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"
    board = read(club, ALL, ALL, TODAY)
    assert board
    assert {row.nights for row in board.rows} == {2}
    assert Club.objects.get(pk=club.pk).standings_clock == "Pacific/Auckland from 05:00"
    assert rebuild(club, check=True) == []


def test_by_the_same_clock_reading_asks_nothing_more(club: Club) -> None:
    with CaptureQueriesContext(connection) as asked:
        keep_current(club)
    assert len(asked) == 0


def test_ranked_for_one_reader_it_is_not_ranked_for_the_next(club: Club, settings: Settings) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"
    second = Club.objects.get(pk=club.pk)
    keep_current(club)
    with CaptureQueriesContext(connection) as asked:
        keep_current(second)
    assert [each["sql"].split()[0] for each in asked] == ["SAVEPOINT", "SELECT", "RELEASE"]


def test_a_result_by_another_clock_ranks_all_of_the_club(club: Club, settings: Settings) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"
    players = list(club.players.order_by("pk"))
    a_match(club, players[:4], hands=None, seed=5, started_at=datetime(2026, 1, 9, 20, tzinfo=UTC))
    assert evenings(club) == {2, 3}
    assert rebuild(club, check=True) == []


def test_what_waits_to_be_ranked_is_not_called_wrong(club: Club, settings: Settings) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"
    assert rebuild(club, check=True) == []
    assert evenings(club) == {1}
    assert rebuild(club, check=False) != []
    assert evenings(club) == {2}


def test_a_club_with_a_zone_of_its_own_minds_no_server(club: Club, settings: Settings) -> None:
    Club.objects.filter(pk=club.pk).update(time_zone="Europe/Lisbon")
    club.refresh_from_db()
    settings.TIME_ZONE = "Pacific/Auckland"
    with CaptureQueriesContext(connection) as asked:
        keep_current(club)
    assert len(asked) == 0


def test_what_was_restored_from_another_zone_is_ranked_anew(club: Club, settings: Settings) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"
    Club.objects.update(standings_clock="Pacific/Auckland from 05:00")  # as the migration of an old backup sets it
    bring_up_to_date("Europe/Lisbon")
    assert read(Club.objects.get(pk=club.pk), ALL, ALL, TODAY)
    assert evenings(club) == {2}


@pytest.mark.parametrize("noted", ["", "Pacific/Auckland"])
def test_the_update_believes_what_was_noted_and_else_the_clock_of_the_server(
    club: Club, settings: Settings, tmp_path: Path, noted: str
) -> None:
    settings.VAR = tmp_path
    other = a_club("the-other")
    Club.objects.filter(pk=other.pk).update(time_zone="Asia/Tokyo")
    if noted:
        (tmp_path / "standings-time-zone").write_text(f"{noted} from 05:00")
    import_module("clubs.migrations.0019_standings_clock").note_clocks(apps, None)
    clocks = dict(Club.objects.values_list("pk", "standings_clock"))
    assert clocks == {club.pk: f"{noted or 'Europe/Lisbon'} from 05:00", other.pk: "Asia/Tokyo from 05:00"}


def test_the_update_ranks_clubs_with_play_offs_again(club: Club, tmp_path: Path) -> None:
    other = a_club("the-other")
    Club.objects.filter(pk=other.pk).update(standings_clock="Asia/Tokyo from 05:00")
    playoff = Playoff.objects.create(club=club, kind=Playoff.Kind.GROUPS, game="dirty-dog")
    update = import_module("leagues.migrations.0008_rank_play_offs_again")
    for ended, clock in ((None, "Europe/Lisbon from 05:00"), (timezone.now(), "")):
        Playoff.objects.filter(pk=playoff.pk).update(finished_at=ended)
        update.rank_again(apps, None)
        clocks = dict(Club.objects.values_list("pk", "standings_clock"))
        assert clocks == {club.pk: clock, other.pk: "Asia/Tokyo from 05:00"}
    call_command("export", club.slug, tmp_path / "club.zip")
    assert Club.objects.get(pk=club.pk).standings_clock == "Europe/Lisbon from 05:00"


RANKED_AGAIN: dict[str, str] = {}  # by metric that was added since: the migration that ranks all standings again


def test_standings_are_ranked_again_for_each_new_metric(club: Club) -> None:
    """A stored line lacks a new metric until its migration, like leagues.0008, clears the clock of every club."""
    assert {*IN_METRICS} - {"peak", "places"} == {*RANKED_AGAIN}
    for name in RANKED_AGAIN.values():
        Club.objects.update(standings_clock="Europe/Lisbon from 05:00")
        import_module(f"leagues.migrations.{name}").rank_again(apps, None)
        assert {*Club.objects.values_list("standings_clock", flat=True)} == {""}


def test_a_metric_of_another_version_spoils_neither_standings_nor_archive(club: Club) -> None:
    before, row = packed(club), Standing.objects.filter(club=club)[0]
    line = line_in(row)
    Standing.objects.filter(pk=row.pk).update(metrics={**row.metrics, "barks": 3})
    row.refresh_from_db()
    assert line_in(row) == line
    assert fingerprints(packed(club)) == fingerprints(before)
