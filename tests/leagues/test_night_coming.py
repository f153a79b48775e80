"""The page of a night ahead: my answer in place, who comes, holders who defend, and the main button by role and day."""

import re
from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.utils import timezone

from clubs.calendar import answers
from clubs.calendar.answers import admit_waiting, give_answer, moved_up, remind
from clubs.calendar.nights import Refused
from clubs.language.locales import date_format
from clubs.models import Club, Night, NightAnswer, Player, Role, Season
from clubs.models.calendar import club_day
from leagues.nights.forms import NightForm
from tests.factory import a_match, a_member, some_players
from tests.leagues.test_night_answers import stand
from tests.nights import a_night, keeper, url

pytestmark = pytest.mark.django_db
MAIN = re.compile(r"btn-main[^>]*>([^<]+)<")
FAR, NEAR = 3 * 24 * 60 + 90, 90


@pytest.fixture
def sam(club: Club) -> Player:
    return Player.objects.create(club=club, name="Sam Kettle")


@pytest.fixture
def member(client: Client, club: Club, sam: Player) -> Client:
    client.force_login(a_member(club, Role.MEMBER, sam))
    return client


def read(client: Client, night: Night) -> str:
    return " ".join(client.get(url(night, "")).content.decode().replace("\N{SOFT HYPHEN}", "").split())


def main(text: str) -> list[str]:
    return [each.strip() for each in MAIN.findall(text)]


def test_a_member_answers_in_place_and_keeps_note_and_guests(member: Client, club: Club, sam: Player) -> None:
    night = a_night(club, FAR)
    page = read(member, night)
    assert "Are you coming?" in page and "With you that makes 1" in page and "Without you it is 0." in page
    assert main(page)[0].startswith("Yes, I am coming on ")
    assert "Nobody is here yet" not in page
    give_answer(night, sam, "maybe", "I bring crisps", "Hal")
    answer = member.post(url(night, "answers/"), {"answer": "yes", "from": "night"}, follow=True)
    assert answer.redirect_chain[-1][0] == url(night, "")
    row = NightAnswer.objects.get()
    assert (row.answer, row.note, row.guests) == ("yes", "I bring crisps", "Hal")
    page = read(member, night)
    assert "You are coming on" in page
    assert main(page) == ["Add to calendar"]


def test_a_full_night_offers_the_waiting_list(member: Client, club: Club) -> None:
    night = a_night(club, FAR, places=1)
    give_answer(night, Player.objects.create(club=club, name="Otto"), "yes")
    assert main(read(member, night)) == ["Join the waiting list"]


def test_holders_have_answered_or_not_and_nobody_is_here(member: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 5), plan=(1, 2, 1), seed=3)
    winner, loser = match.seats.get(is_winner=True).player, match.seats.get(is_loser=True).player
    night = a_night(club, FAR)
    assert read(member, night).count("has not answered") == 2
    give_answer(night, winner, "yes")
    give_answer(night, loser, "no")
    page = read(member, night)
    assert "comes to defend it" in page
    assert re.search(rf"{winner.label}.{{0,400}}<b>defends Good Dog Cup</b>", page), "beside the name, in the list"
    assert "<b>wears" not in page
    assert "is not coming" in page
    assert "here tonight" not in page
    assert "holder is here" not in page


def test_from_two_hours_before_a_scorekeeper_starts_the_night(client: Client, club: Club) -> None:
    scribe = keeper(client, club, Role.ORGANISER)
    assert main(read(scribe, a_night(club, FAR))) == []
    near = a_night(club, NEAR)
    assert main(read(scribe, near)) == ["Start the night"]


def test_an_organiser_who_has_answered_reminds_the_others(client: Client, club: Club, sam: Player) -> None:
    client.force_login(a_member(club, Role.ORGANISER, sam))
    night = a_night(club, FAR)
    Player.objects.create(club=club, name="Otto")
    Player.objects.create(club=club, name="Gus")
    give_answer(night, sam, "yes")
    assert main(read(client, night)) == ["Add to calendar"], "no email is sent from this server"
    with override_settings(MAIL_IS_SENT=True):
        assert main(read(client, night)) == ["Remind the two without an answer"]
        assert "Add to calendar" in read(client, night)
        give_answer(night, Player.objects.get(name="Otto"), "no")
        assert main(read(client, night)) == ["Remind the one without an answer"]
        remind(night)
        assert main(read(client, night)) == ["Add to calendar"], "once a day"


@pytest.mark.parametrize(
    ("mine", "ottos", "line"),
    [
        ((2, 2600), (1, 2800), "You are 2nd in the standings, 2 points behind Otto."),
        ((2, 2600), (1, 2700), "You are 2nd in the standings, 1 point behind Otto."),
        ((1, 2650), (2, 2600), "You are 1st in the standings, 0.5 points ahead of Otto."),
        ((2, 2600), (1, 2600), "You are 2nd in the standings, behind Otto on equal points."),
        ((1, 2600), (2, 2600), "You are 1st in the standings, ahead of Otto on equal points."),
        ((1, 2600), (1, 2600), "You are 1st in the standings, level with Otto."),
    ],
)
def test_a_member_reads_their_place_and_how_far_it_is(
    member: Client, club: Club, sam: Player, mine: tuple[int, int], ottos: tuple[int, int], line: str
) -> None:
    day, month = timezone.localdate(), timedelta(days=30)
    night = a_night(club, FAR)
    season = Season.objects.create(club=club, name="Autumn", starts_on=day - month, ends_on=day + month)
    Night.objects.update(season=season)
    stand(season, sam, *mine)
    assert "in the standings" not in read(member, night), "alone in them"
    stand(season, Player.objects.create(club=club, name="Otto"), *ottos)
    assert line in read(member, night)


def test_a_new_answer_is_seen_by_whoever_has_the_page_open(member: Client, club: Club) -> None:
    night = a_night(club, FAR)
    assert "<bdi>Otto</bdi>" not in read(member, night)
    give_answer(night, Player.objects.create(club=club, name="Otto"), "yes")
    assert "<bdi>Otto</bdi>" in read(member, night)


def test_an_organiser_admits_for_everybody_who_waits(client: Client, club: Club, sam: Player) -> None:
    client.force_login(a_member(club, Role.ORGANISER, sam))
    night = a_night(club, FAR, places=2)
    otto, gus = (Player.objects.create(club=club, name=name) for name in ("Otto", "Gus"))
    give_answer(night, sam, "yes")
    assert "Make room" not in read(client, night), "nobody waits"
    give_answer(night, otto, "yes", guests="Hal")
    assert "Make room for the one waiting" in read(client, night)
    give_answer(night, gus, "yes")
    page = read(client, night)
    assert "Make room for the two waiting" in page and "With the two who wait: one table of 4." in page
    told: list[set[int]] = []
    moved_up.connect(lambda players, **_: told.append(players), weak=False, dispatch_uid="a test")
    try:
        answer = client.post(url(night, "admit/"), follow=True)
    finally:
        moved_up.disconnect(dispatch_uid="a test")
    night.refresh_from_db()
    assert (night.places, night.revision) == (4, 1)
    assert told == [{otto.pk, gus.pk}]
    assert "The night has 4 places now, and nobody waits." in answer.content.decode()
    assert "Nobody is on the waiting list." in client.post(url(night, "admit/"), follow=True).content.decode()


def test_no_room_is_made_by_a_member_or_after_answers_close(
    member: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = a_night(club, FAR, places=1)
    for name in ("Otto", "Gus"):
        give_answer(night, Player.objects.create(club=club, name=name), "yes")
    assert "Make room" not in read(member, night)
    assert member.post(url(night, "admit/")).status_code == 403
    Night.objects.update(starts_at=timezone.now())
    night.refresh_from_db()
    with pytest.raises(Refused, match="begun"):
        admit_waiting(night)
    Night.objects.update(starts_at=timezone.now() + timedelta(days=3))
    night.refresh_from_db()
    monkeypatch.setattr(answers, "MOST_PLACES", 1)
    with pytest.raises(Refused, match="at most 1 places"):
        admit_waiting(night)


def test_a_higher_limit_from_the_form_moves_players_up(client: Client, club: Club) -> None:
    night = a_night(club, FAR, places=1)
    players = [Player.objects.create(club=club, name=name) for name in ("Otto", "Gus", "Ines")]
    for each in players:
        give_answer(night, each, "yes")
    told: list[set[int]] = []
    moved_up.connect(lambda players, **_: told.append(players), weak=False, dispatch_uid="a test")
    try:
        start = timezone.localtime(night.starts_at)
        form = NightForm({"day": start.date(), "time": f"{start:%H:%M}", "places": 2}, night=night)
        assert form.is_valid(), form.errors
        form.save()
    finally:
        moved_up.disconnect(dispatch_uid="a test")
    assert told == [{players[1].pk}]


def test_a_night_ahead_is_headed_by_its_day_unless_it_has_a_name(member: Client, club: Club) -> None:
    night = a_night(club, FAR)
    day = date_format(club_day(night.starts_at), "l, j F")
    page = read(member, night)
    assert f">{day}</h1>" in page and re.search(r"<p>Starts \d\d:\d\d\. In 3 days\.", page)
    Night.objects.update(name="The summer party")
    page = read(member, night)
    assert re.search(r"<h1>.*The summer party.*</h1>", page) and f"{day} " in page
