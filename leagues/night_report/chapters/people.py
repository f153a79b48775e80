"""The paragraph about late arrivals, early leavers and guests."""

from django.utils.translation import gettext as _

from games.base.entry.names import listed
from games.base.entry.round_words import numbered
from games.base.results import counts
from games.base.results.titles import in_words
from leagues.night_report.chapters.facts import Night
from leagues.night_report.chapters.wording import paragraph


def people(night: Night) -> str:
    """Return the paragraph; "" if there is nothing to say."""
    attendance = night.people
    return paragraph(
        *_joined(night), _late(night), *_went(night), _left(night), *(_guest(*pair) for pair in attendance.guests)
    )


def _joined(night: Night) -> list[str]:
    """Return a sentence for each player who joined a match in progress, with the lowest total at the table (DD-44)."""
    return [
        _("{player} sat down {place} for {round}, with the lowest total there was.").format(
            player=name, place=table.at, round=numbered(table.word, number)
        )
        for table in night.tables
        for name, number in table.came
    ]


def _went(night: Night) -> list[str]:
    return [
        _("{player} got up from {table} before {round}.").format(
            player=name, table=table.where, round=numbered(table.word, number)
        )
        for table in night.tables
        for name, number in table.went
    ]


def _late(night: Night) -> str:
    """Return who was late for the start but did not join a match in progress."""
    seated = {name for table in night.tables for name, _number in table.came}
    late = [(name, by) for name, by in night.people.late if name not in seated]
    if not late:
        return ""
    if len(late) == 1:
        name, by = late[0]
        words = _("{name} was late by {minutes}.") if by > 0 else _("{name} was late.")
        return words.format(name=name, minutes=counts.minutes(by))
    words = _("{names} were late, {number} dogs in all.")
    return words.format(names=listed(name for name, _by in late), number=in_words(len(late)))


def _left(night: Night) -> str:
    seen = {name for table in night.tables for name, _number in table.went}
    left = [name for name in night.people.left if name not in seen]
    return _("{names} went home early.").format(names=listed(left)) if left else ""


def _guest(name: str, host: str) -> str:
    return (
        _("{name} was {host}’s guest.").format(name=name, host=host)
        if host
        else _("{name} came as a guest.").format(name=name)
    )
