"""A table as a PDF, for its page and for programs."""

from collections.abc import Sequence
from typing import get_args

from django.http import Http404, HttpRequest, HttpResponseBase

from clubs.club_day import club_day
from clubs.conditional import conditional
from clubs.models import Club
from games.match.printing import one_of, sent, usual_paper
from games.sheets.pdf import Paper, Poster, printed
from leagues.standings.print_sheet import STANDINGS, printable
from leagues.standings.queries import read
from leagues.standings.race import race_of

SIZES: Sequence[Paper | Poster] = [*get_args(Paper), *get_args(Poster)]


def standings_answer(request: HttpRequest, club: Club, season: str, game: str) -> HttpResponseBase:
    """One query, and two more where its race is drawn anew; an unchanged file is answered with 304."""
    board, paper = read(club, season, game, club_day()), one_of(request, "paper", SIZES, usual_paper(request))
    if board is None:
        raise Http404("There is no such table, or nobody stands in it yet.")
    document = printable(club, board, race_of(club, board))
    return conditional(request, (document, paper), lambda: sent(printed(STANDINGS, "filled", paper, document)))
