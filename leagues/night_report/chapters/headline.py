"""The headline of a night, and the line under it."""

from collections.abc import Sequence

from django.utils.translation import gettext

from games.base.entry.names import listed
from games.base.results.titles import in_words
from games.sheets.text import minus
from leagues.night_report.chapters.facts import Night, Passing, Table
from leagues.night_report.chapters.wording import capital, some


def headline(night: Night) -> str:
    """`Sam takes the cup, Ines the cone`; without trophies, who won."""
    if night.called_off:
        return gettext("The night was called off")
    takers = night.main
    if takers:
        return _trophies(takers)
    if night.finished:
        return _winners(night)
    return gettext("Still at the table") if night.tables else gettext("A quiet night")


def _trophies(takers: list[Passing]) -> str:
    first, *rest = takers
    sentence = f"{first.name} {_verb(first)} the {first.short}"
    for other in rest:
        again = "" if other.is_kept == first.is_kept else f"{_verb(other)} "
        sentence += f", {other.name} {again}the {other.short}"
    return sentence


def _verb(passing: Passing) -> str:
    return "keeps" if passing.is_kept else "takes"


def _winners(night: Night) -> str:
    won = [(table, table.winners) for table in night.finished if table.winners]
    if not won:
        return gettext("Nobody won, everybody played")
    if len(won) == 1:
        ((_, winners),) = won
        verb = "wins" if len(winners) == 1 else "win"
        return f"{listed(each.name for each in winners)} {verb} with {minus(winners[0].total)}"
    names = list(dict.fromkeys(each.name for _, winners in won for each in winners))
    if len(names) == 1:
        return f"{names[0]} wins everything"
    return f"{listed(names)} win" if len(names) <= 3 else f"{capital(in_words(len(won)))} tables, {_so_many(names)}"


def _so_many(names: list[str]) -> str:
    return f"{in_words(len(names))} winners"


def opening(night: Night) -> str:
    """`Twelve dogs, two groups, 48 hands. The last one barked at 22:51.`"""
    if not night.tables:
        return gettext("No sheet was begun.")
    parts = [some(len(night.players), "dog"), _tables(night), _rounds(night.tables)]
    last = f" The last one barked at {night.ended}." if night.ended else ""
    return f"{capital(', '.join(filter(None, parts)))}.{last}"


def _tables(night: Night) -> str:
    if night.groups:
        return some(night.groups, "group")
    count = len(night.tables)
    return "one table" if count == 1 else some(count, "match")


def _rounds(tables: Sequence[Table]) -> str:
    """`48 hands, 12 rounds and five years`, each game in its own words."""
    words = dict.fromkeys(table.word for table in tables)
    counts = {word: sum(table.rounds for table in tables if table.word == word) for word in words}
    played = [some(count, word) for word, count in counts.items() if count]
    return listed(played) if played else ""
