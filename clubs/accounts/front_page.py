"""The front page: start a club, try the demo, or open one's own club."""

from ipaddress import ip_address

from allauth.core.ratelimit import consume_or_429
from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubs.access import account
from clubs.accounts.front_picture import picture
from clubs.accounts.second_sign_in import BY_DEMO
from clubs.models import Club, Membership, Role
from scoring import ENGINES

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
    mine = list(Membership.objects.filter(user=user).select_related("club").order_by("club__name")) if user else []
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
