"""The play-off's diagram, its wall board and its API representation."""

import pytest
from django.test import Client

from clubs.models import Club, Player
from tests.counting import queries
from tests.factory import a_history
from tests.leagues.playoffs.evening import address, corrected, dealt, groups_played, over, page
from tests.playoff_nights import an_evening, table

pytestmark = pytest.mark.django_db


def test_before_the_first_card_the_picture_is_there(organiser: Client, club: Club) -> None:
    shown = page(organiser, an_evening(club))
    assert "One hand a group, then one at each final table." in shown
    assert "Nobody yet" in shown


def test_the_wall_says_nothing_while_nothing_is_new(organiser: Client, club: Club) -> None:
    found = groups_played(club)
    shown = page(organiser, found, "wall/")
    since = shown.partition("?since=")[2].partition('"')[0]
    assert organiser.get(address(found, "wall/"), {"since": since}).status_code == 204
    assert organiser.get(address(found), {"since": since}).status_code == 204
    corrected(table(found, "group"), (0, 1, 0, 0, 0, 4))
    assert organiser.get(address(found, "wall/"), {"since": since}).status_code == 200


def test_calling_it_off_leaves_the_sheets_and_gives_nothing(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    assert organiser.get(address(found, "call-off/")).status_code == 200
    organiser.post(address(found, "call-off/"))
    found.refresh_from_db()
    assert (found.winner, found.loser, found.finished_at) == (None, None, None)
    assert "Called off." in page(organiser, found)
    assert organiser.get(address(found, "pull/1/")).status_code == 404


def test_the_page_costs_the_same_however_long_the_history(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    few = queries(organiser, address(found)), queries(organiser, address(found, "wall/"))
    a_history(club, list(Player.objects.all()[:4]), 12)
    assert (queries(organiser, address(found)), queries(organiser, address(found, "wall/"))) == few
    assert few[0] < 17


@pytest.mark.parametrize(("sizes", "advance"), [((7, 6), 3), ((4, 4, 4), 2), ((6, 6), 1), ((4, 5), 3)])
def test_every_line_of_the_picture_meets_a_name(
    organiser: Client, club: Club, sizes: tuple[int, ...], advance: int
) -> None:
    shown = page(organiser, an_evening(club, sizes, advance))
    assert shown.count('class="is-cut"') == len(sizes)


def test_a_finished_group_leads_to_the_whole_evening(organiser: Client, club: Club) -> None:
    found = groups_played(club)
    for where in ("", "finish/"):
        shown = organiser.get(f"/m/{table(found, 'group').pk}/{where}").content.decode()
        assert f'href="{address(found)}"' in shown


def test_programs_read_the_whole_evening(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    answer = organiser.get(f"/api/v1/clubs/kennel/playoffs/{found.pk}").json()
    assert [group["group"] for group in answer["groups"]] == ["A", "B"]
    assert answer["winner"]["name"] == "Bea"
    assert answer["if_it_ended_now"][1]["who"] == "Sam"
    assert organiser.get("/api/v1/clubs/kennel/playoffs").json()["playoffs"][0]["loser"]["name"] == "Sam"
