"""A player's page: every figure links to the matches it is computed from."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Membership, Player, Role, Season
from tests.counting import queries
from tests.factory import a_club, a_history, a_match, a_member, some_players

pytestmark = pytest.mark.django_db


def page(client: Client, player: Player, **asked: Any) -> str:
    response = client.get(player.get_absolute_url(), asked)
    assert response.status_code == 200
    return response.content.decode()


def words(html: str) -> str:
    """The HTML without tags and soft hyphens."""
    return re.sub(r"<[^>]+>|\xad|&shy;", "", html)


def test_a_new_player_is_told_what_will_stand_here(member: Client, players: list[Player]) -> None:
    assert "No finished match yet." in page(member, players[0])


def test_every_figure_leads_to_exactly_its_matches(member: Client, club: Club, players: list[Player]) -> None:
    for seed in range(4):
        a_match(club, players, plan=(1, 2, 3, 2, 1), seed=seed)
    text = page(member, players[0])
    links = {link.replace("&amp;", "&") for link in re.findall(r'href="(/c/kennel/matches/\?[^"]+)"', text)}
    assert len(links) > 8
    for link in links:
        shown = set(re.findall(r'href="/m/([0-9a-f-]{36})/"', member.get(link).content.decode()))
        assert shown or "result=" in link, link
    all_matches = next(link for link in links if link.endswith("game=dirty-dog"))
    assert len(re.findall(r'href="/m/', member.get(all_matches).content.decode())) == 4


def test_rates_stand_beside_their_bars(member: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=(1, 2, 3, 2, 1), seed=1)
    text = page(member, players[0])
    percents = re.findall(r">(\d+)%</a>", text)
    assert percents == re.findall(r'bar-fill" width="(\d+)"', text)


def test_everything_about_bids_has_a_table(member: Client, club: Club, players: list[Player]) -> None:
    for seed in range(4):
        a_match(club, players, seed=seed)
    text = page(member, players[0])
    bids = ("Bids made", "By size of hand", "By chair", "By trump", "Over and under", "The Rule", "Places in a hand")
    for title in (*bids, "The rascal", "Called out"):
        assert f"<h2>{title}<small>" in text
    assert "first to bid" in text
    assert "Best and worst" in text


def test_everybody_met_is_on_a_page_of_its_own(member: Client, club: Club) -> None:
    crowd = [Player.objects.create(club=club, name=f"Dog {number:02}") for number in range(16)]
    for start in range(1, 16, 4):
        a_match(club, [crowd[0], *crowd[start : start + 4]], plan=(1, 2), seed=start)
    text = page(member, crowd[0])
    link = f"{crowd[0].get_absolute_url()}against/?game=dirty-dog"
    assert f'href="{link}"' in text
    everybody = member.get(link).content.decode()
    for other in crowd[1:16]:
        assert f"against={other.pk}" in everybody
    assert "Nobody yet" in member.get(link.replace("dirty-dog", "top-dog")).content.decode()


def test_totals_are_dots_from_the_third_match_on(member: Client, club: Club, players: list[Player]) -> None:
    """A line of averages is added from the fifth match on; the dots are never joined."""
    found = []
    for seed in range(1, 8):
        a_match(club, players, plan=(1, 2), seed=seed)
        html = page(member, players[0])
        found.append((html.count('<circle class="total'), len(re.findall('class="average(?:-alone)?"', html))))
    assert found == [(0, 0), (0, 0), (3, 0), (4, 0), (5, 1), (6, 1), (7, 1)]


def test_holders_are_named(member: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, plan=(1, 2), seed=1)
    assert "Holds the Good Dog Cup" in words(page(member, match.seats.get(is_winner=True).player))
    assert "Wears the Cone of Shame" in words(page(member, match.seats.get(is_loser=True).player))


def test_a_player_of_another_club_is_not_there(member: Client) -> None:
    stranger = some_players(a_club("elsewhere"), 1)[0]
    assert member.get(f"/c/kennel/players/{stranger.pk}/").status_code == 404
    assert member.get(stranger.get_absolute_url()).status_code == 404


def test_only_organisers_may_change_a_player(client: Client, club: Club, players: list[Player]) -> None:
    client.force_login(a_member(club, Role.ORGANISER))
    assert f"/players/{players[0].pk}/edit/" in page(client, players[0])
    client.force_login(a_member(club, Role.SCOREKEEPER))
    assert f"/players/{players[0].pk}/edit/" not in page(client, players[0])


def test_it_costs_the_same_after_three_hundred_matches(member: Client, club: Club, players: list[Player]) -> None:
    a_history(club, players, 2)
    before = queries(member, players[0].get_absolute_url())
    a_history(club, players, 300)
    assert queries(member, players[0].get_absolute_url()) == before
    assert before <= 32


def test_the_figures_of_one_season(client: Client, club: Club) -> None:
    players, today = some_players(club, 4), timezone.localdate()
    days = {name: today + timedelta(days=at) for name, at in (("Autumn", 0), ("Winter", 9))}
    rows = [Season(club=club, name=name, starts_on=day, ends_on=day) for name, day in days.items()]
    first, other = Season.objects.bulk_create(rows)
    for season, many in ((first, 3), (None, 1)):
        for seed in range(many):
            a_match(club, players, plan=(1, 2), seed=seed, season=season)
    client.force_login(a_member(club))
    where = f"/c/{club.slug}/players/{players[0].pk}/"
    everything = client.get(where).content.decode()
    assert f"season={first.pk}" in everything
    assert f"season={other.pk}" not in everything
    page = client.get(where, {"season": first.pk}).content.decode()
    link = f"?player={players[0].pk}&amp;game=dirty-dog&amp;season={first.pk}"
    assert f'{link}">3</a>' in page
    assert f'?player={players[0].pk}&amp;game=dirty-dog">4</a>' in everything
    assert "Autumn, Dirty Dog: 3 matches" in " ".join(words(page).split())
    against = client.get(f"{where}against/", {"season": first.pk}).content.decode()
    assert f"{link}&amp;against={players[1].pk}" in against
    assert client.get(f"{where}against/", {"season": "x"}).status_code == 404
    assert "No finished match yet" in client.get(where, {"season": other.pk}).content.decode()
    for wrong in ("999999", "x", "9" * 30):
        assert client.get(where, {"season": wrong}).status_code == 404


def test_the_parts_of_the_page_are_a_tap_away(client: Client, club: Club) -> None:
    players = some_players(club, 4)
    for seed in range(3):
        a_match(club, players, plan=(1, 2), seed=seed)
    client.force_login(a_member(club))
    html = client.get(f"/c/{club.slug}/players/{players[0].pk}/").content.decode()
    jumps = re.findall(r'href="#([a-z-]+)"', html.partition('class="jumps')[2].partition("</nav>")[0])
    assert jumps[:3] == ["figures", "totals", "rating"]
    assert all(f'id="{part}"' in html for part in jumps)
    assert sorted(jumps, key=lambda part: html.index(f'id="{part}"')) == jumps
    assert html.index('id="head-to-head"') < html.index("By chair")


def test_the_main_button_compares_or_shares(member: Client, club: Club, players: list[Player]) -> None:
    a_match(club, players, plan=(1, 2))
    me, other = players[:2]
    assert 'class="main-bar' not in page(member, other)  # the account has no player
    Membership.objects.filter(club=club, user=member.session["_auth_user_id"]).update(player=me)
    assert f'?player={me.pk}&amp;against={other.pk}">Compare' in page(member, other)
    assert f'href="/c/kennel/players/{me.pk}/share/">Share my page</a>' in page(member, me)
