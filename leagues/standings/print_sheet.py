"""The standings in print, as a page or a poster, with the scheme, the date and the tie-breaks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, get_args

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubs.branding import letterhead
from clubs.language.locales import LEFT_TO_RIGHT, MINUS
from clubs.models import Club
from clubs.models.calendar import club_day
from clubs.responses import conditional
from games.charts.on_paper import drawn
from games.match.printing import (
    SHAPES,
    TEMPLATE,
    Shape,
    club_colour,
    one_of,
    picture_logo,
    sent,
    sent_picture,
    usual_paper,
)
from games.sheets.document import Document, Labels, Print, mark
from games.sheets.layout_words import listed
from games.sheets.typst import LAYOUTS, Paper, Poster, careful, each_text, printed
from leagues.models import Standing
from leagues.standings.queries import Board, NoTable, read_existing
from leagues.standings.race import Race, places_of, race_of
from leagues.standings.results import scheme_in, scheme_of_each_game
from leagues.standings.wording import (
    ALL_TIME,
    FIGURES,
    SHARED_LEAD,
    SchemeWords,
    figures_in_words,
    game_title,
    hundredths,
    leaders,
    night_day,
    place_in_words,
    ranking_figure,
    rules_in_words,
    scheme_in_words,
    tie_breaks,
)
from scoring.standings import Scheme

PAPERS: Mapping[str, str] = {"a4": "a4", "letter": "us-letter", "a3": "a3", "tabloid": "us-tabloid"}
POSTERS = ("a3", "tabloid")
TITLE = gettext_lazy("Standings")
THIRDS = {33: "1/3", 66: "2/3"}


def page(document: Mapping[str, Any], *, fill: str, paper: str) -> dict[str, Any]:
    """Return the input of `standings.typ`; on a poster the season is the headline."""
    labels, standings, poster = document["labels"], document["standings"], paper in POSTERS
    facts = {
        _("Season"): standings["season"],
        _("Game"): standings["game"],
        _("After"): standings["after"],
    }
    shown = [{"label": label, "text": text} for label, text in facts.items() if text]
    line = [
        {"label": "", "text": text}
        for text in (standings["game"], standings["after"] and _("after {day}").format(day=standings["after"]))
        if text
    ]
    return {
        **standings,
        "paper": PAPERS[paper],
        "poster": poster,
        "language": labels["language"],
        "title": f"{TITLE}, {standings['season']}, {standings['game']}",
        "summary": _("{club}, after {day}").format(club=labels["club"], day=standings["after"]),
        "club": labels["club"],
        "heading": standings["season"] if poster else str(TITLE),
        "facts": line if poster else shown,
        "note": "",
        "imprint": f"{TITLE}, {standings['after']}" if poster else str(TITLE),
        **mark(labels),
    }


STANDINGS = Print("standings", TITLE, LAYOUTS / "standings.typ", page)


def printable(club: Club, board: Board, race: Race | None) -> Document:
    """Return the document; equal tables give equal documents, and so equal bytes in print."""
    scheme = scheme_in(club, board.season, board.game)
    scheme_words = scheme_in_words(scheme, scheme_of_each_game(club, board.season))
    standings: dict[str, Any] = {
        "season": board.season.name if board.season else str(ALL_TIME),
        "game": game_title(board.game),
        "after": _after(board),
        "figure": str(FIGURES[scheme.aggregate]),
        "rows": [_row(row, scheme) for row in board.rows],
        "waiting": _waiting(board, scheme),
        "words": [
            *_scheme(scheme_words),
            *_level(board.rows, scheme),
            *([" ".join(played)] if (played := rules_in_words(board, scheme)) else []),
        ],
    }
    if race:
        standings["race"] = {
            **drawn(race.chart),
            "alt": _("Points night by night; the last ones are in the table above."),
        }
    newest = max((str(row.form[-1][0]) for row in board.rows if row.form), default="")
    printed_at = int(datetime.fromisoformat(newest).replace(tzinfo=UTC).timestamp()) if newest else 0
    labels = Labels(title=str(TITLE), club=club.name, **letterhead(club), date=newest[:10], printed_at=printed_at)
    about = board.game or pgettext("file name", "all-games")
    table = pgettext("file name", "standings")
    game = f"{table}-{about}"
    return {"game": game, "labels": asdict(labels), "standings": standings}


def _waiting(board: Board, scheme: Scheme) -> str:
    """Return the heading above the rows without a place."""
    if all(board.is_left_out(row) for row in board.rows if row.place is None):
        return _("Guests, not ranked")
    words = ngettext(
        "Not ranked yet: ranked after {count} match", "Not ranked yet: ranked after {count} matches", scheme.least
    )
    return words.format(count=scheme.least)


def _after(board: Board) -> str:
    day = night_day(board.rows, with_year=True)
    if not (board.season and board.nights):
        return day
    words = _("{day} (night {number} of {nights})")
    return words.format(day=day, number=board.nights_past, nights=board.nights)


def _row(row: Standing, scheme: Scheme) -> dict[str, Any]:
    figure, third = points(row.points) if scheme.aggregate == "sum" else (hundredths(row.points), "")
    return {
        "place": str(row.place or ""),
        "name": row.player.label,
        "guest": row.player.is_guest,
        "nights": str(row.nights),
        "wins": str(row.wins),
        "losses": str(row.losses),
        "points": figure,
        "third": third,
    }


def points(value: int) -> tuple[str, str]:
    """Return hundredths as they are printed: the number, and the fraction of a shared place, which is set separately
    because no font has it.

    >>> points(5066), points(-33), points(450)
    (('50', '2/3'), ('−', '1/3'), ('4.5', ''))
    """
    text = hundredths(value)
    third = THIRDS.get(abs(value) % 100, "")
    if not third:
        return text, ""
    whole = text[:-3]
    return (whole.removesuffix("0") if whole.lstrip(LEFT_TO_RIGHT + MINUS) == "0" else whole), third


def _scheme(words: SchemeWords) -> list[str]:
    return [" ".join(filter(None, (figures_in_words(words), *words.notes)))]


def _level(rows: Sequence[Standing], scheme: Scheme) -> list[str]:
    """Return how ties are broken, if the scheme says so, and that they were not, if a place is shared."""
    questions = _(", then ").join(words[:1].lower() + words[1:].rstrip("?.") for words in tie_breaks(scheme))
    shared = [place for place, many in Counter(row.place for row in rows if row.place).items() if many > 1]
    return [
        *([_("Level on points: {questions}.").format(questions=questions)] if questions else []),
        *([_("The same place twice: level on every tie-break.")] if shared else []),
    ]


SIZES: Sequence[Paper | Poster] = [*get_args(Paper), *get_args(Poster)]


def standings_answer(request: HttpRequest, club: Club, season: str, game: str) -> HttpResponseBase:
    """Return the PDF, or 304 for an unchanged file. One query, and two more if the race has to be drawn. Raises Http404
    if there is no such table.
    """
    paper = one_of(request, "paper", SIZES, usual_paper(request))
    try:
        board = read_existing(club, season, game, club_day())
    except NoTable as error:
        raise Http404(str(error)) from error
    document = printable(club, board, race_of(club, board))
    return conditional(request, (document, paper), lambda: sent(printed(STANDINGS, "filled", paper, document)))


# The standings as a picture for chats: who leads, who follows, and who climbed since the last night.


PICTURED = {
    "sum": gettext_lazy("points"),
    "average": gettext_lazy("points on average"),
    "percentage": gettext_lazy("percent"),
}
ROWS: Mapping[Shape, int] = {"wide": 6, "square": 14}


def standings_picture_answer(request: HttpRequest, club: Club, board: Board) -> HttpResponseBase:
    """Return a PNG in the shape that the query parameter `shape` names: wide or square. Raises BadRequest for any
    other.
    """
    data = standings_picture(club, board, one_of(request, "shape", SHAPES, "wide"))
    return conditional(request, ("picture", data), lambda: sent_picture(TEMPLATE, data, "standings"))


def standings_picture(club: Club, board: Board, shape: Shape) -> Mapping[str, Any]:
    """Return the input of `picture.typ`, with all texts reduced to what its fonts can show. Needs at least one ranked
    row.
    """
    ranked = [row for row in board.rows if row.place]
    first = [row for row in ranked if row.place == 1]
    moves, scheme = moves_of(club, board), scheme_in(club, board.season, board.game)
    data = {
        "shape": shape,
        "colour": club_colour(club),
        "title": _("{club}, standings").format(club=club.name),
        "club": club.name,
        "logo": picture_logo(club),
        "game": board.season.name if board.season else str(ALL_TIME),
        "day": _after_in_picture(board),
        "winner": listed([row.player.label for row in first]),
        "total": hundredths(first[0].points),
        "mark": "",
        "label": str(PICTURED[scheme.aggregate]),
        "rows": [_picture_row(row, moves, scheme) for row in ranked[len(first) :][: ROWS[shape]]],
        "callout": "",
        "words": climb(ranked, moves) or leaders(board.rows, scheme) or str(SHARED_LEAD),
        "facts": _ranked(len(ranked)),
    }
    return dict(each_text(careful, data))


def _ranked(count: int) -> str:
    words = ngettext("{count} player ranked", "{count} players ranked", count)
    return words.format(count=count) if count else _("nobody ranked yet")


def moves_of(club: Club, board: Board) -> Mapping[int, tuple[int, int]]:
    """Return, by player, the row (from 1) after the last night but one and after the last night; only players who had
    both.
    """
    places = places_of(club, board)
    if places is None or len(places.dates) < 2:
        return {}
    pairs = {runner.player: runner.places[-2:] for runner in places.runners}
    return {player: (was, now) for player, (was, now) in pairs.items() if was is not None and now is not None}


def move_words(move: tuple[int, int] | None) -> str:
    """Return `up 2`, `down 1`, or "" for no change.

    >>> move_words((5, 3)), move_words((1, 2)), move_words((4, 4)), move_words(None)
    ('up 2', 'down 1', '', '')
    """
    was, now = move or (0, 0)
    words = _("up {places}") if was > now else _("down {places}")
    return words.format(places=abs(was - now)) if was != now else ""


def _picture_row(row: Standing, moves: Mapping[int, tuple[int, int]], scheme: Scheme) -> dict[str, str]:
    return {
        "place": str(row.place),
        "name": row.player.label,
        "total": ranking_figure(row.points, scheme),
        "mark": "",
        "note": move_words(moves.get(row.player_id)),
    }


def climb(ranked: Sequence[Standing], moves: Mapping[int, tuple[int, int]]) -> str:
    """Return `Sam Kettle climbs from seventh to fifth.` for the player who climbed furthest, of several the highest; ""
    if nobody did.
    """
    climbs = {player: was - now for player, (was, now) in moves.items()}
    best = max(ranked, key=lambda row: climbs.get(row.player_id, 0))
    if climbs.get(best.player_id, 0) <= 0:
        return ""
    was, now = moves[best.player_id]
    words = _("{player} climbs from {place} to {other}.")
    return words.format(player=best.player.label, place=place_in_words(was), other=place_in_words(now))


def _after_in_picture(board: Board) -> str:
    """Return `Dirty Dog, after 10 of 14 nights`."""
    if not board.nights:
        return game_title(board.game)
    if not board.nights_past:
        return _("{game}, before the first night").format(game=game_title(board.game))
    words = ngettext("{game}, after {past} of {count} night", "{game}, after {past} of {count} nights", board.nights)
    return words.format(game=game_title(board.game), past=board.nights_past, count=board.nights)
