"""Check all pages of the demo club in an engine for sideways scrolling, script errors and fonts that failed to load.

`python -m tests.browser.engines.every_page [chromium firefox webkit]` checks the pages of every game at three widths
and in both themes; the suite checks one page of each kind.
"""

import json
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.engines.driver import ENGINES, Browser
from tests.browser.origins import run_code
from tests.server import Server

HEARD = {"DJANGO_SETTINGS_MODULE": "tests.browser.engines.page_errors"}
WIDTHS = {820: 1180, 390: 844, 1280: 800}
THEMES = ("light", "dark")
# One path of each kind: pages of other matches, players or nights are of the same kind, those of another game are not.
LISTED = """
import json, re
from urllib.parse import parse_qsl, urlsplit
from django.conf import settings
from django.test import Client
from clubs.models import Membership, Role
from games.models import Match
from tests.dogclub.crawl import HERE, Crawl
settings.ALLOWED_HOSTS = ["*"]
owner = Membership.objects.get(role=Role.OWNER)
games = dict(Match.objects.values_list("pk", "game"))
class Kinds(Crawl):
    def _is_new(self, page):
        parts = urlsplit(page)
        of = next((name for key, name in games.items() if str(key) in parts.path), "")
        query = [(name, value if name == "game" else "") for name, value in parse_qsl(parts.query)]
        query = () if parts.path.endswith("/matches/") else tuple(query)
        key = (re.sub(r"[0-9a-f-]{36}|[0-9]+", "0", parts.path), of, query)
        is_new = key not in self.seen
        self.seen.add(key)
        return is_new
client = Client(HTTP_HOST="testserver")
client.force_login(owner.user)
crawl = Kinds(client)
crawl.walk("/", *(f"/m/{key}/table/" for key in games))
pages = sorted({urlsplit(page.page).path + "?" * bool(urlsplit(page.page).query) + urlsplit(page.page).query
    for page in crawl.pages.values() if page})
print("listed", client.session.session_key, json.dumps(pages, separators=(",", ":")))
"""
# After a resize WebKit keeps the old scroll width until the next layout, so the script changes the padding. A font
# called “… by …” is a local one, which the machine may lack.
LOOK = """(async () => {
  const { fonts, documentElement: root } = document, wider = () => root.scrollWidth - root.clientWidth;
  await fonts.ready;
  for (let tries = 0; tries < 20 && wider() > 0; tries++) {
    root.style.paddingInlineEnd = tries % 2 ? "" : "1px";
    await new Promise(done => setTimeout(done, 50));
  }
  root.style.paddingInlineEnd = "";
  const failed = [...fonts].filter(({ status, family }) => status === "error" && !family.includes(" by "));
  const heard = window.heard?.splice(0) ?? ["no script was heard"];
  return { wider: wider(), fonts: failed.map(({ family }) => family), heard };
})()"""
# For the suite: one page of each layout, and the table of each game.
PICKED = """
import json
from django.test import Client
from clubs.models import Club, Membership, Role
from games.models import Match
from leagues.models import Playoff
club = Club.objects.get()
client = Client()
client.force_login(Membership.objects.get(role=Role.OWNER).user)
of_club = ("", "manage/", "matches/new/", "records/", "standings/")
night = club.nights.order_by("starts_at").last()
match = Match.objects.filter(game="dirty-dog", finished_at=None).first()
pages = ["/account/", *(f"/c/{club.slug}/{page}" for page in of_club), match.get_absolute_url(), f"/m/{match.pk}/wall/"]
pages += [club.players.first().get_absolute_url(), f"/c/{club.slug}/nights/{night.pk}/setup/"]
pages += [f"/c/{club.slug}/playoffs/{Playoff.objects.filter(kind='groups').first().pk}/"]
pages += [f"/m/{match.pk}/{page}" for page in ("correct/6/", "paper/")]
for game in Match.objects.values_list("game", flat=True).distinct().order_by("game"):
    pages += [f"/m/{Match.objects.filter(game=game).latest('started_at').pk}/table/"]
print("listed", client.session.session_key, json.dumps(pages, separators=(",", ":")))
"""


def listening(var: Path, url: str) -> Server:
    """A server whose pages record their script errors."""
    return Server(var, url, dict(HEARD))


def listed(server: Server, how: str = LISTED) -> tuple[str, list[str]]:
    """The owner's session key and the paths of the pages to check; `how` is the script that lists them."""
    *_, session, addresses = run_code(server, how)
    return session, json.loads(addresses)


def wrong(browser: Browser, url: str, addresses: Iterable[str], themes: Sequence[str] = THEMES) -> Iterator[str]:
    """Yield a line for each problem on these pages, at every width and in these themes."""
    for theme in themes:
        browser.cookie("theme", theme)
        for address in addresses:
            browser.open(url + address)
            for width, height in WIDTHS.items():
                browser.size(width, height)
                yield from (f"{address} {width} {theme}: {trouble}" for trouble in troubles(browser.value(LOOK)))


def troubles(look: dict[str, Any]) -> Iterator[str]:
    """Yield a description of each problem in the result of LOOK."""
    if look["wider"] > 0:
        yield f"{look['wider']} px too wide"
    yield from (f"no font {family}" for family in look["fonts"])
    yield from look["heard"]


@contextmanager
def demo_club(how: str) -> Iterator[tuple[str, str, list[str]]]:
    """Start a server with the demo club; yield its URL, the owner's session key and the paths to check."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), f"sqlite:///{folder}/dogclub.sqlite3", HEARD)
        for command in (["migrate", "--verbosity=0"], ["collectstatic", "--noinput", "--verbosity=0"], ["demo"]):
            server.manage(*command).check_returncode()
        found = listed(server, how)
        server.start()
        try:
            yield server.url, *found
        finally:
            server.kill()


def main(names: Sequence[str]) -> None:
    with demo_club(LISTED) as (url, session, addresses):
        for name in names or ENGINES:
            look_at_all(name, url, session, addresses)


def look_at_all(name: str, url: str, session: str, addresses: Sequence[str]) -> None:
    """Print the problems of all pages in an engine, and how long it took."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as profile, ENGINES[name](Path(profile)) as browser:
        browser.bare()
        browser.sign_in(url, session)
        for line in wrong(browser, url, addresses):
            print(f"{name} {line}", flush=True)
    print(f"{name}: {len(addresses)} pages, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
