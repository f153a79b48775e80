"""The document of a match's printed sheet."""

from collections.abc import Mapping
from typing import Any

from clubs.branding.logo import letterhead
from clubs.club_day import club_day
from clubs.language.dates import date_format
from games.base.results.titles import game_name, table_of
from games.base.table_game import TableGame
from games.confirmation.wording import in_brief
from games.entries.match_state import MatchState
from games.sheets.document import Document, Labels, document
from games.sheets.prints import Print
from scoring.records import sheet_json


def usual(game: TableGame, options: Any) -> Print | None:
    """The first printed sheet of a game that suits the options; None if there is none."""
    return next((each for each in game.prints if each.suits(options)), None)


def document_of(state: MatchState, link: str, trophies: Mapping[str, str]) -> Document:
    """The sheet as everybody may read it; `trophies` are names by rule, as of `League.prizes`."""
    match = state.match
    labels = Labels(
        title=game_name(match),
        club=match.club.name,
        **letterhead(match.club),
        night=date_format(club_day(match.started_at), "j F Y"),
        date=club_day(match.started_at).isoformat(),
        table=match.table if match.table.isdigit() else table_of(match),
        link=link,
        version=match.version,
        rules=match.rule_version,
        confirmed=in_brief(state),
        **{f"{rule}_trophy": name for rule, name in trophies.items()},
        printed_at=written(state),
        short={seat.player.label: seat.player.nickname for seat in state.seats if seat.player.nickname},
    )
    return document(sheet_json(state.engine, state.public.sheet, state.names), labels)


def written(state: MatchState) -> int:
    """When the last entry was received, as Unix time in seconds; when the match started, if there is none."""
    return int((state.history[-1].received_at if state.history else state.match.started_at).timestamp())
