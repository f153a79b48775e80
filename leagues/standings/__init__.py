"""Standings are rows: a result changes those it touches, opening a table reads them and nothing else (ADR 13)."""

from leagues.standings.tables import Table, scheme_of
from leagues.standings.update import add, playoff_changed, rebuild, refresh, settle, trial

__all__ = ["Table", "add", "playoff_changed", "rebuild", "refresh", "scheme_of", "settle", "trial"]
