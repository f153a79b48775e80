"""Attacks on the confirmation: foreign codes, and taps that are repeated, late or concurrent."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from clubs.links.tokens import code_of, sign
from clubs.models import Club, Confirm, Membership, Role
from games import ledger
from games.entries.drafts import Author
from games.models import Confirmation, Match, TabletPass
from tests.factory import a_club, a_match
from tests.games.confirmation.parts import (
    PHONE,
    PLAN,
    a_careful_club,
    code,
    complete,
    say,
    sheet_of,
    signed_in,
    taken_back,
    undone,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_careful_club(history_is_open=True)


@pytest.fixture
def match(club: Club) -> Match:
    return complete(club)


def typed(client: Client, text: str) -> Any:
    """Enter a code by hand."""
    return client.post("/confirm/", {"code": text})


def test_the_code_is_typed_where_there_is_no_camera(club: Club, match: Match) -> None:
    page = signed_in(club, Role.SCOREKEEPER).get(f"/m/{match.pk}/finish/").content.decode()
    assert match.confirm_token
    letters = code_of(match.confirm_token, "confirm")
    assert f'testserver/confirm/</span><b class="fig">{letters}</b>' in page
    for text in (letters, letters.lower().replace("-", " ")):
        assert typed(Client(), text)["Location"] == code(match)
    watching = Client().get(f"/m/{match.pk}/finish/").content.decode()
    assert letters not in watching


def test_a_match_without_a_code_gets_one_when_it_is_shown(club: Club, match: Match) -> None:
    Match.objects.update(confirm_token=None)
    page = signed_in(club, Role.SCOREKEEPER).get(f"/m/{match.pk}/finish/").content.decode()
    match.refresh_from_db()
    assert match.confirm_token
    assert code_of(match.confirm_token, "confirm") in page


def test_a_typed_code_of_another_door_or_of_before_opens_nothing(club: Club, match: Match) -> None:
    assert match.confirm_token
    old, handed = code_of(match.confirm_token, "confirm"), TabletPass.objects.create(match=match)
    signed_in(club, Role.SCOREKEEPER).post(f"/m/{match.pk}/confirm/new-code/")
    for text in (old, code_of(handed.pk, "tablet"), code_of(match.pk, "confirm"), "0000-0000", "\x00", "🐕" * 40):
        assert "That code isn’t valid" in typed(Client(), text).content.decode()


def test_codes_cannot_be_guessed_for_long(match: Match) -> None:
    phone = Client()
    assert [typed(phone, "0000-0000").status_code for _ in range(21)] == [200] * 20 + [429]
    assert match.confirm_token
    assert typed(phone, code_of(match.confirm_token, "confirm")).status_code == 429
    for door in ("/join/", "/tablet/"):  # attempts are counted over all code forms together
        assert phone.post(door, {"code": "0000-0000"}).status_code == 429


def test_a_phone_that_taps_without_end_is_stopped(match: Match) -> None:
    phone = Client()
    statuses = [say(phone, match, seat=9) for _ in range(61)]
    assert statuses == [409] * 60 + [429]
    assert say(phone, match, seat=0) == 429
    assert not Confirmation.objects.exists()


def test_what_was_sealed_for_another_door_opens_nothing(match: Match) -> None:
    assert match.confirm_token
    handed = TabletPass.objects.create(match=match)
    other = [
        sign(match.confirm_token, "tablet"),
        sign(handed.pk, "tablet"),
        sign(match.pk, "confirm"),
        sign(uuid4(), "confirm"),
    ]
    for token in (*other, str(match.confirm_token), sign(match.confirm_token, "confirm")[:-1]):
        for answer in (Client().get(f"/confirm/{token}/"), Client().post(f"/confirm/{token}/", {"seat": 0})):
            assert answer.status_code == 404
    assert not Confirmation.objects.exists()


def test_the_code_of_one_match_confirms_no_other(club: Club, match: Match) -> None:
    other = a_match(club, [seat.player for seat in match.seats.all()], plan=PLAN, seed=4)
    body = {"seat": 0, "sheet": sheet_of(other), "match": other.pk, "pk": other.pk}
    Client().post(code(match), body)
    assert not other.confirmations.exists()


def test_looking_confirms_nothing(match: Match) -> None:
    query = {"seat": 0, "sheet": sheet_of(match), "do": "right"}
    for method in ("get", "head"):
        assert getattr(Client(), method)(code(match), query).status_code == 200
    for method in ("put", "delete", "patch"):
        assert getattr(Client(), method)(code(match)).status_code == 405
    assert not Confirmation.objects.exists()


@pytest.mark.parametrize("path", ["code", "settle", "new-code", "typed"])
def test_another_site_s_form_does_nothing(club: Club, match: Match, path: str) -> None:
    where = {"code": code(match), "typed": "/confirm/"}.get(path, f"/m/{match.pk}/confirm/{path}/")
    client = signed_in(club, Role.ORGANISER, client=Client(enforce_csrf_checks=True))
    assert client.post(where, {"seat": 0, "sheet": sheet_of(match)}).status_code == 403
    assert not Confirmation.objects.exists()


def test_a_tap_that_comes_again_is_one_confirmation(match: Match) -> None:
    phone = Client()
    assert [say(phone, match, seat=0) for _ in range(5)] == [302] * 5
    assert Confirmation.objects.count() == 1


def test_a_tap_on_a_sheet_that_changed_since_is_asked_again(match: Match) -> None:
    phone, seen = Client(), sheet_of(match)
    assert say(phone, match, seat=0) == 302
    taken_back(match, Author(None, "tablet 2"))
    late = phone.post(code(match), {"seat": 1, "sheet": seen, "do": "right"})
    assert late.status_code == 409
    assert "check it again" in late.content.decode()
    assert f'name="sheet" value="{sheet_of(match)}"' in late.content.decode()
    assert not Confirmation.objects.filter(withdrawn_at=None).exists()
    assert phone.post(code(match), {"seat": 0, "sheet": seen, "do": "right"}).status_code == 409  # the same tap again


def test_an_abandoned_match_is_shut(match: Match) -> None:
    path, body = code(match), {"seat": 0, "sheet": sheet_of(match), "do": "right"}
    ledger.abandon(match.pk)
    assert (Client().get(path).status_code, Client().post(path, body).status_code) == (410, 410)
    ledger.reopen(match.pk)
    assert Client().post(path, body).status_code == 302


def test_a_match_that_goes_on_is_not_confirmed(match: Match) -> None:
    undone(match, PHONE)
    assert say(Client(), match, seat=0) == 409
    assert "The sheet is being edited" in Client().get(code(match)).content.decode()


def test_whoever_has_left_the_club_is_a_guest_like_any_other(club: Club, match: Match) -> None:
    seat = match.seats.get(position=1)
    gone = signed_in(club, Role.ORGANISER, seat.player)
    Membership.objects.filter(club=club).delete()
    assert gone.post(f"/m/{match.pk}/confirm/settle/", {"sheet": sheet_of(match)}).status_code == 404
    assert say(gone, match, seat=1) == 302
    row = Confirmation.objects.get()
    assert (row.recorded_by, row.device) == (None, "by the table’s code")
    Club.objects.update(history_is_open=False)
    assert gone.get(code(match)).status_code == 404
    assert say(gone, match, seat=0) == 404


def test_a_stranger_s_role_elsewhere_counts_nothing_here(match: Match) -> None:
    stranger = signed_in(a_club("elsewhere"), Role.OWNER)
    assert stranger.post(f"/m/{match.pk}/confirm/settle/", {"sheet": sheet_of(match)}).status_code in (403, 404)
    assert stranger.post(f"/m/{match.pk}/confirm/new-code/").status_code in (403, 404)
    send = {"says": "right", "seat": 0, "sheet": sheet_of(match)}
    answer = stranger.post(f"/api/v1/matches/{match.pk}/confirmations", send, content_type="application/json")
    assert answer.status_code in (403, 404)
    assert not Confirmation.objects.exists()


def a_tablet(match: Match) -> Client:
    """A browser with the pass of a tablet for this match."""
    tablet = Client()
    tablet.post(f"/tablet/{sign(TabletPass.objects.create(match=match, label='by the window').pk, 'tablet')}/")
    return tablet


def test_what_the_table_s_tablet_says_stands_there_as_its_word(match: Match) -> None:
    tablet = a_tablet(match)
    assert say(tablet, match, seat=0) == 302
    assert Confirmation.objects.get().device == "by the window"
    send = {"says": "right", "seat": 1, "sheet": sheet_of(match)}
    answer = tablet.post(f"/api/v1/matches/{match.pk}/confirmations", send, content_type="application/json")
    assert answer.status_code == 403


def test_where_one_opponent_is_enough_the_tablet_is_none() -> None:
    match = complete(a_careful_club(Confirm.OPPONENT, history_is_open=True))
    tablet = a_tablet(match)
    assert say(tablet, match, seat=0) == 409
    assert say(tablet, match, seat=0, do="wrong") == 302
    assert say(Client(), match, seat=0) == 302
    match.refresh_from_db()
    assert match.finished_at


def test_where_one_opponent_is_enough_the_scorekeeper_speaks_for_none() -> None:
    match = complete(a_careful_club(Confirm.OPPONENT, history_is_open=True))
    otto = signed_in(match.club, Role.SCOREKEEPER, match.seats.get(position=1).player)
    taken_back(match, Author(match.club.memberships.get().user))
    assert say(otto, match, seat=0) == 409
    send = {"says": "right", "seat": 0, "sheet": sheet_of(match)}
    answer = otto.post(f"/api/v1/matches/{match.pk}/confirmations", send, content_type="application/json")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-asked")
    assert say(otto, match, seat=0, do="wrong") == 302
    assert say(Client(), match, seat=0) == 302


def test_the_second_opponent_finds_it_final() -> None:
    match = complete(a_careful_club(Confirm.OPPONENT, history_is_open=True))
    path, seen = code(match), sheet_of(match)
    first, second = (Client().post(path, {"seat": seat, "sheet": seen, "do": "right"}) for seat in (0, 1))
    assert (first.status_code, second.status_code) == (302, 409)
    assert "This sheet is final already" in second.content.decode()
    assert Confirmation.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("confirm", "rows"), [(Confirm.OPPONENT, 1), (Confirm.EVERY_SEAT, 4)])
def test_all_four_at_the_same_moment(confirm: int, rows: int) -> None:
    match = complete(a_careful_club(confirm))
    barrier, seen = threading.Barrier(4), sheet_of(match)

    def one(seat: int) -> bool:
        connection.ensure_connection()
        barrier.wait(timeout=60)
        try:
            return bool(ledger.confirm(match.pk, seat, sheet=seen, by=PHONE).row)
        except ledger.NotAsked:
            return False
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as phones:
        said = list(phones.map(one, range(4)))
    match.refresh_from_db()
    assert match.finished_at
    assert sum(said) == Confirmation.objects.count() == rows
    assert ledger.rescore(match.pk, check=True) == []
