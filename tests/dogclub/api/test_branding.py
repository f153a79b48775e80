"""A club's name, logo and colour in the API."""

from http import HTTPStatus

import pytest

from clubs.models import Role
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.pictures import a_picture, opened

pytestmark = [pytest.mark.django_db, pytest.mark.only("sqlite")]
BRANDING, LOGO = "clubs/kennel/branding", "clubs/kennel/logo"


@pytest.fixture
def kennel() -> Kennel:
    return a_kennel()


@pytest.fixture
def program(kennel: Kennel) -> Program:
    return kennel.program()


def test_a_colour_is_changed_and_told_with_what_it_gives(kennel: Kennel, program: Program) -> None:
    found = program.get(BRANDING)
    unset = {"colour": "", "photos": "off", "light": None, "dark": None, "logo": None}
    assert found.json() == {"name": kennel.club.name, **unset}
    changed = program.patch(BRANDING, {"colour": "#d9822b"}).json()
    assert changed["light"] == {
        "used": "#ac651f", "contrast": 4.5, "chosen_contrast": 2.9, "least": 4.5, "is_adjusted": True,
    }  # fmt: skip
    assert (changed["name"], changed["dark"]["used"]) == (kennel.club.name, "#d9822b")
    stale = program.patch(BRANDING, {"colour": ""}, If_Match=found.headers["ETag"])
    assert stale.status_code == HTTPStatus.PRECONDITION_FAILED
    assert program.patch(BRANDING, {"photos": "guests"}).json()["photos"] == "guests"
    wrong = program.patch(BRANDING, {"colour": "orange"})
    assert (wrong.status_code, wrong.json()["error"]["field"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "colour")
    assert kennel.person(Role.SCOREKEEPER).patch(BRANDING, {"colour": ""}).status_code == HTTPStatus.FORBIDDEN


def test_a_logo_is_sent_read_and_removed(kennel: Kennel, program: Program) -> None:
    assert program.get(LOGO, Accept="image/png").status_code == HTTPStatus.NOT_FOUND
    assert program.hand_in(LOGO, a_picture(kind="JPEG"), "image/jpeg", "PUT").status_code == HTTPStatus.NO_CONTENT
    picture = program.get(LOGO, Accept="image/png")
    assert (picture["Content-Type"], opened(picture.content).size) == ("image/png", (256, 256))
    kennel.club.refresh_from_db()
    assert program.get(BRANDING).json()["logo"] == kennel.club.logo_url
    for content, status, code in ((b"<svg/>", 422, "invalid"), (bytes(2_000_001), 413, "too-large")):
        refused = program.hand_in(LOGO, content, "application/octet-stream", "PUT")
        assert (refused.status_code, refused.json()["error"]["code"]) == (status, code)
    assert program.delete(LOGO).status_code == HTTPStatus.NO_CONTENT
    assert program.get(BRANDING).json()["logo"] is None
