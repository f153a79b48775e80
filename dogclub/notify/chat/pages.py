"""The page of a club's chat: organisers choose where and what is posted, see it beforehand, and send a test."""

from allauth.core.ratelimit import consume_or_429
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import Access, club_view
from clubs.models import Club, Role
from clubs.responses import saved
from dogclub.models import Chat
from dogclub.notify.chat import management
from dogclub.notify.chat.delivery import preview
from dogclub.notify.chat.management import ChatForm
from dogclub.notify.chat.providers import SERVICES


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Role.ORGANISER)
def chat(request: HttpRequest, club: Club, access: Access) -> HttpResponseBase:
    row, asked = management.chat_of(club), request.POST.get("do", "")
    if asked == "stop":
        management.stop(club)
        messages.success(request, _("Posting stopped, and the address removed."))
        return redirect("chat", club.slug)
    if asked == "test":
        return _tested(request, access, row)
    if asked:
        raise BadRequest("“do” is one of stop, test.")
    form = ChatForm(request.POST if request.method == "POST" else None, chat=row)
    if form.is_valid():
        management.save(club, access.user, form.cleaned_data)
        messages.success(request, saved())
        return redirect("chat", club.slug)
    return _page(request, access, row, form)


def _tested(request: HttpRequest, access: Access, row: Chat | None) -> HttpResponseBase:
    too_many: HttpResponseBase | None = consume_or_429(request, action="chat_test", user=access.user)
    if too_many:
        return too_many
    if row:
        management.send_test(row, access.user)
        messages.info(request, _("Test sent. Reload this page in a moment to see whether it arrived."))
    return redirect("chat", access.club.slug)


def _page(request: HttpRequest, access: Access, row: Chat | None, form: ChatForm) -> HttpResponse:
    context = {
        "access": access,
        "here": "manage",
        "chat": row,
        "beginning": management.beginning(row.url) if row and row.url else "",
        "form": form,
        "services": [(box, SERVICES[box.data["value"]].hint) for box in form["service"]],
        "preview": preview(access.club),
        "posts": [(job, _event(job.asked.get("post", ""))) for job in management.posts_of(row)] if row else [],
    }
    return render(request, "dogclub/notify/chat/chat.html", context, status=422 if form.errors else 200)


def _event(post: str) -> str:
    return str(Chat.Post(post).label) if post in Chat.Post.values else _("A test")
