"""Trophies at stake tonight, the winner of an evening, and the summary once it is over."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.calendar.answers import Answers
from clubs.language.locales import ordinal
from clubs.models import Attendance, Night, NightAnswer, Player
from clubs.models.calendar import club_day
from games.base.names import isolated, listed, shortened
from games.base.wording import at_table, game_name, in_words
from games.entries.match_state import MatchState
from games.models import Match, Seat
from leagues.attendance.strip import AttendanceTiles
from leagues.models import Fixture
from leagues.nights.tables import TableNow, seats_at_tables
from leagues.playoffs.deal import NAMES
from leagues.standings.print_sheet import climb, moves_of
from leagues.standings.queries import ALL, read
from leagues.standings.results import scheme_in
from leagues.standings.wording import leaders
from leagues.trophies.history import Before, before_each, last_of_each
from leagues.trophies.holders import Holder

# The summary of a finished night: trophies that changed hands, tables by place, and the leaders of the season.


GROUP_TABLE = Fixture.Stage.GROUP


@dataclass(frozen=True)
class TrophyOutcome:
    """A trophy of the night: who has it now, how that came about in words, and whether the holder is new."""

    trophy: str
    player: Player
    words: str
    is_new: bool


@dataclass(frozen=True)
class NightOver:
    """`finals` and `groups` are tables by place; without a play-off all tables are `finals`."""

    trophies: Sequence[TrophyOutcome]
    finals: Sequence[TableNow]
    groups: Sequence[TableNow]
    standings: str

    @property
    def changes(self) -> str:
        """`two change hands`."""
        new = sum(each.is_new for each in self.trophies)
        if not new:
            return _("none changes hands")
        return ngettext("one changes hands", "{number} change hands", new).format(number=in_words(new))


def trophy_outcomes(night: Night) -> list[TrophyOutcome]:
    """Return the trophies as they stand after the night; four queries, or one if no trophy was played for."""
    awards: list[Any] = list(last_of_each(night))
    before = before_each(awards)
    return [_trophy_outcome(award, before[award.trophy_id]) for award in awards]


def _trophy_outcome(award: Any, before: Before) -> TrophyOutcome:
    is_new = before.player != award.player
    return TrophyOutcome(award.trophy.name, award.player, _words(before, is_new=is_new), is_new)


def _words(before: Before, *, is_new: bool) -> str:
    if before.player is None:
        return _("the first to have it")
    if not is_new:
        return _("keeps it, for the {place} time running").format(place=ordinal(before.defended + 2))
    name, kept = shortened([before.player.label])[0], before.defended
    if not kept:
        return _("takes it from {player}").format(player=name)
    return ngettext(
        "takes it from {player}, who had kept it once", "takes it from {player}, who had kept it {count} times", kept
    ).format(player=name, count=kept)


def what_changed(night: Night, matches: Sequence[Match]) -> str:
    """Return who leads the standings that the night counts for and, after the last night, who climbed furthest by it;
    "" without a match or a table. Five queries at most.
    """
    games = [match.game for match in matches]
    season = str(night.season_id) if night.season_id else ALL
    board = read(night.club, season, max(games, key=games.count), club_day()) if games else None
    ranked = [row for row in board.rows if row.place] if board else []
    if board is None or not ranked:
        return ""
    moves = {} if _is_followed(night) else moves_of(night.club, board)
    return " ".join(
        filter(None, (leaders(ranked[:4], scheme_in(night.club, board.season, board.game)), climb(ranked, moves)))
    )


def _is_followed(night: Night) -> bool:
    """Whether a match was finished on a later night."""
    return Match.objects.filter(
        club=night.club_id, night__starts_at__gt=night.starts_at, finished_at__isnull=False
    ).exists()


def night_over(tables: Sequence[TableNow], trophies: Sequence[TrophyOutcome], standings: str) -> NightOver:
    """Return the summary; `tables` are in seat order, their matches with fixtures."""
    stages = {table.match.pk: getattr(getattr(table.match, "fixture", None), "stage", "") for table in tables}
    placed = [replace(table, rows=sorted(table.rows, key=lambda row: row.place or len(table.rows))) for table in tables]
    groups = [table for table in placed if stages.get(table.match.pk) == GROUP_TABLE]
    finals = [table for table in placed if table not in groups]
    return NightOver(trophies, finals or groups, groups if finals else [], standings)


# The winner of an evening: at the winners’ table of the play-off, or in the only match.


@dataclass(frozen=True)
class EveningWinner:
    """The winners' full names in one text, their total, and `about`, how it was won."""

    match: Match
    names: str
    total: int
    about: str


def evening_winner(matches: Sequence[Match], seats: Mapping[UUID, Sequence[Seat]]) -> EveningWinner | None:
    """Return who won these matches of one night; None while a match is undecided, or if several tables each have a
    winner. `seats` are by match.
    """
    if any(match.is_undecided for match in matches):
        return None
    over = [match for match in matches if match.finished_at]
    finals = [match for match in over if match.table == NAMES["winners"]]
    match = max(finals, key=lambda each: each.started_at) if finals else over[0] if len(over) == 1 else None
    return _won(match, seats[match.pk]) if match else None


def _won(match: Match, seats: Sequence[Seat]) -> EveningWinner | None:
    winners = [seat for seat in seats if seat.is_winner]
    if not winners:
        return None
    names = listed(isolated(seat.player.label) for seat in winners)
    return EveningWinner(match, names, winners[0].total or 0, _how(match, winners, seats))


def _how(match: Match, winners: Sequence[Seat], seats: Sequence[Seat]) -> str:
    """Return `Top of the winners’ table, seven ahead of Mabel.`; without the lead if a tie-break decided or the lower
    total won.
    """
    others = [seat for seat in seats if not seat.is_winner and seat.place == len(winners) + 1]
    gap = (winners[0].total or 0) - (others[0].total or 0) if others else 0
    is_final = match.table == NAMES["winners"]
    if len(winners) > 1 or gap <= 0:
        return _("Top of the winners’ table.") if is_final else f"{game_name(match)}."
    short = dict(zip((seat.pk for seat in seats), shortened([seat.player.label for seat in seats]), strict=True))
    words = _("Top of the winners’ table, {number} ahead of {names}.")
    if not is_final:
        words = _("{game}, {number} ahead of {names}.")
    others_named = listed(short[seat.pk] for seat in others)
    return words.format(game=game_name(match), number=in_words(gap), names=others_named)


# The trophies at stake tonight: who holds each, and at which table it is defended.


HERE = Attendance.State.HERE


@dataclass(frozen=True)
class Stake:
    """A trophy with one holder; `words` say where it is defended, `tag` what stands beside a holder who comes."""

    trophy: str
    player: Player
    words: str
    is_here: bool
    tag: str = ""


@dataclass(frozen=True)
class Stakes:
    """All trophies at stake."""

    each: Sequence[Stake]

    @property
    def words(self) -> str:
        """`both holders are here`."""
        present, all_of_them = len({each.player.pk for each in self.each if each.is_here}), len(self.each)
        if not present:
            return _("no holder is here")
        if all(each.is_here for each in self.each):
            all_here = {1: _("the holder is here"), 2: _("both holders are here")}
            return all_here.get(all_of_them, _("all holders are here"))
        words = ngettext("one of {all} holders is here", "{number} of {all} holders are here", present)
        return words.format(number=in_words(present), all=in_words(all_of_them))


def stakes(states: Sequence[MatchState], people: AttendanceTiles, held: Sequence[Holder]) -> Stakes:
    """Return the trophies of tonight's games and of the whole club; before anything is dealt, those of every game."""
    games = {state.match.game for state in states}
    shown = [holder for holder in held if not games or not holder.trophy.game or holder.trophy.game in games]
    present = {tile.player.pk for tile in people.tiles if tile.state == HERE}
    places = {
        key: at_table(match)
        for key, match in seats_at_tables([state for state in states if state.match.is_open]).items()
    }
    return Stakes([_stake(holder, present, places) for holder in shown])


def stakes_by_answer(held: Sequence[Holder], answers: Answers | None) -> Stakes:
    """Return the trophies of a night ahead, with what their holders have answered; None: the reader sees no answers."""
    coming = {row.player_id for row in answers.coming} if answers else set()
    return Stakes(
        [
            Stake(each.trophy.name, each.player, _answered(each, answers), is_here=False, tag=_tag(each, coming))
            for each in held
        ]
    )


def _tag(holder: Holder, coming: Collection[int]) -> str:
    if holder.player.pk not in coming:
        return ""
    words = _("wears {trophy}") if holder.is_cone else _("defends {trophy}")
    return words.format(trophy=holder.trophy.name)


def _answered(holder: Holder, answers: Answers | None) -> str:
    if answers is None:
        return _("holds it now")
    key = holder.player.pk
    if any(row.player_id == key for row in answers.coming):
        return _("is coming and brings it") if holder.is_cone else _("comes to defend it")
    if answers.place_in_line(key):
        return _("is on the waiting list")
    mine = answers.of(key)
    if mine is None:
        return _("has not answered")
    return _("may come") if mine.answer == NightAnswer.Answer.MAYBE else _("is not coming")


def _stake(holder: Holder, present: set[int], places: Mapping[int, str]) -> Stake:
    is_here = holder.player.pk in present
    place = places.get(holder.player.pk, "")
    return Stake(holder.trophy.name, holder.player, _stake_in_words(holder, place, is_here=is_here), is_here)


def _stake_in_words(holder: Holder, place: str, *, is_here: bool) -> str:
    if not is_here:
        return _("not here tonight")
    if holder.is_cone:
        words = _("{place}, keen to be rid of it") if place else _("here tonight, keen to be rid of it")
        return words.format(place=place)
    if not holder.trophy.game:
        return place or _("here tonight")
    return _defends(place, holder.defended)


def _defends(place: str, kept: int) -> str:
    """`defends it at table 1, kept twice already`; without a place `defends it tonight`."""
    if not kept:
        return (_("defends it {place}") if place else _("defends it tonight")).format(place=place)
    words = ngettext("defends it {place}, kept once already", "defends it {place}, kept {count} times already", kept)
    if not place:
        words = ngettext(
            "defends it tonight, kept once already", "defends it tonight, kept {count} times already", kept
        )
    return words.format(place=place, count=kept)
