"""Pages with live updates: what they request, the cost, and what is not shown that way."""

import random
import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from time_machine import TimeMachineFixture

from clubs.calendar.nights import arrive
from clubs.links.tokens import sign
from clubs.models import Club, Night, Player, Role, SpectatorLink
from games import ledger
from games.base.table_game import TableGame
from games.entries.match_state import load
from games.models import Match
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, a_match, a_member, played, write
from tests.nights import a_night, url
from tests.playoff_nights import an_evening as a_playoff

pytestmark = pytest.mark.django_db
PIECE = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def full_minute(time_machine: TimeMachineFixture) -> None:
    """Start each test at a full minute, because the page of a night changes with every minute."""
    time_machine.move_to(timezone.now().replace(second=0, microsecond=0))


def since(page: str) -> str:
    """The version in the page's polling address."""
    return page.partition('hx-get="?since=')[2].partition('"')[0]


def played_on(match: Match, hands: int = 1) -> None:
    """Play so many more hands."""
    sheet: Any = load(match).sheet
    entries, _ = played(sheet, len(sheet.lines) + hands, random.Random(3))
    write(match, entries)


def cost(client: Client, path: str) -> int:
    """The number of queries of one response."""
    with CaptureQueriesContext(connection) as captured:
        client.get(path)
    return len(captured)


def status_and_page(client: Client, path: str) -> tuple[int, str]:
    """The status of the response when the open page polls for news, and the HTML of the open page."""
    shown = client.get(path).content.decode()
    answer = client.get(f"{path}?since={unescape(since(shown))}", headers=PIECE)
    return answer.status_code, shown


def paths(match: Match, night: Night) -> dict[str, str]:
    """The paths of the pages with live updates, by name."""
    sheet, club = match.get_absolute_url(), night.club.get_absolute_url()
    return {
        "match": sheet,
        "wall": f"{sheet}wall/",
        "night": url(night, ""),
        "club": club,
        "all": f"{club}wall/",
    }


@pytest.mark.parametrize("name", ["match", "wall", "night", "club", "all"])
def test_every_page_names_its_stream_and_asks_only_for_what_is_new(
    member: Client, club: Club, players: list[Player], name: str
) -> None:
    night = a_night(club)
    match = a_match(club, players, hands=2, table="1", night=night)
    path = paths(match, night)[name]
    status, shown = status_and_page(member, path)
    assert status == 204
    streams: dict[str, Any] = {"match": match, "wall": match, "night": night}
    assert f'data-live="{streams.get(name, club).get_absolute_url()}live/"' in shown
    assert "every" not in shown.partition("hx-trigger=")[2].partition(" hx-")[0]
    played_on(match)
    news = member.get(f"{path}?since={unescape(since(shown))}", headers=PIECE)
    assert news.status_code == 200
    page = news.content.decode()
    assert "data-live=" in page
    assert since(page) != since(shown)
    assert "<html" not in page
    assert member.get(f"{path}?since={unescape(since(page))}", headers=PIECE).status_code == 204


@pytest.mark.parametrize("name", ["match", "wall", "night", "club", "all"])
def test_no_news_costs_the_same_however_much_was_played(
    member: Client, club: Club, players: list[Player], name: str
) -> None:
    night = a_night(club)
    match = a_match(club, players, hands=1, table="1", night=night)
    path = paths(match, night)[name]
    word = f"?since={unescape(since(member.get(path).content.decode()))}"
    few = cost(member, path + word)
    played_on(match, 10)
    a_match(club, players, hands=9, table="2", night=night)
    word = f"?since={unescape(since(member.get(path).content.decode()))}"
    assert cost(member, path + word) == few
    assert few <= 14


def test_who_watches_by_link_reads_no_sheet_twice(club: Club, players: list[Player]) -> None:
    """Many phones poll at once: the first response is rendered, the others are served from the cache."""
    night = a_night(club)
    match = a_match(club, players, hands=3, table="1", night=night)
    link = SpectatorLink.objects.create(club=club)
    phones = [Client(), Client()]
    for phone in phones:
        phone.get(f"/watch/{sign(link.pk, 'watch')}/")
    for path in paths(match, night).values():
        cache.clear()
        first, second = (cost(phone, path) for phone in phones)
        assert second < first, path


def test_a_match_of_last_week_follows_nothing(member: Client, club: Club, players: list[Player]) -> None:
    over = a_match(club, players, plan=(1, 2), finished_at=timezone.now() - timedelta(days=7))
    shown = member.get(over.get_absolute_url()).content.decode()
    assert "data-live" not in shown
    assert "live.js" not in shown


def test_a_night_is_followed_until_it_is_closed(member: Client, club: Club, players: list[Player]) -> None:
    night = a_night(club)
    shown = member.get(url(night, "")).content.decode()
    assert "data-live" in shown
    word = f"?since={since(shown)}"
    arrive(night, players[:1])
    assert member.get(url(night, "") + word).status_code == 200
    Night.objects.filter(pk=night.pk).update(closed_at=timezone.now())
    assert "data-live" not in member.get(url(night, "")).content.decode()
    # A page that is still open gets a page with live updates, so that it follows when the night is opened again.
    assert "data-live" in member.get(url(night, "") + word, headers=PIECE).content.decode()


# The wall of a club


def on_the_wall(client: Client, query: str = "") -> str:
    answer = client.get(f"/c/kennel/wall/{query}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_wall_shows_every_open_table_and_what_ended_just_now(
    member: Client, club: Club, players: list[Player]
) -> None:
    now = timezone.now()
    a_match(club, players, hands=1, table="10")
    a_match(club, players, hands=1, table="2")
    a_match(club, players, plan=(1, 2), table="3", finished_at=now - timedelta(minutes=3))
    a_match(club, players, plan=(1, 2), table="4", finished_at=now - timedelta(hours=1))
    ledger.abandon(a_match(club, players, hands=1, table="5").pk)
    forgotten = a_match(club, players, hands=1, table="6")
    Match.objects.filter(pk=forgotten.pk).update(started_at=now - timedelta(days=9))
    page = on_the_wall(member)
    assert [part.partition('"')[0] for part in page.split('data-label="')[1:]] == [
        "table 2 Dirty Dog",
        "table 3 Dirty Dog",
        "table 10 Dirty Dog",
    ]
    assert page.count('data-final="1"') == 1


@pytest.mark.parametrize("part", [0.5, 1.0])
@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda table_game: table_game.key)
def test_every_game_has_its_board_and_who_holds_what(
    member: Client, club: Club, players: list[Player], game: TableGame, part: float
) -> None:
    an_evening(club, game, players, 3, part=1.0)
    Match.objects.update(finished_at=timezone.now() - timedelta(days=1))
    an_evening(club, game, players, 5, part=part)
    page = on_the_wall(member)
    assert page.count('class="turn"') == (1 if club.matches.filter(finished_at=None).exists() else 2)  # the standings
    held = [trophy.name for trophy in club.trophies.filter(game=game.key, awards__isnull=False).distinct()]
    for name in held:
        assert name in page


def test_the_picture_of_the_play_off_has_its_turn(member: Client, club: Club) -> None:
    found = a_playoff(club)
    page = on_the_wall(member)
    assert page.count('class="turn"') == 3
    assert f'id="p-{found.pk}"' in page
    assert "the play-off." in page


def test_without_a_script_the_browser_turns_the_pages(member: Client, club: Club, players: list[Player]) -> None:
    for table in "123":
        a_match(club, players, hands=1, table=table)
    for show, shown in (("", 0), ("1", 1), ("2", 2), ("3", 0), ("nonsense", 0), ("-1", 0), ("9" * 40, 0)):
        page = on_the_wall(member, f"?show={show}&seconds=30")
        turns = page.split('<div class="turn"')[1:]
        assert ["hidden" not in turn.partition(">")[0] for turn in turns] == [at == shown for at in range(3)]
        assert f'content="30;url=?seconds=30&show={shown + 1}"' in page


@pytest.mark.parametrize(("asked_for", "pace"), [("", 15), ("20", 20), ("1", 5), ("9999", 120), ("٣", 15), ("x", 15)])
def test_the_pace_is_one_that_can_be_read(member: Client, club: Club, asked_for: str, pace: int) -> None:
    assert f'data-pace="{pace}"' in on_the_wall(member, f"?seconds={asked_for}")


def test_nobody_at_a_table_is_said(member: Client, club: Club) -> None:
    assert "No table is playing" in on_the_wall(member)


def test_the_code_for_phones_is_what_an_organiser_hung_up(club: Club, players: list[Player]) -> None:
    a_match(club, players, hands=1, table="1")
    link, shut = (SpectatorLink.objects.create(club=club) for _ in range(2))
    SpectatorLink.objects.filter(pk=shut.pk).update(revoked_at=timezone.now())
    elsewhere = SpectatorLink.objects.create(club=a_club("other"))
    keeps, plays = Client(), Client()
    keeps.force_login(a_member(club, Role.ORGANISER))
    plays.force_login(a_member(club))
    for client, door, is_there in (
        (keeps, link.pk, True),
        (keeps, shut.pk, False),
        (keeps, elsewhere.pk, False),
        (keeps, "nonsense", False),
        (keeps, "", False),
        (plays, link.pk, False),
    ):
        assert ("Follow on your phone" in on_the_wall(client, f"?door={door}")) is is_there
    Club.objects.filter(pk=club.pk).update(history_is_open=True)
    assert "Follow on your phone" in on_the_wall(Client())


# Spectators


def test_a_link_reaches_tonight_and_says_so_politely_when_it_is_shut(club: Club, players: list[Player]) -> None:
    night = a_night(club)
    match = a_match(club, players, hands=1, table="1", night=night)
    link = SpectatorLink.objects.create(club=club)
    phone, stranger = Client(), Client()
    phone.get(f"/watch/{sign(link.pk, 'watch')}/")
    for path in paths(match, night).values():
        assert status_and_page(phone, path)[0] == 204
        assert stranger.get(path).status_code == 302
    SpectatorLink.objects.update(revoked_at=timezone.now())
    for path in paths(match, night).values():
        answer = phone.get(path, headers=PIECE)
        assert (answer.status_code, b"Thank you for watching." in answer.content) == (410, True)
        assert stranger.get(path).status_code == 302
        assert phone.get(f"{path}live/").status_code in (404, 410)
    other = SpectatorLink.objects.create(club=club)
    phone.get(f"/watch/{sign(other.pk, 'watch')}/")
    assert phone.get(match.get_absolute_url()).status_code == 200


def test_who_watches_by_link_is_offered_nothing_to_do_and_no_page_they_may_not_open(
    club: Club, players: list[Player]
) -> None:
    night = a_night(club)
    match = a_match(club, players, hands=3, table="1", night=night)
    phone = Client()
    phone.get(f"/watch/{sign(SpectatorLink.objects.create(club=club).pk, 'watch')}/")
    assert "<h2>Do</h2>" not in phone.get(url(night, "")).content.decode()
    for path in ("match", "night", "club"):
        page = unescape(phone.get(paths(match, night)[path]).content.decode())
        for href in set(re.findall(r'<a [^>]*href="(/[^"#]*)', page)):
            assert phone.get(href).status_code == 200, (path, href)
