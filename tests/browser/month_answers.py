"""A weekly series in a club's month: planned, one night skipped, one moved; answers by taps and from emails."""

from playwright.sync_api import expect

from clubs.models import Night
from tests.browser.month import Month, expect_words, links_of, seen, text_of
from tests.browser.test_evening_by_main_buttons import press


def plan_the_series(month: Month) -> None:
    """Plan four Thursdays with a preview before saving; the clocks go back between the second and the third."""
    page = month.organiser("/c/kennel/nights/new/")
    for name, value in {"day": "2026-10-15", "time": "19:30", "place": "The back room", "places": "10"}.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_label("Repeats").select_option("weekly")
    page.locator("[name=until]").fill("2026-11-05")
    press(page, "Save")
    expect(page.locator(".nightlist li")).to_have_count(4)
    seen(page, "01-series-preview")
    press(page, "Save 4 nights")
    expect_words(page, "Thursday nights")
    seen(page, "02-series")
    assert [night.starts_at.hour for night in month.nights] == [18, 18, 19, 19]


def skip_and_move(month: Month, skipped: Night, moved: Night) -> None:
    page = month.organiser(f"/c/kennel/nights/{skipped.pk}/series/?skip={skipped.pk}")
    page.locator("#skip-reason").fill("The back room is painted")
    page.get_by_role("button", name="Skip night").tap()
    expect(page.locator(f"#night-{skipped.pk}.is-skip")).to_be_visible()
    page.goto(f"/c/kennel/nights/{moved.pk}/series/?move={moved.pk}")
    page.locator("#move-day").fill("2026-11-06")
    page.get_by_role("button", name="Move night").tap()
    expect(page.locator(f"#night-{moved.pk}.is-moved")).to_be_visible()
    seen(page, "03-series-changed")


def answer_by_taps(month: Month, night: Night) -> None:
    """Bea answers with one tap and adds a guest; six more players say yes and two no."""
    month.reader("Bea Marlowe", report=True)
    month.reader("Otto Pym", night=True)
    page = month.page("Bea Marlowe", f"/c/kennel/nights/{night.pk}/answers/")
    expect_words(page, "Are you coming on Thursday?")
    seen(page, "04-answer-asked")
    page.get_by_role("button", name="Yes", exact=True).tap()
    expect_words(page, "You are coming on Thursday")
    page.locator("#guests").fill("Hal")
    page.get_by_role("button", name="Save details").tap()
    expect(page.get_by_text("2 of 10 so far, with one guest")).to_be_visible()
    month.answers(night, month.players[1:7])
    month.answers(night, month.players[10:12], "no")
    page.reload()
    expect(page.get_by_text("One table of 8.")).to_be_visible()
    seen(page, "05-answer-saved")


def answer_from_the_email(month: Month, night: Night) -> None:
    """Reminders go out at ten in the morning (London) the day before, only to players who have not answered; their
    links work without signing in.
    """
    for name in ("Sam Kettle", "Jo Brandvold"):
        month.reader(name, night=True)
    month.at(14, 8, 59)
    assert month.post() == []
    month.at(14, 9, 1)
    letters = {str(letter["To"]): letter for letter in month.post()}
    assert sorted(letters) == ["jo@kennel.example", "sam@kennel.example"]
    assert month.post() == []
    sam = letters["sam@kennel.example"]
    assert "Coming: 8 of 10 so far, with one guest" in text_of(sam)
    page = month.guest(links_of(sam, "answer=yes")[0])
    page.locator("button.btn-main").click()
    expect_words(page, "You are coming")
    seen(page, "06-answer-by-email")
    off = month.guest(links_of(letters["jo@kennel.example"], "/reminders/off/")[0])
    off.locator("button.btn-main").click()
    expect_words(off, "Turned off")
    seen(off, "07-turned-off")
    assert night.answers.get(player=month.player("Sam Kettle")).answer == "yes"


def the_skipped_week_is_quiet(month: Month) -> None:
    """No reminder is sent: Jo has turned reminders off, and Otto's night was called off."""
    month.at(21, 9, 1)
    assert month.post() == []


def answer_after_the_clock_change(month: Month, night: Night) -> None:
    """Ten in the morning is now an hour later in UTC; the eleventh player is put on the waiting list."""
    month.answers(night, [each for each in month.players if each.name != "Otto Pym" and not each.is_guest][:10])
    month.at(28, 9, 1)
    assert month.post() == []
    month.at(28, 10, 1)
    (letter,) = month.post()
    assert letter["To"] == "otto@kennel.example"
    assert "19:30" in text_of(letter)
    page = month.guest(links_of(letter, "answer=yes")[0])
    page.locator("button.btn-main").click()
    expect_words(page, "You are on the waiting list for Thursday")
    seen(page, "15-waiting-list")
    month.answers(night, [month.player("A")], "no")
    page.reload()
    expect_words(page, "You are coming")
