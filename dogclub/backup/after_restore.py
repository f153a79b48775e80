"""The steps after a restore and before use: migrate, cancel pending jobs, drop missing files, check the figures."""

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
    """Migrate the restored database. `zone` is the time zone setting of the backed-up installation; where this one's
    differs, standings of clubs without a time zone of their own are marked to be computed again.
    """
    call_command("migrate", verbosity=0, interactive=False)
    if zone != settings.TIME_ZONE:
        Club.objects.filter(time_zone="").update(standings_clock="")  # an old backup does not contain the clock


def cancel_pending_jobs() -> int:
    """Cancel the jobs that were waiting or running, since they may have been done after the backup: no letter is sent
    twice. Return how many; those deleted when done (mail) are deleted and not counted.
    """
    waiting = Job.objects.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING))
    Job.objects.filter(pk__in=[job.pk for job in waiting if _is_deleted_when_done(job)]).delete()
    ended: dict[str, Any] = {"state": Job.State.CANCELLED, "finished_at": timezone.now(), "lease": None, "now": ""}
    return waiting.update(**ended, problem=CALLED_OFF)


def _is_deleted_when_done(job: Job) -> bool:
    try:
        return find(job.kind).delete_when_done
    except KeyError:
        return True  # a kind that was removed


def forget_lost_files() -> int:
    """Remove the file names from jobs whose files are missing (backups usually leave them out); return how many."""
    named = Job.objects.exclude(file="").values_list("pk", "file")
    lost = [pk for pk, file in named if not default_storage.exists(file)]
    return Job.objects.filter(pk__in=lost).update(file="", file_name="", size=0)


def differing() -> str:
    """Return the differences between figures and entries as `rescore --check` prints them; "" without any."""
    output = StringIO()
    try:
        call_command("rescore", "--check", stdout=output)
    except CommandError:
        return output.getvalue().strip()
    return ""
