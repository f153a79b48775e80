"""Redis and then the server are killed and restarted while a table and its wall are open: every entry is written, and
both pages recover by themselves.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.line import Line
from tests.browser.origins import Tablet, at_the_table, hand, is_at, next_hand, waits
from tests.dogclub.kennel import OwnRedis
from tests.server import Server, running

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.both_databases,
    pytest.mark.only("postgresql"),  # Redis serves installations with PostgreSQL
    pytest.mark.needs("chromium", "redis"),
]


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnRedis]:
    one = OwnRedis(tmp_path_factory.mktemp("redis"))
    one.start()
    yield one
    one.kill()


@pytest.fixture(scope="module")
def club(migrated: Server, own_redis: OwnRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    hosts = "127.0.0.1,localhost,club.lan"

    def with_redis(var: Path, url: str) -> Server:
        return Server(var, url, {"ALLOWED_HOSTS": hosts, "REDIS_URL": own_redis.url})

    with running(migrated, tmp_path_factory.mktemp("club") / "var", with_redis) as one:
        yield one


def is_on_hand(wall: Page, number: int) -> None:
    """Assert that the wall shows this hand and is live."""
    expect(wall.locator(".now .fig")).to_have_text(str(number))
    expect(wall.locator(".is-stale")).to_have_count(0)


def test_nothing_is_lost_and_the_wall_recovers(
    line: Line, tablet: Tablet, club: Server, own_redis: OwnRedis, match: str
) -> None:
    context = tablet()
    page, wall = at_the_table(context, match), context.new_page()
    wall.goto(f"/m/{match}/wall/")
    hand(page, 0, 0, 0, 0)
    is_on_hand(wall, 2)

    own_redis.kill()
    next_hand(page)
    hand(page, 0, 0, 0, 0)
    is_at(page, 4)
    is_on_hand(wall, 3)

    own_redis.start()
    next_hand(page)
    hand(page, 0, 0, 0, 0)
    is_at(page, 6)
    is_on_hand(wall, 4)

    club.kill()
    expect(wall.locator("[data-line].is-stale .live")).to_contain_text("Not live. Last heard ")
    next_hand(page)
    hand(page, 0, 0, 0, 0)
    waits(page, 2)
    club.start()  # soon, while the page still retries every few seconds and not every half minute
    waits(page, 0)
    is_at(page, 8)
    is_on_hand(wall, 5)
