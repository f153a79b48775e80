"""Standings and seasons pass axe and fit every screen: sixty players, long names, negative points."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from clubs.models import Club, Player, Role, Season, User
from games.models import Match, Seat
from leagues import standings
from scoring.standings import Scheme, scheme_to_json
from tests.browser.look import AWKWARD, signed_in
from tests.browser.test_look_pages import looked_at
from tests.factory import a_club, a_member, some_players
from tests.screens import Screens

pytestmark = [pytest.mark.variants, pytest.mark.django_db(transaction=True), pytest.mark.needs("chromium")]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SCHEME = Scheme(
    way="places", coming=0, places=(1,), loser=-3, minimum=2, tie_breaks=("wins", "losses", "meetings", "pull")
)


def a_full_house() -> tuple[Club, User, Season, list[Player]]:
    """A club of sixty players, its owner, a season with eight weeks of twelve tables, and the players."""
    club = a_club()
    players = some_players(club, 60, [*AWKWARD, *(f"Dog {number} of the back row" for number in range(50))])
    today = timezone.localdate()
    days = {"starts_on": today - timedelta(days=60), "ends_on": today + timedelta(days=30)}
    said = {"dirty-dog": scheme_to_json(SCHEME)}
    season = Season.objects.create(club=club, name="The long autumn of the back room", schemes=said, **days)
    for week in range(8):
        for table in range(12):
            played(club, season, [players[(table * 5 + seat * (week + 1)) % 60] for seat in range(5)], week)
    standings.rebuild(club, check=False)
    return club, a_member(club, Role.OWNER), season, players


def played(club: Club, season: Season, players: list[Player], week: int) -> None:
    """A finished match without entries: these pages show only its figures."""
    sitting = list(dict.fromkeys(players))
    when = timezone.now() - timedelta(days=7 * week + 1)
    about = {"game": "dirty-dog", "rule_version": "1", "start_seats": len(sitting), "started_at": when}
    match = Match.objects.create(club=club, season=season, finished_at=when, **about)
    last = len(sitting) - 1
    Seat.objects.bulk_create(
        Seat(
            match=match,
            position=place,
            player=player,
            place=place + 1,
            total=20 - 10 * place,
            is_winner=place == 0,
            is_loser=place == last,
        )
        for place, player in enumerate(sitting)
    )


@pytest.mark.thorough
def test_a_full_table_passes_axe_and_fits(screens: Screens) -> None:
    club, user, season, players = a_full_house()
    home = f"/c/{club.slug}"
    pages = {
        "standings": f"{home}/standings/",
        "standings-why": f"{home}/standings/?why={players[2].pk}",
        "standings-across": f"{home}/standings/?season=all&game=all",
        "seasons": f"{home}/seasons/",
        "season": f"{home}/seasons/{season.pk}/",
        "season-new": f"{home}/seasons/new/",
        "season-scheme": f"{home}/seasons/{season.pk}/scheme/dirty-dog/",
        "season-delete": f"{home}/seasons/{season.pk}/delete/",
    }
    troubles = []
    for name, address in pages.items():
        troubles += looked_at(screens, user, name, address)
    assert troubles == []


def test_an_empty_table_passes_axe(screens: Screens) -> None:
    user = a_member(a_club("new"), Role.OWNER)
    assert looked_at(screens, user, "standings-none", "/c/new/standings/") == []


def test_text_twice_as_large_does_not_scroll_sideways(screens: Screens) -> None:
    club, user, season, players = a_full_house()
    for path in (f"standings/?why={players[2].pk}", "seasons/", f"seasons/{season.pk}/scheme/dirty-dog/"):
        page = signed_in(screens, user, "phone", "light", f"/c/{club.slug}/{path}")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(WIDER) <= 0, path
        page.context.close()


@pytest.mark.thorough
def test_no_figure_of_a_row_runs_into_the_next_on_a_phone(screens: Screens) -> None:
    club, user, _, _ = a_full_house()
    page = signed_in(screens, user, "phone", "light", f"/c/{club.slug}/standings/")
    for language in ("de", "es", "fr", "nl", "pt"):
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": screens.base_url}])
        page.reload()
        assert page.locator("html").get_attribute("lang") == language
        touching = page.evaluate(
            """[...document.querySelectorAll(".stand tr:not(.whybox)")].filter((row) => {
              const [nights, wins, cones] = row.querySelectorAll("td[data-label]");
              const ends = (cell) => cell.getBoundingClientRect().left + cell.scrollWidth;
              return cones && (ends(nights) > wins.getBoundingClientRect().left
                || ends(wins) > cones.getBoundingClientRect().left);
            }).length"""
        )
        assert touching == 0, language
