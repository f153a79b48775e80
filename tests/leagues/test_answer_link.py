"""The emailed link to answer a night: for one member and one night, without sign-in; opening it records nothing."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.calendar.answers import answer_token, give_answer
from clubs.members.membership import leave_club
from clubs.models import Club, Membership, Night, NightAnswer, Player, Role
from tests.factory import a_member
from tests.nights import a_night, some_dogs

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Night:
    return a_night(club, minutes=600, place="The Old Ferry")


@pytest.fixture
def sam(club: Club) -> Membership:
    """Sam's membership with a player, in a club that has an owner."""
    a_member(club, Role.OWNER)
    player = Player.objects.create(club=club, name="Sam Kettle")
    return a_member(club, Role.MEMBER, player).memberships.select_related("user", "player", "club").get()


def link(night: Night, sam: Membership, answer: str = "") -> str:
    """The URL of the emailed link, with a proposed answer or none."""
    return reverse("answer-link", args=[answer_token(night, sam)]) + (f"?answer={answer}" if answer else "")


def seen(client: Client, address: str) -> str:
    """The HTML of the page, with spaces collapsed."""
    return " ".join(client.get(address).content.decode().split())


def test_a_tap_is_recorded_by_the_button_of_the_page_and_not_by_opening_it(
    client: Client, night: Night, sam: Membership
) -> None:
    page = seen(client, link(night, sam, "maybe"))
    assert not NightAnswer.objects.exists()
    assert page.count("btn-main") == 1
    assert 'btn-main" name="answer" value="maybe"' in page
    assert "Nothing is recorded yet" in page
    answer = client.post(link(night, sam), {"answer": "maybe"}, follow=True)
    row = NightAnswer.objects.get()
    assert (row.player, row.answer) == (sam.player, "maybe")
    done = " ".join(answer.content.decode().split())
    assert "You may be coming on" in done
    assert "Recorded for" in done
    assert "Saved" in done


def test_it_takes_no_cookie_of_a_session_and_names_nobody_else(night: Night, sam: Membership) -> None:
    for dog in some_dogs(night.club, 10):
        give_answer(night, dog, "yes", note="DogNote")
    client = Client()
    client.post(link(night, sam), {"answer": "yes"})
    page = seen(client, link(night, sam))
    assert "11 with you: two tables, of 6 and 5." in page
    assert "Dog" not in page.replace("Dog Club", "").replace("dogclub", "")
    assert "sessionid" not in client.cookies


def test_a_second_tap_keeps_note_and_guests(client: Client, night: Night, sam: Membership) -> None:
    client.post(link(night, sam), {"answer": "yes", "note": "from 20:00", "guests": "Hal"})
    page = seen(client, link(night, sam, "maybe"))
    assert 'name="guests" value="Hal"' in page
    assert 'name="note" value="from 20:00"' in page
    assert "Nothing is recorded yet" not in seen(client, link(night, sam, "yes"))


def test_it_asks_when_somebody_arrives(client: Client, night: Night, sam: Membership) -> None:
    client.post(link(night, sam), {"answer": "yes"})
    start = timezone.localtime(night.starts_at)
    assert f'<option value="45">{start + timedelta(minutes=45):%H:%M}</option>' in seen(client, link(night, sam))
    client.post(link(night, sam), {"answer": "yes", "arrives_after": "45"})
    client.post(link(night, sam), {"answer": "maybe"})
    assert NightAnswer.objects.get().arrives_after == 45
    refused = client.post(link(night, sam), {"answer": "yes", "arrives_after": "7"})
    assert refused.status_code == 422
    assert "Choose one of the arrival times." in refused.content.decode()


def test_the_main_button_follows_the_answer(client: Client, night: Night, sam: Membership) -> None:
    client.post(link(night, sam), {"answer": "yes"})
    assert "Add to calendar" in seen(client, link(night, sam))
    calendar = client.get(reverse("answer-ics", args=[answer_token(night, sam)]))
    assert calendar["Content-Type"].startswith("text/calendar")
    assert "The Old Ferry" in calendar.content.decode()
    client.post(link(night, sam), {"answer": "no"})
    assert "Change to Yes" in seen(client, link(night, sam))


def test_a_full_night_puts_on_the_waiting_list(client: Client, night: Night, sam: Membership) -> None:
    Night.objects.update(places=1)
    night.refresh_from_db()
    give_answer(night, some_dogs(night.club, 1)[0], "yes")
    assert "Join the waiting list" in seen(client, link(night, sam, "yes"))
    client.post(link(night, sam), {"answer": "yes"})
    assert "The only place is taken. You are 1st on the waiting list." in seen(client, link(night, sam))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"called_off_at": timezone.now()}, "This night is called off. No answer is needed."),
        ({"starts_at": timezone.now() - timedelta(minutes=5)}, "The night has begun: answers are closed."),
        ({"closed_at": timezone.now()}, "This night is over."),
    ],
    ids=["called off", "too late", "over"],
)
def test_it_says_why_no_answer_counts(
    client: Client, night: Night, sam: Membership, changes: dict[str, object], words: str
) -> None:
    Night.objects.update(**changes)
    page = seen(client, link(night, sam, "yes"))
    assert words in page
    assert "<button class" not in page.partition("<main")[2].partition("</main>")[0]
    answer = client.post(link(night, sam), {"answer": "yes"})
    assert answer.status_code == 409
    assert not NightAnswer.objects.exists()


def test_a_note_that_is_too_long_stays_on_the_page(client: Client, night: Night, sam: Membership) -> None:
    answer = client.post(link(night, sam), {"answer": "yes", "note": "x" * 121})
    assert answer.status_code == 422
    assert "A note has at most 120 characters" in answer.content.decode()
    assert "x" * 121 in answer.content.decode()


def test_links_that_open_nothing_say_why(client: Client, night: Night, sam: Membership) -> None:
    address = link(night, sam)
    for wrong in (address.replace("/answer/", "/answer/9"), "/answer/nonsense/"):
        answer = client.get(wrong)
        assert (answer.status_code, "This link is not complete" in answer.content.decode()) == (404, True)
        assert client.get(f"{wrong}night.ics").status_code == 404
    Membership.objects.filter(pk=sam.pk).update(player=None)
    assert "An organiser can link one." in seen(client, address)
    assert client.post(address, {"answer": "yes"}).status_code == 422
    type(sam.user).objects.filter(pk=sam.user_id).update(email="elsewhere@kennel.example")
    answer = client.get(address)
    assert (answer.status_code, "This link is too old" in answer.content.decode()) == (410, True)
    leave_club(Membership.objects.get(pk=sam.pk))
    answer = client.post(address, {"answer": "yes"})
    assert (answer.status_code, "You are no longer in this club" in answer.content.decode()) == (410, True)
    assert not NightAnswer.objects.exists()


def test_each_link_is_for_its_own_night(client: Client, night: Night, sam: Membership) -> None:
    other = a_night(night.club, minutes=9000)
    address = link(other, sam)
    client.post(address, {"answer": "no"})
    assert NightAnswer.objects.get().night == other
    other.delete()
    assert client.get(address).status_code == 410
