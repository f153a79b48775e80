"""The contents of my page: next night, confirmations, season, form, trophies, records and bids."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from clubs.models import Club, Night, Player
from games.base.results.statistics import Bars
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from games.statistics import queries
from games.statistics.queries import Summary
from leagues.my_page.confirmations import ToConfirm, to_confirm
from leagues.my_page.season import MySeason, my_season
from leagues.nights.answers.page import AnswerPage, answer_page
from leagues.records.queries import Record, Scope, records
from leagues.statistics.form import Form, form_of
from leagues.statistics.tabs import with_club_rates
from leagues.trophies.holders import Holder, cabinet, holders


@dataclass(frozen=True)
class Played:
    """The statistics of the game that the player has played most; `bids` are compared with the club’s (None if the game
    has none), `records` are club records held by the player.
    """

    game: TableGame
    summary: Summary
    form: Form
    bids: Bars | None
    records: Sequence[Record]


@dataclass(frozen=True)
class MyPage:
    """The contents of the page. `cabinet` are all trophies that the player ever had, with `times` and `last`; `played`
    is None before the first result.
    """

    player: Player
    night: Night | None
    answers: AnswerPage | None
    to_confirm: Sequence[ToConfirm]
    season: MySeason | None
    held: Sequence[Holder]
    cabinet: Sequence[Any]
    played: Played | None


def my_page_of(club: Club, player: Player) -> MyPage:
    """Read the contents of the player's page."""
    night = next_night(club)
    return MyPage(
        player=player,
        night=night,
        answers=answer_page(night, player.pk) if night else None,
        to_confirm=to_confirm(club, player.pk),
        season=my_season(club, player.pk),
        held=[holder for holder in holders(club.pk) if holder.player == player],
        cabinet=cabinet(player),
        played=_played(club, player),
    )


def next_night(club: Club) -> Night | None:
    """Return the next upcoming night that is neither called off nor closed, or None."""
    nights = club.nights.filter(starts_at__gt=timezone.now(), called_off_at=None, closed_at=None)
    return nights.select_related("club").order_by("starts_at").first()


def _played(club: Club, player: Player) -> Played | None:
    played = queries.summaries(player)
    if not played:
        return None
    game = max((each for each in TABLE_GAMES if each.key in played), key=lambda each: played[each.key].matches)
    summary = played[game.key]
    tables = with_club_rates(player, game.key, game.player_statistics(player, summary).tables)
    return Played(
        game=game,
        summary=summary,
        form=form_of(player, game.key),
        bids=next((table for table in tables if table.compared), None),
        records=[each for each in records(Scope(club, game)) if each.seat.player_id == player.pk],
    )
