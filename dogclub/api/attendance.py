"""Endpoints for who comes to a night and who is there, and for the draw that gives them their tables."""

from typing import Annotated, Any, Literal

from django.db import transaction
from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.calendar.answers import answers_of, give_answer, own_player, why_over
from clubs.calendar.nights import Refused, check_open
from clubs.models import Club, Night, Player, Role
from clubs.models.calendar import LONGEST_GUESTS, LONGEST_NOTE
from clubs.names import tidy_name
from dogclub.api.answers import answer_json, coming_json
from dogclub.api.http.endpoint import created, endpoint
from dogclub.api.http.etags import ANSWERS_OF_NIGHT, ATTENDANCES_OF_NIGHT, ONE_NIGHT, PLAYERS, answer, of_club
from dogclub.api.http.messages import Count, Key, Line, Moment, read_as, take_turn
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.nights import find, whole
from dogclub.api.openapi import nights as words
from dogclub.api.openapi.operation import described
from games.base.form_parsing import named
from games.base.names import sitting
from games.base.table_game import Unreadable
from games.registry import TABLE_GAMES
from leagues.attendance.strip import attendance_tiles
from leagues.attendance.taps import set_state, welcome
from leagues.draw.deal import deal, dealt_before
from leagues.draw.setup_form import SetupForm, read_setup_form
from leagues.draw.stored_draw import apply_tap, open_draw, with_stored
from leagues.playoffs.results import went_home
from scoring.dirty_dog.plan import LONGEST_PLAN


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest who is present and need not be a player of the club; `host` is the player who brought them."""

    name: Line
    host: Key | None = None


class Coming(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a player is present; `expected_at` is when a player who is late will arrive."""

    state: Literal["here", "late", "away", "left"]
    expected_at: Moment | None = None


class NewAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you come to a night; `guests` are the names of those you bring."""

    answer: Literal["yes", "maybe", "no"]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE)] = ""
    arrives_after: Annotated[
        Literal[0, 15, 30, 45, 60, 90, 120], Meta(description="Minutes after the start when you come")
    ] = 0
    guests: Annotated[list[Annotated[str, Meta(min_length=1, max_length=LONGEST_GUESTS)]], Meta(max_length=4)] = []


@described(PUT=words.SAY_WHO_IS_HERE)
@endpoint("PUT")
def attendance(request: Request, slug: str, pk: int, player: int) -> Response:
    """Set the attendance of a player, as on the page; idempotent."""
    access = club_access(plain(request), slug, Role.SCOREKEEPER)
    coming = read_as(request, Coming)
    with transaction.atomic():
        take_turn(access.club)
        night, who = find(access.club, pk), get_object_or_404(access.club.players, pk=player, former=None)
        try:
            check_open(night)
            set_state(night, who, coming.state, coming.expected_at)
            if coming.state == "left":
                went_home(night, who, access.user)
        except Refused as refused:
            raise Problem("refused", str(refused)) from refused
        return Response(_attendance_json(night, who))


def _attendance_json(night: Night, who: Player) -> dict[str, Any]:
    row = night.attendances.get(player=who)
    seat = sitting(night).get(who.pk)
    return coming_json(night, who, row, seat[1] if seat else None)


# Endpoints for the answers of members to a night.


@described(GET=words.READ_ANSWERS)
@endpoint("GET")
def answers(request: Request, slug: str, pk: int) -> Response:
    """List the answers, for members only, since these include notes and guests."""
    access = club_access(plain(request), slug)
    edition = of_club(access, ONE_NIGHT, ANSWERS_OF_NIGHT, ATTENDANCES_OF_NIGHT, PLAYERS, row=pk)
    return answer(request, edition, lambda: _json(find(access.club, pk)))


@described(PUT=words.ANSWER)
@endpoint("PUT")
def my_answer(request: Request, slug: str, pk: int) -> Response:
    """Answer for the user's own player, as on the page of answers."""
    access = club_access(plain(request), slug)
    new = read_as(request, NewAnswer)
    with transaction.atomic():
        take_turn(access.club)
        night, guests = find(access.club, pk), _guests(new)
        try:
            player = own_player(access.club, access.player_id)
            row = give_answer(night, player, new.answer, new.note, guests, new.arrives_after)
        except Refused as refused:
            raise Problem("refused", str(refused)) from refused
        return Response(answer_json(row, answers_of(night)))


def _json(night: Night) -> dict[str, Any]:
    found = answers_of(night)
    rows = [answer_json(row, found) for row in found.all]
    return {
        "places": night.places,
        "taken": found.taken,
        "closes_at": night.answers_close_at,
        "closed": why_over(night),
        "answers": rows,
    }


def _guests(new: NewAnswer) -> str:
    if any("," in name for name in new.guests):
        raise Problem("invalid", _("The name of a guest has no comma."), field="guests")
    return ", ".join(new.guests)


# The endpoint to add a guest to a night, with their host.


@described(POST=words.BRING_GUEST)
@endpoint("POST")
def guests(request: Request, slug: str, pk: int) -> Response:
    """A name that a player of the club has marks that player as here; any other creates a guest."""
    access = club_access(plain(request), slug, Role.SCOREKEEPER)
    new = read_as(request, NewGuest)
    with transaction.atomic():
        take_turn(access.club)
        night = find(access.club, pk)
        host = _host(access.club, new.host)
        try:
            check_open(night)
            guest = named(access.club, tidy_name(new.name))
        except Refused as refused:
            raise Problem("refused", str(refused)) from refused
        except Unreadable as error:
            raise Problem("invalid", error.message, field="name") from error
        welcome(night, guest, host)
        row = night.attendances.get(player=guest)
    return created(request, coming_json(night, guest, row, None), "api-night", slug, night.pk)


def _host(club: Club, key: int | None) -> Player | None:
    if key is None:
        return None
    host = club.players.filter(pk=key, former=None).first()
    if host is None:
        raise Problem("invalid", _("The host is a player of the club."), field="host")
    return host


# Endpoints for the draw of a night: draw, draw again with a reason, deal. They use the page's form and rules.


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
