"""How a play-off ended, on its page and in the API: cup and cone, what decided each, and each trophy's last nights."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Player
from leagues.models import Award, Playoff, Trophy
from leagues.playoffs import state
from leagues.playoffs.ending import takings
from scoring.dirty_dog import Pull, TiebreakHand
from tests.factory import write
from tests.leagues.playoffs.evening import address, dealt, groups_played, over, page
from tests.playoff_nights import play, table

pytestmark = pytest.mark.django_db
EIGHT = (0, 0, 0, 0, 1, 1, 1, 2)


def read(client: Client, playoff: Playoff) -> dict[str, Any]:
    answer: dict[str, Any] = client.get(f"/api/v1{address(playoff).replace('/c/', '/clubs/').rstrip('/')}").json()
    return answer


def plain(text: str) -> str:
    return " ".join(text.replace("\N{SOFT HYPHEN}", "").split())


def test_the_cup_is_the_first_thing_then_the_cone_that_crosses_over(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), EIGHT)
    shown = plain(page(organiser, found))
    cup, cone = takings(state.read(found))
    assert shown.index(cup.prize) < shown.index("by six points") < shown.index(cone.prize)
    assert '<h1 class="name">' in shown
    assert "Top of the winners’ table with 5;" in shown
    assert (cup.names, cup.total, cone.names, cone.crosses, cone.how) == ("Bea", 5, "Sam", True, "it crosses over")
    assert shown.count("The first to have it.") == 2
    assert "The whole night" in shown
    assert "If it ended now" not in shown


def test_a_cone_that_stays_says_by_how_much(organiser: Client, club: Club) -> None:
    found = over(organiser, club, (0, 1, 1, 3), (0, 0, 0, 0, 0, 0, 0, 5))
    cone = takings(state.read(found))[1]
    assert (cone.crosses, cone.how) == (False, "ten below everybody")
    assert cone.is_cone
    assert cone.mark == "low"


@pytest.fixture
def broken(organiser: Client, club: Club) -> Playoff:
    """A play-off with a tie-break hand at the top, Bea against Otto, and a card pull at the bottom."""
    found = dealt(organiser, groups_played(club))
    up, down = table(found, "winners"), table(found, "losers")
    play(up, (0, 0, 2, 3))
    write(up, [TiebreakHand({0: 2, 1: 1, 2: 0, 3: 0}, {0: 2, 1: 3, 2: 0, 3: 0})])
    play(down, (0, 0, 0, 0, 2, 3, 0, 0), {6: 4, 7: 4})
    write(down, [Pull({6: "9D", 7: "4S"})])
    found.refresh_from_db()
    return found


def test_what_broke_a_tie_is_told_with_its_figures(organiser: Client, broken: Playoff) -> None:
    cup, cone = takings(state.read(broken))
    assert (cup.how, cone.how) == ("by a tie-break hand", "by a pulled card")
    assert cup.why.startswith("Level with Otto on 5 at the winners’ table.")
    assert cone.why.endswith("A card each:")
    shown = plain(page(organiser, broken))
    assert shown.index("by a tie-break hand") < shown.index("bid 2, took 2") < shown.index("by a pulled card")
    assert [(share.figure, share.suit, share.words) for share in cone.shares] == [
        ("4", "spade", "the lowest"),
        ("9", "diamond", "let off"),
    ]
    assert "3=" not in shown


def test_programs_read_what_the_page_shows(organiser: Client, broken: Playoff) -> None:
    cup, cone = read(organiser, broken)["ended"]
    assert (cup["rule"], cup["players"][0]["name"], cup["total"]) == ("winner", "Bea", 5)
    assert cup["tie_break"][0] == {"name": "Bea", "figure": cup["tie_break"][0]["figure"], "words": "bid 2, took 2"}
    assert cone["how"] == "by a pulled card"
    assert cone["last"][-1]["names"] == cone["players"][0]["name"]
    assert cone["run"] == "The first to have it."


def test_while_it_goes_on_nothing_has_ended(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    assert read(organiser, found)["ended"] == []
    assert "If it ended now" in page(organiser, found)


def test_the_best_at_the_losers_table_has_the_last_word(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    play(table(found, "winners"), (0, 1, 1, 3))
    play(table(found, "losers"), (5, 0, 0, 0, 0, 0, 0, 0), {0: 5, 1: 1})
    assert "is more than 5. It is recorded. The cup stays" in plain(page(organiser, found))


def test_a_run_counts_the_nights_in_a_row(organiser: Client, club: Club, broken: Playoff) -> None:
    trophy = Trophy.objects.get(club=club, rule="winner")
    bea, otto = Player.objects.get(name="Bea"), Player.objects.get(name="Otto")
    now = timezone.now()
    for weeks, player, words in (
        (3, otto, "Taken from Otto after 21 days."),
        (2, bea, "Back to back."),
        (1, bea, "3rd"),
    ):
        Award.objects.create(trophy=trophy, player=player, reason="a test", awarded_at=now - timedelta(weeks=weeks))
        run = takings(state.read(broken))[0].run
        assert run is not None
        assert words in run.words
    assert run is not None
    assert [turn.is_run for turn in run.turns] == [False, True, True, True]


def finish_page(client: Client, playoff: Playoff, stage: str) -> str:
    return plain(client.get(f"/m/{table(playoff, stage).pk}/finish/").content.decode())


def test_the_losers_final_begins_with_the_cone_that_is_taken_there(organiser: Client, broken: Playoff) -> None:
    shown = finish_page(organiser, broken, "losers")
    cone = takings(state.read(broken))[1]
    assert f'<bdi class="line">{cone.players[0].label}</bdi>' in shown
    assert "by a pulled card" in shown
    assert shown.count(f"<bdi>{cone.players[0].label}</bdi>") == 0, "not repeated among the places"
    assert "See who won the night" in shown


def test_the_losers_final_without_the_cone_begins_with_its_winner(organiser: Client, club: Club) -> None:
    shown = finish_page(organiser, over(organiser, club, (0, 1, 1, 3), EIGHT), "losers")
    assert shown.index("of the losers’ table") < shown.index("nobody takes one home from this table")
    assert "so it crosses over" in shown


def test_the_winners_final_has_the_cup_and_what_the_cone_waits_for(organiser: Client, club: Club) -> None:
    found = dealt(organiser, groups_played(club))
    play(table(found, "winners"), (0, 1, 1, 3))
    shown = finish_page(organiser, found, "winners")
    assert "of the Good Dog Cup" in shown
    assert "one decided, one still at the losers’ table" in shown
    assert "is lowest here with −3" in shown
    play(table(found, "losers"), EIGHT)
    assert "both are decided" in finish_page(organiser, found, "winners")
