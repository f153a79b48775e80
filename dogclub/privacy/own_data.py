"""The data stored about an account, one function for each file: plain rows, without secrets that give access."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import BytesIO
from typing import IO, Any, TypeAlias
from zipfile import ZIP_DEFLATED, ZipFile

from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume_or_429
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.decorators import login_required
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import F, Q, QuerySet
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from clubs.access import account as signed_in
from clubs.accounts.second_factors import second_sign_in
from clubs.accounts.sessions import sessions_of
from clubs.models import (
    ApiKey,
    Attendance,
    Club,
    FormerName,
    Invitation,
    MemberPhoto,
    Membership,
    NightAnswer,
    Player,
    User,
)
from dogclub.models import EmailSettings, Job, PushDevice, PushSettings, Reminder
from games import rules
from games.base.house_rules import changed_by
from games.models import Comment, Confirmation, Entry, Match, RemovedMatch, Seat, SheetPhoto, Substitution, Tag, Tally
from leagues.models import Award, CutPull, DrawChange, NightDraw, PlayoffLeaver, Reseat, ShareLink

Rows: TypeAlias = Iterable[Mapping[str, Any]]


def _players(user: User) -> QuerySet[Player]:
    return Player.objects.filter(membership__user=user)


def account(user: User) -> Rows:
    """The account itself."""
    yield {"name": user.name, "email": user.email, "joined": user.date_joined, "last_sign_in": user.last_login}


def addresses(user: User) -> Rows:
    """Email addresses, with refusals by the mail server."""
    known = EmailAddress.objects.filter(user=user).order_by("pk")
    refused = {"refused_since": F("refusal__refused_at"), "refused_because": F("refusal__why")}
    rows: Rows = known.values("email", "verified", "primary", **refused)
    return rows


def ways_to_sign_in(user: User) -> Rows:
    """Second factors and passkeys, and since when."""
    known = Authenticator.objects.filter(user=user).order_by("pk")
    rows: Rows = known.values("type", "created_at", "last_used_at")
    return rows


def sessions(user: User) -> Rows:
    """Browsers that are signed in, without the session key, which would give access."""
    known = {row.session_key: row for row in UserSession.objects.filter(user=user)}
    for session in sessions_of(user):
        row = known.get(session.session_key)
        about = {"address": row.ip, "browser": row.user_agent, "last_used": row.last_seen_at} if row else {}
        yield {"ends": session.expire_date, **about}


def keys(user: User) -> Rows:
    """API keys of the person, and those the person made for clubs, without fingerprint."""
    rows = ApiKey.objects.filter(Q(user=user) | Q(created_by=user)).order_by("created_at")
    return rows.values("label", "scope", "club__slug", "created_at", "expires_at", "last_used_at", "revoked_at", "tail")


def memberships(user: User) -> Rows:
    """Clubs of the person, with role and player."""
    rows = Membership.objects.filter(user=user).order_by("joined_at")
    return rows.values("club__name", "club__slug", "role", "player__name", "joined_at")


def players(user: User) -> Rows:
    """The person's players."""
    fields = ("name", "nickname", "initials", "colour", "is_active", "is_guest", "created_at")
    rows: Rows = _players(user).values("club__slug", "id", *fields)
    return rows


def former_names(user: User) -> Rows:
    """Former names of the person's players."""
    rows = FormerName.objects.filter(player__in=_players(user))
    return rows.values("player", "name", "nickname", "until")


def matches(user: User) -> Rows:
    """Matches in which a player of the person sat, with the result."""
    rows = Seat.objects.filter(player__in=_players(user)).order_by("match__started_at", "pk")
    about = {"club": F("match__club__slug"), "game": F("match__game"), "table": F("match__table")}
    when = {"started_at": F("match__started_at"), "finished_at": F("match__finished_at")}
    return rows.values("match", "player", "position", "total", "place", "is_winner", "is_loser", **about, **when)


def rounds(user: User) -> Rows:
    """The figures of each round that a player of the person played, also as a substitute."""
    seated = Tally.objects.filter(seat__player__in=_players(user), player=None)
    own = _either(seated, Tally.objects.filter(player__in=_players(user)))
    rows = Tally.objects.filter(pk__in=own).order_by("match__started_at", "match", "number")
    return rows.values("match", "number", "points", "total", "place", "facts")


def _either(first: QuerySet[Any], *others: QuerySet[Any]) -> QuerySet[Any]:
    """The keys of the rows of any of them, each found by its own index."""
    return first.order_by().values("pk").union(*(each.order_by().values("pk") for each in others))


def substitutions(user: User) -> Rows:
    """Seats that a player of the person took over or gave to somebody, and what the person recorded of others."""
    every, players = Substitution.objects.all(), _players(user)
    mine = _either(
        every.filter(player__in=players), every.filter(instead_of__in=players), every.filter(recorded_by=user)
    )
    rows = every.filter(pk__in=mine).order_by("recorded_at", "pk")
    return rows.values("match", "position", "number", "player", "instead_of", "takes_result", "recorded_at")


def nights(user: User) -> Rows:
    """Attendance at nights."""
    rows = Attendance.objects.filter(player__in=_players(user)).order_by("night__starts_at")
    return rows.values("night__starts_at", "night__place", "player", "state", "arrived_at", "left_at")


def answers(user: User) -> Rows:
    """Answers for nights."""
    rows = NightAnswer.objects.filter(player__in=_players(user)).order_by("night__starts_at")
    said = ("answer", "note", "guests", "arrives_after", "answered_at")
    answers: Rows = rows.values("night__starts_at", "night__place", "player", *said)
    return answers


def emails(user: User) -> Rows:
    """Email settings in each club."""
    rows = EmailSettings.objects.filter(membership__user=user).order_by("membership__joined_at")
    kinds = ("night", "confirmation", "report", "trophy", "digest", "digest_day", "digest_hour")
    found: Rows = rows.values("membership__club__slug", *kinds)
    return found


def notifications(user: User) -> Rows:
    """What the person is notified of in each club."""
    rows = PushSettings.objects.filter(membership__user=user).order_by("membership__joined_at")
    kinds = ("night", "seat", "confirmation", "trophy", "quiet_from", "quiet_until")
    found: Rows = rows.values("membership__club__slug", *kinds)
    return found


def devices(user: User) -> Rows:
    """Browsers with notifications, without the addresses and keys, by which anybody could send to them."""
    found: Rows = PushDevice.objects.filter(user=user).values("label", "created_at")
    return found


def emails_sent(user: User) -> Rows:
    """Reminders; `subject` is the key of the night, match or trophy, or the day."""
    rows = Reminder.objects.filter(membership__user=user).order_by("asked_at")
    return rows.values("membership__club__slug", "kind", "subject", "asked_at", "sent_at")


def comments(user: User) -> Rows:
    """Comments the person wrote."""
    rows = Comment.objects.filter(player__in=_players(user)).order_by("written_at", "pk")
    return rows.values("night__starts_at", "match", "player", "text", "written_at", "edited_at")


def trophies(user: User) -> Rows:
    """Trophies the person's players got."""
    rows = Award.objects.filter(player__in=_players(user)).order_by("awarded_at")
    return rows.values("trophy__name", "player", "match", "awarded_at", "reason", "withdrawn_at", "withdrawn_because")


def shared_links(user: User) -> Rows:
    """Share links the person made, without the hash of the token."""
    rows = ShareLink.objects.filter(created_by=user).order_by("created_at", "pk")
    shows = ("kind", "match", "night", "season", "player", "opponent", "game")
    links: Rows = rows.values("club__slug", *shows, "created_at", "expires_at", "revoked_at", "opened")
    return links


def written_entries(user: User) -> Rows:
    """Entries the person recorded."""
    rows = Entry.objects.filter(recorded_by=user).order_by("recorded_at", "pk")
    return rows.values("match", "number", "revision", "kind", "payload", "note", "device", "recorded_at")


def written_confirmations(user: User) -> Rows:
    """Confirmations and objections the person recorded."""
    rows = Confirmation.objects.filter(recorded_by=user).order_by("recorded_at")
    return rows.values("match", "kind", "position", "totals", "note", "device", "recorded_at", "withdrawn_at")


def written_otherwise(user: User) -> Iterator[Mapping[str, Any]]:
    """Everything else the person did: trophies given or withdrawn, tags, cards pulled, draws, decisions, photos,
    matches begun, invitations, jobs. Yield {"did", "what", "at"}.
    """
    by_hand: Mapping[str, QuerySet[Any]] = {
        pgettext("what somebody did", "gave a trophy"): Award.objects.filter(given_by=user).values(
            what=F("reason"), at=F("awarded_at")
        ),
        pgettext("what somebody did", "withdrew a trophy"): Award.objects.filter(withdrawn_by=user).values(
            what=F("withdrawn_because"), at=F("withdrawn_at")
        ),
        pgettext("what somebody did", "tagged"): Tag.objects.filter(tagged_by=user).values(
            what=F("term"), at=F("tagged_at")
        ),
        pgettext("what somebody did", "wrote down cards"): CutPull.objects.filter(recorded_by=user).values(
            what=F("cards"), at=F("recorded_at")
        ),
        pgettext("what somebody did", "drew the tables"): NightDraw.objects.filter(drawn_by=user).values(
            what=F("reason"), at=F("drawn_at")
        ),
        pgettext("what somebody did", "changed a draw"): DrawChange.objects.filter(made_by=user).values(
            what=F("kind"), at=F("made_at")
        ),
        pgettext("what somebody did", "took somebody out"): PlayoffLeaver.objects.filter(decided_by=user).values(
            what=F("player"), at=F("left_at")
        ),
        pgettext("what somebody did", "decided"): Reseat.objects.filter(decided_by=user).values(
            what=F("note"), at=F("decided_at")
        ),
        pgettext("what somebody did", "began a match"): Match.objects.filter(created_by=user).values(
            what=F("game"), at=F("started_at")
        ),
        pgettext("what somebody did", "removed a match"): RemovedMatch.objects.filter(removed_by=user).values(
            what=F("reason"), at=F("removed_at")
        ),
        pgettext("what somebody did", "added a photo"): SheetPhoto.objects.filter(recorded_by=user).values(
            what=F("match"), at=F("recorded_at")
        ),
        pgettext("what somebody did", "removed a photo"): SheetPhoto.objects.filter(removed_by=user).values(
            what=F("match"), at=F("removed_at")
        ),
        pgettext("what somebody did", "invited"): Invitation.objects.filter(created_by=user).values(
            what=F("club__slug"), at=F("created_at")
        ),
        pgettext("what somebody did", "asked for work"): Job.objects.filter(asked_by=user).values(
            what=F("kind"), at=F("asked_at")
        ),
    }
    for did, rows in by_hand.items():
        for row in rows.order_by("at", "pk"):
            yield {"did": did, **row}
    for club in Club.objects.exclude(house_rules={}).order_by("pk"):
        for at in changed_by(club, user):
            yield {"did": pgettext("what somebody did", "changed the house rules"), "what": club.slug, "at": at}


def photos(user: User) -> Iterator[tuple[str, bytes]]:
    """Yield (file name, JPEG) of the person's photo in each club."""
    for row in MemberPhoto.objects.filter(player__in=_players(user)).select_related("player__club").order_by("pk"):
        yield f"photo-{row.player.club.slug}.jpg", bytes(row.large)


PARTS: Mapping[str, Callable[[User], Rows]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        account,
        addresses,
        ways_to_sign_in,
        sessions,
        keys,
        memberships,
        players,
        former_names,
        matches,
        rounds,
        substitutions,
        nights,
        answers,
        emails,
        notifications,
        devices,
        emails_sent,
        comments,
        trophies,
        shared_links,
        written_entries,
        written_confirmations,
        written_otherwise,
    )
}


# A person's data as a ZIP of JSON files, written in pieces, as years of scorekeeping are many rows.


README = """What Dog Club keeps about {email}, as of {moment}.

Each file is a JSON array, one object a row; moments are in UTC. Passwords, codes and keys are not in here, and
neither is what others wrote. A photo of you in a club is a JPEG with the club’s name. The page “Privacy:
what Dog Club keeps” says where and how long each thing is kept.
"""


def pack(user: User, file: IO[bytes], moment: str) -> None:
    """Write the ZIP into the file; `moment` is the time for its README."""
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", README.format(email=user.email, moment=moment))
        for name, rows in PARTS.items():
            with archive.open(f"{name}.json", "w", force_zip64=True) as part:
                for piece in _json(rows(user)):
                    part.write(piece.encode())
        for name, content in photos(user):
            archive.writestr(name, content)


def _json(rows: Rows) -> Iterator[str]:
    yield "["
    for number, row in enumerate(_one_by_one(rows)):
        yield (",\n" if number else "\n") + json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
    yield "\n]\n"


def _one_by_one(rows: Rows) -> Iterator[Mapping[str, Any]]:
    return rows.iterator() if isinstance(rows, QuerySet) else iter(rows)


# The download of a person's own data, and the privacy page.


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The public privacy page: what is stored about a person, where, how long and who sees it
    (docs/history/privacy.md).
    """
    return render(request, "dogclub/privacy/own_data/privacy.html", {"text": rules.privacy()})


@require_POST
@login_required
@second_sign_in
def my_data(request: HttpRequest) -> HttpResponseBase:
    """The ZIP, made within the request: ten years of a scorekeeper take a few seconds and little memory."""
    user = signed_in(request)
    if user is None:
        raise Http404
    too_many: HttpResponseBase | None = consume_or_429(request, action="own_data", user=user)
    if too_many:
        return too_many
    now = timezone.now()
    file = BytesIO()
    pack(user, file, f"{now:%Y-%m-%d %H:%M} UTC")
    file.seek(0)
    answer = FileResponse(file, as_attachment=True, filename=f"dog-club-my-data-{now:%Y-%m-%d}.zip")
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
