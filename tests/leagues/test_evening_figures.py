"""Every figure and name that the pages, PDFs and the API say of random evenings is what the records add up to.

The suite plays three evenings. `EVENINGS=200 ./test tests/leagues/test_evening_figures.py` plays so many, three a club;
EVENINGS_FROM is the seed of the first club.
"""

import os
import random
import re
from collections import Counter
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.test import Client
from pypdf import PdfReader

from clubs.models import Club
from games.models import Match
from leagues.models import Fixture, Playoff
from tests.leagues.evening_figures import Evening, Sheet, add_up
from tests.leagues.random_evenings import a_crowd, a_week_on, an_evening

pytestmark = pytest.mark.django_db
EACH = 3  # evenings a club
START = datetime(2026, 9, 3, 18, tzinfo=UTC)
SEEDS = range(first := int(os.environ.get("EVENINGS_FROM", "1")), first - -int(os.environ.get("EVENINGS", "3")) // EACH)
API = "/api/v1/clubs/kennel/"


def get(client: Client, path: str) -> Any:
    response = client.get(path)
    assert response.status_code == 200, (path, response)
    return response


def words_of(response: Any) -> str:
    """The text of a page without its tags, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).replace("\u00ad", "").split())


def of_record(client: Client, match: Match) -> Sheet:
    return add_up(get(client, f"/api/v1/matches/{match.pk}/record").json())


def evening_of(client: Client, playoff: Playoff) -> tuple[Evening, dict[Match, Sheet]]:
    fixtures = [each for each in playoff.fixtures.order_by("stage", "number") if each.match]
    sheets = {each.match: of_record(client, each.match) for each in fixtures if each.match}
    stages = {each.stage: sheets[each.match] for each in fixtures if each.match}
    groups = [sheets[each.match] for each in fixtures if each.match and each.stage == Fixture.Stage.GROUP]
    return Evening(groups, stages["winners"], stages["losers"]), sheets


def minus(total: int) -> str:
    return str(total).replace("-", "−")


@pytest.mark.parametrize("seed", SEEDS)
def test_random_evenings_say_what_their_records_add_up_to(organiser: Client, club: Club, seed: int) -> None:
    dice, crowd, evenings = random.Random(seed), a_crowd(club), list[Evening]()
    for number in range(EACH):
        with time_machine.travel(a_week_on(START, number)):
            playoff = an_evening(club, crowd, dice)
            evening, sheets = evening_of(organiser, playoff)
            evenings.append(evening)
            for match, sheet in sheets.items():
                check_match(organiser, match, sheet, evening)
            check_playoff(organiser, playoff, evening)
            check_report(organiser, playoff, evening)
    with time_machine.travel(a_week_on(START, EACH)):  # by then nobody is signed out
        check_standings(organiser, evenings)
        check_hall_of_fame(organiser, evenings)


def check_match(client: Client, match: Match, sheet: Sheet, evening: Evening) -> None:
    """The finish page, the sheet of the API and, of the winners’ table, the PDF."""
    assert get(client, f"/api/v1/matches/{match.pk}/sheet").json()["totals"] == sheet.totals
    page = get(client, f"/m/{match.pk}/finish/")
    rows = [*page.context["places"].first, *page.context["places"].others]
    assert {row.name: row.total for row in rows} == sheet.totals
    called = {each.label: each.words for each in page.context["callouts"]}
    if "Clean Run" in called:
        assert {name for name in sheet.totals if re.search(rf"\b{name}\b", called["Clean Run"])} == sheet.clean
    who, gap = sheet.buddies
    if "Bottom Buddies" in called:
        assert who, called
        assert all(name in called["Bottom Buddies"] for name in who)
        assert str(gap) in called["Bottom Buddies"]
    if sheet is evening.winners:
        made = sheet.made[sheet.winner]
        assert f"Made {sum(made)} of {len(made)}." in page.context["finish"].why
        assert page.context["places"].first[0].name == sheet.winner
        check_paper(client, match, sheet)


def check_paper(client: Client, match: Match, sheet: Sheet) -> None:
    answer = get(client, f"/api/v1/matches/{match.pk}/sheet.pdf")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    for name, total in sheet.totals.items():
        assert name in text
        assert minus(total) in text
    if runs := re.search(r"Clean Run: ([^;\n]+)", text):
        assert {name for name in sheet.totals if name in runs[1]} <= sheet.clean


def check_playoff(client: Client, playoff: Playoff, evening: Evening) -> None:
    page = get(client, f"/c/kennel/playoffs/{playoff.pk}/")
    assert [each.who for each in page.context["verdicts"]] == [evening.cup, evening.cone]
    said = get(client, f"{API}playoffs/{playoff.pk}").json()
    assert (said["winner"]["name"], said["loser"]["name"]) == (evening.cup, evening.cone)


def check_report(client: Client, playoff: Playoff, evening: Evening) -> None:
    said = get(client, f"{API}nights/{playoff.night_id}/report").json()
    for told in said["tables"]:
        assert {each["name"]: each["total"] for each in told["places"]} in [each.totals for each in evening.sheets]
    text = f"{said['headline']} {' '.join(said['paragraphs'])}"
    finals = (evening.winners.totals, evening.losers.totals)
    story = [each for each in said["paragraphs"] if "ended on" in each]
    ended = [pair for each in story for pair in re.findall(r"(\w+) ended on (−?\d+)", each)]
    assert ended, text
    for name, total in ended:
        assert total in [minus(totals[name]) for totals in finals if name in totals], text
    assert evening.cone in [name for name, _total in ended], text
    assert {name for name, _total in ended} <= {evening.cone, evening.cup}, text
    hands = sum(sheet.hands for sheet in evening.sheets)
    names = {name for sheet in evening.sheets for name in sheet.totals}
    page = words_of(get(client, f"/c/kennel/nights/{playoff.night_id}/report/"))
    assert f"{spelt(hands)} hands" in page
    about = f"{spelt(len(names))} dogs, {spelt(len(evening.groups))} groups, two final tables"
    assert about.capitalize() in page
    assert f": {about}." in words_of(get(client, f"/c/kennel/nights/{playoff.night_id}/"))  # over at 18:00


def spelt(number: int) -> str:
    words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
    return words[number] if number < len(words) else str(number)


def check_standings(client: Client, evenings: list[Evening]) -> None:
    """One result of an evening for everybody who played in it, by its scheme: one point a win."""
    wins, cones = Counter(each.cup for each in evenings), Counter(each.cone for each in evenings)
    played, totals = Counter[str](), Counter[str]()
    for evening in evenings:
        played.update(evening.last.keys())
        totals.update(evening.last)
    expected = {name: (wins[name], played[name], wins[name], cones[name], totals[name]) for name in played}
    rows = get(client, f"{API}standings?game=dirty-dog&season=all").json()["rows"]
    points = {row["name"]: row["points"] for row in rows}
    found = {row["name"]: (row["wins"], row["played"], row["wins"], row["losses"], row["total"]) for row in rows}
    assert found == expected
    assert points == {name: 100 * wins[name] for name in played}
    page = words_of(get(client, "/c/kennel/standings/?game=dirty-dog&season=all"))
    paper = get(client, f"{API}standings.pdf?game=dirty-dog&season=all")
    text = " ".join(page.extract_text() for page in PdfReader(BytesIO(paper.content)).pages)
    assert all(name in page and name in text for name in expected)


def check_hall_of_fame(client: Client, evenings: list[Evening]) -> None:
    """Wins and trophies as in the standings; the best and lowest totals with all who share them; clean runs."""
    said = get(client, f"{API}records?game=dirty-dog&season=all").json()
    wins, cones = Counter(each.cup for each in evenings), Counter(each.cone for each in evenings)
    sheets = [sheet for each in evenings for sheet in each.sheets]
    best = {name: max(sheet.totals[name] for sheet in sheets if name in sheet.totals) for name in names_of(sheets)}
    for row in said["fame"]:
        name = row["name"]
        assert (row["wins"], row["cups"], row["cones"]) == (wins[name], wins[name], cones[name])
        assert row["best"] == best[name]
    for title, pick in (("Highest total", max), ("Lowest total", min)):
        most = pick(total for sheet in sheets for total in sheet.totals.values())
        who = {name for sheet in sheets for name, total in sheet.totals.items() if total == most}
        told = [row for row in said["records"] if row["title"] == title]
        assert ({row["value"] for row in told}, {row["name"] for row in told}) == ({most}, who)
        assert len(told) == len(who)
    clean = sum(len(sheet.clean) for sheet in sheets)
    assert sum(row["times"] for row in said["called"] if row["term"] == "clean-run") == clean


def names_of(sheets: list[Sheet]) -> set[str]:
    return {name for sheet in sheets for name in sheet.totals}
