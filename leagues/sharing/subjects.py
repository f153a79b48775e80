"""What a link shows now: a match, the report of a night, or standings; finds also the pages of players."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from clubs.language.locales import comma_separated, date_format, labelled, minus
from clubs.language.terms import capital
from clubs.models import Club, Night, Season
from clubs.models.calendar import club_day
from clubs.responses import conditional
from games.base import wording
from games.base.display import Finish
from games.base.wording import game_name, rounds_and_callouts, so_many, table_of
from games.charts.line_chart import run_of
from games.entries.match_state import MatchState, load, seats_at
from games.match.printing import match_picture_answer, requested_paper, sent, sheet_answer
from games.models import Match
from games.registry import table_game
from games.sheets.layout_words import listed
from games.sheets.typst import printed
from games.table.finish import places
from leagues.models import ShareLink
from leagues.night_report.report import REPORT, Report, night_picture, printable, report_of, report_picture_answer
from leagues.sharing.links import Paper, Part, Subject
from leagues.sharing.players import player_subject, two_players_subject
from leagues.standings.print_sheet import moves_of, standings_answer, standings_picture, standings_picture_answer
from leagues.standings.queries import ALL, Board, read, read_usual
from leagues.standings.race import race_of
from leagues.standings.results import scheme_in
from leagues.standings.wording import ALL_TIME, game_title, headline, leaders, night_day, ranking_figure

# Sharing a finished match.


CALLED = 9


def match_subject(match: Match) -> Subject | None:
    """Return what is shared of the match; None before it has a result."""
    if match.finished_at is None:
        return None
    state = load(match, seats_at(match)).public
    day = date_format(club_day(match.started_at), "l j F")
    about = comma_separated((game_name(match), day, table_of(match)))
    headline = result_in_words(state)
    return Subject(
        club=match.club,
        columns={"kind": ShareLink.Kind.MATCH, "match": match},
        url=match.get_absolute_url(),
        headline=headline,
        about=about,
        alt=_("Picture of the match: {headline}. {others}").format(headline=headline, others=_others(state)),
        sees=(
            _("This picture, in the chat"),
            _("The club’s name and colour"),
            _("Everyone’s name, place and total"),
            rounds_and_callouts(table_game(match.game).display.round_word, match.rounds),
        ),
        sees_not=(
            _("Other matches or nights"),
            _("Standings and players’ pages"),
            _("Emails and who is coming"),
            _("Who wrote or changed a score"),
        ),
        edition=(match.pk, match.version, match.table, match.club.branding, state.names),
        page=lambda: Part("leagues/sharing/shown/match.html", _match_page(state)),
        picture=lambda request: match_picture_answer(request, match),
        paper=Paper(_("Download sheet (PDF)"), lambda request, link: _match_paper(request, match, link)),
    )


def _match_paper(request: HttpRequest, match: Match, link: str) -> HttpResponseBase:
    return sheet_answer(request, match, link)


def _match_page(state: MatchState) -> dict[str, Any]:
    match, game = state.match, table_game(state.match.game)
    display, finish = game.display, game.finish(state)
    where = comma_separated((date_format(club_day(match.started_at), "l j F Y"), table_of(match)))
    seats = len(state.seats)
    order = places(state, finish)
    return {
        "heading": game_name(match),
        "match": match,
        "where": where,
        "facts": f"{capital(wording.players(seats))}, {_played(state)}",
        "style": game.style,
        "finish": finish,
        "winners": listed([place.name for place in order.first]),
        "label": order.label,
        "total": order.first[0].total if order.first else None,
        "places": [*order.first, *order.others],
        "has_reasons": any(place.reason for place in order.others),
        "display": display,
        "sheet": display.sheet(state),
        "callouts": display.callouts(state)[:CALLED],
        "run": run_of(state, display.length(state), display.goal(state)),
    }


def result_in_words(state: MatchState) -> str:
    """Return `Núria Ødegård wins with 70`, `Otto Pym and Bea Marlowe share the win with 34`."""
    order = places(state, Finish())
    if not order.first:
        return _("{game}: nobody wins").format(game=game_name(state.match))
    words = ngettext("{names} wins with {points}", "{names} share the win with {points}", len(order.first))
    if not order.has_winner:
        words = _("{names} are level with {points}")
    return words.format(names=listed([place.name for place in order.first]), points=minus(order.first[0].total))


def _played(state: MatchState) -> str:
    """Return `20 hands`."""
    return so_many(table_game(state.match.game).display.round_word, state.match.rounds)


def _others(state: MatchState) -> str:
    """Return `Wilhelmina 67, Otto 63.`: what the picture says of the other players, for its text alternative."""
    order = places(state, table_game(state.match.game).finish(state))
    return comma_separated(f"{place.name} {minus(place.total)}" for place in order.others) + "."


# Sharing the report of a night.


def report_subject(club: Club, night: Night) -> Subject | None:
    """Return what is shared of the night; None before its first match is finished. When and where the club meets next
    is left out.
    """
    report = replace(report_of(night), next="")
    if not report.facts.finished:
        return None
    document = printable(report, club)
    return Subject(
        club=club,
        columns={"kind": ShareLink.Kind.REPORT, "night": night},
        url=f"{club.get_absolute_url()}nights/{night.pk}/report/",
        headline=report.headline,
        about=gettext("Night report, {day}").format(day=date_format(report.facts.day, "l j F")),
        alt=_alt(club, report),
        sees=(
            gettext("This picture, in the chat"),
            gettext("The club’s name and colour"),
            gettext("The report, with everyone’s name, place and total"),
            gettext("The call-outs, chances to win and figures of the night"),
        ),
        sees_not=(
            gettext("The sheets hand by hand"),
            gettext("Other nights, standings and players’ pages"),
            gettext("When and where the club meets next"),
            gettext("Emails and who wrote a score"),
        ),
        edition=(document, report.opening, club.branding),
        page=lambda: Part("leagues/sharing/shown/report.html", _report_page(report)),
        picture=lambda request: report_picture_answer(request, club, report),
        paper=Paper(gettext("Download report (PDF)"), lambda request, _: _report_paper(request, document)),
    )


def _report_page(report: Report) -> dict[str, Any]:
    return {"heading": report.headline, "report": report}


def _alt(club: Club, report: Report) -> str:
    halves = night_picture(club, report, "wide")["halves"]
    said = [labelled(half["label"], comma_separated((half["name"], half["total"]))) for half in halves]
    return gettext("Picture of the night: {names}.").format(names=". ".join(said))


def _report_paper(request: HttpRequest, document: Any) -> HttpResponseBase:
    paper = requested_paper(request)

    def made() -> HttpResponse:
        return sent(printed(REPORT, "filled", paper, document))

    return conditional(request, (document, paper), made)


# Sharing the standings of a game, or across all games.


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
    drawing = standings_picture(club, board, "square")
    ranked = [f"{drawing['winner']} {drawing['total']}", *(f"{row['name']} {row['total']}" for row in drawing["rows"])]
    return Subject(
        club=club,
        columns=columns,
        url=f"{club.get_absolute_url()}standings/?{urlencode({'season': season, 'game': game})}",
        headline=leaders(board.rows, scheme_in(club, board.season, board.game)).removesuffix(".")
        or gettext("{names} lead").format(names=drawing["winner"]),
        about=gettext("Standings, {table}").format(table=what),
        alt=gettext("Picture of the standings: {players}").format(players=comma_separated(ranked)),
        sees=SEES,
        sees_not=SEES_NOT,
        edition=(drawing, [[row.player.label, row.place, row.points, row.nights, row.wins] for row in board.rows]),
        page=lambda: Part("leagues/sharing/shown/standings.html", _standings_page(club, board)),
        picture=lambda request: standings_picture_answer(request, club, board),
        paper=Paper(gettext("Download table (PDF)"), lambda request, _: standings_answer(request, club, season, game)),
    )


def _standings_page(club: Club, board: Board) -> dict[str, Any]:
    moves, scheme = moves_of(club, board), scheme_in(club, board.season, board.game)
    ranked = [row for row in board.rows if row.place]
    return {
        "heading": gettext("Standings"),
        "headline": headline(board, board.rows),
        "after": night_day(board.rows),
        "rows": [(row, ranking_figure(row.points, scheme), *moves.get(row.player_id, (0, 0))) for row in ranked],
        "race": race_of(club, board),
    }


# Finds what the row of a link shows now.


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
        return comma_separated((game_name(row.match), day, table_of(row.match)))
    if row.player and row.opponent:
        return comma_separated(
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
