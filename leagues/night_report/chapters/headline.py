"""The headline of a night, and the line under it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.capitals import capital
from clubs.language.figures import minus
from games.base.entry.names import listed
from games.base.results import counts
from games.base.results.titles import in_words
from leagues.night_report.chapters.facts import Night, Passing, Table


def headline(night: Night) -> str:
    """Return `Sam takes the cup, Ines the cone`; without trophies, who won."""
    if night.called_off:
        return _("The night was called off")
    takers = night.main
    if takers:
        return _trophies(takers)
    if night.finished:
        return _winners(night)
    return _("Still at the table") if night.tables else _("A quiet night")


def _trophies(takers: list[Passing]) -> str:
    first, *rest = takers
    words = _("{player} keeps the {trophy}") if first.is_kept else _("{player} takes the {trophy}")
    sentence = words.format(player=first.name, trophy=first.short)
    return ", ".join([sentence, *(_another(first, other) for other in rest)])


def _another(first: Passing, other: Passing) -> str:
    words = _("{player} the {trophy}")  # the verb of the first half is understood
    if other.is_kept != first.is_kept:
        words = _("{player} keeps the {trophy}") if other.is_kept else _("{player} takes the {trophy}")
    return words.format(player=other.name, trophy=other.short)


def _winners(night: Night) -> str:
    won = [(table, table.winners) for table in night.finished if table.winners]
    if not won:
        return _("Nobody won, everybody played")
    if len(won) == 1:
        ((_table, winners),) = won
        words = ngettext("{names} wins with {points}", "{names} win with {points}", len(winners))
        return words.format(names=listed(each.name for each in winners), points=minus(winners[0].total))
    names = list(dict.fromkeys(each.name for _table, winners in won for each in winners))
    if len(names) == 1:
        return _("{player} wins everything").format(player=names[0])
    if len(names) <= 3:
        return _("{names} win").format(names=listed(names))
    words = _("{tables}, {number} winners")
    return words.format(tables=capital(counts.tables(len(won))), number=in_words(len(names)))


def opening(night: Night) -> str:
    """Return the line under the headline: `Twelve dogs, two groups, 48 hands. The last one barked at 22:51.`"""
    if not night.tables:
        return _("No sheet was begun.")
    parts = [counts.dogs(len(night.players)), _tables(night), _rounds(night.tables)]
    sentence = f"{capital(', '.join(filter(None, parts)))}."
    last = _("The last one barked at {time}.").format(time=night.ended)
    return f"{sentence} {last}" if night.ended else sentence


def _tables(night: Night) -> str:
    if night.groups:
        return counts.groups(night.groups)
    count = len(night.tables)
    return counts.tables(1) if count == 1 else counts.matches(count)


def _rounds(tables: Sequence[Table]) -> str:
    """Return `48 hands, 12 rounds and five years`, each game with its own word."""
    words = dict.fromkeys(table.word for table in tables)
    by_word = {word: sum(table.rounds for table in tables if table.word == word) for word in words}
    played = [counts.rounds(count, word) for word, count in by_word.items() if count]
    return listed(played) if played else ""
