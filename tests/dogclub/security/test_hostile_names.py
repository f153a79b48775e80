"""Names that contain markup or formulas stay text: in pages, tables, calendars, feeds and sheets."""

import csv
import io
import re
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from icalendar import Calendar
from openpyxl import load_workbook

from clubs.models import Club, Membership, Role
from tests.routes import QUERIES, World, address_of, routes
from tests.routes_world import account, filled

MARK = "bark"
HOSTILE = (
    f"<script>{MARK}()</script>",
    f"\"'><img src=x onerror={MARK}()>",
    f'=HYPERLINK("https://evil.example/{MARK}")',
    f"{{{{ {MARK} }}}}{{% now %}}#{MARK}[x]$y$",
    f"]]>&{MARK};END:VEVENT;X:1",
)
LIVE = re.compile(rf"<script>{MARK}|<img src=x|onerror={MARK}\(\)>(?!&)", re.IGNORECASE)
FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@pytest.fixture
def world(db: None) -> World:
    club = Club.objects.create(slug="kennel", name=HOSTILE[0])
    people = {str(role.label): account(str(role.label)) for role in Role}
    for role in Role:
        people[str(role.label)].name = HOSTILE[1]
        people[str(role.label)].save()
        Membership.objects.create(club=club, user=people[str(role.label)], role=role)
    return filled(club, people, HOSTILE)


@pytest.fixture
def owner(world: World) -> Client:
    client = Client()
    client.force_login(world.people["owner"])
    return client


def pages(client: Client, world: World) -> dict[str, Any]:
    """Every response with status 200 to a GET of the owner, by route name."""
    found = {}
    for route in routes():
        cache.clear()
        with transaction.atomic():
            answer = client.get(address_of(route, world) + QUERIES.get(f"GET {route.name}", ""))
            if answer.status_code == 200:
                found[route.name] = answer
            transaction.set_rollback(True)
    return found


def body_of(answer: Any) -> bytes:
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


@pytest.mark.thorough
@pytest.mark.only("sqlite")
def test_no_page_runs_what_somebody_is_called(owner: Client, world: World) -> None:
    found = pages(owner, world)
    texts = {
        name: body_of(answer).decode()
        for name, answer in found.items()
        if answer["Content-Type"].startswith(("text/html", "image/svg", "application/xhtml"))
    }
    assert len(texts) > 60
    assert {name for name, text in texts.items() if LIVE.search(text)} == set()
    assert sum("&lt;script&gt;" in text for text in texts.values()) > 30  # the pages do show the names


def test_no_cell_of_a_spreadsheet_is_a_formula(owner: Client) -> None:
    book = load_workbook(io.BytesIO(body_of(owner.get("/c/kennel/exports/players.xlsx"))))
    cells = [cell for sheet in book.worksheets for row in sheet.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} & {"f"} == set()
    assert MARK in str([cell.value for cell in cells])


def test_no_cell_of_a_table_begins_a_formula(owner: Client) -> None:
    text = body_of(owner.get("/c/kennel/exports/players.csv")).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert [cell for cell in cells if cell.startswith(FORMULAS)] == []
    assert MARK in text


def test_a_calendar_has_only_the_nights_that_are(owner: Client, world: World) -> None:
    night = world.club.nights.create(
        starts_at="2026-11-19T19:00Z", name=HOSTILE[4], place="x\\nBEGIN:VEVENT", note="a;b"
    )
    calendar = Calendar.from_ical(owner.get("/c/kennel/nights.ics").content)
    assert len(calendar.walk("VEVENT")) == 1
    assert HOSTILE[4] in str(calendar.walk("VEVENT")[0]["SUMMARY"])
    assert night.pk


@pytest.mark.parametrize("form", ["rss", "atom"])
def test_a_feed_is_well_formed_and_its_names_are_text(owner: Client, world: World, form: str) -> None:
    world.match.finished_at = world.match.started_at
    world.match.save()
    feed = fromstring(owner.get(f"/c/kennel/results.{form}").content)
    assert [each.tag for each in feed.iter() if each.tag.rpartition("}")[2] in ("script", "img")] == []
    assert f"<script>{MARK}()" in "".join(feed.itertext())


def test_a_printed_sheet_is_made_of_any_name(owner: Client, world: World) -> None:
    for address in (f"/m/{world.match.pk}/sheet.pdf",):
        answer = owner.get(address)
        assert (answer.status_code, body_of(answer)[:5]) == (200, b"%PDF-")
