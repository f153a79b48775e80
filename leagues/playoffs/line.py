"""The line of each group once the groups are over: who goes up and why, plays off, sits out or goes home;
and what the play-off still waits for.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.language.locales import comma_separated, minus
from clubs.language.terms import capital
from clubs.models import Night, Player
from games.base.form_parsing import card_name
from games.base.names import listed
from games.base.wording import in_words
from games.models import Match
from leagues.models import CutPull, Fixture, Playoff, PlayoffLeaver
from leagues.playoffs import pairings as tournament_state
from leagues.playoffs import state as playoff_state
from leagues.playoffs.finals import obstacles
from leagues.playoffs.state import Chair, Group, State, read
from leagues.playoffs.wording import places, short, up_words

UP, DOWN, OUT = gettext_lazy("goes up"), gettext_lazy("losers’ table"), gettext_lazy("sits out")
LEVEL, HOME, LEFT = gettext_lazy("pulls a card"), gettext_lazy("goes home"), gettext_lazy("left early")


@dataclass(frozen=True)
class LineRow:
    """A player of a group. `css` are the classes for a line above the row and for its colour if a card pull or a leaver
    decided it.

    `steps_in`: goes up in place of a player who goes home.
    """

    place: int
    player: Player
    total: int
    mark: str
    outcome: Promise
    note: str
    css: str
    steps_in: bool

    @property
    def is_up(self) -> bool:
        return self.outcome == UP


@dataclass(frozen=True)
class LineGroup:
    """A group with its title (`Group A`) and its rows, best first."""

    title: str
    match: Match
    rows: Sequence[LineRow]


def line_groups(state: State) -> list[LineGroup]:
    """Return all groups in order."""
    title = _("Group {letter}")
    return [
        LineGroup(title.format(letter=each.letter), each.table.match, list(line_rows(state, each)))
        for each in state.groups
    ]


def line_rows(state: State, group: Group) -> Iterator[LineRow]:
    """Yield the rows of one group, best first."""
    pulled = {int(key): card_name(card) for pull in group.pulls for key, card in pull.cards.items()}
    names, gone = short(state), list[str]()
    for place, chair in enumerate(group.ranked):
        key = chair.player.pk
        outcome = outcome_of(state, group, chair)
        if outcome == HOME:
            gone.append(names[key])
        steps_in = outcome == UP and place >= state.playoff.advance and bool(gone)
        note = _("for {names}").format(names=listed(gone)) if steps_in else ""
        if key in pulled:
            note = _("pulled {card}").format(card=pulled[key])
        is_lowest_line = bool(group.cut.out) and outcome == DOWN and key == group.cut.stay[0]
        lines = ("is-cut" if place == group.line else "", "is-low" if is_lowest_line else "")
        tints = ("is-moved" if note or outcome == LEVEL else "", "is-out" if outcome in (HOME, LEFT) else "")
        css = " ".join(filter(None, (*lines, *tints)))
        yield LineRow(place + 1, chair.player, chair.total, _mark(group, chair), outcome, note, css, steps_in)


def outcome_of(state: State, group: Group, chair: Chair) -> Promise:
    """Return what follows for the player after the groups: one of UP, DOWN, OUT, LEVEL, HOME, LEFT."""
    key = chair.player.pk
    if key in state.gone:
        return HOME
    if not chair.is_there:
        return LEFT
    parts = ((group.cut.level, LEVEL), (group.cut.advance, UP), (group.cut.out, OUT))
    return next((outcome for keys, outcome in parts if key in keys), DOWN)


def _mark(group: Group, chair: Chair) -> str:
    totals = group.table.final.totals.values()
    if min(totals) == max(totals):
        return ""
    return "top" if chair.total == max(totals) else "low" if chair.total == min(totals) else ""


def line_lead(state: State) -> str:
    """Return `Six go up, five play off, one goes home.`; "" if the cut is still open."""
    if not state.is_cut:
        return ""
    up, down, out, gone = (len(part) for part in (state.up, state.down, state.out, state.gone))
    counts = (
        (up, ngettext("one goes up", "{number} go up", up)),
        (down, ngettext("one plays off", "{number} play off", down)),
        (out, ngettext("one sits out", "{number} sit out", out)),
        (gone, ngettext("one goes home", "{number} go home", gone)),
    )
    words = comma_separated(phrase.format(number=in_words(count)) for count, phrase in counts if count)
    return _("{counts}.").format(counts=capital(words))


def line_key(state: State) -> str:
    """Return the legend of the lines in the lists."""
    number = state.playoff.advance
    if not state.out:
        words = ngettext(
            "Thick line: the first of each group goes up to the winners’ table, the others play off at the losers’ "
            "table.",
            "Thick line: the top {number} of each group go up to the winners’ table, the others play off at the "
            "losers’ table.",
            number,
        )
        return words.format(number=in_words(number))
    words = ngettext(
        "Thick line: the first of each group goes up to the winners’ table. Dotted line: whoever is below it plays off "
        "at the losers’ table, whoever is between sits out.",
        "Thick line: the top {number} of each group go up to the winners’ table. Dotted line: whoever is below it "
        "plays off at the losers’ table, whoever is between sits out.",
        number,
    )
    return words.format(number=in_words(number))


# What is decided on the lines of the groups, in sentences: who goes up and why, card pulls, leavers.


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
        sentences.append(up_words(len(up)).format(names=listed(up)))
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


# What a play-off still waits for, in sentences, with the page to do it on.


@dataclass(frozen=True)
class Waiting:
    """The next thing to do in a play-off, as the label and address of a button."""

    words: str
    url: str


def unfinished(night: Night) -> list[Playoff]:
    """The play-offs of a night that are neither over nor called off; one query."""
    return list(night.playoffs.filter(finished_at=None, called_off_at=None).select_related("club").order_by("pk"))


def waiting(playoff: Playoff) -> Waiting:
    """Return the next thing to do, if none of the play-off's tables is being played."""
    if playoff.kind != Playoff.Kind.GROUPS:
        return Waiting(_("Play the next match"), playoff.get_absolute_url())
    state = playoff_state.read(playoff)
    if level := state.level:
        names = short(state)
        url = reverse("playoff-pull", args=[playoff.club.slug, playoff.pk, level.table.fixture.number])
        return Waiting(_("Pull cards: {names}").format(names=listed(names[key] for key in level.cut.level)), url)
    if state.is_cut and not (state.winners and state.losers) and not list(obstacles(state)):
        return Waiting(_("Deal the final tables"), playoff.get_absolute_url())
    return Waiting(_("Settle the play-off"), playoff.get_absolute_url())


def left_to_play(playoff: Playoff) -> list[str]:
    """Return a sentence for everything that has not been played or settled."""
    if playoff.kind == Playoff.Kind.GROUPS:
        return list(_evening(playoff_state.read(playoff))) or [_("Nobody has been given its trophies yet.")]
    left = sum(not pairing.is_over for pairing in tournament_state.read(playoff).pairings)
    return [_("Matches of the {kind} that were not played: {left}.").format(kind=playoff.get_kind_display(), left=left)]


def _evening(state: State) -> Iterator[str]:
    open_groups = [_("group {letter}").format(letter=group.letter) for group in state.groups if not group.table.is_over]
    if open_groups:
        yield _("Not played to the end: {names}.").format(names=listed(open_groups))
    yield from obstacles(state)
    if state.winners is None and state.losers is None:
        yield _("The final tables have not been dealt.")
    elif state.winners is None:
        yield _("The winners’ table has not been dealt.")
    elif state.losers is None:
        yield _("The losers’ table has not been dealt.")
    if state.winners and not state.winners.is_over:
        yield _("The winners’ table has not been played to its end.")
    if state.losers and not state.losers.is_over:
        yield _("The losers’ table has not been played to its end.")
