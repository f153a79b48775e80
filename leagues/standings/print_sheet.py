"""The standings in print, as a page or a poster, with the scheme, the date and the tie-breaks."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, get_args

from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubs.branding.logo import letterhead
from clubs.club_day import club_day
from clubs.language.figures import LEFT_TO_RIGHT, MINUS
from clubs.models import Club
from clubs.web.conditional import conditional
from games.charts.on_paper import drawn
from games.match.printing import one_of, sent, usual_paper
from games.sheets.document import Document, Labels, mark
from games.sheets.pdf import Paper, Poster, printed
from games.sheets.prints import Print
from games.sheets.typst import LAYOUTS
from leagues.models import Standing
from leagues.standings.queries import Board, read
from leagues.standings.race.points import Race, race_of
from leagues.standings.tables import scheme_in, scheme_of_each_game
from leagues.standings.wording import (
    ALL_TIME,
    SchemeWords,
    game_title,
    hundredths,
    night_day,
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
        "rows": [_row(row) for row in board.rows],
        "waiting": _waiting(board, scheme),
        "words": [
            *_scheme(scheme_words),
            *_level(board.rows, scheme),
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
    return {"game": f"standings-{board.game or 'all-games'}", "labels": asdict(labels), "standings": standings}


def _waiting(board: Board, scheme: Scheme) -> str:
    """Return the heading above the rows without a place."""
    if all(board.is_left_out(row) for row in board.rows if row.place is None):
        return _("Guests, not ranked")
    words = ngettext(
        "Not ranked yet: ranked after {count} match", "Not ranked yet: ranked after {count} matches", scheme.minimum
    )
    return words.format(count=scheme.minimum)


def _after(board: Board) -> str:
    day = night_day(board.rows)
    if not (board.season and board.nights):
        return day
    words = _("{day} (night {number} of {nights})")
    return words.format(day=day, number=board.nights_past, nights=board.nights)


def _row(row: Standing) -> dict[str, Any]:
    figure, third = points(row.points)
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
    figures = ", ".join(f"{figure} {what}" for what, figure in words.figures)
    return [" ".join(filter(None, (_("Points: {figures}.").format(figures=figures) if figures else "", *words.notes)))]


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
    board, paper = read(club, season, game, club_day()), one_of(request, "paper", SIZES, usual_paper(request))
    if board is None:
        raise Http404(_("There is no such table, or nobody stands in it yet."))
    document = printable(club, board, race_of(club, board))
    return conditional(request, (document, paper), lambda: sent(printed(STANDINGS, "filled", paper, document)))
