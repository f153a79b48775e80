"""Photos of sheets in an archive: they are restored unchanged, and an archive without photos has no file for them."""

import base64
import random
from typing import Any

import pytest

from clubs.models import Club, User
from dogclub.exchange.archive.reader import Unusable
from dogclub.exchange.archive.restore import undo_obstacle
from dogclub.models import ImportBatch
from games import photos
from games.models import SheetPhoto
from tests.dogclub.exchange.archive.whole import brought_back, changed, cover_of, lines_of, members, packed, zipped
from tests.factory import a_club, a_match, some_players
from tests.photos import a_jpeg, a_photo, with_place

pytestmark = pytest.mark.django_db
PLACE = "Quillabamba"


@pytest.fixture
def club() -> Club:
    """A club with two matches and a photo of the second."""
    club = a_club()
    a_match(club, some_players(club, 3), plan=(1, 2))
    return club


@pytest.fixture
def photo(club: Club) -> SheetPhoto:
    return a_photo(a_match(club, list(club.players.all()), hands=1, plan=(1, 2), seed=2))


def test_they_come_back_with_their_match(club: Club, photo: SheetPhoto) -> None:
    content = packed(club)
    assert [line["match"] for line in lines_of(content, "photos")] == ["m2"]
    restored = brought_back(content)
    row = SheetPhoto.objects.get(match__club=restored.club)
    assert photos.image_of(row.pk) == photos.image_of(photo.pk)
    assert (row.match.entries.count(), row.device, row.recorded_at) == (2, "a test", photo.recorded_at)
    again = packed(restored.club)
    assert members(again)["photos.jsonl"] == members(content)["photos.jsonl"]
    assert cover_of(content).counts["photos"] == 1


def test_without_photos_there_is_no_such_file(club: Club, photo: SheetPhoto) -> None:
    with_it = packed(club)
    photos.remove_photos_of_players(club=club, players=list(club.players.all()))
    content = packed(club)
    assert "photos.jsonl" not in members(content)
    assert "photos" not in cover_of(content).counts
    brought_back(content)
    for broken in (
        zipped({name: x for name, x in members(with_it).items() if name != "photos.jsonl"}),
        zipped({**members(content), "photos.jsonl": b""}),
    ):
        with pytest.raises(Unusable, match="how much there is"):
            brought_back(broken, slug="broken")


def test_what_is_no_photo_is_refused_and_what_says_more_is_made_anew(club: Club, photo: SheetPhoto) -> None:
    content = packed(club)

    def but(**fields: Any) -> bytes:
        return changed(content, "photos.jsonl", lambda line: line.update(fields))

    for broken, words in (
        (but(image=base64.b64encode(b"<html>woof").decode()), "photo of m2 cannot be kept: This is not a JPEG"),
        (but(match="p1"), "as no match"),
        (but(match="m9"), "names m9"),
        (but(image=base64.b64encode(random.Random(1).randbytes(1_000_002)).decode()), "line 1 cannot be read"),
    ):
        with pytest.raises(Unusable, match=words):
            brought_back(broken, slug="broken")
    telling = base64.b64encode(with_place(a_jpeg(), PLACE)).decode()
    restored = brought_back(but(image=telling))
    row = SheetPhoto.objects.get(match__club=restored.club)
    assert PLACE.encode() not in (photos.image_of(row.pk) or b"")


def test_a_restored_club_stays_once_somebody_touched_a_photo(club: Club, photo: SheetPhoto) -> None:
    restored = brought_back(packed(club)).club
    made: dict[str, list[Any]] = {name: [] for name in ("nights", "seasons", "trophies", "merges", "by_hand")}
    rows = {name: list(getattr(restored, name).values_list("pk", flat=True)) for name in ("nights", "trophies")}
    batch = ImportBatch(club=restored, done_at=restored.created_at, made={**made, **rows, "playoffs": []})
    restored.matches.update(batch=batch.pk)
    batch.done_at = photo.recorded_at.replace(year=2999)
    assert undo_obstacle(batch) == ""
    row = SheetPhoto.objects.get(match__club=restored)
    SheetPhoto.objects.filter(pk=row.pk).update(recorded_by=User.objects.create_user("bea@kennel.example"))
    assert "photo" in undo_obstacle(batch)
