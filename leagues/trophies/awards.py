"""Awards: trophies pass with every match and play-off that is played for them (DD-35, DD-51, LG-02).

An award is never deleted. If a correction gives the trophy to another player, the old award is withdrawn with the
reason and stays readable; if the correction is reverted, the withdrawn award counts again. See ADR 12.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.calendar.nights import tonight
from clubs.models import Club, Player, User
from games import registry
from games.consequences.league import takers
from games.entries.match_state import MatchState
from games.models import Match
from leagues.models import Award, Playoff, Trophy
from leagues.trophies.contests import Contest, create_trophies, missing, of_club, of_match, of_playoff, trophies_of_game
from leagues.trophies.holders import News, held, news_of

# A signal before and after trophies change hands, so that its receivers can compare the holders.


# Sent before anything is written; `club` and `trophies` are keys. A receiver may return a function of the reason (a
# text, "" if there is none), which is called after the trophies have changed hands, in the same transaction.
about_to_pass = Signal()


@contextmanager
def passing(club_id: int, trophies: Collection[int], why: str = "") -> Iterator[None]:
    """Send the signal, run the body of the `with` statement, then call what the receivers returned with the reason."""
    answers: list[tuple[Any, Any]] = [*about_to_pass.send(Club, club=club_id, trophies=trophies)]
    yield
    for _receiver, passed in answers:
        if passed:
            passed(why)


def passing_with(match: Match, why: str) -> AbstractContextManager[None]:
    """A `passing` of the trophies for which this match was played."""
    return passing(match.club_id, {trophy.pk for trophy in trophies_of_game(match.club_id, match.game)}, why)


A_BATCH = 500
MOVABLE = ["awarded_at", "withdrawn_at", "withdrawn_because", "withdrawn_by"]
ANEW = "the trophies were worked out anew"


class AlreadyHeld(Exception):
    """Raised where a trophy would pass to the one player who has it; the text says so."""


@dataclass(frozen=True)
class Moves:
    """The changes after which a contest has exactly the awards that it gives: `withdrawn`, `given` (new or restored),
    and `moved` to another moment.
    """

    withdrawn: Sequence[Award]
    given: Sequence[Award]
    moved: Sequence[Award]


def update_for_match(state: MatchState) -> None:
    """Update the awards of this match, and those of the play-off that it belongs to."""
    match = state.match
    _update(of_match(match, takers(state.seats)), state)
    if not match.for_trophy:
        for playoff in Playoff.objects.filter(fixtures__match=match.pk):
            _update(of_playoff(playoff), state)


def update_for_playoff(playoff: Playoff, why: str = "the play-off was decided anew") -> None:
    """Update the awards of a play-off that was decided by something other than an entry on a sheet. To be called in the
    same transaction.
    """
    contest = of_playoff(playoff)
    trophies = _trophies_of(contest)
    _pass_on(contest, _moves(contest, trophies, contest.awards()), News(why))


def rebuild(club: Club, *, check: bool) -> list[str]:
    """Rebuild the awards of every match and play-off of the club, or only compare them if `check`; return a line for
    each difference. Withdrawn awards are kept.
    """
    games = [table_game.key for table_game in registry.TABLE_GAMES]
    trophies = [trophy for game in games for trophy in trophies_of_game(club.pk, game)]
    fresh = [trophy for game in games for trophy in _new(club, game, trophies)]
    if fresh and not check:
        create_trophies(fresh)
        trophies += fresh
    problems = [f"{trophy} is not in use" for trophy in fresh]
    return problems + _rebuild(club, trophies, check=check)


def rebuild_trophy(trophy: Trophy) -> None:
    """Rebuild the awards of one trophy from the results of its club."""
    _rebuild(trophy.club, [trophy], check=False)


def _new(club: Club, game: str, trophies: Sequence[Trophy]) -> list[Trophy]:
    known = [trophy for trophy in trophies if trophy.game == game]
    is_played = club.matches.filter(game=game, finished_at__isnull=False, for_trophy=True).exists()
    return missing(club.pk, game, known) if is_played else []


@transaction.atomic
def _rebuild(club: Club, trophies: Sequence[Trophy], *, check: bool) -> list[str]:
    rows: dict[object, list[Award]] = defaultdict(list)
    for award in Award.objects.filter(trophy__in=trophies).exclude(match=None, playoff=None).order_by("pk"):
        rows[award.match_id, award.playoff_id].append(award)
    moves = [_moves(contest, trophies, rows[contest.key]) for contest in of_club(club)]
    if not check:
        _write(_all(moves), News(ANEW))
    names = {trophy.pk: trophy.name for trophy in trophies}
    return [words for each in moves for words in _in_words(each, names)]


def _update(contest: Contest, state: MatchState) -> None:
    moves = _moves(contest, _trophies_of(contest), contest.awards())
    _pass_on(contest, moves, news_of(state) if moves.withdrawn else News(ANEW))


def _pass_on(contest: Contest, moves: Moves, changes: News) -> None:
    """Write the moves within `passing`, which notifies others. A rebuild does not notify anybody."""
    touched = {award.trophy_id for award in (*moves.withdrawn, *moves.given, *moves.moved)}
    with passing(contest.club_id, touched, changes.why if moves.withdrawn else ""):
        _write(moves, changes)


def _trophies_of(contest: Contest) -> list[Trophy]:
    """Return the trophies of the contest's game; if the club does not have the standard ones yet, they are created with
    all awards since its first match.
    """
    known = trophies_of_game(contest.club_id, contest.game)
    fresh = missing(contest.club_id, contest.game, known) if contest.at else []
    create_trophies(fresh)
    with passing(contest.club_id, {trophy.pk for trophy in fresh}):
        for trophy in fresh:
            rebuild_trophy(trophy)
    return [*known, *fresh]


def _moves(contest: Contest, trophies: Sequence[Trophy], rows: Iterable[Award]) -> Moves:
    due = contest.due(trophies)
    mine = {trophy.pk for trophy in trophies}
    standing: dict[tuple[int, int], Award] = {}
    once: dict[tuple[int, int], Award] = {}
    for award in rows:
        if award.trophy_id in mine:
            (once if award.withdrawn_at else standing)[award.trophy_id, award.player_id] = award
    return Moves(
        [award for key, award in standing.items() if key not in due],
        [
            _at(once.get(key) or Award(trophy_id=key[0], player_id=key[1]), contest)
            for key in due
            if key not in standing
        ],
        [_at(award, contest) for key, award in standing.items() if key in due and award.awarded_at != contest.at],
    )


def _at(award: Award, contest: Contest) -> Award:
    award.match_id, award.playoff_id = contest.key
    if contest.at:
        award.awarded_at = contest.at
    return award


def _all(moves: Sequence[Moves]) -> Moves:
    parts = ([getattr(each, name) for each in moves] for name in ("withdrawn", "given", "moved"))
    return Moves(*(list(chain.from_iterable(part)) for part in parts))


def _write(moves: Moves, changes: News) -> None:
    for award in moves.withdrawn:
        award.withdrawn_at, award.withdrawn_because, award.withdrawn_by_id = changes.at, changes.why[:300], changes.by
    again = [award for award in moves.given if award.pk]
    for award in [*again, *moves.moved]:
        award.withdrawn_at, award.withdrawn_because, award.withdrawn_by_id = None, "", None
    Award.objects.bulk_update([*moves.withdrawn, *again, *moves.moved], MOVABLE, batch_size=A_BATCH)
    Award.objects.bulk_create([award for award in moves.given if not award.pk], batch_size=A_BATCH)


def _in_words(moves: Moves, names: Mapping[int, str]) -> list[str]:
    ends = ((moves.withdrawn, "too many"), (moves.given, "missing"), (moves.moved, "at the wrong moment"))
    return [
        f"{names[award.trophy_id]} of {_where(award)} to player {award.player_id}: {wrong}"
        for awards, wrong in ends
        for award in awards
    ]


def _where(award: Award) -> str:
    return f"match {award.match_id}" if award.match_id else f"play-off {award.playoff_id}"


@transaction.atomic
def pass_on(trophy: Trophy, player: Player, reason: str, *, by: User | None) -> Award:
    """Give the trophy to the player by hand, now; the next match played for it passes it on again. Raises
    AlreadyHeld.
    """
    if [holder.player for holder in held(trophy)] == [player]:
        raise AlreadyHeld(_("{player} has it already.").format(player=player.label))
    night = tonight(trophy.club)
    with passing(trophy.club_id, {trophy.pk}, reason):
        return Award.objects.create(trophy=trophy, player=player, reason=reason, given_by=by, night=night)


@transaction.atomic
def withdraw(award: Award, reason: str, *, by: User | None) -> None:
    """Withdraw an award given by hand."""
    award.withdrawn_at, award.withdrawn_because, award.withdrawn_by = timezone.now(), reason, by
    with passing(award.trophy.club_id, {award.trophy_id}, reason):
        award.save(update_fields=["withdrawn_at", "withdrawn_because", "withdrawn_by"])
