"""Actions at a table: leavers, void hands, stopping, ties."""

import uuid
from itertools import product

import pytest
from django.test import Client

from clubs.models import Club, Player
from games import ledger
from games.models import Match
from scoring.dirty_dog import Bids, Options, TiebreakHand, Tricks
from tests.factory import a_club, a_match, a_member, some_players, write
from tests.games.table_actions import form_of, page_of, path, send, sheet_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(club: Club) -> list[Player]:
    return some_players(club, 6)


@pytest.fixture
def gus(club: Club) -> Player:
    return Player.objects.create(club=club, name="Gus Fisk")


@pytest.fixture
def match(club: Club, players: list[Player]) -> Match:
    return a_match(club, players, hands=3, seed=4)


@pytest.fixture
def top_tie(club: Club, players: list[Player]) -> Match:
    """Seats 1 and 2 made a bid of 1, seats 3 to 5 made a bid of 0, seat 0 was set."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)))
    return write(
        match,
        [
            Bids({1: 1, 2: 1, 3: 0, 4: 0, 5: 0, 0: 1}),
            Tricks({0: 0, 1: 1, 2: 1, 3: 0, 4: 0, 5: 0}),
        ],
    )


@pytest.fixture
def low_tie(club: Club, players: list[Player]) -> Match:
    """Seats 0 to 4 end with −1."""
    match = ledger.start(club, "dirty-dog", players, Options(plan=(2,)))
    return write(
        match,
        [
            Bids({1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 0: 1}),
            Tricks({0: 0, 1: 0, 2: 0, 3: 0, 4: 0, 5: 2}),
        ],
    )


# -- An early leaver -----------------------------------------------------------


def test_a_leaver_keeps_the_score_and_the_hand_is_dealt_again(keeper: Client, match: Match) -> None:
    write(match, [Bids({sheet_of(match).order[0]: 1})])
    total = sheet_of(match).totals[3]
    page = page_of(keeper, match, "leave", seat=3)
    assert f"Núria stays at {total}, where hand 3 left Núria." in page
    assert "Hand 4 is void and dealt again" in page
    assert "DD-44" in page
    assert send(keeper, match, "leave", {"seat": 3}).status_code == 302
    sheet = sheet_of(match)
    assert sheet.totals[3] == total
    assert 3 not in sheet.active_seats
    assert sheet.lines[-1].void


def test_when_two_are_left_one_more_leaver_stops_the_play(keeper: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 2), hands=1, plan=(1, 1))
    assert "Nobody can play alone" in page_of(keeper, match, "leave", seat=0)


def test_a_leaver_during_a_tie_is_out_of_it(keeper: Client, top_tie: Match) -> None:
    assert "a tie is still open" in page_of(keeper, top_tie, "leave", seat=1)
    assert send(keeper, top_tie, "leave", {"seat": 1}).status_code == 302
    assert sheet_of(top_tie).winners == (2,)


# -- Void, stop ----------------------------------------------------------------


def test_a_void_hand_is_dealt_again_with_a_reason(keeper: Client, match: Match) -> None:
    write(match, [Bids({sheet_of(match).order[0]: 1})])
    assert "DD-55" in page_of(keeper, match, "void")
    assert send(keeper, match, "void", note="one card too many").status_code == 302
    sheet = sheet_of(match)
    assert sheet.lines[-1].void
    assert sheet.hand == 3
    assert match.entries.get(kind="redeal").note == "one card too many"


def test_a_hand_nobody_has_bid_in_may_have_been_dealt_wrongly(keeper: Client, match: Match) -> None:
    assert "Redeal hand 4?" in page_of(keeper, match, "void")


@pytest.mark.parametrize(("note", "says"), [("x" * 301, "At most 300 characters"), ("a\x00b", "unprintable")])
def test_a_reason_nobody_can_read_is_refused(keeper: Client, match: Match, note: str, says: str) -> None:
    write(match, [Bids({sheet_of(match).order[0]: 1})])
    response = send(keeper, match, "void", note=note)
    assert response.status_code == 422
    assert says in response.content.decode()


def test_stopping_early_needs_everybody(keeper: Client, match: Match) -> None:
    assert "DD-34" in page_of(keeper, match, "stop")
    refused = send(keeper, match, "stop")
    assert refused.status_code == 422
    assert "Ask everybody" in refused.content.decode()
    assert send(keeper, match, "stop", agreed="on").status_code == 302
    assert sheet_of(match).ending.shortened


# -- A tie at the top ----------------------------------------------------------


def test_bids_are_asked_in_order_and_the_barred_one_is_struck_out(keeper: Client, top_tie: Match) -> None:
    page = page_of(keeper, top_tie, "tie-break")
    assert "Otto and Wilhelmina, 6 each" in page
    assert "Nobody looks." in page
    assert 'name="bids" value="3"' in page
    last = page_of(keeper, top_tie, "tie-break", bids="1-0-2-1-0")
    assert "The Rule: 4 bid, 5 cards. You cannot bid one." in last
    assert 'value="1-0-2-1-0-1"' not in last
    assert 'value="1-0-2-1-0-2"' in last


def test_tricks_start_at_the_bid_and_the_last_player_fills_himself_in(keeper: Client, top_tie: Match) -> None:
    page = page_of(keeper, top_tie, "tie-break", bids="1-0-2-1-0-2")
    assert "1 trick too many" in page
    order = sheet_of(top_tie).order
    taps = "-".join(f"{seat}.1" for seat in order[:-1])
    assert "wins the tie-break" in page_of(keeper, top_tie, "tie-break", bids="1-0-2-1-0-2", tricks=taps)
    assert "is-auto" in page_of(keeper, top_tie, "tie-break", bids="1-0-2-1-0-2", tricks=taps)


def test_the_better_of_the_tied_wins(keeper: Client, top_tie: Match) -> None:
    order = sheet_of(top_tie).order
    query = {"bids": "1-0-2-1-0-2", "tricks": f"{order[0]}.0"}
    assert send(keeper, top_tie, "tie-break", query).status_code == 302
    sheet = sheet_of(top_tie)
    assert len(sheet.winners) == 1
    assert sheet.ending.hands[0].bids == dict(zip(order, (1, 0, 2, 1, 0, 2), strict=True))


def test_a_level_tie_break_is_played_again(keeper: Client, top_tie: Match) -> None:
    order = sheet_of(top_tie).order
    level = dict.fromkeys(order, 0)
    free = next(seat for seat in order if seat not in (1, 2))
    write(top_tie, [TiebreakHand(level, level | {free: 5})])
    assert "tie-break hand again" in page_of(keeper, top_tie, "tie-break")


def test_a_repeat_may_be_left_to_those_still_tied(keeper: Client, top_tie: Match) -> None:
    """HR-DD-07."""
    order = sheet_of(top_tie).order
    assert "alone=1" not in page_of(keeper, top_tie, "tie-break")
    assert page_of(keeper, top_tie, "tie-break", alone="1").count('class="seat') == len(order)
    free = next(seat for seat in order if seat not in (1, 2))
    write(top_tie, [TiebreakHand(dict.fromkeys(order, 0), dict.fromkeys(order, 0) | {free: 5})])
    assert "alone=1" in page_of(keeper, top_tie, "tie-break")
    page = page_of(keeper, top_tie, "tie-break", alone="1")
    assert page.count('class="seat') == 2
    assert '<input type="hidden" name="alone" value="1">' in page
    query = {"alone": "1", "bids": "2-1", "tricks": f"{next(seat for seat in order if seat in (1, 2))}.2"}
    assert send(keeper, top_tie, "tie-break", query).status_code == 302
    assert len(sheet_of(top_tie).ending.hands[1].order) == 2
    assert len(sheet_of(top_tie).winners) == 1


def test_without_a_tie_there_is_no_tie_break_hand(keeper: Client, match: Match) -> None:
    assert keeper.get(path(match, "tie-break")).status_code == 302


# -- A tie at the bottom -------------------------------------------------------


def test_each_level_player_is_asked_in_turn(keeper: Client, low_tie: Match) -> None:
    assert "What did Bea pull?" in page_of(keeper, low_tie, "card-pull")
    assert "What did Otto pull?" in page_of(keeper, low_tie, "card-pull", cards="J")
    last = page_of(keeper, low_tie, "card-pull", cards="J-6-10-K")
    assert "5 or lower</dt><dd>Łukasz takes the Cone of Shame." in last
    assert "6</dt><dd>Otto and Łukasz pull again. Bea, Wilhelmina and Núria are safe." in last
    assert "7 or higher</dt><dd>Otto takes the Cone of Shame." in last


def test_the_lowest_card_takes_the_cone(keeper: Client, low_tie: Match) -> None:
    query = {"cards": "J-6-10-K-A"}
    assert "Otto takes the Cone of Shame." in page_of(keeper, low_tie, "card-pull", **query)
    assert send(keeper, low_tie, "card-pull", query).status_code == 302
    assert sheet_of(low_tie).losers == (1,)
    assert Match.objects.get(pk=low_tie.pk).finished_at is not None


def test_the_level_lowest_pull_again(keeper: Client, low_tie: Match) -> None:
    send(keeper, low_tie, "card-pull", {"cards": "2-2-10-K-A"})
    page = page_of(keeper, low_tie, "card-pull")
    assert "level again" in page
    assert "Question 1 of 2" in page


def test_for_an_absent_leaver_a_card_is_drawn(keeper: Client, low_tie: Match) -> None:
    assert send(keeper, low_tie, "leave", {"seat": 0}).status_code == 302
    assert "Draw for Bea: which card?" in page_of(keeper, low_tie, "card-pull")


# -- Permissions and invalid input ---------------------------------------------


NONSENSE = ["", "abc", "-1", "1.5", "NaN", str(2**63), "9" * 400, "\x00", "٣", "\ufffd"]
FIELDS = {
    "late": ["seat", "after", "player"],
    "leave": ["seat"],
    "void": ["number", "version", "entry"],
    "tie-break": ["order", "bids", "took"],
    "card-pull": ["cards", "seats"],
    "by-hand": ["seat", "points"],
}


@pytest.mark.parametrize("verb", FIELDS)
def test_nonsense_is_refused_and_nothing_is_written(
    keeper: Client, match: Match, low_tie: Match, top_tie: Match, verb: str
) -> None:
    here = {"tie-break": top_tie, "card-pull": low_tie}.get(verb, match)
    if verb == "void":
        write(here, [Bids({sheet_of(here).order[0]: 1})])
    whole = {
        "entry": str(uuid.uuid4()),
        "version": str(here.version),
        "number": str(here.version + 1),
        "seat": "6",
        "after": "0",
        "player": "1",
        "order": "0-1-2-3-4-5",
        "bids": "0-0-0-0-0-0",
        "took": "5-0-0-0-0-0",
        "seats": "0-1-2-3-4",
        "cards": "2-3-4-5-6",
    }
    before = here.entries.count()
    for field, text in product(FIELDS[verb], NONSENSE):
        assert keeper.post(path(here, verb), whole | {field: text}).status_code in (409, 422), (field, text)
        assert here.entries.count() == before, (field, text)


@pytest.mark.parametrize("text", ["abc", "-1", "NaN", str(2**63), "\x00", "1-", "1.1-", "2.99", "99-99", "J-X"])
def test_a_bent_address_shows_the_page_from_its_beginning(
    keeper: Client, match: Match, top_tie: Match, low_tie: Match, text: str
) -> None:
    for here, verb in ((top_tie, "tie-break"), (low_tie, "card-pull"), (match, "late"), (match, "leave")):
        fields = dict.fromkeys(("bids", "tricks", "cards", "player", "seat", "after", "find"), text)
        assert keeper.get(path(here, verb), fields).status_code in (200, 422)


def test_a_page_that_was_overtaken_says_what_stands_meanwhile(keeper: Client, match: Match) -> None:
    form = form_of(keeper.get(path(match, "leave"), {"seat": 2}))
    write(match, [Bids({sheet_of(match).order[0]: 1})])
    response = keeper.post(path(match, "leave"), form)
    assert response.status_code == 409
    assert "Two tablets, one bone" in response.content.decode()
    assert "Wilhelmina leaves" in response.content.decode()


def test_a_player_of_another_club_does_not_sit_down(keeper: Client, match: Match) -> None:
    foreign = some_players(a_club("friday"), 1)[0]
    form = form_of(keeper.get(path(match, "leave"), {"seat": 2}))
    response = keeper.post(path(match, "late"), form | {"seat": "6", "after": "0", "player": str(foreign.pk)})
    assert response.status_code == 422
    assert "Choose the player" in response.content.decode()


def test_a_verb_of_no_game_is_not_found(keeper: Client, match: Match) -> None:
    assert keeper.get(path(match, "dance")).status_code == 404


def test_a_member_only_looks_on(client: Client, club: Club, match: Match) -> None:
    client.force_login(a_member(club))
    assert client.get(path(match, "leave")).status_code == 403


def test_a_match_that_was_abandoned_takes_no_more(keeper: Client, match: Match) -> None:
    form = form_of(keeper.get(path(match, "leave"), {"seat": 2}))
    ledger.abandon(match.pk)
    assert keeper.post(path(match, "leave"), form).status_code == 409
