"""Who receives the trophies of a match, in every game; and the sentence about the line that moved one."""

from dataclasses import dataclass

import pytest
from django.test import Client

from clubs.models import Club, Player, Role
from games import ledger
from games.base.correction import prizes
from games.base.table_game import TableGame
from games.consequences.league import LOSER, WINNER, ends, takers
from games.entries.drafts import Author, Draft
from games.entries.match_state import load
from leagues.models import Trophy
from leagues.trophies.holders import news_of
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_match, a_member

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Row:
    """A seat's result, as far as trophies need it."""

    player_id: int
    place: int
    is_winner: bool = False
    is_loser: bool = False


TABLES: dict[str, tuple[list[Row], list[int], list[int]]] = {
    "a loser that is named": ([Row(1, 1, True), Row(2, 3), Row(3, 2, False, True)], [1], [3]),
    "whoever is alone in the last place": ([Row(1, 1, True), Row(2, 2), Row(3, 3)], [1], [3]),
    "two in the last place": ([Row(1, 1, True), Row(2, 2), Row(3, 2)], [1], []),
    "two who win together": ([Row(2, 1, True), Row(1, 1, True), Row(3, 3)], [1, 2], [3]),
    "everybody wins": ([Row(1, 1, True)], [1], []),
    "nobody": ([], [], []),
}


@pytest.mark.parametrize("table", TABLES)
def test_winner_and_top_loser(table: str) -> None:
    rows, won, lost = TABLES[table]
    assert takers(rows) == {WINNER: won, LOSER: lost}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_a_sheet_and_its_rows_agree_who_takes_what(
    club: Club, players: list[Player], game: TableGame, seed: int
) -> None:
    match = an_evening(club, game, players, seed)
    state = load(match)
    by_row = takers(state.seats)
    by_seat = ends(state.engine, state.sheet)
    for rule in (WINNER, LOSER):
        assert sorted(state.seats[seat].player_id for seat in by_seat[rule]) == by_row[rule]


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_the_finish_of_every_game_says_who_takes_what(
    client: Client, club: Club, players: list[Player], game: TableGame
) -> None:
    client.force_login(a_member(club, Role.ORGANISER))
    for rule, name in zip((WINNER, LOSER), game.trophies, strict=True):
        Trophy.objects.create(club=club, game=game.key, rule=rule, name=name)
    match = an_evening(club, game, players, 1)
    page = client.get(f"/m/{match.pk}/finish/").content.decode()
    took = {award.trophy.name: award.player for award in match.awards.select_related("trophy", "player")}
    assert took
    for name in took:
        assert f"<dt>{name}</dt>" in page
    assert page.count("First holder.") == match.awards.count()
    best = min(load(match).seats, key=lambda seat: seat.place)
    assert best.player.name in page.replace("\N{SOFT HYPHEN}", "")


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_a_correction_says_where_the_trophies_go(club: Club, players: list[Player], game: TableGame) -> None:
    Trophy.objects.create(club=club, game=game.key, rule=LOSER, name="Muddy Paw")
    state = load(an_evening(club, game, players, 1))
    names = [str(place) for place in range(state.sheet.seats)]
    start = game.engine.start(state.match.start_seats, state.options)
    said = list(prizes(state, start, state.sheet, names))
    lost = ends(state.engine, state.sheet)[LOSER]
    assert [words for words in said if "Muddy Paw" in words] == [
        f"The Muddy Paw goes to {names[seat]}." for seat in lost
    ]


def written(club: Club, players: list[Player], number: int, *, empty: bool) -> str:
    """The sentence about a line of three hands after it was written again or, with `empty`, undone with all lines after
    it.
    """
    match = a_match(club, players, plan=(1, 2, 1), seed=4)
    stood = {entry.number: entry for entry in load(match).live}
    lines = range(number, max(stood) + 1) if empty else [number]
    drafts = [Draft(stood[at].kind, at, None if empty else stood[at].payload) for at in lines]
    written = ledger.record(match.pk, drafts, version=match.version, by=Author(None))
    return news_of(written.state).why


@pytest.mark.parametrize(
    ("number", "empty", "said"),
    [
        (1, False, "hand 1 was corrected"),
        (4, False, "hand 2 was corrected"),
        (5, True, "hand 3 was undone"),
        (6, True, "hand 3 was undone"),
    ],
)
def test_the_line_that_moved_it_is_named(
    club: Club, players: list[Player], number: int, empty: bool, said: str
) -> None:
    assert written(club, players, number, empty=empty) == said


def test_a_sheet_nobody_wrote_on_has_no_news(club: Club, players: list[Player]) -> None:
    assert news_of(load(a_match(club, players, hands=0))).why == "its figures were worked out anew"
