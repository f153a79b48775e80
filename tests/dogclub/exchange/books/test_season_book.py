"""The season book, read back from its PDF: pages, numbers, bookmarks, names, and secrets that it leaves out."""

import io
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any
from unittest import mock

import pikepdf
import pytest
from pypdf import PdfReader

from clubs.models import Club, Night, Player, Season
from dogclub.exchange.books import index, season_book, typst_workers
from dogclub.exchange.books.typst_workers import PageDocument
from dogclub.jobs.asking import cancel
from dogclub.jobs.run import run_here
from dogclub.models import Job
from games.models import Match
from games.registry import TABLE_GAMES
from leagues.models import Trophy
from leagues.playoffs import state as playoff_state
from leagues.playoffs.finals import deal_finals
from tests.dogclub.exchange.books.making import (
    a_night,
    below_club,
    bookmarks,
    content,
    dirty_dogs,
    of_every_game,
    on,
    ordered,
    pages,
    read,
    squeezed,
)
from tests.evenings import PLAYED_BY_BOTS
from tests.factory import a_match, some_players
from tests.games.dogs_of_war.tallying import a_war
from tests.games.dogs_of_war.test_secrets import BEA, OTTO, SECRET
from tests.playoff_nights import an_evening, play, table

LONG = "Wilhelmina Featherstonehaugh-Oyelaran (b)"  # 41 characters
ARABIC = "ليان الزهراني"
EMOJI = "Gus 🐶 Tate"


def a_pack(club: Club) -> list[Player]:
    names = ("Bea Marlowe", "Otto Pym", LONG, EMOJI, ARABIC)
    return some_players(club, 5, names)


def shows(page: str, name: str) -> bool:
    """Whether the page contains the name. PDF readers may return the joined forms of letters that run right to left, so
    for a name that is not ASCII five common letters suffice.
    """
    letters = squeezed(name)
    return letters in page or (not letters.isascii() and len(set(letters) & set(page)) > 4)


@pytest.mark.thorough
def test_a_book_of_three_nights_is_whole(season: Season) -> None:
    """One book is made for all of these checks, since making it takes long."""
    pack = a_pack(season.club)
    nights = dirty_dogs(season, pack, 3)
    job = ordered(season.club, season=season.pk)
    pdf = content(job)
    reader = read(pdf)
    every_number_in_the_index_leads_to_what_it_says(reader, pack, nights)
    every_page_but_the_cover_bears_its_number(reader, job)
    a_dogs_page_says_where_each_of_its_sheets_stands(reader)
    bookmarks_lead_to_nights_tables_and_dogs(reader, pack)
    the_cover_holds_the_highest_and_the_lowest_total(reader, season)
    tags_titles_and_language_come_along(reader, pdf)


def every_number_in_the_index_leads_to_what_it_says(
    reader: PdfReader, pack: Sequence[Player], nights: Sequence[Night]
) -> None:
    found = pages(reader)
    index = reader.pages[1].extract_text(extraction_mode="layout")
    for player in pack[:2]:
        number = re.search(rf"{player.name}\s+(\d+)", index[index.index("The dogs") :])
        assert number is not None
        assert found[number[1]].startswith(squeezed(player.name))
    for night in nights:
        row = re.search(rf"^\s*{night.starts_at:%-d %b}\b.*?(\d+)\s*$", index, re.MULTILINE)
        assert row is not None
        assert squeezed(f"{night.starts_at:%A %-d %b %Y}") in found[row[1]]
    for words in ("Standings", "Trophies, hand to hand", "Records", "Call-outs, counted"):
        number = re.search(rf"{words}\s+(\d+)", index)
        assert number is not None
        assert found[number[1]].startswith(squeezed(words))


def every_page_but_the_cover_bears_its_number(reader: PdfReader, job: Job) -> None:
    assert list(pages(reader)) == ["Cover", *map(str, range(1, len(reader.pages)))]
    assert reader.page_labels == list(pages(reader))
    assert job.result["pages"] == len(reader.pages) - 1


def a_dogs_page_says_where_each_of_its_sheets_stands(reader: PdfReader) -> None:
    found = pages(reader)
    sheets = [number for number, page in found.items() if page.startswith(("Thenights", "DirtyDog"))]
    sheets.insert(0, sheets[0])  # the first two nights share a page
    assert all("OttoPym" in found[number] for number in sheets)
    mine = next(page for page in reader.pages if below_club(page.extract_text()).startswith("OttoPym"))
    rows = mine.extract_text(extraction_mode="layout")
    assert re.findall(r"Table 1 .*?(\d+)\s*$", rows, re.MULTILINE) == sheets
    assert len(sheets) == 3


def bookmarks_lead_to_nights_tables_and_dogs(reader: PdfReader, pack: Sequence[Player]) -> None:
    marks = bookmarks(reader.outline, reader)
    top = [title for depth, title, _ in marks if depth == 0]
    assert top[:4] == ["What is in it", "Standings", "Trophies, hand to hand", "Records"]
    days = ["17 September 2026", "24 September 2026", "1 October 2026"]
    assert [title.split(":")[0] for title in top[4:7]] == days
    assert top[7:] == ["The dogs", "Call-outs, counted"]
    below = [(title, page) for depth, title, page in marks if depth == 1]
    assert [title for title, _ in below[:3]] == ["Dirty Dog, table 1"] * 3
    assert {title for title, _ in below[3:]} == {player.label for player in pack}
    texts = [below_club(page.extract_text()) for page in reader.pages]
    assert [texts[page][:9] for title, page in below[:3]] == ["Thenights", "Thenights", "DirtyDogN"]
    for title, page in below[3:]:
        assert shows(texts[page], title), (title, texts[page][:80])


def the_cover_holds_the_highest_and_the_lowest_total(reader: PdfReader, season: Season) -> None:
    totals = [seat.total for match in season.matches.all() for seat in match.seats.all()]
    cover = reader.pages[0].extract_text()
    figures = [str(max(totals)), str(min(totals)).replace("-", "−")]
    assert all(re.search(rf"(?<!\d){figure}(?!\d)", cover) for figure in figures)
    assert "The Book of" in cover
    assert "Volume 1" in cover
    assert "Three Thursdays, three matches, five dogs, one cup, one cone, and every hand of it." in " ".join(
        cover.split()
    )
    assert "17 September to 17 December 2026" in cover


def tags_titles_and_language_come_along(reader: PdfReader, pdf: bytes) -> None:
    assert reader.metadata
    assert reader.metadata.title == "The Book of Autumn 2026"
    catalog: Any = reader.trailer["/Root"]
    assert (catalog["/Lang"], catalog["/MarkInfo"]["/Marked"]) == ("en", True)
    top = catalog["/StructTreeRoot"]["/K"][0].get_object()
    sections = [each.get_object() for each in top["/K"]]
    assert {each["/S"] for each in sections} == {"/Sect"}
    marks = catalog["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    assert list(marks[::2]) == sorted(set(marks[::2]))
    assert {page["/StructParents"] for page in reader.pages} <= set(marks[::2])
    names = [str(name) for name in catalog["/StructTreeRoot"]["/IDTree"]["/Names"][::2]]
    assert names == sorted(set(names))
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert opened.check_pdf_syntax() == []


@pytest.mark.thorough
def test_a_season_of_all_five_games_has_a_sheet_of_each(season: Season) -> None:
    pack = some_players(season.club, 4)
    of_every_game(season, PLAYED_BY_BOTS, pack)
    dirty_dogs(season, pack, 1)
    reader = read(content(ordered(season.club, season=season.pk)))
    marks = [title for _, title, _ in bookmarks(reader.outline, reader)]
    for game in TABLE_GAMES:
        assert any(title.startswith(game.name) for title in marks), game.name
    assert "In the box the highest total of" in " ".join(reader.pages[0].extract_text().split())


@pytest.mark.only("sqlite")
@pytest.mark.thorough
def test_the_upper_half_of_a_page_lies_on_a_whole_one(season: Season) -> None:
    corgis = next(game for game in PLAYED_BY_BOTS if game.key == "clash-of-corgis")
    of_every_game(season, [corgis], some_players(season.club, 4))
    reader = read(content(ordered(season.club, season=season.pk)))
    sizes = {tuple(round(float(side)) for side in (page.mediabox.width, page.mediabox.height)) for page in reader.pages}
    assert sizes == {(595, 842)}


@pytest.mark.only("sqlite")
def test_one_match_makes_a_book_in_letter_with_the_parts_that_were_asked_for(season: Season) -> None:
    dirty_dogs(season, a_pack(season.club), 1)
    reader = read(content(ordered(season.club, season=season.pk, paper="letter", parts=["sheets"])))
    assert {round(float(page.mediabox.width)) for page in reader.pages} == {612}
    marks = [title for _, title, _ in bookmarks(reader.outline, reader)]
    assert "The dogs" not in marks
    assert marks.count("Dirty Dog, table 1") == 1
    assert len(reader.pages) == 7  # cover, index, standings, trophies, records, the sheet, call-outs


@pytest.mark.thorough
def test_two_nights_of_one_match_share_a_page_with_headline_results_and_sheet(season: Season) -> None:
    pack = a_pack(season.club)
    nights = dirty_dogs(season, pack, 4)
    on(nights[2], a_match(season.club, pack, seed=9, season=season, night=nights[2], table="2"))
    nights += [a_night(season, week) for week in (4, 5)]
    for night in nights[4:]:
        on(night, a_match(season.club, pack[:4], seed=night.pk, season=season, night=night, table="1"))
    reader = read(content(ordered(season.club, season=season.pk)))
    found = pages(reader)
    shared = [number for number, page in found.items() if page.startswith("Thenights")]
    assert len(shared) == 2  # the third has two matches, and the last is left over
    first = found[shared[0]]
    marks = bookmarks(reader.outline, reader)
    for night in nights[:2]:
        headline = next(title for _, title, _ in marks if title.startswith(f"{night.starts_at:%-d %B %Y}"))
        assert squeezed(headline.split(": ")[1]) in first
        assert squeezed(f"{night.starts_at:%A %-d %b %Y}") in first
    assert first.count("Table1") == 2
    index = reader.pages[1].extract_text(extraction_mode="layout")
    rows = re.findall(r"^ *\d+ (?:Sep|Oct)\b.*?(\d+) *$", index, re.MULTILINE)
    assert [rows[0], rows[1], rows[3], rows[4]] == [shared[0], shared[0], shared[1], shared[1]]
    assert len(set(rows)) == 4
    foot, number = baselines(reader, int(shared[0]))
    assert abs(foot - number) < 0.1, "the page number stands on the line of the foot"


def baselines(reader: PdfReader, page: int) -> list[float]:
    """How high the last two texts of the page are: its foot and its number."""
    found: list[float] = []

    def seen(text: str, moved: list[float], placed: list[float], *_: object) -> None:
        if text.strip():
            found.append(moved[5] + placed[5])

    reader.pages[page].extract_text(visitor_text=seen)
    return found[-2:]


@pytest.mark.thorough
def test_a_sheet_too_large_for_half_a_page_has_its_own(season: Season) -> None:
    dirty_dogs(season, some_players(season.club, 7), 2)
    found = pages(read(content(ordered(season.club, season=season.pk))))
    assert [page for page in found.values() if page.startswith("Thenights")] == []


def test_a_book_of_all_seasons_holds_what_belongs_to_none(club: Club, season: Season) -> None:
    pack = a_pack(club)
    dirty_dogs(season, pack, 1)
    a_match(club, pack)
    reader = read(content(ordered(club, season=None)))
    marks = [title for _, title, _ in bookmarks(reader.outline, reader)]
    assert marks.count("Dirty Dog, table 1") == 1
    assert "Dirty Dog" in marks
    assert "All volumes" in reader.pages[0].extract_text()


@pytest.mark.thorough
def test_renamed_trophies_and_former_members_stand_under_their_names_of_now(season: Season) -> None:
    pack = a_pack(season.club)
    dirty_dogs(season, pack, 2)
    Trophy.objects.filter(club=season.club, rule="winner").update(name="Golden Bone")
    Player.objects.filter(pk=pack[1].pk).update(name="Former member 1", former=1)
    whole = "".join(pages(read(content(ordered(season.club, season=season.pk)))).values())
    assert "GoldenBone" in whole
    assert "GoodDogCup" not in whole
    assert "Formermember1" in whole
    assert "OttoPym" not in whole


@pytest.mark.thorough
def test_a_playoff_night_has_its_groups_before_its_finals(club: Club, season: Season) -> None:
    night = a_night(season, 0)
    playoff = an_evening(club, advance=2)
    for number in (1, 2):
        play(table(playoff, "group", number), (2, 1, 0, 0, 0, 2), {0: 2, 1: 1})
    state = playoff_state.read(playoff)
    dealers = {"winners": Player.objects.get(pk=state.up[0]), "losers": Player.objects.get(pk=state.down[0])}
    deal_finals(playoff.pk, dealers, None)
    play(table(playoff, "winners"), (0, 1, 1, 3))
    play(table(playoff, "losers"), (1, 0, 0, 0, 0, 0, 0, 4), {0: 1})
    Match.objects.filter(fixture__playoff=playoff).update(night=night, season=season, started_at=night.starts_at)
    reader = read(content(ordered(club, season=season.pk)))
    tables = [title for depth, title, _ in bookmarks(reader.outline, reader) if depth == 1][:4]
    assert [title.split(", ")[-1] for title in tables] == ["Group A", "Group B", "Losers’ table", "Winners’ table"]


def test_what_is_secret_in_a_match_stays_secret(season: Season) -> None:
    pack = some_players(season.club, 3)
    dirty_dogs(season, pack, 1)
    war = a_war(season.club, pack, [BEA, OTTO], season=season, night=season.nights.get())
    Match.objects.filter(pk=war.pk).update(abandoned_at=war.started_at, rounds=1)
    reader = read(content(ordered(season.club, season=season.pk)))
    assert "Dogs of War" in [title for _, title, _ in bookmarks(reader.outline, reader)]
    shown = " ".join(page.extract_text() for page in reader.pages)
    assert [found[0] for found in SECRET.finditer(shown)] == []


@pytest.mark.only("sqlite")
@pytest.mark.thorough
def test_the_same_season_gives_the_same_bytes(season: Season) -> None:
    dirty_dogs(season, a_pack(season.club), 2)
    first, second = (ordered(season.club, season=season.pk) for _ in range(2))
    assert content(first) == content(second)
    assert first.result["sha256"] == second.result["sha256"]


def test_an_empty_season_is_refused_with_a_sentence(season: Season) -> None:
    a_match(season.club, a_pack(season.club), hands=2, season=season)
    job = ordered(season.club, season=season.pk)
    assert job.state == Job.State.FAILED
    assert job.problem == "Autumn 2026 has no finished match yet, so its book would be empty. Play one first."


def test_a_season_that_is_gone_is_refused_with_a_sentence(season: Season) -> None:
    assert ordered(season.club, season=season.pk + 1).problem.startswith("That season is gone.")


def test_it_says_how_far_it_is(season: Season) -> None:
    dirty_dogs(season, a_pack(season.club), 4)
    steps = ordered(season.club, season=season.pk).steps
    assert [(step["label"], step["words"]) for step in steps[:3]] == [
        ("Results gathered", "4 nights"),
        ("Charts drawn", "6"),
        ("Sheets set", "4"),
    ]
    assert (steps[2]["done"], steps[2]["of"]) == (4, 4)
    assert steps[3]["words"].endswith(" pages")


def test_called_off_between_two_batches_it_leaves_nothing(season: Season) -> None:
    dirty_dogs(season, a_pack(season.club), 2)
    job = Job.objects.create(club=season.club, kind="season-book", asked={"season": season.pk})

    def leaves(*arguments: Any) -> Any:
        assert cancel(job)
        return leaves_of(*arguments)

    leaves_of = index.sections_of
    with mock.patch.object(season_book, "sections_of", leaves), mock.patch("dogclub.jobs.work.OFTEN", 0):
        run_here(job.pk)
    job.refresh_from_db()
    assert (job.state, job.file) == (Job.State.CANCELLED, "")


@pytest.mark.thorough
def test_a_killed_child_is_replaced_and_the_book_is_whole(season: Season) -> None:
    dirty_dogs(season, a_pack(season.club), 2)
    whole = content(ordered(season.club, season=season.pk))
    killed: list[int] = []
    begun = typst_workers.TypstProcess

    def dying() -> Any:
        process = begun()
        if not killed:
            process.kill()
            process.wait()
            killed.append(process.pid)
        return process

    with mock.patch.object(typst_workers, "TypstProcess", dying):
        again = content(ordered(season.club, season=season.pk))
    assert killed
    assert again == whole


@pytest.mark.thorough
def test_pages_nobody_can_set_are_tried_again_later(season: Season) -> None:
    dirty_dogs(season, a_pack(season.club), 1)
    with mock.patch.object(PageDocument, "line", b"{}\n"):
        job = ordered(season.club, season=season.pk)
    assert job.state == Job.State.QUEUED
    assert job.problem == "The pages could not be made. We’ll try again in a moment."


@pytest.mark.thorough
def test_two_dozen_sheets_stay_small_in_the_file_and_in_memory(season: Season) -> None:
    Season.objects.filter(pk=season.pk).update(ends_on=date(2027, 4, 1))
    dirty_dogs(season, some_players(season.club, 5), 24, hands=4)
    season.matches.update(finished_at=season.starts_on.strftime("%Y-%m-%dT20:00Z"))
    highest: list[int] = []

    def stop(hand: typst_workers.TypstWorker) -> None:
        if hand.process:
            said = Path(f"/proc/{hand.process.pid}/status").read_text()
            highest.extend(int(kilobytes) for kilobytes in re.findall(r"VmHWM:\s+(\d+) kB", said))
        stopped(hand)

    stopped = typst_workers.TypstWorker.stop
    with mock.patch.object(typst_workers.TypstWorker, "stop", stop):
        job = ordered(season.club, season=season.pk, parts=["sheets"])
    assert job.size < 24 * 10_000_000 / 288 + 100_000
    assert len(highest) == 2
    assert max(highest) < 110 * 1024  # kilobytes; two of them and 80 MB of the process that binds them are below 300 MB
