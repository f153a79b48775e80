"""A browser's user agent in plain words."""

from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

TOUCH_COOKIE = "touch"  # set by pages/device.js: a Mac with a touch screen is an iPad

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
# In this order: an Android tablet's user agent has Linux, too, and an iPhone's "like Mac OS X".
DEVICES = (
    ("iPad", gettext_lazy("an iPad")),
    ("iPhone", gettext_lazy("an iPhone")),
    ("Android", gettext_lazy("an Android tablet")),
    ("CrOS", gettext_lazy("a Chromebook")),
    ("Windows", "Windows"),
    ("Macintosh", gettext_lazy("a Mac")),
    ("Linux", "Linux"),
)


def user_agent(request: HttpRequest) -> str:
    """Return the request's user agent, with iPad for a Mac with a touch screen."""
    agent = request.headers.get("User-Agent", "")
    return agent.replace("Macintosh", "iPad") if TOUCH_COOKIE in request.COOKIES else agent


def words(agent: str) -> str:
    """Return a text such as “Firefox on Windows”; unknown parts are “A browser” and “an unknown device”."""
    browser = next((name for mark, name in BROWSERS if mark in agent), _("A browser"))
    device = next((str(name) for mark, name in DEVICES if mark in agent), _("an unknown device"))
    if "Android" in agent and "Mobile" in agent:
        device = _("an Android phone")
    return _("{browser} on {device}").format(browser=browser, device=device)
