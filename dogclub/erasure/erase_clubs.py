"""Clubs whose week is over: every byte of them goes. Looked after by the watch (dogclub/schedule.py)."""

import logging

from django.db import transaction
from django.utils import timezone

from clubs.deletion.club import due, owners_of, write_to
from clubs.locks import wait_for
from clubs.models import Club
from dogclub import jobs
from dogclub.erasure import email_files
from games import ledger

logger = logging.getLogger(__name__)


def erase_due() -> int:
    """How many went. Each by itself, so that one that cannot go stands in nobody's way."""
    gone = 0
    for club in due(timezone.now()):
        try:
            gone += erase(club)
        except Exception:
            logger.exception("A club could not be erased; it is tried again.")
    return gone


def erase(club: Club) -> bool:
    """False where it was taken back, or erased, meanwhile."""
    with transaction.atomic():
        wait_for(club)
        if not due(timezone.now()).filter(pk=club.pk).exists():
            return False
        owners, words = owners_of(club), (club.name, club.get_absolute_url())
        ledger.erase(club)
        # Before the last letter, which does not name the club.
        email_files.forget(words)
        write_to(owners, "gone", day=club.deletes_at)
        jobs.enqueue("overwrite")
    return True
