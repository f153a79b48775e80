"""Points by a club's own rules do not compare with those as written: statistics are kept apart (HR-DD-21)."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Role, Season
from clubs.models.calendar import club_day
from games.base.house_rules import agree
from games.models import Match
from games.registry import table_game
from games.statistics.queries import chosen_rules, rounds, summaries
from leagues.my_page.contents import my_game
from leagues.records import RecordScope, fame
from leagues.statistics.two_players import two_players_context
from scoring.dirty_dog import Options
from tests.factory import a_match, a_member, some_players

pytestmark = pytest.mark.django_db
GAME, PLAN = "dirty-dog", (1, 2, 1)


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 4)


@pytest.fixture
def written(club: Club, players: Sequence[Player]) -> list[Match]:
    return [a_match(club, players, plan=PLAN, seed=seed) for seed in (1, 2)]


@pytest.fixture
def own(club: Club, players: Sequence[Player]) -> list[Match]:
    return [a_match(club, players, plan=PLAN, scoring="twenty-ten", seed=seed) for seed in (4, 5, 6)]


def totals(matches: Sequence[Match], player: Player) -> list[int]:
    return [seat.total for match in matches for seat in match.seats.filter(player=player)]


def test_a_match_knows_by_which_rules_its_points_compare(written: list[Match], own: list[Match], club: Club) -> None:
    named = a_match(
        club, some_players(club, 3, ["Ada", "Ben", "Cleo"]), plan=PLAN, scoring="twenty-ten", rules_name="Kennel rules"
    )
    assert {match.points_key for match in written} == {""}
    assert {match.points_key for match in [*own, named]} == {named.points_key}
    assert named.points_key and len(named.points_key) == 8


def test_rules_of_the_club_are_called_by_their_number(
    member: Client, club: Club, players: list[Player], written: list[Match], own: list[Match]
) -> None:
    """The records and the choice on a player’s page say the label that the matches have."""
    in_full = "Made: 20 + 10 a trick."
    pages = (f"/c/{club.slug}/records/", players[0].get_absolute_url())
    before = [member.get(page).content.decode() for page in pages]
    assert all(in_full in page for page in before)
    agree(club, table_game(GAME), Options(scoring="twenty-ten", rules_name="Kennel rules"))
    for page in pages:
        shown = member.get(page).content.decode()
        assert "§2 Kennel rules" in shown and in_full not in shown


def test_what_the_club_plays_by_now_comes_first(
    member: Client, club: Club, players: list[Player], written: list[Match], own: list[Match]
) -> None:
    agree(club, table_game(GAME), Options(scoring="twenty-ten"))
    choice = member.get(players[0].get_absolute_url()).context["rules"]
    assert [each.words[:2] for each in choice.rules] == ["§2", "As"] and choice.here == own[0].points_key
    famous = member.get(f"/c/{club.slug}/records/").context["fame"]
    assert {each.best for each in famous} == {max(totals(own, each.player)) for each in famous}
    assert all(each.rules.startswith("§2") for each in famous)
    agree(club, table_game(GAME), Options())
    assert member.get(players[0].get_absolute_url()).context["rules"].here == "written"


def test_best_and_average_totals_are_those_as_written_first(
    players: list[Player], written: list[Match], own: list[Match]
) -> None:
    one, everything = players[0], summaries(players[0])[GAME]
    assert (everything.matches, everything.best, everything.worst) == (5, None, None)
    first = chosen_rules(one, None, GAME, everything)
    assert (first.here, first.words, [each.matches for each in first.rules]) == ("written", "As written", [2, 3])
    assert (first.summary.best, first.summary.worst) == (max(totals(written, one)), min(totals(written, one)))
    key = own[0].points_key
    other = chosen_rules(one, None, GAME, everything, key)
    assert (other.summary.best, other.summary.matches) == (max(totals(own, one)), 3)
    assert "20 + 10 a trick" in other.words
    together = chosen_rules(one, None, GAME, everything, "all")
    assert (together.summary.matches, together.summary.best) == (5, None)
    with pytest.raises(LookupError):
        chosen_rules(one, None, GAME, everything, "0badf00d")
    rates = [rounds(choice.whose, GAME).rates("cards") for choice in (first, other, together)]
    assert [sum(rate.times for rate in each) for each in rates] == [6, 9, 15]
    for matches, each in ((written, rates[0]), (own, rates[1])):
        points = sum(tally.points for match in matches for tally in match.tallies.filter(seat__player=one))
        assert sum(rate.points * rate.times for rate in each) == pytest.approx(points)


def test_who_plays_by_one_set_of_rules_is_asked_nothing(players: list[Player], own: list[Match]) -> None:
    choice = chosen_rules(players[0], None, GAME, summaries(players[0])[GAME])
    assert (choice.whose, choice.here, choice.rules) == (players[0], "", ())
    assert choice.summary.best == max(totals(own, players[0]))


def test_the_page_of_a_player_has_the_choice(
    client: Client, club: Club, players: list[Player], written: list[Match], own: list[Match]
) -> None:
    client.force_login(a_member(club, Role.MEMBER))
    url = reverse("player", args=[club.slug, players[0].pk])
    first = client.get(url)
    assert first.context["rules"].rules[0].words == "As written"
    assert {seat.match for seat in first.context["ends"]} <= set(written)
    assert {seat.match for seat in first.context["form"].seats} <= set(written)
    content = first.content.decode()
    assert "&amp;rules=written" in content and "points on average" in content
    other = client.get(url, {"rules": own[0].points_key})
    assert {seat.match for seat in other.context["form"].seats} <= set(own)
    assert other.context["summary"].matches == 3
    together = client.get(url, {"rules": "all"})
    assert together.context["summary"].matches == 5
    assert together.context["ends"] == [] and together.context["form"].chart is None
    words = together.content.decode()
    assert "points on average" not in words and "best total" not in words
    assert "Points by different rules do not compare" in words
    assert client.get(url, {"rules": "0badf00d"}).status_code == 404


def test_a_figure_links_to_the_matches_by_its_rules(
    client: Client, club: Club, players: list[Player], written: list[Match], own: list[Match]
) -> None:
    client.force_login(a_member(club, Role.MEMBER))
    url = reverse("matches", args=[club.slug])
    found = client.get(f"{url}?player={players[0].pk}&rules=written").context["page"].matches
    assert set(found) == set(written)
    page = client.get(f"{url}?player={players[0].pk}&rules={own[0].points_key}")
    assert set(page.context["page"].matches) == set(own)
    assert "by house rules" in page.content.decode()
    assert client.get(url, {"rules": "nonsense"}).status_code == 404
    versus = reverse("player-versus", args=[club.slug, players[0].pk])
    assert client.get(versus).context["versus"][0].matches == 5
    assert client.get(versus, {"rules": "written"}).context["versus"][0].matches == 2


def test_the_statistics_of_the_api_are_apart_too(
    client: Client, club: Club, players: list[Player], written: list[Match], own: list[Match]
) -> None:
    client.force_login(a_member(club, Role.MEMBER))
    url = reverse("api-player-statistics", args=[club.slug, players[0].pk])

    def asked(rules: str = "") -> dict[str, Any]:
        found: dict[str, Any] = client.get(f"{url}?rules={rules}" if rules else url).json()
        return found

    first = asked()
    assert (first["rules"], first["matches"], first["best"]) == ("written", 2, max(totals(written, players[0])))
    assert [(each["rules"], each["matches"]) for each in first["by_rules"]] == [("written", 2), (own[0].points_key, 3)]
    assert {each["match"] for each in first["totals"]} == {str(match.pk) for match in written}
    other = asked(own[0].points_key)
    assert other["best"] == max(totals(own, players[0]))
    together = asked("all")
    assert (together["matches"], together["best"], together["nights"]) == (5, None, [])
    assert {each["average"] for each in together["totals"]} == {None}
    assert client.get(url, {"rules": "0badf00d"}).status_code == 404


def test_tables_to_download_are_apart_too(
    client: Client, club: Club, players: list[Player], written: list[Match], own: list[Match]
) -> None:
    client.force_login(a_member(club, Role.MEMBER))
    where = {"slug": club.slug, "pk": players[0].pk, "table": "totals", "form": "csv"}

    def lines(rules: str = "") -> int:
        response = client.get(reverse("player-file", kwargs=where), {"rules": rules} if rules else {})
        return len(b"".join(response).decode().splitlines()) - 1

    assert [lines(), lines("written"), lines(own[0].points_key), lines("all")] == [2, 2, 3, 5]


def test_my_page_and_the_largest_margin_are_by_one_set_of_rules(
    club: Club, players: list[Player], written: list[Match], own: list[Match]
) -> None:
    played = my_game(club, players[0])
    assert played and (played.summary.matches, played.rules) == (5, "As written")
    assert {seat.match for seat in played.form.seats} <= set(written)
    met = two_players_context(players[0], players[1], table_game(GAME), None)
    assert len(met["met"]) == 5
    assert met["margin"].match in {match.pk for match in written}


def test_a_best_total_of_the_hall_of_fame_says_its_rules(club: Club, own: list[Match]) -> None:
    newcomers = some_players(club, 4, ["Ada", "Ben", "Cleo", "Dag"])
    a_match(club, newcomers, plan=PLAN, seed=9)
    rows = fame(RecordScope(club, table_game(GAME)))
    assert {bool(row.rules) for row in rows if row.player in newcomers} == {False}
    assert {row.rules for row in rows if row.player not in newcomers} != {""}
    assert all("20 + 10 a trick" in row.rules for row in rows if row.rules)


def test_the_rules_within_a_season_are_those_of_its_matches(
    client: Client, club: Club, players: list[Player], written: list[Match], own: list[Match]
) -> None:
    season = Season.objects.create(club=club, name="Now", starts_on=club_day(), ends_on=club_day())
    Match.objects.filter(pk__in=[match.pk for match in own]).update(season=season)
    client.force_login(a_member(club, Role.MEMBER))
    page = client.get(reverse("player", args=[club.slug, players[0].pk]), {"season": season.pk})
    assert page.context["rules"].rules == ()
    assert page.context["summary"].best == max(totals(own, players[0]))


def test_matches_from_before_get_their_key(written: list[Match], own: list[Match]) -> None:
    wanted = {match.pk: match.points_key for match in [*written, *own]}
    Match.objects.update(points_key="")
    import_module("games.migrations.0010_points_by_other_rules").find(apps, connection.schema_editor())
    assert dict(Match.objects.values_list("pk", "points_key")) == wanted
    Match.objects.update(points_key="")
    call_command("rescore", verbosity=0)
    assert dict(Match.objects.values_list("pk", "points_key")) == wanted
