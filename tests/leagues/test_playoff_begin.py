"""Beginning a play-off: groups become matches of equal length, and an impossible set-up writes nothing (DD-45)."""

import pytest

from clubs.models import Club, Player
from games.base.groups import FirstDeal
from games.entries.match_state import load
from games.models import Match
from games.registry import table_game
from leagues.models import Fixture, Playoff
from leagues.playoffs.deal import begin
from scoring.base import RuleError
from scoring.dirty_dog import Options
from scoring.top_dog import Options as TopDogOptions
from tests.factory import a_club, a_match

pytestmark = pytest.mark.django_db


def dogs(club: Club, count: int) -> list[Player]:
    return [Player.objects.create(club=club, name=f"Dog {number}") for number in range(1, count + 1)]


def split(players: list[Player], *sizes: int) -> list[list[Player]]:
    """The players in groups of these sizes, in order."""
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [players[start : start + size] for start, size in zip(starts, sizes, strict=True)]


@pytest.mark.parametrize(("sizes", "advance"), [((6, 6), 3), ((7, 6), 3), ((5, 5, 5), 2), ((10, 10), 5)])
def test_all_groups_play_the_same_hands(club: Club, sizes: tuple[int, ...], advance: int) -> None:
    playoff = begin(club, None, "dirty-dog", split(dogs(club, sum(sizes)), *sizes), advance, Options(max_cards=4))
    matches = [fixture.match for fixture in playoff.fixtures.select_related("match").order_by("number")]
    sheets = [load(match).sheet for match in matches if match]
    assert len({sheet.planned for sheet in sheets}) == 1  # type: ignore[attr-defined]
    assert [match.table for match in matches if match] == [f"Group {'ABC'[place]}" for place in range(len(sizes))]
    assert not any(match.for_trophy for match in matches if match)
    assert playoff.for_trophy


def test_seven_and_six_deal_no_more_cards_than_seven_can(club: Club) -> None:
    playoff = begin(club, None, "dirty-dog", split(dogs(club, 13), 7, 6), 3)
    assert max(playoff.options["plan"]) == 7


@pytest.mark.parametrize(
    ("sizes", "advance", "says"),
    [
        ((9,), 3, "two groups at least"),
        ((8, 1), 2, "Group B has 1 player: a group needs 2"),
        ((11, 10), 5, "Group A has 11 players: 10 is the most"),
        ((6, 6), 6, "1 to 5 can go up, not 6"),
        ((6, 6), 0, "1 to 5 can go up, not 0"),
        ((7, 7, 7), 3, "the losers’ table seats 12"),
        ((5, 5, 5), 4, "the winners’ table seats 12"),
    ],
)
def test_what_cannot_be_played_is_said(club: Club, sizes: tuple[int, ...], advance: int, says: str) -> None:
    with pytest.raises(RuleError, match=says):
        begin(club, None, "dirty-dog", split(dogs(club, sum(sizes)), *sizes), advance)
    assert not Playoff.objects.exists()
    assert not Match.objects.exists()


def test_a_group_of_three_may_play(club: Club) -> None:
    playoff = begin(club, None, "dirty-dog", split(dogs(club, 7), 4, 3), 1)
    sheets = [load(fixture.match).sheet for fixture in playoff.fixtures.order_by("number") if fixture.match]
    assert [[notice.code for notice in sheet.warnings] for sheet in sheets] == [[], ["few-players"]]


def test_more_than_ten_at_a_final_table_are_agreed_outright(club: Club) -> None:
    assert begin(club, None, "dirty-dog", split(dogs(club, 21), 7, 7, 7), 3, Options(over_ten=True)).pk


def test_nobody_sits_in_two_groups(club: Club) -> None:
    crowd = dogs(club, 11)
    with pytest.raises(RuleError, match="Dog 1 sits in group A and in group B"):
        begin(club, None, "dirty-dog", [crowd[:6], [*crowd[6:], crowd[0]]], 2)
    assert not Fixture.objects.exists()


def test_the_last_winner_deals_first_unless_somebody_else_is_named(club: Club) -> None:
    crowd = dogs(club, 12)
    last = a_match(club, crowd[:4], plan=(1, 2, 1), seed=3)
    winner = last.seats.get(is_winner=True).player
    playoff = begin(club, None, "dirty-dog", [crowd[:6], crowd[6:]], 2, dealers=[None, crowd[8]])
    dealt = [
        match.options.get("first_dealer", 0)
        for match in Match.objects.filter(fixture__playoff=playoff).order_by("table")
    ]
    assert dealt == [crowd.index(winner), 2]


def test_any_game_that_seats_the_groups_can_be_played_off(club: Club) -> None:
    playoff = begin(club, None, "top-dog", split(dogs(club, 8), 4, 4), 2, TopDogOptions(target=20))
    assert [match.options for match in Match.objects.filter(fixture__playoff=playoff)] == [
        {"target": 20},
        {"target": 20},
    ]
    with pytest.raises(RuleError, match="Group A has 5 players: 4 is the most"):
        begin(club, None, "top-dog", split(dogs(a_club("other"), 9), 5, 4), 2)


def test_the_eleventh_at_a_final_table_came_late_and_is_dealt_in() -> None:
    first = FirstDeal(2, by_jack=False)
    options = table_game("dirty-dog").playoff_options.table(Options(plan=(1, 5, 1)), [8, 11], first, "bottom")
    assert options == Options(plan=(1, 4, 1), first_dealer=2, stakes="bottom", over_ten=True)
