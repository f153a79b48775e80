"""Sheets read from photos, from the marks to the record."""

import io
import itertools
import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from django.core.management import call_command
from PIL import Image, ImageDraw, ImageFilter

from benchmarks.reading_cells import sampled
from benchmarks.reading_sheets import SCALE, Photo, filled, made, match, photographed, printed
from dogclub.exchange.readings.job_kind import prepared
from games.paper.layout import sheet_layout
from games.paper.marked import modules
from games.paper.reading import cells as cells_of
from games.paper.reading import photo
from games.paper.reading.page import Json
from games.paper.reading.sheet import read_sheets
from games.paper.row_games import ROW_GAMES
from scoring.records import score

DIGITS = sampled(Path(__file__).with_name("digits.npz"))


@pytest.fixture(scope="module")
def five() -> Photo:
    return made(DIGITS, 12, players=5, megapixels=4)


def read(*contents: bytes) -> list[Json]:
    return list(read_sheets((io.BytesIO(content) for content in contents), prepared))


def jpeg(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=85)
    return out.getvalue()


def faults(document: Json, taken: Photo) -> list[Json]:
    """The cells that are wrong, and that nobody is asked about."""
    return [
        cell
        for cell in document["cells"]
        if cell["what"] != "total"
        and not cell["doubtful"]
        and cell["value"]
        != taken.record["rounds"][cell["hand"] - 1]["bids" if cell["what"] == "bid" else "tricks"][str(cell["seat"])]
    ]


def test_a_sheet_is_read_from_its_photo(five: Photo) -> None:
    (document,) = read(five.content)
    assert document["sheet"] == {
        "game": "dirty-dog",
        "layout": "rev1",
        "paper": "a4",
        "players": 5,
        "hands": 20,
        "rules": "1.3",
        "number": None,
        "pages": 1,
        "missing_pages": [],
    }
    assert faults(document, five) == []
    figures = [cell for cell in document["cells"] if cell["what"] != "total"]
    assert len(figures) == 200
    assert sum(cell["doubtful"] for cell in figures) <= 14
    assert len(score(document["record"])["rounds"]) == 20
    json.dumps(document)


def test_another_layout_and_paper_are_read_too() -> None:
    taken = made(DIGITS, 21, players=4, layout="rev2", paper="letter", megapixels=4)
    (document,) = read(taken.content)
    assert document["sheet"]["layout"] == "rev2"
    assert faults(document, taken) == []


def test_a_photo_that_is_upside_down_is_turned(five: Photo) -> None:
    turned = Image.open(io.BytesIO(five.content)).rotate(180)
    (document,) = read(jpeg(turned))
    assert document["sheet"]["players"] == 5
    assert faults(document, five) == []


def test_a_game_in_progress_ends_with_its_last_bids() -> None:
    record = match(random.Random(5), 5, hands=4)
    sheet = sheet_layout("rev1", 5, 20, "a4")
    written, _corrected = filled(printed(sheet, sheet.pages[0]), sheet.pages[0], record, DIGITS, 5)
    last = [cell.rect for cell in sheet.pages[0].cells if cell.hand == 3 and cell.kind != "bid"]
    plain = printed(sheet, sheet.pages[0])
    for rect in last:
        around = rect.inset(-1.6, -1.2)
        box = tuple(
            round(each * SCALE) for each in (around.x, around.y, around.x + around.width, around.y + around.height)
        )
        written.paste(plain.crop(box), box)  # type: ignore[arg-type]
    (document,) = read(photographed(written, 5, 4)[0])
    rounds = document["record"]["rounds"]
    assert [("tricks" in each) for each in rounds] == [True, True, True, False]


def test_the_tie_break_hand_is_read() -> None:
    level = (match(random.Random(seed), 4) for seed in range(200))
    record = next(each for each in level if score(each)["needs"] and score(each)["needs"][0]["what"] == "tiebreak-hand")
    hand = {"bids": {"1": 1, "2": 2, "3": 0, "4": 1}, "tricks": {"1": 1, "2": 2, "3": 1, "4": 1}}
    record["finish"] = {"tiebreak_hands": [hand]}
    sheet = sheet_layout("rev1", 4, 24, "a4")
    written, _corrected = filled(printed(sheet, sheet.pages[0]), sheet.pages[0], record, DIGITS, 3)
    (document,) = read(photographed(written, 5, 4)[0])
    cells = [cell for cell in document["cells"] if cell["what"].startswith("tiebreak")]
    assert [(cell["hand"], cell["seat"]) for cell in cells if cell["what"] == "tiebreak-bid"] == [
        (25, seat) for seat in range(1, 5)
    ]
    for cell in cells:
        said = hand["bids" if cell["what"] == "tiebreak-bid" else "tricks"][str(cell["seat"])]
        assert cell["value"] == said or cell["doubtful"]
    is_sure = not any(cell["doubtful"] for cell in cells)
    assert document["record"].get("finish") == (record["finish"] if is_sure else None)
    assert not [each for each in document["problems"] if each["code"] == "tie-top"]


def covered(content: bytes, *corners: int) -> Image.Image:
    """The photo with something on these marks."""
    picture = Image.open(io.BytesIO(content)).convert("L")
    found = photo.found(picture)
    for corner in corners:
        left, top = (int(each) - 4 for each in found.quads[corner].min(axis=0))
        right, bottom = (int(each) + 4 for each in found.quads[corner].max(axis=0))
        ImageDraw.Draw(picture).rectangle((left, top, right, bottom), 200)
    return picture


def test_two_or_three_marks_and_the_grid_say_where_the_sheet_is(five: Photo) -> None:
    sheet = sheet_layout("rev1", 5, 20, "a4")
    picture = Image.open(io.BytesIO(five.content)).convert("L")
    whole = photo.found(picture)
    true = photo.placed(picture, whole, sheet)
    x, y, width, height = sheet.pages[0].grid
    for missing in (*((corner,) for corner in range(4)), *itertools.combinations(range(4), 2)):
        left = replace(whole, quads={corner: quad for corner, quad in whole.quads.items() if corner not in missing})
        assert left.missing == missing
        there = photo.placed(picture, left, sheet)
        for spot in ((x, y), (x + width, y), (x, y + height), (x + width, y + height)):
            one, other = (matrix @ (*spot, 1.0) for matrix in (there, true))
            apart = np.linalg.norm(one[:2] / one[2] - other[:2] / other[2]) / photo.sharpness(true, sheet)
            assert apart < 0.5, missing  # millimetres


def test_a_sheet_with_a_covered_mark_is_read(five: Photo) -> None:
    (document,) = read(jpeg(covered(five.content, 3)))
    assert faults(document, five) == []
    assert len(document["record"]["rounds"]) == 20


def test_a_sheet_with_two_covered_marks_is_read(five: Photo) -> None:
    (document,) = read(jpeg(covered(five.content, 1, 3)))
    assert faults(document, five) == []
    assert len(document["record"]["rounds"]) == 20


def test_two_missing_corners_are_named_where_the_lines_do_not_lead_to_them(five: Photo) -> None:
    picture = covered(five.content, 1, 3)
    ImageDraw.Draw(picture).rectangle((picture.width * 0.6, 0, *picture.size), 200)
    said = problem(jpeg(picture))
    assert (said["code"], said["missing"]) == ("corner", ["upper-right", "lower-right"])
    assert "the upper right corner and the lower right corner" in said["message"]


def test_a_corner_that_is_not_in_the_photo_is_named(five: Photo) -> None:
    picture = Image.open(io.BytesIO(five.content))
    there = photo.found(picture.convert("L")).quads[3].min(axis=0)
    right, bottom = (int(each) - 8 for each in there)
    cut = Image.new("L", picture.size, 90)
    cut.paste(picture.crop((0, 0, right, picture.height)), (0, 0))
    said = problem(jpeg(cut.crop((0, 0, right, bottom))))
    assert (said["code"], said["missing"][-1]) == ("corner", "lower-right")


def test_a_blurred_photo_is_called_so(five: Photo) -> None:
    picture = Image.open(io.BytesIO(five.content)).convert("L")
    assert code(picture.filter(ImageFilter.GaussianBlur(9))) == "blurred"
    assert photo.is_blurred(picture) is False
    assert photo.is_blurred(a_text()) is False


def blank(game: int = 1) -> Image.Image:
    sheet = sheet_layout("rev1", 5, 20, "a4")
    return printed(sheet, sheet.pages[0], game=game)


def problem(content: bytes) -> Json:
    (document,) = read(content)
    assert document["record"] is None
    (said,) = document["problems"]
    assert said["message"]
    return dict(said)


def code(picture: Image.Image) -> str:
    return str(problem(jpeg(picture))["code"])


def side_by_side(one: Image.Image, other: Image.Image) -> Image.Image:
    both = Image.new("L", (one.width + other.width, one.height), 255)
    both.paste(one, (0, 0))
    both.paste(other, (one.width, 0))
    return both


def a_text() -> Image.Image:
    page = Image.new("L", (800, 1100), 250)
    draw = ImageDraw.Draw(page)
    for line in range(40, 1060, 20):
        draw.text((40, line), "The quick brown dog bids 3 of 7 tricks over 4 lazy foxes. " * 2, fill=20)
    return page


def test_what_cannot_be_read_is_refused_with_what_to_do() -> None:
    sheet = blank()
    half = sheet.resize((sheet.width // 2, sheet.height // 2))
    far = Image.new("L", sheet.size, 80)
    far.paste(sheet.resize((sheet.width * 3 // 10, sheet.height * 3 // 10)), (600, 800))
    assert code(side_by_side(half, half)) == "two-sheets"
    assert code(side_by_side(half, half.crop((0, 0, half.width // 2, half.height)))) == "two-sheets"
    assert code(sheet) == "empty"
    assert code(blank(game=2)) == "other-game"
    assert code(Image.new("L", (800, 1000), 220)) == "no-sheet"
    assert code(a_text()) == "no-sheet"
    assert code(far) == "small"
    foreign = Image.new("L", (800, 1000), 230)
    rows = modules("9" * 16)
    mark = Image.frombytes(
        "L", (len(rows), len(rows)), bytes(0 if dark == "1" else 255 for row in rows for dark in row)
    )
    foreign.paste(mark.resize((140, 140), Image.Resampling.NEAREST), (100, 100))
    assert code(foreign) == "foreign"


def test_the_marks_of_two_sheets_are_not_taken_for_those_of_one() -> None:
    sheet = blank().resize((945, 1336))
    left, right = sheet.crop((0, 0, 472, 1336)), sheet.crop((473, 0, 945, 1336))
    assert code(side_by_side(right, left)) == "two-sheets"  # between two that lie side by side


def test_half_a_sheet_names_the_missing_corners(five: Photo) -> None:
    picture = Image.open(io.BytesIO(five.content))
    said = problem(jpeg(picture.crop((0, 0, picture.width, picture.height // 2))))
    assert (said["code"], said["missing"]) == ("corner", ["lower-left", "lower-right"])


def test_a_file_that_is_no_picture_is_refused_in_words(five: Photo) -> None:
    for content, words in (
        (b"no picture", "This is not a"),
        (b"", "This is not a"),
        (five.content[: len(five.content) // 3], "damaged"),
        (five.content + bytes(11_000_000), "10 MB is the most"),
    ):
        said = problem(content)
        assert said["code"] == "picture"
        assert words in said["message"]


def test_a_scan_of_sixteen_bits_is_read(five: Photo) -> None:
    out = io.BytesIO()
    Image.fromarray(np.asarray(Image.open(io.BytesIO(five.content))).astype(np.uint16) * 256).save(out, "PNG")
    (document,) = read(out.getvalue())
    assert faults(document, five) == []


def test_two_pages_are_one_sheet_and_the_second_alone_is_refused() -> None:
    taken = made(DIGITS, 31, players=3, megapixels=4)
    (document,) = read(taken.content, *taken.further)
    assert (document["sheet"]["pages"], document["sheet"]["hands"]) == (2, 33)
    assert len(document["record"]["rounds"]) == 33
    assert faults(document, taken) == []
    (turned,) = read(*taken.further, taken.content)
    assert turned == document
    (alone,) = read(*taken.further)
    assert alone["problems"][0]["code"] == "first-page"
    assert (alone["record"], alone["sheet"]["missing_pages"]) == (None, [1])
    (first,) = read(taken.content)
    assert first["sheet"]["missing_pages"] == [2]
    assert [each["code"] for each in first["problems"]][-1] == "second-page"


def test_a_homography_maps_the_points_it_was_made_of() -> None:
    page = np.array([(0, 0), (200, 0), (200, 280), (0, 280)], float)
    there = np.array([(110, 90), (930, 130), (990, 1280), (60, 1310)], float)
    matrix = photo.homography(page, there)
    mapped = np.array([matrix @ (x, y, 1) for x, y in page])
    assert np.allclose(mapped[:, :2] / mapped[:, 2:], there, atol=1e-6)


def test_the_weights_are_small_and_give_probabilities() -> None:
    weights = Path(cells_of.__file__).with_name("figures.npz")
    assert weights.stat().st_size <= 500_000
    logs = cells_of.symbol_logs(np.zeros((3, cells_of.HEIGHT, 64), np.float32))
    assert logs.shape == (3, 32, cells_of.SYMBOLS)
    assert np.allclose(np.exp(logs).sum(axis=2), 1, atol=1e-4)


def test_the_command_prints_a_document_for_each_sheet(
    five: Photo, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "sheet.jpg", tmp_path / "wall.jpg"
    good.write_bytes(five.content)
    bad.write_bytes(jpeg(Image.new("L", (300, 300), 180)))
    call_command("read_sheet", str(good))
    assert json.loads(capsys.readouterr().out)["sheet"]["hands"] == 20
    with pytest.raises(SystemExit) as stopped:
        call_command("read_sheet", str(bad), str(good))
    assert stopped.value.code == 2
    first, second = capsys.readouterr().out.splitlines()
    assert json.loads(first)["problems"][0]["code"] == "no-sheet"
    assert json.loads(second)["record"]["players"] == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("layout", ROW_GAMES)
def test_the_sheet_of_another_game_is_read(layout: str) -> None:
    game = ROW_GAMES[layout]
    taken = made(DIGITS, 31, players=game.engine.seats[1], layout=layout, megapixels=4)
    (document,) = read(taken.content)
    assert document["sheet"]["game"] == game.engine.key
    assert [
        cell
        for cell in document["cells"]
        if cell["what"] == game.what
        and not cell["doubtful"]
        and cell["value"] != taken.figures[cell["hand"] - 1, cell["seat"] - 1, game.what]
    ] == []
    assert len(score(document["record"])["rounds"]) == len(taken.record["rounds"])
