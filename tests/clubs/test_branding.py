"""A club's name, logo and colour: who may set them, what is refused, where they are shown, and who may get the logo."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pypdf import PdfReader

from clubs.branding import LARGEST_LOGO, read_logo
from clubs.models import Club, ClubLogo, Role
from clubs.pictures.reading import PictureRefused
from tests.factory import a_club, a_match, a_member, some_players
from tests.people import SignIn
from tests.pictures import BAD, a_picture, noise, opened, sideways

pytestmark = pytest.mark.django_db
PAGE = "/c/kennel/branding/"


def logo_file(content: bytes, name: str = "kennel.png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, "image/png")


def save(client: Client, **fields: object) -> int:
    """Post the settings form with these fields and return the status of the response."""
    return client.post(PAGE, {"name": "Thursday Kennel", "colour": "", "photos": "off", **fields}).status_code


def text(client: Client, path: str) -> str:
    return client.get(path).content.decode()


def test_the_head_of_every_page_has_what_an_organiser_saved(sign_in: SignIn, kennel: Club) -> None:
    organiser = sign_in(Role.ORGANISER)
    assert "club-strip" not in text(organiser, "/c/kennel/players/")
    assert save(organiser, colour="D9822B", logo=logo_file(a_picture())) == 302
    kennel.refresh_from_db()
    assert (kennel.name, kennel.colour) == ("Thursday Kennel", "#d9822b")
    for path in ("/c/kennel/", "/c/kennel/players/", "/c/kennel/wall/"):
        page = text(organiser, path)
        assert kennel.logo_url in page and 'fill="#ac651f"' in page and 'fill="#d9822b"' in page
    page = text(organiser, PAGE)
    assert "adjusted to #ac651f" in page and "256 × 256 pixels" in page
    assert save(organiser, colour="#d9822b", remove_logo="on") == 302
    kennel.refresh_from_db()
    assert (kennel.logo, ClubLogo.objects.count()) == ("", 0)
    assert 'stroke="#ac651f"' in text(organiser, "/c/kennel/players/")


def test_the_preview_saves_nothing(sign_in: SignIn, kennel: Club) -> None:
    organiser = sign_in(Role.ORGANISER)
    page = text(organiser, f"{PAGE}?name=Barn+Club&colour=%23fff")
    assert "Barn Club" in page and "adjusted to #767676" in page
    assert "Enter the colour as # and six digits" in text(organiser, f"{PAGE}?colour=reddish")
    was = kennel.branding
    kennel.refresh_from_db()
    assert kennel.branding == was


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_a_logo_is_refused_in_a_sentence(case: str) -> None:
    content, words = BAD[case]
    with pytest.raises(PictureRefused, match=words):
        read_logo(io.BytesIO(content), len(content))


def test_a_refused_logo_leaves_all_as_it_was(sign_in: SignIn, kennel: Club) -> None:
    organiser, was = sign_in(Role.ORGANISER), kennel.branding
    page = organiser.post(PAGE, {"name": "New", "colour": "#123456", "logo": logo_file(b"<svg/>")})
    assert (page.status_code, b"SVG files are not accepted" in page.content) == (422, True)
    page = organiser.post(PAGE, {"name": "New", "colour": "rot", "logo": logo_file(a_picture())})
    assert (page.status_code, b"Enter the colour as #" in page.content) == (422, True)
    kennel.refresh_from_db()
    assert (kennel.branding, ClubLogo.objects.count()) == (was, 0)


@pytest.mark.parametrize("size", [(8, 8), (800, 100)])
def test_a_logo_fits_the_head_of_a_page(size: tuple[int, int]) -> None:
    content = a_picture(size)
    with pytest.raises(PictureRefused, match="pixels"):
        read_logo(io.BytesIO(content), len(content))


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L", "LA"])
def test_the_hardest_picture_is_small_and_comes_out_of_its_own_file_alike(mode: str) -> None:
    content = noise((700, 500), mode)
    logo = read_logo(io.BytesIO(content), len(content))
    assert len(logo.content) <= LARGEST_LOGO
    assert read_logo(io.BytesIO(logo.content), len(logo.content)) == logo


def test_a_logo_stands_upright_and_tells_nothing_of_its_file() -> None:
    content = sideways()
    logo = read_logo(io.BytesIO(content), len(content))
    picture = opened(logo.content)
    assert (picture.format, picture.size, picture.info) == ("PNG", (171, 256), {})
    assert picture.convert("RGB").getpixel((160, 10)) == pytest.approx((254, 0, 0), abs=3)
    assert b"Kennel Lane" in content and b"Kennel Lane" not in logo.content


def test_the_logo_is_for_whoever_may_see_the_club(sign_in: SignIn, kennel: Club) -> None:
    save(sign_in(Role.ORGANISER), logo=logo_file(a_picture()))
    kennel.refresh_from_db()
    member = sign_in(Role.MEMBER)
    answer = member.get(kennel.logo_url)
    assert (answer["Content-Type"], answer["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
    assert opened(answer.content).size == (256, 256)
    assert member.get(kennel.logo_url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert member.get("/c/kennel/logo/0123456789abcdef.png").status_code == 404
    stranger = Client()
    assert stranger.get(kennel.logo_url).status_code == 302
    stranger.force_login(a_member(a_club("other"), Role.OWNER))
    assert stranger.get(kennel.logo_url).status_code == 404
    Club.objects.update(history_is_open=True)
    assert Client().get(kennel.logo_url).status_code == 200


def test_paper_and_pictures_have_them(sign_in: SignIn, kennel: Club) -> None:
    organiser, match = sign_in(Role.ORGANISER), a_match(kennel, some_players(kennel), seed=2)
    before = organiser.get(f"/m/{match.pk}/sheet.pdf")
    images = len(PdfReader(io.BytesIO(before.content)).pages[0].images)
    save(organiser, colour="#d9822b", logo=logo_file(a_picture()))
    etag = {"If-None-Match": before["ETag"]}
    sheet = PdfReader(io.BytesIO(organiser.get(f"/m/{match.pk}/sheet.pdf", headers=etag).content))
    assert len(sheet.pages[0].images) == images + 1
    for path in (
        "standings.pdf?season=all",
        "standings.pdf?season=all&paper=a3",
        "paper/sheet.pdf?game=top-dog&players=3",
    ):
        pdf = organiser.get(f"/c/kennel/{path}")
        assert len(PdfReader(io.BytesIO(pdf.content)).pages[0].images) == 1, path
    picture = opened(organiser.get(f"/m/{match.pk}/picture.png").content).convert("RGB")
    assert (picture.getpixel((600, 5)), picture.getpixel((70, 70))) == ((172, 101, 31), (170, 100, 31))
