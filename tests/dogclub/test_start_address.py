"""The address that an installed `dogclub start` prints."""

import os

import pytest

from dogclub.configuration import start_address


@pytest.mark.parametrize(
    ("arguments", "base_url"),
    [
        ([], "http://localhost:8000"),
        (["--port", "9000"], "http://localhost:9000"),
        (["--port=9000", "--host", "127.0.0.1"], "http://localhost:9000"),
        (["--lan"], "http://192.0.2.7:8000"),
        (["--port", "many"], ""),
        (["--port", "99999"], ""),
    ],
)
def test_the_address_is_that_of_the_port_and_the_network(
    arguments: list[str], base_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment: dict[str, str] = {}
    monkeypatch.setattr(os, "environ", environment)
    monkeypatch.setattr(start_address, "address", lambda: "192.0.2.7")
    start_address.set_address(arguments)
    assert environment.get("BASE_URL", "") == base_url
    assert ("192.0.2.7" in environment.get("ALLOWED_HOSTS", "")) == ("--lan" in arguments)


def test_what_the_environment_says_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = {"BASE_URL": "https://dogs.example"}
    monkeypatch.setattr(os, "environ", environment)
    start_address.set_address(["--port", "9000"])
    assert environment == {"BASE_URL": "https://dogs.example"}


def test_a_machine_without_a_network_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def address() -> str:
        raise OSError

    monkeypatch.setattr(start_address, "address", address)
    with pytest.raises(SystemExit, match="Connect this machine"):
        start_address.set_address(["--lan"])
