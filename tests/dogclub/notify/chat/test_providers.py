"""The body that each chat service gets, in the form that its documentation asks for."""

import json
import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import pytest

from dogclub.models import Chat
from dogclub.notify.chat.providers import SERVICES, Post

PNG = b"\x89PNG\r\n\x1a\nnight"
POST = Post(
    "Łukasz takes the cup",
    ("Night report, Thursday 26 November", "Fourteen dogs & *four* tables."),
    "https://club.example/s/abc/",
    "Read the night report",
    PNG,
    "https://club.example/s/abc/picture.png",
    "Picture of the night",
)
CRUEL = replace(POST, title="@everyone <!channel> [x](http://evil.example) :smile:", picture=b"", picture_url="")


def data_of(service: str, post: Post) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(SERVICES[service].body(post).content)
    return found


def test_discord_gets_an_embed_with_the_picture_as_a_file() -> None:
    body = SERVICES["discord"].body(POST)
    boundary = re.fullmatch(r"multipart/form-data; boundary=(\w+)", body.content_type)
    assert boundary
    parts = body.content.split(f"--{boundary[1]}".encode())
    head, payload = parts[1].split(b"\r\n\r\n")
    assert b'name="payload_json"' in head
    data = json.loads(payload)
    assert data["allowed_mentions"] == {"parse": []}
    (embed,) = data["embeds"]
    assert (embed["url"], embed["image"]) == (POST.link, {"url": "attachment://night.png"})
    assert data["attachments"][0]["filename"] == "night.png"
    head, picture = parts[2].split(b"\r\n\r\n", 1)
    assert b'name="files[0]"; filename="night.png"\r\nContent-Type: image/png' in head
    assert picture == PNG + b"\r\n"
    assert parts[3] == b"--\r\n"


def test_discord_without_a_picture_gets_json() -> None:
    body = SERVICES["discord"].body(CRUEL)
    assert body.content_type == "application/json"
    assert "image" not in json.loads(body.content)["embeds"][0]


def test_slack_gets_blocks_of_plain_text_and_fetches_the_picture() -> None:
    data = data_of("slack", POST)
    assert data["text"] == POST.title
    assert data["blocks"] == [
        {"type": "header", "text": {"type": "plain_text", "text": POST.title, "emoji": False}},
        {"type": "section", "text": {"type": "plain_text", "text": POST.text, "emoji": False}},
        {"type": "image", "image_url": POST.picture_url, "alt_text": POST.alt},
        {"type": "section", "text": {"type": "mrkdwn", "text": f"<{POST.link}|{POST.label}>"}},
    ]
    assert len(data_of("slack", CRUEL)["blocks"]) == 3


def test_matrix_gets_text_and_html() -> None:
    data = data_of("matrix", POST)
    assert data["html"] == (
        "<strong>Łukasz takes the cup</strong><br>Night report, Thursday 26 November<br>"
        'Fourteen dogs &amp; *four* tables.<br><a href="https://club.example/s/abc/">Read the night report</a>'
    )
    assert str(data["text"]).endswith(POST.link)


def test_mattermost_gets_an_attachment() -> None:
    (attachment,) = data_of("mattermost", POST)["attachments"]
    assert attachment["title"] == POST.title
    assert (attachment["title_link"], attachment["image_url"]) == (POST.link, POST.picture_url)
    assert r"\*four\*" in attachment["text"]


@pytest.mark.parametrize("service", Chat.Service.values)
def test_a_name_neither_calls_people_nor_makes_links(service: str) -> None:
    data = data_of(service, CRUEL)
    text = json.dumps(data, ensure_ascii=False)
    if service != "discord":  # which is told to call nobody
        assert "@everyone" not in text
    if service in ("discord", "mattermost"):
        assert r"\\[x\\]\\(http" in text
    if service == "slack":
        assert "&lt;!channel&gt;" in str(data["text"])


@pytest.mark.parametrize(
    ("service", "url", "fits"),
    [
        ("discord", "https://discord.com/api/webhooks/1184/abc", True),
        ("discord", "https://discord.com/channels/1184/2", False),
        ("discord", "https://hooks.slack.com/services/T0/B0/x", False),
        ("slack", "https://hooks.slack.com/services/T0/B0/x", True),
        ("slack", "https://slack.example/services/T0/B0/x", False),
        ("matrix", "https://hookshot.example/webhook/f1", True),
        ("mattermost", "https://chat.example/hooks/f1", True),
    ],
)
def test_an_address_of_another_service_is_told_apart(service: str, url: str, *, fits: bool) -> None:
    assert SERVICES[service].has(urlsplit(url)) is fits
