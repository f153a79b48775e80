"""Makes photos of filled sheets: a played match, written with handwritten digits, photographed.

Everything is drawn here from the layout of the sheet; nothing of it is used to train the network.
"""

import functools
import io
import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import typst
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from benchmarks.reading_cells import Digits, Point
from games.paper.geometry import GAMES, TIE_BID, TIE_TRICKS, Cell, Layout, Page, Payload, Rect, payload_digits
from games.paper.layout import sheet_layout
from games.paper.marked import has_sets, page_svg
from games.paper.row_games import ROW_GAMES, RowGame
from scoring.dirty_dog import Options
from scoring.dirty_dog.hand import forbidden
from scoring.dirty_dog.plan import planned_cards
from scoring.records import score

SCALE = 9  # pixels a millimetre on which sheets are written
PENS = ((0.80, 0.92), (0.62, 0.80), (0.38, 0.58))  # how dark: a gel pen, a ballpoint, a pencil
Json = dict[str, Any]
Figures = Mapping[tuple[int, int, str], int | None]


@dataclass(frozen=True)
class Photo:
    """A photo, and the truth: the record, the figures by hand, seat and kind, which of them were corrected, the totals
    by hand, what was done to it; and those of further pages. Hands and seats count from 0.
    """

    content: bytes
    record: Json
    figures: Figures
    corrected: frozenset[tuple[int, int, str]]
    totals: list[list[int]]
    conditions: str
    further: tuple[bytes, ...] = ()


def match(chance: random.Random, players: int, hands: int | None = None) -> Json:
    """The record of a match with legal bids and tricks, of as many hands as are planned."""
    names = [str(seat + 1) for seat in range(players)]
    rounds: list[Json] = []
    for at, cards in enumerate(planned_cards(players, Options())[:hands]):
        order = [(at + 1 + turn) % players for turn in range(players)]
        bids: dict[int, int] = {}
        for seat in order:
            allowed = [bid for bid in range(cards + 1) if len(bids) < players - 1 or bid != _barred(cards, bids)]
            wish = chance.gauss(cards / players, 0.3 + cards / 6)
            bids[seat] = min(allowed, key=lambda bid: abs(bid - wish))
        tricks = _tricks(chance, cards, bids)
        rounds.append({"bids": _named(bids), "tricks": _named(tricks)})
    return {"record": 1, "game": "dirty-dog", "players": names, "rounds": rounds}


def _barred(cards: int, bids: Mapping[int, int]) -> int | None:
    return forbidden(Options(), cards, sum(bids.values()))


def _tricks(chance: random.Random, cards: int, bids: Mapping[int, int]) -> dict[int, int]:
    """Tricks near the bids that add up to the cards."""
    tricks = dict(bids)
    for seat in tricks:
        if chance.random() < 0.25:
            tricks[seat] = max(0, tricks[seat] + chance.choice((-1, 1)))
    while (left := cards - sum(tricks.values())) != 0:
        seat = chance.choice([each for each in tricks if left > 0 or tricks[each] > 0])
        tricks[seat] += 1 if left > 0 else -1
    return tricks


def _named(by_seat: Mapping[int, int]) -> dict[str, int]:
    return {str(seat + 1): value for seat, value in by_seat.items()}


def totals_of(record: Json) -> list[list[int]]:
    """The totals after each hand by seat, as the engine counts them."""
    sheet = score(record)
    return [[each["totals"][name] for name in record["players"]] for each in sheet["rounds"]]


def rows_match(chance: random.Random, game: RowGame, players: int, most: int) -> Json:
    """The record of a match of another game, to its end or until the sheet is full."""
    names = [str(seat + 1) for seat in range(players)]
    ways, weights = zip(*game.ways(players), strict=True)
    options = game.options(most, most)
    record: Json = {"record": 1, "game": game.engine.key, "players": names, "rounds": []}
    record |= {"options": options} if options else {}
    while len(record["rounds"]) < most and (not record["rounds"] or not score(record)["finished"]):
        (figures,) = chance.choices(ways, weights)
        record["rounds"].append(game.round(figures, names))
    return record


def figures_of(record: Json) -> Figures:
    """What is written in the cells of a match."""
    game = next((each for each in ROW_GAMES.values() if each.plays(record)), None)
    found: dict[tuple[int, int, str], int | None] = {}
    for hand, said in enumerate(record["rounds"]):
        for seat, name in enumerate(record["players"]):
            if game is None:
                found |= {(hand, seat, "bid"): said["bids"][name], (hand, seat, "tricks"): said["tricks"][name]}
            else:
                found[hand, seat, game.what] = game.figure(said, name)
    return found


class Scribe:
    """Writes on a page: figures, strokes, corrections, with one pen and one hand."""

    def __init__(self, page: Image.Image, digits: Digits, seed: int) -> None:
        self.chance = random.Random(seed)
        self.digits = digits
        self.ink = Image.new("L", page.size)
        self.draw = ImageDraw.Draw(self.ink)
        self.width = self.chance.uniform(0.38, 0.75)
        self.size = self.chance.uniform(0.6, 0.8)
        self.slant = self.chance.gauss(0.03, 0.1)
        level = self.chance.uniform(90, 150)
        self.sharp = [max(0, min(255, round((value - level) * 4 + 128))) for value in range(256)]
        self.by_value = [np.flatnonzero(digits.values == value) for value in range(10)]

    def figure(self, text: str, rect: Rect, middle: float = 0.5, room: float = 1.0) -> Rect:
        """Write a number in a frame, around a place across it; return where it stands."""
        height = rect.height * self.size * self.chance.uniform(0.9, 1.1)
        parts = [self._part(symbol, height) for symbol in text]
        gap = height * self.chance.uniform(0.05, 0.2)
        whole = sum(wide for _picture, wide in parts) + gap * (len(parts) - 1)
        squeeze = min(1.0, rect.width * room / whole)
        x = rect.x + rect.width * middle - whole * squeeze / 2 + self.chance.gauss(0, 0.04) * rect.width * room
        y = rect.y + (rect.height - height) / 2 + self.chance.gauss(0, 0.03) * rect.height
        left = x
        for picture, wide in parts:
            own = Rect(x, y + self.chance.gauss(0, 0.02) * height, wide * squeeze, height * squeeze**0.4)
            if picture is None:
                line = y + height * self.chance.uniform(0.45, 0.58)
                self.line([(own.x, line), (own.x + own.width, line + self.chance.gauss(0, 0.15))])
            else:
                self._paste(picture, own)
            x += (wide + gap) * squeeze
        return Rect(left, y, x - gap * squeeze - left, height)

    def _part(self, symbol: str, height: float) -> tuple[int | None, float]:
        if symbol == "-":
            return None, height * self.chance.uniform(0.3, 0.5)
        digit = int(self.chance.choice(self.by_value[int(symbol)]))
        _left, _top, across, down = self.digits.boxes[digit]
        return digit, height * float(across) / float(down) * self.chance.uniform(0.9, 1.1)

    def _paste(self, digit: int, rect: Rect) -> None:
        """Put a digit's ink into a rectangle."""
        left, top, across, down = (float(each) for each in self.digits.boxes[digit])
        pad = 0.25
        wide = max(2, round(rect.width * (1 + 2 * pad) * SCALE))
        high = max(2, round(rect.height * (1 + 2 * pad) * SCALE))
        slant = (self.slant + self.chance.gauss(0, 0.03)) * across / max(rect.width, 0.1) * rect.height / down
        a, e = across * (1 + 2 * pad) / wide, down * (1 + 2 * pad) / high
        edge = 14  # empty pixels around the digit, which the padding may reach
        matrix = (a, slant * e, left - pad * across - slant * down * (0.5 + pad) + edge, 0, e, top - pad * down + edge)
        source = Image.fromarray(np.pad(self.digits.pictures[digit], edge))
        big = source.transform((wide, high), Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC)
        sharp = big.point(self.sharp)
        place = round((rect.x - pad * rect.width) * SCALE), round((rect.y - pad * rect.height) * SCALE)
        box = (*place, place[0] + wide, place[1] + high)
        self.ink.paste(ImageChops.lighter(self.ink.crop(box), sharp), box)

    def line(self, points: list[Point]) -> None:
        """A stroke through points in millimetres."""
        pixels = [(x * SCALE, y * SCALE) for x, y in points]
        self.draw.line(pixels, 255, max(2, round(self.width * SCALE)), joint="curve")

    def strike(self, rect: Rect) -> None:
        """One stroke through what stands in a rectangle."""
        over = 0.7 + self.chance.uniform(0, 0.8)
        middle = rect.y + rect.height / 2 + self.chance.gauss(0, 0.3)
        rise = rect.height * self.chance.uniform(0.15, 0.4)
        self.line([(rect.x - over, middle + rise), (rect.x + rect.width + over, middle - rise)])

    def black_out(self, rect: Rect) -> None:
        """Scribble over a rectangle until nothing of it can be read."""
        turns = self.chance.randrange(8, 14)
        for _time in range(2):
            self.line(
                [
                    (
                        rect.x + rect.width * turn / turns + self.chance.gauss(0, 0.1),
                        rect.y + rect.height * ((turn % 2) * 0.9 + self.chance.uniform(0, 0.1)),
                    )
                    for turn in range(turns + 1)
                ]
            )

    def box(self, rect: Rect) -> None:
        """The box round the top total."""
        out = rect.inset(-self.chance.uniform(0.2, 0.8), -self.chance.uniform(0.1, 0.4))
        corners = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
        self.line(
            [
                (out.x + x * out.width + self.chance.gauss(0, 0.2), out.y + y * out.height + self.chance.gauss(0, 0.15))
                for x, y in corners
            ]
        )

    def circle(self, rect: Rect) -> None:
        """The circle round the bottom total."""
        out = rect.inset(-self.chance.uniform(0.3, 0.9), -self.chance.uniform(0.1, 0.4))
        start, steps = self.chance.uniform(0, 6.3), 24
        self.line(
            [
                (
                    out.x + out.width / 2 * (1 + np.cos(start + 6.6 * step / steps)),
                    out.y + out.height / 2 * (1 + np.sin(start + 6.6 * step / steps)),
                )
                for step in range(steps + 1)
            ]
        )


@functools.lru_cache(maxsize=8)
def printed(layout: Layout, page: Page, scale: float = SCALE, *, game: int = 1, rules: int = 13) -> Image.Image:
    """A page of a sheet as it comes out of the printer."""
    players, hands = layout.players, layout.hands
    said = [
        payload_digits(
            Payload(
                game=game,
                layout=layout.key,
                players=players,
                hands=hands,
                rules=rules,
                paper=layout.paper,
                page=page.number,
                corner=corner,
            )
        )
        for corner in range(4)
    ]
    dealers = [hand % players for hand in range(hands)] if has_sets(layout) else []
    svg = page_svg(layout, page, said, dealers, hands // 2 - 1)
    width, height = layout.page
    source = f"#set page(width: {width}mm, height: {height}mm, margin: 0pt)\n#image(bytes(sys.inputs.svg), width: 100%)"
    made = typst.compile(source.encode(), sys_inputs={"svg": svg}, format="png", ppi=25.4 * scale)
    assert isinstance(made, bytes)
    return Image.open(io.BytesIO(made)).convert("L")


def filled(
    sheet: Image.Image, page: Page, record: Json, digits: Digits, seed: int
) -> tuple[Image.Image, set[tuple[int, int, str]]]:
    """The page with a match written on it, and the cells that were corrected."""
    scribe, chance = Scribe(sheet, digits, seed), random.Random(seed + 1)
    totals, figures = totals_of(record), figures_of(record)
    share = chance.choice((0.0, 0.0, 0.005, 0.01))
    corrected: set[tuple[int, int, str]] = set()
    for cell in page.cells:
        _write_tie(scribe, cell, record)
        if cell.hand is None or cell.hand >= len(record["rounds"]):
            continue
        if cell.kind == "total":
            _write_total(scribe, cell, totals[cell.hand])
            continue
        value = figures[cell.hand, cell.seat, cell.kind]
        if value is None:
            continue
        text, is_set = str(value), figures.get((cell.hand, cell.seat, "bid"), value) != value
        if chance.random() < share:
            corrected.add((cell.hand, cell.seat, cell.kind))
            wrong = scribe.figure(str(chance.randrange(10)), cell.rect, 0.27, 0.5)
            if chance.random() < 0.6:
                scribe.black_out(wrong)
            else:
                scribe.strike(wrong)
                scribe.strike(wrong)
            scribe.figure(text, cell.rect, 0.75, 0.45)
            continue
        at = scribe.figure(text, cell.rect)
        if is_set and cell.kind == "tricks" and chance.random() < 0.97:
            scribe.strike(at)
    pen = PENS[chance.randrange(3)]
    strength = chance.uniform(*pen)
    grain = np.random.default_rng(seed).normal(1, 0.12 if pen is PENS[2] else 0.03, sheet.size[::-1])
    ink = np.clip(np.asarray(scribe.ink) / 255 * strength * grain, 0, 1)
    return Image.fromarray((np.asarray(sheet) * (1 - ink)).astype(np.uint8)), corrected


def _write_tie(scribe: Scribe, cell: Cell, record: Json) -> None:
    """The tie-break hand, if there was one."""
    for hand in record.get("finish", {}).get("tiebreak_hands", ()):
        if cell.kind in (TIE_BID, TIE_TRICKS):
            said = hand["bids" if cell.kind == TIE_BID else "tricks"]
            scribe.figure(str(said[str(cell.seat + 1)]), cell.rect)


def _write_total(scribe: Scribe, cell: Cell, totals: list[int]) -> None:
    scribe.figure(str(totals[cell.seat]), cell.rect, room=0.95)
    if totals[cell.seat] == max(totals):
        scribe.box(cell.rect)
    elif totals[cell.seat] == min(totals):
        scribe.circle(cell.rect)


def photographed(page: Image.Image, seed: int, megapixels: float | None = None) -> tuple[bytes, str]:
    """A photo of a page lying on a table, as JPEG, and what was done to it."""
    chance, noise = random.Random(seed), np.random.default_rng(seed)
    size = megapixels or chance.uniform(2, 12)
    long = (size * 1e6 * 4 / 3) ** 0.5
    width, height = (round(long * 0.75), round(long)) if page.height > page.width else (round(long), round(long * 0.75))
    turn, tilt = chance.uniform(-8, 8), chance.uniform(0, 0.07)
    quad = _quad(chance, page.size, (width, height), turn, tilt)
    matrix = _coefficients(quad, [(0, 0), (page.width, 0), (page.width, page.height), (0, page.height)])
    photo = page.transform((width, height), Image.Transform.PERSPECTIVE, matrix, Image.Resampling.BICUBIC)
    there = Image.new("L", page.size, 255).transform((width, height), Image.Transform.PERSPECTIVE, matrix)
    table = Image.new("L", (width, height), chance.randrange(40, 130))
    photo = Image.composite(photo, table, there)
    pixels = np.asarray(photo).astype(np.float32) * chance.uniform(0.8, 0.98)
    pixels = pixels * _light(chance, width, height)
    blur = chance.uniform(0.3, 0.9) * long / 2600
    pixels = np.asarray(
        Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8)).filter(ImageFilter.GaussianBlur(blur))
    )
    grain = chance.uniform(1, 6)
    pixels = np.clip(pixels + grain * noise.standard_normal(pixels.shape, dtype=np.float32), 0, 255)
    out = io.BytesIO()
    Image.fromarray(pixels.astype(np.uint8)).save(out, "JPEG", quality=chance.randrange(70, 92))
    return out.getvalue(), f"{size:.1f} MP, {turn:.1f}°, tilt {tilt:.3f}, blur {blur:.2f} px, noise {grain:.1f}"


def _quad(
    chance: random.Random, page: tuple[int, int], photo: tuple[int, int], turn: float, tilt: float
) -> list[Point]:
    """Where the corners of the page lie in the photo, all within it."""
    angle = np.deg2rad(turn)
    aspect = page[0] / page[1]
    square = [(-aspect, -1.0), (aspect, -1.0), (aspect, 1.0), (-aspect, 1.0)]
    far = [1 - tilt * x * chance.choice((0, 1)) - tilt * y for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    points = []
    for (x, y), depth in zip(square, far, strict=True):
        points.append(
            ((x * np.cos(angle) - y * np.sin(angle)) / depth, (x * np.sin(angle) + y * np.cos(angle)) / depth)
        )
    wide = max(abs(x) for x, _y in points)
    high = max(abs(y) for _x, y in points)
    grow = min(photo[0] / 2 / wide, photo[1] / 2 / high) * chance.uniform(0.9, 0.98)
    return [(photo[0] / 2 + x * grow, photo[1] / 2 + y * grow) for x, y in points]


def _coefficients(photo: list[Point], page: list[Point]) -> tuple[float, ...]:
    rows, right = [], []
    for (x, y), (u, v) in zip(photo, page, strict=True):
        rows += [(x, y, 1, 0, 0, 0, -u * x, -u * y), (0, 0, 0, x, y, 1, -v * x, -v * y)]
        right += [u, v]
    return tuple(np.linalg.solve(np.array(rows), np.array(right)))


def _light(chance: random.Random, width: int, height: int) -> npt.NDArray[np.float32]:
    """Uneven light, and often a shadow with a soft edge."""
    across, down = np.linspace(-1, 1, width // 8)[None, :], np.linspace(-1, 1, height // 8)[:, None]
    light = 1 + chance.gauss(0, 0.06) * across + chance.gauss(0, 0.06) * down
    if chance.random() < 0.6:
        angle, edge = chance.uniform(0, 6.3), chance.uniform(-0.6, 0.6)
        side = (across * np.cos(angle) + down * np.sin(angle) - edge) / chance.uniform(0.03, 0.3)
        light = light * (1 - chance.uniform(0.15, 0.5) / (1 + np.exp(-np.clip(side, -30, 30))))
    small = Image.fromarray(np.clip(light, 0.2, 1.05).astype(np.float32))
    return np.asarray(small.resize((width, height), Image.Resampling.BILINEAR))


def made(
    digits: Digits,
    seed: int,
    *,
    players: int = 5,
    layout: str = "rev1",
    paper: str = "a4",
    megapixels: float | None = None,
) -> Photo:
    """A photo of a whole match."""
    game = ROW_GAMES.get(layout)
    record = rows_match(random.Random(seed), game, players, game.rows) if game else match(random.Random(seed), players)
    sheet = sheet_layout(layout, players, game.rows if game else len(record["rounds"]), paper)
    rules = game.engine.version.replace(".", "") if game else "13"
    corrected: set[tuple[int, int, str]] = set()
    photos = []
    for page in sheet.pages:
        blank = printed(sheet, page, game=GAMES[record["game"]], rules=int(rules))
        written, more = filled(blank, page, record, digits, seed + 100_000 * page.number)
        corrected |= more
        photos.append(photographed(written, seed + 100_000 * page.number, megapixels))
    (content, conditions), *others = photos
    further = tuple(each[0] for each in others)
    return Photo(content, record, figures_of(record), frozenset(corrected), totals_of(record), conditions, further)
