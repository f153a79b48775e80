"""Personal pages are not cached, and uploaded files are not served again by an address of their own."""

import pytest
from django.test import Client

from clubs.models import Role
from tests import factory
from tests.server import ROOT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/", "/account/", "/accounts/email/", "/start/", "/api/v1/matches/{match}"])
def test_a_page_for_one_person_is_not_stored(client: Client, path: str) -> None:
    club = factory.a_club()
    match = factory.a_match(club, factory.some_players(club, 4), hands=1)
    client.force_login(factory.a_member(club, Role.OWNER))
    answer = client.get(path.format(match=match.pk))
    kept = "no-cache" if answer.has_header("ETag") else "no-store"  # with an ETag, clients revalidate
    assert {"private", kept} <= set(answer["Cache-Control"].split(", "))


def test_what_says_something_else_keeps_it(client: Client) -> None:
    club = factory.a_club()
    client.force_login(factory.a_member(club, Role.OWNER))
    assert "no-store" not in client.get(club.get_absolute_url())["Cache-Control"]


PACKAGES = ("dogclub", "leagues", "games", "clubs")
HANDS_OUT = ("FileResponse", "default_storage.url", "MEDIA_URL")


def test_files_are_handed_out_by_two_modules_alone() -> None:
    """One sends the files of jobs, the other a person's own data, packed on request."""
    sources = [each for package in PACKAGES for each in (ROOT / package).rglob("*.py")]
    found = {each.relative_to(ROOT).as_posix() for each in sources if _hands_out(each.read_text(encoding="utf-8"))}
    assert found == {"dogclub/jobs/files.py", "dogclub/own_data/pages.py"}
    assert "imports/" not in (ROOT / "dogclub/jobs/files.py").read_text(encoding="utf-8")


def _hands_out(source: str) -> bool:
    return any(each in source for each in HANDS_OUT)
