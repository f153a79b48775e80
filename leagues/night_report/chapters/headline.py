"""The headline of a night, and the line under it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.articles import as_object
from clubs.language.locales import minus
from clubs.language.terms import capital
from games.base import wording
from games.base.names import listed
from games.base.wording import in_words
from leagues.night_report.chapters.facts import NightFacts, Passing, Table

FINALS = ("winners", "losers")  # stages
MANY = 100  # rounds by whose name two words are compared


def headline(night: NightFacts) -> str:
    """Return `Sam takes the cup, Ines the cone`; without trophies, who won."""
    if night.called_off:
        return _("The night was called off")
    takers = night.main
    if takers:
        return _trophies(takers)
    if night.finished:
        return _winners(night)
    if any(not table.is_left for table in night.tables):
        return _("Still at the table")
    return _("How it ended was not written down") if night.tables else _("A quiet night")


def _trophies(takers: list[Passing]) -> str:
    first, *rest = takers
    if not rest:
        words = _("{player} keeps the {trophy}") if first.is_kept else _("{player} takes the {trophy}")
        return words.format(player=first.name, trophy=as_object(first.short))
    other = rest[0]
    words = {
        (False, False): _("{player} takes the {trophy}, {other} the {other_trophy}"),
        (True, True): _("{player} keeps the {trophy}, {other} the {other_trophy}"),
        (False, True): _("{player} takes the {trophy}, {other} keeps the {other_trophy}"),
        (True, False): _("{player} keeps the {trophy}, {other} takes the {other_trophy}"),
    }[first.is_kept, other.is_kept]
    return words.format(
        player=first.name, trophy=as_object(first.short), other=other.name, other_trophy=as_object(other.short)
    )


def _winners(night: NightFacts) -> str:
    won = [(table, table.winners) for table in night.finished if table.winners]
    if not won and any(table.ties for table in night.finished if table.stage != "group"):
        return _("How it ended was not written down")
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
    return words.format(tables=capital(wording.tables(len(won))), number=in_words(len(names)))


def opening(night: NightFacts) -> str:
    """Return the line under the headline: `Ten dogs, two groups, two final tables, 48 hands. The last one barked at
    22:51.`
    """
    if not night.tables:
        return _("No sheet was begun.")
    about = {"players": capital(wording.dogs(len(night.players))), "rounds": _rounds(night.tables)}
    sentence = _played(night, about["rounds"]).format(**about, **_tables(night))
    last = _("The last one barked at {time}.").format(time=night.ended) if night.ended else ""
    return " ".join(filter(None, [sentence, _rules(night.tables), last]))


def _rules(tables: Sequence[Table]) -> str:
    """Return `Played by §2 Kennel rules.`; "" where everything was played as written."""
    labels = [label for label in dict.fromkeys(table.rules for table in tables) if label]
    return _("Played by {rules}.").format(rules=listed(labels)) if labels else ""


def _played(night: NightFacts, rounds: str) -> str:
    if night.groups and any(table.stage in FINALS for table in night.tables):
        return _("{players}, {groups}, {finals}, {rounds}.") if rounds else _("{players}, {groups}, {finals}.")
    return _("{players}, {tables}, {rounds}.") if rounds else _("{players}, {tables}.")


def _tables(night: NightFacts) -> dict[str, str]:
    groups, count = wording.groups(night.groups), len(night.tables)
    finals = sum(table.stage in FINALS for table in night.tables)
    tables = groups if night.groups else wording.tables(1) if count == 1 else wording.matches(count)
    return {"groups": groups, "finals": wording.final_tables(finals), "tables": tables}


def _rounds(tables: Sequence[Table]) -> str:
    """Return `48 hands, 12 rounds and five years`, each game with its own word; words that a language has not two of
    are counted together.
    """
    by_name: dict[str, tuple[str, int]] = {}
    for table in tables:
        word, count = by_name.get(name := wording.rounds(MANY, table.word), (table.word, 0))
        by_name[name] = word, count + table.rounds
    played = [wording.rounds(count, word) for word, count in by_name.values() if count]
    return listed(played) if played else ""
