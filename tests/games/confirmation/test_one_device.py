"""Which device confirms: the history shows that one device answered for several seats, and a club may forbid it."""

import pytest
from django.test import Client

from clubs.models import Club, Role
from games import ledger
from games.entries.confirmation import Kind
from games.entries.drafts import Author, NotAsked
from games.history import all_answers, answer_line
from games.models import Confirmation, Match
from tests.games.confirmation.parts import a_careful_club, code, complete, say, sheet_of, signed_in, state_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_careful_club(history_is_open=True)


@pytest.fixture
def match(club: Club) -> Match:
    return complete(club)


@pytest.fixture
def strict(club: Club) -> Club:
    """The club, with one seat a device."""
    Club.objects.update(one_device_one_seat=True)
    club.refresh_from_db()
    return club


def a_phone(match: Match) -> Client:
    """A browser that has opened the confirmation page, as every phone has before it taps."""
    phone = Client()
    phone.get(code(match))
    return phone


def together(match: Match) -> list[str]:
    """The note of each answer about other seats answered from the same device."""
    state, answers = state_of(match), all_answers(match)
    return [answer_line(state, row, answers, {})["together"] for row in answers]


def test_the_history_says_that_one_device_spoke_for_several(match: Match) -> None:
    phone, other = a_phone(match), a_phone(match)
    assert [say(phone, match, seat=seat) for seat in (0, 1)] == [302, 302]
    assert say(other, match, seat=2) == 302
    names = [seat.player.label for seat in match.seats.order_by("position")]
    said = [f"From the device that answered for {name} as well." for name in (names[1], names[0])]
    assert together(match) == [*said, ""]
    page = Client().get(f"/m/{match.pk}/history/").content.decode()
    assert all(words in page for words in said)


def test_programs_read_it_too(club: Club, match: Match) -> None:
    phone = a_phone(match)
    for seat in (0, 2):
        say(phone, match, seat=seat)
    answer = signed_in(club, Role.MEMBER).get(f"/api/v1/matches/{match.pk}").json()
    assert [(row["seat"], row["same_device"]) for row in answer["confirmations"]] == [(0, [2]), (2, [0])]


def test_the_same_phone_twice_for_one_seat_is_one(match: Match) -> None:
    phone = a_phone(match)
    assert [say(phone, match, seat=0) for _ in range(2)] == [302, 302]
    assert together(match) == [""]
    assert Confirmation.objects.get().browser is not None


def test_one_device_one_seat(strict: Club, match: Match) -> None:
    phone, other = a_phone(match), a_phone(match)
    assert say(phone, match, seat=0) == 302
    answer = phone.post(code(match), {"sheet": sheet_of(match), "seat": 1, "do": "right"})
    assert answer.status_code == 409
    assert "one phone per player" in answer.content.decode()
    assert say(phone, match, seat=0) == 302
    assert say(other, match, seat=1) == 302
    assert Confirmation.objects.count() == 2


def test_it_may_still_say_that_something_is_wrong(strict: Club, match: Match) -> None:
    phone = a_phone(match)
    say(phone, match, seat=0)
    assert say(phone, match, seat=1, do="wrong", note="my total") == 302
    assert Confirmation.objects.filter(kind=Kind.OBJECTED, position=1).exists()


def test_what_was_withdrawn_binds_nobody(strict: Club, match: Match) -> None:
    phone = a_phone(match)
    say(phone, match, seat=0)
    say(phone, match, seat=0, do="wrong", note="not mine")
    assert say(phone, match, seat=1) == 302


def test_a_browser_without_cookies_is_told_so(strict: Club, match: Match) -> None:
    answer = Client().post(code(match), {"sheet": sheet_of(match), "seat": 0, "do": "right"})
    assert answer.status_code == 409
    assert "blocks cookies" in answer.content.decode()


def test_an_account_is_one_device_wherever_it_is_signed_in(strict: Club, match: Match) -> None:
    member = signed_in(strict, Role.MEMBER)
    user = strict.memberships.get().user
    member.get(code(match))
    assert say(member, match, seat=0) == 302
    with pytest.raises(NotAsked):
        ledger.confirm(match.pk, 1, sheet=sheet_of(match), by=Author(user))


def test_an_owner_turns_it_on(club: Club) -> None:
    owner = signed_in(club, Role.OWNER)
    page = owner.get("/c/kennel/settings/").content.decode()
    assert "One phone per player" in page
    form = {
        "name": club.name,
        "confirm": "2",
        "one_device_one_seat": "on",
        "correction_hours": "",
        "grace_minutes": "10",
        "sharing": "members",
        "all_time": "wins",
    }
    assert owner.post("/c/kennel/settings/", form).status_code == 302
    club.refresh_from_db()
    assert club.one_device_one_seat
