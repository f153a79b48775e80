"""Corrections of earlier hands: the preview, what is written, what is refused, and who may correct."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Role
from games import ledger
from games.models import Entry, Match
from scoring.dirty_dog import Bids, Leave, Options, Tricks
from tests.counting import queries
from tests.factory import a_club, a_match, a_member, write
from tests.games.correction.forms import form_of, sheet_of, totals, url

pytestmark = pytest.mark.django_db


def test_the_form_is_filled_with_what_stands(keeper: Client, match: Match) -> None:
    response = keeper.get(url(match, 1))
    fields = form_of(response)
    assert {key: fields[key] for key in ("bids-2", "tricks-0", "tricks-2")} == {
        "bids-2": "1",
        "tricks-0": "1",
        "tricks-2": "0",
    }
    assert '<option value="hearts" selected>' in response.content.decode()


def test_what_changes_is_shown_before_anything_is_saved(keeper: Client, match: Match) -> None:
    before = totals(match)
    fields = form_of(keeper.get(url(match))) | {"tricks-2": "0", "tricks-0": "1", "note": "the paper says so"}
    page = keeper.post(url(match), fields | {"do": "look"}).content.decode()
    assert "This correction changes the winner" in page
    assert "Hand 2, 2 cards:" in page
    assert "Wilhelmina took 0, not 1" in page
    assert "Tricks still add up to 2." in page
    assert "The Good Dog Cup goes from Bea to Otto." in page
    assert "The Cone of Shame stays with Wilhelmina." in page
    assert "Gone: Dog Pile in hand 2 (Wilhelmina bid nothing and took 1)." in page
    assert "New: Dog Pile in hand 2 (Bea bid nothing and took 1)." in page
    assert "The box in hand 3 moves from Bea to Otto." in page
    assert "the paper says so" in page
    assert totals(match) == before
    assert not match.entries.filter(revision=2).exists()


def test_saving_writes_a_revision_with_its_reason(keeper: Client, match: Match) -> None:
    fields = form_of(keeper.get(url(match))) | {
        "tricks-2": "0",
        "tricks-0": "1",
        "note": "the paper says so",
        "do": "look",
    }
    kept = form_of(keeper.post(url(match), fields))
    response = keeper.post(url(match), kept | {"do": "save"})
    assert response["Location"] == match.get_absolute_url()
    revised = match.entries.get(revision=2)
    assert (revised.number, revised.note) == (4, "the paper says so")
    assert revised.payload == {"tricks": {"0": 1, "1": 0, "2": 0, "3": 1, "4": 0}}
    assert revised.recorded_by is not None


def test_bids_and_tricks_are_corrected_in_one_transaction(keeper: Client, match: Match) -> None:
    version = match.version
    fields = form_of(keeper.get(url(match))) | {"bids-2": "2", "tricks-0": "1", "tricks-2": "0", "do": "save"}
    assert keeper.post(url(match), fields).status_code == 302
    match.refresh_from_db()
    assert match.version == version + 1
    assert match.entries.filter(revision=2).count() == 2


def test_the_trump_is_corrected_too(keeper: Client, match: Match) -> None:
    fields = form_of(keeper.get(url(match, 1))) | {"trump": "spades", "do": "save"}
    assert keeper.post(url(match, 1), fields).status_code == 302
    match.refresh_from_db()
    assert sheet_of(match).lines[0].trump == "spades"


def test_a_correction_sent_twice_is_written_once(keeper: Client, match: Match) -> None:
    fields = form_of(keeper.get(url(match))) | {"tricks-2": "0", "tricks-0": "1", "do": "save"}
    answers = [keeper.post(url(match), fields).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert match.entries.filter(revision__gt=1).count() == 1


def test_numbers_that_stand_already_change_nothing(keeper: Client, match: Match) -> None:
    response = keeper.post(url(match), form_of(keeper.get(url(match))) | {"do": "save"})
    assert response.status_code == 422
    assert "These are the current numbers" in response.content.decode()


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("tricks-2", "3", "0 to 2 tricks are possible"),
        ("tricks-2", "0", "1 of 2 tricks: place 1 more."),
        ("bids-1", "1", "may not bid 1"),
        ("bids-2", "3", "bid 0 to 2"),
        ("bids-2", "-1", "Enter a whole number."),
        ("bids-2", "1.0", "Enter a whole number."),
        ("bids-2", "one", "Enter a whole number."),
        ("bids-2", "NaN", "Enter a whole number."),
        ("bids-2", str(2**63), "Enter a whole number."),
        ("bids-2", "\x00", "Enter a whole number."),
        ("bids-2", "٣", "Enter a whole number."),
        ("bids-2", "", "A number is missing."),
        ("trump", "stars", "is not a trump"),
        ("note", "x" * 301, "At most 300 characters"),
        ("note", "a\x00b", "unprintable"),
        ("version", "", "not sent completely"),
        ("version", "-1", "not sent completely"),
        ("entry", "1", "not sent completely"),
    ],
)
def test_what_cannot_be_is_said_beside_the_field(
    keeper: Client, match: Match, field: str, value: str, says: str
) -> None:
    fields = form_of(keeper.get(url(match))) | {field: value}
    if field in ("version", "entry"):
        fields |= {"tricks-0": "1", "tricks-3": "0"}
    for do in ("look", "save"):
        response = keeper.post(url(match), fields | {"do": do})
        assert response.status_code == 422, do
        assert says in response.content.decode(), do
    assert not Entry.objects.filter(match=match, revision__gt=1).exists()


def test_a_correction_that_spoils_a_later_hand_names_it(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=4, plan=(1, 1, 1, 1, 1))
    write(match, [Leave(2)])
    form = form_of(keeper.get(url(match, 1))) | {"note": ""}
    taken = reverse("take-back", args=[match.pk, match.entries.get(kind="leave").number])
    later = sheet_of(match).order
    write(match, [Bids(dict.fromkeys(later, 1))])
    form["version"] = str(Match.objects.get(pk=match.pk).version)
    response = keeper.post(taken, {"entry": form["entry"], "version": form["version"], "do": "look"})
    assert response.status_code == 422
    assert "Hand 5 would no longer be possible." in response.content.decode()


def test_a_correction_that_undoes_the_tie_names_what_settled_it(
    keeper: Client, club: Club, players: list[Player]
) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)))
    write(match, [Bids({1: 1, 2: 1, 3: 0, 4: 0, 0: 1}), Tricks({0: 0, 1: 1, 2: 1, 3: 0, 4: 0})])
    tie = reverse("action", args=[match.pk, "tie-break"])
    order = sheet_of(match).order
    form = {
        "entry": "5f3b1c1e-0000-4000-8000-000000000001",
        "version": match.version,
        "number": 3,
        "order": "-".join(map(str, order)),
        "bids": "1-0-2-1-0",
        "took": "1-0-2-1-1",
    }
    assert keeper.post(tie, form).status_code == 302
    fields = form_of(keeper.get(url(match, 1))) | {"bids-1": "2", "do": "look"}
    response = keeper.post(url(match, 1), fields)
    assert response.status_code == 422
    assert "What ended the match would no longer be possible" in response.content.decode()


def test_a_stale_correction_is_told_what_was_written_meanwhile(
    keeper: Client, club: Club, players: list[Player]
) -> None:
    match = a_match(club, players, hands=2)
    fields = form_of(keeper.get(url(match)))
    write(match, [Bids({sheet_of(match).order[0]: 0})])
    fields["bids-0"] = str(int(fields["bids-0"]) + 3)
    for do in ("look", "save"):
        response = keeper.post(url(match), fields | {"do": do})
        assert response.status_code == 409
        assert "Two tablets, one bone" in response.content.decode()


@pytest.mark.parametrize("number", [0, 4, 999])
def test_a_hand_that_was_not_played_cannot_be_corrected(keeper: Client, match: Match, number: int) -> None:
    assert keeper.get(url(match, number)).status_code == 404


def test_bids_of_the_hand_on_the_table_are_corrected_alone(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=1, bids_only=True)
    fields = form_of(keeper.get(url(match)))
    assert not any(key.startswith("tricks") for key in fields)


# -- Permissions ---------------------------------------------------------------


def test_a_scorekeeper_corrects_an_open_sheet_and_not_a_finished_one(
    client: Client, club: Club, match: Match, players: list[Player]
) -> None:
    client.force_login(a_member(club, Role.SCOREKEEPER))
    assert client.get(url(match)).status_code == 403
    assert client.get(url(a_match(club, players, hands=2))).status_code == 200


def test_another_clubs_sheet_is_not_there(client: Client, match: Match) -> None:
    client.force_login(a_member(a_club("friday"), Role.OWNER))
    assert client.get(url(match)).status_code == 404


def test_the_form_costs_five_queries_however_long_the_sheet(
    keeper: Client, match: Match, club: Club, players: list[Player]
) -> None:
    long = a_match(club, players)
    assert queries(keeper, url(long)) == queries(keeper, url(match)) <= 6


def test_nonsense_that_comes_too_late_is_named_as_such(keeper: Client, match: Match) -> None:
    fields = form_of(keeper.get(url(match))) | {"version": "0", "trump": "\x00", "do": "save"}
    answer = keeper.post(url(match), fields)
    assert answer.status_code == 409
    assert "NUL" in answer.content.decode()
