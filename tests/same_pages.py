"""Check that two builds give the same responses to every GET that a role of the demo club can reach by links.

    python -m tests.same_pages write FOLDER [EACH [ROLE …]]   in each build, on a copy of the same data (DOGCLUB_VAR)
    python -m tests.same_pages compare ONE OTHER

Tokens, nonces and hashes in asset names are masked, the clock is frozen and random choices are seeded. The module
imports none of the app's modules, so the file can be copied into an older build unchanged.
"""

import hashlib
import io
import json
import os
import random
import re
import secrets
import sys
import zipfile
from collections import Counter, deque
from collections.abc import Collection, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import time_machine

EACH = 12  # most addresses requested of one route, unless told; three times as many with a query
MOMENT = 1_795_468_870.0  # the time to which both builds' clocks are set
HEADERS = ("Content-Type", "Location", "Content-Disposition", "Cache-Control", "Vary")
LINK = re.compile(rb"""(?:href|hx-get|src|action|data-[a-z-]+)=["']([^"']+)["']""")
MASKS = (
    (re.compile(rb'(csrfmiddlewaretoken" value="|X-CSRFToken": ?")[^"]+'), rb"\1"),
    (re.compile(rb"/static/([\w/.-]+?)\.[0-9a-f]{12}\."), rb"/static/\1."),
    (re.compile(rb'(name="(?:entry|id|match|made)"[^>]* value=")[0-9a-f-]{32,36}'), rb"\1"),
    (re.compile(rb"retry: \d+"), rb"retry"),
)
STARTS = (
    "/",
    "/api/v1/docs/",
    "/account/",
    "/health/live",
    "/accounts/login/",
    "/accounts/signup/",
    "/confirm/",
    "/join/",
)


class SameChance(random.Random):
    """A replacement for the system's random source: every shuffle starts from the same seed."""

    def __init__(self) -> None:
        super().__init__(7)

    def shuffle(self, x: Any) -> None:
        self.seed(7)
        super().shuffle(x)


def body(answer: Any) -> bytes:
    """The body of a response, with everything masked that differs from run to run."""
    data: bytes = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if data.startswith(b"PK\x03\x04") and b"xl/worksheets" in data:  # a workbook's zip contains the time it was written
        state = zipfile.ZipFile(io.BytesIO(data))
        data = b"\n".join(name.encode() + b"\n" + state.read(name) for name in sorted(state.namelist()))
    for mask, instead in MASKS:
        data = mask.sub(instead, data)
    return data


def links(url: str, kind: str, data: bytes) -> Iterator[str]:
    """The links to this build in an HTML page or a JSON document."""
    if kind.startswith("text/html"):
        for raw in LINK.findall(data):
            full = urlsplit(urljoin("http://testserver" + url, unescape(raw.decode(errors="replace"))))
            if full.netloc == "testserver" and not full.path.startswith(("/static/", "/accounts/logout")):
                yield full._replace(scheme="", netloc="", fragment="").geturl()
    elif "json" in kind:
        yield from re.findall(r'"(/(?:api/v1|c|m)/[^"\s]*)"', data.decode(errors="replace"))


def crawl(client: Any, starts: list[str], each: int) -> Iterator[tuple[str, list[Any]]]:
    """Yield each address with [status, headers, digest of the body]."""
    from django.core.cache import cache
    from django.urls import Resolver404, resolve

    seen, todo, asked = set[str](), deque(starts), Counter[str]()
    while todo:
        url = todo.popleft()
        if url in seen or len(url) > 900:
            continue
        seen.add(url)
        try:
            view = resolve(urlsplit(url).path).route
        except Resolver404:
            view = "nothing there"
        asked[view] += 1
        if asked[view] > (each * 3 if "?" in url else each):
            continue
        cache.clear()
        answer = client.get(url)
        data, head = body(answer), {name: answer.headers[name] for name in HEADERS if name in answer.headers}
        yield url, [answer.status_code, head, hashlib.sha256(data).hexdigest()]
        if "Location" in head:
            todo.append(urlsplit(urljoin(url, head["Location"]))._replace(scheme="", netloc="", fragment="").geturl())
        todo.extend(links(url, head.get("Content-Type", ""), data))


def write(folder: Path, each: int = EACH, roles: Collection[str] = ()) -> None:
    """Request all pages in each role, or these, and write the results to pages.json in the folder."""
    secrets.SystemRandom = SameChance  # type: ignore[misc, assignment]
    os.environ["DJANGO_SETTINGS_MODULE"] = "dogclub.settings"
    import django

    django.setup()
    from django.apps import apps
    from django.conf import settings
    from django.test import Client

    settings.ALLOWED_HOSTS = ["*"]
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    models: dict[str, Any] = {model.__name__: model for model in apps.get_models()}
    found: dict[str, list[Any]] = {}
    with time_machine.travel(MOMENT, tick=False):
        club = models["Club"]._default_manager.get()
        starts = [*STARTS, f"/c/{club.slug}/", f"/api/v1/clubs/{club.slug}"]
        people: dict[str, Any] = {"anonymous": None}
        for row in models["Membership"]._default_manager.select_related("user").order_by("pk"):
            people.setdefault(row.get_role_display(), row.user)
        for role in roles or people:
            user = people[role]
            client = Client(raise_request_exception=False)
            if user:
                client.force_login(user)
            found |= {f"{role} {url}": answer for url, answer in crawl(client, starts, each)}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pages.json").write_text(json.dumps(found, indent=0, sort_keys=True))
    print(f"{len(found)} answers: {Counter(answer[0] for answer in found.values())}")


def compare(one: Path, other: Path) -> int:
    """Print the addresses whose responses differ, and return whether any does."""
    a, b = (json.loads((folder / "pages.json").read_text()) for folder in (one, other))
    wrong = [key for key in sorted({*a, *b}) if a.get(key) != b.get(key)]
    print("\n".join(wrong[:50]) or "the same", f"({len(wrong)} of {len({*a, *b})} differ)")
    return bool(wrong)


if __name__ == "__main__":
    do, *folders = sys.argv[1:]
    if do == "compare":
        sys.exit(compare(*map(Path, folders)))
    write(Path(folders[0]), int(folders[1]) if folders[1:] else EACH, folders[2:])
