"""Every event in a club writes exactly one row per webhook that subscribes to it, in the same transaction."""

import json

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from jsonschema import Draft202012Validator

from clubs.models import Club, Player
from dogclub.api.openapi.background import webhooks
from dogclub.models import Job, Webhook
from dogclub.notify.webhooks.delivery import CORRECTED, EVENTS, FINISHED, MOVED, REOPENED, TEST, body_of
from dogclub.notify.webhooks.management import send_test
from games import ledger
from games.consequences.follow import all_at_once, rebuild
from games.entries.drafts import Author, Draft
from games.models import Match
from leagues.models import Trophy
from leagues.trophies import awards
from tests.dogclub.notify.webhooks.conftest import a_hook
from tests.factory import a_club, a_match
from tests.leagues.test_awards import corrected, won_by

pytestmark = pytest.mark.django_db


def queued_events(*events: str) -> list[str]:
    rows = Job.objects.filter(kind="hook").order_by("asked_at", "pk")
    return [job.asked["event"] for job in rows if not events or job.asked["event"] in events]


def data(event: str) -> dict[str, object]:
    found: dict[str, object] = Job.objects.get(kind="hook", asked__event=event).asked["data"]
    return found


def take_back(match: Match) -> None:
    """Undo the last line, so that the match is open again."""
    last = match.entries.order_by("-number").values_list("number", "kind").first()
    assert last
    ledger.record(match.pk, [Draft(last[1], last[0], None)], version=match.version, by=Author(None))
    match.refresh_from_db()


def test_a_finished_match_is_told_once(hook: Webhook, club: Club, players: list[Player]) -> None:
    match = a_match(club, players[:4], plan=(1, 2, 1), seed=3, table="1")
    assert queued_events(FINISHED) == [FINISHED]
    about = data(FINISHED)
    assert (about["match"], about["game"], about["table"]) == (str(match.pk), "dirty-dog", "1")
    seats = about["seats"]
    assert isinstance(seats, list)
    assert [(seat["player"], seat["total"], seat["place"]) for seat in seats] == [
        (seat.player_id, seat.total, seat.place) for seat in match.seats.order_by("position")
    ]


def test_no_row_keeps_a_name(hook: Webhook, club: Club, players: list[Player]) -> None:
    a_match(club, players[:4], plan=(1, 2, 1), seed=3)
    kept = "".join(str(job.asked) for job in Job.objects.all())
    assert [player.name for player in players if player.name in kept] == []


def test_each_message_is_as_the_document_says(hook: Webhook, club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 0, 4)
    corrected(match, 1, 4)
    match.refresh_from_db()
    take_back(match)
    send_test(hook, None)
    sent = {job.asked["event"]: json.loads(body_of(job)) for job in Job.objects.filter(kind="hook")}
    assert set(sent) == {*EVENTS, TEST}
    for event, message in sent.items():
        body = webhooks()[event]["post"]["requestBody"]["content"]["application/json"]["schema"]
        assert list(Draft202012Validator(body).iter_errors(message)) == [], event


def test_an_open_match_is_told_to_nobody(hook: Webhook, club: Club, players: list[Player]) -> None:
    a_match(club, players[:4], hands=3)
    assert queued_events() == []


def test_a_correction_and_an_end_taken_back_are_told(hook: Webhook, club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 0, 4)
    corrected(match, 1, 4)
    assert queued_events(FINISHED, CORRECTED, REOPENED) == [FINISHED, CORRECTED]
    match.refresh_from_db()
    take_back(match)
    assert queued_events(FINISHED, CORRECTED, REOPENED) == [FINISHED, CORRECTED, REOPENED]
    assert "seats" not in data(REOPENED)


def test_a_trophy_that_moves_is_told_with_both_ends(hook: Webhook, club: Club, players: list[Player]) -> None:
    won_by(club, players, 0, 4)
    won_by(club, players, 1, 4)
    cup = Trophy.objects.get(club=club, game="dirty-dog", rule="winner")
    moves = [job.asked["data"] for job in Job.objects.order_by("asked_at") if job.asked["event"] == MOVED]
    assert [(move["from"], move["to"]) for move in moves if move["trophy"] == cup.pk] == [
        ([], [players[0].pk]),
        ([players[0].pk], [players[1].pk]),
    ]


def test_a_trophy_that_is_defended_does_not_move(hook: Webhook, club: Club, players: list[Player]) -> None:
    won_by(club, players, 0, 4)
    before = len(queued_events(MOVED))
    won_by(club, players, 0, 4)
    assert len(queued_events(MOVED)) == before


def test_a_correction_moves_a_trophy_back_and_says_why(hook: Webhook, club: Club, players: list[Player]) -> None:
    match = won_by(club, players, 0, 4)
    Job.objects.all().delete()
    corrected(match, 1, 4)
    move = data(MOVED)
    assert (move["from"], move["to"]) == ([players[0].pk], [players[1].pk])
    assert "was corrected" in str(move["because"])


def test_a_trophy_passed_on_by_hand_moves_too(hook: Webhook, club: Club, players: list[Player]) -> None:
    bone = Trophy.objects.create(club=club, name="Bone", rule="hand")
    award = awards.pass_on(bone, players[0], "brought the cake", by=None)
    assert data(MOVED) == {
        "trophy": bone.pk,
        "name": "Bone",
        "from": [],
        "to": [players[0].pk],
        "because": "brought the cake",
    }
    awards.withdraw(award, "It was somebody else’s.", by=None)
    assert queued_events() == [MOVED, MOVED]


def test_only_who_wants_to_know_is_told(club: Club, players: list[Player]) -> None:
    a_hook(club, "https://moves.example/", MOVED)
    ends = a_hook(club, "https://ends.example/", FINISHED)
    a_hook(a_club("friday"), "https://friday.example/")
    for gone in ("removed_at", "paused_at"):
        Webhook.objects.filter(pk=a_hook(club, "https://gone.example/").pk).update(**{gone: timezone.now()})
    a_match(club, players[:4], plan=(1, 2, 1), seed=3)
    finished = [job for job in Job.objects.all() if job.asked["event"] == FINISHED]
    assert [job.asked["hook"] for job in finished] == [str(ends.pk)]


def test_a_result_that_is_not_written_is_not_told(hook: Webhook, club: Club, players: list[Player]) -> None:
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        a_match(club, players[:4], plan=(1, 2, 1), seed=3)
        raise ZeroDivisionError
    assert queued_events() == []


def test_sent_again_by_a_tablet_a_line_is_not_told_again(hook: Webhook, club: Club, players: list[Player]) -> None:
    match = a_match(club, players[:4], plan=(1, 2, 1), seed=3)
    last = match.entries.order_by("-number").first()
    assert last
    again = Draft(last.kind, last.number, last.payload, id=last.pk)
    assert ledger.record(match.pk, [again], version=match.version - 1, by=Author(None)).again
    assert queued_events(FINISHED, CORRECTED) == [FINISHED]


def test_what_is_worked_out_anew_or_brought_in_is_news_to_nobody(
    hook: Webhook, club: Club, players: list[Player]
) -> None:
    with all_at_once(club):
        match = a_match(club, players[:4], plan=(1, 2, 1), seed=3)
    match.awards.all().delete()
    rebuild(club)
    assert queued_events() == []


def test_without_a_program_a_result_costs_one_question_more(club: Club, players: list[Player]) -> None:
    won_by(club, players, 0, 4)
    with CaptureQueriesContext(connection) as seen:
        won_by(club, players, 0, 4)
    assert len([query for query in seen.captured_queries if '"dogclub_webhook"' in query["sql"]]) <= 2
    assert [query for query in seen.captured_queries if '"dogclub_job"' in query["sql"]] == []
