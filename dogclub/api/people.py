"""Endpoints for the people of a club: its players, members in bulk, and what the user is notified of."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from rest_framework.decorators import renderer_classes
from rest_framework.exceptions import Throttled
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import Access, club_access
from clubs.member_photos import (
    Crop,
    PhotosOff,
    SquarePhoto,
    check_on,
    content_of,
    put_photo,
    read_square,
    remove_photo,
    shows_photos,
)
from clubs.models import Club, Membership, Player, Role, Scope
from clubs.names import tidy_name
from clubs.pictures.reading import HOUR, PHOTO, PictureRefused, may_read
from clubs.players.forms import PlayerForm
from clubs.players.search import player_of
from clubs.queries import lock_club
from dogclub.api.answers import shaped
from dogclub.api.http.endpoint import Jpeg, created, endpoint
from dogclub.api.http.etags import (
    NAMES,
    NAMES_OF_PLAYER,
    ONE_PLAYER,
    PLAYERS,
    Edition,
    answer,
    answer_file,
    answer_read,
    check_match,
    of_club,
    of_facts,
    tag_of,
    written,
)
from dogclub.api.http.messages import (
    EmailChange,
    NewMembers,
    NewPlayer,
    NotificationChange,
    PlayerChange,
    changes,
    check,
    read_as,
    read_nothing,
    take_turn,
)
from dogclub.api.http.paging import page
from dogclub.api.http.problems import Problem
from dogclub.api.http.session import plain
from dogclub.api.http.upload import PICTURE_TOO_LARGE, picture_problem, uploaded_file
from dogclub.api.openapi import people
from dogclub.api.openapi.operation import described
from dogclub.models import EmailSettings, PushDevice, PushSettings
from dogclub.models.notify import Weekday
from dogclub.new_members.add import Answers, Line, Outcome, Person, add_members, preview
from dogclub.notify.push import devices
from dogclub.notify.reminders.email import WHY_REFUSED, settings_of

FORM_NAMES = {"is_guest": "guest"}


@described(GET=people.LIST_PLAYERS, POST=people.ADD_PLAYER)
@endpoint("GET", "POST")
def players(request: Request, slug: str) -> Response:
    """List all players (active, inactive and former ones, merged ones only as the player they became), or add one."""
    if request.method == "POST":
        return _add(request, club_access(plain(request), slug, Role.SCOREKEEPER))
    access = club_access(plain(request), slug, readers=True)
    rows = access.club.players.prefetch_related("former_names")
    edition = of_club(access, PLAYERS, NAMES)
    return answer(request, edition, lambda: page(request, rows, "pk", player_json_for(access), "players"))


@described(GET=people.READ_PLAYER, PATCH=people.CHANGE_PLAYER)
@endpoint("GET", "PATCH", writes=Scope.ORGANISE)
def player(request: Request, slug: str, pk: int) -> Response:
    """Read or change a player."""
    if request.method == "PATCH":
        return _change(request, club_access(plain(request), slug, Role.ORGANISER), pk)
    access = club_access(plain(request), slug, readers=True)
    return answer(
        request, _edition(access, pk), lambda: player_json_for(access)(get_object_or_404(access.club.players, pk=pk))
    )


def _edition(access: Access, pk: int) -> Edition:
    return of_club(access, ONE_PLAYER, NAMES_OF_PLAYER, row=pk)


@transaction.atomic
def _add(request: Request, access: Access) -> Response:
    new = read_as(request, NewPlayer)
    take_turn(access.club)
    form = PlayerForm(_filled(changes(new)), player=Player(club=access.club))
    check(form, FORM_NAMES)
    row = form.save()
    return created(request, player_json_for(access)(row), "api-player", access.club.slug, row.pk)


@transaction.atomic
def _change(request: Request, access: Access, pk: int) -> Response:
    changed = changes(read_as(request, PlayerChange))
    take_turn(access.club)
    row = player_of(access.club, pk)
    check_match(request, _edition(access, pk))
    if "resting" in changed:
        row.is_active = not changed.pop("resting")
    form = PlayerForm(_filled(changed, row), player=row)
    check(form, FORM_NAMES)
    return written(request, _edition(access, pk), player_json_for(access)(form.save()))


def _filled(values: dict[str, Any], row: Player | None = None) -> dict[str, Any]:
    """Return the data of the form: the row's values, overridden by `values`."""
    names = ("name", "nickname", "initials", "colour")
    was = {**{name: getattr(row, name) for name in names}, "guest": row.is_guest} if row else {}
    data = {**was, **values}
    return {**data, "is_guest": data.get("guest", False)}


def player_json_for(access: Access) -> Callable[[Player], dict[str, Any]]:
    """Return a function that converts players to JSON, with their photo only where `access` may see it."""
    slug, has_photos = access.club.slug, shows_photos(access)

    def player_json(player: Player) -> dict[str, Any]:
        called_before = [str(row) for row in player.former_names.all()]
        photo = reverse("api-member-photo", args=[slug, player.pk]) if has_photos and player.photo else None
        own = {"state": state(player), "guest": player.is_guest, "photo": photo, "called_before": called_before}
        return shaped(people.PLAYER, player, **own)

    return player_json


def state(player: Player) -> str:
    """Return "former", "plays" (active) or "rests"."""
    if player.is_former:
        return "former"
    return "plays" if player.is_active else "rests"


# The endpoint for a player's photo, which the member it shows uploads.


@described(GET=people.READ_MEMBER_PHOTO, PUT=people.PUT_MEMBER_PHOTO, DELETE=people.REMOVE_MEMBER_PHOTO)
@endpoint("GET", "PUT", "DELETE", reads=Scope.TONIGHT)
@renderer_classes([Jpeg, JSONRenderer])
def member_photo(request: Request, slug: str, pk: int) -> HttpResponseBase:
    """Read, upload or remove: members their own, organisers may remove any."""
    is_read = request.method in ("GET", "HEAD")
    access = club_access(plain(request), slug, spectators=True) if is_read else club_access(plain(request), slug)
    if is_read:
        if not shows_photos(access):
            raise Http404
        return answer_file(request, _edition_of_photo(access, pk), lambda: _picture(access, pk))
    get_object_or_404(access.club.players, pk=pk)
    if access.player_id != pk and not (request.method == "DELETE" and access.can_organise):
        raise PermissionDenied
    return _change_photo(request, access, pk)


def _change_photo(request: Request, access: Access, pk: int) -> Response:
    new = _handed_in(request, access) if request.method == "PUT" else None
    if new is None:
        read_nothing(request)
    with transaction.atomic():
        club = lock_club(access.club)
        player = get_object_or_404(club.players, pk=pk)
        check_match(request, _edition_of_photo(access, pk))
        if new:
            _check_on(club)
            put_photo(player, new)
        else:
            remove_photo(player)
        return Response(status=HTTPStatus.NO_CONTENT, headers={"ETag": tag_of(request, _edition_of_photo(access, pk))})


def _handed_in(request: Request, access: Access) -> SquarePhoto:
    _check_on(access.club)
    if not may_read(plain(request), access):
        raise Throttled(HOUR)
    try:
        with uploaded_file(request, PHOTO.most_bytes, PICTURE_TOO_LARGE) as file:
            return read_square(file, file.size or 0, Crop())
    except PictureRefused as reason:
        raise picture_problem(reason) from reason


def _check_on(club: Club) -> None:
    try:
        check_on(club)
    except PhotosOff as off:
        raise Problem("refused", str(off)) from off


def _picture(access: Access, pk: int) -> HttpResponse:
    key = Player.objects.filter(club=access.club, pk=pk).values_list("photo", flat=True).first()
    content = content_of(pk, access.club.pk, key or "", "large")
    if content is None:
        raise Http404
    return HttpResponse(content, content_type="image/jpeg")


def _edition_of_photo(access: Access, pk: int) -> Edition:
    return of_club(access, ONE_PLAYER, row=pk)


# Members in bulk; and for the user’s own membership, notifications and emails.


@described(POST=people.ADD_MEMBERS)
@endpoint("POST", writes=Scope.ORGANISE)
def members(request: Request, slug: str) -> Response:
    """Say what would happen to each person, and with `preview` false do it."""
    access = club_access(plain(request), slug, Role.ORGANISER)
    new = read_as(request, NewMembers)
    role = Role.SCOREKEEPER if new.keep_score else Role.MEMBER
    with transaction.atomic():
        take_turn(access.club)
        lines = preview(access.club, *_people(new))
        if not new.preview:
            try:
                add_members(access.club, lines, by=access.user, role=role, send=new.send)
            except ValidationError as error:
                raise Problem("refused", error.messages[0]) from error
    return Response(_answer(lines))


def _people(new: NewMembers) -> tuple[list[Person], Answers]:
    """Return the people with the answers that were given about them."""
    named = [(Person(tidy_name(each.name), each.email.strip()), each) for each in new.people]
    same = {person.key: each.player for person, each in named if each.player is not None}
    another = frozenset(person.key for person, each in named if each.is_another)
    return [person for person, _each in named], Answers(same, another)


def _answer(lines: Sequence[Line]) -> dict[str, Any]:
    return {
        "people": [_json(line) for line in lines],
        "added": sum(line.is_new for line in lines),
        "invited": sum(line.outcome == Outcome.INVITED for line in lines),
    }


def _json(line: Line) -> dict[str, Any]:
    return {
        "name": line.person.name,
        "email": line.person.address,
        "outcome": line.outcome.value,
        "new": line.is_new,
        "player": line.player,
        "candidates": list(line.asks),
        "problem": line.problem,
    }


@described(GET=people.READ_NOTIFICATIONS, PATCH=people.CHANGE_NOTIFICATIONS)
@endpoint("GET", "PATCH")
def my_notifications(request: Request, slug: str) -> Response:
    """Read or change what the user's own devices show; refused for a club's key, which belongs to no member."""
    access = club_access(plain(request), slug)
    membership = own_membership(access)
    if request.method == "PATCH":
        return _change_notifications(request, membership)
    return answer_read(request, notifications_json(devices.settings_of(membership)))


@transaction.atomic
def _change_notifications(request: Request, membership: Membership) -> Response:
    changed, chosen = changes(read_as(request, NotificationChange)), devices.settings_of(membership)
    check_match(request, of_facts(notifications_json(chosen)))
    for name, value in changed.items():
        setattr(chosen, name, value)
    chosen.save()
    body = notifications_json(chosen)
    return written(request, of_facts(body), body)


def notifications_json(chosen: PushSettings) -> dict[str, Any]:
    membership: Any = chosen.membership
    return shaped(people.NOTIFICATIONS, chosen, devices=membership.devices)


DEVICES = PushDevice.objects.filter(user=OuterRef("user")).order_by().values("user").annotate(number=Count("pk"))


def own_membership(access: Access) -> Membership:
    """Return the user's membership with its settings, `refused` and the number of `devices`; one query. Raise Problem
    for a club's key.
    """
    if access.user is None:
        raise Problem("refused", "A club’s key stands for no member. Use a key of your own.")
    devices = Coalesce(Subquery(DEVICES.values("number")), 0)
    known = Membership.objects.select_related("email_settings", "push_settings")
    rows = known.annotate(refused=WHY_REFUSED, devices=devices)
    membership: Membership = rows.get(club=access.club, user=access.user)
    return membership


DAYS = {Weekday(day).name.lower(): day for day in Weekday.values}


@described(GET=people.READ_EMAILS, PATCH=people.CHANGE_EMAILS)
@endpoint("GET", "PATCH")
def my_emails(request: Request, slug: str) -> Response:
    """Read or change the user's settings; refused for a club's key, which belongs to no member."""
    membership = own_membership(club_access(plain(request), slug))
    if request.method == "PATCH":
        return _change_emails(request, membership)
    return answer_read(request, emails_json(membership))


@transaction.atomic
def _change_emails(request: Request, membership: Any) -> Response:
    changed = changes(read_as(request, EmailChange))
    if "digest_day" in changed:
        changed["digest_day"] = DAYS[changed["digest_day"]]
    chosen = settings_of(membership)
    check_match(request, of_facts(emails_json(membership)))
    for name, value in changed.items():
        setattr(chosen, name, value)
    chosen.save()
    body = emails_json(membership, chosen)
    return written(request, of_facts(body), body)


def emails_json(membership: Any, chosen: EmailSettings | None = None) -> dict[str, Any]:
    """Return the settings; `membership.refused` is the mail server's reason for refusing the address, or None."""
    chosen = chosen or settings_of(membership)
    day = Weekday(chosen.digest_day).name.lower()
    return shaped(people.EMAILS, chosen, digest_day=day, refused=membership.refused)
