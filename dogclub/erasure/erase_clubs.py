"""Erasure of clubs a week after the request. Called by the scheduler (dogclub/schedule.py)."""

import logging

from django.db import transaction
from django.utils import timezone

from clubs.deletion.club import due, owners_of, write_to
from clubs.locks import lock_club
from clubs.models import Club
from dogclub import jobs
from dogclub.erasure import email_files
from games import ledger

logger = logging.getLogger(__name__)


def erase_due() -> int:
    """Erase the clubs that are due; return their number. One that fails is logged and does not stop the others."""
    gone = 0
    for club in due(timezone.now()):
        try:
            gone += erase(club)
        except Exception:
            logger.exception("A club could not be erased; it is tried again.")
    return gone


def erase(club: Club) -> bool:
    """Erase a club. Return False if the deletion was cancelled, or done by another process, meanwhile."""
    with transaction.atomic():
        lock_club(club)
        if not due(timezone.now()).filter(pk=club.pk).exists():
            return False
        owners, words = owners_of(club), (club.name, club.get_absolute_url())
        ledger.erase(club)
        # Before the last email, which does not name the club and is to stay.
        email_files.forget(words)
        write_to(owners, "gone", day=club.deletes_at)
        jobs.enqueue("overwrite")
    return True
