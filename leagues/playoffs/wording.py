"""A play-off in sentences: who would take each trophy and why, progress, and names."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated, minus
from clubs.language.terms import as_subject, capital
from clubs.models import Player
from games.base.names import listed, shortened
from games.base.wording import in_words
from games.entries.match_state import MatchState
from games.registry import table_game
from leagues.models import Fixture
from leagues.playoffs import state as playoff_state
from leagues.playoffs.state import State
from leagues.trophies import contests
from scoring.base import Sheet
from scoring.competition.playoffs import Cut, Final

FOR_NOTHING = (gettext_lazy("First place"), gettext_lazy("Last place"))


@dataclass(frozen=True)
class Verdict:
    """A trophy: its name, who would take it ("" if nobody yet), why in a sentence, and the id of the rule."""

    prize: str
    who: str
    why: str
    rule: str = ""


def verdicts(state: State) -> list[Verdict]:
    """Return the verdicts on the winner's and on the loser's trophy."""
    cup, cone = prizes(state)
    if state.winners is None or state.losers is None or state.trophies is None:
        waiting = _("It is played for at the winners’ table.")
        return [Verdict(cup, "", waiting), Verdict(cone, "", _("It waits for the final tables."))]
    if not (state.winners.rounds or state.losers.rounds):
        return [Verdict(prize, "", _("The final tables have not scored anything yet.")) for prize in (cup, cone)]
    names = short(state)
    top, rest = state.winners.final, state.losers.final
    full = {key: player.label for key, player in state.players.items()}
    first = Verdict(cup, either(full, state.trophies.winners), _why_won(top, rest, names), "DD-46")
    last = Verdict(cone, either(full, state.trophies.losers), _why_lost(state, top, rest, names), "DD-49")
    return [first, last]


def prizes(state: State) -> tuple[str, str]:
    """Return the club's names for the two trophies; `First place` and `Last place` if it is not for trophies. One query
    if it is.
    """
    if not state.playoff.for_trophy:
        return str(FOR_NOTHING[0]), str(FOR_NOTHING[1])
    return contests.prizes(state.playoff.club_id, table_game(state.playoff.game))


def first_jack(name: str) -> str:
    """Return why this player deals first at a final table."""
    return _("{name} got the first Jack.").format(name=name)


def up_words(count: int) -> str:
    """Return the sentence for so many `{names}` who go up from their group."""
    return ngettext("{names} goes up.", "{names} go up.", count)


def short(state: State) -> Mapping[int, str]:
    """Return a short name for each player, by key."""
    keys = list(state.players)
    return dict(zip(keys, shortened([state.players[key].label for key in keys]), strict=True))


def either(names: Mapping[int, str], keys: tuple[int, ...]) -> str:
    """Return `Bea or Otto`, for players of whom one will be chosen."""
    *others, last = [names[key] for key in keys]
    return _("{names} or {last}").format(names=comma_separated(others), last=last) if others else last


def top_words(points: int) -> str:
    """Return that somebody is at the top of the winners' table with so many points."""
    return _("Top of the winners’ table with {points}.").format(points=minus(points))


def _why_won(top: Final, rest: Final, names: Mapping[int, str]) -> str:
    best = top.totals[top.first[0]]
    if len(top.first) > 1:
        why = _("Level at the top of the winners’ table with {points}: a tie has to be settled.").format(
            points=minus(best)
        )
    else:
        why = top_words(best)
    high = max(rest.totals.values())
    if high <= best:
        return why
    better = [names[key] for key in rest.totals if rest.totals[key] == high]
    words = ngettext(
        "{names} has {points} at the losers’ table, but this is only won at the winners’.",
        "{names} have {points} at the losers’ table, but this is only won at the winners’.",
        len(better),
    )
    return f"{why} {words.format(names=listed(better), points=minus(high))}"


def _why_lost(state: State, top: Final, rest: Final, names: Mapping[int, str]) -> str:
    up, down = top.totals[top.last[0]], rest.totals[rest.last[0]]
    if state.trophies and state.trophies.crossover:
        words = _("Bottom of the winners’ table with {points}. That is below {player}’s {other}, so it crosses over.")
        if len(top.last) > 1:
            words = _(
                "Level at the bottom of the winners’ table with {points}. That is below {player}’s {other}, so it "
                "crosses over."
            )
        return words.format(points=minus(up), player=names[rest.last[0]], other=minus(down))
    words = _("Bottom of the losers’ table with {points}.")
    if len(rest.last) > 1:
        words = _("Level at the bottom of the losers’ table with {points}.")
    why = words.format(points=minus(down))
    if up == down:
        words = ngettext(
            "{names} has {points} at the winners’ table, but level is not below: it stays.",
            "{names} have {points} at the winners’ table, but level is not below: it stays.",
            len(top.last),
        )
        return f"{why} {words.format(names=listed(names[key] for key in top.last), points=minus(up))}"
    return _("{why} Nobody who could lose at the winners’ table is below that.").format(why=why)


def lead(state: State) -> str:
    """Return `Twelve hands a group, then twelve at each final table.`"""
    hands = {group.table.hands for group in state.groups}
    if len(hands) != 1 or hands == {0}:
        groups = len(state.groups)
        words = ngettext("{count} group, then two final tables.", "{count} groups, then two final tables.", groups)
        return words.format(count=groups)
    count = hands.pop()
    words = ngettext(
        "One hand a group, then one at each final table.",
        "{many} hands a group, then {number} at each final table.",
        count,
    )
    number = in_words(count)
    return words.format(many=capital(number), number=number)


def news(state: State) -> str:
    """Return the last line of the board: how many hands are left, and how far the lowest totals are apart; "" if there
    is nothing to say.
    """
    tables = [table for table in (state.winners, state.losers) if table and not table.is_over]
    left = max((table.hands - table.rounds for table in tables), default=0)
    if state.trophies is None or not (state.winners and state.losers) or left <= 0:
        return ""
    up, down = state.winners.final, state.losers.final
    gap = abs(up.totals[up.last[0]] - down.totals[down.last[0]])
    names = short(state)
    words = ngettext("One hand to go.", "{number} hands to go.", left)
    apart = _("{player} and {other} are {points} apart.") if gap else _("The two lows are level.")
    about = {"player": names[up.last[0]], "other": names[down.last[0]], "points": gap}
    to_go = words.format(number=in_words(left))
    return f"{capital(to_go)} {apart.format(**about)}"


def recorded(name: str, points: int, other: int) -> str:
    """Return what the winner of the losers' table, who had more points than the winner, would like recorded."""
    return _(
        "{player} would like it recorded that {points} is more than {other}. It is recorded. The cup stays with "
        "the winners’ table."
    ).format(player=name, points=minus(points), other=minus(other))


def places(number: int) -> str:
    """Return `two go up`."""
    return ngettext("one goes up", "{number} go up", number).format(number=in_words(number))


def sitting_out(state: State) -> str:
    """Return `Łukasz sits out`, if there is a bottom count (DD-47); otherwise ""."""
    names = [short(state)[key] for key in state.out]
    words = ngettext("{names} sits out", "{names} sit out", len(names))
    return words.format(names=listed(names)) if names else ""


def not_in_the_finals(state: State) -> list[str]:
    """Return a sentence for each reason why somebody played in a group and at no final table (DD-44, DD-47)."""
    gone = [each.player.pk for each in state.leavers]
    names = short(state)
    sentences = (
        [_("{names} went home after the groups.").format(names=listed(names[key] for key in gone if key in names))]
        if gone
        else []
    )
    if state.is_cut and state.out:
        sentences.append(
            _("{names} sat out the finals, between the two lines.").format(
                names=listed(names[key] for key in state.out)
            )
        )
    return sentences


def named(player: Player | None) -> str:
    """Return the player's name; `nobody` for None."""
    return player.label if player else _("nobody")


def progress(state: State, *, of_all: bool = False) -> str:
    """Return `hand 10`, or with `of_all` `hand 10 of 20`: the hand of the table that is furthest."""
    finals = [table for table in (state.winners, state.losers) if table]
    going = [table for table in finals or [group.table for group in state.groups] if not table.is_over]
    if not going or not going[0].hands:
        return ""
    of = going[0].hands
    words = _("hand {number} of {hands}") if of_all else _("hand {number}")
    return words.format(number=min(max(table.rounds for table in going) + 1, of), hands=of)


# What a correction of one of its matches would change in a play-off, in sentences, before it is saved.


def would_move(state: MatchState, after: Sheet) -> list[str]:
    """Return the effects of replacing the sheet of this match by `after`; [] for a match that is in no play-off (one
    query then).
    """
    fixture = Fixture.objects.filter(match=state.match.pk).exclude(stage=Fixture.Stage.ROUND).select_related("playoff")
    fixture_row = fixture.first()
    if fixture_row is None or fixture_row.playoff.called_off_at:
        return []
    return moves(
        playoff_state.read(fixture_row.playoff), playoff_state.read(fixture_row.playoff, {state.match.pk: after})
    )


def moves(before: State, after: State) -> list[str]:
    """Return the effects in sentences, the most important first; [] if nothing changes."""
    return [*_trophies(before, after), *_open_again(before, after), *_seats(before, after), *_pulls(before, after)]


def _open_again(before: State, after: State) -> Iterator[str]:
    if before.is_over and not after.is_over:
        yield _("The play-off is open again: nobody has its trophies until both final tables are settled.")


def _trophies(before: State, after: State) -> Iterator[str]:
    for was, now in zip(verdicts(before), verdicts(after), strict=True):
        if was.who and now.who and was.who != now.who:
            words = _("The {trophy} would go, if it ended now, from {player} to {other}.")
            if before.is_over and after.is_over:
                words = _("The {trophy} goes from {player} to {other}.")
            yield capital(words.format(trophy=as_subject(now.prize), player=was.who, other=now.who))


def _seats(before: State, after: State) -> Iterator[str]:
    names = short(after)
    if before.groups_over and not after.groups_over:
        yield _("The group is open again, and the cut with it.")
        return
    for was, now in zip(before.groups, after.groups, strict=True):
        yield from _over_the_line(was.cut, now.cut, names)
    if after.displaced and not before.displaced:
        yield _("The final tables have begun: nobody is moved without the organiser, who is asked next.")


def _pulls(before: State, after: State) -> Iterator[str]:
    names = short(after)
    for was, now in zip(before.groups, after.groups, strict=True):
        for pull in now.stale:
            if pull not in was.stale:
                who = listed(names[int(key)] for key in pull.cards if int(key) in names)
                yield _("The card pull of {who} in group {letter} would no longer stand.").format(
                    who=who, letter=now.letter
                )


def _over_the_line(was: Cut, now: Cut, names: Mapping[int, str]) -> Iterator[str]:
    yield from (
        _("{names} would go up to the winners’ table.").format(names=names[key])
        for key in now.advance
        if key in was.stay
    )
    yield from (
        _("{names} would go down to the losers’ table.").format(names=names[key])
        for key in now.stay
        if key in was.advance
    )
    if now.level and set(now.level) != set(was.level):
        yield _("{names} would be level on the line and pull cards.").format(
            names=listed(names[key] for key in now.level)
        )
