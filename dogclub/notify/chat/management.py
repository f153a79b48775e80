"""Operations on a club's chat, for its page and the API."""

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, User
from dogclub.jobs.asking import enqueue
from dogclub.models import Chat, Job
from dogclub.notify.chat.delivery import TEST
from dogclub.notify.chat.providers import SERVICES
from dogclub.notify.webhooks.management import CHOOSE, NO_ADDRESS, callable_url

SHOWN_POSTS = 10
LONGEST_URL, SHOWN_LETTERS, LONGEST_PART = 500, 4, 8


class ChatForm(forms.Form):
    """The form of the page. The URL may be left out where the club has one of the same service already."""

    service = forms.ChoiceField(
        label=gettext_lazy("Service"),
        choices=Chat.Service.choices,
        initial=Chat.Service.DISCORD,
        widget=forms.RadioSelect,
    )
    url = forms.URLField(
        label=gettext_lazy("Address for posts"),
        max_length=LONGEST_URL,
        assume_scheme="https",
        error_messages={"invalid": NO_ADDRESS, "required": NO_ADDRESS},
        help_text=gettext_lazy("Whoever has it can post there; we show only its beginning."),
    )
    posts = forms.MultipleChoiceField(
        label=gettext_lazy("What is posted"),
        choices=Chat.Post.choices,
        initial=list(Chat.USUAL),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": CHOOSE},
    )

    def __init__(self, data: Any = None, *, chat: Chat | None) -> None:
        initial = {"service": chat.service, "posts": chat.posts} if chat else {}
        super().__init__(data, initial=initial)
        self.chat = chat
        self.fields["url"].required = chat is None

    def clean_url(self) -> str:
        url = self.cleaned_data["url"]
        return callable_url(url) if url else ""

    def clean(self) -> dict[str, Any]:
        found: dict[str, Any] = super().clean() or self.cleaned_data
        service, url = found.get("service"), found.get("url")
        if service is None or url is None:
            return found
        if not url and not (self.chat and self.chat.url and self.chat.service == service):
            self.add_error("url", str(NO_ADDRESS))
        elif url and not SERVICES[service].has(urlsplit(url)):
            words = _("This is no address for posts of {service}.").format(service=Chat.Service(service).label)
            self.add_error("url", f"{words} {SERVICES[service].hint}")
        return found


def chat_of(club: Club) -> Chat | None:
    """Return the chat of a club, or None."""
    return Chat.objects.filter(club=club).first()


def save(club: Club, by: User | None, chosen: dict[str, Any]) -> Chat:
    """Write what a valid `ChatForm` has, and begin to post again if that was paused."""
    fields = {"service": chosen["service"], "posts": chosen["posts"], "paused_at": None, "paused_because": ""}
    if chosen["url"]:
        fields |= {"url": chosen["url"], "created_by": by}
    return Chat.objects.update_or_create(club=club, defaults=fields)[0]


def stop(club: Club) -> None:
    """Post nothing more, and forget the address."""
    Chat.objects.filter(club=club).delete()


def send_test(chat: Chat, by: User | None) -> Job:
    """Enqueue a test post."""
    return enqueue("chat", chat.club, by, {"chat": str(chat.pk), "post": TEST})


def posts_of(chat: Chat) -> QuerySet[Job]:
    """Return the latest posts, newest first."""
    return Job.objects.filter(club=chat.club_id, kind="chat", asked__chat=str(chat.pk))[:SHOWN_POSTS]


def beginning(url: str) -> str:
    """Return the beginning of an address, without what would allow to post.

    >>> beginning("https://discord.com/api/webhooks/118400000000/abcdefgh")
    'https://discord.com/api/webhooks/1184…/…'
    """
    parts = urlsplit(url)
    pieces = parts.path.split("/")[:-1]
    shown = [f"{piece[:SHOWN_LETTERS]}…" if len(piece) > LONGEST_PART else piece for piece in pieces]
    return f"{parts.scheme}://{parts.netloc}{'/'.join(shown)}/…"
