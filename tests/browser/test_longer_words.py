"""With messages a third longer, as in other languages, no page of a narrow phone scrolls sideways, written from left to
right or from right to left.
"""

import pytest

from clubs.models import Club, Role
from tests import pseudo
from tests.browser.crawl import measured
from tests.dogclub.crawl import kennel, visit
from tests.screens import Screens

pytestmark = [pytest.mark.only("sqlite"), pytest.mark.thorough, pytest.mark.django_db(transaction=True)]
__all__ = ["kennel"]


@pytest.mark.parametrize(
    "visitor",
    [
        str(Role.OWNER.label),
        # Hardly a page that the owner has not.
        *(pytest.param(each, marks=pytest.mark.release) for each in ("anonymous", "tablet", str(Role.MEMBER.label))),
    ],
)
def test_no_page_is_wider_than_a_phone(screens: Screens, kennel: Club, visitor: str) -> None:
    with pseudo.offered(right_to_left=True):
        crawl = measured(screens, *visit(kennel, visitor), pseudo.CODE, signs='dir="rtl"')
    assert crawl.wide == {}
    assert len(crawl.pages) > 3
