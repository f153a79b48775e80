"""Erasure of removed matches after two weeks. Called by the scheduler (dogclub/schedule.py)."""

from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from clubs.models import Club
from dogclub import jobs
from dogclub.privacy.erasure.files import OVER
from games import ledger
from games.ledger.removal import matches_erased


def erase_due() -> int:
    """Erase the removed matches that are due, and return their number."""
    return ledger.erase_removed(timezone.now())


def forget_files(*, club: Club, until: datetime, **_: object) -> None:
    """Delete what jobs made or sent while the matches were there, and overwrite all of it, in the transaction that
    deletes them.
    """
    club.jobs.filter(Q(asked_at__lte=until) | Q(kind="hook"), state__in=OVER).delete()
    jobs.enqueue("overwrite")


def connect() -> None:
    """Connect the receiver to its signal."""
    matches_erased.connect(forget_files, dispatch_uid="files of erased matches")
