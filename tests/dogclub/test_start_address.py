"""The address that a start prints, and those under which it answers."""

import os
from pathlib import Path

import pytest

from dogclub.configuration import first_start

INTERFACES = """Local:
  |-- 127.0.0.1
     /32 host LOCAL
  |-- 10.8.0.2
     /32 host LOCAL
  |-- 10.8.0.255
     /32 link BROADCAST
  |-- 192.168.1.20
     /32 host LOCAL
  |-- 8.8.4.4
     /32 host LOCAL
"""


@pytest.fixture
def interfaces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine in the club's network and in a VPN, with a public address as well."""
    (tmp_path / "fib_trie").write_text(INTERFACES)
    monkeypatch.setattr(first_start, "ROUTES", tmp_path / "fib_trie")
    monkeypatch.setattr(first_start, "way_out", lambda: ["192.168.1.20"])
    monkeypatch.setattr("platform.node", lambda: "kennel")


def set_by(arguments: list[str], monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, str]:
    monkeypatch.setattr(os, "environ", environment)
    first_start.set_address(arguments)
    return environment


@pytest.mark.usefixtures("interfaces")
@pytest.mark.parametrize(
    ("arguments", "base_url"),
    [
        ([], "http://localhost:8000"),
        (["--port", "9000"], "http://localhost:9000"),
        (["--port=9000", "--host", "127.0.0.1"], "http://localhost:9000"),
        (["--host", "0.0.0.0"], "http://localhost:8000"),
        (["--host", "10.8.0.2"], "http://10.8.0.2:8000"),
        (["--host", "fd00::7"], "http://[fd00::7]:8000"),
        (["--lan"], "http://192.168.1.20:8000"),
        (["--port", "many"], None),
        (["--port", "99999"], None),
    ],
)
def test_the_address_is_that_of_the_port_and_the_network(
    arguments: list[str], base_url: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_now = set_by(arguments, monkeypatch)
    assert set_now.get("BASE_URL") == base_url
    assert ("ALLOWED_HOSTS" in set_now) == ("--lan" in arguments)


@pytest.mark.usefixtures("interfaces")
def test_the_network_may_be_any_that_the_machine_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = "localhost,127.0.0.1,[::1],192.168.1.20,10.8.0.2,kennel,kennel.local"
    assert set_by(["--lan"], monkeypatch)["ALLOWED_HOSTS"] == hosts
    monkeypatch.setattr("platform.node", lambda: "the_laptop")
    monkeypatch.setattr(first_start, "way_out", list)
    assert set_by(["--lan"], monkeypatch)["ALLOWED_HOSTS"] == "localhost,127.0.0.1,[::1],10.8.0.2,192.168.1.20"
    monkeypatch.setattr(first_start, "ROUTES", Path("/nowhere"))
    monkeypatch.setattr("socket.getaddrinfo", lambda *_: [(2, 1, 6, "", ("192.168.7.7", 0))])
    assert set_by(["--lan"], monkeypatch)["BASE_URL"] == "http://192.168.7.7:8000"


def test_what_the_environment_says_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set_by(["--port", "9000"], monkeypatch, BASE_URL="https://dogs.example") == {
        "BASE_URL": "https://dogs.example"
    }


def test_a_machine_without_a_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_start, "way_out", list)
    monkeypatch.setattr(first_start, "of_interfaces", lambda: ["127.0.0.1"])
    with pytest.raises(SystemExit, match="Connect this machine"):
        first_start.set_address(["--lan"])
