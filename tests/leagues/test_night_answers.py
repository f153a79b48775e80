"""The page of a night's answers: one-tap answers, who comes, how many tables; and the set-up that starts from them."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.calendar.answers import give_answer
from clubs.models import Attendance, Club, Night, NightAnswer, Player, Role, Season
from leagues.models import Standing
from leagues.nights.answers import in_tables, stakes_for
from leagues.standings.update import note_clock
from tests.counting import queries
from tests.factory import a_bone, a_member
from tests.nights import a_night, keeper, some_dogs, tap, url

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(club: Club) -> Night:
    """A night in ten hours."""
    return a_night(club, minutes=600)


@pytest.fixture
def sam(club: Club) -> Player:
    return Player.objects.create(club=club, name="Sam Kettle")


@pytest.fixture
def member(client: Client, club: Club, sam: Player) -> Client:
    client.force_login(a_member(club, Role.MEMBER, sam))
    return client


def page(client: Client, night: Night) -> str:
    return " ".join(client.get(url(night, "answers/")).content.decode().split())


def test_one_tap_saves_note_and_guests_with_it(member: Client, night: Night, sam: Player) -> None:
    assert "Are you coming on" in page(member, night)
    assert "You would be the first" in page(member, night)
    sent = {"answer": "yes", "note": "from 20:00", "guests": "Hal"}
    answer = member.post(url(night, "answers/"), sent, follow=True).content.decode()
    assert "Saved, with 1 guest." in answer
    assert "You are coming on" in answer
    row = NightAnswer.objects.get()
    assert (row.player, row.answer, row.note, row.guests) == (sam, "yes", "from 20:00", "Hal")


def test_who_comes_late_says_when_and_is_late_on_the_evening(client: Client, club: Club, member: Client) -> None:
    night = a_night(club, minutes=60)
    asked = {"answer": "yes", "arrives_after": "45"}
    member.post(url(night, "answers/"), asked)
    row = NightAnswer.objects.select_related("night").get()
    assert f"from {timezone.localtime(row.arrives_at):%H:%M}" in page(member, night)
    assert member.post(url(night, "answers/"), asked | {"arrives_after": "7"}).status_code == 422
    keeper(client, club)
    setup = client.get(url(night, "setup/"))
    assert "said yes, from" in setup.content.decode()
    tap(client, night, setup, "look")
    came = Attendance.objects.get()
    assert (came.state, came.expected_at) == ("late", row.arrives_at)


def test_answers_close_before_the_night_begins(member: Client, night: Night) -> None:
    Night.objects.update(answers_close=720)
    assert "Answers closed on" in page(member, night)
    assert member.post(url(night, "answers/"), {"answer": "yes"}).status_code == 422
    Night.objects.update(answers_close=60)
    assert "Answers close on" in page(member, night)


def test_the_page_follows_and_is_asked_in_vain_while_nothing_is_new(member: Client, night: Night, sam: Player) -> None:
    seen = page(member, night)
    assert f'data-live="{url(night, "live/")}"' in seen
    asked = url(night, "answers/") + re.findall(r'hx-get="([^"]+)"', seen)[0]
    assert member.get(asked, headers={"HX-Request": "true"}).status_code == 204
    give_answer(night, some_dogs(night.club, 1)[0], "yes")
    news = member.get(asked, headers={"HX-Request": "true"})
    assert "DogA" in news.content.decode()
    assert "<html" not in news.content.decode()
    Night.objects.update(called_off_at=timezone.now())
    closed = member.get(asked, headers={"HX-Request": "true"}).content.decode()
    assert "This night is called off" in closed
    assert "data-live=" in closed
    assert "data-live=" not in page(member, night)


def test_a_refused_answer_stays_where_it_was_typed(member: Client, night: Night) -> None:
    refused = member.post(url(night, "answers/"), {"answer": "yes", "note": "x" * 300})
    assert refused.status_code == 422
    assert "x" * 300 in refused.content.decode()
    assert "data-live=" not in refused.content.decode()


def test_only_who_says_yes_is_offered_the_calendar(member: Client, night: Night) -> None:
    assert "Add to calendar" not in page(member, night)
    member.post(url(night, "answers/"), {"answer": "no"})
    assert "Add to calendar" not in page(member, night)
    member.post(url(night, "answers/"), {"answer": "yes"})
    assert url(night, "night.ics") in page(member, night)


def test_it_says_how_many_tables_that_makes(member: Client, night: Night) -> None:
    for dog in some_dogs(night.club, 10):
        give_answer(night, dog, "yes")
    assert "With you that makes 11: two tables, of 6 and 5." in page(member, night)
    member.post(url(night, "answers/"), {"answer": "no"})
    assert "One table of 10." in page(member, night)


def test_one_player_is_no_table() -> None:
    assert in_tables(1) == "Too few for a table."


def test_a_full_night_offers_the_waiting_list(member: Client, night: Night) -> None:
    Night.objects.update(places=2)
    night.refresh_from_db()
    for dog in some_dogs(night.club, 3):
        give_answer(night, dog, "yes")
    seen = page(member, night)
    assert "All 2 places are taken. You would be 2nd on the waiting list." in seen
    assert "Join the waiting list" in seen
    answer = member.post(url(night, "answers/"), {"answer": "yes"}, follow=True).content.decode()
    assert "The night is full. You are 2nd on the waiting list." in answer


def test_what_is_refused_stays_on_the_page(member: Client, night: Night) -> None:
    answer = member.post(url(night, "answers/"), {"answer": "yes", "note": "x" * 121})
    assert answer.status_code == 422
    assert "A note has at most 120 characters" in answer.content.decode()
    assert "x" * 121 in answer.content.decode()


def test_a_night_that_has_begun_has_no_buttons(member: Client, club: Club) -> None:
    begun = a_night(club, minutes=-5)
    seen = page(member, begun)
    assert "The night has begun: answers are closed." in seen
    assert 'name="answer"' not in seen
    assert member.post(url(begun, "answers/"), {"answer": "yes"}).status_code == 422


def test_an_account_without_a_player_only_reads(client: Client, night: Night) -> None:
    client.force_login(a_member(night.club))
    assert "An organiser can link one." in page(client, night)
    assert client.post(url(night, "answers/"), {"answer": "yes"}).status_code == 422


def test_the_page_takes_as_many_queries_for_one_as_for_ten(member: Client, night: Night) -> None:
    dogs = some_dogs(night.club, 10)
    give_answer(night, dogs[0], "yes")
    first = queries(member, url(night, "answers/"))
    for dog in dogs:
        give_answer(night, dog, "yes")
    assert queries(member, url(night, "answers/")) == first


def test_the_set_up_marks_who_said_yes_and_their_guests_as_here(client: Client, night: Night) -> None:
    anna, ben, carl = some_dogs(night.club, 3)
    give_answer(night, anna, "yes", guests="Hal")
    give_answer(night, ben, "yes")
    give_answer(night, carl, "maybe")
    keeper(client, night.club)
    before = client.get(url(night))
    assert before.content.decode().count("said yes</small>") == 2
    assert "The 2 who said yes" in before.content.decode()
    after = tap(client, night, before, "promised")
    assert "who said yes" not in after.content.decode()
    here = Attendance.objects.filter(night=night, state="here")
    assert sorted(row.player.name for row in here) == ["DogA", "DogB", "Hal"]
    assert here.get(player__name="Hal").host == anna


def test_who_was_marked_away_is_not_marked_as_here(client: Client, night: Night) -> None:
    anna, ben = some_dogs(night.club, 2)
    give_answer(night, anna, "yes")
    give_answer(night, ben, "yes")
    keeper(client, night.club)
    tap(client, night, client.get(url(night)), f"away:{anna.pk}")
    tap(client, night, client.get(url(night)), "promised")
    assert [row.player for row in Attendance.objects.filter(state="here")] == [ben]


@pytest.fixture
def season(night: Night) -> Season:
    day = night.starts_at.date()
    row = Season.objects.create(club=night.club, name="Autumn", starts_on=day - timedelta(days=30), ends_on=day)
    Night.objects.update(season=row)
    return row


def stand(season: Season, player: Player, place: int, points: int) -> None:
    """Write a standing of the player after four matches; points in hundredths."""
    about = {"club": season.club, "season": season, "game": "dirty-dog", "played": 4}
    Standing.objects.create(player=player, place=place, points=points, **about)
    note_clock(season.club)


def test_it_says_how_far_it_is_to_the_next(member: Client, night: Night, season: Season, sam: Player) -> None:
    first, third = some_dogs(night.club, 2)
    stand(season, first, 1, 2800)
    stand(season, sam, 2, 2600)
    stand(season, third, 3, 2600)
    seen = page(member, night)
    assert "Autumn, Dirty Dog" in seen
    assert "2nd, with 26" in seen
    assert "2 behind DogA." in seen


def test_the_leader_reads_the_lead(member: Client, night: Night, season: Season, sam: Player) -> None:
    (second,) = some_dogs(night.club, 1)
    stand(season, sam, 1, 2650)
    stand(season, second, 2, 2600)
    assert "0.5 ahead of DogA." in page(member, night)


def test_who_is_level_reads_it_as_the_end_of_a_sentence(night: Night, season: Season, sam: Player) -> None:
    """The text follows a comma on one line of an email."""
    first, level = some_dogs(night.club, 2)
    stand(season, first, 1, 2800)
    stand(season, sam, 2, 2800)
    night.refresh_from_db()
    assert stakes_for(night, sam.pk)[-1].more == "equal points, but behind DogA."
    stand(season, level, 2, 2800)
    assert stakes_for(night, sam.pk)[-1].more == "level with DogB."


def test_who_has_not_played_enough_is_not_ranked(member: Client, night: Night, season: Season) -> None:
    (dog,) = some_dogs(night.club, 1)
    stand(season, dog, 1, 2650)
    assert "You are not ranked yet" in page(member, night)


def test_it_says_who_holds_a_trophy(member: Client, night: Night, sam: Player) -> None:
    trophy = a_bone(sam).trophy
    seen = page(member, night)
    assert trophy.name in seen
    assert "You hold it" in seen


def test_nothing_is_at_stake_in_a_new_club(member: Client, night: Night) -> None:
    assert "What is at stake" not in page(member, night)
