"""The paragraph about who won the main match, and a sentence about each other match."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import minus
from clubs.language.terms import as_object, as_subject, capital
from games.base import wording
from games.base.names import listed
from games.base.wording import in_words, numbered
from leagues.night_report.facts import (
    NightFacts,
    Passing,
    Sitting,
    Table,
    ordinal,
    paragraph,
    running,
    since,
    times,
)

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
            full=passing.full, short=as_object(passing.short), place=running(passing.kept + 2)
        )
    if passing.first and passing.waited >= LONG_WAIT:
        return _("{full} has waited {waited} nights for this.").format(full=passing.full, waited=passing.waited)
    if passing.first:
        return _("{full} has never held the {short} before.").format(full=passing.full, short=as_object(passing.short))
    if passing.waited >= LONG_WAIT:
        words = _("{player} has the {trophy} back, after {nights} without it.")
        return words.format(player=passing.full, trophy=as_object(passing.short), nights=wording.nights(passing.waited))
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
    taken = words.format(trophy=as_subject(passing.short), player=_with_origin(best, best.full))
    return paragraph(capital(taken), run(table, best, best.name))


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
        defended = words.format(player=passing.before, trophy=as_object(passing.short), times=times(passing.defended))
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
    about = {"table": capital(_what(table)), "trophy": as_subject(passing.trophy) if passing else ""}
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
