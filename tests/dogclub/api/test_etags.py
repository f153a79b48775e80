"""ETags: a 304 costs one query beyond access, and every change of a response changes its ETag."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.calendar.nights import arrive, call_off, expect, go_home, reinstate
from clubs.models import Club, Merge, Night, Player, Role, Scope, Season
from clubs.players.anonymise import anonymise_player
from games import callouts, ledger
from games.consequences.follow import all_at_once
from games.entries.drafts import Author, Draft
from games.models import Entry, Match, Seat
from leagues import seasons
from leagues.players import merge
from leagues.trophies import awards
from scoring.standings.scheme import Scheme, scheme_to_json
from tests.dogclub.api.evening import Evening, addresses, an_evening
from tests.dogclub.api.programs import Program, a_program, somebody
from tests.dogclub.api.small_endpoints import BUILT
from tests.factory import a_match, some_players

pytestmark = pytest.mark.django_db
SMALL = pytest.mark.urls("tests.dogclub.api.small_endpoints")
THE_DOOR = 2  # queries for authentication and access
DAY = timedelta(days=1)


@pytest.fixture
def evening(club: Club) -> Evening:
    return an_evening(club)


@pytest.fixture
def program(evening: Evening) -> Program:
    return a_program(evening.people["owner"], Scope.ORGANISE)


def read(program: Program, among: Iterable[str]) -> dict[str, tuple[str, bytes]]:
    """ETag and content of every address that responds with 200 and an ETag."""
    cache.clear()  # the counts of throttling
    found = {}
    for address in among:
        answer = program.ask(address)
        if answer.status_code == 200 and answer.has_header("ETag"):
            found[address] = (answer["ETag"], answer.content)
    return found


def test_a_304_costs_one_query_beyond_the_door(evening: Evening, program: Program) -> None:
    seen = read(program, addresses(evening))
    assert len(seen) > 12
    dear = {}
    for address, (tag, _) in seen.items():
        with CaptureQueriesContext(connection) as captured:
            answer = program.ask(address, If_None_Match=tag)
        assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag), address
        if len(captured) > THE_DOOR + 1:
            dear[address] = [each["sql"] for each in captured.captured_queries]
    assert dear == {}


def test_it_costs_no_more_after_years(evening: Evening, program: Program) -> None:
    address = f"/api/v1/clubs/kennel/nights/{evening.night.pk}"
    tag = program.ask(address)["ETag"]
    with all_at_once(evening.club):
        for seed in range(6):
            a_match(evening.club, evening.players[:5], plan=(1,), seed=seed)
    with CaptureQueriesContext(connection) as captured:
        assert program.ask(address, If_None_Match=tag).status_code in (200, 304)
        tag = program.ask(address)["ETag"]
        captured.initial_queries = len(connection.queries_log)
        assert program.ask(address, If_None_Match=tag).status_code == 304
    assert len(captured) <= THE_DOOR + 1


Change = Callable[[Evening], Any]


def rename(evening: Evening) -> None:
    Player.objects.filter(pk=evening.players[0].pk).update(name="Beatrice Marlowe")


def correct(evening: Evening) -> None:
    line = evening.match.entries.filter(kind="bids").first()
    assert line
    ledger.record(evening.match.pk, [_again(line)], version=_version(evening.match), by=Author(None, "a test"))


def take_apart(evening: Evening) -> None:
    merge.undo(Merge.objects.get())


def a_scheme(evening: Evening) -> None:
    season = Season.objects.get(pk=evening.season.pk)
    season.schemes = {"dirty-dog": scheme_to_json(Scheme(win=5))}
    season.save()


def shout(evening: Evening) -> None:
    seat = Seat.objects.select_related("player").filter(match=evening.match).first()
    callouts.put(evening.match, 1, "zoomies", seat, None)


# Changes in a club, made in this order, each with an address whose response shows it, or "".
CHANGES: dict[str, tuple[Change, str]] = {
    "a player is renamed": (rename, "players"),
    "a player gets a nickname": (lambda e: _set(e.players[1], nickname="Ott"), "players"),
    "a player rests": (lambda e: _set(e.players[2], is_active=False), "players"),
    "somebody is new": (lambda e: Player.objects.create(club=e.club, name="Rex"), "players"),
    "two were one": (lambda e: merge.merge(Player.objects.get(name="Rex"), e.players[9], None), "players"),
    "and were two after all": (take_apart, "players"),
    "somebody leaves with their name": (lambda e: anonymise_player(e.players[8]), "players"),
    "a night is set": (lambda e: Night.objects.create(club=e.club, starts_at=timezone.now() + 7 * DAY), "nights"),
    "a night gets a name": (lambda e: _set(e.night, name="The big one"), "nights"),
    "a night is called off": (lambda e: call_off(_next_week(e)), "nights"),
    "and put on again": (lambda e: reinstate(_next_week(e)), "nights"),
    "somebody comes": (lambda e: arrive(e.night, e.players[5:6]), "nights/"),
    "somebody will be late": (lambda e: expect(e.night, e.players[6]), "nights/"),
    "somebody goes home": (lambda e: go_home(e.night, e.players[5]), "nights/"),
    "a night is closed": (lambda e: _set(e.night, closed_at=timezone.now()), "nights"),
    "a season gets another name": (lambda e: _set(e.season, name="Fall"), "seasons"),
    "a season is counted otherwise": (a_scheme, "standings"),
    "a season ends sooner": (lambda e: _until(e, timezone.now().date()), "seasons"),
    "a season is closed": (lambda e: _set(e.season, closed_at=timezone.now()), "seasons"),
    "a match begins": (lambda e: a_match(e.club, e.players[:3], hands=1, night=e.night), "matches"),
    "a match is played": (lambda e: a_match(e.club, e.players[:3], plan=(1,), night=e.night), "statistics"),
    "a sheet is corrected": (correct, "matches/"),
    "something is called out": (shout, ""),
    "a match is abandoned": (lambda e: ledger.abandon(_open(e).pk), "matches"),
    "a trophy is renamed": (lambda e: _set(e.award.trophy, name="The Bone"), "trophies"),
    "a trophy is passed on": (
        lambda e: awards.pass_on(e.award.trophy, e.players[3], "kindness", by=None),
        "trophies",
    ),
    "an award is withdrawn": (
        lambda e: awards.withdraw(e.award, "a mistake", by=None),
        "trophies",
    ),
    "a trophy is retired": (lambda e: _set(e.award.trophy, retired_at=timezone.now()), "trophies"),
    "a play-off is called off": (lambda e: _set(e.playoff, called_off_at=timezone.now()), "playoffs"),
    "the club is renamed": (lambda e: _set(e.club, name="Friday Paws"), "clubs/kennel"),
}


@pytest.mark.thorough
def test_whatever_changes_an_answer_changes_its_tag(evening: Evening, program: Program) -> None:
    before = read(program, addresses(evening))
    for name, (change, shows_on) in CHANGES.items():
        change(evening)
        after = read(program, before)
        moved = [each for each in after if after[each][1] != before[each][1]]
        stale = [each for each in moved if after[each][0] == before[each][0]]
        assert stale == [], name
        assert any(shows_on in each for each in moved), (name, moved)
        before = after


@SMALL
def test_a_tag_belongs_to_who_asks_to_the_address_the_day_and_the_program(club: Club) -> None:
    bea = somebody(club, Role.OWNER)
    some_players(club)
    program, address = a_program(bea, Scope.RESULTS), "/api/players/kennel"
    tags = [program.ask(address)["ETag"], program.ask(f"{address}?limit=2")["ETag"]]
    tags.append(a_program(bea, Scope.ORGANISE).ask(address)["ETag"])
    tags.append(a_program(club, Scope.RESULTS).ask(address)["ETag"])
    with mock.patch("dogclub.api.http.etags.club_day", return_value="another day"):
        tags.append(program.ask(address)["ETag"])
    with mock.patch("dogclub.api.http.etags.program", return_value="another program"):
        tags.append(program.ask(address)["ETag"])
    assert len(set(tags)) == len(tags)
    assert program.ask(address)["ETag"] == tags[0]


@SMALL
def test_nothing_is_put_together_for_who_has_it_already(club: Club) -> None:
    some_players(club)
    program, address = a_program(club), "/api/players/kennel"
    tag = program.ask(address)["ETag"]
    built = len(BUILT)
    for known in (tag, f'"another", {tag}', tag.removeprefix("W/")):
        assert program.ask(address, If_None_Match=known).status_code == 304, known
    assert len(BUILT) == built
    for known in ('"another"', "nonsense", ""):
        assert program.ask(address, If_None_Match=known).status_code == 200, known


@SMALL
def test_a_write_against_what_stands_goes_through_and_tells_the_new_tag(club: Club) -> None:
    address, program = _player_at(club), a_program(club, Scope.RECORD)
    tag = program.ask(address)["ETag"]
    answer = program.ask(address, "PATCH", '{"name": "Beatrice"}', If_Match=tag)
    assert answer.status_code == 200
    assert answer["ETag"] == program.ask(address)["ETag"] != tag


@SMALL
def test_a_write_against_what_stood_is_refused_with_the_tag_that_stands(club: Club) -> None:
    address, program = _player_at(club), a_program(club, Scope.RECORD)
    tag = program.ask(address)["ETag"]
    club.players.update(nickname="Bea")
    answer = program.ask(address, "PATCH", '{"name": "Beatrice"}', If_Match=tag)
    assert (answer.status_code, answer.json()["type"]) == (412, "/api/v1/problems/stale")
    assert answer["ETag"] == answer.json()["error"]["ours"] == program.ask(address)["ETag"]
    assert not club.players.filter(name="Beatrice").exists()


@SMALL
@pytest.mark.parametrize("wanted", [{}, {"If_Match": "*"}])
def test_who_says_nothing_of_editions_just_writes(wanted: dict[str, str], club: Club) -> None:
    answer = a_program(club, Scope.RECORD).ask(_player_at(club), "PATCH", '{"name": "Beatrice"}', **wanted)
    assert answer.status_code == 200


def _player_at(club: Club) -> str:
    return f"/api/players/kennel/{some_players(club, 1)[0].pk}"


def _set(row: Any, **fields: Any) -> None:
    type(row)._base_manager.filter(pk=row.pk).update(**fields)


def _until(evening: Evening, day: Any) -> None:
    season = Season.objects.get(pk=evening.season.pk)
    season.ends_on = day
    seasons.save_season(season)


def _next_week(evening: Evening) -> Night:
    return evening.club.nights.exclude(pk=evening.night.pk).get()


def _open(evening: Evening) -> Match:
    return evening.club.matches.filter(finished_at=None, abandoned_at=None, fixture=None).get()


def _version(match: Match) -> int:
    return Match.objects.get(pk=match.pk).version


def _again(line: Entry) -> Draft:
    assert line.payload
    trump = "clubs" if line.payload.get("trump") != "clubs" else "hearts"
    return Draft(line.kind, line.number, {**line.payload, "trump": trump}, note="misheard")
