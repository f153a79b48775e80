"""How the result was settled where totals alone do not decide: tie-break hands, card pulls, players who left."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubs.language.figures import minus, signed
from games.base.entry.names import listed, shortened
from games.dirty_dog.display.cards import drawn
from games.entries.match_state import MatchState
from scoring.base import with_names
from scoring.dirty_dog import DirtyDogSheet
from scoring.dirty_dog.ending import TiebreakLine
from scoring.dirty_dog.terms import label
from scoring.messages import translated


def ending(state: MatchState) -> list[str]:
    """Return the sentences on tie-breaks, card pulls and leavers; [] before the end."""
    sheet = state.sheet_as(DirtyDogSheet)
    return list(_sentences(sheet, shortened(state.names))) if sheet.ending else []


def remarks(state: MatchState) -> list[str]:
    """Return the sheet’s warnings in words, without the one about the last dealer, which matters only during play."""
    notices = (notice for notice in state.sheet.warnings if notice.code != "final-dealer")
    return [with_names(notice.message, shortened(state.names)) for notice in notices]


def _sentences(sheet: DirtyDogSheet, names: list[str]) -> Iterator[str]:
    assert sheet.ending is not None
    for hand in sheet.ending.hands:
        yield _tiebreak(hand, names)
    for pull in sheet.ending.pulls:
        cards = listed(f"{names[seat]} {drawn(card)}" for seat, card in pull.items())
        yield _("Pulled for the bottom: {cards}.").format(cards=cards)
    if sheet.first_place_losers:
        first = listed(names[seat] for seat in sheet.first_place_losers)
        yield _("{callout}: {names}.").format(callout=translated(label("first-place-loser")), names=first)
    for seat in sheet.departed:
        points = minus(sheet.totals[seat])
        yield _("{player} had to leave with {points}.").format(player=names[seat], points=points)


def _tiebreak(hand: TiebreakLine, names: list[str]) -> str:
    points = listed(f"{names[seat]} {signed(points)}" for seat, points in hand.points.items())
    return _("Level at the top, so a tie-break hand, bid blind: {points}.").format(points=points)
