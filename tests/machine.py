"""Which programs this machine has for tests that need more than Python, and a message for each that is missing."""

import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import redis

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
# The same engine without a window: a page needs a third of the CPU time.
HEADLESS = shutil.which("chromium-headless-shell") or CHROMIUM
MINI_BROWSER = next(map(str, Path("/usr/lib").glob("*/webkit*gtk-*/MiniBrowser")), "")  # Debian's WebKit
INITDB = shutil.which("initdb") or next(map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")), "")
PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")  # Debian's path for it
REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")


def has_redis() -> bool:
    try:
        redis.Redis.from_url(REDIS_URL, socket_connect_timeout=10).ping()
    except redis.RedisError:
        return False
    return True


GENERATOR = (
    Path(__file__).resolve().parents[1] / ".ci" / "api" / "python" / "openapi_generator_cli" / "openapi-generator.jar"
)
JAVA_LIBRARIES, OF_APACHE = Path("/usr/share/java"), ("httpmime", "httpcore", "httpclient")
API_TOOLS = Path(__file__).resolve().parents[1] / ".ci" / "api" / "node_modules"
HAS: dict[str, Callable[[], bool]] = {
    "chromium": lambda: shutil.which(CHROMIUM) is not None,
    "chromedriver": lambda: all(map(shutil.which, (CHROMIUM, "chromedriver"))),
    "firefox": lambda: shutil.which("firefox-esr") is not None,
    "webkit": lambda: bool(MINI_BROWSER) and all(map(shutil.which, ("WebKitWebDriver", "Xvfb", "dbus-run-session"))),
    "redis": has_redis,
    "redis-server": lambda: shutil.which("redis-server") is not None,
    "postgresql": lambda: bool(INITDB) and shutil.which("setpriv") is not None,
    "pgbouncer": lambda: bool(PGBOUNCER) and shutil.which("setpriv") is not None,
    "poppler": lambda: shutil.which("pdftotext") is not None,
    "api tools": lambda: API_TOOLS.is_dir() and shutil.which("node") is not None,
    "javac": lambda: (
        all((JAVA_LIBRARIES / f"{name}.jar").exists() for name in OF_APACHE) and bool(shutil.which("javac"))
    ),
    "openapi-generator": lambda: GENERATOR.exists() and shutil.which("java") is not None,
    "strace": lambda: shutil.which("strace") is not None,
    "gettext": lambda: all(map(shutil.which, ("xgettext", "msgmerge"))),
}
WITHOUT = {
    "chromium": f"no Chromium at {CHROMIUM} (apt install chromium, or set CHROMIUM)",
    "chromedriver": "no Chromium to drive as the others (apt install chromium chromium-driver)",
    "firefox": "no Firefox (apt install firefox-esr)",
    "webkit": "no WebKit of its own (apt install webkit2gtk-driver xvfb dbus)",
    "redis": f"no Redis at {urlsplit(REDIS_URL).netloc} (apt install redis-server, or set REDIS_URL)",
    "redis-server": "no redis-server of its own to start and kill (apt install redis-server)",
    "postgresql": "no initdb and setpriv (apt install postgresql util-linux)",
    "pgbouncer": "no pgbouncer (apt install pgbouncer)",
    "poppler": "no pdftotext (apt install poppler-utils)",
    "api tools": "no generators of API clients (npm ci --prefix .ci/api)",
    "javac": "no compiler of Java with httpmime (apt install default-jdk-headless libhttpmime-java)",
    "openapi-generator": "no openapi-generator with Java (.ci/release installs both)",
    "strace": "no strace (apt install strace)",
    "gettext": "no xgettext to collect messages with (apt install gettext)",
}


@cache
def lacks(name: str) -> str:
    """Why a test that needs this cannot run on this machine; empty if it can."""
    return "" if HAS[name]() else f"this machine has {WITHOUT[name]}"
