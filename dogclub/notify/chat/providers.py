"""The chat services: how each wants a post, and which addresses it has."""

import json
import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import SplitResult

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from dogclub.models import Chat

JSON = "application/json"
SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-.!~|>:])")
FILE = "night.png"
# The longest texts that the services take.
TITLE, TEXT, SLACK_TITLE, SLACK_TEXT = 256, 4000, 150, 3000


@dataclass(frozen=True)
class Post:
    """A post in plain text. `link` leads to a page and has the words `label`. `picture` is a PNG, b"" without one;
    `picture_url` is where the service can fetch it, "" if it cannot; `alt` describes it.
    """

    title: str
    lines: tuple[str, ...]
    link: str
    label: str
    picture: bytes = b""
    picture_url: str = ""
    alt: str = ""

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@dataclass(frozen=True)
class Body:
    """The body of a request and its Content-Type."""

    content: bytes
    content_type: str = JSON


@dataclass(frozen=True)
class Service:
    """A chat service. `hosts` are the only ones its webhooks have, none if people run it themselves; `path` begins the
    path of each. `hint` says where the address is found.
    """

    body: Callable[[Post], Body]
    hint: str | Promise
    hosts: tuple[str, ...] = ()
    path: str = "/"

    def has(self, parts: SplitResult) -> bool:
        """Whether an address can be one of this service."""
        return (not self.hosts or parts.hostname in self.hosts) and parts.path.startswith(self.path)


def plain(text: str) -> str:
    """Return the text as Markdown that shows it letter by letter and calls nobody.

    >>> plain("@all *Bea*")
    '@\\u200ball \\\\*Bea\\\\*'
    """
    return _calm(SPECIAL.sub(r"\\\1", text))


def _calm(text: str) -> str:
    """Return the text with a blank of no width after each @, so that nobody is called."""
    return text.replace("@", "@\u200b")


def _json(data: Mapping[str, Any]) -> Body:
    return Body(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())


def discord(post: Post) -> Body:
    """An embed; a picture is sent along, so that it is shown wherever the server stands."""
    title, text = plain(post.title)[:TITLE], plain(post.text)[:TEXT]
    embed: dict[str, Any] = {"title": title, "url": post.link, "description": text}
    data: dict[str, Any] = {"embeds": [embed], "allowed_mentions": {"parse": []}}
    if not post.picture:
        return _json(data)
    embed["image"] = {"url": f"attachment://{FILE}"}
    data["attachments"] = [{"id": 0, "filename": FILE, "description": post.alt[:1000]}]
    return _multipart(_json(data).content, post.picture)


def _multipart(payload: bytes, picture: bytes) -> Body:
    """Return both as multipart/form-data; the boundary is random, so that no picture contains it."""
    line = f"dogclub{secrets.token_hex(16)}"
    head = 'Content-Disposition: form-data; name="{name}"\r\nContent-Type: {kind}\r\n\r\n'
    pieces = (
        (head.format(name="payload_json", kind=JSON), payload),
        (head.format(name=f'files[0]"; filename="{FILE}', kind="image/png"), picture),
    )
    content = b"".join(f"--{line}\r\n{start}".encode() + piece + b"\r\n" for start, piece in pieces)
    return Body(content + f"--{line}--\r\n".encode(), f"multipart/form-data; boundary={line}")


def slack(post: Post) -> Body:
    """Blocks of plain text; Slack fetches the picture itself."""
    blocks: list[dict[str, Any]] = [
        {"type": "header", "text": _words(post.title[:SLACK_TITLE])},
        {"type": "section", "text": _words(post.text[:SLACK_TEXT])},
    ]
    if post.picture_url:
        blocks.append({"type": "image", "image_url": post.picture_url, "alt_text": post.alt[:2000]})
    link = {"type": "mrkdwn", "text": f"<{post.link}|{escape(post.label, quote=False)}>"}
    blocks.append({"type": "section", "text": link})
    return _json({"text": escape(_calm(post.title), quote=False), "blocks": blocks, "unfurl_links": False})


def _words(text: str) -> dict[str, Any]:
    return {"type": "plain_text", "text": _calm(text), "emoji": False}


def matrix(post: Post) -> Body:
    """Text and HTML, as the bridge Hookshot takes them; Matrix itself has no webhooks."""
    page = "<br>".join(escape(_calm(line)) for line in post.lines)
    link = f'<a href="{escape(post.link)}">{escape(post.label)}</a>'
    html = f"<strong>{escape(_calm(post.title))}</strong><br>{page}<br>{link}"
    return _json({"text": "\n".join((plain(post.title), plain(post.text), post.link)), "html": html})


def mattermost(post: Post) -> Body:
    """An attachment; Mattermost fetches the picture itself."""
    attachment = {
        "fallback": plain(post.title),
        "title": plain(post.title),
        "title_link": post.link,
        "text": f"{plain(post.text)}\n[{plain(post.label)}]({post.link})",
    }
    if post.picture_url:
        attachment["image_url"] = post.picture_url
    return _json({"attachments": [attachment]})


SERVICES: Mapping[str, Service] = {
    Chat.Service.DISCORD: Service(
        discord,
        gettext_lazy("In Discord: the channel’s settings, Integrations, Webhooks, New Webhook, Copy Webhook URL."),
        ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"),
        "/api/webhooks/",
    ),
    Chat.Service.SLACK: Service(
        slack,
        gettext_lazy("In Slack: add the app Incoming WebHooks, choose the channel, copy the Webhook URL."),
        ("hooks.slack.com", "hooks.slack-gov.com"),
        "/services/",
    ),
    Chat.Service.MATRIX: Service(
        matrix, gettext_lazy("In Matrix: a room with the Hookshot bridge gives an address after “!hookshot webhook”.")
    ),
    Chat.Service.MATTERMOST: Service(
        mattermost, gettext_lazy("In Mattermost: Integrations, Incoming Webhooks, Add; copy the URL.")
    ),
}
