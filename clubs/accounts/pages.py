"""One's own page: the name, the ways to sign in, the clubs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from clubs.access import account as signed_in
from clubs.accounts.forms import PersonForm


@login_required
def account(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    if user is None:
        raise Http404
    form = PersonForm(request.POST or None, initial={"name": user.name})
    if form.is_valid():
        form.signup(request, user)
        messages.success(request, "Saved.")
        return redirect("account")
    memberships = user.memberships.select_related("club", "player").order_by("club__name")
    return render(request, "clubs/accounts/account.html", {"form": form, "memberships": memberships})
