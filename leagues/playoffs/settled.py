"""What is decided on the lines of the groups, in sentences: who goes up and why, card pulls, leavers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.language.figures import minus
from games.base.entry.card_pull import card_name
from games.base.entry.names import listed
from games.base.results.titles import in_words
from games.models import Match
from leagues.models import CutPull, Fixture, PlayoffLeaver
from leagues.playoffs.groups import Group
from leagues.playoffs.line import line_rows
from leagues.playoffs.state import State, read
from leagues.playoffs.wording import places, short


@dataclass(frozen=True)
class Settled:
    """A decision and its reason; `pull` or `leaver` is the row that can be withdrawn to undo it."""

    words: str
    why: str
    pull: CutPull | None = None
    leaver: PlayoffLeaver | None = None


def settled(state: State) -> Iterator[Settled]:
    """Yield who goes up and why, group by group, then the card pulls, then the leavers."""
    names = short(state)
    for group in state.groups:
        if group.table.is_over and not group.cut.level:
            yield Settled(goes_up(state, group), _why_up(state, group))
    for group in state.groups:
        for pull in (*group.pulls, *group.stale):
            yield _pulled(group, pull, names, is_stale=pull in group.stale)
    for leaver in state.leavers:
        yield _went(state, leaver, names)


def goes_up(state: State, group: Group) -> str:
    """Return `Group A: Otto, Hal and Wilhelmina go up.`"""
    names = [short(state)[key] for key in group.cut.advance]
    words = ngettext("Group {letter}: {names} goes up.", "Group {letter}: {names} go up.", len(names))
    return words.format(letter=group.letter, names=listed(names))


def _why_up(state: State, group: Group) -> str:
    """Return `The top three of six, with 60, 60 and 54.`"""
    chairs = {chair.player.pk: chair for chair in group.table.chairs}
    totals = listed(minus(chairs[key].total) for key in group.cut.advance)
    stay = sum(chair.is_there and chair.player.pk not in state.gone for chair in group.table.chairs)
    number = len(group.cut.advance)
    if group.cut.level:
        return _("Clear of the line, with {totals}.").format(totals=totals)
    if number == stay:
        return _("All who are left of the group, with {totals}.").format(totals=totals)
    words = ngettext("The first of {all}, with {totals}.", "The top {number} of {all}, with {totals}.", number)
    if stay < len(group.table.chairs):
        words = ngettext(
            "The first of {all} who stay, with {totals}.", "The top {number} of {all} who stay, with {totals}.", number
        )
    return words.format(number=in_words(number), all=in_words(stay), totals=totals)


def _pulled(group: Group, pull: CutPull, names: Mapping[int, str], *, is_stale: bool) -> Settled:
    cards = {int(key): card_name(card) for key, card in pull.cards.items()}
    called = {key: names.get(key, _("Somebody")) for key in cards}
    words = _("Group {letter}: {names} pulled cards for the line.").format(
        letter=group.letter, names=listed(called.values())
    )
    said = listed(f"{called[key]} {card}" for key, card in cards.items())
    if is_stale:
        stale = _("{cards}. No longer valid: the line has moved since.")
        return Settled(words, stale.format(cards=said), pull=pull)
    sentences = [_("{cards}: the low card drops.").format(cards=said)]
    if up := [called[key] for key in cards if key in group.cut.advance]:
        sentences.append(ngettext("{names} goes up.", "{names} go up.", len(up)).format(names=listed(up)))
    sentences += [_("Those who are level pull again.")] if group.cut.level else []
    return Settled(words, " ".join(sentences), pull=pull)


def _went(state: State, leaver: PlayoffLeaver, names: Mapping[int, str]) -> Settled:
    key = leaver.player_id
    group = next(each for each in state.groups if key in each.table.players)
    total = next(chair.total for chair in group.table.chairs if chair.player.pk == key)
    sentences = [_("{player} keeps the total of {total}.").format(player=names[key], total=minus(total))]
    if instead := [names[row.player.pk] for row in line_rows(state, group) if row.is_up and row.steps_in]:
        words = ngettext(
            "{names} is next in group {letter} and goes up.",
            "{names} are next in group {letter} and go up.",
            len(instead),
        )
        sentences.insert(0, words.format(names=listed(instead), letter=group.letter))
    return Settled(_("{names} goes home.").format(names=names[key]), " ".join(sentences), leaver=leaver)


def group_outcome(state: State, group: Group) -> list[str]:
    """Return the result of a finished group: who goes up and why, the card pulls, and who still has to pull."""
    names, level = short(state), group.cut.level
    said = [f"{goes_up(state, group)} {_why_up(state, group)}"] if group.cut.advance else []
    pulls = (_pulled(group, pull, names, is_stale=False) for pull in group.pulls)
    said += [f"{pull.words} {pull.why}" for pull in pulls]
    if level:
        who = listed(names[key] for key in level)
        said.append(
            _("{who} are level on the line: {places}, and each pulls a card.").format(
                who=who, places=places(group.cut.places)
            )
        )
    return said


def outcome(match: Match) -> list[str]:
    """Return what the end of this match decides if it is a group; otherwise []. Two queries, five more for a group."""
    fixture = Fixture.objects.filter(match=match, stage=Fixture.Stage.GROUP).select_related("playoff__club").first()
    if fixture is None or fixture.playoff.called_off_at:
        return []
    state = read(fixture.playoff)
    return group_outcome(state, next(each for each in state.groups if each.table.fixture.pk == fixture.pk))


def next_words(state: State) -> list[str]:
    """Return, while the groups play, how many go up and who is above each line; once they are over, who goes up.

    `The top three of each group go up to the winners’ table …`, `Group A: Bea and Otto are above the line.`
    """
    if state.groups_over:
        return [words for group in state.groups for words in group_outcome(state, group)]
    number, bottom = state.playoff.advance, state.playoff.bottom
    words = ngettext(
        "The first of each group goes up to the winners’ table; the others play off at the losers’ table.",
        "The top {number} of each group go up to the winners’ table; the others play off at the losers’ table.",
        number,
    )
    if bottom:
        words = ngettext(
            "The first of each group goes up to the winners’ table; the bottom {bottom} play off at the losers’ table.",
            "The top {number} of each group go up to the winners’ table; the bottom {bottom} play off at the losers’ "
            "table.",
            number,
        )
    rule = words.format(number=in_words(number), bottom=in_words(bottom or 0))
    return [rule, *(words for group in state.groups if (words := _above(group, short(state))))]


def _above(group: Group, names: Mapping[int, str]) -> str:
    """Return `Group A: Bea and Otto are above the line, Gus and Jo level on it.`"""
    if not group.table.rounds:
        return ""
    ahead, level = ([names[key] for key in part] for part in (group.cut.advance, group.cut.level))
    words = _("Group {letter}: {level} are level on the line.")
    if ahead:
        words = ngettext(
            "Group {letter}: {names} is above the line.", "Group {letter}: {names} are above the line.", len(ahead)
        )
    if ahead and level:
        words = ngettext(
            "Group {letter}: {names} is above the line, {level} level on it.",
            "Group {letter}: {names} are above the line, {level} level on it.",
            len(ahead),
        )
    return words.format(letter=group.letter, names=listed(ahead), level=listed(level))
