"""The front page: start a club, try the demo, or open one's own club."""

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address

from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubs.access import account
from clubs.accounts.second_factors import BY_DEMO
from clubs.models import Club, Membership, Role
from clubs.players.search import name_key
from scoring import ENGINES

# The picture on the front page: the bids of a hand on a tablet, beside the sheet of the previous hands.


NAMES = ("Wilma", "Núria", "Łukasz", "Bea", "Otto")
BIDS = (2, 2, 0, 1, 1)
TOTALS = (
    (6, 5, 5, -1, 2),
    (11, 10, 4, 4, 5),
    (16, 15, 2, 9, 8),
    (22, 12, 0, 8, 9),
    (21, 10, 6, 13, 10),
    (26, 8, 2, 7, 11),
)
KEYS = range(6)
KEY_WIDTH, COLUMN_WIDTH = 42, 38  # in units of the drawing, as all distances here
ROW_HEIGHT, LINE_HEIGHT = 44, 34


@dataclass(frozen=True)
class Figure:
    """A number and its distance from the first one of its row; `mark` is "top" for the highest, "low" for the
    lowest, or "" for none.
    """

    at: int
    value: int
    mark: str = ""


@dataclass(frozen=True)
class FrontRow:
    """A player's bid and total, with the distance from the first row."""

    at: int
    name: str
    bid: int
    total: Figure


@dataclass(frozen=True)
class Line:
    """A line of the sheet, with the distance from the first one."""

    at: int
    hand: int
    totals: Sequence[Figure]


def picture() -> dict[str, Sequence[object]]:
    """Return the template context of the picture."""
    lines = [Line(LINE_HEIGHT * at, at + 1, _figures(totals)) for at, totals in enumerate(TOTALS)]
    rows = [
        FrontRow(ROW_HEIGHT * at, name, bid, total)
        for at, (name, bid, total) in enumerate(zip(NAMES, BIDS, lines[-1].totals, strict=True))
    ]
    names = [(COLUMN_WIDTH * at, name) for at, name in enumerate(NAMES)]
    keys = [(KEY_WIDTH * value, value) for value in KEYS]
    return {"rows": rows, "keys": keys, "names": names, "lines": lines}


def _figures(totals: Sequence[int]) -> list[Figure]:
    return [Figure(COLUMN_WIDTH * at, total, _mark(total, totals)) for at, total in enumerate(totals)]


def _mark(total: int, totals: Sequence[int]) -> str:
    return "top" if total == max(totals) else "low" if total == min(totals) else ""


DEMO_ROLES = {"owner": Role.OWNER, "scorekeeper": Role.SCOREKEEPER, "member": Role.MEMBER}
OVER_THE_NETWORK = {"member": Role.MEMBER}  # a role that cannot change the demo


def demo_roles(request: HttpRequest) -> dict[str, Role]:
    """Return the roles that can be entered with one click: all from the machine itself, a member from the local
    network, none over HTTPS. Everybody else signs in with the passwords of `./run demo --sign-ins`.
    """
    if settings.HTTPS:
        return {}
    return DEMO_ROLES if _is_this_machine(request) else OVER_THE_NETWORK


def _is_this_machine(request: HttpRequest) -> bool:
    """Whether the request is from this machine, by the address seen by the server or named by a trusted proxy."""
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """A member of exactly one club is redirected to it."""
    user = account(request)
    rows = Membership.objects.filter(user=user).select_related("club") if user else ()
    mine = sorted(rows, key=lambda row: name_key(row.club.name))
    if len(mine) == 1 and not mine[0].club.deletes_at:
        return redirect(mine[0].club)
    demo = Club.objects.filter(is_demo=True).first()
    context = {
        "memberships": mine,
        "demo": demo,
        "demo_roles": demo_roles(request),
        "games": ENGINES,
        "picture": picture(),
    }
    return render(request, "clubs/accounts/front.html", context)


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponseBase:
    """Sign in to the demo club with one of its accounts; limited per IP address and hour, as each time creates a
    session.
    """
    role = demo_roles(request).get(request.POST.get("role", ""))
    if role is None:
        raise Http404
    demo = Club.objects.filter(is_demo=True).first()
    membership = demo and demo.memberships.filter(role=role).select_related("user", "club").order_by("pk").first()
    if not membership:
        raise Http404
    too_many: HttpResponseBase | None = consume_or_429(request, action="demo")
    if too_many:
        return too_many
    login(request, membership.user, "allauth.account.auth_backends.AuthenticationBackend")
    request.session[BY_DEMO] = True
    return redirect(membership.club)
