"""The client's address is taken from X-Forwarded-For only if a trusted proxy sent it."""

import re
import urllib.error
import urllib.parse
import urllib.request

import pytest

from tests.server import Server

pytestmark = pytest.mark.only("sqlite")
LOGIN = "/accounts/login/"


def fail(server: Server, forwarded: str) -> str:
    """Send a request without a CSRF token and return the hashed address of the log event."""
    before = len(server.log)
    call = urllib.request.Request(f"{server.url}{LOGIN}", b"login=a", {"X-Forwarded-For": forwarded})
    try:
        urllib.request.urlopen(call, timeout=60).close()
    except urllib.error.HTTPError as refused:
        refused.close()
    [address] = re.findall(r"event=csrf .*?address=(\w+)", server.log[before:])
    return str(address)


def test_what_a_client_says_of_itself_counts_for_nothing(stopped_server: Server) -> None:
    stopped_server.extra |= {"TRUSTED_PROXIES": "192.0.2.1"}
    stopped_server.start()
    assert (
        len({fail(stopped_server, forged) for forged in ("198.51.100.1", "198.51.100.2, 127.0.0.1", "::1", "nonsense")})
        == 1
    )


def test_of_a_trusted_proxy_the_last_word_counts(shared_server: Server) -> None:
    honest = fail(shared_server, "203.0.113.9")
    assert {
        fail(shared_server, f"{forged}, 203.0.113.9") for forged in ("198.51.100.1", "198.51.100.2", "127.0.0.1")
    } == {honest}
    assert fail(shared_server, "203.0.113.10") != honest
