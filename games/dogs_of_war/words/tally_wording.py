"""Tallies in words: before and after all are uncovered, and where two tablets wrote different ones."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from clubs.language.capitals import capital
from clubs.language.figures import signed
from games.base.entry.names import name_at
from games.base.table_game import Difference
from games.entries.match_state import MatchState
from scoring.dogs_of_war.entries import Tally


def covered(names: Sequence[str], entry: Tally) -> str:
    """Return all that may be shown of a secret tally: whose it is."""
    return _("{player}’s tally").format(player=name_at(names, entry.seat))


def uncovered(names: Sequence[str], entry: Tally) -> str:
    """Return the whole tally, for use once all are in: `Bea’s tally: VP tokens 14; influence Talbot 4, Hackett 1;
    support card Talbot; coins 5 …`
    """
    rows = [f"{label} {value}" for label, value in _rows(entry).items() if value not in ("0", "")]
    return f"{covered(names, entry)}: {'; '.join(rows)}"


def changed_values(was: Tally | None, now: Tally) -> tuple[str, ...]:
    """Return the values of the tally, or those that differ from the one before (`was`), alternating text and figure."""
    before, parts = _rows(was) if was else {}, [""]
    for label, value in _rows(now).items():
        if value == before.get(label, "0"):
            continue
        start = f"{parts[-1]} {capital(label)} ".lstrip()
        more = [before[label], "."] if label in before else []
        parts = [*parts[:-1], start, value, *([_(", before that "), *more] if more else ["."])]
    return tuple(parts) if len(parts) > 1 else (_("Handed in again."),)


def difference(state: MatchState, names: Sequence[str], mine: Tally, theirs: Tally) -> list[Difference]:
    """Return the rows that compare two tallies; while they are secret only whose they are. [] if they are the same."""
    if mine == theirs:
        return []
    if state.engine.hides(state.sheet, theirs) or mine.seat != theirs.seat:
        return [Difference("", covered(names, mine), covered(names, theirs))]
    return [
        Difference(
            f"{covered(names, mine)}, {label}",
            ours or _("none"),
            others or _("none"),
            capital(label),
        )
        for (label, ours), (_label, others) in zip(_rows(mine).items(), _rows(theirs).items(), strict=True)
    ]


def _rows(entry: Tally) -> Mapping[str, str]:
    return {
        _("VP tokens"): str(entry.vp),
        _("influence"): ", ".join(f"{house} {tokens}" for house, tokens in entry.influence.items() if tokens)
        or _("none"),
        _("support card"): entry.support,
        _("coins"): str(entry.coins),
        _("tactic cards"): str(entry.tactics),
        _("soldier cards"): str(entry.soldiers),
        _("confirmed"): _("yes") if entry.confirmed else "0",
        _("adjusted by"): f"{signed(entry.adjust)} ({entry.adjust_note})"
        if entry.adjust_note
        else signed(entry.adjust),
    }
