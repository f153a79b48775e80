"""The door: start a club, look round the demo, or go to one's own."""

from django.conf import settings
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubs.access import account
from clubs.models import Club, Membership, Role

DEMO_ROLES = {"owner": Role.OWNER, "scorekeeper": Role.SCOREKEEPER, "member": Role.MEMBER}


def demo_is_open() -> bool:
    """Anybody may try the demo in the club's own four walls; on the internet its accounts need their passwords."""
    return not settings.HTTPS


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    user = account(request)
    mine = list(Membership.objects.filter(user=user).select_related("club").order_by("club__name")) if user else []
    if len(mine) == 1 and not mine[0].club.is_demo:
        return redirect(mine[0].club)
    demo = Club.objects.filter(is_demo=True).first()
    context = {"memberships": mine, "demo": demo, "demo_is_open": demo_is_open(), "demo_roles": DEMO_ROLES}
    return render(request, "clubs/accounts/front.html", context)


@require_POST
def demo_sign_in(request: HttpRequest) -> HttpResponse:
    """Step into the demo club as one of its people."""
    role = DEMO_ROLES.get(request.POST.get("role", ""))
    if role is None or not demo_is_open():
        raise Http404
    members = Membership.objects.filter(club__is_demo=True, role=role).select_related("user", "club").order_by("pk")
    membership = members.first()
    if membership is None:
        raise Http404
    login(request, membership.user, "allauth.account.auth_backends.AuthenticationBackend")
    return redirect(membership.club)
