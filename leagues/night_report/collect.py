"""Converts the rows of a night into the plain facts that the chapters use."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.club_day import club_day
from clubs.language.capitals import capital, inside
from clubs.language.game_names import name_of
from clubs.models import Attendance
from games.base.entry.names import listed
from games.base.results.titles import table_of
from games.entries.match_state import MatchState
from games.registry import table_game
from leagues.models import Award, Fixture
from leagues.night_report.chapters.facts import Night, Passing, People, Sitting, Table
from leagues.night_report.chapters.wording import ordinal, shorter
from leagues.night_report.queries import Rows, clock, minutes_late
from scoring.base import Line
from scoring.competition.playoffs import letter


def facts(rows: Rows) -> Night:
    groups = [state for state in rows.states if rows.stage(state.match) == Fixture.Stage.GROUP]
    return Night(
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
        came=_came(state, lines, rows),
        went=_went(state, lines, rows),
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
        return _("in group {letter}").format(letter=_letter(state, rows))
    finals: dict[str, str] = {
        Fixture.Stage.WINNERS: _("at the winners’ table"),
        Fixture.Stage.LOSERS: _("at the losers’ table"),
    }
    name = _named(state, title, stage)
    return finals.get(stage, _("at {table}").format(table=name) if name else _("at the table"))


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
    words = _("{game} at {table}")
    return words.format(game=name_of(state.engine), table=_where(state, rows, title))


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
