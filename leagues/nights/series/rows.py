"""The rows of the page of a series: what happens to each night, who is counting on it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.dates import date_format
from games.base.entry.names import listed, shortened
from leagues.nights.series.changes import CALL_OFF, MOVE, NEW, REMOVE, Change, Changes

SHOWN = 8
SOON = timedelta(weeks=4)  # within which missing answers are mentioned
NAMED = 6
KIND_IN_WORDS = {
    NEW: gettext_lazy("New"),
    REMOVE: gettext_lazy("Goes out of the calendar"),
    CALL_OFF: gettext_lazy("Is called off"),
}


@dataclass(frozen=True)
class Row:
    """`words` say what is special about the night, `counting` who answered for a start that is dropped, `answered` who
    answered at all.
    """

    change: Change
    day: datetime
    words: str
    counting: str
    answered: str


@dataclass(frozen=True)
class Rows:
    """The rows that are shown; `more` says in a sentence which ones are not ("" if none)."""

    listed: Sequence[Row]
    more: str


def rows_of(found: Changes, *, whole: bool) -> Rows:
    """Return all nights if `whole` or if anything changes, otherwise only the next ones."""
    places = Counter(each.night.place for each in found.rows if each.night)
    usual = places.most_common(1)[0][0] if places else ""
    shown = found.rows if whole or found.changed else found.rows[:SHOWN]
    rest = found.rows[len(shown) :]
    more = _more(rest) if rest else ""
    return Rows([_row(each, usual) for each in shown], more)


def _more(rest: Sequence[Change]) -> str:
    words = _("{count} more, from {first} to {last}.")
    return words.format(count=len(rest), first=_day(rest[0].starts_at), last=_day(rest[-1].starts_at))


def _row(change: Change, usual: str) -> Row:
    day = change.night.starts_at if change.night else change.starts_at
    answered = counting([*change.yes, *change.maybe]) or _("Nobody has answered yet.")
    return Row(change, timezone.localtime(day), _words(change, usual), counting(change.counting_on_it), answered)


def counting(names: Sequence[str]) -> str:
    """Return `Bea, Dan and Cora count on it.`, or "" for nobody."""
    short = shortened(list(names))
    if len(short) > NAMED:
        short = [*short[: NAMED - 1], _("{count} more").format(count=len(short) - NAMED + 1)]
    words = ngettext("{names} counts on it.", "{names} count on it.", len(names))
    return words.format(names=listed(short)) if short else ""


def _words(change: Change, usual: str) -> str:
    if change.clash:
        return _("Stays: the club has another night then, or that moment is past")
    if change.kind == MOVE:
        return _("Moves to {day}").format(day=date_format(timezone.localtime(change.starts_at), "l j F, H:i"))
    return str(KIND_IN_WORDS.get(change.kind, "")) or _as_it_is(change, usual)


def _as_it_is(change: Change, usual: str) -> str:
    night = change.night
    assert night
    if night.called_off_at:
        return _("Skipped: {reason}").format(reason=night.reason) if night.reason else _("Skipped")
    said = [_moved(night.starts_at, night.moved_from)] if night.moved_from else []
    said += [_("At {place}").format(place=night.place)] if night.place and night.place != usual else []
    return ". ".join([*said, *_answers(change)])


def _moved(now: datetime, was: datetime) -> str:
    local = timezone.localtime(was)
    same = local.date() == timezone.localtime(now).date()
    words = _("Moved from {time}").format(time=f"{local:%H:%M}")
    return words if same else _("Moved from {day}").format(day=date_format(local, "l j F"))


def _answers(change: Change) -> list[str]:
    if change.yes:
        return [_("{count} coming").format(count=len(change.yes))]
    if change.maybe:
        return [_("{count} maybe").format(count=len(change.maybe))]
    return [_("No answers yet")] if change.starts_at < timezone.now() + SOON else []


def _day(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "j F")


def saved_words(found: Changes) -> str:
    """Return the message shown after a new pattern is saved."""
    if not found.changed:
        return _("Nothing changed.")
    kinds = Counter(each.kind for each in found.changed)
    parts = (
        (kinds[MOVE], ngettext("{count} night moved", "{count} nights moved", kinds[MOVE])),
        (kinds[NEW], ngettext("{count} night added", "{count} nights added", kinds[NEW])),
        (kinds[REMOVE], ngettext("{count} night removed", "{count} nights removed", kinds[REMOVE])),
        (kinds[CALL_OFF], ngettext("{count} night called off", "{count} nights called off", kinds[CALL_OFF])),
    )
    return f"{listed(words.format(count=count) for count, words in parts if count)}."
