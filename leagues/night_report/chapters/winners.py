"""The paragraph about who won the main match, and a sentence about each other match."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.capitals import capital
from clubs.language.figures import minus
from games.base.entry.names import listed
from games.base.entry.round_words import numbered
from games.base.results import counts
from games.base.results.titles import in_words
from leagues.night_report.chapters.facts import Night, Passing, Sitting, Table, since
from leagues.night_report.chapters.wording import ordinal, paragraph, times

LONG = 5  # nights without the trophy from which the wait is mentioned
WIDE = 20


def cup(night: Night, table: Table) -> str:
    """Return the paragraph about the winner of the most important table; "" if nobody won."""
    passing = night.passing("winner", table.game)
    if not table.winners:
        return ""
    return paragraph(waited(passing) if passing else "", how(table, passing), handed_over(passing, table, night))


def waited(passing: Passing) -> str:
    """Return what taking the trophy means for its holder; "" if it simply changed hands."""
    if passing.is_kept:
        return _("{full} keeps the {short}, for the {place} time running.").format(
            full=passing.full, short=passing.short, place=ordinal(passing.kept + 2)
        )
    if passing.first and passing.waited >= LONG:
        return _("{full} has waited {waited} nights for this.").format(full=passing.full, waited=passing.waited)
    if passing.first:
        return _("{full} has never held the {short} before.").format(full=passing.full, short=passing.short)
    if passing.waited >= LONG:
        words = _("{player} has the {trophy} back, after {nights} without it.")
        return words.format(player=passing.full, trophy=passing.short, nights=counts.nights(passing.waited))
    return ""


def how(table: Table, passing: Passing | None) -> str:
    """Return how it was won: `Second from group B, Sam led from hand 2 at the winners’ table and finished on 60, eight
    clear of Mabel.`
    """
    winners = table.winners
    if len(winners) > 1:
        return _("{names} finished level on {points} and share the win.").format(
            names=listed(each.name for each in winners), points=minus(winners[0].total)
        )
    best = winners[0]
    about = {"led": led(table, best), "end": _("finished on {points}").format(points=minus(best.total))}
    about |= {"ahead": ahead(table, best), "origin": capital(best.origin), "place": table.at}
    if passing is None or waited(passing):
        words = _("{player} {led} and {end}{ahead}.")
        if best.origin:
            words = _("{origin}, {player} {led} {place} and {end}{ahead}.")
        return words.format(player=best.full if passing is None else best.name, **about)
    words = _("The {trophy} goes to {player}, who {led} and {end}{ahead}.")
    if best.origin:
        words = _("{origin}, the {trophy} goes to {player}, who {led} {place} and {end}{ahead}.")
    return words.format(trophy=passing.short, player=best.full, **about)


def led(table: Table, best: Sitting) -> str:
    """Return since when the winner led, as a phrase that follows the name: `led from hand 2`."""
    first = since(best.player, table.leads)
    if not table.rounds or first > table.rounds:
        return _("played to the end")
    if first == 1:
        return _("led from the first to the last") if table.rounds > 1 else _("won the only one")
    if first < table.rounds:
        return _("led from {round}").format(round=numbered(table.word, first))
    phrases = {
        "hand": _("took the lead in the very last hand"),
        "game": _("took the lead in the very last game"),
        "year": _("took the lead in the very last year"),
    }
    return phrases.get(table.word, _("took the lead in the very last round"))


def ahead(table: Table, best: Sitting) -> str:
    """Return by how much the winner was ahead of whom, as a phrase that follows the total and begins with a comma; ""
    if not by points.
    """
    others = [each for each in table.sittings if not each.is_winner]
    if not others or best.total < others[0].total:
        return ""
    gap = best.total - others[0].total
    words = _(", {number} clear of {names}")
    if gap == 0:
        words = _(", level with {names} until the tie was broken")
    elif gap > WIDE:
        words = _(", a mile ahead of {names}")
    second = listed(each.name for each in others if each.total == others[0].total)
    return words.format(number=in_words(gap), names=second)


def handed_over(passing: Passing | None, table: Table, night: Night) -> str:
    """Return who had the trophy before and how that player did; "" if it was kept or had no holder."""
    if passing is None or passing.is_kept or not passing.before:
        return ""
    who = passing.before
    if passing.defended:
        words = _("{player}, who had defended the {trophy} {times},")
        who = words.format(player=who, trophy=passing.short, times=times(passing.defended))
    place = table.named(passing.before_player) if passing.before_player is not None else None
    if place is None:
        return _elsewhere(passing, table, night).format(who=who, table=table.where)
    words = _("{who} came in {place} and handed it over.")
    if place.place == len(table.sittings) and len(table.sittings) > 2:
        words = _("{who} came last and handed it over with both paws.")
    elif place.place == 2:
        words = _("{who} came close, second, and handed it over.")
    return words.format(who=who, place=ordinal(place.place))


def _elsewhere(passing: Passing, table: Table, night: Night) -> str:
    if passing.before_player not in night.players:
        return _("{who} was not there to defend it.")
    if night.is_playoff:
        return _("{who} did not get as far as {table}.")
    return _("{who} sat at another table and could only watch.")


def brief(table: Table, passing: Passing | None = None) -> str:
    """Return one sentence about another table: who won by how much, with which trophy (`passing`), and who was last."""
    if table.is_abandoned:
        words = _("{table} was abandoned after {rounds}.")
        return words.format(table=capital(_what(table)), rounds=counts.rounds(table.rounds, table.word))
    if not table.is_finished:
        words = _("{table} is not finished: {leader}.") if table.rounds else _("{table} is not finished.")
        return words.format(table=capital(_what(table)), leader=_leads(table) if table.rounds else "")
    if not table.winners:
        return ""
    won, rest = table.winners, [each for each in table.sittings if not each.is_winner]
    words = _("{table} went to {names} with {points}")
    if passing and passing.player == won[0].player:
        words = _("{table} and the {trophy} went to {names} with {points}")
    about = {"table": capital(_what(table)), "trophy": passing.trophy if passing else ""}
    sentence = words.format(names=listed(each.full for each in won), points=minus(won[0].total), **about)
    if len(rest) == 1:
        words = _("{sentence}, against {player} with {points}.")
        return words.format(sentence=sentence, player=rest[0].name, points=minus(rest[0].total))
    low = table.losers or rest[-1:]
    if not low:
        return f"{sentence}{ahead(table, won[0])}."
    words = _("{sentence}{ahead}; {names} ended at {points}.")
    names, points = listed(each.name for each in low), minus(low[0].total)
    return words.format(sentence=sentence, ahead=ahead(table, won[0]), names=names, points=points)


def _what(table: Table) -> str:
    return table.what or table.where


def _leads(table: Table) -> str:
    top = [each for each in table.sittings if each.player in table.leads[-1]]
    words = ngettext("{names} leads after {rounds}", "{names} lead after {rounds}", len(top))
    return words.format(names=listed(each.name for each in top), rounds=counts.rounds(table.rounds, table.word))
