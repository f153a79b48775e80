"""Responses with the printed sheet of a match: layout, paper size, filled or blank."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from clubs.branding.logo import letterhead
from clubs.club_day import club_day
from clubs.language.locales import date_format
from clubs.links.tokens import public_url
from clubs.web.responses import conditional
from games.base.substitutes import substitutes_in_words
from games.base.table_game import TableGame
from games.base.wording import game_name, table_of
from games.confirmation.wording import in_brief
from games.consequences.league import league
from games.entries.match_state import MatchState, load
from games.models import Match
from games.paper.geometry import sheet_number
from games.registry import table_game
from games.sheets.document import Document, Labels, Print, document
from games.sheets.pdf import Fill, Paper, Printed, printed
from scoring.records import sheet_for_paper

# The document of a match's printed sheet.


def usual(game: TableGame, options: Any) -> Print | None:
    """The first printed sheet of a game that suits the options; None if there is none."""
    return next((each for each in game.prints if each.suits(options)), None)


def document_of(state: MatchState, link: str, trophies: Mapping[str, str]) -> Document:
    """The sheet as everybody may read it; `trophies` are names by rule, as of `League.prizes`."""
    match = state.match
    day, word = club_day(match.started_at), table_game(match.game).display.round_word
    labels = Labels(
        title=game_name(match),
        club=match.club.name,
        **letterhead(match.club),
        night=date_format(day, "j F Y"),
        date=day.isoformat(),
        table=match.table if match.table.isdigit() else table_of(match),
        link=link,
        version=match.version,
        rules=match.rule_version,
        sheet_number=sheet_number(day, [seat.player_id for seat in state.seats]),
        confirmed=" ".join([*substitutes_in_words(state, word), *filter(None, [in_brief(state)])]),
        **{f"{rule}_trophy": name for rule, name in trophies.items()},
        printed_at=written(state),
        short={seat.player.label: seat.player.nickname for seat in state.seats if seat.player.nickname},
    )
    return document(sheet_for_paper(state.engine, state.public.sheet, state.names), labels)


def written(state: MatchState) -> int:
    """When the last entry was received, as Unix time in seconds; when the match started, if there is none."""
    return int((state.history[-1].received_at if state.history else state.match.started_at).timestamp())


Word = TypeVar("Word", bound=str)
FILLS: Sequence[Fill] = get_args(Fill)
PAPERS: Sequence[Paper] = get_args(Paper)
LETTER_COUNTRIES = ("US", "CA", "MX", "PR", "PH", "CO", "CL", "CR", "GT", "SV", "NI", "PA", "VE", "DO")


def requested_layout(request: HttpRequest, game: TableGame, options: Any) -> Print:
    """The sheet that the query's `layout` names, else the first that suits the options. Raises Http404, BadRequest."""
    first = usual(game, options)
    if first is None:
        raise Http404(_("{game} has no printed sheet.").format(game=game.name))
    key = one_of(request, "layout", [sheet.key for sheet in game.prints], first.key)
    return next(sheet for sheet in game.prints if sheet.key == key)


def requested_paper(request: HttpRequest) -> Paper:
    """The paper size of the query, else the usual one of the reader's country. Raises BadRequest."""
    return one_of(request, "paper", PAPERS, usual_paper(request))


def usual_paper(request: HttpRequest) -> Paper:
    """Letter if the browser's first language is of a country that uses it (`en-US`, `es-MX`), else A4."""
    first = request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip()
    return "letter" if first.rpartition("-")[2].upper() in LETTER_COUNTRIES and "-" in first else "a4"


def one_of(request: HttpRequest, key: str, words: Sequence[Word], default: Word) -> Word:
    """The value of a query parameter, which has to be one of `words`. Raises BadRequest."""
    value = request.GET.get(key, default)
    for word in words:
        if word == value:
            return word
    raise BadRequest(f"“{key}” is one of {', '.join(words)}.")


def sent(sheet: Printed) -> HttpResponse:
    """The response with a printed sheet, shown inline."""
    response = HttpResponse(sheet.content, content_type=sheet.content_type)
    response["Content-Disposition"] = f'inline; filename="{sheet.file_name}"'
    return response


def sheet_answer(request: HttpRequest, match: Match, link: str = "") -> HttpResponseBase:
    """Respond with the sheet that the query asks for by `fill`, `paper` and `layout`. Raises BadRequest for other
    values.

    `link` is the URL printed on it, by default that of the match page.
    """
    fill, paper = one_of(request, "fill", FILLS, "filled"), requested_paper(request)
    state, trophies = load(match), league().prizes(match)
    layout = requested_layout(request, table_game(match.game), state.options)
    link = link or public_url(request, match.get_absolute_url())
    depends = (match.pk, match.version, match.club.branding, state.names, trophies, layout.key, fill, paper, link)
    return conditional(request, depends, lambda: sent(printed(layout, fill, paper, document_of(state, link, trophies))))
