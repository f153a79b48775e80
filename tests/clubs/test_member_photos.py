"""A member's own photo: what is accepted and stored, who may see it, and when it is deleted."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from clubs.deletion import delete_account
from clubs.links.tokens import sign
from clubs.member_photos import LARGEST, Crop, PhotoForm, SquarePhoto, put_photo, read_square, settle_photo
from clubs.members.membership import change_role
from clubs.models import Club, MemberPhoto, Membership, Merge, Player, Role, ShowPhotos, SpectatorLink
from clubs.pictures.reading import PictureRefused
from leagues.players.merge import merge, undo
from tests.people import SignIn
from tests.pictures import BAD, a_picture, noise, opened, sideways

PAGE = "/c/kennel/photo/"
NAME = "Wilhelmina Featherstonehaugh-Łukasiewicz"


def a_photo(colour: str = "#aa641f") -> bytes:
    """A JPEG of 300 × 200 pixels."""
    return a_picture((300, 200), "JPEG", colour)


def read(content: bytes, crop: Crop | None = None) -> SquarePhoto:
    return read_square(io.BytesIO(content), len(content), crop or Crop())


def file(content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("me.jpg", content, "image/jpeg")


def test_limits_are_told_in_the_language_of_the_reader() -> None:
    with translation.override("de"):
        assert str(PhotoForm(club=Club()).fields["photo"].help_text).startswith("JPEG, PNG")
        assert "höchstens 10 MB. Es wird aufrecht gedreht" in str(PhotoForm(club=Club()).fields["photo"].help_text)
        with pytest.raises(PictureRefused, match=r"10,5 MB sind zu viel; höchstens 10 MB\."):
            read(bytes(10_500_000))


@pytest.fixture
def bea(kennel: Club, sign_in: SignIn) -> Player:
    """The member's player, in a club that shows photos to members."""
    sign_in(Role.MEMBER)
    Club.objects.update(photos=ShowPhotos.MEMBERS)
    kennel.refresh_from_db()
    player = Player.objects.create(club=kennel, name=NAME)
    Membership.objects.filter(role=Role.MEMBER).update(player=player)
    return player


def with_photo(player: Player) -> Player:
    """The player, after a photo was saved for them."""
    put_photo(player, read_square(io.BytesIO(a_photo()), len(a_photo()), Crop()))
    return player


def address(player: Player, part: str = "photo") -> str:
    """The URL of the player's photo, with the version that is stored now."""
    player.refresh_from_db()
    return f"/c/kennel/players/{player.pk}/{part}/{player.photo}.jpg"


def test_it_is_square_upright_and_says_nothing_but_its_pixels() -> None:
    photo = read(sideways((300, 200)))
    large, small = opened(photo.large), opened(photo.small)
    assert (large.format, large.size, small.size) == ("JPEG", (200, 200), (80, 80))
    assert b"Kennel Lane" not in photo.large + photo.small and not large.getexif()
    assert opened(read(noise((700, 500))).large).size == (256, 256)


def test_the_member_says_which_part_is_kept() -> None:
    content = sideways((300, 200))  # 200 × 300 once rotated upright, with red at the upper right
    whole, corner = (opened(read(content, crop).large) for crop in (Crop(), Crop(across=100, down=0, zoom=400)))
    assert whole.convert("RGB").getpixel((10, 10)) == pytest.approx((255, 255, 255), abs=9)
    assert corner.convert("RGB").getpixel((10, 10)) == pytest.approx((254, 0, 0), abs=9)


@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_the_hardest_picture_is_small(mode: str) -> None:
    photo = read(noise((600, 500), mode))
    assert [len(photo.large) <= LARGEST[256], len(photo.small) <= LARGEST[80]] == [True, True]


@pytest.mark.parametrize("case", sorted({*BAD} - {"too many bytes", "too many pixels", "a bomb"}))
def test_what_is_no_photo_is_refused_in_a_sentence(case: str) -> None:
    content, words = BAD[case]
    with pytest.raises(PictureRefused, match=words.replace("PNG, JPEG or WebP picture", "JPEG, PNG")):
        read(content)


def test_a_tiny_or_huge_one_is_refused() -> None:
    for content, words in ((a_picture((40, 90)), "at least 64"), (bytes(10_000_001), "10 MB is the most")):
        with pytest.raises(PictureRefused, match=words):
            read(content)


@pytest.mark.django_db
def test_a_member_adds_replaces_and_removes_it(bea: Player, sign_in: SignIn) -> None:
    member = sign_in(Role.MEMBER)
    assert "none yet" in member.get("/account/").content.decode()
    assert member.post(PAGE, {"photo": file(a_photo()), "zoom": "200"}).status_code == 302
    first = address(bea)
    for path in (PAGE, f"/c/kennel/players/{bea.pk}/"):
        assert first in member.get(path).content.decode()
    for path in ("/account/", "/c/kennel/players/"):
        assert address(bea, "face") in member.get(path).content.decode()
    assert member.post(PAGE, {"photo": file(a_photo("#123456"))}).status_code == 302
    assert (member.get(first).status_code, member.get(address(bea)).status_code) == (404, 200)
    remove = f"/c/kennel/players/{bea.pk}/photo/remove/"
    for _ in range(2):
        assert member.post(remove).status_code == 302
    bea.refresh_from_db()
    assert (bea.photo, MemberPhoto.objects.count()) == ("", 0)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Choose a photo first"),
        ({"photo": b"<svg/>"}, "SVG files are not accepted"),
        ({"photo": b""}, "not a JPEG, PNG"),
        ({"photo": a_photo(), "zoom": "9000"}, "less than or equal to 400"),
        ({"photo": a_photo(), "across": "left"}, "Enter a whole number"),
    ],
)
def test_a_refused_one_leaves_the_other(sent: dict[str, str | bytes], words: str, bea: Player, sign_in: SignIn) -> None:
    was = with_photo(bea).photo
    data = {name: file(value) if isinstance(value, bytes) else value for name, value in sent.items()}
    page = sign_in(Role.MEMBER).post(PAGE, data)
    bea.refresh_from_db()
    assert (page.status_code, words in page.content.decode(), bea.photo) == (422, True, was)


@pytest.mark.django_db
def test_only_the_member_adds_it_and_an_organiser_may_remove_it(bea: Player, sign_in: SignIn) -> None:
    with_photo(bea)
    remove = f"/c/kennel/players/{bea.pk}/photo/remove/"
    assert sign_in(Role.ORGANISER).get(PAGE).status_code == 404  # an account without a player has no photo page
    assert sign_in(Role.SCOREKEEPER).post(remove).status_code == 403
    assert "Remove photo" in sign_in(Role.ORGANISER).get(f"/c/kennel/players/{bea.pk}/edit/").content.decode()
    assert sign_in(Role.ORGANISER).post(remove).status_code == 302
    assert MemberPhoto.objects.count() == 0


@pytest.mark.django_db
def test_who_sees_it_is_as_the_club_says(bea: Player, kennel: Club, sign_in: SignIn) -> None:
    member, other, guest = sign_in(Role.MEMBER), sign_in(Role.SCOREKEEPER), Client()
    guest.get(f"/watch/{sign(SpectatorLink.objects.create(club=kennel).pk, 'watch')}/")
    at = address(with_photo(bea))
    seen = {}
    for photos in ShowPhotos:
        Club.objects.update(photos=photos)
        seen[photos.value] = [client.get(at).status_code for client in (member, other, guest, Client())]
    assert seen == {"off": [200, 404, 404, 302], "members": [200, 200, 404, 302], "guests": [200, 200, 200, 302]}
    Club.objects.update(photos=ShowPhotos.NOBODY, history_is_open=True)
    assert 'class="face' not in other.get("/c/kennel/players/").content.decode()
    assert "not shown" in member.get("/account/").content.decode()
    page = member.post(PAGE, {"photo": file(a_photo())})
    assert (page.status_code, "Nobody but you" in page.content.decode()) == (422, True)
    Club.objects.update(photos=ShowPhotos.MEMBERS)
    assert [client.get(at).status_code for client in (guest, Client())] == [404, 404]  # with an open history
    assert at not in Client().get(f"/c/kennel/players/{bea.pk}/").content.decode()


@pytest.mark.django_db
def test_a_browser_asks_for_it_once(bea: Player, sign_in: SignIn) -> None:
    member, at = sign_in(Role.MEMBER), address(with_photo(bea))
    answer = member.get(at)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/jpeg", "nosniff")
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert member.get(at, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert len(member.get(address(bea, "face")).content) < len(answer.content)


@pytest.mark.django_db
def test_whoever_has_none_has_a_circle_with_initials(bea: Player, sign_in: SignIn) -> None:
    for name in ("שרה כהן", "🐕 Otto", "🦴"):
        Player.objects.create(club=bea.club, name=name)
    page = sign_in(Role.MEMBER).get("/c/kennel/players/").content.decode()
    for letters in ("WF", "שכ", "O", "🦴"):
        assert f'<span class="face is-small" aria-hidden="true">{letters}</span>' in page


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["leave", "removed", "unlinked", "another player", "account", "account and name"])
def test_it_goes_when_the_member_goes(way: str, bea: Player, sign_in: SignIn) -> None:
    with_photo(bea)
    row = Membership.objects.get(player=bea)
    if way == "leave":
        assert sign_in(Role.MEMBER).post("/c/kennel/leave/").status_code == 302
    elif way == "removed":
        sign_in(Role.OWNER)
        sign_in(Role.OWNER).post(f"/c/kennel/people/{row.pk}/end/")
    elif way == "unlinked":
        sign_in(Role.ORGANISER).post(f"/c/kennel/players/{bea.pk}/account/", {"do": "unlink"})
    elif way == "another player":
        row.player = Player.objects.create(club=bea.club, name="Otto Pym")
        change_role(row, Role.MEMBER)
    else:
        delete_account(row.user, with_names=way.endswith("name"))
    bea.refresh_from_db()
    assert (bea.photo, MemberPhoto.objects.count()) == ("", 0)


@pytest.mark.django_db
def test_in_a_merge_it_goes_with_the_account(bea: Player) -> None:
    otto = Player.objects.create(club=bea.club, name="Otto Pym")
    key = with_photo(bea).photo
    merge(bea, otto, None)
    photos = [Player.everybody.get(pk=each.pk).photo for each in (bea, otto)]
    undo(Merge.objects.get())
    assert (photos, [Player.everybody.get(pk=each.pk).photo for each in (bea, otto)]) == (["", key], [key, ""])
    settle_photo(bea)
    assert bea.photo == key
