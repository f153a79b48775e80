"""The pages of an import without scripts: what they show and ask, corrections, and validation errors."""

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Club, Player
from dogclub.exchange.imports.review.preview import SHORT_RUN, SHOWN
from dogclub.exchange.imports.review.steps import MOST_BYTES
from dogclub.models import ImportBatch, Job
from tests.counting import queries
from tests.dogclub.exchange.imports.escalier_games import csv_of, rows
from tests.dogclub.exchange.imports.files import DAY, RECORD, a_csv, act, chosen, records, totals, upload
from tests.factory import NAMES, a_club

BEA, OTTO, MINA, NURIA = NAMES[:4]


def address(row: ImportBatch) -> str:
    return f"/c/{row.club.slug}/imports/{row.pk}/"


def words(client: Client, path: str) -> str:
    """The visible text of the page."""
    page = client.get(path)
    assert page.status_code == 200
    text = re.sub(r"<[^>]+>", " ", page.content.decode().replace("\N{SOFT HYPHEN}", ""))
    return " ".join(text.split())


def evenings(count: int) -> list[Any]:
    return [
        (f"2025-{1 + n // 28:02}-{1 + n % 28:02}", name, n + 1 + (name == BEA))
        for n in range(count)
        for name in (BEA, OTTO)
    ]


def test_the_dry_run_says_what_happens_to_each_match_and_saves_nothing(club: Club, organiser: Client) -> None:
    bad = [(DAY, NURIA, "6o"), (DAY, OTTO, 4)]
    row = upload(
        organiser,
        club,
        totals((DAY, BEA, 41), (DAY, MINA, 38), (), *bad, (), (DAY, "W. Featherstone", -7), (DAY, BEA, 3)),
    )
    page = words(organiser, address(row))
    assert "3 matches from old.csv" in page
    assert "Nothing is saved yet. 1 can be imported, 1 needs an answer, 1 cannot be imported." in page
    assert f"2 12 Mar 2026 {BEA} 41 {MINA} 38 will be imported" in page
    assert f"5 12 Mar 2026 {NURIA} 6o {OTTO} 4 left out" in page
    assert "“6o” is not a whole number. Did you mean 60?" in page
    assert f"Is this {MINA}?" in page
    assert f"W. Featherstone −7 {BEA} 3 question" in page
    assert (club.matches.count(), club.nights.count(), club.players.count()) == (0, 0, 5)


def test_a_row_without_what_it_should_say_has_an_empty_cell(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, csv_of(rows()), "escalier.csv")
    page = organiser.get(address(row)).content.decode()
    assert 'name="column"' in page and 'value="" maxlength="60"' in page


def test_what_comes_first_in_a_date_is_asked_once_for_the_whole_file(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals(("3/5/2024", BEA, 41), ("3/5/2024", OTTO, 3), ("4/5/2024", BEA, 7)))
    assert "What comes first in 3/5/2024? It counts for the whole file. The day The month" in words(
        organiser, address(row)
    )
    act(organiser, row, "mend", line="0", column="date-order", value="month")
    page = words(organiser, address(row))
    assert "In dates like 3/5/2026 the month comes first." in page
    assert f"2 5 Mar 2024 {BEA} 41 {OTTO} 3 will be imported" in page
    act(organiser, row, "mend", line="0", column="date-order", value="day")
    assert f"2 3 May 2024 {BEA} 41 {OTTO} 3 will be imported" in words(organiser, address(row))
    response = organiser.post(f"{address(row)}mend/", {"line": "0", "column": "date-order", "value": "year"})
    assert response.status_code == 422


def test_a_question_is_answered_by_a_tap(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAY, BEA, 41), (DAY, "W. Featherstone", 38)))
    mina = club.players.get(name=MINA)
    act(organiser, row, "answer", name="W. Featherstone", who=str(mina.pk))
    assert "All of them can be imported." in words(organiser, address(row))
    act(organiser, row, "confirm")
    assert {seat.player for seat in club.matches.get().seats.all()} == {club.players.get(name=BEA), mina}
    assert club.players.count() == 5


def test_somebody_else_of_the_book_is_named_in_words(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAY, BEA, 41), (DAY, "Quill", 38)))
    assert "Nobody in the club is called Quill" in words(organiser, address(row))
    act(organiser, row, "answer", name="Quill", who="otto pym")
    assert row.answers["names"] == {"Quill": club.players.get(name=OTTO).pk}


def test_all_unknown_names_are_new_at_one_tap(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAY, "Quill", 41), (DAY, "Rasp", 38)))
    assert "2 names are not in the club." in words(organiser, address(row))
    act(organiser, row, "answer", who="new")
    assert "2 new players: Quill , Rasp ." in words(organiser, address(row))
    assert club.players.count() == 5
    act(organiser, row, "confirm")
    assert club.players.count() == 7


def test_a_mended_cell_is_read_again(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAY, BEA, 41), (DAY, OTTO, "6o")))
    act(organiser, row, "mend", line="3", column="total", value="60")
    assert "All of them can be imported." in words(organiser, address(row))


def test_two_names_that_are_one_player_keep_their_game_out(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAY, BEA, 41), (DAY, "Bee", 38)))
    act(organiser, row, "answer", name="Bee", who=str(club.players.get(name=BEA).pk))
    assert f"{BEA} and Bee are the same player, and sat at one table." in words(organiser, address(row))


def test_a_twin_shows_once_its_names_are_known(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAY, BEA, 41), (DAY, OTTO, 38)))
    act(organiser, row, "confirm")
    again = upload(organiser, club, totals((DAY, BEA, 41), (DAY, "O. Pym", 38)))
    act(organiser, again, "answer", name="O. Pym", who=str(club.players.get(name=OTTO).pk))
    assert "Already here: same night, same total. It will be left out." in words(organiser, address(again))
    assert organiser.post(f"{address(again)}confirm/").status_code == 422


@pytest.mark.parametrize(
    ("step", "form", "sentence"),
    [
        ("answer", {"name": "Quill", "who": ""}, "Choose a name first."),
        ("answer", {"name": "Quill", "who": "Nobody Known"}, "Nobody here is called Nobody Known."),
        ("answer", {"name": "Quill", "who": "9" * 30}, "Nobody here is called"),
        ("answer", {"name": "Somebody", "who": "new"}, "That name is not in this file."),
        ("mend", {"line": "1", "column": "total", "value": "3"}, "nothing to fix"),
        ("mend", {"line": "²", "column": "", "value": "3"}, "nothing to fix"),
        ("mend", {"line": "3", "column": "total", "value": ""}, "Enter what it should say"),
        ("mend", {"line": "3", "column": "total", "value": "x" * 900}, "Enter what it should say"),
        ("confirm", {}, "None of this can be imported as it is."),
    ],
)
def test_nonsense_is_answered_in_a_sentence(
    club: Club, organiser: Client, step: str, form: dict[str, str], sentence: str
) -> None:
    row = upload(organiser, club, totals((DAY, "Quill", 41), (DAY, OTTO, "6o")))
    response = organiser.post(f"{address(row)}{step}/", form)
    assert response.status_code == 422
    assert sentence in response.content.decode()
    row.refresh_from_db()
    assert row.state == ImportBatch.State.ASKING


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("old.csv", b"", "This file is empty."),
        ("photo.png", b"\x89PNG\r\n" + bytes(200), "Dog Club cannot read this file."),
        ("old.csv", b"\x89PNG\r\n" + bytes(200), "This file holds no text."),
        ("old.xlsx", b"PK\x03\x04[Content_Types].xml" + bytes(200), "This is not a workbook that can be read."),
    ],
)
def test_a_file_that_cannot_be_is_refused_at_once(
    club: Club, organiser: Client, name: str, content: bytes, sentence: str
) -> None:
    response = organiser.post(f"/c/{club.slug}/imports/", {"file": SimpleUploadedFile(name, content)})
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert (club.imports.count(), Job.objects.count()) == (0, 0)


def test_without_a_file_the_page_asks_for_one(club: Club, organiser: Client) -> None:
    response = organiser.post(f"/c/{club.slug}/imports/")
    assert response.status_code == 422
    assert "Choose a file first." in response.content.decode()


def test_a_file_that_is_too_large_is_refused(club: Club, organiser: Client) -> None:
    large = SimpleUploadedFile("old.csv", b"player\n" * (MOST_BYTES // 7 + 1))
    response = organiser.post(f"/c/{club.slug}/imports/", {"file": large})
    assert "This is more than 32 MB." in response.content.decode()


def test_a_file_that_cannot_be_read_says_why_and_can_be_forgotten(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, b"we played on Friday\n")
    assert "There is no table of scores here." in words(organiser, address(row))
    organiser.post(f"{address(row)}drop/")
    assert not club.imports.exists()


@pytest.mark.parametrize("state", [Job.State.QUEUED, Job.State.RUNNING])
def test_a_file_that_is_discarded_is_not_read_on(club: Club, organiser: Client, state: Job.State) -> None:
    """A regression test: the page said that it was discarded, and its process computed on."""
    row = upload(organiser, club, totals(*evenings(2)))
    ImportBatch.objects.filter(pk=row.pk).update(state=ImportBatch.State.READING)
    Job.objects.update(state=state, beat_at=timezone.now(), finished_at=None)
    organiser.post(f"{address(row)}drop/")
    job = Job.objects.get()
    assert job.cancel_asked_at is not None
    assert (job.state == Job.State.CANCELLED) == (state == Job.State.QUEUED)


def test_the_table_and_game_of_a_match_are_shown(club: Club, organiser: Client) -> None:
    rows = [("date", "table", "game", "player", "total"), (DAY, 2, "Dirty Dog", BEA, 4), ("", "", "", OTTO, 3)]
    row = upload(organiser, club, a_csv(*rows, (), (DAY, 3, "Top Dog", BEA, 4), ("", "", "", OTTO, 3)))
    page = words(organiser, address(row))
    assert f"2 12 Mar 2026 Table 2 Dirty Dog {BEA} 4 {OTTO} 3 will be imported" in page
    assert "12 Mar 2026 Table 3 Top Dog" in page


@pytest.mark.parametrize("options", [[1], "x", {"opening": [1]}, {"opening": {BEA: "x", OTTO: None, "": {}}}, 7])
def test_a_record_with_any_options_is_shown(club: Club, organiser: Client, options: Any) -> None:
    row = upload(organiser, club, records({**RECORD, "options": options}), "old.jsonl")
    assert f"{BEA} {OTTO} {MINA} left out" in words(organiser, address(row))


def test_matches_that_are_fine_are_counted_and_can_be_shown(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals(*evenings(150)))
    page = words(organiser, address(row))
    assert "150 matches from old.csv" in page
    assert "147 more matches, down to row 300, are fine. Show them" in page
    assert page.count("will be imported") == SHOWN
    everything = words(organiser, f"{address(row)}?all=1&row=0")
    assert everything.count("will be imported") == 100
    assert "Page 1 of 2" in everything
    assert "Page 2 of 2" in words(organiser, f"{address(row)}?all=1&row=120")


@pytest.mark.parametrize("query", ["?page=99", "?page=x", "?all=1&row=-1", "?all=1&row=999999999999", "?row=²&all=1"])
def test_any_address_of_the_preview_shows_something(club: Club, organiser: Client, query: str) -> None:
    row = upload(organiser, club, totals(*evenings(SHORT_RUN + 1)))
    assert organiser.get(f"{address(row)}{query}").status_code == 200


def test_a_long_file_asks_no_more_of_the_database(club: Club, organiser: Client) -> None:
    short, long = chosen(club, totals(*evenings(2), (DAY, "Quill", 3))), chosen(club, totals(*evenings(300)))
    assert queries(organiser, address(long)) <= queries(organiser, address(short)) <= 6
    assert queries(organiser, f"/c/{club.slug}/imports/") <= 6


def test_after_it_is_written_no_answer_counts_any_more(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAY, BEA, 41), (DAY, OTTO, 38)))
    act(organiser, row, "confirm")
    for step in ("answer", "mend", "confirm", "drop"):
        act(organiser, row, step)
    assert (row.state, club.matches.count()) == (ImportBatch.State.DONE, 1)


def test_two_taps_on_import_write_once(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, totals((DAY, BEA, 41), (DAY, OTTO, 38)))
    for _ in range(2):
        organiser.post(f"{address(row)}confirm/")
    assert Job.objects.filter(kind="write-import").count() == 1


def test_an_import_of_another_club_is_not_there(club: Club, organiser: Client) -> None:
    other = a_club("friday")
    Player.objects.create(club=other, name="Rex")
    row = chosen(other, totals((DAY, "Rex", 41)))
    for step in ("", "undo/"):
        assert organiser.get(f"/c/{club.slug}/imports/{row.pk}/{step}").status_code == 404
    for step in ("answer/", "mend/", "confirm/", "drop/", "undo/"):
        assert organiser.post(f"/c/{club.slug}/imports/{row.pk}/{step}").status_code == 404


def test_while_it_is_read_the_page_asks_again_until_something_is_new(club: Club, organiser: Client) -> None:
    file = SimpleUploadedFile("old.csv", totals((DAY, BEA, 41), (DAY, OTTO, 38)))
    organiser.post(f"/c/{club.slug}/imports/", {"file": file})
    row = club.imports.get()
    page = organiser.get(address(row)).content.decode()
    since = re.search(r'hx-get="(\?since=[^"]+)"', page)
    assert since
    with CaptureQueriesContext(connection) as captured:
        assert organiser.get(f"{address(row)}{since[1]}").status_code == 204
    assert len(captured) <= 4
