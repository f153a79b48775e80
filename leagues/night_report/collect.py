"""Converts the rows of a night into the plain facts that the chapters use."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.calendar.nights import is_late, late_by
from clubs.language.locales import date_format
from clubs.language.terms import capital, inside, name_of
from clubs.models import Attendance, Night, Player
from clubs.models.calendar import club_day
from games.base.names import listed, shortened
from games.base.wording import at_final, at_named, at_numbered, in_group, label_of, table_of, table_order
from games.entries.match_state import MatchState, load_many, seats_of
from games.models import Match, Tag
from games.registry import TABLE_GAMES, table_game
from leagues.models import Award, CutPull, Fixture, Playoff, PlayoffLeaver
from leagues.night_report.facts import NightFacts, Passing, People, Sitting, Table, ordinal
from leagues.playoffs import state as playoff_state
from leagues.playoffs.line import left_to_play, unfinished
from leagues.playoffs.wording import not_in_the_finals
from leagues.trophies.contests import shorter
from leagues.trophies.history import Before, before_each, last_of_each
from scoring.base import Line
from scoring.competition.playoffs import letter

# The rows of a night report, read with as many queries for one table as for twenty.


STAGES = (Fixture.Stage.WINNERS, Fixture.Stage.LOSERS, "", Fixture.Stage.ROUND, Fixture.Stage.GROUP)
_GAMES = [game.key for game in TABLE_GAMES]


@dataclass(frozen=True)
class Rows:
    """The rows of a night. `states` are the public match states in order of importance, `before` is by trophy, `after`
    is the next night of the club.
    """

    night: Night
    states: Sequence[MatchState]
    fixtures: dict[UUID, Fixture]
    awards: Sequence[Award]
    before: dict[int, Before]
    attendances: Sequence[Attendance]
    pulls: Sequence[CutPull]
    tags: Sequence[Tag]
    after: Night | None
    unfinished: Sequence[str] = ()
    sat_out: Sequence[str] = ()
    gone_before_finals: Collection[int] = ()

    @cached_property
    def names(self) -> dict[int, str]:
        """A short name for every player in the report, by key; no two of one night are the same."""
        short = shortened([player.label for player in self.players.values()])
        pairs = zip(self.players.values(), short, strict=True)
        return {player.pk: player.label if player.is_former else name for player, name in pairs}

    @cached_property
    def players(self) -> dict[int, Player]:
        """Every player whom the report can name, by key."""
        by_id = {seat.player_id: seat.player for state in self.states for seat in state.seats}
        by_id |= {award.player_id: award.player for award in self.awards}
        by_id |= {before.player.pk: before.player for before in self.before.values() if before.player}
        for each in self.attendances:
            by_id |= {who.pk: who for who in (each.player, each.host) if who}
        return by_id

    def stage(self, match: Match) -> str:
        """Return the stage of the match in a play-off; "" if it is in none."""
        fixture = self.fixtures.get(match.pk)
        return fixture.stage if fixture else ""


def read(night: Night) -> Rows:
    """Read the rows of the night."""
    matches = list(night.matches.select_related("club").order_by("started_at", "pk"))
    rows = Fixture.objects.filter(match__night=night).select_related("playoff")
    fixtures = {each.match_id: each for each in rows if each.match_id}
    awards = last_of_each(night)
    decisive = {award.match_id for award in awards}
    ordered = sorted(matches, key=lambda match: _rank(match, fixtures.get(match.pk), is_decisive=match.pk in decisive))
    return Rows(
        night=night,
        states=[state.public for state in load_many(ordered, seats_of(ordered))],
        fixtures=fixtures,
        awards=awards,
        before=before_each(awards),
        attendances=list(night.attendances.select_related("player", "host")),
        pulls=list(CutPull.objects.filter(playoff__night=night, withdrawn_at=None)),
        tags=list(Tag.objects.filter(match__night=night, removed_at=None).select_related("player", "match")),
        after=_next(night),
        unfinished=[sentence for playoff in unfinished(night) for sentence in left_to_play(playoff)],
        sat_out=_sat_out(night),
        gone_before_finals=_gone(night) if fixtures else (),
    )


def _sat_out(night: Night) -> list[str]:
    """Return a sentence about those who played at no final table; sheets are read only for play-offs that have such
    players.
    """
    rows = night.playoffs.filter(Q(bottom__isnull=False) | Q(leavers__withdrawn_at=None, leavers__isnull=False))
    playoffs = rows.filter(kind=Playoff.Kind.GROUPS, called_off_at=None).distinct()
    return [sentence for playoff in playoffs for sentence in not_in_the_finals(playoff_state.read(playoff))]


def _gone(night: Night) -> set[int]:
    """Return the players who left after the groups; `_sat_out` already says so."""
    rows = PlayoffLeaver.objects.filter(playoff__night=night, withdrawn_at=None)
    return {*rows.values_list("player", flat=True)}


def _rank(match: Match, fixture: Fixture | None, *, is_decisive: bool) -> tuple[object, ...]:
    """Return the sort key of importance: finished matches first, then by stage with the finals first, by game, and then
    those that decided a trophy.
    """
    stage = STAGES.index(fixture.stage) if fixture else 2
    return (match.finished_at is None, stage, _GAMES.index(match.game), not is_decisive, table_order(match))


def _next(night: Night) -> Night | None:
    later = Night.objects.filter(club=night.club_id, starts_at__gt=night.starts_at, called_off_at=None)
    return later.order_by("starts_at").first()


def minutes_late(night: Night, attendance: Attendance) -> int | None:
    """Return the minutes; None for players on time or if the times of the night are not known, 0 if late without a time
    of arrival.
    """
    if not night.has_times:
        return None
    if attendance.arrived_at and is_late(night, attendance.arrived_at):
        return late_by(night, attendance.arrived_at)
    return 0 if attendance.state == Attendance.State.LATE and not attendance.arrived_at else None


def clock(rows: Rows) -> str:
    """Return the time of day when the last match was over; "" if unknown."""
    if not rows.night.has_times:
        return ""
    ended = max((state.match.finished_at for state in rows.states if state.match.finished_at), default=None)
    return date_format(timezone.localtime(ended), "H:i") if ended else ""


def facts(rows: Rows) -> NightFacts:
    groups = [state for state in rows.states if rows.stage(state.match) == Fixture.Stage.GROUP]
    return NightFacts(
        day=club_day(rows.night.starts_at),
        tables=[table(state, rows) for state in rows.states],
        passings=[_passing(award, rows) for award in rows.awards],
        people=_people(rows),
        ended=clock(rows),
        groups=len(groups),
        is_playoff=bool(rows.fixtures),
        called_off=rows.night.called_off_at is not None,
        pulled=_pulled(rows),
        unfinished=rows.unfinished,
        sat_out=rows.sat_out,
    )


def table(state: MatchState, rows: Rows) -> Table:
    match, display = state.match, table_game(state.match.game).display
    lines = [line for line in state.sheet.lines if line.facts]
    title = title_of(state, rows)
    return Table(
        title=title,
        where=_where(state, rows, title),
        what=_what(state, rows, title),
        at=_at(state, rows, title),
        short=_short(state, rows, title),
        game=match.game,
        sittings=_sittings(state, rows),
        totals=[{state.seats[seat].player_id: line.totals[seat] for seat in line.facts} for line in lines],
        word=display.round_word,
        stage=rows.stage(match),
        is_finished=match.finished_at is not None,
        is_abandoned=match.abandoned_at is not None,
        is_left=match.is_left,
        ties=display.ties(state),
        came=_came(state, lines, rows),
        went=_went(state, lines, rows),
        rules=label_of(match),
    )


def title_of(state: MatchState, rows: Rows) -> str:
    """Return the heading of a table: `Winners’ table`, `Group A`, `Table 2`; the game's name if it has none."""
    fixture = rows.fixtures.get(state.match.pk)
    if fixture is None:
        name = table_of(state.match) or name_of(state.engine)
        return capital(name)
    if fixture.stage == Fixture.Stage.GROUP:
        return _("Group {letter}").format(letter=letter(fixture.number))
    if fixture.stage == Fixture.Stage.ROUND:
        return pgettext("tournament", "Round {round}, match {number}").format(
            round=fixture.round, number=fixture.number
        )
    return capital(str(fixture.get_stage_display()))


def _where(state: MatchState, rows: Rows, title: str) -> str:
    """Return the table as it stands in a sentence: `the winners’ table`, `group A`, `table 2`."""
    stage = rows.stage(state.match)
    if stage == Fixture.Stage.GROUP:
        return _("group {letter}").format(letter=_letter(state, rows))
    finals: dict[str, str] = {
        Fixture.Stage.WINNERS: _("the winners’ table"),
        Fixture.Stage.LOSERS: _("the losers’ table"),
    }
    return finals.get(stage, _named(state, title, stage) or _("the table"))


def _letter(state: MatchState, rows: Rows) -> str:
    return letter(rows.fixtures[state.match.pk].number)


def _named(state: MatchState, title: str, stage: str) -> str:
    """Return a table that is neither a group nor a final one as in a sentence; "" if it has no name."""
    name = title if stage else table_of(state.match)
    return inside(name)


def _at(state: MatchState, rows: Rows, title: str) -> str:
    """Return the table with its preposition: `at table 2`, `in group B`."""
    stage = rows.stage(state.match)
    if stage == Fixture.Stage.GROUP:
        return in_group(_letter(state, rows))
    is_numbered = not stage and at_numbered(state.match.table)
    return at_final(state.match.table) or is_numbered or at_named(_named(state, title, stage))


def _short(state: MatchState, rows: Rows, title: str) -> str:
    """Return the table as a label: `winners’ table`, `table 2`."""
    stage = rows.stage(state.match)
    if stage == Fixture.Stage.GROUP:
        return _("group {letter}").format(letter=_letter(state, rows))
    finals: dict[str, str] = {Fixture.Stage.WINNERS: _("winners’ table"), Fixture.Stage.LOSERS: _("losers’ table")}
    return finals.get(stage, _named(state, title, stage) or _("table"))


def _what(state: MatchState, rows: Rows, title: str) -> str:
    """Return the table as it stands in a sentence, with the game if the night had several."""
    if len({each.match.game for each in rows.states}) == 1:
        return _where(state, rows, title)
    if not rows.stage(state.match) and not table_of(state.match):
        return name_of(state.engine)
    return _("{game} {place}").format(game=name_of(state.engine), place=_at(state, rows, title))


def _sittings(state: MatchState, rows: Rows) -> list[Sitting]:
    places = {seat: rank.place for rank in state.engine.ranks(state.sheet) for seat in rank.seats}
    last = len(places) + 1
    order = sorted(state.sheet.totals, key=lambda seat: (places.get(seat, last), -state.sheet.totals[seat], seat))
    return [_sitting(state, seat, places.get(seat, last), rows) for seat in order]


def _sitting(state: MatchState, seat: int, place: int, rows: Rows) -> Sitting:
    player = state.seats[seat].player
    origin, code = _origins(rows).get(player.pk, ("", "")) if _is_final(state, rows) else ("", "")
    return Sitting(
        player=player.pk,
        name=rows.names[player.pk],
        full=player.label,
        total=state.sheet.totals[seat],
        place=place,
        is_winner=seat in state.sheet.winners,
        is_loser=seat in state.sheet.losers,
        origin=origin,
        code=code,
    )


def _is_final(state: MatchState, rows: Rows) -> bool:
    return rows.stage(state.match) in (Fixture.Stage.WINNERS, Fixture.Stage.LOSERS)


def _origins(rows: Rows) -> Mapping[int, tuple[str, str]]:
    """Return, by player, the place in the groups in words and as a code: (`second from group B`, `B2`)."""
    from_group = _("{place} from group {letter}")
    return {
        player: (from_group.format(place=ordinal(place), letter=name), f"{name}{place}")
        for state in rows.states
        if rows.stage(state.match) == Fixture.Stage.GROUP
        for name in [letter(rows.fixtures[state.match.pk].number)]
        for place, player in enumerate(_in_order(state, _went_up(rows)), start=1)
    }


def _went_up(rows: Rows) -> set[int]:
    """Return the players at the winners’ table: of those level on the line of a group, they pulled the high cards."""
    up = [state for state in rows.states if rows.stage(state.match) == Fixture.Stage.WINNERS]
    return {seat.player_id for state in up for seat in state.seats}


def _in_order(state: MatchState, went_up: Collection[int]) -> Iterable[int]:
    for rank in state.engine.ranks(state.sheet):
        players = [state.seats[seat].player_id for seat in rank.seats]
        yield from sorted(players, key=lambda player: player not in went_up)


def _came(state: MatchState, lines: Sequence[Line], rows: Rows) -> list[tuple[str, int]]:
    late = range(state.match.start_seats, state.sheet.seats)
    first = {seat: line.number for line in reversed(lines) for seat in line.facts}
    return [(_name(state, seat, rows), first[seat]) for seat in late if seat in first]


def _went(state: MatchState, lines: Sequence[Line], rows: Rows) -> list[tuple[str, int]]:
    last = {seat: line.number for line in lines for seat in line.facts}
    end = lines[-1].number if lines else 0
    return [(_name(state, seat, rows), number + 1) for seat, number in last.items() if number < end]


def _name(state: MatchState, seat: int, rows: Rows) -> str:
    return rows.names[state.seats[seat].player_id]


def _passing(award: Award, rows: Rows) -> Passing:
    before, trophy = rows.before[award.trophy_id], award.trophy
    had = before.player
    is_kept = had is not None and had.pk == award.player_id
    return Passing(
        trophy=trophy.name,
        short=shorter(trophy.name),
        kind=trophy.rule,
        player=award.player_id,
        name=rows.names[award.player_id],
        full=award.player.label,
        game=trophy.game,
        before=rows.names[had.pk] if had else "",
        before_player=had.pk if had else None,
        kept=before.defended if is_kept else 0,
        defended=before.defended,
        waited=before.waited,
        first=before.first,
        reason=award.reason,
    )


def _people(rows: Rows) -> People:
    present = [each for each in rows.attendances if each.state != Attendance.State.AWAY]
    late = [(rows.names[each.player_id], minutes_late(rows.night, each)) for each in present]
    return People(
        here=len(present),
        late=[(name, minutes) for name, minutes in late if minutes is not None],
        left=[rows.names[each.player_id] for each in present if _is_early(each, rows)],
        guests=[
            (rows.names[each.player_id], rows.names.get(each.host_id or 0, "")) for each in present if _guest(each)
        ],
    )


def _is_early(attendance: Attendance, rows: Rows) -> bool:
    return attendance.state == Attendance.State.LEFT and attendance.player_id not in rows.gone_before_finals


def _guest(attendance: Attendance) -> bool:
    return attendance.player.is_guest or attendance.host_id is not None


def _pulled(rows: Rows) -> list[str]:
    """Return a sentence for each card pull on the cut line."""
    sentences = []
    for pull in rows.pulls:
        names = [rows.names[int(player)] for player in pull.cards if int(player) in rows.names]
        if len(names) > 1:
            words = _("{names} were level on the cut line and pulled cards for it.")
            sentences.append(words.format(names=listed(names)))
    return sentences
