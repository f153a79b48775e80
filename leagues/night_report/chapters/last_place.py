"""The paragraph about the loser's trophy, with the strict crossover of a play-off night (DD-49, DD-51)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.articles import as_object, as_subject
from clubs.language.locales import minus
from clubs.language.terms import capital
from games.base import wording
from games.base.names import listed
from games.base.wording import numbered
from leagues.night_report.chapters.facts import NightFacts, Passing, Sitting, Table, paragraph, running, since, times


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
