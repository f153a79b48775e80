"""The page of a job and the list of jobs: their text in each state, who may see them, and file downloads."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.test import Client
from django.utils import timezone, translation

from clubs.models import Club, Role
from dogclub.jobs import enqueue
from dogclub.jobs.run import run
from dogclub.jobs.wording import about, shown, steps_of
from dogclub.jobs.work import Kind
from dogclub.models import Job
from tests.dogclub.jobs import doings
from tests.dogclub.jobs.test_running import again, done_by, had
from tests.factory import a_club, a_match, a_member, some_players

pytestmark = pytest.mark.django_db
State = Job.State
WHOLE = b"woof " * 1000


def at(job: Job, **fields: Any) -> str:
    """Set these fields and return the address of the job."""
    return had(job, **fields).get_absolute_url() if fields else job.get_absolute_url()


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def running(club: Club, percent: int, since: float) -> Job:
    begun = timezone.now() - timedelta(seconds=since)
    steps = [
        {"label": "Results gathered", "done": 11, "of": 11, "words": "11 nights", "is_done": True},
        {"label": "Sheets set", "done": 28, "of": 44, "words": "", "is_done": False},
        {"label": "Bound into one file", "done": 0, "of": 0, "words": "", "is_done": False},
    ]
    said = {"percent": percent, "started_at": begun, "beat_at": timezone.now(), "steps": steps, "tries": 1}
    return had(enqueue("test-slow", club), state=State.RUNNING, now="sheets of 29 October", **said)


def test_a_running_job_says_how_far_it_is(organiser: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    job = running(club, 63, 68)
    now = timezone.now()
    Job.objects.update(started_at=now - timedelta(seconds=68))
    monkeypatch.setattr("dogclub.jobs.pages.timezone.now", lambda: now)
    said = text(organiser, at(job))
    for words in (
        "Sheets set, 28 of 44.",
        "About 40 seconds to go.",
        "Now: sheets of 29 October.",
        "Results gathered, 11 nights",
        "Cancel, leave the bones",
    ):
        assert words in said


def test_how_far_a_step_is_stands_in_the_language_of_the_reader(club: Club) -> None:
    with translation.override("de"):
        assert [step.words for step in steps_of(running(club, 63, 68))][1:] == [
            "Sheets set, 28 von 44",
            "Bound into one file",
        ]


@pytest.mark.parametrize(("percent", "since"), [(1, 60), (50, 1)])
def test_what_cannot_be_known_yet_is_not_said(
    club: Club, percent: int, since: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, now = running(club, percent, since), timezone.now()
    job.started_at = now - timedelta(seconds=since)
    monkeypatch.setattr("dogclub.jobs.pages.timezone.now", lambda: now)
    assert shown(job, doings.SLOW).to_go == ""


LASTS = [
    (3, "A few seconds"),
    (12, "About 10 seconds"),
    (40, "About 40 seconds"),
    (58, "About a minute"),
    (150, "About 2 minutes"),
    (3590, "More than an hour"),
]


@pytest.mark.parametrize(("seconds", "words"), LASTS)
def test_time_is_said_calmly(seconds: float, words: str) -> None:
    assert about(seconds) == words


def test_it_asks_again_until_it_is_over(organiser: Client, club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    job, now = running(club, 63, 68), timezone.now()
    monkeypatch.setattr("dogclub.jobs.pages.timezone.now", lambda: now)
    page = organiser.get(at(job)).content.decode()
    (since,) = re.findall(r'hx-get="(\?since=[^"]+)" hx-trigger="every 2s"', page)
    assert organiser.get(at(job) + since).status_code == 204
    assert organiser.get(at(job, percent=64) + since).status_code == 200
    over = organiser.get(at(job, state=State.DONE, finished_at=timezone.now()) + since)
    assert (over.status_code, b"hx-trigger" in over.content) == (200, False)


STATES: list[tuple[dict[str, Any], list[str], list[str]]] = [
    ({}, ["Waiting to start.", "Cancel, leave the bones", "Refresh"], ["Try again"]),
    ({"problem": "The dog is asleep."}, ["The dog is asleep.", "Next try at"], ["Waiting to start."]),
    ({"state": State.RUNNING, "cancel_asked_at": timezone.now()}, ["Stopping."], ["Cancel, leave the bones"]),
    ({"state": State.CANCELLED}, ["Cancelled. Nothing was saved.", "Try again"], ["Cancel, leave the bones"]),
    (
        {"state": State.FAILED, "problem": "There is no bone."},
        ["Counting slowly failed", "There is no bone.", "Try again"],
        ["Cancel, leave the bones"],
    ),
    ({"state": State.DONE, "result": {"words": ["Two bones."]}}, ["Done.", "Two bones."], ["Try"]),
]


@pytest.mark.parametrize(("row", "there", "not_there"), STATES)
def test_each_state_has_its_words(
    organiser: Client, club: Club, row: dict[str, Any], there: list[str], not_there: list[str]
) -> None:
    said = text(organiser, at(enqueue("test-slow", club), finished_at=timezone.now(), **row))
    assert [words for words in there if words not in said] == []
    assert [words for words in not_there if words in said] == []


def test_cancel_and_try_again_come_back_to_the_page(organiser: Client, club: Club) -> None:
    job = enqueue("test-plain", club)
    assert organiser.post(at(job) + "cancel/").headers["Location"] == at(job)
    assert again(job).state == State.CANCELLED
    organiser.post(at(job) + "cancel/")
    assert "Too late to cancel" in text(organiser, at(job))
    assert organiser.post(at(job) + "retry/").headers["Location"] == at(job)
    assert again(job).state == State.QUEUED
    organiser.post(at(job) + "retry/")
    assert "nothing to try again" in text(organiser, at(job))


def test_what_is_done_in_parts_does_not_say_that_nothing_was_kept(organiser: Client, club: Club) -> None:
    for kind, words in (
        ("test-plain", "Nothing was saved."),
        ("rebuild", "What was corrected before that stays corrected."),
    ):
        job = enqueue(kind, club)
        organiser.post(at(job) + "cancel/")
        assert f"Cancelled. {words}" in text(organiser, at(job))


def test_only_the_role_of_its_kind_may_see_it(client: Client, club: Club) -> None:
    job = enqueue("rebuild", club)
    for role, status in ((Role.MEMBER, 403), (Role.SCOREKEEPER, 403), (Role.ORGANISER, 200)):
        client.force_login(a_member(club, role))
        assert client.get(at(job)).status_code == status


def test_whoever_asked_and_is_less_by_now_neither_fetches_it_nor_begins_it_again(client: Client, club: Club) -> None:
    asker = a_member(club, Role.OWNER)
    job = enqueue("archive", club, asker)
    Job.objects.filter(pk=job.pk).update(state=State.FAILED)
    club.memberships.filter(user=asker).update(role=Role.MEMBER)
    client.force_login(asker)
    answers = [client.get(at(job)), client.get(at(job) + "file/"), client.post(at(job) + "retry/")]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert again(job).state == State.FAILED
    assert at(job) not in client.get("/c/kennel/office/").content.decode()


def test_a_job_of_another_club_is_not_there(organiser: Client, club: Club) -> None:
    job = enqueue("test-plain", a_club("friday"))
    assert organiser.get(f"/c/kennel/jobs/{job.pk}/").status_code == 404


# Downloads of files.


def file_of(organiser: Client, club: Club, **headers: str) -> Any:
    job = Job.objects.filter(kind="test-file").first() or done_by(doings.FILE, club)
    return organiser.get(at(job) + "file/", headers=headers)


def body(answer: Any) -> bytes:
    return b"".join(answer) if answer.streaming else answer.content


def test_a_file_goes_out_whole(organiser: Client, club: Club) -> None:
    answer = file_of(organiser, club)
    assert (answer.status_code, body(answer)) == (200, WHOLE)
    assert answer["Content-Length"] == "5000"
    assert answer["Accept-Ranges"] == "bytes"
    assert answer["Content-Disposition"] == "attachment; filename*=utf-8''B%C3%BCch%20des%20Hundes.txt"
    assert re.fullmatch(r'"[0-9a-f]{64}"', answer["ETag"])


PARTS = [
    ("bytes=0-9", 0, 10),
    ("bytes=4990-", 4990, 5000),
    ("bytes=-10", 4990, 5000),
    ("bytes=-9000", 0, 5000),
    ("bytes=10-99999", 10, 5000),
    ("bytes = 3 - 3", 3, 4),
]


@pytest.mark.parametrize(("asked", "first", "end"), PARTS)
def test_a_part_goes_out_as_it_was_asked_for(organiser: Client, club: Club, asked: str, first: int, end: int) -> None:
    answer = file_of(organiser, club, range=asked)
    assert (answer.status_code, body(answer)) == (206, WHOLE[first:end])
    assert answer["Content-Range"] == f"bytes {first}-{end - 1}/5000"
    assert answer["Content-Length"] == str(end - first)


@pytest.mark.parametrize("asked", ["bytes=5000-", "bytes=-0", "bytes=99999999999999999999-"])
def test_a_part_that_is_not_there_is_refused(organiser: Client, club: Club, asked: str) -> None:
    answer = file_of(organiser, club, range=asked)
    assert (answer.status_code, answer["Content-Range"]) == (416, "bytes */5000")


@pytest.mark.parametrize("asked", ["bytes=-", "bytes=9-3", "bytes=0-1,5-6", "lines=0-3", "bytes=a-b", "bytes=٣-"])
def test_what_is_no_single_part_gets_the_whole(organiser: Client, club: Club, asked: str) -> None:
    assert file_of(organiser, club, range=asked.encode().decode("latin-1")).status_code == 200


def test_a_part_of_another_file_is_not_sent(organiser: Client, club: Club) -> None:
    tag = file_of(organiser, club)["ETag"]
    assert file_of(organiser, club, range="bytes=0-9", **{"if-range": tag}).status_code == 206
    assert file_of(organiser, club, range="bytes=0-9", **{"if-range": '"other"'}).status_code == 200
    assert file_of(organiser, club, **{"if-none-match": tag}).status_code == 304


def test_a_head_says_all_and_sends_nothing(organiser: Client, club: Club) -> None:
    job = done_by(doings.FILE, club)
    answer = organiser.head(at(job) + "file/")
    assert (answer.status_code, answer["Content-Length"], body(answer)) == (200, "5000", b"")


def test_a_file_is_never_packed_on_the_way(organiser: Client, club: Club) -> None:
    answer = file_of(organiser, club, range="bytes=0-4000", **{"accept-encoding": "gzip"})
    assert body(answer) == WHOLE[:4001]


def test_a_file_that_is_gone_is_said_to_be(organiser: Client, club: Club) -> None:
    job = done_by(doings.FILE, club)
    default_storage.delete(job.file)
    answer = organiser.get(at(job) + "file/")
    assert (answer.status_code, answer.content) == (404, b"This file has been deleted. Request it again.")


# The list of jobs ("office").


@pytest.mark.parametrize("role", Role)
def test_the_office_shows_each_role_only_what_it_may_open(client: Client, club: Club, role: Role) -> None:
    client.force_login(a_member(club, role))
    page = client.get("/c/kennel/office/").content.decode()
    main = page.partition('<main id="main">')[2]
    wrong = [link for link in re.findall(r'href="(/c/[^"]+)"', main) if client.get(link).status_code != 200]
    assert wrong == []
    assert ("Recalculate everything" in page) == (role >= Role.ORGANISER)


@pytest.mark.parametrize(("kind", "is_seen"), [(doings.PLAIN, True), (doings.HIDDEN, False)])
def test_the_office_lists_what_was_asked_for_lately(
    organiser: Client, club: Club, kind: Kind, *, is_seen: bool
) -> None:
    enqueue(kind.key, club)
    assert (str(kind.title) in text(organiser, "/c/kennel/office/")) is is_seen


def test_everything_is_worked_out_again_and_says_what_differed(organiser: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 4), plan=(1, 2, 1), seed=3)
    match.awards.update(awarded_at=timezone.now() - timedelta(days=900))
    answer = organiser.post("/c/kennel/office/rebuild/")
    job = Job.objects.get(kind="rebuild")
    assert answer.headers["Location"] == at(job)
    organiser.post("/c/kennel/office/rebuild/")
    assert Job.objects.count() == 1
    run(job.pk)
    assert again(job).state == State.DONE
    said = text(organiser, at(job))
    assert re.search(r"Trophies: [1-9]\d* corrected\.", said)
    assert "Standings, nothing differed" in said
    assert "Every figure" not in said


def test_where_nothing_differed_that_is_said(organiser: Client, club: Club) -> None:
    job = enqueue("rebuild", club)
    run(job.pk)
    assert "Every figure was already correct." in text(organiser, at(job))
