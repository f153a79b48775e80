"""Finds what the row of a link shows now."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.base.results.titles import game_name, table_of
from leagues.models import ShareLink
from leagues.sharing.match import match_subject
from leagues.sharing.player import player_subject
from leagues.sharing.report import report_subject
from leagues.sharing.standings import standings_subject
from leagues.sharing.subject import Subject
from leagues.sharing.two_players import two_players_subject
from leagues.standings.queries import ALL
from leagues.standings.wording import ALL_TIME, game_title

BY_KIND: Mapping[str, Callable[[ShareLink], Subject | None]] = {
    ShareLink.Kind.MATCH: lambda row: match_subject(row.match) if row.match else None,
    ShareLink.Kind.REPORT: lambda row: report_subject(row.club, row.night) if row.night else None,
    ShareLink.Kind.PLAYER: lambda row: player_subject(row.club, row.player) if row.player else None,
    ShareLink.Kind.HEAD_TO_HEAD: lambda row: _two_players(row),
    ShareLink.Kind.STANDINGS: lambda row: standings_subject(row.club, row.season, row.game),
}


def subject_of(row: ShareLink) -> Subject | None:
    """Return what the link shows; None if it no longer exists or no longer has a result."""
    return BY_KIND[row.kind](row)


def _two_players(row: ShareLink) -> Subject | None:
    if row.player is None or row.opponent is None:
        return None
    return two_players_subject(row.club, row.player, row.opponent, row.season, row.game)


def name_of(row: ShareLink) -> str:
    """Return the name of the link in a list: `Dirty Dog, 19 November 2026, table 1`. Makes no query if `SHOWN` was
    selected with the row.
    """
    if row.match:
        day = date_format(club_day(row.match.started_at), "j F Y")
        return ", ".join(filter(None, (game_name(row.match), day, table_of(row.match))))
    if row.player and row.opponent:
        return ", ".join(
            filter(
                None,
                (_("{player} against {other}").format(player=row.player.label, other=row.opponent.label), *_part(row)),
            )
        )
    if row.player:
        return _("Page of {player}").format(player=row.player.label)
    if row.night:
        return _("Night report, {day}").format(day=date_format(club_day(row.night.starts_at), "j F Y"))
    table = f"{row.season.name if row.season else ALL_TIME}, {game_title(row.game.replace(ALL, ''))}"
    return _("Standings, {table}").format(table=table)


def _part(row: ShareLink) -> tuple[str, str]:
    """Return the season and the game of a link to two players; "" for all."""
    return row.season.name if row.season else "", "" if row.game == ALL else game_title(row.game)
