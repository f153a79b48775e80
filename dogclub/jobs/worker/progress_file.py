"""Progress of a long write in a file beside the database: a row shows nothing before its transaction commits.

Only SQLite needs it, where one writer locks out all others; there everything runs on one machine and shares `VAR`.
"""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings

from dogclub.models import Job

SHOWN = ("percent", "steps", "now")
AN_HOUR = 3600  # seconds; a run that lives writes its file anew every second


def _place(pk: UUID) -> Path:
    return Path(settings.VAR) / "jobs" / f"{pk}.json"


def say(pk: UUID, progress: dict[str, Any]) -> None:
    """Replace the progress file of a job; only the keys in SHOWN are stored."""
    place = _place(pk)
    place.parent.mkdir(exist_ok=True)
    draft = place.with_suffix(".draft")
    draft.write_text(json.dumps({name: progress[name] for name in SHOWN}), encoding="utf-8")
    draft.replace(place)


def forget(pk: UUID) -> None:
    """Delete the progress file of a job."""
    _place(pk).unlink(missing_ok=True)


def clear_away() -> None:
    """Delete the progress files of killed runs: those not written for an hour."""
    for name in ("*.json", "*.draft"):
        for file in (Path(settings.VAR) / "jobs").glob(name):
            with suppress(FileNotFoundError):
                if time.time() - file.stat().st_mtime > AN_HOUR:
                    file.unlink()


def with_progress(job: Job) -> Job:
    """Return the job with the values of its progress file, if it runs and has one."""
    if job.state == Job.State.RUNNING:
        with suppress(OSError, ValueError):
            for name, value in json.loads(_place(job.pk).read_text(encoding="utf-8")).items():
                setattr(job, name, value)
    return job
