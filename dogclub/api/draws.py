"""Endpoints for the draw of a night: draw, draw again with a reason, deal. They use the page's form and rules."""

from typing import Annotated, Literal

from django.db import transaction
from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.nights import Refused, check_open
from clubs.models import Night, Player, Role
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.messages import Count, Key, read_as, take_turn
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights import find, whole
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described
from games.base.table_game import Unreadable
from games.registry import TABLE_GAMES
from leagues.attendance.strip import attendance_tiles
from leagues.draw.deal import deal, dealt_before
from leagues.draw.setup_form import SetupForm, read_setup_form
from leagues.draw.stored_draw import apply_tap, open_draw, with_stored
from scoring.dirty_dog.plan import LONGEST_PLAN


class NewDraw(Struct, frozen=True, forbid_unknown_fields=True):
    """Draws seats for everyone present. If a draw exists, `reason` says why it is repeated."""

    game: Annotated[str, Meta(min_length=1, max_length=30)]
    how: Annotated[
        Literal["random", "met", "spread", "rating"],
        Meta(description="met: have met least this season; spread: level tables; rating: best together"),
    ] = "random"
    tables: Annotated[Annotated[int, Meta(ge=1, le=60)] | None, Meta(description="Fewest, unless told")] = None
    reason: Annotated[str, Meta(max_length=300)] = ""


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """The draw that was seen, by its id and version, and the choices of each table."""

    draw: Key
    version: Count
    first_jacks: Annotated[list[Key], Meta(max_length=60, description="Who deals first, one a table")] = []
    advance: Annotated[Annotated[int, Meta(ge=1, le=30)] | None, Meta(description="How many of a group go up")] = None
    apart: Annotated[bool, Meta(description="Tables apart, and no play-off")] = False
    crowd: Annotated[bool, Meta(description="Everybody agrees to an eleventh player at one table")] = False
    plan: Annotated[str, Meta(max_length=10, description="The largest hand")] = ""
    hands: Annotated[
        Annotated[int, Meta(ge=1, le=LONGEST_PLAN)] | None,
        Meta(description="How many hands each table plays; together with a plan, up to that largest hand"),
    ] = None


CHOSEN = ("tables", "advance", "plan", "hands")  # fields with a list of values


@described(POST=words.DRAW)
@endpoint("POST")
def draw(request: Request, slug: str, pk: int) -> Response:
    """Draw tables for all players who are here and not at a table, at random or by rating."""
    access = club_access(plain(request), slug, Role.SCOREKEEPER)
    with transaction.atomic():
        night = _night(access, pk)
        new = read_as(request, NewDraw)
        if new.game not in {game.key for game in TABLE_GAMES}:
            known = ", ".join(game.key for game in TABLE_GAMES)
            words = _("There is no game called {game} here. Choose one of these: {known}.")
            raise Problem("invalid", words.format(game=new.game, known=known), field="game")
        stored = open_draw(night)
        form = _form(do="draw", game=new.game, how=new.how, reason=new.reason, draw=str(stored.pk) if stored else "")
        form["tables"] = str(new.tables or "")
        try:
            apply_tap(_setup_form(night, form), access.user)
        except Unreadable as error:
            raise _refused(error) from error
        return created(request, whole(night), "api-night", slug, night.pk)


@described(POST=words.DEAL)
@endpoint("POST")
def deal_draw(request: Request, slug: str, pk: int) -> Response:
    """Start the matches of the open draw; idempotent."""
    access = club_access(plain(request), slug, Role.SCOREKEEPER)
    with transaction.atomic():
        night = _night(access, pk)
        wanted = read_as(request, Deal)
        form = _form(draw=str(wanted.draw), version=str(wanted.version))
        try:
            if not dealt_before(night, str(wanted.draw)):
                _deal(night, form, wanted, access)
        except Unreadable as error:
            raise _refused(error) from error
        return Response(whole(night))


def _deal(night: Night, form: QueryDict, wanted: Deal, access: Access) -> None:
    stored = open_draw(night)
    if stored:
        if not set(wanted.first_jacks or ()) <= set(stored.seated):
            raise Problem(
                "refused", _("Whoever got the first Jack sits at one of the tables drawn."), field="first_jacks"
            )
        stored.first_jacks = wanted.first_jacks or stored.first_jacks
        given = {"kind": "apart" if wanted.apart else "", "advance": str(wanted.advance or ""), "plan": wanted.plan}
        given["crowd"] = "1" if wanted.crowd else ""
        given["hands"] = str(wanted.hands or "")
        stored.answers = stored.answers | {key: [value] for key, value in given.items() if value}
        for field, values in stored.answers.items():
            form.setlist(field, values)
        if stored.version == wanted.version:
            stored.save(update_fields=["first_jacks", "answers"])
    deal(read_setup_form(night, _free(night), with_stored(form, stored), stored), access.user)


def _night(access: Access, pk: int) -> Night:
    take_turn(access.club)
    night = find(access.club, pk)
    try:
        check_open(night)
    except Refused as refused:
        raise Problem("refused", str(refused)) from refused
    return night


def _refused(error: Unreadable) -> Problem:
    if not error.field:
        return Problem("refused", error.message)
    return Problem("invalid" if error.field in CHOSEN else "refused", error.message, field=error.field)


def _form(**fields: str) -> QueryDict:
    form = QueryDict(mutable=True)
    form.update(fields)
    return form


def _setup_form(night: Night, form: QueryDict) -> SetupForm:
    """Return the form. For another game, or another number of tables, the request's values count and not the stored
    draw's.
    """
    stored = open_draw(night)
    return SetupForm(night, read_setup_form(night, [], form).table_game, _free(night), form, stored)


def _free(night: Night) -> list[Player]:
    return attendance_tiles(night, QueryDict()).free
