"""Requests to a worker for the forecast of a match: after a write to its rounds, or if a page finds it outdated."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from games.consequences.follow import rounds_changed
from games.entries.match_state import MatchState
from games.registry import table_game


def request_forecast(match_id: UUID) -> None:
    """Queue a forecast once the transaction is committed; makes no queries.

    A request that gets lost is repeated by the next page that finds the forecast out of date.
    """
    transaction.on_commit(lambda: import_string(settings.FORECASTS)(match_id), robust=True)


def connect() -> None:
    """Request a forecast after every change of a match's rounds."""
    rounds_changed.connect(_ask, dispatch_uid="chances after a round")


def _ask(state: MatchState, **_: Any) -> None:
    if table_game(state.match.game).forecasts is not None:
        request_forecast(state.match.pk)
