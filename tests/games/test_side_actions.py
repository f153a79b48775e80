"""Actions with one form each for offline use: answered like the actions of the table."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club, Player
from games import ledger
from games.base.table_game import no_offline_action
from games.entries.match_state import load
from games.models import Match
from games.registry import TABLE_GAMES, table_game
from scoring import clash_of_corgis, dogs_of_war, pack_o_dogs, top_dog
from scoring.dirty_dog import Bids, Options, Tricks
from scoring.dirty_dog.entries import Join, Leave, Pull, Redeal, Shorten, TiebreakHand
from scoring.records import entry_to_json
from tests.factory import some_players, write
from tests.games.dogs_of_war import years
from tests.games.dogs_of_war.tallying import written

pytestmark = pytest.mark.django_db
FORM = re.compile(r'<template data-verb="([^"]+)" data-label="[^"]+" data-holds="(\w+)" data-on="([^"]*)">')
SHOWN = 'id="asides"'
BIDS = Bids({1: 0, 2: 0, 0: 1})
TIED_AT_THE_TOP = (Bids({1: 1, 2: 1, 3: 0, 0: 1}), Tricks({1: 1, 2: 1, 3: 0, 0: 0}))
TIED_AT_THE_BOTTOM = (Bids({1: 2, 2: 1, 3: 1, 0: 1}), Tricks({1: 2, 2: 0, 3: 0, 0: 0}))


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 4)


def dogs(club: Club, players: list[Player], *entries: Any, plan: tuple[int, ...] = (2, 3)) -> Match:
    return write(ledger.start(club, "dirty-dog", players, Options(plan=plan)), entries)


def a_war(club: Club, players: list[Player]) -> Match:
    match = ledger.start(club, "dogs-of-war", players, dogs_of_war.Options(houses=years.HOUSES))
    written(match, [years.FIRST, years.SECOND, years.PAIRS])
    return match


def offline_forms(keeper: Client, match: Match) -> dict[str, tuple[str, str]]:
    """The actions that have an offline form, each with its `data-holds` and `data-on`."""
    answer = keeper.get(f"/m/{match.pk}/table/beside/")
    page = answer.content.decode()
    assert SHOWN in page
    return {action: (holds, on) for action, holds, on in FORM.findall(page)}


def sent(keeper: Client, match: Match, action: str, key: uuid.UUID | None = None, **fields: Any) -> Any:
    """Send an action as the outbox does, on the next line of the sheet."""
    match.refresh_from_db()
    about = {"entry": key or uuid.uuid4(), "version": match.version, "number": len(load(match).live) + 1}
    return keeper.post(f"/m/{match.pk}/table/{action}/", about | fields, headers={"HX-Request": "true"})


def last(match: Match) -> tuple[str, Any]:
    """Kind and payload of the newest entry."""
    entry = match.entries.latest("version")
    return entry.kind, entry.payload


def test_every_question_that_writes_has_one_form() -> None:
    without = {
        (each.key, action.key) for each in TABLE_GAMES for action in each.actions if action.offline is no_offline_action
    }
    looked_up = {("clash-of-corgis", "effects"), ("dogs-of-war", "reference")}
    can_wait = {
        ("dirty-dog", "turned-up"),
        ("dirty-dog", "settled"),
        ("dogs-of-war", "only-the-end"),
        ("dogs-of-war", "track-differs"),
    }
    assert without == looked_up | can_wait


def test_what_waits_on_a_tablet_is_named_in_the_language_of_the_reader(
    keeper: Client, club: Club, players: list[Player]
) -> None:
    page = keeper.get(f"/m/{dogs(club, players).pk}/table/beside/", headers={"Accept-Language": "de"}).content.decode()
    assert re.findall(r'data-said="({} [^"]+)"', page) == ["{} kommt dazu", "{} geht"]


def test_what_is_asked_depends_on_the_sheet(keeper: Client, club: Club, players: list[Player]) -> None:
    between = {"late": ("always", "bids result waiting"), "leave": ("always", ""), "void": ("always", "bids tricks")}
    assert offline_forms(keeper, dogs(club, players)) == {
        **between,
        "by-hand": ("always", "result bids tricks"),
        "stop": ("always", "result"),
    }
    after = dogs(club, players, Bids({1: 0, 2: 0, 3: 0, 0: 0}), Tricks({1: 0, 2: 0, 3: 0, 0: 2}))
    assert offline_forms(keeper, after) == {
        **between,
        "by-hand": ("always", "result bids tricks"),
        "stop": ("always", "bids tricks result"),
    }
    top = offline_forms(keeper, dogs(club, players, *TIED_AT_THE_TOP, plan=(2,)))
    assert top == {"tie-break": ("alone", ""), "leave": ("always", "")}
    bottom = offline_forms(keeper, dogs(club, players, *TIED_AT_THE_BOTTOM, plan=(2,)))
    assert bottom == {"card-pull": ("alone", ""), "leave": ("always", "")}


def test_the_other_games_ask_theirs(keeper: Client, club: Club, players: list[Player]) -> None:
    top = ledger.start(club, "top-dog", players, top_dog.Options())
    assert offline_forms(keeper, top) == {"stuck": ("always", "")}
    assert offline_forms(keeper, a_war(club, players)) == dict.fromkeys(("betrayal", "move", "gain"), ("beside", ""))
    for engine, options in ((clash_of_corgis.CLASH_OF_CORGIS, {}), (pack_o_dogs.PACK_O_DOGS, {"games": 3})):
        match = ledger.start(club, engine.key, players[:2], engine.options(**options))
        assert offline_forms(keeper, match) == {"stop": ("always", "")}


def test_nothing_is_asked_about_a_match_that_is_over(keeper: Client, club: Club, players: list[Player]) -> None:
    match = dogs(club, players)
    ledger.abandon(match.pk)
    assert offline_forms(keeper, match) == {}


DONE: dict[str, tuple[tuple[Any, ...], tuple[int, ...], dict[str, Any], Any]] = {
    "leave": ((), (2, 3), {"seat": 2}, Leave(2)),
    "void": ((Bids({1: 0, 2: 0, 3: 0, 0: 0}),), (2, 3), {"note": "A card too many"}, Redeal()),
    "stop": (TIED_AT_THE_TOP, (2, 3), {"agreed": "on"}, Shorten()),
    "tie-break": (
        TIED_AT_THE_TOP,
        (2,),
        {"order": "1-2-3-0", **{f"bid-{seat}": 1 for seat in (1, 2, 3, 0)}}
        | {"took-1": 2, "took-2": 1, "took-3": 1, "took-0": 1},
        TiebreakHand({1: 1, 2: 1, 3: 1, 0: 1}, {1: 2, 2: 1, 3: 1, 0: 1}),
    ),
    "card-pull": (
        TIED_AT_THE_BOTTOM,
        (2,),
        {"seats": "0-2-3", "card-0": "A", "card-2": "10", "card-3": "7"},
        Pull({0: "A", 2: "10", 3: "7"}),
    ),
}


@pytest.mark.parametrize("action", DONE)
def test_it_is_written_once_however_often_it_is_sent(
    keeper: Client, club: Club, players: list[Player], action: str
) -> None:
    before, plan, fields, expected = DONE[action]
    match, key = dogs(club, players, *before, plan=plan), uuid.uuid4()
    about, then = {"number": len(before) + 1, "version": match.version}, match.version + 1
    answers = [sent(keeper, match, action, key, **about, **fields, at="1700000000000") for _ in range(3)]
    assert {answer.status_code for answer in answers} == {200}
    assert {answer["X-Entry-Written"] for answer in answers} == {str(key)}
    assert {answer["X-Match-Version"] for answer in answers} == {str(then)}
    assert all('<main id="main"' in answer.content.decode() for answer in answers)
    assert last(match)[1] == entry_to_json(expected)
    assert match.entries.count() == len(before) + 1
    assert match.entries.latest("version").recorded_at.year == 2023


def test_a_latecomer_gets_the_next_chair(keeper: Client, club: Club, players: list[Player]) -> None:
    match = dogs(club, players)
    gus, ines = (Player.objects.create(club=club, name=name) for name in ("Gus Fisk", "Ines Roux"))
    for seat, who in enumerate((gus, ines), start=4):
        assert sent(keeper, match, "late", who=who.pk, after=3).status_code == 200
        assert last(match) == ("join", entry_to_json(Join(seat, 3)))
    assert match.seats.get(position=5).player == ines


def test_whoever_comes_back_has_a_chair(keeper: Client, club: Club, players: list[Player]) -> None:
    plan = (1, 1, 1)
    match = dogs(club, players, Leave(2), Bids({1: 0, 3: 0, 0: 0}), Tricks({1: 1, 3: 0, 0: 0}), plan=plan)
    assert sent(keeper, match, "late", who=players[2].pk, after=1).status_code == 200
    assert last(match) == ("join", entry_to_json(Join(2, 1)))


@pytest.mark.parametrize("who", ["", "0", "nobody", "9" * 30])
def test_nobody_of_the_club_is_refused_with_a_way_on(
    keeper: Client, club: Club, players: list[Player], who: str
) -> None:
    match = dogs(club, players)
    answer = sent(keeper, match, "late", who=who, after=3)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "X-Entry-Written" not in answer
    assert "A late arrival was not saved" in page
    assert f'data-right="/m/{match.pk}/table/late/"' in page
    assert "data-let" in page
    assert match.entries.count() == 0


def test_what_makes_no_sense_any_more_can_only_be_let_go(keeper: Client, club: Club, players: list[Player]) -> None:
    match = dogs(club, players, *TIED_AT_THE_TOP, plan=(2,))
    answer = sent(keeper, match, "late", who="", after=3)
    assert answer.status_code == 422
    assert "data-right" not in answer.content.decode()
    assert "data-let" in answer.content.decode()


def test_what_the_rules_refuse_is_said(keeper: Client, club: Club, players: list[Player]) -> None:
    match = dogs(club, players)
    answer = sent(keeper, match, "leave", seat=9)
    assert answer.status_code == 422
    assert "does not sit at the table" in answer.content.decode()


def test_two_tablets_are_asked_as_at_the_table(keeper: Client, club: Club, players: list[Player]) -> None:
    match = dogs(club, players, Leave(1))
    answer = sent(keeper, match, "leave", seat=2, number=1, version=0)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Two tablets, one bone" in page
    assert f'action="/m/{match.pk}/table/leave/"' in page


def test_the_other_games_write_theirs(keeper: Client, club: Club, players: list[Player]) -> None:
    war, top = a_war(club, players), ledger.start(club, "top-dog", players, top_dog.Options())
    done: tuple[tuple[str, dict[str, Any], dict[str, Any]], ...] = (
        ("gain", {"seat": 1, "captains": 2}, {"seat": 1, "captains": 2}),
        ("betrayal", {"seat": 3, "battle": 1}, {"seat": 3, "battle": 1}),
        ("move", {"seat": 0, "house": "Talbot", "spaces": 3}, {"battle": 0, "seat": 0, "house": "Talbot", "spaces": 3}),
    )
    for action, fields, expected in done:
        assert sent(keeper, war, action, **fields).status_code == 200
        assert last(war)[1] == expected
    won: dict[str, Any] = {f"won-{seat}": hands for seat, hands in enumerate((4, 3, 2, 2))}
    assert sent(keeper, top, "stuck", why="The same tie", **won).status_code == 200
    assert last(top)[1]["note"] == "The same tie"
    assert table_game("top-dog").actions[0].offline(load(top)) is not None
