"""With messages a third longer, as in other languages, no page of a narrow phone scrolls sideways, written from left to
right or from right to left.
"""

import pytest

from clubs.models import Club, Role
from tests import pseudo
from tests.browser.crawl import NARROW, RUNS_OVER, measured
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


def test_words_that_leave_a_button_or_the_screen_are_found(screens: Screens) -> None:
    page = screens.open("phone", viewport=NARROW)
    page.set_content(
        "<meta name=viewport content='width=device-width'>"
        "<button style='width:60px;padding:0'>Vielleichtvielleicht</button><button style='width:300px'>Ja</button>"
        "<label><input type=radio style='position:absolute;left:-99px'>Nein</label>"
        "<svg style='display:block' width=300 height=20 overflow=visible><text x=290 y=10>Durchschnitt</text>"
        "<text y=10>Ja</text></svg>"
        "<h1 style='width:99px;overflow-wrap:anywhere'>Donnerstagabend</h1><h1 style='width:99px'>Ein Abend heute</h1>"
    )
    assert page.evaluate(RUNS_OVER) == ["Vielleichtvielleicht", "Durchschnitt", "Donnerstagabend"]


@pytest.mark.release  # the made-up messages above are longer than these
@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_longest_languages_fit_a_phone(screens: Screens, kennel: Club, language: str) -> None:
    """German has the longest words, French the longest texts; no words run over the border of a button either."""
    crawl = measured(screens, *visit(kennel, str(Role.OWNER.label)), language, signs=f'lang="{language}"', width=390)
    over = "\n".join(f"{page}: {words}" for words, page in crawl.runs_over.items())
    assert not over, over
    assert crawl.wide == {}
    assert len(crawl.pages) > 100
