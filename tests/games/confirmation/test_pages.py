"""Confirmation on a phone by the table's code, the tablet that shows the code, how long corrections are allowed, and
where the state is shown.
"""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Confirm, Role, SpectatorLink
from games import ledger
from games.models import Confirmation, Match
from tests.games.confirmation.parts import (
    PHONE,
    a_careful_club,
    code,
    complete,
    confirmed,
    say,
    sheet_of,
    signed_in,
    state_of,
    undone,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = a_careful_club(history_is_open=True)
    club.refresh_from_db()
    return club


@pytest.fixture
def match(club: Club) -> Match:
    return complete(club)


def words(client: Client, path: str, **headers: str) -> str:
    """The text of the page, without tags."""
    response = client.get(path, headers=headers)
    assert response.status_code == 200, response.status_code
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


def test_a_guest_s_phone_confirms_without_an_account(match: Match) -> None:
    phone = Client()
    assert "Is this right?" in words(phone, code(match))
    assert say(phone, match, seat=0) == 302
    assert "You confirmed the result" in words(phone, f"{code(match)}?seat=0")
    assert Confirmation.objects.get().device == "by the table’s code"


def test_a_member_is_their_own_seat(club: Club, match: Match) -> None:
    otto = signed_in(club, Role.MEMBER, match.seats.get(position=1).player)
    assert re.search(r'value="1" required checked', otto.get(code(match)).content.decode())
    assert say(otto, match, seat=1) == 302
    assert Confirmation.objects.get().recorded_by is not None


@pytest.mark.parametrize(("has_link", "status"), [(True, 200), (False, 302)])
def test_a_club_that_lets_nobody_watch_asks_to_sign_in(match: Match, status: int, *, has_link: bool) -> None:
    Club.objects.update(history_is_open=False)
    if has_link:
        SpectatorLink.objects.create(club=match.club)
    assert Client().get(code(match)).status_code == status


def test_a_code_that_was_replaced_opens_nothing(club: Club, match: Match) -> None:
    old = code(match)
    signed_in(club, Role.SCOREKEEPER).post(f"/m/{match.pk}/confirm/new-code/")
    assert Client().get(old).status_code == 404
    assert Client().get(code(match)).status_code == 200


@pytest.mark.parametrize("token", ["nonsense", "a:b", "x" * 300])
def test_no_code_at_all(token: str) -> None:
    assert Client().get(f"/confirm/{token}/").status_code == 404


def test_the_code_is_no_use_once_the_night_is_over(match: Match) -> None:
    confirmed(match, 0, 1, 2, 3)
    assert "It is final" in words(Client(), code(match))
    Match.objects.update(finished_at=timezone.now() - timedelta(hours=13))
    assert Client().get(code(match)).status_code == 410


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"seat": ""}, 422),
        ({"seat": "9"}, 409),
        ({"sheet": "7"}, 409),
        ({"sheet": "x"}, 422),
        ({"note": "a\x00b"}, 422),
    ],
)
def test_a_phone_that_says_nonsense_is_told_so(match: Match, fields: dict[str, str], status: int) -> None:
    assert say(Client(), match, **{"seat": 0, "do": "wrong"} | fields) == status
    assert not Confirmation.objects.exists()


def test_the_phone_asks_for_what_is_new_only(match: Match) -> None:
    phone, path = Client(), code(match)
    htmx = {"HX-Request": "true"}
    assert phone.get(f"{path}?since={match.version}&asked", headers=htmx).status_code == 204
    confirmed(match, 0)
    assert "right" in words(phone, f"{path}?since=1&asked", **htmx)
    confirmed(match, 1, 2, 3)
    assert phone.get(f"{path}?since=1&asked", headers=htmx)["HX-Refresh"] == "true"


def test_the_tablet_shows_the_code_and_who_has_confirmed(club: Club, match: Match) -> None:
    tablet, path = signed_in(club, Role.SCOREKEEPER), f"/m/{match.pk}/finish/"
    confirmed(match, 0)
    ledger.object_to(match.pk, 1, "hand 2 was mine", sheet=sheet_of(match), by=PHONE)
    page = tablet.get(path).content.decode()
    assert 'class="qr"' in page
    assert "hand 2 was mine" in page
    assert "Make it final" not in page
    assert 'class="qr"' not in Client().get(path).content.decode()


def test_the_tablet_learns_that_it_is_final(club: Club, match: Match) -> None:
    confirmed(match, 0, 1, 2, 3)
    tablet, path = signed_in(club, Role.SCOREKEEPER), f"/m/{match.pk}/finish/"
    assert tablet.get(path, headers={"HX-Request": "true"}).status_code == 410
    assert "Print" in words(tablet, path)


def test_an_organiser_settles_it_on_the_tablet(club: Club, match: Match) -> None:
    office = signed_in(club, Role.ORGANISER)
    page = office.get(f"/m/{match.pk}/finish/").content.decode()
    assert "Make it final" in page
    fields = {"sheet": sheet_of(match), "note": "Bea went home."}
    office.post(f"/m/{match.pk}/confirm/settle/", fields)
    assert "Settled by organiser@kennel.example: “Bea went home.”" in words(office, f"/m/{match.pk}/")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"note": "Bea went " + "far " * 80}, "At most 300 characters"),
        ({"sheet": 999}, "changed"),
        ({"sheet": "x"}, "sent"),
    ],
)
def test_a_reason_that_is_refused_stays_in_the_form(
    club: Club, match: Match, fields: dict[str, Any], says: str
) -> None:
    office = signed_in(club, Role.ORGANISER)
    body = {"sheet": sheet_of(match), "note": "Bea went home."} | fields
    response = office.post(f"/m/{match.pk}/confirm/settle/", body)
    text = response.content.decode()
    assert (response.status_code, f'value="{body["note"]}"' in text) == (422, True)
    assert says in text.partition('id="note-hint"')[2][:200]
    assert "data-live" not in text
    assert not Confirmation.objects.exists()


def test_the_sheet_says_what_it_waits_for_and_who_confirmed_it(club: Club, match: Match) -> None:
    client = Client()
    assert "everybody has confirmed it: nobody has yet" in words(client, f"/m/{match.pk}/")
    confirmed(match, 0)
    assert "one of 4 players has" in words(client, f"/m/{match.pk}/")
    assert "waiting for 3 to confirm" in words(client, f"/c/{club.slug}/")
    confirmed(match, 1, 2, 3)
    assert "Confirmed by Bea Marlowe, Otto Pym" in words(client, f"/m/{match.pk}/")


@pytest.mark.parametrize("guest_first", [True, False])
def test_only_who_is_in_the_club_is_led_to_the_code(club: Club, match: Match, *, guest_first: bool) -> None:
    """Although both read the same open sheet."""
    member, guest = signed_in(club, Role.MEMBER), Client()
    for client in (guest, member) if guest_first else (member, guest):
        assert ("Show the QR code" in words(client, f"/m/{match.pk}/")) == (client is member)


def test_the_history_has_all_that_was_said(club: Club, match: Match) -> None:
    confirmed(match, 0)
    undone(match, PHONE)
    page = words(Client(), f"/m/{match.pk}/history/")
    assert "Bea Marlowe, by the table’s code Confirmed the result : Bea Marlowe" in page
    assert "Withdrawn" in page


@pytest.mark.parametrize(
    ("hours", "ago", "status"),
    [(None, 0, 403), (0, 0, 403), (2, 1, 200), (2, 3, 403), (48, 30, 200), (48, 49, 403)],
)
def test_scorekeepers_correct_within_the_club_s_hours(
    club: Club, match: Match, hours: int | None, ago: int, status: int
) -> None:
    confirmed(match, 0, 1, 2, 3)
    Club.objects.update(correction_hours=hours)
    Match.objects.update(finished_at=timezone.now() - timedelta(hours=ago))
    last = state_of(match).live[-1].number
    keeper, path = signed_in(club, Role.SCOREKEEPER), f"/m/{match.pk}/history/{last}/take-back/"
    assert keeper.get(path).status_code == status
    assert signed_in(club, Role.ORGANISER).get(path).status_code == 200
    told = "Scorekeepers can correct it until" in words(keeper, f"/m/{match.pk}/")
    assert told == (status == 200)


@pytest.mark.parametrize(("hours", "is_taken"), [(None, True), (0, False), (1, True)])
def test_the_table_s_undo_keeps_the_club_s_hours_too(
    club: Club, match: Match, hours: int | None, *, is_taken: bool
) -> None:
    """Without correction hours (None), the scorekeeper may undo for as long as the night lasts."""
    confirmed(match, 0, 1, 2, 3)
    Club.objects.update(correction_hours=hours)
    status = signed_in(club, Role.SCOREKEEPER).get(f"/m/{match.pk}/table/").status_code
    assert (status == 200) == is_taken


def test_owners_ask_for_it_on_the_settings_page(club: Club) -> None:
    owner = signed_in(club, Role.OWNER)
    fields = {
        "name": club.name,
        "confirm": Confirm.OPPONENT,
        "correction_hours": "24",
        "grace_minutes": "10",
        "sharing": "members",
        "all_time": "wins",
    }
    assert owner.post(f"/c/{club.slug}/settings/", fields).status_code == 302
    club.refresh_from_db()
    assert (club.confirm, club.correction_hours) == (Confirm.OPPONENT, 24)
    wrong = owner.post(f"/c/{club.slug}/settings/", fields | {"correction_hours": "9000"})
    assert "8760" in wrong.content.decode()


def test_the_api_says_what_it_waits_for_and_takes_a_confirmation(club: Club, match: Match) -> None:
    member, path = signed_in(club, Role.MEMBER), f"/api/v1/matches/{match.pk}"
    before = member.get(path).json()
    assert (before["confirm"], before["waits_for"], before["finished_at"]) == ("every seat", [0, 1, 2, 3], None)

    def send(**body: Any) -> Any:
        message = {"says": "right", "sheet": before["sheet_version"]} | body
        return member.post(f"{path}/confirmations", message, content_type="application/json")

    assert send(seat=0).status_code == 201
    assert send(seat=0).status_code == 200
    assert send(seat=9).json()["error"]["code"] == "not-asked"
    assert send(seat=1, sheet=7).status_code == 409
    assert send().status_code == 422
    assert send(says="settle").status_code == 403
    done = [send(seat=seat).json() for seat in (1, 2, 3)][-1]
    assert done["finished_at"]
    assert [row["says"] for row in done["confirmations"]] == ["right"] * 4


def test_enter_in_the_note_does_not_confirm(match: Match) -> None:
    """Enter in a field presses the first button of its form: one that is disabled, so that nothing is sent."""
    page = Client().get(code(match)).content.decode()
    form = page[page.index('id="answer"') :]
    assert form.index("<button disabled hidden>") < form.index('value="right"') < form.index('id="note"')
