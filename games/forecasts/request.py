"""Asks a worker for the curve of a match, after a write that moved it, or when somebody looks and it is not there."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from games.consequences.follow import rounds_changed
from games.entries.match_state import MatchState
from games.registry import table_game


def request_forecast(match_id: UUID) -> None:
    """Once the transaction is committed, at no price in queries. Whoever looks asks again where it was lost."""
    transaction.on_commit(lambda: import_string(settings.FORECASTS)(match_id), robust=True)


def connect() -> None:
    rounds_changed.connect(_ask, dispatch_uid="chances after a round")


def _ask(state: MatchState, **_: Any) -> None:
    if table_game(state.match.game).forecasts is not None:
        request_forecast(state.match.pk)
