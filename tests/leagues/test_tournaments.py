"""Knock-outs and round robins: drawn, played, corrected."""

import pytest
from django.test import Client
from django.utils import translation

from clubs.models import Club, Player
from games import ledger
from games.base.house_rules import agree
from games.base.wording import table_of
from games.entries.drafts import Author, Draft
from games.models import Match
from games.registry import table_game
from leagues import tournaments
from leagues.models import Fixture, Playoff, Reseat
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs import results
from scoring.base import RuleError
from scoring.dirty_dog import Bids, Options, Tricks
from scoring.records import entry_to_json
from tests.counting import queries
from tests.factory import DIRTY_DOG, a_history, some_players, write

pytestmark = pytest.mark.django_db


def drawn(club: Club, kind: str = "knockout", count: int = 4) -> Playoff:
    return tournaments.set_up(club, kind, "dirty-dog", some_players(club, count))


def start(playoff: Playoff, round_: int, number: int) -> Match:
    """Start the match of this pairing, with a plan of one hand of one card."""
    match = tournaments.play(playoff.pk, round_, number, None)
    Match.objects.filter(pk=match.pk).update(options={"plan": [1]})
    match.refresh_from_db()
    return match


def play(playoff: Playoff, round_: int, number: int, winner: int) -> Match:
    """Play that match: both bid 0, and the loser takes the trick."""
    return write(start(playoff, round_, number), [Bids({1: 0, 0: 0}), Tricks({winner: 0, 1 - winner: 1})])


def turned(match: Match, winner: int) -> None:
    """Correct the match so that the other player wins."""
    match.refresh_from_db()
    draft = Draft("tricks", 2, entry_to_json(Tricks({winner: 0, 1 - winner: 1})))
    ledger.record(match.pk, [draft], version=match.version, by=Author(None, "a test"))


def address(playoff: Playoff, rest: str = "") -> str:
    return f"/c/kennel/tournaments/{playoff.pk}/{rest}"


def page(client: Client, playoff: Playoff) -> str:
    response = client.get(address(playoff))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(
    ("kind", "count", "stored", "said"),
    [
        ("knockout", 4, "Semi-final 1", "Halbfinale 1"),
        ("knockout", 10, "Round 1, match {number}", "Runde 1, Partie {number}"),
        ("round-robin", 4, "Round 1", "Runde 1"),
    ],
)
def test_a_match_is_called_so_in_every_language_whoever_began_it(
    club: Club, kind: str, count: int, stored: str, said: str
) -> None:
    found = drawn(club, kind, count)
    number = next(each.number for each in tournament_state.read(found).pairings if each.is_ready)
    with translation.override("de"):
        match = tournaments.play(found.pk, 1, number, None)
        assert table_of(match) == said.format(number=number)
    assert match.table == table_of(match) == stored.format(number=number)


def test_all_matches_are_played_by_the_rules_that_the_club_had_at_the_draw(club: Club, organiser: Client) -> None:
    agree(club, table_game("dirty-dog"), Options(scoring="squares", decks=2, rules_name="Blackout"))
    found = drawn(club)
    first = tournaments.play(found.pk, 1, 1, None)
    agree(club, table_game("dirty-dog"), Options())
    second = tournaments.play(found.pk, 1, 2, None)
    assert first.options == second.options
    assert (first.options["scoring"], first.options["decks"], first.options["rules_name"]) == ("squares", 2, "Blackout")
    assert "§2 Blackout" in page(organiser, found)


def test_the_loser_goes_home(club: Club) -> None:
    found = drawn(club)
    play(found, 1, 1, 0)
    play(found, 1, 2, 1)
    final = tournament_state.read(found).pairings[-1]
    assert (final.one and final.one.name, final.two and final.two.name) == (
        "Bea Marlowe",
        "Wilhelmina Featherstonehaugh-Oyelaran",
    )
    play(found, 2, 1, 1)
    found.refresh_from_db()
    assert found.winner and found.winner.name == "Wilhelmina Featherstonehaugh-Oyelaran"
    assert found.finished_at
    assert found.loser is None


def test_the_best_seed_goes_on_free(club: Club, organiser: Client) -> None:
    found = drawn(club, count=3)
    assert "<bdi>Bye</bdi>" in page(organiser, found)
    with pytest.raises(RuleError, match="its players"):
        tournaments.play(found.pk, 2, 1, None)


def test_a_match_that_ended_level_is_played_again(club: Club, organiser: Client) -> None:
    found = drawn(club)
    match = play(found, 1, 1, 0)
    Match.objects.filter(pk=match.pk).update(finished_at=match.finished_at)
    match.seats.update(is_winner=False)
    assert "it is played again" in page(organiser, found)
    again = tournaments.play(found.pk, 1, 1, None)
    assert again != match


def test_everybody_meets_everybody(club: Club, organiser: Client) -> None:
    found = drawn(club, "round-robin", 3)
    for number in (1, 2, 3):
        play(found, number, 1, 0)
    found.refresh_from_db()
    assert found.finished_at
    state = tournament_state.read(found)
    assert sum(row.wins for row in state.rows) == 3
    assert "Why above the next" in page(organiser, found)


def test_a_second_tap_on_play_finds_the_same_match(club: Club, organiser: Client) -> None:
    found = drawn(club)
    taps = [organiser.post(address(found, "play/"), {"round": 1, "number": 1})["Location"] for _ in range(2)]
    assert taps[0] == taps[1]
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    "body", [{}, {"round": "x", "number": "1"}, {"round": "9", "number": "1"}, {"round": "2", "number": "1"}]
)
def test_what_cannot_begin_is_said(club: Club, organiser: Client, body: dict[str, str]) -> None:
    assert organiser.post(address(drawn(club), "play/"), body).status_code == 422
    assert not Match.objects.exists()


def corrected(club: Club) -> Playoff:
    """A knock-out whose first match was corrected after the final began: Núria should sit there instead of Bea."""
    found = drawn(club)
    first = play(found, 1, 1, 0)
    play(found, 1, 2, 0)
    start(found, 2, 1)
    turned(first, 1)
    return found


def names(state: tournament_state.State) -> list[str]:
    """First names of the two players of the last pairing."""
    final = state.pairings[-1]
    return [each.name.split()[0] for each in (final.one, final.two) if each]


def test_before_the_next_match_a_correction_flows_on(club: Club) -> None:
    found = drawn(club)
    first = play(found, 1, 1, 0)
    play(found, 1, 2, 0)
    turned(first, 1)
    assert names(tournament_state.read(found)) == ["Núria", "Otto"]


def test_a_match_that_has_begun_is_never_changed_silently(club: Club, organiser: Client) -> None:
    found = corrected(club)
    assert names(tournament_state.read(found)) == ["Bea", "Otto"]
    assert "but this match has begun" in page(organiser, found)


def decide(client: Client, playoff: Playoff, do: str) -> int:
    return client.post(
        address(playoff, "decide/"), {"round": 2, "number": 1, "do": do, "note": "Fair is fair"}
    ).status_code


def test_keeping_it_stands_on_the_page(club: Club, organiser: Client) -> None:
    found = corrected(club)
    assert decide(organiser, found, "keep") == 302
    state = tournament_state.read(found)
    assert (names(state), list(state.pairings[-1].moved)) == (["Bea", "Otto"], [])
    assert "“Fair is fair”" in page(organiser, found)


def test_beginning_again_seats_who_should_sit_there(club: Club, organiser: Client) -> None:
    found = corrected(club)
    old = Fixture.objects.get(playoff=found, round=2).match
    assert decide(organiser, found, "again") == 302
    assert names(tournament_state.read(found)) == ["Núria", "Otto"]
    assert old and Match.objects.get(pk=old.pk).abandoned_at
    assert not Reseat.objects.get().is_kept


def test_figures_and_a_rebuild_agree(club: Club) -> None:
    found = drawn(club)
    for place in ((1, 1), (1, 2), (2, 1)):
        play(found, *place, 0)
    before = Playoff.objects.values().get()
    Playoff.objects.update(winner=None, finished_at=None)
    assert results.rebuild(club, check=False) == [f"play-off {found.pk}"]
    assert Playoff.objects.values().get() == before


# Pages


def form(club: Club, **more: object) -> dict[str, object]:
    """The fields of the form that draws a tournament for five players."""
    players = [player.pk for player in some_players(club, 5)]
    return {"player": players, "kind": "knockout", "game": "pack-o-dogs", "seeds": "random"} | more


@pytest.mark.parametrize("kind", ["knockout", "round-robin"])
@pytest.mark.parametrize("seeds", ["random", "rating"])
def test_an_organiser_draws_it(club: Club, organiser: Client, kind: str, seeds: str) -> None:
    response = organiser.post("/c/kennel/playoffs/new/", form(club, kind=kind, seeds=seeds), follow=True)
    assert response.status_code == 200
    assert "5 players" in response.content.decode()
    assert Playoff.objects.get().kind == kind


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"player": []}, "3 to 32 players"),
        ({"kind": "groups"}, "Choose a knock-out or a round robin"),
        ({"game": "dogs-of-war"}, "Choose a game two can play"),
        ({"player": ["x", "9" * 30]}, "3 to 32 players"),
    ],
)
def test_a_draw_that_cannot_be_is_refused_with_the_form_as_it_was(
    club: Club, organiser: Client, more: dict[str, object], says: str
) -> None:
    response = organiser.post("/c/kennel/playoffs/new/", form(club, **more))
    assert response.status_code == 422
    assert says in response.content.decode()
    assert not Playoff.objects.exists()


def test_an_empty_book_says_what_to_do_first(organiser: Client) -> None:
    assert "Add a player" in organiser.get("/c/kennel/playoffs/new/").content.decode()
    assert "None yet." in organiser.get("/c/kennel/playoffs/").content.decode()


def test_a_page_costs_the_same_however_many_have_played(club: Club, organiser: Client) -> None:
    found = drawn(club, "round-robin", 4)
    play(found, 1, 1, 0)
    few = queries(organiser, address(found))
    for place in ((1, 2), (2, 1), (2, 2), (3, 1)):
        play(found, *place, 0)
    a_history(club, list(Player.objects.all()[:4]), 8)
    assert queries(organiser, address(found)) == few


def test_programs_read_the_same(club: Club, organiser: Client) -> None:
    found = drawn(club)
    play(found, 1, 1, 0)
    answer = organiser.get(f"/api/v1/clubs/kennel/playoffs/{found.pk}").json()
    assert answer["pairings"][0]["winner"]["name"] == "Bea Marlowe"
    assert organiser.get("/api/v1/clubs/kennel/playoffs").json()["playoffs"][0]["kind"] == "knockout"


def test_the_engine_plays_two() -> None:
    assert DIRTY_DOG.seats[0] == 2
