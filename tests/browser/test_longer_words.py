"""On a narrow phone, words a third longer than ours, as other languages have them, push no page to the side."""

import pytest
from django.conf import settings

from clubs.models import Club, Role
from tests import pseudo
from tests.dogclub.test_links import Crawl, kennel, visit
from tests.screens import Screens

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.thorough, pytest.mark.django_db(transaction=True)]
__all__ = ["kennel"]
NARROW = {"width": 360, "height": 780}


@pytest.mark.parametrize("visitor", ["anonymous", "tablet", str(Role.MEMBER.label), str(Role.OWNER.label)])
def test_no_page_is_wider_than_a_phone(screens: Screens, kennel: Club, visitor: str) -> None:
    with pseudo.offered():
        client, doors = visit(kennel, visitor)
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = pseudo.CODE
        crawl = Crawl(client)
        crawl.walk(*doors)
        page = screens.open("phone", viewport=NARROW)
        page.context.add_cookies(
            [{"name": each.key, "value": each.value, "url": screens.base_url} for each in client.cookies.values()]
        )
        wide = {}
        for path, reading in crawl.pages.items():
            if reading:
                page.goto(path)
                assert pseudo.FIRST in page.content(), path
                if over := page.evaluate("document.documentElement.scrollWidth - innerWidth"):
                    wide[path] = over
    assert wide == {}
