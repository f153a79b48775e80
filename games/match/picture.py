"""The result of a match as a picture, wide or square, to share in a chat."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, get_args

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.branding.logo import logo_of
from clubs.club_day import club_day
from clubs.language.locales import comma_separated, date_format, minus
from clubs.models import Club
from clubs.web.responses import conditional
from games.base.display import CallOutLine, Finish
from games.base.wording import game_name, numbered_first
from games.entries.match_state import MatchState, load
from games.match.printing import document_of, one_of
from games.models import Match
from games.registry import table_game
from games.sheets.layout_words import listed
from games.sheets.pdf import careful, each_text, file_name
from games.sheets.typst import LAYOUTS, drawn
from games.table.places import places

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
