"""A month of a club of fourteen, from the planning of a series to the digest after the second night.

Hands and most answers are recorded through the ledger. The rest is done by taps, by links in emails that a real mail
server received, and by people without an account.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine
from playwright.sync_api import FilePayload, expect
from pytest_django.fixtures import Settings

from clubs.models import Night
from games.models import Match
from leagues.models import ShareLink
from tests.browser.month import Month, expect_words, links_of, picture, seen, text_of
from tests.browser.month_answers import (
    answer_after_the_clock_change,
    answer_by_taps,
    answer_from_the_email,
    plan_the_series,
    skip_and_move,
    the_skipped_week_is_quiet,
)
from tests.browser.test_evening_by_main_buttons import first_jacks, shortest_plan
from tests.dogclub.notify.reminders.post_office import post_office
from tests.factory import a_match
from tests.photos import a_jpeg
from tests.screens import Screens

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.timeout(900),
    pytest.mark.django_db(transaction=True),
    pytest.mark.needs("chromium"),
]
FIRST_DAY = datetime(2026, 10, 12, 9, 0, tzinfo=UTC)  # a Monday
HAND = {"bids-1-0": "1", "tricks-1-0": "1", "bids-1-1": "0", "tricks-1-1": "0", "bids-1-2": "1", "tricks-1-2": "0"}


@pytest.fixture
def month(screens: Screens, settings: Settings) -> Iterator[Month]:
    with post_office(settings) as letters, time_machine.travel(FIRST_DAY, tick=False) as clock:
        yield Month(screens, letters, clock)


def test_a_month(month: Month) -> None:
    plan_the_series(month)
    first, skipped, second, moved = month.nights
    skip_and_move(month, skipped, moved)
    answer_by_taps(month, first)
    answer_from_the_email(month, first)
    first_night(month, first)
    read_the_report_and_comment(month, first)
    share_the_report(month, first)
    the_skipped_week_is_quiet(month)
    answer_after_the_clock_change(month, second)
    second_night(month, second)
    type_in_a_sheet_beside_its_photo(month, second)
    read_the_digest(month, second, moved)


def deal(month: Month, night: Night, count: int) -> Match:
    """Draw and deal one table of the players who said yes, who count as here already, and play the match to its end."""
    page = month.organiser(f"/c/kennel/nights/{night.pk}/setup/")
    expect(page.locator(".tap.is-here[id^=tile-]")).to_have_count(count)
    seen(page, f"{night.starts_at:%d}-set-up")
    page.locator(".foot .btn-main").tap()
    expect(page.locator(".chair")).to_have_count(count)
    shortest_plan(page)
    first_jacks(page)
    page.locator("button[value=deal]").tap()
    page.wait_for_url(re.compile(r"/(nights/\d+|m/\S+/table)/$"))
    match: Match = night.matches.get()
    month.clock.shift(2 * 60 * 60)
    month.play(match, seed=night.pk)
    return match


def close(month: Month, night: Night) -> None:
    """Close the night by its button."""
    page = month.organiser(f"/c/kennel/nights/{night.pk}/")
    page.get_by_role("button", name="Close night").tap()
    page.wait_for_url(f"**/nights/{night.pk}/report/")
    seen(page, f"{night.starts_at:%d}-closed")


def first_night(month: Month, night: Night) -> None:
    """Nine players, one of them a guest, play one table; the report is not sent in the evening."""
    month.at(15, 18, 20)
    match = deal(month, night, 9)
    month.at(15, 21, 30)
    assert match.seats.filter(player__is_guest=True).count() == 1
    close(month, night)
    assert month.post() == [], "it is half past ten in the evening"


def read_the_report_and_comment(month: Month, night: Night) -> None:
    """The report arrives by email in the morning; two members comment, and an organiser reads both."""
    month.at(16, 7, 5)
    (letter,) = month.post()
    assert letter["To"] == "bea@kennel.example"
    page = month.page("Bea Marlowe", links_of(letter, "/report/")[0])
    expect(page.get_by_role("heading", name="The tables")).to_be_visible()
    seen(page, "09-report")
    for name, words in {"Bea Marlowe": "Hal wants to come again.", "Sam Kettle": "I want a recount."}.items():
        page = month.page(name, f"/c/kennel/nights/{night.pk}/comments/")
        page.get_by_label("Your comment").fill(words)
        page.get_by_role("button", name="Post comment").tap()
        expect(page.locator(".comments .words").last).to_have_text(words)
    seen(page, "10-comments")


def share_the_report(month: Month, night: Night) -> None:
    """Open the shared report signed out, with its preview pictures; once the link is revoked, neither is available."""
    path = f"/c/kennel/nights/{night.pk}/report/share/"
    page = month.page("Bea Marlowe", path)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator("#copy-link").tap()
    expect(page.locator("#copied")).to_contain_text("Link copied")
    seen(page, "11-share")
    link = re.sub(r"^https?://[^/]+", "", page.input_value("#link"))
    guest = month.guest(link)
    expect(guest.locator("h1")).to_be_visible()
    assert "I want a recount" not in guest.content()
    seen(guest, "12-shared-report")
    address = re.sub(r"^https?://[^/]+", "", str(guest.get_attribute("meta[property='og:image']", "content")))
    assert picture(guest, address, "13-picture") == ("PNG", (1200, 630))
    assert picture(guest, f"{address}?shape=square", "14-square") == ("PNG", (1080, 1080))
    page.goto(path)
    page.get_by_role("button", name="Revoke").tap()
    expect(page.locator(".share-links")).to_have_count(0)
    guest.reload()
    expect_words(guest, "This link has expired")
    assert guest.request.get(address).status in (404, 410)
    assert not ShareLink.objects.filter(revoked_at=None).exists()


def second_night(month: Month, night: Night) -> None:
    """Ten players play one table, and one of them comments."""
    month.at(29, 19, 20)
    deal(month, night, 10)
    night.comments.create(player=month.player("Percy Abara"), text="Ten is one too many.")


def type_in_a_sheet_beside_its_photo(month: Month, night: Night) -> None:
    """The second table wrote its score on paper."""
    match = a_match(
        month.club, month.players[11:14], hands=0, plan=(1, 2, 1), night=night, season=night.season, table="2"
    )
    page = month.organiser(f"/m/{match.pk}/photo/")
    page.locator("#photo-file").set_input_files(
        FilePayload(name="sheet.jpg", mimeType="image/jpeg", buffer=a_jpeg(1200, 1600))
    )
    page.get_by_role("button", name="Save photo").tap()
    expect(page.locator(".ruler")).to_be_visible()
    for name, figure in HAND.items():
        page.locator(f"[name={name}]").fill(figure)
    seen(page, "16-beside-the-photo")
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    month.play(match, seed=3)
    page.goto(f"/m/{match.pk}/photo/")
    expect(page.locator(".pe-stage img")).to_be_visible()
    month.at(29, 22, 30)
    close(month, night)


def read_the_digest(month: Month, night: Night, moved: Night) -> None:
    """The digest arrives on Friday at nine instead of the report; its link answers for the night that was moved."""
    reader = month.reader("Percy Abara", digest=True, digest_day=4, digest_hour=9)
    month.at(30, 9, 5)
    letters = {str(letter["To"]): letter for letter in month.post()}
    assert sorted(letters) == ["bea@kennel.example", reader.user.email]
    assert "Percy Abara: Ten is one too many." in text_of(letters["bea@kennel.example"])
    digest = letters[reader.user.email]
    for words in ("Your week in The Thursday Kennel", "STANDINGS AFTER 2 OF", "Friday, 6 November, 19:30"):
        assert words in text_of(digest)
    page = month.guest(links_of(digest, "/answer/")[0])
    page.get_by_role("button", name="Maybe").tap()
    expect_words(page, "You may be coming")
    assert moved.answers.get(player=reader.player).answer == "maybe"
    report = month.page("Percy Abara", links_of(digest, "/report/")[0])
    expect(report.get_by_role("heading", name="The tables")).to_be_visible()
    seen(report, "17-second-report")
    standings = month.page("Percy Abara", links_of(digest, "/standings/")[0])
    for name in ("Bea Marlowe", "Ines Roux"):
        expect(standings.get_by_text(name).first).to_be_visible()
    seen(standings, "18-standings")
