"""Standings are stored as rows: a result updates those it affects, and showing a table reads no other rows (ADR 13)."""

from leagues.standings.results import Table, scheme_of
from leagues.standings.update import add, playoff_changed, rebuild, refresh, trial, update_for_match

__all__ = ["Table", "add", "playoff_changed", "rebuild", "refresh", "scheme_of", "trial", "update_for_match"]
