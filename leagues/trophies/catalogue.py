"""The trophies of a club that pass with matches. The standard ones are created when they are first needed."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from clubs.models import Club
from clubs.web.prepared_queries import Read, Slot
from games import registry
from games.base.table_game import TableGame
from leagues.models import Trophy

BY_HAND = Trophy.Rule.HAND
RULES = (Trophy.Rule.WINNER, Trophy.Rule.LOSER)
CLUB, GAME = Slot("club", Club._meta.pk), Slot("game", Trophy._meta.get_field("game"))
OF_GAME = Read(lambda: Trophy.objects.filter(club=CLUB, game=GAME).exclude(rule=BY_HAND))


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
