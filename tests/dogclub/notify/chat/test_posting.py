"""Posts to a real listener: what is due when, once each, with a link that works, and stopped with a word."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django.fixtures import Settings

from clubs.calendar.answers import give_answer
from clubs.models import Club, Membership, Night, Sharing
from dogclub.jobs.run import run
from dogclub.models import Chat, Job
from dogclub.notify.chat.delivery import CHAT, UNREADABLE, enqueue_due
from dogclub.notify.webhooks.addresses import INSIDE
from games.base.wording import title
from games.entries.match_state import load
from games.registry import table_game
from leagues.models import NightDraw, ShareLink
from tests.dogclub.notify.chat.conftest import START
from tests.dogclub.notify.webhooks.listener import Listener
from tests.factory import a_match, some_players

pytestmark = pytest.mark.django_db
CLOSED = datetime(2026, 11, 26, 21, 31, tzinfo=UTC)
State = Job.State


def look(moment: datetime) -> int:
    """Enqueue what is due at this moment and send it; return how many posts that were."""
    with time_machine.travel(moment, tick=False):
        count = enqueue_due(moment)
        for job in Job.objects.filter(kind="chat", state=State.QUEUED, due_at__lte=moment):
            run(job.pk)
    return count


def blocks(listener: Listener) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = listener.heard[-1].said["blocks"]
    return found


def test_results_are_posted_once_when_the_night_is_closed(chat: Chat, night: Night, listener: Listener) -> None:
    assert look(CLOSED - timedelta(minutes=2)) == 0
    assert look(CLOSED) == 1
    assert look(CLOSED) == look(CLOSED + timedelta(hours=1)) == 0
    (told,) = listener.heard
    title, text, picture, link = blocks(listener)
    assert told.said["text"] == title["text"]["text"]
    assert "Night report, Thursday 26 November" in text["text"]["text"]
    assert picture["image_url"] == link["text"]["text"][1:].partition("|")[0] + "picture.png"


def test_its_link_works_for_a_month_without_signing_in(
    chat: Chat, night: Night, listener: Listener, client: Client
) -> None:
    look(CLOSED)
    address = blocks(listener)[-1]["text"]["text"][1:].partition("|")[0].removeprefix("https://club.example")
    with time_machine.travel(CLOSED + timedelta(days=29), tick=False):
        assert client.get(address).status_code == 200
        picture = client.get(f"{address}picture.png")
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    with time_machine.travel(CLOSED + timedelta(days=31), tick=False):
        assert client.get(address).status_code == 410


def test_where_sharing_is_off_the_link_is_for_members(
    chat: Chat, night: Night, listener: Listener, client: Client
) -> None:
    Club.objects.update(sharing=Sharing.OFF)
    look(CLOSED)
    link = blocks(listener)[-1]
    assert link["text"]["text"].startswith(f"<https://club.example/c/kennel/nights/{night.pk}/report/|")
    assert not ShareLink.objects.exists()


def test_a_link_of_somebody_who_left_is_not_made(chat: Chat, night: Night, listener: Listener) -> None:
    Membership.objects.all().delete()
    look(CLOSED)
    assert len(blocks(listener)) == 3
    assert not ShareLink.objects.exists()


def test_a_failed_post_leaves_no_link_and_is_sent_again(chat: Chat, night: Night, listener: Listener) -> None:
    listener.answers = [(503, "Later.")]
    look(CLOSED)
    assert not ShareLink.objects.exists()
    assert Job.objects.get().state == State.QUEUED
    look(CLOSED + timedelta(minutes=1))
    assert (Job.objects.get().state, ShareLink.objects.count(), len(listener.heard)) == (State.DONE, 1, 2)


def test_discord_gets_the_picture_itself(chat: Chat, night: Night, listener: Listener) -> None:
    Chat.objects.update(service="discord")
    look(CLOSED)
    (told,) = listener.heard
    assert told.headers["content-type"].startswith("multipart/form-data; boundary=")
    assert b"\x89PNG\r\n" in told.body


def test_a_server_at_home_gives_no_picture_that_nobody_can_fetch(
    chat: Chat, night: Night, listener: Listener, settings: Settings
) -> None:
    settings.BASE_URL = "http://192.168.1.20:8000"
    look(CLOSED)
    assert len(blocks(listener)) == 3


def test_what_was_before_the_chat_is_not_posted(chat: Chat, night: Night) -> None:
    Chat.objects.update(created_at=CLOSED + timedelta(minutes=1))
    assert look(CLOSED + timedelta(minutes=2)) == 0


def test_the_night_is_told_on_the_day_before(chat: Chat, club: Club, listener: Listener) -> None:
    night = Night.objects.create(club=club, starts_at=START, place="The Kennel Arms")
    with time_machine.travel(START - timedelta(days=3), tick=False):
        for player in some_players(club, 3):
            give_answer(night, player, "yes")
    assert look(datetime(2026, 11, 25, 9, 59, tzinfo=UTC)) == 1  # that it is open, as nobody looked before
    assert look(datetime(2026, 11, 25, 10, 0, tzinfo=UTC)) == 1
    title, text, link = blocks(listener)
    assert title["text"]["text"] == "Next night: Thursday 26 November, 19:30"
    assert "The Kennel Arms" in text["text"]["text"]
    assert "Bea, Otto and Wilhelmina" in text["text"]["text"]
    assert f"/c/kennel/nights/{night.pk}/answers/|Say whether you come" in link["text"]["text"]


def test_a_night_is_told_once_six_days_before_unless_the_chat_is_younger(
    chat: Chat, club: Club, listener: Listener
) -> None:
    Night.objects.create(club=club, starts_at=START)
    ten = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)
    assert look(ten - timedelta(minutes=1)) == 0
    assert [look(ten + timedelta(hours=hours)) for hours in (0, 1, 48)] == [1, 0, 0]
    assert blocks(listener)[0]["text"]["text"] == "Next night: Thursday 26 November, 19:30"
    Job.objects.all().delete()
    Chat.objects.update(created_at=ten + timedelta(minutes=1))
    assert look(ten + timedelta(hours=1)) == 0


def test_a_night_called_off_meanwhile_is_not_told(chat: Chat, club: Club, listener: Listener) -> None:
    Night.objects.create(club=club, starts_at=START)
    moment = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)
    enqueue_due(moment)
    Night.objects.update(called_off_at=moment)
    look(moment)
    assert listener.heard == []


def test_the_draw_is_posted_once_it_is_dealt(chat: Chat, club: Club, listener: Listener) -> None:
    Chat.objects.update(posts=["draw"])
    night = Night.objects.create(club=club, starts_at=START)
    keys = [player.pk for player in some_players(club, 6)]
    draw = NightDraw.objects.create(night=night, game="pack-o-dogs", tables=[keys[:3], keys[3:]], drawn_at=START)
    assert look(START) == 0
    NightDraw.objects.filter(pk=draw.pk).update(dealt_at=START)
    assert look(START + timedelta(minutes=1)) == 1
    title, text, _ = blocks(listener)
    assert title["text"]["text"] == "The draw for Thursday 26 November"
    assert text["text"]["text"].startswith("Table 1: Bea, Otto, Wilhelmina\nTable 2: ")


def test_only_what_was_chosen_is_posted(chat: Chat, night: Night) -> None:
    Chat.objects.update(posts=["draw"])
    assert look(CLOSED) == 0


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_a_refusal_stops_it_at_once_and_says_why(chat: Chat, night: Night, listener: Listener, status: int) -> None:
    listener.answers = [(status, "no_service")]
    look(CLOSED)
    chat.refresh_from_db()
    assert chat.paused_at
    assert chat.paused_because == Job.objects.get().problem == f"It answered {status}: no_service"
    assert not ShareLink.objects.exists()
    assert look(CLOSED + timedelta(minutes=1)) == 0


@pytest.mark.parametrize("status", [302, 408, 429, 500])
def test_what_may_pass_is_tried_again_for_half_a_day(chat: Chat, club: Club, listener: Listener, status: int) -> None:
    Night.objects.create(club=club, starts_at=START)
    listener.answers = [(status, "Later.")] * CHAT.tries
    moment = datetime(2026, 11, 25, 10, 0, tzinfo=UTC)
    look(moment)
    for _ in range(CHAT.tries - 1):
        assert Chat.objects.get().paused_at is None
        Job.objects.update(due_at=moment)
        look(moment)
    assert Chat.objects.get().paused_because == f"It answered {status}: Later."
    pauses = sum((CHAT.pause_after(tries) for tries in range(1, CHAT.tries)), timedelta())
    assert timedelta(hours=8) < pauses < timedelta(hours=16)


def test_an_address_inside_the_network_is_not_called(
    chat: Chat, night: Night, listener: Listener, settings: Settings
) -> None:
    settings.WEBHOOKS_MAY_STAY_INSIDE = False
    look(CLOSED)
    assert (Job.objects.get().problem, listener.heard) == (str(INSIDE), [])


def test_another_secret_key_loses_the_address_and_says_so(
    chat: Chat, night: Night, listener: Listener, settings: Settings
) -> None:
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", []
    look(CLOSED)
    assert Chat.objects.get().paused_because == str(UNREADABLE)
    assert listener.heard == []


def test_nothing_is_posted_for_a_club_that_is_being_deleted(chat: Chat, night: Night) -> None:
    Club.objects.update(deletes_at=CLOSED)
    assert look(CLOSED) == 0


def test_call_outs_are_posted_while_it_is_played(chat: Chat, club: Club, listener: Listener) -> None:
    with time_machine.travel(START, tick=False):
        match = a_match(club, some_players(club, 4), hands=4, max_cards=4, seed=3, table="2")
    newest = table_game("dirty-dog").display.callouts(load(match))
    assert look(START + timedelta(minutes=20)) == 0  # these hands were written before the last minutes
    assert look(START + timedelta(minutes=5)) == len({each.at for each in newest}) > 1
    assert look(START + timedelta(minutes=8)) == 0
    said = {each.said["blocks"][0]["text"]["text"]: each.said["blocks"][1]["text"]["text"] for each in listener.heard}
    assert newest[0].label in said[f"Hand {newest[0].at}, {title(match)}"]


def test_an_evening_has_at_most_forty_of_them(chat: Chat, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dogclub.notify.chat.delivery.MOST_CALLOUTS", 1)
    with time_machine.travel(START, tick=False):
        a_match(club, some_players(club, 4), hands=6, max_cards=4, seed=3)
    assert look(START + timedelta(minutes=5)) == 1
    assert look(START + timedelta(minutes=6)) == 0


def test_without_the_tick_no_call_out_is_posted(chat: Chat, club: Club) -> None:
    Chat.objects.update(posts=list(Chat.USUAL))
    with time_machine.travel(START, tick=False):
        a_match(club, some_players(club, 4), hands=4, max_cards=4, seed=3)
    assert look(START + timedelta(minutes=5)) == 0
