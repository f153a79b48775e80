"""Parts of a player's statistics: the chosen game, season and players, call-outs, and club rates for comparison."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from clubs.models import Club, Player, Season
from games.base.results.statistics import Bar, Bars, percent
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from games.statistics import queries
from games.statistics.queries import Summary, Whose, rounds_of_club


def game_of(key: str, played: Mapping[str, Summary]) -> TableGame:
    """Return the game with this key, or else the first that the player has played."""
    candidates = [game for game in TABLE_GAMES if game.key == key] or [
        game for game in TABLE_GAMES if game.key in played
    ]
    return next(iter(candidates), TABLE_GAMES[0])


def called(person: Whose, game: TableGame, matches: int) -> Bars:
    """Return the call-outs about this player: how often, and in how many of the matches."""
    categories = game.record_categories
    terms = categories.terms
    labels = {term: terms[term] for term in categories.counted} | categories.tags
    counts = queries.call_out_counts(person, game.key)
    rows = [(term, label, *counts[term]) for term, label in labels.items() if term in counts]
    bars = [
        Bar(label, (str(times), str(percent(inside, matches))), percent(inside, matches), " %", {"term": term})
        for term, label, times, inside in sorted(rows, key=lambda row: (-row[2], row[1]))
    ]
    return Bars(_("Called out"), _("and in how many of the matches"), (_("Call-out"), _("Times"), _("Matches")), bars)


def season_of(club: Club, key: str) -> Season | None:
    """Return the season with this key, None for "" (all time). Raises Http404 if the club does not have it."""
    if not key:
        return None
    known = club.seasons.filter(pk=int(key)) if key.isascii() and key.isdecimal() and len(key) < 19 else None
    return get_object_or_404(known if known is not None else club.seasons.none())


def asked_player(club: Club, key: str) -> Player | None:
    """Return the player with this key, None for "". Raises Http404 if the club does not have it."""
    if not key:
        return None
    number = int(key) if key.isascii() and key.isdecimal() and len(key) < 19 else 0
    return get_object_or_404(Player, club=club, pk=number)


def with_club_rates(player: Whose, game: str, tables: Sequence[Bars]) -> list[Bars]:
    """Return the tables, with the club’s rate on each row of those that are compared; one query for each of these."""
    return [_with_club_rates(player, game, table) if table.compared else table for table in tables]


def _with_club_rates(player: Whose, game: str, table: Bars) -> Bars:
    club = rounds_of_club(player, game, table.compared).rates(table.compared)
    rates = {str(rate.value): rate.percent for rate in club}
    return replace(table, rows=[replace(row, club=rates.get(row.head)) for row in table.rows])
