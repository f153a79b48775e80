"""Responses with the printed sheet of a match, filled or blank, and with its result as a picture."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, get_args

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from clubs.access import Access, club_view
from clubs.branding import letterhead, logo_of
from clubs.language.locales import comma_separated, date_format, minus
from clubs.language.terms import name_of
from clubs.links.tokens import public_url
from clubs.models import Club
from clubs.models.calendar import club_day
from clubs.responses import conditional
from games.access import MatchAccess, match_view
from games.base.display import CallOutLine, Finish
from games.base.house_rules import usual_label, usual_rules
from games.base.table_game import TableGame
from games.base.wording import game_name, numbered_first, substitutes_in_words, table_of
from games.confirmation import in_brief
from games.consequences.league import league
from games.entries.match_state import MatchState, load
from games.models import Match
from games.paper.geometry import sheet_number
from games.registry import TABLE_GAMES, table_game
from games.sheets.document import Document, Labels, Print, document
from games.sheets.layout_words import listed
from games.sheets.typst import LAYOUTS, Fill, Paper, Printed, careful, drawn, each_text, file_name, printed
from games.table.finish import places
from scoring import ENGINES
from scoring.base import Engine
from scoring.records import options_from_json, sheet_for_paper

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


# The result of a match as a picture, wide or square, to share in a chat.


Shape = Literal["wide", "square"]
SHAPES: tuple[Shape, ...] = get_args(Shape)
TEMPLATE = LAYOUTS / "picture.typ"
OWN_COLOUR = "#00693e"


def club_colour(club: Club) -> str:
    """The colour of the band, and of the box and circle that replace a missing logo, as `#rrggbb`."""
    return club.light_colour or OWN_COLOUR


def picture_logo(club: Club) -> list[int]:
    """The bytes of the logo as a PNG; empty if the club has none."""
    return list(logo_of(club) or b"")


def match_picture_answer(request: HttpRequest, match: Match) -> HttpResponseBase:
    """Respond with a PNG; the query's `shape` is wide or square.

    Raises BadRequest for any other shape, and Http404 before the match is final.
    """
    shape = one_of(request, "shape", SHAPES, "wide")
    if match.finished_at is None:
        raise Http404(_("Only a finished match has a picture."))
    state = load(match).public
    depends = ("picture", match.pk, match.version, match.club.branding, state.names, shape)
    return conditional(request, depends, lambda: _sent(state, shape))


def _sent(state: MatchState, shape: Shape) -> HttpResponse:
    name = file_name("filled", document_of(state, "", {})).removesuffix(".pdf")
    return sent_picture(TEMPLATE, picture(state, shape), name)


def sent_picture(template: Path, data: Mapping[str, Any], name: str) -> HttpResponse:
    """Render the data as a PNG response; the file name ends in the data's `shape`."""
    response = HttpResponse(drawn(template, data), content_type="image/png")
    response["Content-Disposition"] = f'inline; filename="{name}-{data["shape"]}.png"'
    return response


def picture(state: MatchState, shape: Shape) -> Mapping[str, Any]:
    """The data for `picture.typ`, every text reduced to characters of its fonts.

    The sentence is the last call-out about somebody being overtaken, else why the match ended so, else the standings.
    """
    game = table_game(state.match.game)
    finish = game.finish(state)
    order = places(state, finish)
    display = game.display
    callout = next((each for each in display.callouts(state) if each.term in display.passing), None)
    match = state.match
    seats = len(state.seats)
    players = ngettext("{count} player", "{count} players", seats).format(count=seats)
    data = {
        "shape": shape,
        "colour": club_colour(match.club),
        "title": f"{match.club.name}, {game_name(match)}",
        "club": match.club.name,
        "logo": picture_logo(match.club),
        "game": game_name(match),
        "day": date_format(club_day(match.started_at), "l j F Y"),
        "winner": listed([place.name for place in order.first]) if order.first else _("No winner"),
        "total": minus(order.first[0].total) if order.first else "",
        "mark": "top",
        "label": _label(state, finish) or (order.label if order.first else ""),
        "rows": [
            {
                "place": place.place.removesuffix("="),
                "name": place.name,
                "total": minus(place.total),
                "mark": place.mark,
                "note": "",
            }
            for place in order.others
        ],
        "callout": callout.label if callout else "",
        "words": _passed(callout, display.round_word) if callout else " ".join(finish.why) or display.standing(state),
        "facts": f"{players}, {display.state(state).removeprefix('over after ')}",
    }
    return dict(each_text(careful, data))


def _passed(callout: CallOutLine, round_word: str) -> str:
    """`Hand 18: Wilhelmina, passed by Núria.`"""
    words = callout.words.removesuffix(".")
    return _("{round}: {words}.").format(round=numbered_first(round_word, callout.at), words=words)


def _label(state: MatchState, finish: Finish) -> str:
    """`Winner, by 3`, `Winner, by a tie-break`; "" where nobody has won."""
    sheet = state.sheet
    if not sheet.winners:
        return ""
    best = sheet.totals[sheet.winners[0]]
    is_level = any(total == best for seat, total in sheet.totals.items() if seat not in sheet.winners)
    if len(sheet.winners) > 1:
        return _("Winners, level")
    return comma_separated((_("Winner"), _("by a tie-break") if is_level else finish.margin))


# Blank sheets: by game and number of players, without names.


def blank(game: Engine[Any], seats: int, options: Any = None, **labels: Any) -> Document:
    """The document of a blank sheet by today's rules, with `options` where they are not the usual ones; `labels` are
    those of the club, where there is one.
    """
    names = [str(seat + 1) for seat in range(seats)]
    sheet = sheet_for_paper(game, game.start(seats, game.options() if options is None else options), names)
    return document(sheet, Labels(title=name_of(game), rules=game.version, **labels))


# Pages for printed score sheets: those of a match, and blank ones.


SMALL_TABLE = 5


@require_safe
@match_view("watch")
def sheet_pdf(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    return sheet_answer(request, match)


@require_safe
@club_view(spectators=True)
def paper(request: HttpRequest, club: Club, access: Access) -> HttpResponse:
    """Links to blank sheets by game and number of players, for playing without devices."""
    tables = [(each, usual_label(club, each), list(range(*_sizes(each.engine)))) for each in TABLE_GAMES if each.prints]
    return render(request, "games/sheets/paper.html", {"access": access, "here": "more", "tables": tables})


def _sizes(game: Engine[Any]) -> tuple[int, int]:
    """The range of players offered: from three on, if the game allows more than five."""
    least, most = game.seats
    return max(least, 3) if most > SMALL_TABLE else least, most + 1


@require_safe
@club_view(spectators=True)
def blank_pdf(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    game, seats = _table(request)
    options = options_from_json(game, usual_rules(club, game.key) or {})
    layout, sheet_paper = requested_layout(request, table_game(game.key), options), requested_paper(request)
    trophies = league().prize_names(club.pk, game.key)
    depends = (club.branding, trophies, game.key, seats, layout.key, sheet_paper, options)
    prizes = {f"{rule}_trophy": name for rule, name in trophies.items()}
    return conditional(
        request,
        depends,
        lambda: sent(printed(layout, "blank", sheet_paper, _blank(club, game, seats, options, prizes))),
    )


def _table(request: HttpRequest) -> tuple[Engine[Any], int]:
    key, players = request.GET.get("game", ENGINES[0].key), request.GET.get("players", "")
    game = next((game for game in ENGINES if game.key == key), None)
    if game is None or players not in map(str, range(game.seats[0], game.seats[1] + 1)):
        raise BadRequest(_("Choose the game and the number of players."))
    return game, int(players)


def _blank(club: Club, game: Engine[Any], seats: int, options: Any, prizes: Mapping[str, Any]) -> Document:
    return blank(game, seats, options, club=club.name, **letterhead(club), **prizes)
