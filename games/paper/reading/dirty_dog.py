"""Reads a sheet of Dirty Dog: its hands, the record, and what is to be asked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from games.paper.geometry import TIE_BID, TIE_TRICKS, Cell, Payload, Rect
from games.paper.reading.cells import TOTALS, Reading
from games.paper.reading.decide import DecidedHand, Hand, decided
from games.paper.reading.page import (
    Json,
    ReadPage,
    blurred,
    by_place,
    figure_cell,
    is_written,
    missing_pages,
    some,
    total_cell,
    wrong_totals,
)
from games.paper.reading.problems import CannotRead, begun_problem, second_page_problem, tie_problem
from scoring.dirty_dog import DIRTY_DOG, Options
from scoring.dirty_dog.entries import Rules
from scoring.dirty_dog.plan import planned_cards, proposals
from scoring.dirty_dog.sheet import DirtyDogSheet, tiebreak_cards
from scoring.records import played

ENGINE = DIRTY_DOG
RULES: Mapping[int, Rules] = {13: "1.3", 14: "1.4"}


def read(pages: Sequence[ReadPage]) -> Json:
    """The document without `sheet`. Raises CannotRead."""
    payload = pages[0].payload
    options = _options(payload)
    hands, begun = _hands(pages, payload.players, planned_cards(payload.players, options))
    if not hands:
        raise CannotRead("empty")
    decisions = decided(hands, options)
    record = _record(payload, options, decisions)
    cells = list(_cells(hands, decisions))
    played_hands = [hand for hand in hands if hand.tricks is not None]
    problems = []
    if played_hands:
        written, made = [hand.totals for hand in played_hands], [each.totals for each in decisions]
        problems = wrong_totals([hand.number for hand in played_hands], written, made)
    if begun:
        problems.append(begun_problem(len(hands) + 1))
    if _ends_with(pages, hands):
        problems.append(second_page_problem())
    tie = _tie_hand(pages, record, options, len(hands))
    cells += tie
    problems += [*_ties(record, is_top_read=bool(tie)), *blurred(cells)]
    return {"record": record, "cells": cells, "problems": problems}


def _tie_hand(pages: Sequence[ReadPage], record: Json, options: Options, hands: int) -> list[Json]:
    """The cells of the tie-break hand, in the row after the last hand, if there is a tie at the top and all of them are
    written; without a doubt about one, the hand is part of the record.
    """
    _game, sheet, names = played(record)
    assert isinstance(sheet, DirtyDogSheet)
    read_cells, seats = by_place(pages), range(len(names))
    places = [(None, seat, kind) for kind in (TIE_BID, TIE_TRICKS) for seat in seats]
    found = [read_cells[place] for place in places if place in read_cells and is_written(read_cells[place])]
    if not sheet.top_is_open or len(found) < len(places):
        return []
    bids, tricks = found[: len(names)], found[len(names) :]
    (hand,) = decided_hands = decided(
        [Hand(hands, tiebreak_cards(len(names), options.decks), bids, tricks, [_UNKNOWN] * len(names))], options
    )
    cells = []
    for seat in seats:
        cells.append(figure_cell(hands, TIE_BID, bids[seat], hand.bids[seat]))
        cells.append(figure_cell(hands, TIE_TRICKS, tricks[seat], (hand.tricks or ())[seat]))
    if not any(cell["doubtful"] for cell in cells):
        record["finish"] = {"tiebreak_hands": _record_rounds(names, decided_hands)}
    return cells


# A total that nobody wrote: every number is possible.
_UNKNOWN = Reading(
    Cell("total", None, 0, Rect(0, 0, 1, 1), Rect(0, 0, 1, 1)), TOTALS[0], np.zeros(len(TOTALS)), 1.0, 0.0, ""
)


def _ends_with(pages: Sequence[ReadPage], hands: Sequence[Hand]) -> bool:
    """Whether the hands fill all pages that are there, while another page is not."""
    rows = sum(len(page.layout.pages[page.payload.page].rows) for page in pages)
    return bool(missing_pages(pages)) and len(hands) == rows and hands[-1].tricks is not None


def _ties(record: Json, *, is_top_read: bool) -> Iterator[Json]:
    """The ties that are left, but for one at the top whose hand is among the cells."""
    _game, sheet, _names = played(record)
    assert isinstance(sheet, DirtyDogSheet)
    if sheet.top_is_open and not is_top_read:
        yield tie_problem(at_top=True)
    if sheet.bottom_is_open:
        yield tie_problem(at_top=False)


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
    read_cells, seats = by_place(pages), range(players)
    hands: list[Hand] = []
    for at, cards in enumerate(plan):
        if (at, 0, "bid") not in read_cells:
            break  # on a page of which there is no photo
        bids, tricks, totals = ([read_cells[at, seat, kind] for seat in seats] for kind in ("bid", "tricks", "total"))
        hands.append(Hand(at, cards, bids, tricks, totals))
    while hands and not some(hands[-1].tricks or ()) and not some(hands[-1].totals):
        last = hands.pop()
        if all(is_written(each) for each in last.bids):
            return [*hands, replace(last, tricks=None)], False
        if some(last.bids):
            return hands, True
    return hands, False


# The document.


def _record(payload: Payload, options: Options, decisions: Sequence[DecidedHand]) -> Json:
    names = [str(seat + 1) for seat in range(payload.players)]
    rounds = _record_rounds(names, decisions)
    record: Json = {"record": 1, "game": DIRTY_DOG.key, "players": names, "rounds": rounds}
    chosen: Json = {}
    if options.max_hands is not None:
        chosen["max_hands"] = options.max_hands
    if options.rules != Options().rules:
        chosen["rules"] = options.rules
    return record | ({"options": chosen} if chosen else {})


def _record_rounds(names: Sequence[str], decisions: Sequence[DecidedHand]) -> list[Json]:
    rounds = []
    for decision in decisions:
        said = {"bids": {name: bid.value for name, bid in zip(names, decision.bids, strict=True)}}
        if decision.tricks is not None:
            said["tricks"] = {name: took.value for name, took in zip(names, decision.tricks, strict=True)}
        rounds.append(said)
    return rounds


def _cells(hands: Sequence[Hand], decisions: Sequence[DecidedHand]) -> Iterator[Json]:
    for hand, decision in zip(hands, decisions, strict=True):
        for seat in range(len(hand.bids)):
            yield figure_cell(hand.number, "bid", hand.bids[seat], decision.bids[seat])
            if hand.tricks is not None and decision.tricks is not None:
                yield figure_cell(hand.number, "tricks", hand.tricks[seat], decision.tricks[seat])
                yield total_cell(hand.number, hand.totals[seat], decision.totals[seat])
