"""A tablet of its own: a browser whose battery may end at any moment, and a club house behind HTTPS."""

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
from tests.screens import PATIENCE, REPORT_VIOLATIONS
from tests.server import ROOT, Server, free_port, until

ARGUMENTS = [
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"),
    *("--remote-debugging-port=0", "--ignore-certificate-errors", "--window-size=820,1180"),
    "--host-resolver-rules=MAP club.lan 127.0.0.1",  # a name of the club's own network, which no browser trusts
]
OVER_TLS = """
import os, sys, django, uvicorn
os.environ["DJANGO_SETTINGS_MODULE"] = "dogclub.settings"
django.setup()
from dogclub.asgi import application
uvicorn.run(application, host="127.0.0.1", port=int(sys.argv[1]), lifespan="on", log_config=None, access_log=False,
    ssl_certfile=sys.argv[2], ssl_keyfile=sys.argv[2])
"""


# What a browser says of answers that broke off: the manifest is fetched once a page is quiet, and comes empty then.
OF_A_KILLED_SERVER = ("Failed to load resource", "htmx: htmx:error", "Manifest: Line: 1, column: 1, Syntax error.")


@dataclass
class Tablet:
    """Chromium with a profile that stays: `start()`, `kill()`, and `start()` again."""

    chromium: BrowserType
    profile: Path
    troubles: list[str] = field(default_factory=list)
    process: "subprocess.Popen[bytes] | None" = None

    def start(self) -> Page:
        told = self.profile / "DevToolsActivePort"
        told.unlink(missing_ok=True)
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(
            # A new tab of its own would still be loading when Playwright asks for it, and never answer.
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
        if message.type == "error" and not message.text.startswith(OF_A_KILLED_SERVER):
            self.troubles.append(message.text)

    def close(self, page: Page) -> None:
        """As it is put away: with time to write down its cookies."""
        assert page.context.browser and self.process
        page.context.browser.new_browser_cdp_session().send("Browser.close")
        self.process.wait(60)

    def kill(self) -> None:
        """The battery ends."""
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(60)


@dataclass
class Secure(Server):
    """The same pages over TLS, with a certificate that was made a moment ago."""

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
    """Also found by a name of the club's own network."""

    extra: dict[str, str] = field(default_factory=lambda: {"ALLOWED_HOSTS": "127.0.0.1,club.lan"})


def signed_by_itself(host: str) -> bytes:
    """A key and its certificate for a day."""
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
    """A device that says yes to every passkey."""
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
