"""How the cone found its owner, with the strict crossover of a play-off night (DD-49)."""

from django.utils.translation import gettext as _

from games.base.entry.names import listed
from games.sheets.text import minus
from leagues.night_report.chapters.facts import Night, Passing, Sitting, Table, since
from leagues.night_report.chapters.wording import ordinal, paragraph, some, times


def cone(night: Night, table: Table) -> str:
    """The paragraph about the trophy nobody wants; nothing where there is none."""
    passing = night.passing("loser", table.game)
    if passing is None:
        return ""
    seated = next((each for each in night.finished if _lost_at(each, passing)), table)
    low = seated.named(passing.player)
    final = night.stage("winners"), night.stage("losers")
    story = _crossing(passing, *final) if final[0] and final[1] else _bottom(passing, seated, low)
    return paragraph(_taken(passing), story, _rid_of(passing))


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
    after = f", after being kept in it {times(passing.defended)}," if passing.defended else ""
    return f"{passing.before}{after} is free of it."


def _bottom(passing: Passing, table: Table, low: Sitting | None) -> str:
    if low is None or not table.rounds:
        return ""
    above = [each for each in table.sittings if each.total > low.total]
    gap = f", {some(above[-1].total - low.total, 'point')} below {above[-1].name}" if above else ""
    level = [each.name for each in table.sittings if each.total == low.total and each.player != low.player]
    if level:
        gap = f", level with {listed(level)}; the cards decided"
    first = since(passing.player, table.lows)
    from_when = _since_when(table, first)
    return paragraph(from_when, f"{passing.name} ended on {minus(low.total)}{gap}.")


def _since_when(table: Table, first: int) -> str:
    if first > table.rounds:
        return ""
    if first == 1:
        return _("Nobody else ever saw the bottom.")
    if first == table.rounds:
        return f"Nobody could have told before the last {table.word}."
    if first <= table.rounds // 2:
        return f"From {table.word} {first} on nobody else came near it."
    return f"It was open until {table.word} {first}."


def _crossing(passing: Passing, winners: Table | None, losers: Table | None) -> str:
    """Whether it crossed over to the winners’ table, and when it looked as if it would."""
    if winners is None or losers is None:
        return ""
    top, low = winners.sittings[-1], losers.sittings[-1]
    if _lost_at(winners, passing):
        return _(
            "It crossed over: {top} ended on {points} at the winners’ table, below everybody at the "
            "losers’ table, where the lowest was {low} with {points_2}."
        ).format(top=top.name, points=minus(top.total), low=low.name, points_2=minus(low.total))
    last = _last_crossing(winners, losers)
    stayed = f"{low.name} ended on {minus(low.total)}"
    if low.total == top.total:
        return _("{stayed}, level with {top} at the winners’ table, and level does not cross over.").format(
            stayed=stayed, top=top.name
        )
    if last:
        return f"After {winners.word} {last} it was crossing over to the winners’ table; then {stayed}, and it stayed."
    return _("It never looked like crossing over: {stayed}, {apart}.").format(stayed=stayed, apart=_apart(top, low))


def _apart(top: Sitting, low: Sitting) -> str:
    gap = top.total - low.total
    return f"{some(gap, 'point')} below {top.name}, the lowest of the winners’ table"


def _last_crossing(winners: Table, losers: Table) -> int:
    """The last round after which the lowest of the winners’ table was below everybody at the losers’; 0 for none."""
    pairs = list(zip(winners.totals, losers.totals, strict=False))
    crossed = [at for at, (up, down) in enumerate(pairs, start=1) if min(up.values()) < min(down.values())]
    return crossed[-1] if crossed else 0
