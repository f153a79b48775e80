"""A tablet that was unused for 400 days sends what it had not sent; what the server had is written only once."""

from itertools import repeat
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser.line import Line
from tests.browser.origins import Tablet, at_the_table, hand, is_at, posted, run_code, signed_in, waits
from tests.server import Server

pytestmark = [pytest.mark.thorough, pytest.mark.needs("chromium")]
DAYS = 400
SESSION = """
from django.test import Client
from clubs.models import Membership, Role
client = Client()
client.force_login(Membership.objects.get(role=Role.SCOREKEEPER).user)
print(client.cookies["sessionid"].value)
"""
A_LONG_TIME = """
from datetime import timedelta
from django.db.models import F
from clubs.models import Session
from games.models import Match
long = timedelta(days=400)
Match.objects.filter(pk="{match}").update(started_at=F("started_at") - long)
Session.objects.all().delete()
"""


def test_what_lay_in_a_drawer_goes_up_once(line: Line, tablet: Tablet, origin: str, club: Server, match: str) -> None:
    context = tablet()
    signed_in(context, origin, run_code(club, SESSION)[-1])
    page = at_the_table(context, match)
    then = page.evaluate("Date.now()") - DAYS * 86_400_000
    context.clock.set_fixed_time(then / 1000)
    line.cuts = repeat("answer lost")
    hand(page, 0, 0, 0, 0)
    waits(page, 2)  # the server has the bids
    context.close()
    run_code(club, A_LONG_TIME.format(match=match))
    line.cuts = iter(())
    context = tablet()
    page = context.new_page()
    page.goto(f"/m/{match}/table/")
    expect(page.get_by_role("button", name="Sign in")).to_be_visible()
    signed_in(context, origin, run_code(club, SESSION)[-1])
    page = at_the_table(context, match)
    is_at(page, 2)
    waits(page, 0)
    assert [(fields["number"], fields["at"]) for fields in map(parse_qs, posted(page))] == [
        (["1"], [str(then)]),
        (["2"], [str(then)]),
    ]
    page.locator(".more summary").tap()
    page.locator("button[data-kept]").tap()
    page.get_by_text("Send all again").tap()
    expect(page.locator("#entries [role=status]")).to_have_text("The server has all 2.")
    page.reload()
    is_at(page, 2)
