"""PDFs of a night: all its sheets in one file, blank sheets for the tables of tonight, and the report by email."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client

from clubs.models import Club, Night, Role
from clubs.models.calendar import club_day
from dogclub.jobs.run import run_here
from dogclub.models import Job
from games.models import Match
from games.paper.geometry import sheet_number
from tests.dogclub.exchange.books.making import bookmarks, content, pages, read, squeezed
from tests.evenings import PLAYED_BY_BOTS, an_evening
from tests.factory import a_club, a_match, a_member, some_players
from tests.games.dogs_of_war.tallying import a_war
from tests.games.dogs_of_war.test_secrets import BEA, OTTO, leaks
from tests.games.paper.scanning import payloads, scan
from tests.nights import a_night, dealt, drawn, here, seats, some_dogs, url


@pytest.fixture
def night(club: Club) -> Night:
    return a_night(club, -60)


@pytest.fixture
def member(club: Club) -> Client:
    client = Client()
    client.force_login(a_member(club, Role.SCOREKEEPER))
    return client


def test_few_sheets_come_at_once_in_the_order_of_the_tables(night: Night, member: Client) -> None:
    pack = some_players(night.club)
    for table in ("10", "2", "1"):
        a_match(night.club, pack, hands=2, night=night, table=table)
    answer = member.get(url(night, "sheets.pdf"))
    reader = read(answer.content)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    titles = [title for _, title, _ in bookmarks(reader.outline, reader)]
    assert titles == ["Dirty Dog, table 1", "Dirty Dog, table 2", "Dirty Dog, table 10"]
    assert list(pages(reader, has_cover=False)) == ["1", "2", "3"]
    again = member.get(url(night, "sheets.pdf"), headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_a_night_of_every_game_is_one_file(night: Night, member: Client) -> None:
    for at, game in enumerate(PLAYED_BY_BOTS):
        match = an_evening(night.club, game, some_dogs(night.club, 4, "AEIMQU"[at]), at)
        Match.objects.filter(pk=match.pk).update(night=night)
    reader = read(member.get(url(night, "sheets.pdf")).content)
    titles = {title for _, title, _ in bookmarks(reader.outline, reader)}
    assert titles == {game.name for game in PLAYED_BY_BOTS}


def test_of_many_sheets_a_job_is_asked_by_a_button(night: Night, member: Client) -> None:
    pack = some_players(night.club)
    for table in range(1, 10):
        a_match(night.club, pack, hands=1, night=night, table=str(table))
    page = member.get(url(night, "sheets.pdf"))
    assert "9 sheets take a while" in page.content.decode()
    assert not Job.objects.exists()
    answer = member.post(url(night, "sheets.pdf"))
    job = Job.objects.get()
    assert answer["Location"] == job.get_absolute_url()
    run_here(job.pk)
    job.refresh_from_db()
    assert list(pages(read(content(job)), has_cover=False)) == [str(number) for number in range(1, 10)]
    assert (job.steps[0]["done"], job.steps[0]["of"], job.file_name[:7]) == (9, 9, "sheets-")


def test_a_night_without_sheets_says_so(night: Night, member: Client) -> None:
    answer = member.get(url(night, "sheets.pdf"), follow=True)
    assert "There are no entries for this night, so there is no sheet to print." in answer.content.decode()
    job = Job.objects.create(club=night.club, kind="night-sheets", asked={"night": night.pk})
    run_here(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED


def test_what_is_secret_stays_secret_on_the_sheets_of_a_night(night: Night, member: Client) -> None:
    a_war(night.club, some_players(night.club, 3), [BEA, OTTO], night=night)
    assert leaks(member.get(url(night, "sheets.pdf"))) == []


def test_paper_for_tonight_has_the_names_of_those_who_are_here(night: Night, member: Client) -> None:
    pack = some_dogs(night.club, 12)
    here(night, pack)
    table = seats(drawn(member, night))
    before = Match.objects.count()
    reader = read(member.get(url(night, "paper.pdf")).content)
    titles = [title for _, title, _ in bookmarks(reader.outline, reader)]
    assert titles == ["Dirty Dog, Group A", "Dirty Dog, Group B"]
    whole = "".join(squeezed(page.extract_text()) for page in reader.pages)
    assert all(player.name in whole for player in pack)
    first = squeezed(reader.pages[0].extract_text())
    assert sorted(table[0], key=first.index) == table[0], "as drawn, in seat order"
    assert not any(name in first for name in table[1])
    assert Match.objects.count() == before


@pytest.mark.parametrize("game", PLAYED_BY_BOTS, ids=lambda game: game.key)
def test_paper_for_tonight_of_any_game(night: Night, member: Client, game: object) -> None:
    here(night, some_dogs(night.club, 4))
    drawn(member, night, f"game:{game.key}")  # type: ignore[attr-defined]
    answer = member.get(url(night, "paper.pdf"), {"paper": "letter"})
    assert "DogA" in "".join(squeezed(page.extract_text()) for page in read(answer.content).pages)


def test_tables_that_are_dealt_are_printed_as_they_were_dealt(night: Night, member: Client) -> None:
    pack = some_players(night.club)
    a_match(night.club, pack, hands=3, night=night, table="1")
    here(night, pack)
    (page,) = read(member.get(url(night, "paper.pdf")).content).pages
    text = page.extract_text()
    names = [player.name.split()[0] for player in pack]
    assert sorted(names, key=text.index) == names
    assert not re.search(r"[−+]\d", text), "the hands that were played are left for the pencil"


@pytest.mark.needs("poppler")
def test_a_table_has_one_number_in_its_marks_before_and_after_it_is_dealt(night: Night, member: Client) -> None:
    here(night, some_dogs(night.club, 12))
    drawn(member, night)
    before = numbers(member, night)
    dealt(member, night)
    assert numbers(member, night) == before
    matches = Match.objects.filter(night=night).order_by("table")
    players = [list(match.seats.values_list("player", flat=True)) for match in matches]
    day = club_day(night.starts_at)
    assert before == [{sheet_number(day, each)} for each in players]


def numbers(member: Client, night: Night) -> list[set[int]]:
    """The sheet numbers in the marks of each of the night's sheets."""
    pages = scan(member.get(url(night, "paper.pdf")).content)
    return [{payload.sheet for payload in payloads(page)} for page in pages]


@pytest.mark.parametrize("is_over", [False, True])
def test_nothing_is_invented_where_nothing_is_drawn(night: Night, member: Client, is_over: bool) -> None:
    """Also for a night whose tables are finished."""
    here(night, some_dogs(night.club, 12))
    if is_over:
        a_match(night.club, some_players(night.club), plan=(1, 2, 1), night=night, table="1")
    answer = member.get(url(night, "paper.pdf"), follow=True)
    assert "No table is drawn or playing, so there are no names to print." in answer.content.decode()


def test_too_few_for_a_game_is_said_in_its_words(night: Night, member: Client) -> None:
    here(night, some_dogs(night.club, 1))
    drawn(member, night)
    answer = member.get(url(night, "paper.pdf"), follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain


def test_the_report_is_kept_and_a_letter_says_where(night: Night, member: Client) -> None:
    a_match(night.club, some_players(night.club), night=night, table="1")
    answer = member.post(url(night, "report.pdf"))
    job = Job.objects.get()
    assert answer["Location"] == job.get_absolute_url()
    run_here(job.pk)
    job.refresh_from_db()
    assert "Night report" in read(content(job)).pages[0].extract_text()
    assert [letter.to for letter in mail.outbox] == [[job.asked_by.email]]  # type: ignore[union-attr]


def test_links_stand_on_the_night(night: Night, member: Client) -> None:
    a_match(night.club, some_players(night.club), night=night, table="1")
    html = member.get(url(night, "")).content.decode()
    assert url(night, "sheets.pdf") in html
    assert url(night, "paper.pdf") in html


def test_a_night_of_another_club_is_not_found(night: Night, member: Client) -> None:
    theirs = Night.objects.create(club=a_club("other"), starts_at=night.starts_at - timedelta(days=1))
    for page in ("sheets.pdf", "paper.pdf"):
        assert member.get(f"/c/{night.club.slug}/nights/{theirs.pk}/{page}").status_code == 404
