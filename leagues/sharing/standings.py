"""Sharing the standings of a game, or across all games."""

from collections.abc import Mapping
from typing import Any

from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy

from clubs.club_day import club_day
from clubs.models import Club, Season
from leagues.models import ShareLink
from leagues.sharing.subject import Paper, Part, Subject
from leagues.standings.picture import moves_of, picture, picture_answer
from leagues.standings.print_sheet import standings_answer
from leagues.standings.queries import ALL, Board, read, read_usual
from leagues.standings.race.points import race_of
from leagues.standings.wording import ALL_TIME, game_title, headline, hundredths, leaders, night_day

SEES = (
    gettext_lazy("This picture, in the chat"),
    gettext_lazy("The club’s name and colour"),
    gettext_lazy("Everyone’s name, place, nights, wins and points"),
    gettext_lazy("The race as a chart, in a season"),
)
SEES_NOT = (
    gettext_lazy("Matches, nights and their sheets"),
    gettext_lazy("Players’ pages"),
    gettext_lazy("Other seasons and games"),
    gettext_lazy("Emails and who is coming"),
)


def standings_subject(club: Club, season: Season | None, game: str) -> Subject | None:
    """Return what is shared of the table; None if nobody is ranked in it. `game` is a key or ALL, no season means all
    time.
    """
    key = str(season.pk) if season else ALL
    board = read(club, key, game, club_day())
    return _subject(club, board) if board and any(row.place for row in board.rows) else None


def asked_standings(club: Club, asked: Mapping[str, str]) -> Subject | None:
    """Return what is shared of the table that `season` and `game` in the query name, by default that of the standings
    page; None if nobody is ranked in it. Raises Http404.
    """
    board = read_usual(club, asked.get("season", ""), asked.get("game", ""), club_day())
    return _subject(club, board) if board and any(row.place for row in board.rows) else None


def query_of(subject: Subject) -> str:
    """Return the query string of the table: `season=4&game=dirty-dog`."""
    season = subject.columns["season"]
    return urlencode({"season": season.pk if season else ALL, "game": subject.columns["game"]})


def _subject(club: Club, board: Board) -> Subject:
    columns = {"kind": ShareLink.Kind.STANDINGS, "season": board.season, "game": board.game or ALL}
    season, game = str(board.season.pk) if board.season else ALL, board.game or ALL
    what = f"{board.season.name if board.season else ALL_TIME}, {game_title(board.game)}"
    drawing = picture(club, board, "square")
    ranked = [f"{drawing['winner']} {drawing['total']}", *(f"{row['name']} {row['total']}" for row in drawing["rows"])]
    return Subject(
        club=club,
        columns=columns,
        url=f"{club.get_absolute_url()}standings/?{urlencode({'season': season, 'game': game})}",
        headline=leaders(board.rows).removesuffix(".") or gettext("{names} lead").format(names=drawing["winner"]),
        about=gettext("Standings, {table}").format(table=what),
        alt=gettext("Picture of the standings: {players}").format(players=", ".join(ranked)),
        sees=SEES,
        sees_not=SEES_NOT,
        edition=(drawing, [[row.player.label, row.place, row.points, row.nights, row.wins] for row in board.rows]),
        page=lambda: Part("leagues/sharing/shown/standings.html", _page(club, board)),
        picture=lambda request: picture_answer(request, club, board),
        paper=Paper(gettext("Download table (PDF)"), lambda request, _: standings_answer(request, club, season, game)),
    )


def _page(club: Club, board: Board) -> dict[str, Any]:
    moves = moves_of(club, board)
    return {
        "heading": gettext("Standings"),
        "headline": headline(board, board.rows),
        "after": night_day(board.rows),
        "rows": [(row, hundredths(row.points), *moves.get(row.player_id, (0, 0))) for row in board.rows if row.place],
        "race": race_of(club, board),
    }
