"""One device keeps the score; another takes over with one tap, and the first can write no more."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from clubs.links.tokens import sign
from clubs.models import Membership, Role, User
from games import scoring_device
from games.models import Entry, Match, ScorekeeperLock, TabletPass
from tests import factory
from tests.posting import form_on, page, sent, with_taps

BIDS = {1: 0, 2: 1, 3: 0, 4: 0, 0: 1}
HALF = '{"key": "3-bids", "taps": [[1, 0]], "trump": "hearts"}'
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148"
PADS = "Mozilla/5.0 (Linux; Android 15; SM-X200)"


@pytest.fixture
def match(db: None) -> Match:
    club = factory.a_club()
    return factory.a_match(club, factory.some_players(club), hands=0, table="1")


def device(match: Match, name: str = "Otto", agent: str = PADS, role: Role = Role.SCOREKEEPER) -> Client:
    """A browser with a scorekeeper signed in."""
    user, _ = User.objects.get_or_create(email=f"{name}@kennel.example", name=name)
    Membership.objects.get_or_create(club=match.club, user=user, role=role)
    client = Client(headers={"user-agent": agent})
    client.force_login(user)
    return client


def take(client: Client, match: Match, seen: str = "") -> Any:
    return client.post(f"/m/{match.pk}/pencil/", {"seen": seen})


def write_bids(client: Client, match: Match, html: str, **headers: str) -> Any:
    return sent(client, f"/m/{match.pk}/table/", with_taps(form_on(html, "send"), BIDS), **headers)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def test_without_a_pencil_two_tablets_may_write(match: Match) -> None:
    one, two = device(match), device(match, "Bella")
    html = page(two, match)
    assert write_bids(one, match, page(one, match)).status_code == 302
    assert write_bids(two, match, html).status_code == 302  # the same bids, so there is no conflict to settle
    assert not ScorekeeperLock.objects.exists()


def test_whoever_takes_it_writes_and_the_first_is_told(match: Match) -> None:
    first, second = device(match), device(match, "Bella", PHONE)
    html = page(first, match)
    assert take(second, match)["Location"] == f"/m/{match.pk}/table/?half"
    for headers in ({}, {"HX_Request": "true"}):
        answer = write_bids(first, match, html, **headers)
        assert (answer.status_code, answer["X-Pencil-Elsewhere"]) == (409, "1")
        assert 'The scoring device is <bdi class="name">Bella’s phone</bdi>' in text(answer)
        assert "Score on this device" in text(answer)
        assert ("<html" in text(answer)) is not bool(headers)
    assert Entry.objects.count() == 0
    assert write_bids(second, match, page(second, match)).status_code == 302
    assert Entry.objects.count() == 1


@pytest.mark.parametrize("path", ["table/", "undo/", "table/late/", "table/leave/", "half/"])
def test_every_form_of_the_table_is_bound(match: Match, path: str) -> None:
    first, second = device(match), device(match, "Bella")
    write_bids(first, match, page(first, match))
    take(second, match)
    answer = first.post(f"/m/{match.pk}/{path}", {"do": "look", "half": HALF, "number": "1"})
    assert (answer.status_code, answer["X-Pencil-Elsewhere"]) == (409, "1")
    assert Entry.objects.count() == 1
    assert ScorekeeperLock.objects.get().unsaved_form == {}


def test_a_second_device_is_asked_before_it_takes_over(match: Match) -> None:
    take(device(match), match)
    second = device(match, "Bella")
    for path in ("table/", "table/late/"):
        answer = second.get(f"/m/{match.pk}/{path}")
        assert answer.status_code == 200
        assert 'The scoring device is <bdi class="name">Otto’s tablet</bdi>' in text(answer)
        assert "Score on this device" in text(answer)
        assert "Table 1: Dirty Dog." in text(answer)
        assert all(seat.player.name.split()[0] in text(answer) for seat in match.seats.all())
        assert 'id="send"' not in text(answer)


def test_it_goes_back_with_one_tap(match: Match) -> None:
    first, second = device(match), device(match, "Bella")
    for client in (first, second, first):
        take(client, match, ScorekeeperLock.objects.get().mark if ScorekeeperLock.objects.exists() else "")
    assert write_bids(second, match, page(first, match)).status_code == 409
    assert write_bids(first, match, page(first, match)).status_code == 302


def test_of_two_taps_at_once_the_second_is_told_of_the_first(match: Match) -> None:
    for client in (device(match), device(match, "Bella", PHONE)):
        answer = take(client, match)
    assert answer.status_code == 409
    assert "Otto’s tablet" in text(answer)
    assert "Score on this device" in text(answer)
    assert str(ScorekeeperLock.objects.get()) == "Otto’s tablet"


def test_a_device_is_the_same_whoever_signs_in_on_it(match: Match) -> None:
    client = device(match)
    take(client, match)
    html = page(client, match)
    client.logout()
    client.cookies["pen"] = str(ScorekeeperLock.objects.get().holder)
    client.force_login(User.objects.get())
    assert write_bids(client, match, html).status_code == 302


def test_a_pass_takes_the_pencil(match: Match) -> None:
    keeper, tablet = device(match), Client()
    row = TabletPass.objects.create(match=match, label="by the window")
    tablet.post(f"/tablet/{sign(row.pk, 'tablet')}/")
    assert "“by the window”" in text(keeper.get(f"/m/{match.pk}/table/"))
    assert write_bids(tablet, match, page(tablet, match)).status_code == 302
    take(keeper, match, ScorekeeperLock.objects.get().mark)
    assert "Otto’s tablet" in text(tablet.get(f"/m/{match.pk}/table/"))
    take(tablet, match, ScorekeeperLock.objects.get().mark)
    assert str(ScorekeeperLock.objects.get()) == "“by the window”"


def test_a_pass_that_is_taken_back_leaves_the_pencil_to_anybody(match: Match) -> None:
    keeper, tablet = device(match), Client()
    row = TabletPass.objects.create(match=match)
    tablet.post(f"/tablet/{sign(row.pk, 'tablet')}/")
    keeper.post(f"/m/{match.pk}/handover/{row.pk}/revoke/")
    assert write_bids(keeper, match, page(keeper, match)).status_code == 302
    assert take(tablet, match).status_code == 302  # redirected to the sign-in page
    assert ScorekeeperLock.objects.get().holder is None


def test_somebody_who_left_took_the_name_along(match: Match) -> None:
    take(device(match), match)
    User.objects.get().memberships.all().delete()
    assert 'is <bdi class="name">a tablet</bdi>' in text(device(match, "Bella").get(f"/m/{match.pk}/table/"))


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.ORGANISER])
def test_a_correction_of_an_old_round_is_not_bound(match: Match, role: Role) -> None:
    holder, other = device(match), device(match, "Bella", role=role)
    write_bids(holder, match, page(holder, match))
    take(holder, match)
    assert other.get(f"/m/{match.pk}/correct/1/").status_code == 200
    assert other.get(f"/m/{match.pk}/paper/").status_code == 200


def came(client: Client, match: Match, query: str = "?half") -> bool:
    """Whether the page offers the unsaved form of another device."""
    return "hearts" in text(client.get(f"/m/{match.pk}/table/{query}")).partition('id="came"')[2][:400]


def test_what_is_half_entered_goes_to_the_next_device_once(match: Match) -> None:
    first, second, third = device(match), device(match, "Bella"), device(match, "Rex")
    assert first.post(f"/m/{match.pk}/half/", {"half": HALF}).status_code == 204
    assert not came(first, match) and not came(second, match)
    take(second, match)
    assert came(second, match) and not came(second, match, "")
    assert not came(third, match)
    take(first, match, ScorekeeperLock.objects.get().mark)
    assert not came(first, match)  # the unsaved form is this device's own
    assert Entry.objects.count() == 0


def test_the_first_cannot_put_anything_in_for_the_second(match: Match) -> None:
    first, second = device(match), device(match, "Bella")
    first.post(f"/m/{match.pk}/half/", {"half": ""})
    take(second, match)
    assert first.post(f"/m/{match.pk}/half/", {"half": HALF}).status_code == 409
    scoring_device.keep_unsaved_form(match.pk, uuid4(), HALF)  # was being sent when the other device took over
    assert not came(second, match)
    assert second.post(f"/m/{match.pk}/half/").status_code == 204


@pytest.mark.parametrize("half", ["x" * 8193, "\x00"])
def test_what_cannot_be_kept_is_refused(match: Match, half: str) -> None:
    assert device(match).post(f"/m/{match.pk}/half/", {"half": half}).status_code == 400
    assert not ScorekeeperLock.objects.exists()


def test_nonsense_is_kept_as_it_came_and_harms_nobody(match: Match) -> None:
    first, second = device(match), device(match, "Bella")
    first.post(f"/m/{match.pk}/half/", {"half": '[NaN, "\\u0000", </script>'})
    take(second, match)
    assert "</script>\\" not in text(second.get(f"/m/{match.pk}/table/?half"))
    second.cookies["pen"] = "nobody"
    assert second.get(f"/m/{match.pk}/table/").status_code == 200


def test_asking_for_the_pencil_costs_nothing_more(
    match: Match, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = device(match)
    take(client, match)
    with django_assert_num_queries(3):  # session, user, match
        client.post(f"/m/{match.pk}/half/")


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (PHONE, "a phone"),
        (PADS, "a tablet"),
        ("Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) Mobile/15E148", "a tablet"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36", "a phone"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "a computer"),
        ("", "a device"),
    ],
)
def test_a_device_is_called_what_it_is(match: Match, agent: str, words: str) -> None:
    take(device(match, agent=agent), match)
    assert ScorekeeperLock.objects.get().label == words


def test_a_mac_that_is_touched_is_a_tablet(match: Match) -> None:
    client = device(match, agent="Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15")
    client.cookies["touch"] = "1"
    take(client, match)
    assert ScorekeeperLock.objects.get().label == "a tablet"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_pass", [True, False])
def test_of_eight_devices_at_the_same_moment_one_has_it(match: Match, *, is_pass: bool) -> None:
    row, barrier = TabletPass.objects.create(match=match), threading.Barrier(8)

    def one(place: int) -> bool:
        connection.ensure_connection()
        barrier.wait(timeout=60)
        try:
            if is_pass:
                return scoring_device.take_pass(TabletPass.objects.get(pk=row.pk), uuid4(), held=False)
            return scoring_device.take(match.pk, uuid4(), None, f"tablet {place}", seen="")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as devices:
        assert sum(devices.map(one, range(8))) == 1
    assert ScorekeeperLock.objects.get().holder
