"""Endpoints for the user's clubs and the games, and for a club's settings, terms, look and emails."""

from http import HTTPStatus
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.decorators import renderer_classes
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, SignInFirst, access_of, account, club_access, key_of, with_role, with_spectator
from clubs.branding import LIMITS, BrandingForm, Logo, keep_logo, logo_of, read_logo
from clubs.contrast import Shade, dark, light
from clubs.models import Club, Confirm, Role, Scope
from clubs.pictures.reading import HOUR, PictureRefused, may_read
from clubs.settings.forms import SETTINGS, SettingsForm
from clubs.time_zone import follow_club
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import Png, endpoint
from dogclub.api.http.etags import (
    TROPHIES,
    Edition,
    answer,
    answer_file,
    answer_read,
    check_match,
    of_club,
    written,
)
from dogclub.api.http.messages import (
    BrandingChange,
    RulesChange,
    SettingsChange,
    TermsChange,
    changes,
    check,
    read_as,
    take_turn,
)
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.http.upload import PICTURE_TOO_LARGE, picture_problem, uploaded_file
from dogclub.api.openapi import branding as branding_words
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described
from games.base import house_rules
from games.base.table_game import TableGame
from games.registry import TABLE_GAMES
from leagues.terms import TermsForm, kinds
from scoring import ENGINES
from scoring.base import Engine

# Endpoints for the user's clubs and for the games.


@described(GET=people.LIST_CLUBS)
@endpoint("GET", reads=Scope.TONIGHT)
def clubs(request: Request) -> Response:
    """List the clubs of the user, or the one of a club's key."""
    user, key = account(plain(request)), key_of(plain(request))

    def to_json(row: Any) -> dict[str, Any]:
        return club_json(access_of(row, row, user, key))

    return answer_read(request, page(request, _mine(request), "slug", to_json, "clubs"))


def _mine(request: Request) -> QuerySet[Any]:
    user, key = account(plain(request)), key_of(plain(request))
    if user is None and key is None:
        raise SignInFirst
    rows = Club.objects.filter(pk=key.club_id) if key and key.club_id else Club.objects.filter(memberships__user=user)
    return with_spectator(with_role(rows.filter(deletes_at=None), user.pk if user else None), ())


@described(GET=people.READ_CLUB)
@endpoint("GET", reads=Scope.TONIGHT)
def club(request: Request, slug: str) -> Response:
    """Read a club, and what the key may do in it."""
    return answer_read(request, club_json(club_access(plain(request), slug, spectators=True)))


def club_json(access: Access) -> dict[str, Any]:
    return shaped(
        people.CLUB,
        access.club,
        role=access.role.name.lower() if access.role else None,
        can_record=access.can_record,
        can_organise=access.can_organise,
        url=access.club.get_absolute_url(),
    )


@described(GET=people.LIST_GAMES)
@endpoint("GET", anybody=True)
def games(request: Request) -> Response:
    """List the games."""
    return answer_read(request, {"games": [_game(each) for each in ENGINES]})


def _game(game: Engine[Any]) -> dict[str, Any]:
    least, most = game.seats
    return shaped(people.GAME, game, least=least, most=most, rule_version=game.version, entries=list(game.entries))


# The endpoint for the settings of a club: ranking, lateness, confirming, access and corrections.


COMMENTS = "has_comments"  # not in the settings form, since it has a page of its own
CONFIRM = {"nobody": Confirm.NOBODY, "opponent": Confirm.OPPONENT, "every-seat": Confirm.EVERY_SEAT}


@described(GET=people.READ_SETTINGS, PATCH=people.CHANGE_SETTINGS)
@endpoint("GET", "PATCH", reads=Scope.ORGANISE, writes=Scope.ORGANISE)
def club_settings(request: Request, slug: str) -> Response:
    """Read by organisers, changed by owners."""
    if request.method == "PATCH":
        return _change_settings(request, club_access(plain(request), slug, Role.OWNER))
    access = club_access(plain(request), slug, Role.ORGANISER)
    return answer(request, _edition_of_settings(access), lambda: settings_json(access.club))


def _edition_of_settings(access: Access) -> Edition:
    return of_club(access, **{name: getattr(access.club, name) for name in (*SETTINGS, COMMENTS)})


@transaction.atomic
def _change_settings(request: Request, access: Access) -> Response:
    changed = changes(read_as(request, SettingsChange))
    take_turn(access.club)
    access.club.refresh_from_db()
    check_match(request, _edition_of_settings(access))
    was = {name: getattr(access.club, name) for name in SETTINGS}
    if "confirm" in changed:
        changed["confirm"] = CONFIRM[changed["confirm"]]
    form = SettingsForm({**was, **changed}, initial=was)
    check(form)
    form.save(access.club)
    if COMMENTS in changed:
        access.club.has_comments = changed[COMMENTS]
        access.club.save(update_fields=[COMMENTS])
    return written(request, _edition_of_settings(access), settings_json(access.club))


def settings_json(club: Club) -> dict[str, Any]:
    confirm = next(name for name, value in CONFIRM.items() if value == club.confirm)
    return shaped(people.SETTINGS, club, confirm=confirm)


# The endpoint for a club's own words for terms of the games.


@described(GET=branding_words.READ_TERMS, PATCH=branding_words.CHANGE_TERMS)
@endpoint("GET", "PATCH", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
def club_terms(request: Request, slug: str) -> Response:
    """Read by everyone who may see the club, changed by organisers."""
    if request.method == "PATCH":
        return _change_terms(request, club_access(plain(request), slug, Role.ORGANISER))
    access = club_access(plain(request), slug, spectators=True)
    return answer(request, _edition_of_terms(access), lambda: terms_json(access.club))


@transaction.atomic
def _change_terms(request: Request, access: Access) -> Response:
    names = read_as(request, TermsChange).names
    take_turn(access.club)
    access.club.refresh_from_db()
    check_match(request, _edition_of_terms(access))
    own = {each.code: each.own for kind in kinds(access.club) for each in kind.terms}
    for code in names:
        if code not in own:
            raise Problem("invalid", _("“{code}” is no term of this club.").format(code=code[:40]), field="names")
    form = TermsForm(own | names, club=access.club)
    check(form)
    form.save()
    return written(request, _edition_of_terms(access), terms_json(access.club))


def _edition_of_terms(access: Access) -> Edition:
    return of_club(access, TROPHIES)


def terms_json(club: Club) -> dict[str, Any]:
    return {
        "terms": [
            {"code": each.code, "kind": kind.key, "standard": each.usual, "name": each.own or each.usual}
            for kind in kinds(club)
            for each in kind.terms
        ]
    }


# The endpoint for the rules that a club plays by.


@described(
    GET=branding_words.READ_HOUSE_RULES, PUT=branding_words.CHANGE_HOUSE_RULES, DELETE=branding_words.FORGET_HOUSE_RULES
)
@endpoint("GET", "PUT", "DELETE", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
def club_house_rules(request: Request, slug: str, game: str) -> Response:
    """Read by everyone who may see the club, changed by organisers."""
    table_game = next((each for each in TABLE_GAMES if each.key == game and each.kept), None)
    if table_game is None:
        raise Http404
    if request.method == "PUT":
        return _change_house_rules(request, club_access(plain(request), slug, Role.ORGANISER), table_game)
    if request.method == "DELETE":
        return _forget_house_rules(club_access(plain(request), slug, Role.ORGANISER), table_game)
    access = club_access(plain(request), slug, spectators=True)
    return answer(request, _edition_of_house_rules(access), lambda: house_rules_json(access, table_game))


@transaction.atomic
def _change_house_rules(request: Request, access: Access, game: TableGame) -> Response:
    options = house_rules.read(game, read_as(request, RulesChange).options)
    take_turn(access.club)
    access.club.refresh_from_db()
    check_match(request, _edition_of_house_rules(access))
    house_rules.agree(access.club, game, options, access.user)
    follow_club(access.club)
    return written(request, _edition_of_house_rules(access), house_rules_json(access, game))


@transaction.atomic
def _forget_house_rules(access: Access, game: TableGame) -> Response:
    take_turn(access.club)
    access.club.refresh_from_db()
    house_rules.forget(access.club, game, access.user)
    return Response(status=HTTPStatus.NO_CONTENT)


def _edition_of_house_rules(access: Access) -> Edition:
    return of_club(access, house_rules=access.club.house_rules)


def house_rules_json(access: Access, game: TableGame) -> dict[str, Any]:
    known = house_rules.agreed(access.club, game.key)
    changes = house_rules.changes(game, known) if access.can_organise else []
    return {
        "game": game.key,
        "number": known.now if known else None,
        "rules": [
            {"number": number, "label": label, "options": options}
            for number, label, options in house_rules.numbered(game, known)
        ],
        "changes": [shaped(branding_words.RULES_SAVED, each, by=each.name or None) for each in changes],
    }


# Endpoints for a club's name, logo and colour.


@described(GET=branding_words.READ_BRANDING, PATCH=branding_words.CHANGE_BRANDING)
@endpoint("GET", "PATCH", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
def branding(request: Request, slug: str) -> Response:
    """Read by everyone who may see the club, changed by organisers."""
    if request.method == "PATCH":
        return _change_branding(request, club_access(plain(request), slug, Role.ORGANISER))
    access = club_access(plain(request), slug, spectators=True)
    return answer(request, _edition_of_branding(access), lambda: branding_json(access.club))


@transaction.atomic
def _change_branding(request: Request, access: Access) -> Response:
    changed = changes(read_as(request, BrandingChange))
    take_turn(access.club)
    access.club.refresh_from_db()
    check_match(request, _edition_of_branding(access))
    form = BrandingForm(
        {"name": access.club.name, "colour": access.club.colour, "photos": access.club.photos, **changed}
    )
    check(form)
    form.save(access.club)
    return written(request, _edition_of_branding(access), branding_json(access.club))


@described(GET=branding_words.READ_LOGO, PUT=branding_words.CHANGE_LOGO, DELETE=branding_words.REMOVE_LOGO)
@endpoint("GET", "PUT", "DELETE", reads=Scope.TONIGHT, writes=Scope.ORGANISE)
@renderer_classes([Png])
def logo(request: Request, slug: str) -> HttpResponseBase:
    """The logo as a re-encoded PNG, never the uploaded file."""
    if request.method == "GET" or request.method == "HEAD":
        access = club_access(plain(request), slug, spectators=True)
        return answer_file(request, _edition_of_branding(access), lambda: _picture(access.club))
    access = club_access(plain(request), slug, Role.ORGANISER)
    new = _handed_in(request, access) if request.method == "PUT" else None
    with transaction.atomic():
        take_turn(access.club)
        keep_logo(access.club, new)
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def _handed_in(request: Request, access: Access) -> Logo:
    if not may_read(plain(request), access):
        raise Throttled(HOUR)
    try:
        with uploaded_file(request, LIMITS.most_bytes, PICTURE_TOO_LARGE) as file:
            return read_logo(file, file.size or 0)
    except PictureRefused as reason:
        raise picture_problem(reason) from reason


def _picture(club: Club) -> HttpResponse:
    content = logo_of(club)
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/png")


def _edition_of_branding(access: Access) -> Edition:
    return of_club(access, branding=access.club.branding, photos=access.club.photos)


def branding_json(club: Club) -> dict[str, Any]:
    shades = {theme: _shade(shade(club.colour)) if club.colour else None for theme, shade in SHADES.items()}
    return shaped(branding_words.BRANDING, club, **shades, logo=club.logo_url or None)


SHADES = {"light": light, "dark": dark}


def _shade(shade: Shade) -> dict[str, Any]:
    return shaped(branding_words.SHADE, shade)
