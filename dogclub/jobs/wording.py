"""Texts of a job's page: progress, remaining time, result."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import Access
from clubs.models import Club
from dogclub.jobs.work import Kind, find
from dogclub.models import Job

# Lookup of a job with a permission check.


def job_of(club: Club, access: Access, pk: UUID) -> tuple[Job, Kind]:
    """Return a job and its kind. The role is checked even for its requester, who may have lost it or use a key with
    fewer rights.

    Raise Http404 or PermissionDenied.
    """
    job = Job.objects.select_related("asked_by", "club").filter(club=club, pk=pk).first()
    if job is None:
        raise Http404
    kind = find(job.kind)
    if not kind.is_for(access):
        raise PermissionDenied
    return job, kind


ENOUGH_TIME = timedelta(seconds=3)  # no estimate of the remaining time before
ENOUGH_WORK = 4  # percent; no estimate before
A_MINUTE, AN_HOUR = 60, 3600
State = Job.State


@dataclass(frozen=True)
class Step:
    """A line in the list of steps: done, current or to come."""

    words: str
    is_done: bool
    is_current: bool


@dataclass(frozen=True)
class Shown:
    """A job as the page shows it. `headline` is the current step, `to_go` the remaining time; `token` changes
    whenever the text does.
    """

    job: Job
    kind: Kind
    steps: Sequence[Step]
    headline: str
    to_go: str

    @property
    def token(self) -> str:
        """A value that changes whenever anything shown does."""
        job = self.job
        moment = job.cancel_asked_at or job.finished_at or job.started_at or job.asked_at
        at = sum(step["done"] + step["is_done"] for step in job.steps)
        return f"{job.state}-{job.tries}-{job.percent}-{at}-{moment.timestamp():.0f}-{len(self.to_go)}"

    @property
    def result_words(self) -> list[str]:
        """Sentences about the result, from the work itself."""
        return list(self.job.result.get("words", []))


def shown(job: Job, kind: Kind) -> Shown:
    """Return a job as the page shows it."""
    steps = steps_of(job)
    current = next((step for step in steps if step.is_current), None)
    return Shown(job, kind, steps, current.words if current else "", to_go(job))


def steps_of(job: Job) -> list[Step]:
    """Return the steps; the first that is not done is the current one while the job runs."""
    steps: list[Step] = []
    is_reached = job.state != State.RUNNING
    for step in job.steps:
        is_current = not step["is_done"] and not is_reached
        is_reached = is_reached or is_current
        steps.append(Step(_step(step), step["is_done"], is_current))
    return steps


def _step(step: dict[str, Any]) -> str:
    if step["is_done"]:
        return f"{step['label']}, {step['words']}" if step["words"] else step["label"]
    if not step["of"]:
        return str(step["label"])
    return _("{step}, {done} of {all}").format(step=step["label"], done=step["done"], all=step["of"])


def to_go(job: Job) -> str:
    """Return the remaining time as a sentence, or "" while it cannot be estimated."""
    if job.state != State.RUNNING or job.started_at is None or job.percent < ENOUGH_WORK:
        return ""
    gone = timezone.now() - job.started_at
    if gone < ENOUGH_TIME:
        return ""
    left = about(gone.total_seconds() * (100 - job.percent) / job.percent)
    return _("{time} to go.").format(time=left)


def about(seconds: float) -> str:
    """Return a duration in seconds as rough words."""
    if seconds < 8:
        return _("A few seconds")
    if seconds < A_MINUTE - 5:
        return _("About {count} seconds").format(count=f"{max(round(seconds, -1), 10):.0f}")
    if seconds < AN_HOUR - A_MINUTE / 2:
        minutes = round(seconds / A_MINUTE)
        return _("About a minute") if minutes == 1 else _("About {minutes} minutes").format(minutes=minutes)
    return _("More than an hour")
