"""A member crops a photo before uploading it, with sliders, also by keyboard; the stored photo is what the preview
showed.
"""

import io

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from clubs.models import Club, Player, Role, ShowPhotos
from tests.browser.look import signed_in
from tests.factory import a_club, a_member
from tests.screens import Screens, axe

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
MIDDLE = "at => [...at.getContext('2d').getImageData(128, 128, 1, 1).data].slice(0, 3)"
RED, BLUE = (200, 30, 30), (30, 30, 200)
NAME = "Wilhelmina Featherstonehaugh-Łukasiewicz 🐕"


def halves() -> bytes:
    """A JPEG with a red left half and a blue right half."""
    picture = Image.new("RGB", (600, 200), RED)
    picture.paste(BLUE, (300, 0, 600, 200))
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=95)
    return file.getvalue()


def is_near(found: list[int], colour: tuple[int, int, int]) -> bool:
    return all(abs(one - other) < 12 for one, other in zip(found, colour, strict=True))


@pytest.fixture
def bea(db: None) -> Player:
    club: Club = a_club(photos=ShowPhotos.MEMBERS)
    return Player.objects.create(club=club, name=NAME)


@pytest.mark.variants
@pytest.mark.parametrize(("screen", "theme"), [("tablet", "light"), ("phone", "dark")])
def test_the_part_that_is_seen_is_the_part_that_is_kept(screens: Screens, bea: Player, screen: str, theme: str) -> None:
    page: Page = signed_in(screens, a_member(bea.club, Role.MEMBER, bea), screen, theme, f"/c/{bea.club.slug}/photo/")
    crop = page.locator("#cropped")
    expect(crop).to_be_hidden()
    assert axe(page) == []
    page.get_by_label("Photo", exact=True).set_input_files(
        {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": halves()}
    )
    expect(crop).to_be_visible()
    assert (axe(page), page.evaluate(WIDER)) == ([], 0)
    across = page.get_by_label("Left to right")
    across.focus()
    page.keyboard.press("Home")
    assert is_near(crop.evaluate(MIDDLE), RED)
    page.keyboard.press("End")
    assert is_near(crop.evaluate(MIDDLE), BLUE)
    page.get_by_role("button", name="Save photo").click()
    photo = page.get_by_role("img", name="Your photo")
    expect(photo).to_be_visible()
    assert (axe(page), page.evaluate(WIDER)) == ([], 0)
    bea.refresh_from_db()
    kept = Image.open(io.BytesIO(page.request.get(f"{page.url.split('/c/')[0]}{photo.get_attribute('src')}").body()))
    assert kept.size[0] == kept.size[1]
    middle = kept.convert("RGB").resize((1, 1)).tobytes()
    assert is_near(list(middle), BLUE)
    page.get_by_role("button", name="Remove photo").click()
    expect(page.get_by_role("img", name="Your photo")).to_have_count(0)
