"""Builders of rounds, sheets and records of Top Dog for tests."""

from typing import Any

from hypothesis import strategies as st

from scoring.base import replay
from scoring.top_dog import TOP_DOG, Options, Round, TopDogSheet

NAMES = ("Ann", "Bo", "Cy", "Di")
Match = tuple[int, Options, list[Any]]


def won(*hands: int, tied: bool = False, dummy: int | None = None, note: str = "") -> Round:
    """A round by the hands won, from seat 0 on."""
    return Round(dict(enumerate(hands)), dummy=dummy, last_hand_tied=tied, note=note)


def cards(*taken: int, tied: bool = False, dummy: int | None = None) -> Round:
    """A round by the cards taken, from seat 0 on."""
    return Round(cards_taken=dict(enumerate(taken)), dummy=dummy, last_hand_tied=tied)


def fold(seats: int, *rounds: Any, **options: Any) -> TopDogSheet:
    """The sheet of these rounds."""
    return replay(TOP_DOG, seats, Options(**options), rounds)


def totals(sheet: TopDogSheet) -> list[int]:
    """Totals from seat 0 on."""
    return [sheet.totals[seat] for seat in range(sheet.seats)]


def record(players: int = 3, *rounds: Any, **options: Any) -> dict[str, Any]:
    """A record with these rounds."""
    found = {"record": 1, "game": "top-dog", "players": list(NAMES[:players]), "rounds": list(rounds)}
    return found | {"options": options} if options else found


def named(*hands: Any, **more: Any) -> dict[str, Any]:
    """A round of a record, by the hands won in the order of NAMES."""
    return {"won": dict(zip(NAMES, hands, strict=False)), **more}


@st.composite
def agreed(draw: st.DrawFn, seats: int) -> Options:
    """Strategy for the options of so many seats."""
    rotating = draw(st.booleans())
    dummy = seats < 4 and draw(st.booleans())
    return Options(
        target=draw(st.sampled_from([1, 7, 20, 35, 70])),
        arranging="rotating" if rotating else draw(st.sampled_from(["none", "all"])),
        first_arranger=draw(st.integers(0, seats - 1)) if rotating else 0,
        dummy=dummy,
        dummy_scoring=draw(st.sampled_from(["add", "replace"])) if dummy else "add",
        suits=draw(st.sampled_from([1, 2])),
    )


@st.composite
def matches(draw: st.DrawFn, longest: int = 14) -> Match:
    """Strategy for matches: number of seats, options and legal rounds."""
    seats = draw(st.integers(2, 4))
    options = draw(agreed(seats))
    sheet = TOP_DOG.start(seats, options)
    rounds: list[Any] = []
    while not sheet.finished and len(rounds) < longest:
        rounds.append(draw(a_round(sheet)))
        sheet = TOP_DOG.play(sheet, rounds[-1])
    return seats, options, rounds


@st.composite
def a_round(draw: st.DrawFn, sheet: TopDogSheet) -> Round:
    """Strategy for one legal round, by hands or by cards, with the seats in any order."""
    step = TOP_DOG.next_step(sheet)
    tied, noted = draw(st.booleans()), draw(st.integers(0, 9)) == 0
    hands = step.counting(tied=tied) - (draw(st.integers(0, 3)) if noted else 0)
    who = draw(st.lists(st.integers(0, sheet.seats - 1 + step.dummy), min_size=hands, max_size=hands))
    taken = {seat: who.count(seat) for seat in draw(st.permutations(range(sheet.seats)))}
    dummy = who.count(sheet.seats) if step.dummy else None
    note = "Nobody would give in." if noted else ""
    if draw(st.booleans()):
        return Round(taken, dummy=dummy, last_hand_tied=tied, note=note)
    pile = step.cards_in_hand
    piles = {seat: hands * pile for seat, hands in taken.items()}
    return Round(cards_taken=piles, dummy=None if dummy is None else dummy * pile, last_hand_tied=tied, note=note)
