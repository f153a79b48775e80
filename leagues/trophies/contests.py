"""Contests that trophies are played for: a match, or a play-off, which counts as one match (HR-DD-14)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.language.properties import language_alone
from clubs.language.terms import head
from clubs.models import Club
from clubs.queries import Read
from games import registry
from games.base.table_game import TableGame
from games.consequences.league import LOSER, NOBODY, WINNER, Takes, takers
from games.models import Match, Seat
from games.registry import TABLE_GAMES
from leagues.models import Award, Playoff
from leagues.models.trophy import Trophy


@dataclass(frozen=True)
class Contest:
    """`at` is when the contest ended, None if it has not or is not for a trophy; `takes` are player keys by the rule of
    the trophy.
    """

    club_id: int
    game: str
    at: datetime | None
    takes: Takes
    match_id: UUID | None = None
    playoff_id: int | None = None

    @property
    def key(self) -> tuple[UUID | None, int | None]:
        """The keys of the match and of the play-off; one of them is None."""
        return self.match_id, self.playoff_id

    def awards(self) -> QuerySet[Award]:
        """Return all awards of the contest, including withdrawn ones."""
        return Award.objects.filter(match=self.match_id, playoff=self.playoff_id).order_by("pk")

    def due(self, trophies: Sequence[Trophy]) -> list[tuple[int, int]]:
        """Return (trophy key, player key) for each award that the contest gives."""
        if self.at is None:
            return []
        counted = [trophy for trophy in trophies if trophy.game == self.game and trophy.counts(self.at)]
        return [(trophy.pk, player) for trophy in counted for player in self.takes[trophy.rule]]


def of_match(match: Match, takes: Takes) -> Contest:
    """Return the match as a contest."""
    at = match.finished_at if match.for_trophy else None
    return Contest(match.club_id, match.game, at, takes if at else NOBODY, match_id=match.pk)


def of_playoff(playoff: Playoff) -> Contest:
    """Return the play-off as a contest."""
    at = playoff.finished_at if playoff.for_trophy else None
    takes: Takes = {WINNER: _one(playoff.winner_id), LOSER: _one(playoff.loser_id)}
    return Contest(playoff.club_id, playoff.game, at, takes if at else NOBODY, playoff_id=playoff.pk)


def of_club(club: Club) -> Iterator[Contest]:
    """Yield all matches, then all play-offs, each in the order in which they ended; those that have not ended give no
    award.
    """
    played = club.matches.order_by("finished_at", "pk")
    fields = ("match_id", "player_id", "place", "is_winner", "is_loser")
    rows = Seat.objects.filter(match__club=club, match__for_trophy=True).order_by("match_id")
    seats = {
        key: takers(list(group))
        for key, group in groupby(rows.values_list(*fields, named=True), key=lambda row: row.match_id)
    }
    yield from (of_match(match, seats.get(match.pk, NOBODY)) for match in played)
    yield from (of_playoff(playoff) for playoff in club.playoffs.order_by("finished_at", "pk"))


def _one(player: int | None) -> tuple[int, ...]:
    return (player,) if player else ()


# The trophies of a club that pass with matches. The standard ones are created when they are first needed.


BY_HAND = Trophy.Rule.HAND
RULES = (Trophy.Rule.WINNER, Trophy.Rule.LOSER)
OF_GAME = Read(
    lambda club, game: Trophy.objects.filter(club=club, game=game).exclude(rule=BY_HAND),
    club=Club._meta.pk,
    game=Trophy._meta.get_field("game"),
)


def trophies_of_game(club_id: int, game: str) -> list[Trophy]:
    """Return all trophies of this game that ever passed with matches, including retired ones; one query."""
    return OF_GAME.all(club=club_id, game=game)


def missing(club_id: int, game: str, known: Sequence[Trophy]) -> list[Trophy]:
    """Return the standard trophies that the club has never had, unsaved."""
    table_game = registry.table_game(game)
    if not table_game.has_trophies:
        return []
    had = {trophy.rule for trophy in known}
    fresh = zip(RULES, table_game.trophies, strict=True)
    return [Trophy(club_id=club_id, game=game, rule=rule, name=name) for rule, name in fresh if rule not in had]


def create_trophies(trophies: Sequence[Trophy]) -> None:
    """Save the trophies, under another name if one that is passed on by hand has theirs."""
    for trophy in trophies:
        if Trophy.objects.filter(club=trophy.club_id, name__iexact=trophy.name, retired_at=None).exists():
            trophy.name = f"{trophy.name} of {registry.table_game(trophy.game).name}"[:40]
        trophy.save()


def has_conflict(trophy: Trophy) -> bool:
    """Whether a retired trophy cannot come back, because another one has its rule or its name."""
    others = Trophy.objects.filter(club=trophy.club_id, retired_at=None).exclude(pk=trophy.pk)
    same = Q(name__iexact=trophy.name)
    if trophy.rule != BY_HAND:
        same |= Q(game=trophy.game, rule=trophy.rule)
    return others.filter(same).exists()


def names(club_id: int, game: str, over: datetime | None = None) -> dict[str, str]:
    """Return the names of what winner and top loser take in a match that ended then (None: now), by rule. One query."""
    known = trophies_of_game(club_id, game)
    standing = [*known, *missing(club_id, game, known)]
    return {trophy.rule: trophy.name for trophy in standing if trophy.counts(over or timezone.now())}


def prizes(club_id: int, table_game: TableGame) -> tuple[str, str]:
    """Return the club's names for what winner and top loser take, with the standard names for trophies that do not
    exist now; one query.
    """
    called = names(club_id, table_game.key)
    first, last = (called.get(rule, name) for rule, name in zip(RULES, table_game.trophies, strict=True))
    return first, last


def proposed(table_game: TableGame, rule: str) -> str:
    """Return a name for a trophy of this game and rule; "" for one that is passed on by hand."""
    return dict(zip(RULES, table_game.trophies, strict=True)).get(Trophy.Rule(rule), "") if rule in RULES else ""


# Short names of trophies.


def shorter(trophy: str) -> str:
    """Return the short name of a trophy for an English sentence. A name given by a club stays whole, as does every name
    in another language.

    >>> shorter("Good Dog Cup"), shorter("Cone of Shame"), shorter("Pokal Ä")
    ('cup', 'cone', 'Pokal Ä')
    """
    usual = {name for game in TABLE_GAMES for name in game.trophies}
    return head(trophy) if trophy in usual and language_alone() == "en" else trophy
