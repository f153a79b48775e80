"""Who came late, who went early, who was brought along."""

from django.utils.translation import gettext

from games.base.entry.names import listed
from games.base.results.titles import in_words
from leagues.night_report.chapters.facts import Night
from leagues.night_report.chapters.wording import paragraph, some


def people(night: Night) -> str:
    attendance = night.people
    return paragraph(
        *_joined(night), _late(night), *_went(night), _left(night), *(_guest(*pair) for pair in attendance.guests)
    )


def _joined(night: Night) -> list[str]:
    """Those who sat down after a match had begun: they take the lowest total at the table (DD-44)."""
    return [
        f"{name} sat down {table.at} for {table.word} {number}, with the lowest total there was."
        for table in night.tables
        for name, number in table.came
    ]


def _went(night: Night) -> list[str]:
    return [
        f"{name} got up from {table.where} before {table.word} {number}."
        for table in night.tables
        for name, number in table.went
    ]


def _late(night: Night) -> str:
    """Whoever missed the start without missing a deal."""
    seated = {name for table in night.tables for name, _ in table.came}
    late = [(name, minutes) for name, minutes in night.people.late if name not in seated]
    if not late:
        return ""
    if len(late) == 1:
        name, minutes = late[0]
        return (
            f"{name} was late by {some(minutes, 'minute')}."
            if minutes > 0
            else gettext("{name} was late.").format(name=name)
        )
    return f"{listed(name for name, _ in late)} were late, {in_words(len(late))} dogs in all."


def _left(night: Night) -> str:
    seen = {name for table in night.tables for name, _ in table.went}
    left = [name for name in night.people.left if name not in seen]
    return gettext("{names} went home early.").format(names=listed(left)) if left else ""


def _guest(name: str, host: str) -> str:
    return (
        gettext("{name} was {host}’s guest.").format(name=name, host=host)
        if host
        else gettext("{name} came as a guest.").format(name=name)
    )
