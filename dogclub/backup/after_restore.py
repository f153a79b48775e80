"""What a restored installation needs before anybody comes in: today's tables, no work of yesterday, and a proof."""

from io import StringIO
from typing import Any

from django.conf import settings
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from clubs.models import Club
from dogclub.jobs.worker.kinds import find
from dogclub.models import Job

CALLED_OFF = "The server was restored from a backup meanwhile. Request it again if you still need it."


def bring_up_to_date(zone: str) -> None:
    """`zone` is the one of the installation that was backed up; this one may tell the time differently."""
    call_command("migrate", verbosity=0, interactive=False)
    if zone != settings.TIME_ZONE:
        Club.objects.filter(time_zone="").update(standings_clock="")  # an old backup does not say by which they were


def lay_work_down() -> int:
    """What waited when the backup was made may have been done since: no letter goes out twice."""
    waiting = Job.objects.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    Job.objects.filter(pk__in=[job.pk for job in waiting if _is_fleeting(job)]).delete()
    ended: dict[str, Any] = {"state": Job.State.CANCELLED, "finished_at": timezone.now(), "lease": None, "now": ""}
    return waiting.update(**ended, problem=CALLED_OFF)


def _is_fleeting(job: Job) -> bool:
    try:
        return find(job.kind).fleeting
    except KeyError:
        return True  # a kind that is no more


def forget_lost_files() -> int:
    """Files of jobs are usually not in a backup; their rows stop offering them."""
    named = Job.objects.exclude(file="").values_list("pk", "file")
    lost = [pk for pk, file in named if not default_storage.exists(file)]
    return Job.objects.filter(pk__in=lost).update(file="", file_name="", size=0)


def differing() -> str:
    """Where the figures are not what their entries add up to, in the words of `rescore`; usually nothing."""
    output = StringIO()
    try:
        call_command("rescore", "--check", stdout=output)
    except CommandError:
        return output.getvalue().strip()
    return ""
