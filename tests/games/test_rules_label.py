"""A match says by which rules it was played, wherever its totals stand (HR-DD-21)."""

import io

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from pypdf import PdfReader

from clubs.models import Club
from clubs.time_zone import ways_of
from games.base.house_rules import agree
from games.models import Match
from games.registry import table_game
from leagues.night_report.report import printable, report_of
from leagues.playoffs.deal import begin
from scoring.dirty_dog import Options
from tests.factory import a_match, some_players
from tests.nights import a_night, some_dogs

pytestmark = pytest.mark.django_db
LABEL = "§2 Kennel rules"


@pytest.fixture
def match(club: Club) -> Match:
    agree(club, table_game("dirty-dog"), Options(scoring="ten-plus", rules_name="Kennel rules"))
    night = a_night(club)
    return a_match(club, some_players(club, 4), plan=(1, 2, 1), scoring="ten-plus", night=night, table="2")


def body(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def paper(client: Client, path: str) -> str:
    return "".join(page.extract_text() for page in PdfReader(io.BytesIO(client.get(path).content)).pages)


def test_a_match_is_labelled_wherever_its_totals_stand(member: Client, club: Club, match: Match) -> None:
    here, night = match.get_absolute_url(), match.night
    assert night is not None
    for path in (here, f"{here}finish/", "/c/kennel/matches/", night.get_absolute_url()):
        assert LABEL in body(member, path), path
    report = body(member, f"{night.get_absolute_url()}report/")
    assert f"Table 2, {LABEL}" in report and f"Played by {LABEL}." in report
    printed = " ".join(paper(member, f"{here}sheet.pdf").split())
    assert f"Dirty Dog, {LABEL}" in printed and f"By {LABEL}. Made: 10 + tricks." in printed
    with ways_of(club):
        report = str(printable(report_of(night), club))
    assert f"Table 2, {LABEL}" in report


def test_the_pages_of_players_say_it_in_their_lists(member: Client, match: Match) -> None:
    one, other = (seat.player_id for seat in match.seats.all()[:2])
    for seed in range(2, 8):
        a_match(match.club, [seat.player for seat in match.seats.all()], plan=(1, 2), scoring="ten-plus", seed=seed)
    page = body(member, f"/c/kennel/players/{one}/")
    assert page.count(LABEL) >= 2  # the best and worst totals, and the numbers of the chart
    assert f"Dirty Dog, {LABEL}" in body(member, f"/c/kennel/head-to-head/?player={one}&against={other}")


def test_a_play_off_says_it_too(member: Client, club: Club) -> None:
    groups = [some_players(club, 4), some_dogs(club, 4)]
    found = begin(club, None, "dirty-dog", groups, 2, Options(plan=(1,), scoring="squares"))
    assert "Played by 10 + bid squared, minus the difference squared." in body(member, found.get_absolute_url())


def test_a_match_as_written_has_no_label(member: Client, club: Club) -> None:
    match = a_match(club, some_players(club, 4), plan=(1, 2, 1))
    assert "§" not in body(member, match.get_absolute_url())


def test_the_rules_page_shows_the_changes_in_place(member: Client, club: Club, match: Match) -> None:
    page = body(member, "/c/kennel/rules/")
    assert f"This club plays by <b>{LABEL}</b>." in page
    made = page.partition('<section id="DD-27">')[2].partition("</section>")[0]
    assert "<b>This club:</b> Made: 10 + tricks." in made
    assert "<b>This club:</b> Set: nothing." in page.partition('<section id="DD-28">')[2].partition("</section>")[0]
    nothing = page.partition('<section id="DD-29">')[2].partition("</section>")[0]
    assert "<b>This club:</b> Nothing bid, nothing taken: 10." in nothing and "Set: nothing." in nothing
    assert page.count("This hand is bid and scored as written.") == 3
    assert page.count("<b>This club:</b>") == 7
    assert "Hand-1" not in page.partition("It changes:")[2].partition("</p>")[0]
    agree(club, table_game("dirty-dog"), Options())
    assert "This club" not in body(member, "/c/kennel/rules/")
    link = f"/c/kennel/rules/?match={match.pk}"
    assert link in body(member, match.get_absolute_url())
    own = body(member, link)
    assert "<b>This match:</b> Made: 10 + tricks." in own and LABEL in own
    assert member.get("/c/kennel/rules/?match=x").status_code == 404


def test_every_change_has_its_place_in_the_rules(member: Client, club: Club) -> None:
    everything = Options(the_rule="off", bidding="together", decks=2, no_trump="largest", scoring="squares")
    agree(club, table_game("dirty-dog"), everything)
    page = body(member, "/c/kennel/rules/")
    places = {
        **dict.fromkeys(("DD-04", "DD-22"), "Two decks"),
        "DD-09": "103 cards are shared, or all 104 without trump.",
        "the-usual-plans": "These plans are for one deck.",
        "DD-14": "The largest hands are played without trump.",
        "DD-15": "All bid together, and all bids are shown at once.",
        "DD-16": "The player to the dealer’s left leads.",
        **dict.fromkeys(("DD-18", "DD-36"), "The Rule is off"),
        "DD-19": "All bids are shown at once",
        "DD-26": "Where The Rule does not hold",
        "DD-27": "Made: 10 + the bid squared.",
        **dict.fromkeys(("DD-28", "DD-29"), "Set: minus the difference squared."),
        **dict.fromkeys(("Hand-1", "Hand-2", "Hand-3"), "This hand is bid and scored as written."),
    }
    for anchor, sentence in places.items():
        article = page.partition(f'<section id="{anchor}"')[2].partition("</section>")[0]
        assert "<b>This club:</b>" in article and sentence in article, anchor
    assert page.count("<b>This club:</b>") == len(places) + 1  # what nothing bid is worth, and what it costs


def test_a_change_stands_in_a_translated_rule_book_too(member: Client, club: Club) -> None:
    agree(club, table_game("dirty-dog"), Options(scoring="squares"))
    page = member.get("/c/kennel/rules/", headers={"accept-language": "de"}).content.decode()
    assert "Runde 1" in page
    worked = page.partition('<section id="Hand-1"')[2].partition("</section>")[0]
    with translation.override("de"):
        assert gettext("This hand is bid and scored as written.") in worked
