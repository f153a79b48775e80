"""Reading a picture hinders nobody: it holds no lock, its memory and processor are limited, and so is how often a
person may ask for it.
"""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from PIL import Image

from clubs.member_photos import Crop, SquarePhoto, read_square
from clubs.models import Club, Membership, Role, ShowPhotos
from clubs.pictures import reading
from clubs.pictures.orders import MEMORY, MILLION, Answer, Order
from dogclub.exchange.readings import job_kind
from dogclub.exchange.readings.job_kind import prepared
from games.paper.reading.problems import CannotRead
from games.photos import read_sheet_photo
from tests.dogclub.api.kennel import Kennel, Program, a_kennel
from tests.pictures import a_picture, headed

JPEG = a_picture((300, 200), "JPEG")
IN_A_PROCESS = reading._ask
MEASURE = """
import io, json, os, resource, subprocess, sys
from pathlib import Path
import django
django.setup()
from clubs.member_photos import Crop, read_square
from clubs.pictures.reading import PictureRefused
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = {}
for path in sorted(Path(sys.argv[1]).iterdir()):
    content = path.read_bytes()
    try:
        read_square(io.BytesIO(content), len(content), Crop())
        found[path.name] = "read"
    except PictureRefused as refused:
        found[path.name] = str(refused)
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
print(json.dumps([found, grown, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))
"""


def encoded(mode: str, million: float, kind: str, **options: Any) -> bytes:
    """A square picture of so many million pixels, in one colour."""
    out, side = io.BytesIO(), int((million * MILLION) ** 0.5)
    Image.new(mode, (side, side)).save(out, kind, **options)
    return out.getvalue()


def read(content: bytes) -> SquarePhoto:
    return read_square(io.BytesIO(content), len(content), Crop())


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "palette": (lambda: encoded("P", 16, "PNG"), "read"),
    "transparent": (lambda: encoded("RGBA", 16, "PNG"), "read"),
    "of 60 million": (lambda: encoded("RGBA", 60, "PNG"), "At most 16 million"),
    "of the header alone": (lambda: headed(60_000, 60_000), "At most 16 million"),
    "webp": (lambda: encoded("RGBA", 8, "WEBP", lossless=True), "read"),
    "large webp": (lambda: encoded("RGB", 16, "WEBP"), "At most 8 million"),
    "jpeg": (lambda: encoded("RGB", 60, "JPEG"), "read"),
    "progressive": (lambda: encoded("RGB", 24, "JPEG", progressive=True, subsampling=0), "read"),
    "large progressive": (lambda: encoded("RGB", 60, "JPEG", progressive=True), "At most 25 million"),
    "in four colours": (lambda: encoded("CMYK", 24, "JPEG", progressive=True, subsampling=0), ""),
}


@pytest.mark.thorough
def test_no_picture_takes_two_hundred_megabytes(tmp_path: Path) -> None:
    for name, (make, _) in HOSTILE.items():
        (tmp_path / name).write_bytes(make())
    command = [sys.executable, "-c", MEASURE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    found, grown, children = json.loads(done.stdout)
    print(f"The server grew by {grown} kB, the largest process for a picture had {children} kB.")
    assert {name: words in found[name] for name, (_, words) in HOSTILE.items()} == dict.fromkeys(HOSTILE, True), found
    assert grown < 30_000  # kB: the file, and what was imported
    assert children < (MEMORY + 50 * MILLION) // 1024  # the rest is the program, which processes share


@pytest.fixture(autouse=True)
def pictures_in_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_ask", IN_A_PROCESS)


@pytest.mark.parametrize(
    ("mode", "million", "kind"), [("RGB", 30, "JPEG"), ("RGB", 48, "JPEG"), ("RGB", 60, "JPEG"), ("RGBA", 16, "PNG")]
)
def test_a_photo_of_a_sheet_is_read_at_its_larger_size_within_the_memory(mode: str, million: int, kind: str) -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    content = encoded(mode, million, kind, exif=turned)
    photo = read_sheet_photo(io.BytesIO(content), len(content))
    assert 2400 <= max(photo.width, photo.height) <= 3200


@pytest.fixture
def kennel(db: None) -> Kennel:
    kennel = a_kennel()
    Club.objects.update(photos=ShowPhotos.MEMBERS)
    return kennel


@pytest.fixture
def bea(kennel: Kennel) -> Program:
    """The key of an organiser who plays as the first player."""
    program = kennel.person(Role.ORGANISER)
    Membership.objects.filter(club=kennel.club).update(player=kennel.players[0])
    return program


@pytest.fixture
def browser(kennel: Kennel, bea: Program) -> Client:
    """A browser in which the same person is signed in."""
    client = Client()
    client.force_login(Membership.objects.get(club=kennel.club, player=kennel.players[0]).user)
    return client


def uploads(kennel: Kennel, bea: Program, browser: Client) -> dict[str, Callable[[], Any]]:
    """Every way to send a picture."""
    match, club = f"/m/{kennel.going.pk}", "/c/kennel"
    form = {"name": "Kennel", "colour": "", "photos": ShowPhotos.MEMBERS.value}
    head = "game=dirty-dog&on=2026-10-01&at=19:30&" + "&".join(f"name={each.name}" for each in kennel.players[:3])

    def post(path: str, **fields: Any) -> Any:
        sent = {name: SimpleUploadedFile("x.jpg", JPEG) if value is JPEG else value for name, value in fields.items()}
        return browser.post(path, sent)

    def put(path: str) -> Any:
        return bea.hand_in(path, JPEG, "image/jpeg", "PUT")

    return {
        "own photo": lambda: post(f"{club}/photo/", photo=JPEG),
        "logo": lambda: post(f"{club}/branding/", logo=JPEG, **form),
        "sheet": lambda: post(f"{match}/photo/", photo=JPEG),
        "paper": lambda: post(f"{match}/paper/", photo=JPEG, do="photo"),
        "batch": lambda: post(f"{club}/matches/batch/", photo=JPEG, do="photo", agreed=head),
        "own photo, API": lambda: put(f"clubs/kennel/players/{kennel.players[0].pk}/photo"),
        "logo, API": lambda: put("clubs/kennel/logo"),
        "sheet, API": lambda: put(f"matches/{kennel.going.pk}/photo"),
    }


@pytest.fixture
def in_transaction(monkeypatch: pytest.MonkeyPatch, kennel: Kennel) -> list[bool]:
    """For each picture that is read: whether that was in a transaction, other than the test's."""
    found: list[bool] = []
    own = len(connection.atomic_blocks)

    def ask(content: bytes, order: Order, wait: float) -> Answer:
        found.append(len(connection.atomic_blocks) > own)
        return {"refused": "damaged"}

    monkeypatch.setattr(reading, "_ask", ask)
    return found


def test_every_picture_is_read_before_anything_is_locked(
    kennel: Kennel, bea: Program, browser: Client, in_transaction: list[bool]
) -> None:
    ways = uploads(kennel, bea, browser)
    answers = {way: send().status_code for way, send in ways.items()}
    assert answers == dict.fromkeys(ways, 422)
    assert in_transaction == [False] * len(ways)


def test_a_person_has_ten_read_in_an_hour(
    kennel: Kennel, bea: Program, browser: Client, in_transaction: list[bool]
) -> None:
    ways = uploads(kennel, bea, browser)
    for pair in (("own photo", "logo", "own photo, API", "logo, API"), ("sheet", "paper", "sheet, API")):
        in_transaction.clear()
        assert [ways[pair[0]]().status_code for _ in range(10)] == [422] * 10
        assert {way: ways[way]().status_code for way in pair} == dict.fromkeys(pair, 429)
        assert len(in_transaction) == 10
    assert ways["batch"]().status_code == 422  # another match


def test_a_club_without_photos_has_none_read(
    kennel: Kennel, bea: Program, browser: Client, in_transaction: list[bool]
) -> None:
    Club.objects.update(photos=ShowPhotos.NOBODY)
    ways = uploads(kennel, bea, browser)
    assert [ways["own photo"]().status_code, ways["own photo, API"]().status_code] == [422, 409]
    assert in_transaction == []


def test_one_whose_process_dies_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(reading.PictureRefused, match="too much memory or time"):
        read(JPEG)


def test_while_one_is_read_another_waits_no_longer_than_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "PATIENCE", 0.001)
    with reading._turn(), pytest.raises(reading.PictureDelayed, match="Other pictures are being read"):
        read(JPEG)
    read(JPEG)


def test_a_machine_that_is_too_busy_says_so_and_a_command_waits(
    kennel: Kennel, bea: Program, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "TIMEOUT", 0.001)
    with pytest.raises(reading.PictureDelayed, match="too much to do at this moment"):
        read(JPEG)
    ways = uploads(kennel, bea, browser)
    for way in ("own photo, API", "logo, API", "sheet, API"):
        answer = ways[way]()
        assert (answer.status_code, answer["Retry-After"], answer.json()["error"]["code"]) == (503, "60", "busy")
    assert b"too much to do at this moment" in ways["sheet"]().content
    assert prepared(io.BytesIO(JPEG))
    monkeypatch.setattr(job_kind, "WITHOUT_A_PAGE", 0.001)
    with pytest.raises(CannotRead, match="busy"):
        prepared(io.BytesIO(JPEG))
