"""Three engines driven by WebDriver commands: Firefox through Marionette, Chromium and WebKit through their drivers."""

import json
import os
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.machine import HEADLESS, MINI_BROWSER
from tests.server import free_port, until

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key of an element's id in WebDriver's JSON
KEYS = {"Backspace": "\ue003", "Enter": "\ue007"}
PATIENCE = 60  # seconds
PREFERENCES = {
    "intl.accept_languages": "en-GB, en",
    "marionette.port": 0,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "browser.safebrowsing.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "dom.disable_open_during_load": False,
    "network.dns.localDomains": "club.lan",
}
CLUB = "--host-resolver-rules=MAP club.lan 127.0.0.1"  # a host name in the club's own network
SETTABLE = "--remote-allow-system-access"  # allows `prefer` to change preferences while Firefox runs
# The toolbar would keep a window from being narrower than 447 px; windows that a page opens have none.
ARGUMENTS = ["--automation", "--javascript-can-open-windows-automatically=true"]
BARE = "void open('about:blank', '', 'width=820,height=1180,toolbar=no,location=no,menubar=no')"
WITHOUT_A_DESKTOP = {"WEBKIT_DISABLE_COMPOSITING_MODE": "1", "NO_AT_BRIDGE": "1", "GTK_USE_PORTAL": "0"}

# A bus that starts no services: the document portal would leave a mounted file system in the scratch folder.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth><policy context="default">
  <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/></policy></busconfig>"""


# An element that was replaced, hidden or covered when it was to be clicked: nothing was.
NOT_CLICKED = re.compile("stale|not interactable|intercepted|obscures")


class Refused(Exception):
    """A command that the engine answered with an error."""


class Wire(Protocol):
    """Sends WebDriver commands to an engine."""

    def send(self, command: str, parameters: dict[str, Any]) -> Any: ...


class Marionette:
    """Firefox's protocol: messages of a byte count, a colon, and JSON."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.file = self.socket.makefile("rb")
        self._read()
        self.send("NewSession", {})

    def send(self, command: str, parameters: dict[str, Any]) -> Any:
        return self._ask(f"WebDriver:{command}", parameters)

    def prefer(self, name: str, value: int | str | None) -> None:
        """Set a preference of the running browser; None resets it."""
        do = "Services.prefs.clearUserPref(...arguments)"
        if value is not None:
            do = f"Services.prefs.set{'Int' if isinstance(value, int) else 'String'}Pref(...arguments)"
        self._ask("Marionette:SetContext", {"value": "chrome"})
        self.send("ExecuteScript", {"script": do, "args": [name] if value is None else [name, value]})
        self._ask("Marionette:SetContext", {"value": "content"})

    def _ask(self, command: str, parameters: dict[str, Any]) -> Any:
        text = json.dumps([0, 1, command, parameters]).encode()
        self.socket.sendall(b"%d:%b" % (len(text), text))
        _, _, error, result = self._read()
        if error:
            raise Refused(f"{command}: {error['message']}")
        return result.get("value") if isinstance(result, dict) and "value" in result else result

    def _read(self) -> Any:
        digits = b""
        while (one := self.file.read(1)) != b":":
            digits += one
        return json.loads(self.file.read(int(digits)))


class WebDriver:
    """The W3C WebDriver protocol over HTTP."""

    METHODS = {"CloseWindow": "DELETE", "GetWindowHandle": "GET", "GetWindowHandles": "GET", "TakeScreenshot": "GET"}
    PATHS = {
        "Navigate": "url",
        "ExecuteAsyncScript": "execute/async",
        "FindElement": "element",
        "ElementClick": "element/{id}/click",
        "ElementSendKeys": "element/{id}/value",
        "AddCookie": "cookie",
        "NewWindow": "window/new",
        "SwitchToWindow": "window",
        "CloseWindow": "window",
        "GetWindowHandle": "window",
        "GetWindowHandles": "window/handles",
        "TakeScreenshot": "screenshot",
        "SetWindowRect": "window/rect",
        "PerformActions": "actions",
        "Print": "print",
        "Emulate": "goog/cdp/execute",
    }

    def __init__(self, port: int, capabilities: dict[str, Any]) -> None:
        self.base = f"http://127.0.0.1:{port}/session"
        self.base += "/" + self._ask("POST", "", {"capabilities": {"alwaysMatch": capabilities}})["sessionId"]

    def send(self, command: str, parameters: dict[str, Any]) -> Any:
        path = "/" + self.PATHS[command].format(**parameters)
        return self._ask(self.METHODS.get(command, "POST"), path, parameters)

    def _ask(self, method: str, path: str, body: dict[str, Any]) -> Any:
        text = json.dumps(body).encode() if method == "POST" else None
        request = urllib.request.Request(self.base + path, text, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Refused(f"{path}: {json.load(error)['value']}") from None


class Browser:
    """A browser of any engine; commands apply to the window that was switched to last."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        wire.send("SetWindowRect", {"width": 900, "height": 1250})

    def open(self, url: str) -> None:
        """Open the URL and wait until it has loaded: Firefox may report the previous page as complete before it starts
        loading.
        """
        mark = self._mark()
        self.wire.send("Navigate", {"url": url})
        self._has_come(mark)

    def leave(self, script: str) -> None:
        """Run a script that leaves the page, such as `history.back()` or a form's submit, and wait until the next page
        has loaded, or has come back from the browser's memory. A page that is opened meanwhile would be replaced by the
        answer.
        """
        mark = self._mark()
        self.value(f"void setTimeout(() => {script})")
        self._has_come(mark)

    def _mark(self) -> int:
        """Mark the current page, and return the mark; repeated while it still loads."""
        mark = time.monotonic_ns()
        self.until(f"(window.isLeft = {mark}) === {mark}")
        return mark

    def _has_come(self, mark: int) -> None:
        """Wait until another page than the marked one has loaded."""
        self.until(f"window.isLeft !== {mark} && document.readyState === 'complete'")

    def value(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is awaited."""
        script = f"const give = arguments[0]; Promise.resolve({expression}).then(give, error => give(String(error)))"
        return self.wire.send("ExecuteAsyncScript", {"script": script, "args": []})

    def until(self, expression: str) -> None:
        """Wait until the JavaScript expression is true."""
        self._comes(lambda: self.value(expression) is True, expression)

    def _comes(self, done: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            with suppress(Refused):  # commands fail while the next page loads
                if done():
                    return
            assert time.monotonic() < end, f"in vain: {what} on {self._text()}"
            time.sleep(0.05)

    def _text(self) -> str:
        """The text of the page, or why there is none."""
        try:
            return str(self.value("document.body.innerText"))
        except Refused as error:
            return str(error)

    def shows(self, selector: str) -> None:
        """Wait until the element is visible."""
        self.until(f"Boolean(document.querySelector({selector!r})?.checkVisibility())")

    def tap(self, selector: str) -> None:
        """Click the element once it is visible, not disabled, and the page's scripts have loaded: a tap before may have
        opened a page that is visible before its scripts run, and keys are disabled while an entry is being sent.
        """
        self.until("document.readyState === 'complete'")
        self.shows(selector)
        self.until(f"document.querySelector({selector!r})?.getAttribute('aria-disabled') !== 'true'")
        self._comes(lambda: self._is_tapped(selector), f"a tap on {selector}")

    def _is_tapped(self, selector: str) -> bool:
        """Click the element; return False if the page replaced or moved it between finding and clicking it."""
        found = self.wire.send("FindElement", {"using": "css selector", "value": selector})
        try:
            self.wire.send("ElementClick", {"id": found[ELEMENT]})
        except Refused as error:
            if not NOT_CLICKED.search(str(error)):
                raise AssertionError(error) from None
            return False
        return True

    def type(self, selector: str, text: str) -> None:
        self.shows(selector)
        found = self.wire.send("FindElement", {"using": "css selector", "value": selector})
        self.wire.send("ElementSendKeys", {"id": found[ELEMENT], "text": text})

    def press(self, *keys: str) -> None:
        """Press keys on the keyboard; they go to the focused element."""
        pressed = [{"type": how, "value": KEYS.get(key, key)} for key in keys for how in ("keyDown", "keyUp")]
        self.wire.send("PerformActions", {"actions": [{"type": "key", "id": "keyboard", "actions": pressed}]})

    def pause(self) -> None:
        """Wait 400 ms, because a second tap on the same spot would otherwise be taken for a double tap."""
        self.value("new Promise(done => setTimeout(done, 400))")

    def handle(self) -> str:
        """The handle of the current window."""
        return str(self.wire.send("GetWindowHandle", {}))

    def close(self) -> None:
        """Close the current window; another one must be switched to afterwards."""
        self.wire.send("CloseWindow", {})

    def window(self) -> str:
        """Open another window, switch to it and return its handle."""
        handle = str(self.wire.send("NewWindow", {"type": "window"})["handle"])
        self.switch(handle)
        return handle

    def bare(self) -> None:
        """Open another window without toolbars, which can be as narrow as a phone, and switch to it."""
        before = self.wire.send("GetWindowHandles", {})
        self.value(BARE)
        self._comes(lambda: len(self.wire.send("GetWindowHandles", {})) > len(before), "a window")
        self.switch(next(each for each in self.wire.send("GetWindowHandles", {}) if each not in before))

    def size(self, width: int, height: int) -> None:
        """Set the size of the page, without the window's frame; repeated until it is right, because resizing is
        asynchronous.
        """
        self._comes(lambda: self._is_sized(width, height), f"{width} x {height}")

    def _is_sized(self, width: int, height: int) -> bool:
        inside: list[int]
        across, down, *inside = self.value(
            "[outerWidth - innerWidth, outerHeight - innerHeight, innerWidth, innerHeight]"
        )
        if inside != [width, height]:
            self.wire.send("SetWindowRect", {"width": width + across, "height": height + down})
        return inside == [width, height]

    def switch(self, handle: str) -> None:
        self.wire.send("SwitchToWindow", {"handle": handle})

    def sign_in(self, url: str, session: str) -> None:
        """Set the session cookie for the server at `url`."""
        self.open(f"{url}/health/live")
        self.cookie("sessionid", session)

    def cookie(self, name: str, value: str) -> None:
        """Set a cookie for the site that is open."""
        self.wire.send("AddCookie", {"cookie": {"name": name, "value": value, "path": "/", "httpOnly": True}})


class Process:
    """A process that is killed, with all processes it has started, when the context ends."""

    def __init__(self, *command: str, **more: Any) -> None:
        self.process = subprocess.Popen(command, start_new_session=True, **more)

    def __enter__(self) -> "subprocess.Popen[bytes]":
        return self.process

    def __exit__(self, *_: object) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)


@contextmanager
def chromium(scratch: Path) -> Iterator[Browser]:
    port = free_port()
    with (scratch / "log").open("wb") as log:
        home = {**os.environ, "HOME": str(scratch), "TMPDIR": str(scratch)}
        with Process("chromedriver", f"--port={port}", stdout=log, stderr=log, env=home) as process:
            until(lambda: is_open(port), process)
            options = {
                "binary": HEADLESS,
                "args": ["--no-sandbox", "--disable-gpu", "--accept-lang=en-GB", "--headless", CLUB],
            }
            yield Browser(WebDriver(port, {"goog:chromeOptions": options}))


@contextmanager
def firefox(scratch: Path) -> Iterator[Browser]:
    lines = [f'user_pref("{name}", {json.dumps(value)});\n' for name, value in PREFERENCES.items()]
    (scratch / "user.js").write_text("".join(lines))
    port = scratch / "MarionetteActivePort"
    command = ["firefox-esr", "--headless", "--no-remote", "--marionette", SETTABLE, "--profile", str(scratch)]
    with (scratch / "log").open("wb") as log:
        home = {**os.environ, "HOME": str(scratch)}
        with Process(*command, stdout=log, stderr=log, env=home) as process:
            until(lambda: port.exists() and port.read_text().isdecimal(), process)
            yield Browser(Marionette(int(port.read_text())))


@contextmanager
def webkit(scratch: Path) -> Iterator[Browser]:
    with ExitStack() as stack, (scratch / "log").open("wb") as log:
        display, port = scratch / "display", free_port()
        with display.open("wb") as told:
            screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1920x24"]
            stack.enter_context(Process(*screen, stdout=told, stderr=log))
        until(lambda: display.read_text().endswith("\n"))
        environment = {
            **os.environ,
            **WITHOUT_A_DESKTOP,
            "HOME": str(scratch),
            "DISPLAY": f":{display.read_text().strip()}",
        }
        bus = scratch / "bus.conf"
        bus.write_text(BUS)
        command = ["dbus-run-session", f"--config-file={bus}", "--", "WebKitWebDriver", f"--port={port}"]
        stack.enter_context(Process(*command, stdout=log, stderr=log, env=environment))
        until(lambda: is_open(port))
        options = {"binary": MINI_BROWSER, "args": ARGUMENTS}
        yield Browser(WebDriver(port, {"webkitgtk:browserOptions": options}))


def is_open(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


ENGINES = {"chromium": chromium, "firefox": firefox, "webkit": webkit}
# For files whose tests Chromium has in tests/browser as well.
BUT_CHROMIUM = pytest.mark.parametrize("browser", ["firefox", "webkit"], indirect=True, scope="module")
# For files that ask what no other does; Firefox and WebKit repeat them before a release.
CHROMIUM_FIRST = pytest.mark.parametrize(
    "browser",
    ["chromium", *(pytest.param(each, marks=pytest.mark.release) for each in ("firefox", "webkit"))],
    indirect=True,
    scope="module",
)
