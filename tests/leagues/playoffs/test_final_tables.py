"""A whole play-off: groups, the cut, final tables and both trophies (DD-45 to DD-50)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from clubs.models import Club, Player
from games.base.house_rules import agree
from games.models import Match
from games.registry import table_game
from leagues.models import Award, Playoff, PlayoffLeaver
from leagues.playoffs import results, state
from leagues.playoffs.finals import deal_finals
from leagues.playoffs.results import token
from scoring.dirty_dog import DIRTY_DOG, Options
from tests.leagues.playoffs.evening import (
    BID,
    TOOK,
    address,
    dealt,
    first_jack,
    groups_played,
    labels,
    named,
    over,
    page,
)
from tests.playoff_nights import an_evening, play, table, totals

pytestmark = pytest.mark.django_db


def test_a_group_is_over_after_its_last_hand_whatever_is_level(club: Club) -> None:
    found = groups_played(club)
    match = table(found, "group")
    match.refresh_from_db()
    assert totals(match) == [7, 6, 5, 5, 5, -2]
    assert match.finished_at


def test_the_best_go_up_in_seat_order_and_start_from_nothing(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    assert labels(table(found, "winners")) == ["Bea", "Otto", "Ines", "Sam"]
    assert labels(table(found, "losers")) == ["Núria", "Łukasz", "Percy", "Gus", "Jo", "Hal", "Mabel", "Priya"]
    assert totals(table(found, "winners")) == [0, 0, 0, 0]
    assert not table(found, "winners").for_trophy
    assert table(found, "losers").options["stakes"] == "bottom"
    assert table(found, "winners").options["first_jack"]


def test_a_play_off_has_one_set_of_rules_whatever_the_club_agrees_on_meanwhile(organiser: Client, club: Club) -> None:
    agree(club, table_game("dirty-dog"), Options(scoring="ten-plus"))
    found = groups_played(club)
    agree(club, table_game("dirty-dog"), Options(scoring="squares", decks=2))
    dealt(organiser, found)
    rules = {DIRTY_DOG.apart(match.options) for match in Match.objects.filter(fixture__playoff=found)}
    assert rules == {""}  # as written, as its groups were begun


def test_each_first_jack_is_asked_once_and_kept(organiser: Client, club: Club) -> None:
    found = groups_played(club)
    otto, gus = named("Otto", "Gus").values()
    both, one = "Two dealers to name", "Losers’ table: who got the first Jack?"
    assert both in page(organiser, found)
    response = organiser.post(address(found, "deal/"))
    refused = response.content.decode()
    assert (response.status_code, state.read(found).winners) == (422, None)
    assert "Winners’ table: deal cards" in refused
    assert "Losers’ table: deal cards" in refused
    before = token(Playoff.objects.get())
    assert first_jack(organiser, found, "winners", otto) == 302
    assert token(Playoff.objects.get()) != before
    refused = organiser.post(address(found, "deal/")).content.decode()
    assert "Winners’ table: deal cards" not in refused
    for html in (refused, page(organiser, found)):
        assert one in html
        assert "Winners’ table: Otto deals first." in html
        assert html.count('aria-pressed="true" aria-label="Otto, A2"') == 1
    assert first_jack(organiser, found, "losers", gus) == 302
    assert 'class="btn btn-main btn-big">Deal both final tables' in page(organiser, found)
    organiser.post(address(found, "line/"), {"do": "unjack", "stage": "losers"})
    assert one in page(organiser, found)
    assert first_jack(organiser, found, "losers", gus) == 302
    assert organiser.post(address(found, "deal/")).status_code == 302
    for stage, dealer in (("winners", otto), ("losers", gus)):
        match = table(found, stage)
        assert match.seats.get(position=match.options["first_dealer"]).player_id == dealer
    assert Playoff.objects.get().first_jacks == {}


def test_a_first_jack_belongs_to_who_sits_at_that_table(organiser: Client, club: Club) -> None:
    found = groups_played(club)
    otto, gus = named("Otto", "Gus").values()
    assert first_jack(organiser, found, "winners", gus) == 422
    assert first_jack(organiser, found, "nowhere", gus) == 422
    assert first_jack(organiser, found, "losers", gus) == 302
    organiser.post(address(found, "line/"), {"do": "gone", "player": gus})
    assert "Two dealers to name" in page(organiser, found)
    for do in ("", "everything"):
        response = organiser.post(address(found, "line/"), {"do": do, "player": otto})
        assert (response.status_code, PlayoffLeaver.objects.count()) == (422, 1)
    assert organiser.post(address(found, "line/"), {"do": "bottom"}).status_code == 422


def test_a_second_tap_deals_nothing_twice(organiser: Client, club: Club) -> None:
    found = dealt(organiser, dealt(organiser, groups_played(club)))
    assert Match.objects.count() == 4
    assert found.fixtures.count() == 4


@pytest.mark.django_db(transaction=True)
def test_eight_deals_at_once_deal_each_final_table_once(club: Club) -> None:
    found = groups_played(club)
    evening = state.read(found)
    first = {"winners": evening.up[0], "losers": evening.down[0]}
    dealers = {stage: Player.objects.get(pk=key) for stage, key in first.items()}

    def deal(_: int) -> int:
        try:
            return len(deal_finals(found.pk, dealers, None))
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as tablets:
        assert sum(tablets.map(deal, range(8))) == 2
    assert Match.objects.count() == 4
    assert found.fixtures.count() == 4


def test_a_final_table_waits_for_the_groups(organiser: Client, club: Club) -> None:
    found = an_evening(club, advance=2)
    play(table(found, "group", 1), TOOK, BID)
    response = organiser.post(address(found, "deal/"), {})
    assert response.status_code == 422
    assert "The final tables wait" in response.content.decode()


@pytest.mark.parametrize(
    ("winners", "losers", "winner", "loser", "says"),
    [
        ((0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2), "Bea", "Sam", "so it crosses over"),
        ((0, 1, 1, 3), (0, 0, 0, 0, 0, 0, 1, 4), "Bea", "Priya", "Nobody who could lose"),
        ((0, 1, 1, 3), (0, 0, 0, 0, 0, 1, 1, 3), "Bea", "Priya", "level is not below"),
    ],
)
def test_who_takes_what(
    organiser: Client, club: Club, winners: tuple[int, ...], losers: tuple[int, ...], winner: str, loser: str, says: str
) -> None:
    found = over(organiser, club, winners, losers)
    assert (found.winner, found.loser) == (Player.objects.get(name=winner), Player.objects.get(name=loser))
    assert found.finished_at
    assert says in page(organiser, found)


def test_the_cup_is_only_won_at_the_winners_table(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    play(table(found, "winners"), (0, 1, 1, 3))
    play(table(found, "losers"), (1, 0, 0, 0, 0, 0, 0, 4), {0: 1})
    shown = page(organiser, found).replace("\N{SOFT HYPHEN}", "")
    assert "Núria would like it recorded that 6 is more than 5. It is recorded." in shown
    assert "Núria has 6 at the losers’ table, but this is only won at the winners’" in page(organiser, found, "wall/")


def test_figures_and_a_rebuild_agree(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    before = Playoff.objects.values().get()
    assert results.rebuild(club, check=True) == []
    Playoff.objects.update(winner=None, loser=None, finished_at=None)
    assert results.rebuild(club, check=True) == [f"play-off {found.pk}"]
    assert Playoff.objects.get().winner is None
    assert results.rebuild(club, check=False) == [f"play-off {found.pk}"]
    assert Playoff.objects.values().get() == before


def test_the_trophies_are_those_of_the_whole_evening(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    standing = Award.objects.filter(withdrawn_at=None)
    assert {(award.trophy.name, award.player.name) for award in standing} == {
        ("Good Dog Cup", "Bea"),
        ("Cone of Shame", "Sam"),
    }
    organiser.post(address(found, "call-off/"))
    assert not Award.objects.filter(withdrawn_at=None).exists()


def test_a_rebuild_goes_on_past_a_sheet_that_no_longer_adds_up(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 1, 1, 1, 2))
    Match.objects.filter(pk=table(found, "winners").pk).update(options={"plan": []})
    (said,) = results.rebuild(club, check=True)
    assert said.startswith(f"play-off {found.pk} cannot be read")
