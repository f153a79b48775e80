"""Old hands corrected, forgotten things put in, entries taken back."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, Role
from games import ledger
from games.entries.match_state import load
from games.models import Entry, Match
from scoring.dirty_dog import Bids, Join, Leave, Options, Tricks
from tests.counting import queries
from tests.factory import a_club, a_match, a_member, write

pytestmark = pytest.mark.django_db
HIDDEN = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
CHOSEN = re.compile(r'type="radio" name="([^"]+)"\s+value="([^"]*)" id="[^"]+"\s+checked')


@pytest.fixture
def keeper(client: Client, club: Club) -> Client:
    client.force_login(a_member(club, Role.ORGANISER))
    return client


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    """Three hands: 1, 2 and 1 cards. Bea 16, Otto 15, Wilhelmina −3, Núria 10, Łukasz 9."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 2, 1)))
    return write(
        match,
        [
            Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}, trump="hearts"),
            Tricks({0: 1, 1: 0, 2: 0, 3: 0, 4: 0}),
            Bids({2: 0, 3: 1, 4: 0, 0: 0, 1: 0}),
            Tricks({0: 0, 1: 0, 2: 1, 3: 1, 4: 0}),
            Bids({3: 0, 4: 1, 0: 0, 1: 0, 2: 1}),
            Tricks({0: 0, 1: 0, 2: 0, 3: 1, 4: 0}),
        ],
    )


def url(match: Match, number: int = 2) -> str:
    return reverse("correct", args=[match.pk, number])


def form_of(response: Any) -> dict[str, str]:
    page = response.content.decode()
    main = page[page.index("<main") : page.index("</main")]
    return dict([*HIDDEN.findall(main), *CHOSEN.findall(main)])


def sheet_of(match: Match) -> Any:
    return load(match).sheet


def totals(match: Match) -> list[int]:
    return [seat.total for seat in match.seats.order_by("position")]


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
        ("tricks-2", "0", "The tricks add up to 1, but 2 were played"),
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
@pytest.mark.parametrize("do", ["look", "save"])
def test_what_cannot_be_is_said_beside_the_field(
    keeper: Client, match: Match, field: str, value: str, says: str, do: str
) -> None:
    fields = form_of(keeper.get(url(match))) | {field: value, "do": do}
    if field in ("version", "entry"):
        fields |= {"tricks-0": "1", "tricks-3": "0"}
    response = keeper.post(url(match), fields)
    assert response.status_code == 422
    assert says in response.content.decode()
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


# -- Forgotten, taken back -----------------------------------------------------


def test_a_forgotten_void_deal_goes_in_before_its_hand(keeper: Client, match: Match) -> None:
    path = reverse("insert", args=[match.pk, 2, "void"])
    fields = form_of(keeper.get(path)) | {"note": "Bea dealt six"}
    before = totals(match)
    assert keeper.post(path, fields).status_code == 302
    assert keeper.post(path, fields).status_code == 302
    match.refresh_from_db()
    lines = sheet_of(match).lines
    assert [line.void for line in lines] == [False, True, False, False]
    assert totals(match) == before


def test_a_forgotten_arrival_names_the_hand_in_its_way(keeper: Client, match: Match, club: Club) -> None:
    gus = Player.objects.create(club=club, name="Gus Fisk")
    path = reverse("insert", args=[match.pk, 2, "late"])
    shown = keeper.get(path, {"player": gus.pk})
    assert "Starts at" in shown.content.decode()
    response = keeper.post(path, form_of(shown))
    assert response.status_code == 422
    assert "Hand 2 would no longer be possible." in response.content.decode()


@pytest.mark.parametrize(("number", "verb"), [(9, "void"), (1, "tie-break"), (1, "dance")])
def test_only_what_can_be_forgotten_is_put_in(keeper: Client, match: Match, number: int, verb: str) -> None:
    assert keeper.get(reverse("insert", args=[match.pk, number, verb])).status_code == 404


def test_a_stale_insertion_is_refused(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2)
    path = reverse("insert", args=[match.pk, 2, "void"])
    fields = form_of(keeper.get(path))
    write(match, [Bids({sheet_of(match).order[0]: 0})])
    assert keeper.post(path, fields).status_code == 409


def test_an_old_leave_is_taken_back_after_a_look(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=1)
    write(match, [Leave(2)])
    path = reverse("take-back", args=[match.pk, 3])
    fields = form_of(keeper.get(path)) | {"note": "he only fetched a beer", "do": "look"}
    looked = keeper.post(path, fields)
    assert "would sit at the table" in looked.content.decode()
    assert keeper.post(path, form_of(looked) | {"do": "save"}).status_code == 302
    match.refresh_from_db()
    assert len(sheet_of(match).around) == 5


def test_a_line_that_was_never_written_is_not_found(keeper: Client, match: Match) -> None:
    assert keeper.get(reverse("take-back", args=[match.pk, 99])).status_code == 404


# -- Who may -------------------------------------------------------------------


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


# -- From the table, by keys ---------------------------------------------------


def test_the_table_leads_to_every_hand(keeper: Client, club: Club, players: list[Player]) -> None:
    open_match = ledger.start(club, "dirty-dog", players, Options(plan=(1, 2)))
    table = reverse("table", args=[open_match.pk])
    assert "Correct an earlier hand" not in keeper.get(table).content.decode()
    write(open_match, [Bids({1: 0, 2: 1, 3: 0, 4: 0, 0: 1}), Tricks({0: 1, 1: 0, 2: 0, 3: 0, 4: 0})])
    page = keeper.get(table).content.decode()
    assert re.search(rf'href="{url(open_match, 1)}">Correct an earlier\s+hand', page)


def test_a_hand_is_corrected_by_keys(keeper: Client, match: Match) -> None:
    page = keeper.get(url(match)).content.decode()
    assert re.findall(r'<span class="fig">(\d)</span><small>(\d cards?)<br>(\d) set', page) == [
        ("1", "1 card", "1"),
        ("2", "2 cards", "1"),
        ("3", "1 card", "3"),
    ]
    assert re.findall(r'name="tricks-2"\s+value="(\d+)"', page) == ["0", "1", "2"]
    assert page.count('class="num stands"') == 10


def test_the_preview_says_only_what_changes_and_folds_the_rest(keeper: Client, match: Match) -> None:
    fields = form_of(keeper.get(url(match))) | {"tricks-2": "0", "tricks-0": "1"}
    page = keeper.post(url(match), fields | {"do": "look"}).content.decode()
    rows = re.findall(r'<th scope="row" class="name"><bdi>(\w+)', page)
    assert rows == ["Bea", "Otto", "Wilhelmina", "Núria"]
    assert re.search(r"1 other total\s+unchanged", page)
    assert page.index("Save correction") < page.index('<details class="also"') < page.index("Gone: Dog Pile")


def test_a_latecomers_other_start_is_explained(keeper: Client, club: Club, players: list[Player]) -> None:
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2, 1, 1)))
    write(match, [Bids({1: 0, 2: 2, 3: 0, 4: 0, 0: 1}), Tricks({0: 1, 1: 0, 2: 1, 3: 0, 4: 0})])
    write(match, [Join(5, 4)], player=Player.objects.create(club=club, name="Gus Tate").pk)
    order = sheet_of(match).order
    bids = dict.fromkeys(order, 0) | {order[0]: 1, order[-1]: 1}
    write(match, [Bids(bids), Tricks(dict.fromkeys(order, 0) | {order[0]: 1})])
    fields = form_of(keeper.get(url(match, 1))) | {"tricks-2": "2", "tricks-0": "0"}
    page = keeper.post(url(match, 1), fields | {"do": "look"}).content.decode()
    assert "Gus started on Wilhelmina’s \N{MINUS SIGN}2; that is now \N{MINUS SIGN}1." in page


def beneath(keeper: Client, match: Match, **fields: str) -> str:
    """What the form shows beneath itself."""
    form = form_of(keeper.get(url(match))) | {"do": "look"} | fields
    return " ".join(keeper.post(url(match), form, headers={"HX-Request": "true"}).content.decode().split())


def test_what_changes_stands_beneath_the_form_with_the_button_that_saves(keeper: Client, match: Match) -> None:
    part = beneath(keeper, match, **{"bids-1": "2"})
    assert "<html" not in part
    assert "nothing is saved yet" in part
    assert 'value="save"' in part
    assert not match.entries.filter(revision=2).exists()


def test_where_nothing_changed_nothing_can_be_saved(keeper: Client, match: Match) -> None:
    part = beneath(keeper, match)
    assert "These are the current numbers." in part
    assert 'value="save"' not in part


def test_what_is_wrong_stands_beneath_the_form(keeper: Client, match: Match) -> None:
    part = beneath(keeper, match, **{"tricks-1": "9"})
    assert "form-error" in part
    assert 'value="save"' not in part


def test_a_stale_look_says_so_in_the_same_place(keeper: Client, club: Club, players: list[Player]) -> None:
    match = a_match(club, players, hands=2)
    form = form_of(keeper.get(url(match))) | {"do": "look"}
    form["bids-0"] = str(int(form["bids-0"]) + 3)
    write(match, [Bids({sheet_of(match).order[0]: 0})])
    part = keeper.post(url(match), form, headers={"HX-Request": "true"}).content.decode()
    assert "The sheet has changed" in part
    assert "<main" not in part
