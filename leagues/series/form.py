"""The form for the pattern of a series: repetition, weekday, time, last day."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.calendar.nights import Refused
from clubs.fields import DayField
from clubs.language.locales import date_format, ordinal
from games.base.names import listed, shortened
from leagues.series.changes import CALL_OFF, MOVE, NEW, REMOVE, Change, Changes
from leagues.series.pattern import LONGEST_SPAN, WEEK, Pattern, check_span, days_of, why_skipped

CHOOSE = dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose one of these."))


class StartField(forms.TimeField):
    """When a night starts, by the club’s clock."""

    def __init__(self, **kwargs: Any) -> None:
        messages = {
            "required": gettext_lazy("Enter the start time."),
            "invalid": gettext_lazy("Enter the time as 19:30."),
        }
        widget = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
        super().__init__(label=gettext_lazy("Starts"), widget=widget, error_messages=messages, **kwargs)


class LastDayField(DayField):
    """The day of the last night of a series."""

    def __init__(self, **kwargs: Any) -> None:
        messages = {
            "required": gettext_lazy("Enter the date of the last night."),
            "invalid": gettext_lazy("Enter the date as 2027-05-27."),
        }
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(label=gettext_lazy("Until"), widget=widget, error_messages=messages, **kwargs)


LAST = "last"
MONDAY = date(2024, 1, 1)
REPEATS = {
    "weekly": gettext_lazy("Weekly"),
    "two-weekly": gettext_lazy("Every 2 weeks"),
    "monthly": gettext_lazy("Monthly"),
}


def _weeks() -> list[tuple[str, str]]:
    return [*((str(number), ordinal(number)) for number in range(1, 5)), (LAST, _("last"))]


def _weekdays() -> list[tuple[str, str]]:
    return [(str(number), date_format(MONDAY + timedelta(days=number), "l")) for number in range(7)]


class SeriesForm(forms.Form):
    """`now` is the current pattern, which gives the initial values. `new_pattern` is set once the form is valid."""

    repeat = forms.ChoiceField(
        label=gettext_lazy("Repeats"), choices=list(REPEATS.items()), widget=forms.RadioSelect, error_messages=CHOOSE
    )
    week = forms.ChoiceField(label=gettext_lazy("Week of the month"), choices=_weeks, error_messages=CHOOSE)
    weekday = forms.ChoiceField(label=gettext_lazy("On"), choices=_weekdays, error_messages=CHOOSE)
    time = StartField()
    until = LastDayField()
    new_pattern: Pattern

    @property
    def repeats(self) -> list[tuple[str, str, bool, bool]]:
        """The choices of `repeat` as segments."""
        return [(key, str(words), key == self["repeat"].value(), False) for key, words in REPEATS.items()]

    def __init__(self, data: Any, *, now: Pattern) -> None:
        self.now = now
        day = now.first
        number = LAST if now.repeat == LAST or day.day > 4 * WEEK.days else str((day.day - 1) // WEEK.days + 1)
        initial = {
            "repeat": "monthly" if now.repeat == LAST else now.repeat,
            "week": number,
            "weekday": str(day.weekday()),
            "time": now.at,
            "until": now.until,
        }
        super().__init__(data, initial=initial)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            repeat = LAST if data["repeat"] == "monthly" and data["week"] == LAST else data["repeat"]
            self.new_pattern = Pattern(repeat, self._first(data), data["time"], data["until"])
            try:
                check_days(self.new_pattern)
            except Refused as refused:
                self.add_error("until", str(refused))
            else:
                if problem := why_skipped(self.new_pattern.days, self.new_pattern.at):
                    self.add_error("time", problem)
        return data

    def _first(self, data: dict[str, Any]) -> date:
        """Return the first day: in the week or month of the next night, or a later one if that day is past."""
        today, weekday = timezone.localdate(), int(data["weekday"])
        if data["repeat"] == "monthly":
            return _in_a_month(max(self.now.first.replace(day=1), today.replace(day=1)), weekday, data["week"])
        first = self.now.first + (weekday - self.now.first.weekday()) * WEEK / WEEK.days
        while first < today:
            first += 2 * WEEK if data["repeat"] == "two-weekly" else WEEK
        return first


def _in_a_month(month: date, weekday: int, week: str) -> date:
    """Return the first such day, from this month on, that is not past."""
    same = month.replace(day=1 + (weekday - month.weekday()) % WEEK.days)
    first = same if week == LAST else same + (int(week) - 1) * WEEK
    days = days_of(first, LAST if week == LAST else "monthly", first + LONGEST_SPAN)
    return next(day for day in days if day >= timezone.localdate())


def check_days(new_pattern: Pattern) -> None:
    """Raise Refused if a series cannot have the days of this pattern."""
    if new_pattern.until < new_pattern.first:
        words = _("The last night is before {day}. Choose a later date, or end the series.")
        raise Refused(words.format(day=date_format(new_pattern.first, "j F Y")))
    check_span(new_pattern.first, new_pattern.until)


# The rows of the page of a series: what happens to each night, who is counting on it.


SHOWN = 8
SOON = timedelta(weeks=4)  # within which missing answers are mentioned
NAMED = 6
KIND_IN_WORDS = {
    NEW: gettext_lazy("New"),
    REMOVE: gettext_lazy("Goes out of the calendar"),
    CALL_OFF: gettext_lazy("Is called off"),
}


@dataclass(frozen=True)
class SeriesRow:
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

    listed: Sequence[SeriesRow]
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


def _row(change: Change, usual: str) -> SeriesRow:
    day = change.night.starts_at if change.night else change.starts_at
    answered = counting([*change.yes, *change.maybe]) or _("Nobody has answered yet.")
    return SeriesRow(change, timezone.localtime(day), _words(change, usual), counting(change.counting_on_it), answered)


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
    words = _("Moved from {time}").format(time=date_format(local, "H:i"))
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
