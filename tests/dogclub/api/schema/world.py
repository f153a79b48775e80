"""A club with one row of every kind that an operation of the API can be about."""

import hashlib
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils import timezone

from clubs import api_keys
from clubs.branding import keep_logo, read_logo
from clubs.member_photos import Crop, put_photo, read_square
from clubs.models import Club, Confirm, Membership, Night, Role, Scope, ShowPhotos
from dogclub.exchange.imports.review.dry_run import dry_run
from dogclub.models import ImportBatch, Job, SheetReading
from dogclub.notify.webhooks import management
from dogclub.notify.webhooks.delivery import EVENTS
from games.entries.confirmation import sheet_version
from games.entries.drafts import Author
from games.entries.match_state import load
from games.ledger import Takeover, remove, substitute
from games.models import Comment
from games.photos import put, read_photo
from games.scoring_device import take
from leagues.models import ShareLink, Trophy
from leagues.playoffs.deal import begin
from leagues.sharing.links import fingerprint
from scoring.dirty_dog import Options
from tests.dogclub.api.kennel import Kennel, a_kennel
from tests.factory import a_match, a_member
from tests.pictures import a_picture

OLD = b"""date,player,total
2024-03-12,Bea Marlowe,52
2024-03-12,B. Marlow,-7
2024-03-12,Otto Pym,12
2024-03-13,Bea Marlowe,many
2024-03-13,Otto Pym,3
"""
Ids = dict[str, Any]


@dataclass(frozen=True)
class World:
    """A club with one row of every kind.

    `ids` are the ids for paths, by kind of row or operation id; `went_well` collects the operations that succeeded and
    `needs_key` those that were found to refuse whoever has no key;
    `sheet` is the version of the sheet that waits for confirmation; `token` is a key of the club and `member` a key of
    a member who plays.
    """

    kennel: Kennel
    token: str
    member: str
    ids: Ids
    sheet: int
    went_well: set[str] = field(default_factory=set)
    needs_key: set[str] = field(default_factory=set)


def a_world() -> World:
    kennel = a_kennel()
    fresh = a_match(kennel.club, kennel.players[:5], hands=0)
    stopped = a_match(kennel.club, kennel.players[:5], hands=0, abandoned_at=timezone.now())
    coming = Night.objects.create(club=kennel.club, starts_at=timezone.now() + timedelta(days=9))
    complete = a_match(kennel.club, kennel.players[:5], plan=(1, 2), seed=6, confirm=Confirm.EVERY_SEAT)
    take(fresh.pk, uuid4(), None, "“by the window”")
    playoff = begin(kennel.club, kennel.night, "dirty-dog", [kennel.players[:4], kennel.players[4:]], 1, Options())
    waiting, failed, done = (a_job(kennel, state) for state in (Job.State.QUEUED, Job.State.FAILED, Job.State.DONE))
    bone = kennel.club.trophies.get(rule=Trophy.Rule.HAND)
    one = {"job": waiting, "match": fresh, "night": kennel.night, "player": kennel.players[0], "playoff": playoff}
    more = {"season": kennel.season, "trophy": bone}
    special = {"abandon_match": fresh, "reopen_match": stopped, "print_sheet": kennel.finished, "job_file": done}
    special |= {"confirm_match": complete, "retry_job": failed, "call_off_night": coming, "call_on_night": coming}
    special |= {"remind_of_night": coming}
    special |= {"import": an_import(kennel), "undo_import": an_import(kennel, ImportBatch.State.DONE)}
    special |= {"take_back_match": remove(a_match(kennel.club, kennel.players[:5], hands=0).pk, "", Author(None))}
    taken = a_match(kennel.club, kennel.players[:3], hands=1, max_cards=3)
    substitute(taken.pk, Takeover(0, kennel.players[4], 2), by=Author(None))
    special |= {"end_substitution": taken, "substitute_player": a_match(kennel.club, kennel.players[:3], hands=0)}
    special |= {"remove_match": a_match(kennel.club, kennel.players[:5], hands=0)}
    special |= {"hook": management.add(kennel.club, None, "https://dogs.example/told", list(EVENTS))}
    special |= {"edit_comment": a_comment(kennel), "delete_comment": a_comment(kennel), "share-link": a_link(kennel)}
    special |= {"sheet-photo": SheetReading.objects.create(club=kennel.club, width=300, height=400, state="refused")}
    put(kennel.finished, read_photo(BytesIO(a_picture()), len(a_picture())), Author(None))
    keep_logo(kennel.club, read_logo(BytesIO(a_picture()), len(a_picture())))
    Club.objects.filter(pk=kennel.club.pk).update(photos=ShowPhotos.GUESTS)
    put_photo(kennel.players[0], read_square(BytesIO(a_picture()), len(a_picture()), Crop()))
    special |= {"read_photo": kennel.finished, "remove_photo": kennel.finished, "put_photo": kennel.finished}
    ids = {name: row.pk if isinstance(row.pk, int) else str(row.pk) for name, row in {**one, **more, **special}.items()}
    return World(kennel, kennel.program().token, a_member_key(kennel), ids, sheet_version(load(complete)))


def a_member_key(kennel: Kennel) -> str:
    user = a_member(kennel.club, Role.ORGANISER)
    Membership.objects.filter(user=user).update(player=kennel.players[0])
    return api_keys.make("a test", Scope.ORGANISE, of=user, by=None)[1]


def a_comment(kennel: Kennel) -> Comment:
    Club.objects.filter(pk=kennel.club.pk).update(has_comments=True)
    row: Comment = Comment.objects.create(night=kennel.night, player=kennel.players[0], text="A recount, please.")
    return row


def a_link(kennel: Kennel) -> ShareLink:
    about = {"kind": ShareLink.Kind.MATCH, "match": kennel.finished, "fingerprint": fingerprint("a test")}
    row: ShareLink = ShareLink.objects.create(club=kennel.club, **about)
    return row


def a_job(kennel: Kennel, state: str) -> Job:
    job = Job.objects.create(club=kennel.club, kind="rebuild", state=state)
    if state == Job.State.DONE:
        job.file = default_storage.save(f"jobs/{job.pk}/result", ContentFile(b"a book"))
        job.file_name, job.content_type, job.size = "book.pdf", "application/pdf", 6
        job.sha256 = hashlib.sha256(b"a book").hexdigest()
        job.save()
    return job


def an_import(kennel: Kennel, state: str = ImportBatch.State.ASKING) -> ImportBatch:
    """An import with one match that can be imported and one that has an error."""
    row = ImportBatch(club=kennel.club, source="csv", file_name="old.csv", state=state)
    row.found = dry_run(row, BytesIO(OLD), lambda *_: None)
    row.save(force_insert=True)
    return row
