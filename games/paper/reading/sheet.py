"""Reads photos of a sheet of Dirty Dog: the record, each cell, and what is to be asked."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from PIL import Image

from games.paper.geometry import BLANK, Layout, LayoutError, Payload, sheet_layout
from games.paper.reading import photo as photos
from games.paper.reading.cells import Reading, places, readings
from games.paper.reading.decide import CLEAR, WRITTEN, DecidedHand, Decision, Hand, decided
from games.paper.reading.problems import (
    CannotRead,
    begun_problem,
    blurred_problem,
    second_page_problem,
    tie_problem,
    total_problem,
)
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.entries import Rules
from scoring.dirty_dog.plan import planned_cards, proposals
from scoring.dirty_dog.sheet import DirtyDogSheet
from scoring.records import played

Json = dict[str, Any]

GAME = 1  # as the marks say it
RULES: dict[int, Rules] = {13: "1.3", 14: "1.4"}
MOST_SHARP = 10.0  # more say nothing more of a figure
MANY = 0.3  # the share of doubtful cells from which a photo is called blurred


@dataclass(frozen=True)
class ReadPage:
    """A page of a sheet: what its marks say, the readings of its cells, and the homography from millimetres of the
    page to pixels of the photo.
    """

    payload: Payload
    layout: Layout
    readings: Sequence[Reading]
    to_photo: photos.Matrix

    @property
    def number(self) -> int:
        """The number of the page, from 1."""
        return self.payload.page + 1

    def completes(self, pages: Sequence["ReadPage"]) -> bool:
        """Whether this is another page of the sheet with these pages."""
        is_new = all(each.number != self.number for each in pages)
        return is_new and replace(self.payload, page=0) == replace(pages[0].payload, page=0)


def read_page(picture: Image.Image) -> ReadPage:
    """Find and read the page in a photo. Raises CannotRead."""
    found = photos.found(picture)
    if found.payload.game != GAME:
        raise CannotRead("other-game")
    if found.payload.rules not in RULES or found.payload.house_rules:
        raise CannotRead("rules")
    layout = _layout(found.payload)
    matrix = photos.to_photo(layout, found.quads)
    sharp = photos.sharpness(matrix, layout)
    if sharp < photos.LEAST_SHARP:
        raise CannotRead("small")
    scale = min(max(sharp, 5.0), MOST_SHARP)
    dark = photos.darkness(photos.straightened(picture, matrix, layout, scale), scale)
    every = places(layout, layout.pages[found.payload.page])
    figures = readings(dark, scale, [place for place in every if place.cell.kind != "total"])
    totals = readings(dark, scale, [place for place in every if place.cell.kind == "total"])
    return ReadPage(found.payload, layout, [*figures, *totals], matrix)


def _layout(payload: Payload) -> Layout:
    try:
        layout = sheet_layout(payload.layout, payload.players, payload.hands, payload.paper)
    except LayoutError as error:
        raise CannotRead("foreign") from error
    if payload.page >= len(layout.pages):
        raise CannotRead("foreign")
    return layout


def read_sheets(files: Iterable[BinaryIO], prepared: Callable[[BinaryIO], bytes]) -> Iterator[Json]:
    """Read photos, and yield a document for each sheet, in the order of its first photo. Two photos are one sheet if
    they show its two pages, in either order. `prepared` makes of a file what is read (photo.picture), or raises
    CannotRead.
    """
    found: list[list[ReadPage] | CannotRead] = []
    for file in files:
        try:
            page = read_page(photos.picture(prepared(file)))
        except CannotRead as problem:
            found.append(problem)
            continue
        other = next((each for each in found if isinstance(each, list) and page.completes(each)), None)
        if other is None:
            found.append([page])
        else:
            other.append(page)
    for each in found:
        yield read_sheet(each) if isinstance(each, list) else unread(each)


def unread(problem: CannotRead, sheet: Json | None = None) -> Json:
    """The document of a photo in which nothing can be read, with what its marks say of the sheet."""
    said: Json = {"code": problem.code, "message": problem.message}
    if problem.missing:
        said["missing"] = [("upper-left", "upper-right", "lower-left", "lower-right")[at] for at in problem.missing]
    return {"sheet": sheet, "record": None, "cells": [], "problems": [said]}


def read_sheet(pages: Sequence[ReadPage]) -> Json:
    """The document of a sheet, whose pages may come in any order: `sheet`, `record` as `score` takes it, `cells`,
    `problems`.
    """
    pages = sorted(pages, key=lambda page: page.number)
    try:
        return _document(pages)
    except CannotRead as problem:
        return unread(problem, _sheet(pages))


def _document(pages: Sequence[ReadPage]) -> Json:
    payload = pages[0].payload
    if payload.page:
        raise CannotRead("first-page")
    options = _options(payload)
    hands, begun = _hands(pages, payload.players, planned_cards(payload.players, options))
    if not hands:
        raise CannotRead("empty")
    decisions = decided(hands, options)
    record = _record(payload, options, hands, decisions)
    cells = list(_cells(hands, decisions))
    problems = list(_wrong_totals(hands, decisions))
    if begun:
        problems.append(begun_problem(len(hands) + 1))
    if _ends_with(pages, hands):
        problems.append(second_page_problem())
    problems += _ties(record)
    figures = [cell for cell in cells if cell["what"] != "total"]
    if sum(cell["doubtful"] for cell in figures) > MANY * len(figures):
        problems.append(blurred_problem())
    return {"sheet": _sheet(pages), "record": record, "cells": cells, "problems": problems}


def _ends_with(pages: Sequence[ReadPage], hands: Sequence[Hand]) -> bool:
    """Whether the hands fill all pages that are there, while another page is not."""
    rows = sum(len(page.layout.pages[page.payload.page].rows) for page in pages)
    return bool(_missing(pages)) and len(hands) == rows and hands[-1].tricks is not None


def _missing(pages: Sequence[ReadPage]) -> list[int]:
    numbers = {page.number for page in pages}
    return [page.number + 1 for page in pages[0].layout.pages if page.number + 1 not in numbers]


def _ties(record: Json) -> Iterator[Json]:
    _game, sheet, _names = played(record)
    assert isinstance(sheet, DirtyDogSheet)
    if sheet.top_is_open:
        yield tie_problem(at_top=True)
    if sheet.bottom_is_open:
        yield tie_problem(at_top=False)


def _sheet(pages: Sequence[ReadPage]) -> Json:
    payload = pages[0].payload
    return {
        "game": DIRTY_DOG.key,
        "layout": payload.layout,
        "paper": payload.paper,
        "players": payload.players,
        "hands": payload.hands,
        "rules": RULES[payload.rules],
        "number": payload.sheet if payload.sheet != BLANK else None,
        "pages": len(pages),
        "missing_pages": _missing(pages),
    }


def _options(payload: Payload) -> Options:
    """The options of a sheet: the usual largest hand, as often as makes up the hands."""
    rules = RULES[payload.rules]
    usual = Options(rules=rules)
    plan = planned_cards(payload.players, usual)
    if len(plan) == payload.hands:
        return usual
    for proposal in proposals(payload.players, max(plan), count=20):
        if proposal.hands == payload.hands:
            return Options(rules=rules, max_hands=proposal.max_hands)
    raise CannotRead("plan")


# Which hands are written.


def _hands(pages: Sequence[ReadPage], players: int, plan: Sequence[int]) -> tuple[list[Hand], bool]:
    """The hands that were bid, and whether one more was begun with some bids missing."""
    by_place = {(each.cell.hand, each.cell.seat, each.cell.kind): each for page in pages for each in page.readings}
    seats = range(players)
    hands: list[Hand] = []
    for at, cards in enumerate(plan):
        if (at, 0, "bid") not in by_place:
            break  # on a page of which there is no photo
        bids, tricks, totals = ([by_place[at, seat, kind] for seat in seats] for kind in ("bid", "tricks", "total"))
        hands.append(Hand(at, cards, bids, tricks, totals))
    while hands and not _some(hands[-1].tricks or ()) and not _some(hands[-1].totals):
        last = hands.pop()
        if all(_is_written(each) for each in last.bids):
            return [*hands, replace(last, tricks=None)], False
        if _some(last.bids):
            return hands, True
    return hands, False


def _is_written(reading: Reading) -> bool:
    return reading.empty < WRITTEN


def _some(cells: Sequence[Reading]) -> bool:
    """Whether at least a third of the cells are written; a stain is no figure."""
    return sum(map(_is_written, cells)) * 3 >= len(cells)


# The document.


def _record(payload: Payload, options: Options, hands: Sequence[Hand], decisions: Sequence[DecidedHand]) -> Json:
    names = [str(seat + 1) for seat in range(payload.players)]
    rounds = []
    for decision in decisions:
        said = {"bids": {name: bid.value for name, bid in zip(names, decision.bids, strict=True)}}
        if decision.tricks is not None:
            said["tricks"] = {name: took.value for name, took in zip(names, decision.tricks, strict=True)}
        rounds.append(said)
    record: Json = {"record": 1, "game": DIRTY_DOG.key, "players": names, "rounds": rounds}
    chosen: Json = {}
    if options.max_hands is not None:
        chosen["max_hands"] = options.max_hands
    if options.rules != Options().rules:
        chosen["rules"] = options.rules
    return record | ({"options": chosen} if chosen else {})


def _cells(hands: Sequence[Hand], decisions: Sequence[DecidedHand]) -> Iterator[Json]:
    for hand, decision in zip(hands, decisions, strict=True):
        for seat in range(len(hand.bids)):
            yield _cell(hand, "bid", hand.bids[seat], decision.bids[seat])
            if hand.tricks is not None and decision.tricks is not None:
                yield _cell(hand, "tricks", hand.tricks[seat], decision.tricks[seat])
                yield _place(hand, "total", hand.totals[seat]) | {
                    "value": decision.totals[seat],
                    "probability": round(hand.totals[seat].of(decision.totals[seat]), 6),
                    "doubtful": False,
                }


def _place(hand: Hand, what: str, reading: Reading) -> Json:
    return {"hand": hand.number + 1, "seat": reading.cell.seat + 1, "what": what, "read": reading.text}


def _cell(hand: Hand, what: str, reading: Reading, decision: Decision) -> Json:
    return _place(hand, what, reading) | {
        "value": decision.value,
        "probability": round(decision.probability, 6),
        "second": round(decision.second, 6),
        "doubtful": decision.doubtful,
        "settled": decision.settled,
        "likely": list(decision.likely),
    }


def _wrong_totals(hands: Sequence[Hand], decisions: Sequence[DecidedHand]) -> Iterator[Json]:
    """The written totals that do not follow; one that follows from a wrong one is right."""
    for seat in range(len(hands[0].bids)):
        off = 0  # how far the scorekeeper's totals are from those of bids and tricks
        for at, (hand, decision) in enumerate(zip(hands, decisions, strict=True)):
            written, computed = _clear_total(hand.totals[seat]), decision.totals[seat]
            if hand.tricks is None or written is None or written == computed + off:
                continue
            yield total_problem(hand.number + 1, seat + 1, written, computed + off)
            later = _clear_total(hands[at + 1].totals[seat]) if at + 1 < len(hands) else None
            if later is None or later - decisions[at + 1].totals[seat] != off:
                off = written - computed


def _clear_total(reading: Reading) -> int | None:
    value = reading.likeliest
    is_clear = reading.of(value) >= CLEAR and reading.corrected < WRITTEN
    return value if is_clear else None
