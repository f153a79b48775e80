"""Sentences on who has confirmed a sheet, who has not, and what happened afterwards."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import clauses, comma_separated, date_format, minus
from clubs.language.terms import capital
from clubs.links.tokens import sign
from clubs.models import Confirm, Player, User
from clubs.players.search import name_key
from games.base.names import listed, shortened
from games.base.wording import in_words
from games.entries.confirmation import ConfirmationAnswer, Confirmers, Kind, confirmers_of, standing, standing_in
from games.entries.drafts import Moment, people_of, who
from games.entries.match_state import MatchState
from games.models import Confirmation, Match

WORDS: Mapping[str, str | Promise] = {
    Kind.CONFIRMED: gettext_lazy("Confirmed the result"),
    Kind.OBJECTED: gettext_lazy("Reported a mistake"),
    Kind.SETTLED: gettext_lazy("Made it final"),
    Kind.KEPT: gettext_lazy("Corrected it; it stays final"),
}


@dataclass(frozen=True)
class ConfirmationWords:
    """The confirmations of a match in words: `words` on the progress, and `by`, sentences on who confirmed it once it
    is final.
    """

    confirmers: Confirmers
    words: str
    by: Sequence[str]


def _is_asked(match: Match) -> bool:
    return bool(match.confirm and match.played_at and not match.abandoned_at)


def confirmation_words(state: MatchState) -> ConfirmationWords | None:
    """Return None, without a query, for a match that needs no confirmation or is not complete."""
    if not _is_asked(state.match):
        return None
    confirmers = confirmers_of(state)
    return ConfirmationWords(
        confirmers, _progress(confirmers), [] if state.match.is_waiting else list(_ended(state, confirmers))
    )


def _progress(confirmers: Confirmers) -> str:
    if confirmers.match.confirm == Confirm.OPPONENT:
        return _("It counts when one player who did not keep the score has confirmed it.")
    done, players = len(confirmers.confirmed), len(confirmers.seats)
    if not done:
        return _("It counts when everybody has confirmed it: nobody has yet.")
    return ngettext(
        "It counts when everybody has confirmed it: {done} of {players} players has.",
        "It counts when everybody has confirmed it: {done} of {players} players have.",
        done,
    ).format(done=in_words(done), players=players)


def _ended(state: MatchState, confirmers: Confirmers) -> Iterable[str]:
    names = [name_of(row) for row in confirmers.answers if row.kind == Kind.CONFIRMED]
    if names:
        yield _("Confirmed by {names}.").format(names=listed(names))
    settled = [row for row in confirmers.answers if row.kind == Kind.SETTLED]
    people = people_of(settled) if settled else {}
    for row in settled:
        settler = who(row, people)
        if row.note:
            yield _("Settled by {name}: “{note}”").format(name=settler, note=row.note)
        else:
            yield _("Settled by {name}.").format(name=settler)
    yield _("Final since {since}.").format(since=since(state.match))
    if _is_corrected(confirmers.answers):
        yield _("An organiser has corrected it since it was confirmed; it stays final.")


def since(match: Match) -> str:
    """The time at which the match became final: `3 May 2026, 22:10`."""
    return date_format(timezone.localtime(match.finished_at), "j F Y, H:i")


def in_brief(state: MatchState) -> str:
    """For printed sheets: who confirmed it and when, or how many are missing; "", without a query, where no
    confirmation is needed.
    """
    match = state.match
    if not _is_asked(match):
        return ""
    answers = standing(match)
    if match.is_waiting:
        return _("Not final: {waits}.").format(waits=_waits(state, answers))
    short = shortened(state.names)
    names = [short[row.position] for row in answers if row.kind == Kind.CONFIRMED and row.position is not None]
    words = [_("confirmed by {names}").format(names=listed(names))] if names else []
    words += [_("settled by an organiser")] if any(row.kind == Kind.SETTLED for row in answers) else []
    words += [
        _("final since {since}").format(since=since(match)),
        *([_("corrected since by an organiser")] if _is_corrected(answers) else []),
    ]
    return f"{capital(clauses(words))}."


def _is_corrected(answers: ConfirmationAnswer) -> bool:
    """Whether an organiser has corrected the final sheet; other later entries, such as one refused as a conflict, do
    not count.
    """
    return any(row.kind == Kind.KEPT for row in answers if row.withdrawn_at is None)


def name_of(row: Confirmation) -> str:
    """The name of the row's player; of a merged player, the name of the one it was merged into."""
    player: Player | None = row.player
    while player and player.merged_into:
        player = player.merged_into
    return player.label if player else ""


def all_answers(match: Match) -> list[Confirmation]:
    """All answers about the match, including withdrawn ones; an empty list where none are asked for."""
    rows = match.confirmations.select_related("player__merged_into")
    return list(rows) if match.confirm else []


def answer_line(
    state: MatchState, row: Confirmation, answers: ConfirmationAnswer, people: Mapping[int, User]
) -> dict[str, Any]:
    """Return the context of a line in the history; `answers` is what `all_answers` returns."""
    totals = [(seat.player.label, total) for seat, total in zip(state.seats, row.totals, strict=False)]
    return {
        "confirmation": row,
        "who": comma_separated((name_of(row), _by(row, people))),
        "when": Moment(row.recorded_at),
        "words": WORDS[row.kind],
        "totals": comma_separated(f"{name} {minus(total)}" for name, total in totals if total is not None),
        "note": row.note,
        "together": _together(row, answers),
        "is_corrected": row.withdrawn_at is None and row.kind != Kind.KEPT and _is_corrected(answers),
    }


def _together(row: Confirmation, answers: ConfirmationAnswer) -> str:
    """A sentence naming the other players for whom the same device answered, also if that was withdrawn; "" if none."""
    others = {name_of(each) for each in answers if row.browser and each.browser == row.browser} - {name_of(row)}
    if not others:
        return ""
    names = listed(sorted(others, key=name_key))
    return _("From the device that answered for {names} as well.").format(names=names)


def _by(row: Confirmation, people: Mapping[int, User]) -> str:
    return who(row, people) if row.recorded_by_id or row.device or row.position is None else ""


def waiting_words(states: Iterable[MatchState]) -> Mapping[UUID, str]:
    """`waiting for 2 to confirm` by match, for those that wait; one query, or none."""
    waiting = [state for state in states if state.match.is_waiting]
    answers = standing_in(state.match for state in waiting)
    return {state.match.pk: _waits(state, answers[state.match.pk]) for state in waiting}


def _waits(state: MatchState, answers: ConfirmationAnswer) -> str:
    confirmers = Confirmers(
        state.match, [seat for seat in state.seats if seat.position in state.sheet.active_seats], answers
    )
    if confirmers.objected:
        return _("a mistake was reported")
    to_come = confirmers.to_come
    return ngettext("waiting for {count} to confirm", "waiting for {count} to confirm", to_come).format(count=to_come)


# The token in the link for confirming a match; a match without one gets it when it is first needed.


def confirm_key(match: Match) -> uuid.UUID:
    """Return the match's token, and save a new one if it has none."""
    if match.confirm_token is None:
        Match.objects.filter(pk=match.pk, confirm_token=None).update(confirm_token=uuid.uuid4())
        match.refresh_from_db(fields=["confirm_token"])
    assert match.confirm_token
    return match.confirm_token


def signed_confirm_token(match: Match) -> str:
    """Return the signed token for the link."""
    return sign(confirm_key(match), "confirm")
