"""The headline of a night, and the paragraphs about who won and who took the loser's trophy (DD-51)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus
from clubs.language.terms import capital
from games.base import wording
from games.base.names import listed
from games.base.wording import in_words, numbered
from leagues.night_report.chapters.facts import NightFacts, Passing, Sitting, Table, ordinal, paragraph, since, times

# The headline of a night, and the line under it.


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
        return words.format(player=first.name, trophy=first.short)
    other = rest[0]
    words = {
        (False, False): _("{player} takes the {trophy}, {other} the {other_trophy}"),
        (True, True): _("{player} keeps the {trophy}, {other} the {other_trophy}"),
        (False, True): _("{player} takes the {trophy}, {other} keeps the {other_trophy}"),
        (True, False): _("{player} keeps the {trophy}, {other} takes the {other_trophy}"),
    }[first.is_kept, other.is_kept]
    return words.format(player=first.name, trophy=first.short, other=other.name, other_trophy=other.short)


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
    """Return `48 hands, 12 rounds and five years`, each game with its own word."""
    words = dict.fromkeys(table.word for table in tables)
    by_word = {word: sum(table.rounds for table in tables if table.word == word) for word in words}
    played = [wording.rounds(count, word) for word, count in by_word.items() if count]
    return listed(played) if played else ""


# The paragraph about who won the main match, and a sentence about each other match.


FINALS = ("winners", "losers")  # stages
LONG_WAIT = 5  # nights without the trophy from which the wait is mentioned
WIDE = 20


def cup(night: NightFacts, table: Table) -> str:
    """Return the paragraph about the winner of the most important table, with what settled its ties; if nobody won, how
    it ended where that is said.
    """
    passing = night.passing("winner", table.game)
    if not table.winners:
        return paragraph(*table.ties)
    first = waited(passing) if passing else ""
    return paragraph(first, how(table, passing), *table.ties, handed_over(passing, table, night))


def waited(passing: Passing) -> str:
    """Return what taking the trophy means for its holder; "" if it simply changed hands."""
    if passing.is_kept:
        return _("{full} keeps the {short}, for the {place} time running.").format(
            full=passing.full, short=passing.short, place=ordinal(passing.kept + 2)
        )
    if passing.first and passing.waited >= LONG_WAIT:
        return _("{full} has waited {waited} nights for this.").format(full=passing.full, waited=passing.waited)
    if passing.first:
        return _("{full} has never held the {short} before.").format(full=passing.full, short=passing.short)
    if passing.waited >= LONG_WAIT:
        words = _("{player} has the {trophy} back, after {nights} without it.")
        return words.format(player=passing.full, trophy=passing.short, nights=wording.nights(passing.waited))
    return ""


def how(table: Table, passing: Passing | None) -> str:
    """Return how it was won: `The cup goes to Sam (second from group B). Sam led from hand 2 and finished on 60, eight
    clear of Mabel.`
    """
    winners = table.winners
    if len(winners) > 1:
        return _("{names} finished level on {points} and share the win.").format(
            names=listed(each.name for each in winners), points=minus(winners[0].total)
        )
    best = winners[0]
    if passing is None:
        return run(table, best, _with_origin(best, best.full))
    if waited(passing):
        return run(table, best, _with_origin(best, best.name))
    words = _("The {trophy} goes to {player}.")
    taken = words.format(trophy=passing.short, player=_with_origin(best, best.full))
    return paragraph(taken, run(table, best, best.name))


def _with_origin(best: Sitting, name: str) -> str:
    return _("{player} ({origin})").format(player=name, origin=best.origin) if best.origin else name


def run(table: Table, best: Sitting, name: str) -> str:
    """Return since when the winner led and how far ahead it ended: `Sam led from hand 2 and finished on 60, eight clear
    of Mabel.`
    """
    others = [each for each in table.sittings if not each.is_winner]
    gap = best.total - others[0].total if others else -1
    first = since(best.player, table.leads)
    about = {"player": name, "points": minus(best.total), "round": numbered(table.word, first)}
    about |= {"number": in_words(max(gap, 0)), "names": listed(_level_with(others))}
    return _RUNS[_lead(table, first)][_margin(gap)].format(**about)


def _level_with(others: Sequence[Sitting]) -> list[str]:
    return [each.name for each in others if each.total == others[0].total]


def _lead(table: Table, first: int) -> str:
    """Since when the winner led, as a key of `_RUNS`."""
    if not table.rounds or first > table.rounds:
        return "never"
    if first == 1:
        return "always" if table.rounds > 1 else "only"
    if first < table.rounds:
        return "since"
    return table.word if table.word in _RUNS else "round"


def _margin(gap: int) -> str:
    """How far ahead the winner was, as a key of each of `_RUNS`; "" if not by points."""
    if gap < 0:
        return ""
    return "level" if gap == 0 else "wide" if gap > WIDE else "clear"


# By since when the winner led, and by the margin: whole sentences, as other languages order and inflect them.
_RUNS = {
    "never": {
        "": gettext_lazy("{player} finished on {points}."),
        "clear": gettext_lazy("{player} finished on {points}, {number} clear of {names}."),
        "level": gettext_lazy("{player} finished on {points}, level with {names} until the tie was broken."),
        "wide": gettext_lazy("{player} finished on {points}, a mile ahead of {names}."),
    },
    "always": {
        "": gettext_lazy("{player} led from the first to the last and finished on {points}."),
        "clear": gettext_lazy(
            "{player} led from the first to the last and finished on {points}, {number} clear of {names}."
        ),
        "level": gettext_lazy(
            "{player} led from the first to the last and finished on {points}, level with {names} until the tie was "
            "broken."
        ),
        "wide": gettext_lazy(
            "{player} led from the first to the last and finished on {points}, a mile ahead of {names}."
        ),
    },
    "only": {
        "": gettext_lazy("{player} won with {points}."),
        "clear": gettext_lazy("{player} won with {points}, {number} clear of {names}."),
        "level": gettext_lazy("{player} won with {points}, level with {names} until the tie was broken."),
        "wide": gettext_lazy("{player} won with {points}, a mile ahead of {names}."),
    },
    "since": {
        "": gettext_lazy("{player} led from {round} and finished on {points}."),
        "clear": gettext_lazy("{player} led from {round} and finished on {points}, {number} clear of {names}."),
        "level": gettext_lazy(
            "{player} led from {round} and finished on {points}, level with {names} until the tie was broken."
        ),
        "wide": gettext_lazy("{player} led from {round} and finished on {points}, a mile ahead of {names}."),
    },
    "hand": {
        "": gettext_lazy("{player} took the lead in the very last hand and finished on {points}."),
        "clear": gettext_lazy(
            "{player} took the lead in the very last hand and finished on {points}, {number} clear of {names}."
        ),
        "level": gettext_lazy(
            "{player} took the lead in the very last hand and finished on {points}, level with {names} until the tie "
            "was broken."
        ),
        "wide": gettext_lazy(
            "{player} took the lead in the very last hand and finished on {points}, a mile ahead of {names}."
        ),
    },
    "game": {
        "": gettext_lazy("{player} took the lead in the very last game and finished on {points}."),
        "clear": gettext_lazy(
            "{player} took the lead in the very last game and finished on {points}, {number} clear of {names}."
        ),
        "level": gettext_lazy(
            "{player} took the lead in the very last game and finished on {points}, level with {names} until the tie "
            "was broken."
        ),
        "wide": gettext_lazy(
            "{player} took the lead in the very last game and finished on {points}, a mile ahead of {names}."
        ),
    },
    "year": {
        "": gettext_lazy("{player} took the lead in the very last year and finished on {points}."),
        "clear": gettext_lazy(
            "{player} took the lead in the very last year and finished on {points}, {number} clear of {names}."
        ),
        "level": gettext_lazy(
            "{player} took the lead in the very last year and finished on {points}, level with {names} until the tie "
            "was broken."
        ),
        "wide": gettext_lazy(
            "{player} took the lead in the very last year and finished on {points}, a mile ahead of {names}."
        ),
    },
    "round": {
        "": gettext_lazy("{player} took the lead in the very last round and finished on {points}."),
        "clear": gettext_lazy(
            "{player} took the lead in the very last round and finished on {points}, {number} clear of {names}."
        ),
        "level": gettext_lazy(
            "{player} took the lead in the very last round and finished on {points}, level with {names} until the tie "
            "was broken."
        ),
        "wide": gettext_lazy(
            "{player} took the lead in the very last round and finished on {points}, a mile ahead of {names}."
        ),
    },
}


def handed_over(passing: Passing | None, table: Table, night: NightFacts) -> str:
    """Return who had the trophy before and how that player did; "" if it was kept or had no holder."""
    if passing is None or passing.is_kept or not passing.before:
        return ""
    defended = ""
    if passing.defended:
        words = _("{player} had defended the {trophy} {times}.")
        defended = words.format(player=passing.before, trophy=passing.short, times=times(passing.defended))
    place = table.named(passing.before_player) if passing.before_player is not None else None
    words = _gave_up(place, table) if place else _elsewhere(passing, table, night)
    return paragraph(defended, words.format(who=passing.before, place=ordinal(place.place) if place else ""))


def _gave_up(place: Sitting, table: Table) -> str:
    if place.place == len(table.sittings) and len(table.sittings) > 2:
        return _("{who} came last and handed it over with both paws.")
    if place.place == 2:
        return _("{who} came close, second, and handed it over.")
    return _("{who} came in {place} and handed it over.")


def _elsewhere(passing: Passing, table: Table, night: NightFacts) -> str:
    if passing.before_player not in night.players:
        return _("{who} was not there to defend it.")
    if night.is_playoff and table.stage == "winners":
        return _("{who} did not get as far as the winners’ table.")
    return _("{who} sat at another table and could only watch.")


def brief(table: Table, passing: Passing | None = None) -> str:
    """Return one sentence about another table: who won by how much, with which trophy (`passing`), and who was last."""
    if table.is_abandoned:
        words = _("{table} was abandoned after {rounds}.")
        return words.format(table=capital(_what(table)), rounds=wording.rounds(table.rounds, table.word))
    if table.is_left:
        return _("How {table} ended was not written down.").format(table=_what(table))
    if not table.is_finished:
        words = _("{table} is not finished: {leader}.") if table.rounds else _("{table} is not finished.")
        return words.format(table=capital(_what(table)), leader=_leads(table) if table.rounds else "")
    if not table.winners:
        return paragraph(*table.ties)
    won, rest = table.winners, [each for each in table.sittings if not each.is_winner]
    takes = bool(passing and passing.player == won[0].player)
    about = {"table": capital(_what(table)), "trophy": passing.trophy if passing else ""}
    about |= {"names": listed(each.full for each in won), "points": minus(won[0].total)}
    if len(rest) == 1:
        words = _("{table} went to {names} with {points}, against {player} with {other_points}.")
        if takes:
            words = _("{table} and the {trophy} went to {names} with {points}, against {player} with {other_points}.")
        return words.format(player=rest[0].name, other_points=minus(rest[0].total), **about)
    gap = won[0].total - rest[0].total if rest else -1
    about |= {"number": in_words(max(gap, 0)), "others": listed(_level_with(rest))}
    return paragraph(_WON[takes][_margin(gap)].format(**about), _ended_last(table.losers or rest[-1:]))


# By whether a trophy went with it, and by the margin.
_WON = {
    False: {
        "": gettext_lazy("{table} went to {names} with {points}."),
        "clear": gettext_lazy("{table} went to {names} with {points}, {number} clear of {others}."),
        "level": gettext_lazy("{table} went to {names} with {points}, level with {others} until the tie was broken."),
        "wide": gettext_lazy("{table} went to {names} with {points}, a mile ahead of {others}."),
    },
    True: {
        "": gettext_lazy("{table} and the {trophy} went to {names} with {points}."),
        "clear": gettext_lazy("{table} and the {trophy} went to {names} with {points}, {number} clear of {others}."),
        "level": gettext_lazy(
            "{table} and the {trophy} went to {names} with {points}, level with {others} until the tie was broken."
        ),
        "wide": gettext_lazy("{table} and the {trophy} went to {names} with {points}, a mile ahead of {others}."),
    },
}


def _ended_last(low: Sequence[Sitting]) -> str:
    if not low:
        return ""
    return _("{names} came last, with {points}.").format(
        names=listed(each.name for each in low), points=minus(low[0].total)
    )


def _what(table: Table) -> str:
    return table.what or table.where


def _leads(table: Table) -> str:
    top = [each for each in table.sittings if each.player in table.leads[-1]]
    words = ngettext("{names} leads after {rounds}", "{names} lead after {rounds}", len(top))
    return words.format(names=listed(each.name for each in top), rounds=wording.rounds(table.rounds, table.word))


# The paragraph about the loser's trophy, with the strict crossover of a play-off night (DD-49).


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
            full=passing.full, short=passing.short, place=ordinal(passing.kept + 2)
        )
    if passing.first:
        return _("The {short} fits {full} for the first time.").format(short=passing.short, full=passing.full)
    return _("The {short} goes to {full}.").format(short=passing.short, full=passing.full)


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
        return _(
            "It crossed over: {top} ended on {points} at the winners’ table, below everybody at the "
            "losers’ table, where the lowest was {low} with {lowest}."
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
