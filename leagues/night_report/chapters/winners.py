"""How the cup was won, or a match without one."""

from django.utils.translation import gettext as _

from games.base.entry.names import listed
from games.base.results.titles import in_words
from games.sheets.text import minus
from leagues.night_report.chapters.facts import Night, Passing, Sitting, Table, since
from leagues.night_report.chapters.wording import capital, ordinal, paragraph, some, times

LONG = 5  # nights one waits before somebody says so
WIDE = 20


def cup(night: Night, table: Table) -> str:
    """The paragraph about who won at the table that counts most."""
    passing = night.passing("winner", table.game)
    if not table.winners:
        return ""
    return paragraph(waited(passing) if passing else "", how(table, passing), handed_over(passing, table, night))


def waited(passing: Passing) -> str:
    """What the trophy means to who has it now; nothing where it simply changed hands."""
    if passing.is_kept:
        return _("{full} keeps the {short}, for the {place} time running.").format(
            full=passing.full, short=passing.short, place=ordinal(passing.kept + 2)
        )
    if passing.first and passing.waited >= LONG:
        return _("{full} has waited {waited} nights for this.").format(full=passing.full, waited=passing.waited)
    if passing.first:
        return _("{full} has never held the {short} before.").format(full=passing.full, short=passing.short)
    if passing.waited >= LONG:
        return f"{passing.full} has the {passing.short} back, after {some(passing.waited, 'night')} without it."
    return ""


def how(table: Table, passing: Passing | None) -> str:
    """`Second from group B, Sam led from hand 2 at the winners’ table and finished on 60, eight clear of Mabel.`"""
    winners = table.winners
    if len(winners) > 1:
        return _("{names} finished level on {points} and share the win.").format(
            names=listed(each.name for each in winners), points=minus(winners[0].total)
        )
    best = winners[0]
    name, end = _named(best, passing), f"finished on {minus(best.total)}{ahead(table, best)}."
    if not best.origin:
        return f"{capital(name)} {led(table, best)} and {end}"
    return f"{capital(best.origin)}, {name} {led(table, best)} at {table.where} and {end}"


def _named(best: Sitting, passing: Passing | None) -> str:
    """By the whole name where it has not been said yet, with the trophy where that has no story of its own."""
    if passing is None:
        return best.full
    return best.name if waited(passing) else f"the {passing.short} goes to {best.full}, who"


def led(table: Table, best: Sitting) -> str:
    """From when on the winner was ahead."""
    first = since(best.player, table.leads)
    if not table.rounds or first > table.rounds:
        return "played to the end"
    if first == 1:
        return "led from the first to the last" if table.rounds > 1 else "won the only one"
    if first == table.rounds:
        return f"took the lead in the very last {table.word}"
    return f"led from {table.word} {first}"


def ahead(table: Table, best: Sitting) -> str:
    """By how much, and before whom."""
    others = [each for each in table.sittings if not each.is_winner]
    if not others:
        return ""
    gap = best.total - others[0].total
    second = listed(each.name for each in others if each.total == others[0].total)
    if gap == 0:
        return f", level with {second} until the tie was broken"
    if gap < 0:
        return ""
    by = in_words(gap)
    return f", a mile ahead of {second}" if gap > WIDE else f", {by} clear of {second}"


def handed_over(passing: Passing | None, table: Table, night: Night) -> str:
    """Where the trophy came from, and how whoever had it fared."""
    if passing is None or passing.is_kept or not passing.before:
        return ""
    had = f", who had defended the {passing.short} {times(passing.defended)}," if passing.defended else ""
    place = table.named(passing.before_player) if passing.before_player is not None else None
    if place is None:
        return f"{passing.before}{had} {_elsewhere(passing, table, night)}."
    if place.place == len(table.sittings) and len(table.sittings) > 2:
        return f"{passing.before}{had} came last and handed it over with both paws."
    if place.place == 2:
        return f"{passing.before}{had} came close, second, and handed it over."
    return f"{passing.before}{had} came in {ordinal(place.place)} and handed it over."


def _elsewhere(passing: Passing, table: Table, night: Night) -> str:
    if passing.before_player not in night.players:
        return "was not there to defend it"
    return f"did not get as far as {table.where}" if night.is_playoff else "sat at another table and could only watch"


def brief(table: Table, passing: Passing | None = None) -> str:
    """One sentence about another table: who won by how much, with which trophy, and who was last."""
    if table.is_abandoned:
        return f"{capital(_what(table))} was abandoned after {some(table.rounds, table.word)}."
    if not table.is_finished:
        return f"{capital(_what(table))} is not finished{': ' + _leads(table) if table.rounds else ''}."
    if not table.winners:
        return ""
    won, rest = table.winners, [each for each in table.sittings if not each.is_winner]
    prize = f" and the {passing.trophy}" if passing and passing.player == won[0].player else ""
    sentence = f"{capital(_what(table))}{prize} went to {listed(each.full for each in won)} with {minus(won[0].total)}"
    if len(rest) == 1:
        return f"{sentence}, against {rest[0].name} with {minus(rest[0].total)}."
    low = table.losers or rest[-1:]
    at_the_end = f"; {listed(each.name for each in low)} ended at {minus(low[0].total)}" if low else ""
    return f"{sentence}{ahead(table, won[0])}{at_the_end}."


def _what(table: Table) -> str:
    return table.what or table.where


def _leads(table: Table) -> str:
    top = [each for each in table.sittings if each.player in table.leads[-1]]
    verb = "leads" if len(top) == 1 else "lead"
    return f"{listed(each.name for each in top)} {verb} after {some(table.rounds, table.word)}"
