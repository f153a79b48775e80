"""Photos of sheets: added, read by a job, checked, saved as a match, and undone."""

import io
import json
import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from PIL import Image

from benchmarks.reading_cells import sampled
from benchmarks.reading_sheets import Photo, made, rows_match, totals_of
from clubs.calendar.nights import arrive
from clubs.models import Club, Player, Role
from clubs.models.calendar import club_day
from clubs.players.anonymise import player_anonymised
from dogclub.exchange.readings import job_kind, keeping
from dogclub.exchange.readings.pages import answer
from dogclub.exchange.readings.saving import numbered
from dogclub.jobs.run import run_here
from dogclub.models import Job, SheetReading
from games import ledger
from games.models import Match, SheetPhoto
from games.paper.row_games import ROW_GAMES
from games.photos import read_sheet_photo
from scoring.pack_o_dogs import Options as PackOptions
from scoring.top_dog import Options as TopDogOptions
from tests.factory import a_match, some_players
from tests.games.paper.test_rows import document as row_document
from tests.nights import a_night
from tests.people import SignIn
from tests.photos import a_jpeg, with_place

pytestmark = pytest.mark.django_db
State = SheetReading.State
DIGITS = sampled(Path(__file__).parents[3] / "games/paper/digits.npz")


@pytest.fixture(scope="module")
def taken() -> Photo:
    return made(DIGITS, 12, players=5, megapixels=3)


@pytest.fixture(scope="module")
def found(taken: Photo) -> Any:
    """What the job reads, once for all tests."""
    photo = read_sheet_photo(io.BytesIO(taken.content), len(taken.content))
    return job_kind.document([photo.image])


@pytest.fixture
def is_read(found: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every photo is one of that sheet; what is found can be changed."""
    document = json.loads(json.dumps(found[0]))
    document["record"]["options"] = {"rules": "1.4"}

    def read(images: Any, figures_read: Callable[[], object]) -> Any:
        figures_read()
        return document, found[1]

    monkeypatch.setattr(job_kind, "document", read)
    return document


@pytest.fixture
def keeper(sign_in: SignIn) -> Client:
    return sign_in(Role.SCOREKEEPER)


def add(client: Client, club: Club, *contents: bytes, **form: Any) -> Any:
    files = [SimpleUploadedFile(f"{at}.jpg", content, "image/jpeg") for at, content in enumerate(contents)]
    return client.post(f"/c/{club.slug}/sheet-photos/", {"photo": files, **form})


def read(client: Client, club: Club, *contents: bytes, **form: Any) -> SheetReading:
    """Add photos, run their jobs, and return the last one."""
    response = add(client, club, *contents, **form)
    assert response.status_code == 302, response.content.decode()
    run_all()
    row: SheetReading = SheetReading.objects.latest("created_at")
    return row


def say(client: Client, row: SheetReading, do: str, **form: Any) -> Any:
    return client.post(f"{row.get_absolute_url()}answer/", {"do": do, **form})


def names(players: list[Player]) -> dict[str, Any]:
    return {"on": "2024-03-12", "name": [player.label for player in players]}


def text(response: Any) -> str:
    return " ".join(response.content.decode().replace("\xad", "").split())


def check_all(client: Client, row: SheetReading, taken: Photo) -> None:
    """Answer every question as the sheet was really written."""
    rounds = taken.record["rounds"]
    for cell in row.found["cells"]:
        if cell.get("doubtful"):
            value = rounds[cell["hand"] - 1]["bids" if cell["what"] == "bid" else "tricks"][str(cell["seat"])]
            say(client, row, "figure", cell=f"{cell['hand']}-{cell['seat']}-{cell['what']}", value=value)
    row.refresh_from_db()


def test_a_photo_becomes_a_match_and_is_undone(kennel: Club, keeper: Client, taken: Photo) -> None:
    players = some_players(kennel, 5)
    row = read(keeper, kennel, taken.content)
    assert row.state == State.CHECKING
    assert row.found["sheet"]["players"] == 5
    assert "Who played in column 1?" in text(keeper.get(row.get_absolute_url()))
    assert say(keeper, row, "who", **names(players)).status_code == 302
    check_all(keeper, row, taken)
    assert not Match.objects.exists()
    assert "Save the match" in text(keeper.get(row.get_absolute_url()))
    assert say(keeper, row, "save").status_code == 302
    match = Match.objects.get()
    assert match.rounds == len(taken.record["rounds"])
    assert [seat.total for seat in match.seats.all()] == taken.totals[-1]
    assert SheetPhoto.objects.get(match=match, removed_at=None).recorded_by is not None
    row.refresh_from_db()
    assert (row.state, row.image, row.flat, row.match) == (State.SAVED, None, None, match)
    assert "Undo this match" in text(keeper.get(row.get_absolute_url()))
    assert say(keeper, row, "save").status_code == 302
    assert Match.objects.count() == 1
    assert say(keeper, row, "undo").status_code == 302
    assert not Match.objects.exists()
    row.refresh_from_db()
    assert row.state == State.READING
    assert row.image
    for job in Job.objects.filter(kind="read-sheet", state=Job.State.QUEUED):
        run_here(job.pk)
    assert say(keeper, row, "save").status_code == 302
    assert Match.objects.get().rounds == match.rounds


def started(club: Club, players: int = 5) -> Match:
    return a_match(club, some_players(club, players), hands=0)


@pytest.mark.usefixtures("is_read")
def test_a_match_that_waits_is_proposed_and_its_names_are_known(kennel: Club, keeper: Client, taken: Photo) -> None:
    match = started(kennel)
    row = read(keeper, kennel, a_jpeg())
    assert f'value="{match.pk}"' in text(keeper.get(row.get_absolute_url()))
    assert say(keeper, row, "who", match=str(match.pk)).status_code == 302
    check_all(keeper, row, taken)
    say(keeper, row, "save")
    match.refresh_from_db()
    assert match.rounds == 20
    assert Match.objects.count() == 1


def test_the_names_printed_on_a_sheet_are_not_asked(kennel: Club, keeper: Client, is_read: Any) -> None:
    match = started(kennel)
    is_read["sheet"]["number"] = numbered(match, list(match.seats.all()))
    row = read(keeper, kennel, a_jpeg())
    assert "Who played" not in text(keeper.get(row.get_absolute_url()))
    row.refresh_from_db()
    assert row.match == match


def test_a_sheet_with_the_names_of_another_club_is_refused_kindly(kennel: Club, keeper: Client, is_read: Any) -> None:
    match = started(kennel)
    is_read["sheet"]["number"] = numbered(match, list(match.seats.all())) % 999 + 1
    row = read(keeper, kennel, a_jpeg())
    assert (row.state, row.found["record"]) == (State.REFUSED, None)
    assert row.found["problems"][0]["code"] == "other-club"
    page = text(keeper.get(row.get_absolute_url()))
    assert "Not from this litter" in page
    assert "printed for a table that this club does not have" in page
    say(keeper, row, "is-ours")
    run_all()
    assert "Who played in column 1?" in text(keeper.get(row.get_absolute_url()))


def test_a_sheet_for_a_table_that_is_drawn_is_the_clubs(kennel: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = {"number": 17, "game": "dirty-dog", "players": 5}
    assert not keeping.is_of_club(kennel, sheet)
    a_night(kennel)
    monkeypatch.setattr(keeping, "numbers_drawn", lambda night: {17})
    assert keeping.is_of_club(kennel, sheet)
    assert keeping.is_of_club(kennel, {**sheet, "number": None})


def test_a_sheet_that_is_hard_to_read_is_checked_all_the_same(kennel: Club, keeper: Client, is_read: Any) -> None:
    is_read["problems"].append({"code": "blurred", "message": "Many figures are hard to read."})
    row = read(keeper, kennel, a_jpeg())
    page = text(keeper.get(row.get_absolute_url()))
    assert "It shook like a wet dog" in page
    assert "Wipe the lens" in page
    say(keeper, row, "as-it-is")
    assert "Who played in column 1?" in text(keeper.get(row.get_absolute_url()))


def test_the_sheet_of_another_table_is_refused_and_can_be_read_by_itself(
    kennel: Club, keeper: Client, is_read: Any
) -> None:
    match = started(kennel)
    is_read["sheet"]["number"] = numbered(match, list(match.seats.all())) % 999 + 1
    row = read(keeper, kennel, a_jpeg(), match=str(match.pk))
    assert row.match == match
    assert "That is another table’s bone" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "save")
    assert match.entries.count() == 0
    say(keeper, row, "alone")
    assert "Who played in column 1?" in text(keeper.get(row.get_absolute_url()))


def test_a_sheet_of_other_rules_is_refused_for_its_match(kennel: Club, keeper: Client, is_read: Any) -> None:
    match = started(kennel)
    is_read["record"]["options"] = {}
    row = read(keeper, kennel, a_jpeg(), match=str(match.pk))
    assert "Other rules on this sheet" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "todays-rules")
    assert "Check the sheet" in text(keeper.get(row.get_absolute_url()))
    is_read["record"]["options"] = {"rules": "1.4", "max_hands": 7}
    row = read(keeper, kennel, a_jpeg(161), match=str(match.pk))
    assert "another plan of hands" in text(keeper.get(row.get_absolute_url()))


@pytest.mark.usefixtures("is_read")
def test_a_match_by_house_rules_is_typed_in(kennel: Club, keeper: Client) -> None:
    match = started(kennel)
    Match.objects.update(options={"the_rule": "off"})
    row = read(keeper, kennel, a_jpeg(), match=str(match.pk))
    assert "Other rules at this table" in text(keeper.get(row.get_absolute_url()))
    assert say(keeper, row, "type")["Location"] == f"/m/{match.pk}/paper/"


@pytest.fixture(scope="module")
def of_three() -> Photo:
    """A sheet of two pages."""
    return made(DIGITS, 31, players=3, megapixels=3)


def run_all() -> None:
    while job := Job.objects.filter(kind="read-sheet", state=Job.State.QUEUED).first():
        run_here(job.pk)


@pytest.mark.thorough
def test_both_pages_of_a_sheet_are_one_match_in_either_order(kennel: Club, keeper: Client, of_three: Photo) -> None:
    add(keeper, kennel, *of_three.further, of_three.content)
    run_all()
    second, first = SheetReading.objects.order_by("created_at")
    assert (second.page_of, first.found["sheet"]["pages"]) == (first, 2)
    assert text(keeper.get(f"/c/{kennel.slug}/sheet-photos/")).count("Sheet 1, 3 players") == 1
    assert keeper.get(second.get_absolute_url())["Location"] == first.get_absolute_url()
    say(keeper, first, "who", **names(some_players(kennel, 3)))
    page = text(keeper.get(first.get_absolute_url(), {"cell": "33-1-bid"}))
    assert page.count(f"{second.pk}/flat.jpg") == 3
    check_all(keeper, first, of_three)
    say(keeper, first, "save")
    match = Match.objects.get()
    assert [seat.total for seat in match.seats.all()] == of_three.totals[-1]
    photo = SheetPhoto.objects.get(match=match, removed_at=None)
    first.refresh_from_db()
    second.refresh_from_db()
    assert photo.width == first.width + second.width
    say(keeper, first, "undo")
    run_all()
    first.refresh_from_db()
    assert (first.state, first.found["sheet"]["pages"]) == (State.CHECKING, 2)
    keeping.drop(keeping.find(kennel, second.pk))
    run_all()
    first.refresh_from_db()
    assert first.found["sheet"]["pages"] == 1


@pytest.mark.thorough
def test_a_missing_page_is_asked_for(kennel: Club, keeper: Client, of_three: Photo) -> None:
    row = read(keeper, kennel, *of_three.further)
    assert row.state == State.REFUSED
    assert "Add a photo of page 1" in text(keeper.get(row.get_absolute_url()))
    keeping.drop(row)
    row = read(keeper, kennel, of_three.content)
    assert "Page 2 is missing." in text(keeper.get(f"/c/{kennel.slug}/sheet-photos/"))
    say(keeper, row, "who", **names(some_players(kennel, 3)))
    check_all(keeper, row, of_three)
    assert "Add page 2" in text(keeper.get(row.get_absolute_url()))
    add(keeper, kennel, *of_three.further)
    run_all()
    row.refresh_from_db()
    assert row.found["sheet"]["pages"] == 2


def test_a_photo_without_a_sheet_is_typed_in_beside_it(kennel: Club, keeper: Client) -> None:
    row = read(keeper, kennel, a_jpeg())
    assert row.state == State.REFUSED
    page = text(keeper.get(row.get_absolute_url()))
    assert "Not from this litter" in page
    assert "none of its four corner marks is in it" in page
    assert say(keeper, row, "type", on="2024-03-12", name="").status_code == 422
    response = say(keeper, row, "type", **names(some_players(kennel, 3)))
    match = Match.objects.get()
    assert response["Location"] == f"/m/{match.pk}/paper/"
    assert SheetPhoto.objects.filter(match=match, removed_at=None).exists()
    assert not SheetReading.objects.exists()


def test_a_sheet_of_a_game_that_is_not_read_is_typed_in_beside_its_photo(kennel: Club, keeper: Client) -> None:
    row = read(keeper, kennel, a_jpeg())
    page = text(keeper.get(row.get_absolute_url()))
    assert '<option value="pack-o-dogs">' in page
    assert "It is added up for you." in page
    assert "Only totals on it?" not in page  # imports are for organisers
    players = some_players(kennel, 5)
    refused = say(keeper, row, "type", **names(players), game="pack-o-dogs")
    assert refused.status_code == 422
    assert "Pack o’ Dogs is for 2 players" in text(refused)
    assert '<option value="pack-o-dogs" selected>' in text(refused)
    response = say(keeper, row, "type", **names(players[:2]), game="pack-o-dogs")
    match = Match.objects.get()
    assert (match.game, match.options["games"]) == ("pack-o-dogs", 3)
    assert SheetPhoto.objects.filter(match=match, removed_at=None).exists()
    assert keeper.get(response["Location"]).status_code == 200


def test_the_complex_game_of_pack_is_not_said_to_be_read(kennel: Club, keeper: Client) -> None:
    players = some_players(kennel, 2)
    for options, is_read in ((PackOptions(mode="base"), True), (PackOptions(games=3), False)):
        match = ledger.start(kennel, "pack-o-dogs", players, options)
        for page in (match.get_absolute_url(), f"/m/{match.pk}/photo/"):
            assert ("Read the sheet from a photo" in text(keeper.get(page))) == is_read
        photos = keeper.get(f"/c/{kennel.slug}/sheet-photos/", {"match": str(match.pk)})
        assert photos.status_code == (200 if is_read else 404)


def test_a_sheet_that_is_typed_in_is_by_the_rules_of_the_club(kennel: Club, keeper: Client) -> None:
    players = some_players(kennel, 3)
    before = a_match(kennel, players, hands=0, the_rule="off")
    say(keeper, read(keeper, kennel, a_jpeg()), "type", **names(players))
    assert Match.objects.exclude(pk=before.pk).get().options["the_rule"] == "off"


def test_a_sheet_with_marks_is_not_told_to_have_some_next_time(kennel: Club, keeper: Client, is_read: Any) -> None:
    is_read.update(sheet=None, record=None, cells=[], problems=[{"code": "rules", "message": ""}])
    page = text(keeper.get(read(keeper, kennel, a_jpeg()).get_absolute_url()))
    assert "Type it beside the photo, hand by hand." in page
    assert "print sheets with marks" not in page


def test_an_empty_sheet_is_refused_and_can_be_typed_in(kennel: Club, keeper: Client, is_read: Any) -> None:
    started(kennel)
    is_read.update(record=None, cells=[], problems=[{"code": "empty", "message": ""}])
    row = read(keeper, kennel, a_jpeg())
    page = text(keeper.get(row.get_absolute_url()))
    assert "Not a paw print on it" in page
    assert page.count('class="sr-name"') == 5


def test_the_missing_corner_is_named(kennel: Club, keeper: Client, is_read: Any) -> None:
    is_read.update(sheet=None, record=None, cells=[])
    is_read["problems"] = [{"code": "corner", "message": "", "missing": ["lower-right"]}]
    row = read(keeper, kennel, a_jpeg())
    assert "The mark in the lower right corner is not in the photo" in text(keeper.get(row.get_absolute_url()))


@pytest.mark.usefixtures("is_read")
def test_any_figure_can_be_changed_and_the_change_undone(kennel: Club, keeper: Client, taken: Photo) -> None:
    row = read(keeper, kennel, a_jpeg())
    say(keeper, row, "who", **names(some_players(kennel, 5)))
    check_all(keeper, row, taken)
    right = taken.record["rounds"][19]["tricks"]["1"]
    page = text(keeper.get(row.get_absolute_url(), {"cell": "20-1-tricks"}))
    assert "a cell you tapped" in page
    say(keeper, row, "figure", cell="20-1-tricks", value=1 - right)
    page = text(keeper.get(row.get_absolute_url()))
    assert f"The tricks add up to {2 - 2 * right} of 1 then." in page
    assert say(keeper, row, "save").status_code == 422
    say(keeper, row, "take-back")
    assert "Save the match" in text(keeper.get(row.get_absolute_url()))
    assert say(keeper, row, "figure", cell="20-1-tricks", value=7).status_code == 422
    assert say(keeper, row, "figure", cell="20-9-tricks", value=1).status_code == 422
    assert say(keeper, row, "bark").status_code == 422


@pytest.mark.usefixtures("is_read")
def test_names_nobody_has_are_asked_about(kennel: Club, keeper: Client) -> None:
    players = some_players(kennel, 4)
    row = read(keeper, kennel, a_jpeg())
    said = [*(player.label for player in players), "Wilma Woof"]
    response = say(keeper, row, "who", on="2024-03-12", name=said)
    assert response.status_code == 422
    assert "is not in the club yet" in text(response)
    assert say(keeper, row, "who", on="2024-03-12", name=said[:4]).status_code == 422
    assert say(keeper, row, "who", on="2024-03-12", name=said, new="Wilma Woof").status_code == 302
    assert kennel.players.filter(name="Wilma Woof").exists()


@pytest.mark.usefixtures("is_read")
def test_an_edited_match_is_not_undone(kennel: Club, keeper: Client, taken: Photo) -> None:
    row = read(keeper, kennel, a_jpeg())
    say(keeper, row, "who", **names(some_players(kennel, 5)))
    check_all(keeper, row, taken)
    say(keeper, row, "save")
    Match.objects.update(version=9)
    assert "it was edited since" in text(say(keeper, row, "undo"))
    assert Match.objects.count() == 1


@pytest.mark.usefixtures("is_read")
def test_four_tables_of_an_evening_are_added_at_once(kennel: Club, keeper: Client) -> None:
    response = add(keeper, kennel, *(a_jpeg(height) for height in range(160, 164)))
    assert response["Location"] == f"/c/{kennel.slug}/sheet-photos/"
    assert text(keeper.get(response["Location"])).count("Being read.") == 4
    for job in Job.objects.filter(kind="read-sheet"):
        run_here(job.pk)
    assert text(keeper.get(response["Location"])).count("Sheet 1, 5 players") == 1
    assert add(keeper, kennel, b"no picture").status_code == 422
    assert "This is not a" in text(add(keeper, kennel, b""))
    assert add(keeper, kennel).status_code == 422


def test_a_photo_that_arrived_is_not_added_a_second_time(kennel: Club, keeper: Client) -> None:
    of_two_tables = a_jpeg(160), a_jpeg(161)
    add(keeper, kennel, of_two_tables[0])
    add(keeper, kennel, *of_two_tables)
    assert SheetReading.objects.count() == 2
    assert (
        add(keeper, kennel, of_two_tables[1])["Location"]
        == SheetReading.objects.latest("created_at").get_absolute_url()
    )
    add(keeper, kennel, of_two_tables[0], match=str(started(kennel).pk))
    assert SheetReading.objects.count() == 3


def test_photos_above_the_limit_of_an_hour_are_named(
    kennel: Club, keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    may = iter((True, False, False))
    monkeypatch.setattr(answer, "may_read_sheet", lambda *about: next(may))
    response = add(keeper, kennel, a_jpeg(160), a_jpeg(161), a_jpeg(162))
    assert response.status_code == 422
    assert "Not added, as these are too many for an hour: 1.jpg and 2.jpg." in text(response)
    assert SheetReading.objects.count() == 1
    assert add(keeper, kennel, a_jpeg(163)).status_code == 429


@pytest.mark.usefixtures("is_read")
def test_the_page_asks_until_the_sheet_is_read(kennel: Club, keeper: Client) -> None:
    response = add(keeper, kennel, a_jpeg())
    page = response["Location"]
    shown = keeper.get(page)
    assert "Nose to the paper" in text(shown) and "Waiting to start." in text(shown)
    assert keeper.get(page, {"since": shown.context["page"].token}, headers={"HX-Request": "true"}).status_code == 204
    (job,) = Job.objects.all()
    job.state, job.started_at = Job.State.RUNNING, job.asked_at
    job.steps = [
        {"label": "Figures read", "weight": 80, "done": 0, "of": 0, "words": "", "is_done": True},
        {"label": "Held against the rules", "weight": 20, "done": 0, "of": 0, "words": "", "is_done": False},
    ]
    job.save()
    going = keeper.get(page, {"since": shown.context["page"].token}, headers={"HX-Request": "true"})
    assert "Held against the rules" in text(going)
    job.state, job.started_at, job.steps = Job.State.QUEUED, None, []
    job.save()
    run_here(job.pk)
    job.refresh_from_db()
    assert [step["is_done"] for step in job.steps] == [True, True]
    assert keeper.get(page, headers={"HX-Request": "true"})["HX-Redirect"] == page
    assert keeper.get(f"{page}flat.jpg")["Content-Type"] == "image/jpeg"
    assert keeper.get(f"{page}other.jpg").status_code == 404


def test_place_and_time_are_removed_before_anything_is_stored(kennel: Club, keeper: Client) -> None:
    add(keeper, kennel, with_place(a_jpeg(), "Otto lives here"))
    content = bytes(SheetReading.objects.get().image)
    assert b"Otto" not in content
    assert not Image.open(io.BytesIO(content)).getexif()


@pytest.mark.usefixtures("is_read")
def test_photos_nobody_saves_are_deleted(kennel: Club, keeper: Client) -> None:
    row = read(keeper, kennel, a_jpeg())
    assert keeping.clear_away() == 0
    SheetReading.objects.update(created_at=timezone.now() - timedelta(days=15))
    assert keeping.clear_away() == 1
    row = read(keeper, kennel, a_jpeg())
    assert say(keeper, row, "drop").status_code == 302
    read(keeper, kennel, a_jpeg())
    player_anonymised.send(Player, club=kennel, players=some_players(kennel, 1), names=[])
    assert not SheetReading.objects.exists()


@pytest.mark.usefixtures("is_read")
def test_only_scorekeepers_of_the_club_add_photos_and_see_them(kennel: Club, keeper: Client, sign_in: SignIn) -> None:
    row = read(keeper, kennel, a_jpeg())
    member = sign_in(Role.MEMBER)
    assert add(member, kennel, a_jpeg()).status_code == 403
    assert member.get(row.get_absolute_url()).status_code == 403
    assert member.get(f"{row.get_absolute_url()}image.jpg").status_code == 403
    assert say(member, row, "save").status_code == 403


def ended(*hands: tuple[list[int], list[int]]) -> Any:
    """The document of a sheet of a plan of so many hands, in which all is clear; hands as (bids, tricks)."""
    cells = []
    for hand, figures in enumerate(hands, start=1):
        for seat in range(1, len(figures[0]) + 1):
            for what, values in zip(("bid", "tricks"), figures, strict=True):
                value = values[seat - 1]
                known = {"probability": 1.0, "second": 0.0, "doubtful": False, "settled": False, "likely": [value]}
                cells.append({"hand": hand, "seat": seat, "what": what, "value": value, "read": str(value), **known})
            cells.append({"hand": hand, "seat": seat, "what": "total", "value": 0, "read": "", "probability": 0.0})
    return cells


@pytest.fixture
def level(is_read: Any) -> Any:
    """Two hands of a card each, whose figures are to be set."""
    is_read["record"]["options"] = {"rules": "1.4", "plan": [1, 1]}
    is_read["problems"] = []
    return is_read


def test_ties_are_asked_so_that_the_match_is_whole(kennel: Club, keeper: Client, level: Any) -> None:
    level["cells"] = ended(([1, 1, 0, 1, 1], [1, 0, 0, 0, 0]), ([1, 0, 1, 1, 1], [0, 0, 1, 0, 0]))
    # Totals: 5, 4, 11, -2, -2
    row = read(keeper, kennel, a_jpeg())
    players = some_players(kennel, 5)
    say(keeper, row, "who", **names(players))
    page = text(keeper.get(row.get_absolute_url()))
    assert "Level at the bottom" in page
    assert "Save the match" not in page
    assert "Say how the tie ended first." in text(say(keeper, row, "save"))
    assert say(keeper, row, "tie", seats="3-4", **{"card-3": "K", "card-4": ""}).status_code == 422
    assert say(keeper, row, "tie", seats="3-4", **{"card-3": "K", "card-4": "K"}).status_code == 302
    assert "Level at the bottom" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "tie", seats="3-4", **{"card-3": "K", "card-4": "9"})
    assert "Save the match" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "take-back")
    assert "Level at the bottom" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "tie", seats="3-4", **{"card-3": "K", "card-4": "9"})
    say(keeper, row, "save")
    match = Match.objects.get()
    assert match.finished_at
    assert match.finished_at.year == 2024
    assert [seat.is_loser for seat in match.seats.all()] == [False, False, False, False, True]


def test_who_won_a_tie_break_can_be_said_or_left_for_later(kennel: Club, keeper: Client, level: Any) -> None:
    level["cells"] = ended(([0, 0, 0, 1, 1], [0, 0, 0, 1, 0]), ([0, 0, 0, 1, 1], [0, 0, 0, 0, 1]))
    # Totals: 10, 10, 10, 5, 5
    row = read(keeper, kennel, a_jpeg())
    say(keeper, row, "who", **names(some_players(kennel, 5)))
    assert "Who won the tie-break hand?" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "tie", outcome="1")
    assert "Level at the bottom" in text(keeper.get(row.get_absolute_url()))
    assert say(keeper, row, "tie", outcome="9").status_code == 422
    say(keeper, row, "figure", cell="2-4-bid", value=1)
    assert "Who won the tie-break hand?" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "tie", later="1")
    assert "Save the match" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "save")
    match = Match.objects.get()
    assert match.rounds == 2
    assert sum(seat.is_winner for seat in match.seats.all()) != 1


@pytest.mark.usefixtures("is_read")
def test_names_are_asked_one_by_one(kennel: Club, keeper: Client) -> None:
    players = some_players(kennel, 5)
    night = kennel.nights.create(starts_at=timezone.now())
    arrive(night, players[3:4])
    row = read(keeper, kennel, a_jpeg())
    page = text(keeper.get(row.get_absolute_url()))
    assert "Who played in column 1?" in page
    assert f'value="{players[3].pk}"' in page
    assert "here that evening" in page
    say(keeper, row, "name", on="2024-03-12", player=players[3].pk)
    assert "Who played in column 2?" in text(keeper.get(row.get_absolute_url()))
    assert "has a column already" in text(say(keeper, row, "name", on="2024-03-12", name=players[3].label))
    assert "is not in the club yet" in text(say(keeper, row, "name", on="2024-03-12", name="Wilma Woof"))
    assert "future" in text(say(keeper, row, "name", on="2999-03-12", player=players[0].pk))
    say(keeper, row, "name", on="2024-03-12", name="Wilma Woof", new="Wilma Woof")
    say(keeper, row, "take-back")
    assert "Who played in column 2?" in text(keeper.get(row.get_absolute_url()))
    for player in (players[0], players[1], players[2], players[4]):
        assert say(keeper, row, "name", on="2024-03-12", player=player.pk).status_code == 302
    row.refresh_from_db()
    assert row.answers["players"] == [players[at].pk for at in (3, 0, 1, 2, 4)]
    assert "Who played" not in text(keeper.get(row.get_absolute_url()))


@pytest.mark.usefixtures("is_read")
def test_the_day_of_the_photo_is_proposed(kennel: Club, keeper: Client) -> None:
    out = io.BytesIO()
    data = Image.Exif()
    data.get_ifd(0x8769)[0x9003] = "2024:03:12 22:41:07"
    Image.open(io.BytesIO(a_jpeg())).save(out, "JPEG", exif=data)
    row = read(keeper, kennel, out.getvalue())
    page = text(keeper.get(row.get_absolute_url()))
    assert 'value="2024-03-12"' in page
    assert "As the photo says." in page
    row = read(keeper, kennel, a_jpeg())
    assert f'value="{club_day()}"' in text(keeper.get(row.get_absolute_url()))


def test_a_tie_break_hand_that_was_read_is_saved_with_the_match(kennel: Club, keeper: Client, level: Any) -> None:
    level["cells"] = ended(([0, 0, 0, 1, 1], [0, 0, 0, 1, 0]), ([0, 0, 0, 1, 1], [0, 0, 0, 0, 1]))
    hand = {"tiebreak-bid": [1, 2, 0, 0, 1], "tiebreak-tricks": [1, 1, 1, 1, 1]}
    known = {"probability": 1.0, "second": 0.0, "doubtful": False, "settled": False}
    for what, values in hand.items():
        for seat, value in enumerate(values, start=1):
            own = {"hand": 3, "seat": seat, "what": what, "value": value, "read": str(value), "likely": [value]}
            level["cells"].append(known | own)
    level["cells"][-1]["doubtful"] = True
    row = read(keeper, kennel, a_jpeg())
    say(keeper, row, "who", **names(some_players(kennel, 5)))
    page = text(keeper.get(row.get_absolute_url()))
    assert "tricks, tie-break hand" in page
    say(keeper, row, "figure", cell="3-5-tiebreak-tricks", value=1)
    assert "Level at the bottom" in text(keeper.get(row.get_absolute_url()))
    say(keeper, row, "tie", later="1")
    say(keeper, row, "save")
    match = Match.objects.get()
    assert match.rounds == 2
    kinds = [entry.kind for entry in match.entries.order_by("number")]
    assert kinds.count("tiebreak-hand") == 1


def test_a_sheet_of_top_dog_becomes_a_match(kennel: Club, keeper: Client) -> None:
    taken = made(DIGITS, 31, players=3, layout="rounds", megapixels=4)
    row = read(keeper, kennel, taken.content)
    assert row.state == State.CHECKING
    say(keeper, row, "who", **names(some_players(kennel, 3)))
    for cell in row.found["cells"]:
        if cell["doubtful"]:
            key = f"{cell['hand']}-{cell['seat']}-won"
            value = taken.figures[cell["hand"] - 1, cell["seat"] - 1, "won"]
            assert "round" in text(keeper.get(f"{row.get_absolute_url()}?cell={key}"))
            say(keeper, row, "figure", cell=key, value=value)
    page = text(keeper.get(row.get_absolute_url()))
    assert "Save the match" in page
    say(keeper, row, "save")
    match = Match.objects.get()
    assert [seat.total for seat in match.seats.all()] == taken.totals[-1]
    assert match.finished_at
    (winner,) = match.seats.filter(is_winner=True)
    assert f"{winner.player.name} wins with {winner.total}" in page


@pytest.mark.parametrize(("layout", "players"), [("series", 3), ("base", 2)])
def test_the_checked_sheet_of_another_game_becomes_a_match(
    kennel: Club, keeper: Client, monkeypatch: pytest.MonkeyPatch, layout: str, players: int
) -> None:
    game = ROW_GAMES[layout]
    record = rows_match(random.Random(8), game, players, game.rows)
    found = row_document(game, record)
    found["sheet"] |= {"game": game.engine.key, "paper": "a4", "hands": game.rows, "number": None, "missing_pages": []}
    monkeypatch.setattr(job_kind, "document", lambda images, figures_read: (found, []))
    row = read(keeper, kennel, a_jpeg())
    say(keeper, row, "who", **names(some_players(kennel, players)))
    page = text(keeper.get(row.get_absolute_url()))
    assert "Save the match" in page
    tapped = f"1-1-{game.what}"
    assert "game 1" in text(keeper.get(f"{row.get_absolute_url()}?cell={tapped}"))
    say(keeper, row, "save")
    match = Match.objects.get()
    assert [seat.total for seat in match.seats.all()] == totals_of(record)[-1]


def test_a_match_of_a_variation_is_not_read(kennel: Club, keeper: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ROW_GAMES["rounds"]
    found = row_document(game, rows_match(random.Random(8), game, 3, game.rows))
    found["sheet"] |= {"game": game.engine.key, "paper": "a4", "hands": game.rows, "number": None, "missing_pages": []}
    monkeypatch.setattr(job_kind, "document", lambda images, figures_read: (found, []))
    match = ledger.start(kennel, game.engine.key, some_players(kennel, 3), TopDogOptions(dummy=True))
    row = read(keeper, kennel, a_jpeg(), match=str(match.pk))
    assert "it has a variation" in text(keeper.get(row.get_absolute_url()))
