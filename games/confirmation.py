"""The confirmation of a sheet: who has confirmed it, in sentences, and the pages that ask for it and wait for it."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from uuid import UUID

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import SignInFirst, refuse
from clubs.language.locales import clauses, date_format
from clubs.language.terms import capital
from clubs.links.tokens import by_code, code_of, public_url, sign, unsign
from clubs.models import Club, Confirm, Player, SpectatorLink
from clubs.responses import fragment, polled, stamp_of
from games import ledger
from games.access import MatchAccess, device_of, find_match, match_view
from games.base.form_parsing import BROKEN, one_of, reason, whole_number
from games.base.names import listed, shortened
from games.base.table_game import Unreadable
from games.base.wording import game_name, in_words, title
from games.entries.confirmation import (
    ConfirmationAnswer,
    Confirmers,
    Kind,
    confirmers_of,
    sheet_version,
    standing,
    standing_in,
)
from games.entries.drafts import Author, NotAsked, Refused, people_of, who
from games.entries.match_state import MatchState, load
from games.models import Confirmation, Match, Seat
from games.scoring_device import keep_device, new_device

# Sentences on who has confirmed a sheet, who has not, and what happened afterwards.


@dataclass(frozen=True)
class ConfirmationWords:
    """The confirmations of a match in words: `words` on the progress, and `by`, sentences on who confirmed it once it
    is final.
    """

    confirmers: Confirmers
    words: str
    by: Sequence[str]


def _is_asked(match: Match) -> bool:
    return bool(match.confirm and match.played_at and not match.abandoned_at)


def confirmation_words(state: MatchState) -> ConfirmationWords | None:
    """Return None, without a query, for a match that needs no confirmation or is not complete."""
    if not _is_asked(state.match):
        return None
    confirmers = confirmers_of(state)
    return ConfirmationWords(
        confirmers, _progress(confirmers), [] if state.match.is_waiting else list(_ended(state, confirmers))
    )


def _progress(confirmers: Confirmers) -> str:
    if confirmers.match.confirm == Confirm.OPPONENT:
        return _("It counts when one player who did not keep the score has confirmed it.")
    done, players = len(confirmers.confirmed), len(confirmers.seats)
    if not done:
        return _("It counts when everybody has confirmed it: nobody has yet.")
    return ngettext(
        "It counts when everybody has confirmed it: {done} of {players} players has.",
        "It counts when everybody has confirmed it: {done} of {players} players have.",
        done,
    ).format(done=in_words(done), players=players)


def _ended(state: MatchState, confirmers: Confirmers) -> Iterable[str]:
    names = [name_of(row) for row in confirmers.answers if row.kind == Kind.CONFIRMED]
    if names:
        yield _("Confirmed by {names}.").format(names=listed(names))
    settled = [row for row in confirmers.answers if row.kind == Kind.SETTLED]
    people = people_of(settled) if settled else {}
    for row in settled:
        settler = who(row, people)
        if row.note:
            yield _("Settled by {name}: “{note}”").format(name=settler, note=row.note)
        else:
            yield _("Settled by {name}.").format(name=settler)
    yield _("Final since {since}.").format(since=since(state.match))
    if is_corrected(confirmers.answers):
        yield _("An organiser has corrected it since it was confirmed; it stays final.")


def since(match: Match) -> str:
    """The time at which the match became final: `3 May 2026, 22:10`."""
    return date_format(timezone.localtime(match.finished_at), "j F Y, H:i")


def in_brief(state: MatchState) -> str:
    """For printed sheets: who confirmed it and when, or how many are missing; "", without a query, where no
    confirmation is needed.
    """
    match = state.match
    if not _is_asked(match):
        return ""
    answers = standing(match)
    if match.is_waiting:
        return _("Not final: {waits}.").format(waits=_waits(state, answers))
    short = shortened(state.names)
    names = [short[row.position] for row in answers if row.kind == Kind.CONFIRMED and row.position is not None]
    words = [_("confirmed by {names}").format(names=listed(names))] if names else []
    words += [_("settled by an organiser")] if any(row.kind == Kind.SETTLED for row in answers) else []
    words += [
        _("final since {since}").format(since=since(match)),
        *([_("corrected since by an organiser")] if is_corrected(answers) else []),
    ]
    return f"{capital(clauses(words))}."


def is_corrected(answers: ConfirmationAnswer) -> bool:
    """Whether an organiser has corrected the final sheet; other later entries, such as one refused as a conflict, do
    not count.
    """
    return any(row.kind == Kind.KEPT for row in answers if row.withdrawn_at is None)


def name_of(row: Confirmation) -> str:
    """The name of the row's player; of a merged player, the name of the one it was merged into."""
    player: Player | None = row.player
    while player and player.merged_into:
        player = player.merged_into
    return player.label if player else ""


def waiting_words(states: Iterable[MatchState]) -> Mapping[UUID, str]:
    """`waiting for 2 to confirm` by match, for those that wait; one query, or none."""
    waiting = [state for state in states if state.match.is_waiting]
    answers = standing_in(state.match for state in waiting)
    return {state.match.pk: _waits(state, answers[state.match.pk]) for state in waiting}


def _waits(state: MatchState, answers: ConfirmationAnswer) -> str:
    confirmers = Confirmers(
        state.match, [seat for seat in state.seats if seat.position in state.sheet.active_seats], answers
    )
    if confirmers.objected:
        return _("a mistake was reported")
    to_come = confirmers.to_come
    return ngettext("waiting for {count} to confirm", "waiting for {count} to confirm", to_come).format(count=to_come)


# The token in the link for confirming a match; a match without one gets it when it is first needed.


def confirm_key(match: Match) -> uuid.UUID:
    """Return the match's token, and save a new one if it has none."""
    if match.confirm_token is None:
        Match.objects.filter(pk=match.pk, confirm_token=None).update(confirm_token=uuid.uuid4())
        match.refresh_from_db(fields=["confirm_token"])
    assert match.confirm_token
    return match.confirm_token


def signed_confirm_token(match: Match) -> str:
    """Return the signed token for the link."""
    return sign(confirm_key(match), "confirm")


# The page on a player's phone that asks for confirmation, and the scoring device's page that waits for it.


# The page on the scoring device while a complete sheet waits for confirmation: the code for phones, and the answers
# so far.


def waiting(
    request: HttpRequest, match: Match, access: MatchAccess, note: str = "", wrong: str = ""
) -> HttpResponseBase:
    """Show who has confirmed, and follow the match. The code is shown only to scorekeepers and members. `wrong` says
    why the organiser's form with this note was refused; that page has the form's address, so it does not follow.
    """
    state = load(match).public
    confirmers = confirmers_of(state)
    may_show = access.can_record or access.club_access.is_member

    def page(since: str) -> HttpResponse:
        context: dict[str, Any] = {
            "access": access.club_access,
            "may": access,
            "here": "more",
            "match": match,
            "title": title(match),
            "confirmers": confirmers,
            "rows": rows(confirmers, state.seats),
            "sheet": sheet_version(state),
            "last": state.live[-1].number,
            **(_confirm_link(request, match) if may_show else {}),
            "stream": f"{match.get_absolute_url()}live/",
            "since": since,
            "follows": not wrong,
            "note": note,
            "wrong": wrong,
        }
        status = HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK
        return render(request, fragment(request, "games/confirmation/waiting.html"), context, status=status)

    depends = match.pk, match.version, match.confirm_token, state.names
    return page(stamp_of(depends)) if wrong else polled(request, depends, page)


def _confirm_link(request: HttpRequest, match: Match) -> dict[str, str]:
    """The link for a QR code, and the code to type on a phone without a camera."""
    link = public_url(request, reverse("confirm", args=[signed_confirm_token(match)]))
    return {"link": link, "code": code_of(confirm_key(match), "confirm")}


@dataclass(frozen=True)
class AnswerRow:
    """A player and their answer about the sheet; `is_asked` while their confirmation is missing."""

    seat: Seat
    says: Confirmation | None
    is_asked: bool


def rows(confirmers: Confirmers, seats: Sequence[Seat]) -> list[AnswerRow]:
    """A row per seat, by place."""
    best = sorted(seats, key=lambda seat: (seat.place, seat.position))
    return [AnswerRow(seat, confirmers.by_seat.get(seat.position), seat in confirmers.missing) for seat in best]


@require_POST
@match_view("organise")
def settle(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponseBase:
    """Make the match final without the missing confirmations: an organiser does so and gives a reason, which stays in
    the form if it is refused.
    """
    try:
        seen = whole_number(request.POST, "sheet", str(BROKEN))
        ledger.confirm_for_all(match.pk, reason(request.POST), sheet=seen, by=access.writer)
        messages.success(request, _("It is final. The history says who settled it."))
    except Unreadable as error:
        return _refused(request, match, access, error.message)
    except Refused as refused:
        return _refused(request, match, access, str(refused))
    return redirect("finish", match.pk)


def _refused(request: HttpRequest, match: Match, access: MatchAccess, wrong: str) -> HttpResponseBase:
    """Show the form again with what was typed while the match still waits; else the page of its end, with a message."""
    match.refresh_from_db()
    if match.is_waiting:
        return waiting(request, match, access, request.POST.get("note", ""), wrong)
    messages.error(request, wrong)
    return redirect("finish", match.pk)


@require_POST
@match_view("record")
def new_code(request: HttpRequest, match: Match, access: MatchAccess) -> HttpResponse:
    """Replace the code; links and codes handed out before stop working."""
    if match.is_waiting:
        Match.objects.filter(pk=match.pk).update(confirm_token=uuid.uuid4())
        messages.success(request, _("New code created. The old one no longer works."))
    return redirect("finish", match.pk)


# The page on a player's phone that shows the complete sheet and asks for confirmation; the table's code opens it.


BY_CODE = "by the table’s code"
TABLET = gettext_lazy("This device kept score. One of the players must confirm on a phone.")
WHO = gettext_lazy("Tap your own name first, then confirm or report a mistake.")


@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the sheet and save the answer. No account is needed where the club lets guests watch."""
    link = unsign(token, "confirm")
    match = Match.objects.filter(confirm_token=link).first() if link else None
    access = find_match(request, match.pk) if match else None
    if access is None:
        return _shut(request, "unknown", HTTPStatus.NOT_FOUND)
    if not (access.can_watch or _lets_guests_in(access.club)):
        wrong = refuse(request, access.club_access)
        if isinstance(wrong, SignInFirst):
            return redirect_to_login(request.get_full_path())
        raise wrong
    if access.match.abandoned_at or not access.is_tonight:
        return _shut(request, "over", HTTPStatus.GONE)
    answer = _answered(request, access) if request.method == "POST" else _page(request, access, request.GET)
    return keep_device(answer, new_device(request))


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_code(request: HttpRequest) -> HttpResponseBase:
    """Form for the code shown on the tablet, for a phone without a camera."""
    too_many: HttpResponseBase | None = consume_or_429(request, action="code")
    if too_many:
        return too_many
    typed = request.POST.get("code", "")
    match = by_code(typed, "confirm", Match.objects.all(), "confirm_token") if typed else None
    if match:
        return redirect("confirm", sign(match.confirm_token, "confirm"))
    return render(request, "clubs/links/code.html", {"typed": typed, "wrong": request.method == "POST"})


def _lets_guests_in(club: Club) -> bool:
    return club.history_is_open or SpectatorLink.objects.filter(club=club, revoked_at=None).exists()


def _shut(request: HttpRequest, why: str, status: int) -> HttpResponse:
    return render(request, "games/confirmation/shut.html", {"why": why}, status=status)


def _answered(request: HttpRequest, access: MatchAccess) -> HttpResponseBase:
    too_many: HttpResponseBase | None = consume_or_429(request, action="confirm")
    if too_many:
        return too_many
    form, pk, by, device = request.POST, access.match.pk, _who(access), device_of(request)
    try:
        seat, seen = whole_number(form, "seat", str(WHO), most=99), whole_number(form, "sheet", str(BROKEN))
        if one_of(form, "do", ("right", "wrong")) == "wrong":
            ledger.object_to(pk, seat, reason(form), sheet=seen, by=by, browser=device)
        elif access.tablet and access.match.confirm == Confirm.OPPONENT:
            raise NotAsked(TABLET)
        else:
            ledger.confirm(pk, seat, sheet=seen, by=by, browser=device)
    except Unreadable as error:
        return _page(request, access, form, error.message, HTTPStatus.UNPROCESSABLE_ENTITY)
    except Refused as refused:
        access.match.refresh_from_db()
        return _page(request, access, form, str(refused), HTTPStatus.CONFLICT)
    return redirect(f"{request.path}?seat={seat}")


def _who(access: MatchAccess) -> Author:
    """The author of an answer: the member, the tablet of the match, or the code for anybody else."""
    member = access.club_access
    if member.is_member:
        return Author(member.user, member.device)
    return access.writer if access.tablet else Author(None, BY_CODE)


def _page(
    request: HttpRequest, access: MatchAccess, form: QueryDict, wrong: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """The page, or its live part for htmx; 204 while nothing has changed since the version in `since`."""
    match, follows = access.match, "HX-Request" in request.headers
    if follows and ("asked" in request.GET) != match.is_waiting:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if request.GET.get("since") == str(match.version):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    state = load(match).public
    confirmers = confirmers_of(state)
    mine = _chosen(form, confirmers.seats, access.club_access.player_id)
    context: dict[str, Any] = {
        "match": match,
        "title": title(match),
        "game": game_name(match),
        "confirmers": confirmers,
        "rows": rows(confirmers, state.seats),
        "sheet": sheet_version(state),
        "mine": mine,
        "says": confirmers.by_seat.get(mine.position) if mine else None,
        "note": form.get("note", ""),
        "wrong": wrong,
        "here": f"{request.path}?{'' if mine is None else f'seat={mine.position}'}",
    }
    response = render(request, f"games/confirmation/phone.html{'#live' if follows else ''}", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _chosen(form: QueryDict, seats: Any, player: int | None) -> Any:
    """The seat of the phone's owner: the tapped one, else the member's own; None if neither is known."""
    tapped = [seat for seat in seats if str(seat.position) == form.get("seat")]
    own = [seat for seat in seats if player is not None and seat.player_id == player]
    return next(iter([*tapped, *own]), None)
