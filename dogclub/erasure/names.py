"""Signal receivers that erase a removed name or a deleted account from files, emails and the database file."""

from collections.abc import Iterable

from django.db import transaction

from clubs.deletion.account import account_deleted
from clubs.member_photos.keeping import member_photo_removed
from clubs.models import Club
from clubs.players.anonymise import player_anonymised
from dogclub import jobs
from dogclub.erasure import email_files
from dogclub.erasure.club_files import forget_what_may_name
from games.photos.keeping import photo_removed


def forget_name(*, club: Club, names: Iterable[str], **_: object) -> None:
    """Erase a name, in the transaction that removes it."""
    forget_what_may_name(club)
    words = list(names)
    transaction.on_commit(lambda: email_files.forget(words), robust=True)
    jobs.enqueue("overwrite")


def forget_account(*, words: Iterable[str], **_: object) -> None:
    """Erase the emails that name an account, in the transaction that deletes it."""
    sought = list(words)
    transaction.on_commit(lambda: email_files.forget(sought), robust=True)
    jobs.enqueue("overwrite")


def overwrite_photo(**_: object) -> None:
    """Overwrite a deleted photo of a sheet or of a member, in the transaction that deletes it."""
    jobs.enqueue("overwrite")


def connect() -> None:
    """Connect the receivers to their signals."""
    account_deleted.connect(forget_account, dispatch_uid="emails to a deleted account")
    player_anonymised.connect(forget_name, dispatch_uid="files and emails that name somebody")
    photo_removed.connect(overwrite_photo, dispatch_uid="bytes of photos that were removed")
    member_photo_removed.connect(overwrite_photo, dispatch_uid="bytes of members’ photos that were removed")
