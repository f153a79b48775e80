"""Takes a screenshot of every kind of page of the demo club in one language, as its owner sees it, for translators.

`.venv/bin/python docs/developers/screenshots_by_page.py de FOLDER` needs what `take_screenshots.py` needs. It follows
the links from the club's home, opens the first page of each view and saves it whole as `FOLDER/<name of the view>.png`;
`index.md` in the folder lists the address of each. The `#:` lines of a catalogue name the template.
"""

import sys
import tempfile
from collections import deque
from pathlib import Path
from shutil import which
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parent))

import django
from django.conf import settings
from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, Page, sync_playwright
from take_screenshots import ARGUMENTS, TABLET, demo_club  # after its folder is on sys.path

LINKS = "[...document.querySelectorAll('a[href]:not([download])')].map(link => link.href)"


def view_of(address: str, url: str) -> str:
    """The name of the view at an address of this server; "" for other servers and for files."""
    parts = urlsplit(address)
    if not address.startswith(f"{url}/") or "." in parts.path.rsplit("/", 1)[-1]:
        return ""
    try:
        return resolve(parts.path).view_name
    except Resolver404:
        return ""


def walk(page: Page, url: str, folder: Path) -> dict[str, str]:
    """Save a picture of the first page of each view that links lead to; return the path of each view by its name."""
    seen: dict[str, str] = {}
    tried: set[str] = set()
    waiting = deque([page.url])
    while waiting:
        address = waiting.popleft()
        view = view_of(address, url)
        if not view or view in tried:
            continue
        tried.add(view)
        answer = page.goto(address, wait_until="load")
        if not answer or answer.status != 200 or "text/html" not in answer.headers.get("content-type", ""):
            continue
        page.evaluate("document.fonts.ready.then(() => null)")
        page.screenshot(path=folder / f"{view.replace(':', '-')}.png", full_page=True)
        seen[view] = urlsplit(address).path
        waiting.extend(link for link in page.evaluate(LINKS) if "#" not in link)
    return seen


def as_owner(browser: Browser, url: str, language: str) -> Page:
    """A page of the demo club's owner, in a language."""
    page = browser.new_page(viewport=TABLET, base_url=url)
    page.goto("/")
    page.get_by_text("Try as an owner").click()
    page.locator("h1").wait_for()
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": url}])
    return page


def main(language: str, where: str) -> None:
    folder = Path(where)
    folder.mkdir(parents=True, exist_ok=True)
    django.setup()
    with tempfile.TemporaryDirectory() as var, sync_playwright() as playwright:
        server = demo_club(Path(var))
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=ARGUMENTS)
        try:
            seen = walk(as_owner(chromium, server.url, language), server.url, folder)
        finally:
            chromium.close()
            server.kill()
    lines = [f"* [{view}]({view.replace(':', '-')}.png): `{path}`" for view, path in sorted(seen.items())]
    (folder / "index.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in dict(settings.LANGUAGES):
        sys.exit(f"Usage: screenshots_by_page.py {'|'.join(dict(settings.LANGUAGES))} FOLDER")
    main(*sys.argv[1:])
