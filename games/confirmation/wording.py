"""Who has confirmed a sheet, who has not, and what became of it since, in words."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.dates import date_format
from clubs.models import Confirm, Player, User
from games.base.entry.names import counted, listed, shortened
from games.base.results.titles import in_words
from games.entries.authorship import Moment, people_of, who
from games.entries.confirmation import ConfirmationAnswer, Confirmers, Kind, confirmers_of, standing, standing_in
from games.entries.match_state import MatchState
from games.models import Confirmation, Match
from games.sheets.text import minus

WORDS: Mapping[str, str] = {
    Kind.CONFIRMED: "Confirmed the result",
    Kind.OBJECTED: "Reported a mistake",
    Kind.SETTLED: "Made it final",
    Kind.KEPT: "Corrected it; it stays final",
}
CORRECTED = "An organiser has corrected it since it was confirmed; it stays final."


@dataclass(frozen=True)
class ConfirmationWords:
    """`words` while it waits, `by` when it is final."""

    confirmers: Confirmers
    words: str
    by: Sequence[str]


def _is_asked(match: Match) -> bool:
    return bool(match.confirm and match.played_at and not match.abandoned_at)


def confirmation_words(state: MatchState) -> ConfirmationWords | None:
    """Nothing of a match nobody is asked about; no query either."""
    if not _is_asked(state.match):
        return None
    confirmers = confirmers_of(state)
    return ConfirmationWords(
        confirmers, _progress(confirmers), [] if state.match.is_waiting else list(_ended(state, confirmers))
    )


def _progress(confirmers: Confirmers) -> str:
    if confirmers.match.confirm == Confirm.OPPONENT:
        return _("It counts when one player who did not keep the score has confirmed it.")
    done = len(confirmers.confirmed)
    have = f"{in_words(done)} of {counted(len(confirmers.seats), 'player')} {'has' if done == 1 else 'have'}"
    return f"It counts when everybody has confirmed it: {have if done else 'nobody has yet'}."


def _ended(state: MatchState, confirmers: Confirmers) -> Iterable[str]:
    names = [name_of(row) for row in confirmers.answers if row.kind == Kind.CONFIRMED]
    if names:
        yield _("Confirmed by {names}.").format(names=listed(names))
    settled = [row for row in confirmers.answers if row.kind == Kind.SETTLED]
    people = people_of(settled) if settled else {}
    for row in settled:
        yield f"Settled by {who(row, people)}{f': “{row.note}”' if row.note else '.'}"
    yield _("Final since {since}.").format(since=since(state.match))
    if _is_corrected(confirmers.answers):
        yield CORRECTED


def since(match: Match) -> str:
    return date_format(timezone.localtime(match.finished_at), "j F Y, H:i")


def in_brief(state: MatchState) -> str:
    """For paper: who confirmed it and when, or for how many it waits. Nothing, and no query, where nobody is asked."""
    match = state.match
    if not _is_asked(match):
        return ""
    answers = standing(match)
    if match.is_waiting:
        return _("Not final: {waits}.").format(waits=_waits(state, answers))
    short = shortened(state.names)
    names = [short[row.position] for row in answers if row.kind == Kind.CONFIRMED and row.position is not None]
    words = [f"confirmed by {listed(names)}"] if names else []
    words += ["settled by an organiser"] if any(row.kind == Kind.SETTLED for row in answers) else []
    words += [
        f"final since {since(match)}",
        *(["corrected since by an organiser"] if _is_corrected(answers) else []),
    ]
    sentence = "; ".join(words)
    return f"{sentence[0].upper()}{sentence[1:]}."


def _is_corrected(answers: ConfirmationAnswer) -> bool:
    """Whatever else was written since, such as what lost against what stands, corrected nothing."""
    return any(row.kind == Kind.KEPT for row in answers if row.withdrawn_at is None)


def name_of(row: Confirmation) -> str:
    """Whoever was merged since goes by the other name now."""
    player: Player | None = row.player
    while player and player.merged_into:
        player = player.merged_into
    return player.label if player else ""


def answers_in_words(match: Match) -> list[Confirmation]:
    """Everything that was ever said of it, also what was withdrawn."""
    rows = match.confirmations.select_related("player__merged_into")
    return list(rows) if match.confirm else []


def answer_line(
    state: MatchState, row: Confirmation, answers: ConfirmationAnswer, people: Mapping[int, User]
) -> dict[str, Any]:
    """As a line of the history; `answers_in_words` is all there is of it."""
    totals = [(seat.player.label, total) for seat, total in zip(state.seats, row.totals, strict=False)]
    return {
        "confirmation": row,
        "who": ", ".join(filter(None, (name_of(row), _by(row, people)))),
        "when": Moment(row.recorded_at),
        "words": WORDS[row.kind],
        "totals": ", ".join(f"{name} {minus(total)}" for name, total in totals if total is not None),
        "note": row.note,
        "together": _together(row, answers),
        "is_corrected": row.withdrawn_at is None and row.kind != Kind.KEPT and _is_corrected(answers),
    }


def _together(row: Confirmation, answers: ConfirmationAnswer) -> str:
    """For whom else the same device spoke, also when that was withdrawn since."""
    others = {name_of(each) for each in answers if row.browser and each.browser == row.browser} - {name_of(row)}
    return (
        _("From the device that answered for {names} as well.").format(names=listed(sorted(others))) if others else ""
    )


def _by(row: Confirmation, people: Mapping[int, User]) -> str:
    return who(row, people) if row.recorded_by_id or row.device or row.position is None else ""


def waiting_words(books: Iterable[MatchState]) -> Mapping[UUID, str]:
    """`waiting for 2 to confirm`, for those that do; one query, or none."""
    waiting = [state for state in books if state.match.is_waiting]
    answers = standing_in(state.match for state in waiting)
    return {state.match.pk: _waits(state, answers[state.match.pk]) for state in waiting}


def _waits(state: MatchState, answers: ConfirmationAnswer) -> str:
    confirmers = Confirmers(state.match, [seat for seat in state.seats if seat.position in state.sheet.around], answers)
    return "a mistake was reported" if confirmers.objected else f"waiting for {confirmers.to_come} to confirm"
