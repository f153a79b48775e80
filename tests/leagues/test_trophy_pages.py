"""The pages of trophies: holders, the list of awards, and what an organiser can do with them."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Night, Player, Role
from games.models import Match
from leagues.models import Award, Trophy
from leagues.trophies import awards
from tests.counting import queries
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, a_history, a_member, some_players
from tests.leagues.test_awards import corrected, won_by

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 5, 12, tzinfo=UTC)
SHELF = "/c/kennel/trophies/"


def seen(client: Client, path: str, status: int = 200, **posted: Any) -> str:
    """The text of the page (posted to where there are fields), with spaces collapsed; the status must be this one."""
    response = client.post(path, posted) if posted else client.get(path)
    assert response.status_code == status, path
    return " ".join(unescape(response.content.decode()).replace("\xad", "").split())


def a_bone(club: Club, **about: Any) -> Trophy:
    """A trophy that is passed on by hand."""
    return Trophy.objects.create(club=club, name="Golden Bone", rule=Trophy.Rule.HAND, **about)


def weeks(club: Club, players: list[Player], *ends: tuple[int, int]) -> list[Match]:
    """A match a week with these seats as winner and loser, the last one at noon."""
    played = []
    for back, (winner, loser) in zip(range(len(ends) - 1, -1, -1), ends, strict=True):
        with time_machine.travel(NOON - timedelta(weeks=back), tick=False):
            played.append(won_by(club, players, winner, loser))
    return played


def test_before_the_first_match_it_says_what_to_do(member: Client, club: Club) -> None:
    page = seen(member, SHELF)
    assert page.count("Nobody yet") == 2
    assert "Good Dog Cup" in page
    assert "The first match decides." in page
    assert "When a match is over" in page
    assert "Add a trophy" not in page


def test_whoever_keeps_the_score_is_led_to_a_match(client: Client, club: Club) -> None:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    assert "Start a match</a>. When it is over, its winner takes the first trophy" in seen(client, SHELF)


def test_the_shelf_says_who_holds_what_since_when(member: Client, club: Club, players: list[Player]) -> None:
    with time_machine.travel(NOON, tick=False):
        weeks(club, players, (0, 1), (3, 1), (3, 1))
        page = seen(member, SHELF)
    assert "since 26 February, defended once: Back-to-Back, 7 days now" in page
    assert "since 19 February, still wearing it, 14 days now" in page
    assert 'aria-label="Who held which trophy' in page


def test_the_chain_says_match_days_and_what_was_defended(member: Client, club: Club, players: list[Player]) -> None:
    night = Night.objects.create(club=club, starts_at=NOON)
    with time_machine.travel(NOON, tick=False):
        matches = weeks(club, players, (0, 1), (3, 1), (3, 2))
        Match.objects.filter(pk=matches[-1].pk).update(night=night)
        page = seen(member, f"{SHELF}{club.trophies.get(rule='winner').pk}/")
        worn = seen(member, f"{SHELF}{club.trophies.get(rule='loser').pk}/")
    rows = re.findall(r"<tr> ?<th scope=\"row\" class=\"name\"><a href.*?</tr>", page)
    assert ["Back-to-Back" in row for row in rows] == [True, False, False]
    assert ["holds it now" in row for row in rows] == [True, False, False]
    assert all("7 days" in row for row in rows[1:])
    assert str(matches[0].pk) in rows[2]
    assert reverse("night", args=[club.slug, night.pk]) in rows[0]
    assert worn.count("Still wearing it") == 1


def test_what_a_correction_moved_is_struck_in_its_place(member: Client, club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    corrected(match, 2, 1)
    page = seen(member, f"{SHELF}{club.trophies.get(rule='winner').pk}/")
    assert "<del>Núria Ødegård</del>" in page
    assert "hand 1 was corrected<" in page
    sheet = seen(member, f"/m/{match.pk}/")
    assert "<del>Good Dog Cup: <bdi>Núria Ødegård</bdi></del>" in sheet
    assert "until hand 1 was corrected" in sheet


def test_ten_years_come_in_pages(member: Client, club: Club, players: list[Player]) -> None:
    a_history(club, players, 60)
    cup = club.trophies.get(rule="winner")
    first = seen(member, f"{SHELF}{cup.pk}/")
    assert "Page 1 of 3" in first
    last = seen(member, f"{SHELF}{cup.pk}/?page=3")
    assert last.count("chain-mark") == 9
    assert seen(member, f"{SHELF}{cup.pk}/?page=2").count("chain-mark") == 25


@pytest.mark.parametrize("page", ["", "{cup}/"])
def test_the_pages_cost_the_same_after_a_long_history(
    member: Client, club: Club, players: list[Player], page: str
) -> None:
    a_history(club, players, 2)
    path = SHELF + page.format(cup=club.trophies.get(rule="winner").pk)
    before = queries(member, path)
    a_history(club, players, 120)
    assert queries(member, path) == before <= 10


def test_a_trophy_of_another_game_is_proposed_put_up_and_played_for(
    organiser: Client, club: Club, players: list[Player]
) -> None:
    game = PLAYED_BY_BOTS[0]
    shelf = seen(organiser, SHELF)
    assert f"trophies/new/?game={game.key}&rule=winner" in shelf
    form = seen(organiser, f"{SHELF}new/?game={game.key}&rule=winner")
    assert f'value="{game.trophies[0]}"' in form
    posted = {"name": game.trophies[0], "rule": "winner", "game": game.key, "about": "Brass, and much too big."}
    seen(organiser, f"{SHELF}new/", 302, **posted)
    seen(organiser, f"{SHELF}new/", 302, **posted | {"rule": "loser", "name": game.trophies[1]})
    match = an_evening(club, game, players, 3)
    for path in (f"/m/{match.pk}/", f"/m/{match.pk}/finish/"):
        assert game.trophies[0] in seen(organiser, path)
    assert "First holder." in seen(organiser, f"/m/{match.pk}/finish/")
    assert club.trophies.get(name=game.trophies[0]).awards.get().match == match
    assert f'rule=winner">for the winner<span class="vh"> of {game.name}' not in seen(organiser, SHELF)


WRONG = {
    "no name": ({"name": " "}, "Enter the trophy’s name."),
    "a long name": ({"name": "x" * 41}, "At most 40 characters, please: this has 41."),
    "a name nobody can print": ({"name": "Bo\x07ne"}, "unprintable character"),
    "a long story": ({"about": "x" * 201}, "At most 200 characters, please: this has 201."),
    "a story nobody can print": ({"about": "a\x07b"}, "unprintable character"),
    "a name that is taken": ({"name": "golden BONE"}, "The club has a trophy of this name."),
    "a winner of everything": ({"rule": "winner"}, "Choose a game."),
    "a second winner’s trophy": ({"rule": "winner", "game": "dirty-dog"}, "This game has such a trophy."),
    "a rule of one’s own": ({"rule": "whim"}, "not one of the available choices"),
    "a game of one’s own": ({"game": "chess"}, "not one of the available choices"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_cannot_be_put_up_is_said_beside_the_field(organiser: Client, club: Club, what: str) -> None:
    a_bone(club)
    Trophy.objects.create(club=club, name="Good Dog Cup", rule="winner", game="dirty-dog")
    fields, said = WRONG[what]
    page = seen(organiser, f"{SHELF}new/", 422, **{"name": "Muddy Paw", "rule": "hand", "game": "club"} | fields)
    assert said in page
    assert club.trophies.count() == 2


def test_a_new_name_stands_everywhere(organiser: Client, club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 3, 1)
    cup = club.trophies.get(rule="winner")
    seen(organiser, f"/m/{match.pk}/")
    seen(organiser, f"{SHELF}{cup.pk}/edit/", 302, name="Кубок 🏆 אבג", about="")
    for path in (f"/m/{match.pk}/", f"/m/{match.pk}/finish/", "/c/kennel/", players[3].get_absolute_url(), SHELF):
        assert "Кубок 🏆 אבג" in seen(organiser, path)
        assert "Good Dog Cup" not in seen(organiser, path)
    assert "Enter the trophy’s name." in seen(organiser, f"{SHELF}{cup.pk}/edit/", 422, name="")


def test_a_trophy_retires_and_comes_back(organiser: Client, club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    cup = club.trophies.get(rule="winner")
    seen(organiser, f"{SHELF}{cup.pk}/retire/", 302, go="1")
    won_by(club, players, 2, 1)
    assert "Retired" in seen(organiser, SHELF)
    assert "Award by hand" not in seen(organiser, f"{SHELF}{cup.pk}/")
    assert organiser.get(f"{SHELF}{cup.pk}/pass/").status_code == 404
    seen(organiser, f"{SHELF}{cup.pk}/retire/", 302, go="1")
    assert [award.player for award in cup.awards.all()] == [players[2], players[3]]


def test_a_retired_trophy_finds_its_place_taken(organiser: Client, club: Club, players: list[Player]) -> None:
    won_by(club, players, 3, 1)
    cup = club.trophies.get(rule="winner")
    seen(organiser, f"{SHELF}{cup.pk}/retire/", 302, go="1")
    seen(organiser, f"{SHELF}new/", 302, name="Good Dog Cup", rule="winner", game="dirty-dog")
    seen(organiser, f"{SHELF}{cup.pk}/retire/", 302, go="1")
    assert "Another trophy has taken the place of Good Dog Cup." in seen(organiser, SHELF)
    cup.refresh_from_db()
    assert cup.retired_at is not None


def test_a_trophy_is_passed_on_by_hand_with_a_reason(organiser: Client, club: Club, players: list[Player]) -> None:
    bone = a_bone(club, about="Chewed.")
    path = f"{SHELF}{bone.pk}/pass/"
    assert "It changes hands at once." in seen(organiser, path)
    assert "Enter a short reason." in seen(organiser, path, 422, player=players[0].pk, reason=" ")
    assert "At most 300 characters" in seen(organiser, path, 422, player=players[0].pk, reason="x" * 301)
    assert "Choose who gets it." in seen(organiser, path, 422, reason="the cake")
    stranger = some_players(a_club("elsewhere"), 1)[0]
    assert "Choose a player of the club." in seen(organiser, path, 422, player=stranger.pk, reason="the cake")
    assert not Award.objects.exists()
    seen(organiser, path, 302, player=players[0].pk, reason="brought the cake")
    assert "Bea Marlowe has it already." in seen(organiser, path, 422, player=players[0].pk, reason="again")
    page = seen(organiser, f"{SHELF}{bone.pk}/")
    assert "By hand, by <bdi>organiser@kennel.example</bdi>: brought the cake" in page
    assert "Holds the" in seen(organiser, players[0].get_absolute_url())


def test_a_hand_that_was_a_mistake_is_withdrawn_and_stays_readable(
    organiser: Client, club: Club, players: list[Player]
) -> None:
    bone = a_bone(club)
    awards.pass_on(bone, players[0], "brought the cake", by=None)
    wrong = awards.pass_on(bone, players[1], "brought the cake", by=None)
    path = f"{SHELF}{bone.pk}/withdraw/{wrong.pk}/"
    assert path in seen(organiser, f"{SHELF}{bone.pk}/")
    assert "Enter a short reason." in seen(organiser, path, 422, reason="")
    seen(organiser, path, 302, reason="he only carried it")
    page = seen(organiser, f"{SHELF}{bone.pk}/")
    assert "<del>Otto Pym</del>" in page
    assert "he only carried it<" in page
    assert organiser.get(path).status_code == 404


def test_what_a_match_gave_is_corrected_on_its_sheet(organiser: Client, club: Club, players: list[Player]) -> None:
    award = won_by(club, players, 3, 1).awards.all()[0]
    assert organiser.get(f"{SHELF}{award.trophy_id}/withdraw/{award.pk}/").status_code == 404


def test_another_clubs_trophy_is_not_there(organiser: Client, club: Club) -> None:
    theirs = a_bone(a_club("elsewhere"))
    for page in ("", "edit/", "pass/"):
        assert organiser.get(f"{SHELF}{theirs.pk}/{page}").status_code == 404


def test_a_players_page_counts_the_trophies(member: Client, club: Club, players: list[Player]) -> None:
    weeks(club, players, (3, 1), (3, 1), (0, 1))
    page = seen(member, players[3].get_absolute_url())
    cup = club.trophies.get(rule="winner")
    assert f'<a href="{SHELF}{cup.pk}/">2</a><small> times</small>' in page


def test_programs_read_holders_and_chains(member: Client, club: Club, players: list[Player]) -> None:
    with time_machine.travel(NOON, tick=False):
        matches = weeks(club, players, (0, 1), (3, 1), (3, 2))
        corrected(matches[0], 2, 1)
        cup, cone = member.get("/api/v1/clubs/kennel/trophies").json()["trophies"]
        chain = member.get(f"/api/v1/clubs/kennel/trophies/{cup['id']}").json()
    assert (cup["name"], cup["game"], cup["rule"]) == ("Good Dog Cup", "dirty-dog", "winner")
    (holder,) = cup["holders"]
    assert (holder["name"], holder["defended"], holder["back_to_back"], holder["days"]) == ("Núria Ødegård", 1, True, 7)
    assert cone["holders"][0]["name"] == "Wilhelmina Featherstonehaugh-Oyelaran"
    links = [
        (link["name"].split()[0], link["days"], link["mark"], link["withdrawn_because"]) for link in chain["chain"]
    ]
    assert links == [
        ("Núria", None, "Back-to-Back", ""),
        ("Núria", 7, "", ""),
        ("Wilhelmina", 7, "", ""),
        ("Bea", None, "", "hand 1 was corrected"),
    ]
    assert chain["next"] is None
    assert member.get("/api/v1/clubs/kennel/trophies/99999").status_code == 404


def test_a_new_match_asks_only_where_there_is_something_to_play_for(
    client: Client, club: Club, players: list[Player]
) -> None:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    game = PLAYED_BY_BOTS[0]
    asked = f"/c/kennel/matches/new/?game={game.key}&player={players[0].pk}&player={players[1].pk}"
    assert "For the trophies" not in seen(client, asked)
    Trophy.objects.create(club=club, game=game.key, rule="winner", name="Big Collar")
    page = seen(client, asked)
    assert "For the trophies" in page
    assert "Big Collar" in page
