"""A tablet as a browser process that can be killed at any moment, and a server behind HTTPS."""

import os
import signal
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone
from playwright.sync_api import BrowserType, ConsoleMessage, Page

from tests.machine import CHROMIUM
from tests.screens import OF_THE_LINE, PATIENCE, REPORT_VIOLATIONS
from tests.server import ROOT, Server, free_port, until

ARGUMENTS = [
    *(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--accept-lang=en-GB",
        "--disable-background-networking",
        "--no-first-run",
    ),
    *("--remote-debugging-port=0", "--ignore-certificate-errors", "--window-size=820,1180"),
    "--host-resolver-rules=MAP club.lan 127.0.0.1",  # a name in the club's own network
]
OVER_TLS = """
import os, sys, django, uvicorn
os.environ["DJANGO_SETTINGS_MODULE"] = "dogclub.settings"
django.setup()
from dogclub.asgi import application
uvicorn.run(application, host="127.0.0.1", port=int(sys.argv[1]), lifespan="on", log_config=None, access_log=False,
    ssl_certfile=sys.argv[2], ssl_keyfile=sys.argv[2])
"""


@dataclass
class Tablet:
    """Chromium with a profile on disk, which can be started again after `close()` or `kill()`."""

    chromium: BrowserType
    profile: Path
    troubles: list[str] = field(default_factory=list)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> Page:
        told = self.profile / "DevToolsActivePort"
        told.unlink(missing_ok=True)
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(
            # A default new tab would still be loading when Playwright connects, and would not respond.
            [CHROMIUM, *ARGUMENTS, f"--user-data-dir={self.profile}", "about:blank"],
            stdout=quiet,
            stderr=quiet,
            start_new_session=True,
        )
        until(lambda: told.exists() and "\n" in told.read_text(), self.process)
        browser = self.chromium.connect_over_cdp(f"http://127.0.0.1:{told.read_text().split()[0]}")
        context = browser.contexts[0]
        context.set_default_timeout(PATIENCE)
        context.add_init_script(REPORT_VIOLATIONS)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not OF_THE_LINE.match(message.text):
            self.troubles.append(message.text)

    def close(self, page: Page) -> None:
        """Close the browser properly, so that it writes its cookies to disk."""
        assert page.context.browser and self.process
        page.context.browser.new_browser_cdp_session().send("Browser.close")
        self.process.wait(60)

    def kill(self) -> None:
        """Kill the browser, as a power cut does."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(60)


@dataclass
class Secure(Server):
    """A server that serves the same pages over TLS, with a self-signed certificate."""

    @property
    def url(self) -> str:
        return f"https://localhost:{self.port}"

    def start(self, *arguments: str) -> None:
        self.port = self.port or free_port()
        certificate = self.var / "tls.pem"
        if not certificate.exists():
            certificate.write_bytes(signed_by_itself("localhost"))
        with (self.var / "server.log").open("ab") as log:
            command = [sys.executable, "-c", OVER_TLS, str(self.port), str(certificate)]
            self.process = subprocess.Popen(command, env=self.environment, cwd=ROOT, stdout=log, stderr=log)
        until(self.answers, self.process)

    def answers(self) -> bool:
        anybody = ssl.create_default_context()
        anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
        try:
            urllib.request.urlopen(f"{self.url}/health/live", timeout=5, context=anybody).close()
        except (urllib.error.URLError, OSError):
            return False
        return True


@dataclass
class OnTheLan(Server):
    """A server that also accepts a host name of the club's own network."""

    extra: dict[str, str] = field(default_factory=lambda: {"ALLOWED_HOSTS": "127.0.0.1,club.lan"})


def signed_by_itself(host: str) -> bytes:
    """A key and a self-signed certificate for this host, in PEM, valid for a day."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    day = timedelta(days=1)
    built = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    built = built.not_valid_before(timezone.now() - day).not_valid_after(timezone.now() + day)
    built = built.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
    private: Any = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    certificate = built.sign(key, hashes.SHA256())
    return key.private_bytes(*private) + certificate.public_bytes(serialization.Encoding.PEM)


def with_authenticator(page: Page) -> Page:
    """Add a virtual authenticator to the page that accepts every passkey request."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return page
