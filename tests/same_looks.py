"""Check that a change of the styles leaves every page of the demo club as it looks.

    python -m tests.same_looks keep FOLDER      before it, on data with a demo club (DOGCLUB_VAR): pages and styles
    python -m tests.same_looks compare FOLDER   after it and `npm run build`: what differs, with pictures in FOLDER

Each page is drawn without its scripts, once with the kept style sheets and once with those of the build, on every
screen and theme. An element is named whose computed style differs, also where no picture shows it.
"""

import os
import re
import secrets
import shutil
import sys
from collections import Counter, deque
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import time_machine
from playwright.sync_api import Page, Route, sync_playwright

from tests.machine import HEADLESS
from tests.same_pages import MOMENT, STARTS, SameChance, links
from tests.screens import AT_REST, SCREENS
from tests.server import ROOT

STATIC = ROOT / "dogclub" / "static"
LOOKS = [("phone", "light"), ("phone", "dark"), ("tablet", "light"), ("tablet", "dark"), ("desk", "light")]
LOOKS += [("wall", "light")]
TYPES = {".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
# Loads the style sheets of the build beside the kept ones; `side(true)` shows the page with those of the build.
BOTH_SIDES = """async () => {
  const kept = [...document.querySelectorAll('link[rel=stylesheet][href*="/static/dogclub/"]')];
  const built = kept.map(link => Object.assign(link.cloneNode(), { href: link.href.replace("/static/", "/built/") }));
  await Promise.all(built.map((link, at) => new Promise(done => { link.onload = done; kept[at].after(link); })));
  window.side = isBuilt => {
    for (const link of kept) link.sheet.disabled = isBuilt;
    for (const link of built) link.sheet.disabled = !isBuilt;
    return document.fonts.ready.then(() => null);
  };
}"""
DIFFERENCES = """async () => {
  const properties = [...getComputedStyle(document.body)].filter(each => !each.startsWith("--"));
  const elements = [...document.querySelectorAll("html, body, body *:not(script)")];
  const looks = () => elements.flatMap(element => [null, "::before", "::after"].map(part => {
    const style = getComputedStyle(element, part);
    return part && style.content === "none" ? [] : properties.map(each => style.getPropertyValue(each));
  }));
  await side(false);
  const before = looks();
  await side(true);
  const after = looks();
  return before.flatMap((look, at) => properties.flatMap((name, each) => look[each] === after[at][each] ? []
    : `${elements[Math.floor(at / 3)].outerHTML.split(">", 1)}> ${name}: ${look[each]}, now ${after[at][each]}`));
}"""


def keep(folder: Path) -> None:
    """Save one page of each route that the club's owner reaches by links, the styleguide, and the style sheets."""
    secrets.SystemRandom = SameChance  # type: ignore[misc, assignment]
    os.environ["DJANGO_SETTINGS_MODULE"] = "dogclub.settings"
    import django

    django.setup()
    from django.conf import settings
    from django.test import Client, RequestFactory
    from django.urls import Resolver404, resolve

    from clubs.models import Membership, Role
    from dogclub.styleguide import styleguide

    settings.ALLOWED_HOSTS = ["*"]
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": plain}
    shutil.copytree(STATIC / "dogclub", folder / "kept" / "dogclub")
    with time_machine.travel(MOMENT, tick=False):
        owner = Membership.objects.filter(role=Role.OWNER).select_related("user", "club").earliest("pk")
        client = Client(raise_request_exception=False)
        client.force_login(owner.user)
        seen, todo, routes = set[str](), deque([*STARTS, f"/c/{owner.club.slug}/"]), Counter[str]()
        while todo:
            url = todo.popleft()
            try:
                route = resolve(urlsplit(url).path).route
            except Resolver404:
                continue
            if url in seen or routes[route] == 3 or route.startswith("api/"):  # the games differ
                continue
            seen.add(url)
            routes[route] += 1
            answer: Any = client.get(url)
            kind = answer.headers.get("Content-Type", "")
            if "Location" in answer.headers:
                todo.append(urlsplit(urljoin(url, answer.headers["Location"])).path)
            elif kind.startswith("text/html") and not answer.streaming:
                todo.extend(links(url, kind, answer.content))
                name = re.sub(r"\W+", "-", route).strip("-") or "front"
                (folder / f"{name}-{routes[route]}.html").write_bytes(answer.content)
        request: Any = RequestFactory().get("/styleguide/")
        request.user, request.session = owner.user, {}
        (folder / "styleguide.html").write_bytes(styleguide(request).content)
    print(f"{len(list(folder.glob('*.html')))} pages")


def serve(folder: Path, route: Route) -> None:
    """Respond with a kept page, or with a file of the kept styles or of the build; no script runs."""
    path = urlsplit(route.request.url).path
    side, name = path.lstrip("/").partition("/")[::2]
    roots = {"page": folder, "static": folder / "kept" if path.endswith(".css") else STATIC, "built": STATIC}
    file = roots.get(side, folder) / name
    if file.is_file() and file.suffix != ".js":
        route.fulfill(path=file, content_type=TYPES.get(file.suffix, "text/html; charset=utf-8"))
    else:
        route.abort()


def differences(page: Page, file: Path) -> list[str]:
    """What differs on a page, one line for each element and property; pictures that differ are saved beside it."""
    page.goto(f"http://club.test/page/{file.name}")
    page.evaluate(BOTH_SIDES)
    page.evaluate(AT_REST)
    found = []
    for screen, theme in LOOKS:
        page.set_viewport_size(SCREENS[screen]["viewport"])
        page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
        found += [f"{file.stem} ({screen}, {theme}): {line}" for line in page.evaluate(DIFFERENCES)]
        after = page.screenshot(full_page=True)
        page.evaluate("side(false)")
        before = page.screenshot(full_page=True)
        if before != after:
            file.with_name(f"{file.stem}-{screen}-{theme}-before.png").write_bytes(before)
            file.with_name(f"{file.stem}-{screen}-{theme}-after.png").write_bytes(after)
            found.append(f"{file.stem} ({screen}, {theme}): another picture")
    return found


def compare(folder: Path) -> int:
    """Print what differs, and return whether anything does."""
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=HEADLESS, args=["--no-sandbox", "--disable-gpu", "--accept-lang=en-GB"]
        )
        context = browser.new_context(bypass_csp=True)
        context.route("**/*", partial(serve, folder.resolve()))
        page = context.new_page()
        for file in sorted(folder.glob("*.html")):
            found += differences(page, file)
    print("\n".join(found) or "the same")
    return bool(found)


if __name__ == "__main__":
    do, where = sys.argv[1:]
    if do == "compare":
        sys.exit(compare(Path(where)))
    keep(Path(where))
