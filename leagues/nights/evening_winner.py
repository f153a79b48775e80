"""The winner of an evening: at the winners’ table of the play-off, or in the only match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from games.base.entry.names import isolated, listed, shortened
from games.base.results.titles import game_name, in_words
from games.models import Match, Seat
from leagues.playoffs.seating.deal import NAMES


@dataclass(frozen=True)
class EveningWinner:
    """The winners' full names in one text, their total, and `about`, how it was won."""

    match: Match
    names: str
    total: int
    about: str


def evening_winner(matches: Sequence[Match], seats: Mapping[UUID, Sequence[Seat]]) -> EveningWinner | None:
    """Return who won these matches of one night; None while a match is undecided, or if several tables each have a
    winner. `seats` are by match.
    """
    if any(match.is_undecided for match in matches):
        return None
    over = [match for match in matches if match.finished_at]
    finals = [match for match in over if match.table == NAMES["winners"]]
    match = max(finals, key=lambda each: each.started_at) if finals else over[0] if len(over) == 1 else None
    return _won(match, seats[match.pk]) if match else None


def _won(match: Match, seats: Sequence[Seat]) -> EveningWinner | None:
    winners = [seat for seat in seats if seat.is_winner]
    if not winners:
        return None
    where = _("Top of the winners’ table") if match.table == NAMES["winners"] else game_name(match)
    names = listed(isolated(seat.player.label) for seat in winners)
    return EveningWinner(match, names, winners[0].total or 0, _how(where, winners, seats))


def _how(where: str, winners: Sequence[Seat], seats: Sequence[Seat]) -> str:
    """Return `Top of the winners’ table, seven ahead of Mabel.`; without the lead if a tie-break decided or the lower
    total won.
    """
    others = [seat for seat in seats if not seat.is_winner and seat.place == len(winners) + 1]
    gap = (winners[0].total or 0) - (others[0].total or 0) if others else 0
    if len(winners) > 1 or gap <= 0:
        return f"{where}."
    short = dict(zip((seat.pk for seat in seats), shortened([seat.player.label for seat in seats]), strict=True))
    words = _("{where}, {number} ahead of {names}.")
    return words.format(where=where, number=in_words(gap), names=listed(short[seat.pk] for seat in others))
