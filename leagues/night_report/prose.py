"""The headline of a night and its report in a few paragraphs, deterministic: the wording depends on the facts, never
on chance.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.locales import minus
from clubs.language.terms import as_object, as_subject, capital
from games.base import wording
from games.base.names import listed
from games.base.wording import in_words, numbered
from leagues.night_report.facts import NightFacts, Passing, Sitting, Table, paragraph, running, since, times
from leagues.night_report.incidents import curious, people
from leagues.night_report.results import brief, cup


def prose(night: NightFacts) -> list[str]:
    """Return the paragraphs, the most important first; if nothing was played, one that says so."""
    main = night.finished[0] if night.finished else None
    main_paragraphs = [cup(night, main), cone(night, main)] if main else []
    rest = [table for table in night.tables if table is not main and table.stage not in ("winners", "losers")]
    others = paragraph(*_groups(night), *(_brief(night, table) for table in rest if table.stage != "group"))
    paragraphs = [
        _unfinished(night),
        *main_paragraphs,
        others,
        _by_hand(night),
        paragraph(people(night), curious(night)),
    ]
    return [each for each in paragraphs if each] or [_nothing(night)]


def _unfinished(night: NightFacts) -> str:
    """Return what a play-off still waits for before its trophies are given."""
    if not night.unfinished:
        return ""
    return paragraph(_("The play-off is not over, and nobody has its trophies."), *night.unfinished)


def _brief(night: NightFacts, table: Table) -> str:
    return brief(table, night.passing("winner", table.game))


def _groups(night: NightFacts) -> list[str]:
    """Return who was first in each group, who pulled cards on the cut line, and who played at no final table."""
    groups = [table for table in night.tables if table.stage == "group"]
    if not groups:
        return []
    done = all(table.is_finished for table in groups)
    return [_first_in(groups) if done else _("The groups are still playing."), *night.pulled, *night.sat_out]


def _first_in(groups: list[Table]) -> str:
    first_in = _("{player} was first in {group}")
    parts = [first_in.format(player=table.sittings[0].name, group=table.where) for table in groups if table.sittings]
    return _("Earlier, {winners}.").format(winners=listed(parts))


def _by_hand(night: NightFacts) -> str:
    """Return which trophies were passed on by hand, with the reasons."""
    by_hand = [each for each in night.passings if each.kind == "hand"]
    return paragraph(*(paragraph(_went_to(each), _because(each.reason)) for each in by_hand))


def _went_to(passing: Passing) -> str:
    words = _("The {trophy} went to {player}.")
    if passing.trophy.casefold().startswith("the "):
        words = _("{trophy} went to {player}.")
    return capital(words.format(trophy=as_subject(passing.trophy), player=passing.full))


def _because(reason: str) -> str:
    inner = reason.strip().replace("“", "‘").replace("”", "’")
    return _("“{reason}”").format(reason=inner) if inner else ""


def _nothing(night: NightFacts) -> str:
    if night.called_off:
        return _("It was called off. The dogs stayed in their baskets.")
    if night.tables:
        return _("Nothing is finished yet. The report writes itself as soon as somebody has won.")
    return _(
        "Nothing was played, or nobody wrote it down. Start a match on the night’s page, and there will be a story."
    )


# The headline of a night, and the line under it.

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


# The paragraph about the loser's trophy, with the strict crossover of a play-off night (DD-49, DD-51).


def cone(night: NightFacts, table: Table) -> str:
    """Return the paragraph about the loser's trophy of this table's game; "" if it was not given."""
    passing = night.passing("loser", table.game)
    if passing is None:
        return ""
    seated = next((each for each in night.finished if _lost_at(each, passing)), table)
    low = seated.named(passing.player)
    final = night.stage("winners"), night.stage("losers")
    story = _crossing(passing, *final) if final[0] and final[1] else _bottom(passing, seated, low)
    ties = seated.ties if seated is not table else ()  # those of this table are told with its winner
    return paragraph(_taken(passing), story, *ties, _rid_of(passing))


def _lost_at(table: Table, passing: Passing) -> bool:
    return any(each.player == passing.player for each in table.losers)


def _taken(passing: Passing) -> str:
    if passing.is_kept:
        return _("{full} wears the {short} for the {place} time running.").format(
            full=passing.full, short=as_object(passing.short), place=running(passing.kept + 2)
        )
    words = _("The {short} fits {full} for the first time.") if passing.first else _("The {short} goes to {full}.")
    return capital(words.format(short=as_subject(passing.short), full=passing.full))


def _rid_of(passing: Passing) -> str:
    if passing.is_kept or not passing.before:
        return ""
    words = _("{player} is free of it.")
    if passing.defended:
        words = _("{player}, after being kept in it {times}, is free of it.")
    return words.format(player=passing.before, times=times(passing.defended))


def _bottom(passing: Passing, table: Table, low: Sitting | None) -> str:
    if low is None or not table.rounds:
        return ""
    above = [each for each in table.sittings if each.total > low.total]
    level = [each.name for each in table.sittings if each.total == low.total and each.player != low.player]
    words = _("{player} ended on {total}.")
    if level:
        words = _("{player} ended on {total}, level with {names}; the cards decided.")
    elif above:
        words = _("{player} ended on {total}, {points} below {other}.")
    least = min((each.total for each in above), default=0)
    next_up = listed(each.name for each in above if each.total == least)
    gap = {"points": wording.points(least - low.total), "other": next_up} if above else {}
    sentence = words.format(player=passing.name, total=minus(low.total), names=listed(level), **gap)
    return paragraph(_since_when(table, since(passing.player, table.lows)), sentence)


def _since_when(table: Table, first: int) -> str:
    if first > table.rounds:
        return ""
    if first == 1:
        return _("Nobody else ever saw the bottom.")
    if first == table.rounds:
        return _open_to_the_last(table.word)
    words = _("It was open until {round}.")
    if first <= table.rounds // 2:
        words = _("From {round} on nobody else came near it.")
    return words.format(round=numbered(table.word, first))


def _open_to_the_last(word: str) -> str:
    phrases = {
        "hand": _("Nobody could have told before the last hand."),
        "game": _("Nobody could have told before the last game."),
        "year": _("Nobody could have told before the last year."),
    }
    return phrases.get(word, _("Nobody could have told before the last round."))


def _crossing(passing: Passing, winners: Table | None, losers: Table | None) -> str:
    """Return whether the trophy crossed over to the winners’ table, or after which round it last seemed to."""
    if winners is None or losers is None:
        return ""
    taker = winners.named(passing.player) or losers.named(passing.player)
    if taker is None:
        return ""
    lowest_up, lowest_down = _lowest(winners), _lowest(losers)
    if _lost_at(winners, passing):
        return ngettext(
            "It crossed over: {top} ended on {points} at the winners’ table, below everybody at the losers’ table, "
            "where the lowest was {low} with {lowest}.",
            "It crossed over: {top} ended on {points} at the winners’ table, below everybody at the losers’ table, "
            "where the lowest were {low} with {lowest}.",
            len(lowest_down),
        ).format(top=taker.name, points=minus(taker.total), low=_names(lowest_down), lowest=minus(lowest_down[0].total))
    last = _last_crossing(winners, losers)
    words = _(
        "It never looked like crossing over: {player} ended on {points}, {gap} below {top}, the lowest of the winners’ "
        "table."
    )
    if taker.total > lowest_up[0].total:
        return _("{player} ended on {total}.").format(player=taker.name, total=minus(taker.total))
    if taker.total == lowest_up[0].total:
        words = _("{player} ended on {points}, level with {top} at the winners’ table, and level does not cross over.")
    elif last:
        words = _(
            "After {round} it was crossing over to the winners’ table; then {player} ended on {points}, and it stayed."
        )
    about = {"player": taker.name, "points": minus(taker.total), "top": _names(lowest_up)}
    gap = wording.points(lowest_up[0].total - taker.total)
    return words.format(gap=gap, round=numbered(winners.word, last), **about)


def _lowest(table: Table) -> list[Sitting]:
    """Return everybody with the lowest total of the table."""
    low = min(each.total for each in table.sittings)
    return [each for each in table.sittings if each.total == low]


def _names(sittings: Sequence[Sitting]) -> str:
    return listed(each.name for each in sittings)


def _last_crossing(winners: Table, losers: Table) -> int:
    """Return the last round after which the lowest total of the winners’ table was below all totals of the losers’; 0
    if there is none.
    """
    pairs = list(zip(winners.totals, losers.totals, strict=False))
    crossed = [at for at, (up, down) in enumerate(pairs, start=1) if min(up.values()) < min(down.values())]
    return crossed[-1] if crossed else 0
