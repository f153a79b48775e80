"""A workbook with a sheet a night, or a folder of files, is one import: what looks alike is read together."""

import io
import zipfile
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from dogclub.models import ImportBatch
from tests.dogclub.exchange.imports.corpus.making import workbook
from tests.dogclub.exchange.imports.files import a_csv, act, done, read, upload
from tests.dogclub.exchange.imports.test_pages import address, words

NIGHT = [["Hand", "Hazel", "Priya", "Jürgen"], [1, 12, 5, 11], [2, 3, 14, 10], ["TOTAL", 15, 19, 21]]
WITH_A_GUEST = [["Hand", "Hazel", "Priya", "Noor", "Jürgen"], [1, 12, 5, 0, 11], ["TOTAL", 12, 5, 0, 11]]
NIGHTS: Mapping[str, Iterable[Any]] = {
    "Rules": [["Everybody deals once."]],
    "9 Jan 2025": [["Dirty Dog night 9 Jan 2025"], [], *NIGHT],
    "16 Jan 2025": [["Dirty Dog night"], [], *WITH_A_GUEST],
    "Third": [["Night of 23 January 2025 at Bea’s"], [], *NIGHT],
    "Season": [["Player", "Played", "Points"], ["Hazel", 3, 42]],
}


def zipped(files: Mapping[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def days(row: ImportBatch) -> list[str]:
    return [match["at"][:10] for match in row.found["matches"]]


@pytest.mark.django_db
def test_the_sheets_of_all_nights_are_one_import(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, workbook(NIGHTS), "nights.xlsx")
    assert days(row) == ["2025-01-09", "2025-01-16", "2025-01-23"]
    assert not any(match["problems"] for match in row.found["matches"])
    assert row.found["names"] == ["Hazel", "Priya", "Jürgen", "Noor"]
    assert row.found["notes"][0] == "3 sheets that look alike were read together, not “Rules” and “Season”."
    page = words(organiser, address(row))
    assert "9 Jan 2025, 4" in page and "Third, 4" in page
    assert "All that look alike" in page


@pytest.mark.django_db
def test_one_sheet_can_be_chosen_and_all_again(club: Club, organiser: Client) -> None:
    row = upload(organiser, club, workbook(NIGHTS), "nights.xlsx")
    row = act(organiser, row, "format", sheet="Third")
    assert days(row) == ["2025-01-23"]
    row = act(organiser, row, "format", sheet="*")
    assert len(days(row)) == 3


@pytest.mark.django_db
def test_a_cell_is_mended_in_its_own_sheet(club: Club, organiser: Client) -> None:
    nights = {
        day: [["Player", "Total"], ["Hazel", 41], ["Priya", figure]]
        for day, figure in {"9 Jan 2025": "1O", "16 Jan 2025": "1l"}.items()
    }
    row = upload(organiser, club, workbook(nights), "nights.xlsx")
    problems = [problem for match in row.found["matches"] for problem in match["problems"]]
    assert [problem["line"] for problem in problems] == [3, 1000003]
    row = act(organiser, row, "mend", line="1000003", column="total", value="11")
    assert [[seat[1] for seat in match["seats"]] for match in row.found["matches"]][1] == [41, 11]
    assert [len(match["problems"]) for match in row.found["matches"]] == [1, 0]


@pytest.mark.django_db
def test_what_a_column_is_holds_below_the_same_heading_of_every_sheet(club: Club, organiser: Client) -> None:
    nights = {
        "9 Jan 2025": [["Player", "Half", "Total"], ["Hazel", 3, 41], ["Priya", 4, 5]],
        "16 Jan 2025": [["Half", "Player", "Total"], [1, "Hazel", 8], [2, "Priya", 9]],
    }
    row = upload(organiser, club, workbook(nights), "nights.xlsx")
    row = act(organiser, row, "format", **{"column-2": "total", "column-3": "skip"})
    assert [[seat[1] for seat in match["seats"]] for match in row.found["matches"]] == [[3, 4], [1, 2]]


@pytest.mark.parametrize("name", ["nights.zip", "9. Januar.zip"])
def test_a_folder_of_files_is_read_as_one(name: str) -> None:
    sheet = a_csv(["Player", "Total"], ["Hazel", 41], ["Priya", 5])
    files = {
        "kennel/": b"",
        "kennel/2025-01-09.csv": sheet,
        "kennel/night_2025-01-16.xlsx": workbook({"Sheet1": [["Player", "Total"], ["Hazel", 3], ["Priya", 4]]}),
        "kennel/photo.jpg": b"\xff\xd8\xff",
        "__MACOSX/kennel/._2025-01-09.csv": b"\0\5",
    }
    found, notes = read(zipped(files), name)
    assert [match.played_at and f"{match.played_at:%d.%m.}" for match in found] == ["09.01.", "16.01."]
    assert notes[0] == "Not read from the ZIP: photo.jpg."


@pytest.mark.django_db
def test_files_chosen_together_are_one_import(club: Club, organiser: Client) -> None:
    sheet = a_csv(["Player", "Total"], ["Hazel", 41], ["Priya", 5])
    several = [SimpleUploadedFile(f"2025-01-{day}.csv", sheet) for day in ("09", "16")]
    assert organiser.post(reverse("imports", args=[club.slug]), {"file": several}).status_code == 302
    row = ImportBatch.objects.get()
    done(row)
    assert (row.file_name, days(row)) == ("2 files.zip", ["2025-01-09", "2025-01-16"])
    mixed = [SimpleUploadedFile("a.csv", sheet), SimpleUploadedFile("a.pdf", b"%PDF")]
    refused = organiser.post(reverse("imports", args=[club.slug]), {"file": mixed})
    assert (refused.status_code, "a.pdf is no sheet" in refused.content.decode()) == (422, True)
