"""Call-outs, curiosities, arrivals and departures of the night, and the announcement of the next one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.language.locales import date_format, minus
from clubs.language.terms import as_object, capital
from clubs.models import Night
from games.base import wording
from games.base.display import CallOutLine
from games.base.names import listed
from games.base.wording import in_words, numbered, numbered_first
from games.entries.match_state import MatchState
from games.models import Tag
from games.registry import table_game
from leagues.night_report.facts import NightFacts, Passing, Sitting, Table, paragraph, times
from leagues.playoffs.wording import recorded

# The call-outs of the night, the rarest first, and the tags added by hand.


MOST_CALLOUTS = 8
FEW_CALLOUTS = 2


@dataclass(frozen=True)
class Called:
    """All call-outs of one kind in the night: their name and the sentences about them."""

    label: str
    words: str


@dataclass(frozen=True)
class _CallOutOfNight:
    at: str
    word: str
    line: CallOutLine
    began: datetime

    @property
    def time(self) -> tuple[datetime, int]:
        """The sort key (start of the match to the minute, round): tables dealt together are ordered by round, a later
        table comes after them.
        """
        number = "".join(char for char in self.line.at if char.isdecimal())
        return self.began.replace(second=0, microsecond=0), int(number or 0)

    @property
    def words(self) -> str:
        words = _("{round} {place}: {words}")
        return words.format(round=numbered_first(self.word, self.line.at), place=self.at, words=self.line.words)


def called(states: Sequence[MatchState], places: Sequence[str]) -> list[Called]:
    """Return the rarest kinds of call-outs; `places` say that it was at that table: `at table 2`."""
    by_label: dict[str, list[_CallOutOfNight]] = {}
    for state, place in zip(states, places, strict=True):
        display = table_game(state.match.game).display
        for callout in reversed(display.callouts(state)):
            by_label.setdefault(callout.label, []).append(
                _CallOutOfNight(place, display.round_word, callout, state.match.started_at)
            )
    rarest = sorted(by_label.items(), key=lambda pair: _times(pair[1]))
    return [Called(label, _words(sorted(each, key=lambda one: one.time))) for label, each in rarest[:MOST_CALLOUTS]]


def _words(callouts: Sequence[_CallOutOfNight]) -> str:
    if len(callouts) <= FEW_CALLOUTS:
        return " ".join(_ended(each.words) for each in callouts)
    last, count = callouts[-1], _times(callouts)
    words = _("{number} times. The last one in {round} {place}: {words}")
    at = numbered(last.word, last.line.at)
    return words.format(number=capital(in_words(count)), round=at, place=last.at, words=_ended(last.line.words))


def _times(callouts: Sequence[_CallOutOfNight]) -> int:
    """Return how many players earned it, counted like the night's totals."""
    return sum(each.line.times for each in callouts)


def _ended(words: str) -> str:
    return words if words.endswith((".", "!", "?")) else f"{words}."


def tagged(tags: Sequence[Tag], names: Mapping[int, str], words: Mapping[object, tuple[str, str]]) -> list[Called]:
    """Return the tags by kind; `names` are by player, `words` are the word for a round and `at table 2`, by match."""
    by_label: dict[str, list[str]] = {}
    for tag in tags:
        word, place = words[tag.match_id]
        name = names.get(tag.player_id or 0, "")
        sentence = _("{round} {place}: {player}.") if name else _("{round} {place}.")
        said = sentence.format(round=numbered_first(word, tag.round), place=place, player=name)
        by_label.setdefault(_label(tag), []).append(said)
    return [Called(label, " ".join(each)) for label, each in list(by_label.items())[:MOST_CALLOUTS]]


def _label(tag: Tag) -> str:
    plain = " ".join(map(capital, tag.term.split("-")))
    return table_game(tag.match.game).record_categories.tags.get(tag.term, plain)


# The paragraph of curiosities: climbs from the bottom, changes of the lead, level totals.


CLIMB = 20
CHANGES = 4
DEEP = -8
MOST_SENTENCES = 4


def curious(night: NightFacts) -> str:
    """Return at most MOST_SENTENCES sentences as a paragraph, the rarest kinds first; "" if there are none."""
    finished = night.finished
    curiosities = [*_wrong_table(night), *(each for table in finished for each in of_table(table)), *_everywhere(night)]
    return paragraph(*curiosities[:MOST_SENTENCES])


def of_table(table: Table) -> Iterator[str]:
    """Yield the curiosities of one finished match."""
    yield from _climb(table)
    yield from _lead_changes(table)
    yield from _level(table)


def _wrong_table(night: NightFacts) -> Iterator[str]:
    """Yield that the best at the losers’ table had more points than the winner, which does not count."""
    winners, losers = night.stage("winners"), night.stage("losers")
    if winners and losers and losers.sittings and losers.sittings[0].total > winners.sittings[0].total:
        best, won = losers.sittings[0], winners.sittings[0]
        yield recorded(best.name, best.total, won.total)


def _climb(table: Table) -> Iterator[str]:
    """Yield that a player who was far below zero gained at least CLIMB points and did not come last; at most one a
    table.
    """
    for each in table.sittings:
        lowest = _lowest(table, each)
        if lowest and lowest[1] <= DEEP and each.total - lowest[1] >= CLIMB and not each.is_loser:
            at, total = lowest
            words = _("{player} stood at {points} after {round} and ended on {total}.")
            if each.is_winner:
                words = _("{player} stood at {points} after {round} and won.")
            about = {"player": each.name, "points": minus(total), "total": minus(each.total)}
            yield words.format(round=numbered(table.word, at), **about)
            return


def _lowest(table: Table, sitting: Sitting) -> tuple[int, int] | None:
    mine = [(totals[sitting.player], at) for at, totals in enumerate(table.totals, 1) if sitting.player in totals]
    return (min(mine)[1], min(mine)[0]) if mine else None


def _lead_changes(table: Table) -> Iterator[str]:
    changes = sum(before != after and not before & after for before, after in pairwise(table.leads))
    if changes >= CHANGES:
        yield _("{place} the lead changed hands {times}.").format(place=capital(table.at), times=times(changes))


def _level(table: Table) -> Iterator[str]:
    totals = [each.total for each in table.sittings]
    level = [each.name for each in table.sittings if totals.count(each.total) > 2]
    if len(level) > 2 and len({each.total for each in table.sittings if each.name in level}) == 1:
        yield _("{names} ended level {place}.").format(names=listed(level), place=table.at)


def _everywhere(night: NightFacts) -> Iterator[str]:
    """Yield who won at several tables of a night without a play-off."""
    won: dict[str, int] = {}
    for table in night.finished:
        for each in table.winners:
            won[each.full] = won.get(each.full, 0) + 1
    for name, number in won.items():
        if number > 1 and not night.is_playoff:
            yield _("{player} won at {tables} in one night.").format(player=name, tables=wording.tables(number))


# The paragraph about late arrivals, early leavers and guests.


def people(night: NightFacts) -> str:
    """Return the paragraph; "" if there is nothing to say."""
    attendance = night.people
    return paragraph(
        *_joined(night), _late(night), *_went(night), _left(night), *(_guest(*pair) for pair in attendance.guests)
    )


def _joined(night: NightFacts) -> list[str]:
    """Return a sentence for each player who joined a match in progress, with the lowest total at the table (DD-44)."""
    return [
        _("{player} sat down {place} for {round}, with the lowest total there was.").format(
            player=name, place=table.at, round=numbered(table.word, number)
        )
        for table in night.tables
        for name, number in table.came
    ]


def _went(night: NightFacts) -> list[str]:
    return [
        _("{player} left the game {place} before {round}.").format(
            player=name, place=table.at, round=numbered(table.word, number)
        )
        for table in night.tables
        for name, number in table.went
    ]


def _late(night: NightFacts) -> str:
    """Return who was late for the start but did not join a match in progress."""
    seated = {name for table in night.tables for name, _number in table.came}
    late = [(name, by) for name, by in night.people.late if name not in seated]
    if not late:
        return ""
    if len(late) == 1:
        name, by = late[0]
        words = _("{name} was late by {minutes}.") if by > 0 else _("{name} was late.")
        return words.format(name=name, minutes=wording.minutes(by))
    words = _("{names} were late, {number} dogs in all.")
    return words.format(names=listed(name for name, _by in late), number=in_words(len(late)))


def _left(night: NightFacts) -> str:
    seen = {name for table in night.tables for name, _number in table.went}
    left = [name for name in night.people.left if name not in seen]
    return _("{names} went home early.").format(names=listed(left)) if left else ""


def _guest(name: str, host: str) -> str:
    return (
        _("{name} was {host}’s guest.").format(name=name, host=host)
        if host
        else _("{name} came as a guest.").format(name=name)
    )


# The announcement of the next night, with the trophies that are defended.


def next_night(night: Night | None, passings: list[Passing]) -> str:
    """Return `Thursday 3 December, first bark 19:30. Sam defends the cup, Ines the cone. Sam deals first.`"""
    if night is None:
        return _("No further night is in the calendar yet.")
    local = timezone.localtime(night.starts_at)
    words = _("{day}, first bark {time}, {place}.") if night.place else _("{day}, first bark {time}.")
    when = words.format(day=capital(date_format(local, "l j F")), time=date_format(local, "H:i"), place=night.place)
    return " ".join(filter(None, (when, _defends(passings), _deals(passings))))


def _defends(passings: list[Passing]) -> str:
    if not passings:
        return ""
    first, *rest = passings
    words = _("{player} defends the {trophy}.")
    if rest:
        words = _("{player} defends the {trophy}, {other} the {other_trophy}.")
    another = {"other": rest[0].name, "other_trophy": as_object(rest[0].short)} if rest else {}
    return words.format(player=first.name, trophy=as_object(first.short), **another)


def _deals(passings: list[Passing]) -> str:
    """Return that the last winner deals first (DD-07); "" if there is none."""
    winner = next((each for each in passings if each.kind == "winner"), None)
    return _("{winner} deals first.").format(winner=winner.name) if winner else ""
