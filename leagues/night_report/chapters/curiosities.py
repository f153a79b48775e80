"""The paragraph of curiosities: climbs from the bottom, changes of the lead, level totals."""

from collections.abc import Iterator
from itertools import pairwise

from django.utils.translation import gettext as _

from clubs.language.capitals import capital
from clubs.language.figures import minus
from games.base.entry.names import listed
from games.base.entry.round_words import numbered
from games.base.results import counts
from leagues.night_report.chapters.facts import Night, Sitting, Table
from leagues.night_report.chapters.wording import paragraph, times

CLIMB = 20
CHANGES = 4
DEEP = -8
MOST = 4


def curious(night: Night) -> str:
    """Return at most MOST sentences as a paragraph, the rarest kinds first; "" if there are none."""
    finished = night.finished
    curiosities = [*_wrong_table(night), *(each for table in finished for each in of_table(table)), *_everywhere(night)]
    return paragraph(*curiosities[:MOST])


def of_table(table: Table) -> Iterator[str]:
    """Yield the curiosities of one finished match."""
    yield from _climb(table)
    yield from _lead_changes(table)
    yield from _level(table)


def _wrong_table(night: Night) -> Iterator[str]:
    """Yield that the best at the losers’ table had more points than the winner, which does not count."""
    winners, losers = night.stage("winners"), night.stage("losers")
    if winners and losers and losers.sittings and losers.sittings[0].total > winners.sittings[0].total:
        best, won = losers.sittings[0], winners.sittings[0]
        yield _(
            "{player} would like it recorded that {points} is more than {other}. It is recorded. The cup stays with "
            "the winners’ table."
        ).format(player=best.name, points=minus(best.total), other=minus(won.total))


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


def _everywhere(night: Night) -> Iterator[str]:
    """Yield who won at several tables of a night without a play-off."""
    won: dict[str, int] = {}
    for table in night.finished:
        for each in table.winners:
            won[each.full] = won.get(each.full, 0) + 1
    for name, number in won.items():
        if number > 1 and not night.is_playoff:
            yield _("{player} won at {tables} in one night.").format(player=name, tables=counts.tables(number))
