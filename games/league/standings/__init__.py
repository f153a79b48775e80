"""Standings are rows: a result changes those it touches, opening a table reads them and nothing else (ADR 13)."""

from games.league.standings.following import playoff_changed, rebuild, refresh, settle
from games.league.standings.tables import Table, scheme_of
from games.league.standings.trial import trial

__all__ = ["Table", "playoff_changed", "rebuild", "refresh", "scheme_of", "settle", "trial"]
