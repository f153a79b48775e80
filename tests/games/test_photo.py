"""The photo of a paper sheet: what is accepted, what is stored, who sees it, and when it is deleted."""

import io
from dataclasses import replace
from typing import Any

import pillow_heif
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from clubs.links.tokens import sign
from clubs.models import Club, Player, Role, SpectatorLink
from clubs.pictures.reading import PictureRefused
from clubs.players.anonymise import anonymise_player
from dogclub.privacy.own_data import written_otherwise
from games import photos
from games.entries.drafts import Author
from games.models import Match, SheetPhoto, TabletPass
from games.photos import LARGEST, read_archived_photo, read_photo
from tests.dogclub.privacy.erasure.every_byte import files, overwritten
from tests.factory import a_match, a_member, some_players
from tests.people import SignIn
from tests.photos import a_jpeg, a_photo, noise, with_place

PLACE = "Quillabamba"


def read(content: bytes) -> Any:
    return read_photo(io.BytesIO(content), len(content))


def refusal(content: bytes) -> str:
    """The message with which this file is refused."""
    with pytest.raises(PictureRefused) as refused:
        read(content)
    return str(refused.value)


def test_it_stands_upright_and_says_nothing_but_its_pixels() -> None:
    photo = read(with_place(a_jpeg(400, 300), PLACE, orientation=6))
    picture = Image.open(io.BytesIO(photo.image))
    assert (picture.format, picture.size, (photo.width, photo.height)) == ("JPEG", (300, 400), (300, 400))
    assert PLACE.encode() not in photo.image
    assert not picture.getexif()
    red, green, _ = picture.convert("RGB").crop((290, 10, 291, 11)).tobytes()  # upper left before rotation
    assert red > 200 > green


def test_a_large_one_is_made_smaller_and_a_noisy_one_rougher() -> None:
    large = read(a_jpeg(6000, 4000))
    assert max(large.width, large.height) == 2400
    assert len(read(noise(3000, 2200)).image) <= LARGEST


def test_what_one_can_see_through_is_white_and_a_second_picture_behind_the_first_is_left_out() -> None:
    out = io.BytesIO()
    Image.new("RGBA", (40, 30), (0, 0, 0, 0)).save(out, "PNG")
    assert Image.open(io.BytesIO(read(out.getvalue()).image)).getpixel((5, 5)) == (255, 255, 255)
    both, second = io.BytesIO(), Image.new("RGB", (20, 15))
    Image.new("RGB", (40, 30), "red").save(both, "MPO", save_all=True, append_images=[second])
    assert read(both.getvalue()).width == 40


def test_what_is_no_photo_is_refused_in_a_sentence() -> None:
    moving, still = io.BytesIO(), Image.new("RGB", (8, 8))
    still.save(moving, "WEBP", save_all=True, append_images=[Image.new("RGB", (8, 8), "red")])
    bomb = io.BytesIO()
    Image.new("1", (9000, 9000)).save(bomb, "PNG")
    assert "9,000 × 9,000 pixels" in refusal(bomb.getvalue())
    assert "animated" in refusal(moving.getvalue())
    assert "damaged" in refusal(a_jpeg(400, 300)[:-900])
    assert "SVG" in refusal(b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    assert "not a JPEG" in refusal(b"%PDF-1.7 not a picture")
    assert "not a JPEG" in refusal(b"")
    assert "10.0 MB is too large; 10 MB is the most" in refusal(a_jpeg(40, 30) + b"\0" * 10_000_000)


def test_heic_is_read_where_its_decoder_is_and_told_apart_where_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.BytesIO()
    pillow_heif.register_heif_opener()
    picture = Image.open(io.BytesIO(with_place(a_jpeg(400, 300), PLACE)))
    picture.save(out, "HEIF", exif=picture.getexif().tobytes())
    assert PLACE.encode() in out.getvalue()
    photo = read(out.getvalue())
    assert (photo.width, photo.height) == (400, 300)
    assert PLACE.encode() not in photo.image
    assert refusal(out.getvalue()[:-900]).startswith(("This picture is damaged", "This is not a JPEG"))
    without = replace(photos.LIMITS, formats=("JPEG", "PNG", "WEBP"))
    monkeypatch.setattr(photos, "LIMITS", without)
    assert "Choose it on the phone itself" in refusal(out.getvalue())


def test_what_was_kept_before_stays_as_it_is_and_anything_else_is_made_anew() -> None:
    kept = read(a_jpeg(400, 300)).image
    assert read_archived_photo(kept).image == kept
    for other in (with_place(kept, PLACE), kept + b"<script>", a_jpeg(2600, 30)):
        again = read_archived_photo(other).image
        assert again != other
        assert PLACE.encode() not in again
        assert b"script" not in again


@pytest.fixture
def match(kennel: Club) -> Match:
    return a_match(kennel, some_players(kennel, 3), hands=1, plan=(1, 2, 1))


def url(match: Match, name: str = "sheet-photo") -> str:
    return reverse(name, args=[match.pk])


def upload(content: bytes = b"") -> dict[str, Any]:
    return {"photo": SimpleUploadedFile("sheet.jpg", content or a_jpeg(), "image/jpeg")}


@pytest.mark.django_db
def test_it_is_put_shown_replaced_and_removed(match: Match, sign_in: SignIn) -> None:
    keeper, member = sign_in(Role.SCOREKEEPER), sign_in(Role.MEMBER)
    assert "Add a photo of the" in keeper.get(match.get_absolute_url()).content.decode()
    assert keeper.post(url(match), upload()).status_code == 302
    sent = member.get(url(match, "sheet-photo-image"))
    first = SheetPhoto.objects.get()
    assert sent.content == bytes(first.image)
    assert (sent["Content-Type"], sent["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert "private" in sent["Cache-Control"]
    assert "img-src 'self'" in sent["Content-Security-Policy"]
    again = member.get(url(match, "sheet-photo-image"), headers={"If-None-Match": sent["ETag"]})
    assert again.status_code == 304
    page = member.get(url(match)).content.decode()
    assert 'alt="The paper sheet, photographed"' in page
    assert "Save photo" not in page
    assert "Photo of the sheet" in member.get(match.get_absolute_url()).content.decode()
    keeper.post(url(match), upload(a_jpeg(60, 80)))
    assert member.get(url(match, "sheet-photo-image")).content != sent.content
    first.refresh_from_db()
    assert (first.image, first.removed_by) == (None, first.recorded_by)
    assert member.post(url(match, "sheet-photo-remove")).status_code == 403
    for _ in range(2):
        assert keeper.post(url(match, "sheet-photo-remove")).status_code == 302
    assert member.get(url(match, "sheet-photo-image")).status_code == 404
    lines = [" ".join(each.split()) for each in member.get(url(match, "history")).content.decode().split("<li>")[1:]]
    words = [next((word for word in ("removed.", "added.", "bid") if word in line), "") for line in lines]
    assert [word for word in words if word][:4] == ["removed.", "added.", "removed.", "added."]
    assert all("Scorekeeper" in line for line in lines if "Photo of the sheet" in line)


@pytest.mark.django_db
def test_a_broken_or_missing_file_is_said_and_keeps_what_was_there(match: Match, sign_in: SignIn) -> None:
    keeper = sign_in(Role.SCOREKEEPER)
    keeper.post(url(match), upload())
    for body, words in ((upload(b"no picture"), "This is not a JPEG"), ({}, "Take a photo or choose a file first.")):
        answer = keeper.post(url(match), body)
        assert answer.status_code == 422
        assert words in answer.content.decode()
    assert SheetPhoto.objects.get().removed_at is None


@pytest.mark.django_db
def test_members_alone_see_it(match: Match, sign_in: SignIn) -> None:
    a_photo(match)
    Club.objects.filter(pk=match.club_id).update(history_is_open=True)
    visitor, watcher, tablet, stranger = Client(), Client(), Client(), Client()
    watcher.get(f"/watch/{sign(SpectatorLink.objects.create(club=match.club).pk, 'watch')}/")
    tablet.post(f"/tablet/{sign(TabletPass.objects.create(match=match).pk, 'tablet')}/")
    stranger.force_login(a_member(Club.objects.create(slug="friday", name="Friday Paws"), Role.OWNER))
    for other in (visitor, watcher, tablet, stranger):
        assert other.get(match.get_absolute_url()).status_code == 200
        assert "hoto" not in other.get(match.get_absolute_url()).content.decode()
        assert "hoto" not in other.get(url(match, "history")).content.decode()
        for name in ("sheet-photo", "sheet-photo-image"):
            assert other.get(url(match, name)).status_code == 404
        for name in ("sheet-photo", "sheet-photo-remove"):
            assert other.post(url(match, name), upload()).status_code in (302, 403, 404)
    assert SheetPhoto.objects.get().removed_at is None
    assert sign_in(Role.MEMBER).get(url(match, "sheet-photo-image")).status_code == 200


@pytest.mark.django_db
def test_no_other_page_loads_the_picture(match: Match, sign_in: SignIn) -> None:
    a_photo(match)
    owner = sign_in(Role.OWNER)
    pages = ["", "history/", "photo/", "table/", "paper/"]
    with CaptureQueriesContext(connection) as captured:
        for page in pages:
            assert owner.get(f"{match.get_absolute_url()}{page}").status_code == 200
        SheetPhoto.objects.first()
    assert not [each["sql"] for each in captured.captured_queries if '"image"' in each["sql"]]


@pytest.mark.django_db
def test_a_match_has_one(match: Match) -> None:
    row = a_photo(match)
    with pytest.raises(IntegrityError), transaction.atomic():
        SheetPhoto.objects.create(match=match, image=b"x", width=1, height=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        SheetPhoto.objects.filter(pk=row.pk).update(image=None)


@pytest.mark.django_db
def test_it_goes_with_a_name_on_it(match: Match, kennel: Club, sign_in: SignIn) -> None:
    other = a_match(kennel, [Player.objects.create(club=kennel, name=name) for name in ("Ann", "Bo", "Cy")], hands=0)
    a_photo(match)
    a_photo(other)
    anonymise_player(match.seats.get(position=1).player)
    assert photos.photo_of(match) is None
    assert photos.photo_of(other)
    page = sign_in(Role.MEMBER).get(url(match, "history")).content.decode()
    assert "removed, with the name of somebody who sat there" in page


@pytest.mark.django_db
def test_who_put_it_finds_that_in_their_own_data(match: Match, kennel: Club) -> None:
    user = a_member(kennel, Role.SCOREKEEPER)
    photos.put(match, read(a_jpeg()), Author(user))
    photos.remove(match, Author(user))
    said = {row["did"]: row["what"] for row in written_otherwise(user) if "photo" in row["did"]}
    assert said == {"added a photo": match.pk, "removed a photo": match.pk}


@pytest.mark.only("sqlite")
@pytest.mark.django_db(transaction=True)
def test_no_byte_of_a_removed_photo_is_left(match: Match, sign_in: SignIn) -> None:
    row = a_photo(match, a_jpeg(900, 700))
    piece = bytes(row.image or b"")[4000:4032]
    assert len(piece) == 32
    assert pieces_of(piece)
    sign_in(Role.SCOREKEEPER).post(url(match, "sheet-photo-remove"))
    overwritten()
    assert not pieces_of(piece)


def pieces_of(piece: bytes) -> list[str]:
    """The names of the stored files that contain these bytes."""
    return [each.name for each in files() if piece in each.read_bytes()]
