"""An S3-compatible storage (moto) in a process of its own."""

import http.client
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.server import free_port, until

KEY, SECRET = "AKIAKENNELKENNEL", "a-secret-that-nobody-may-read"


@dataclass
class Storage:
    """The moto server; `environment` are the variables for a Dog Club process."""

    port: int = field(default_factory=free_port)

    @property
    def environment(self) -> dict[str, str]:
        where = {"S3_ENDPOINT": f"http://127.0.0.1:{self.port}", "S3_REGION": "us-east-1"}
        return where | {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": SECRET}

    @property
    def settings(self) -> dict[str, str]:
        """The S3 settings as Django settings hold them."""
        where = {"endpoint": f"http://127.0.0.1:{self.port}", "region": "us-east-1"}
        return where | {"access_key_id": KEY, "secret_access_key": SECRET}

    def ask(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        """Send a request to the storage's API and return status and body."""
        caller = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        signed = f"AWS4-HMAC-SHA256 Credential={KEY}/20260101/us-east-1/s3"
        caller.request(method, path, body, headers={"Authorization": signed})
        answer = caller.getresponse()
        return answer.status, answer.read().decode()

    def files(self) -> list[str]:
        """The names of all files in the bucket."""
        listed = self.ask("GET", "/kennel?list-type=2")[1]
        return [each.partition("</Key>")[0] for each in listed.split("<Key>")[1:]]

    def answers(self) -> bool:
        try:
            return self.ask("GET", "/moto-api/data.json")[0] == 200
        except OSError:
            return False


@pytest.fixture(scope="session")
def moto() -> Iterator[Storage]:
    one = Storage()
    command = [sys.executable, "-W", "ignore", "-m", "moto.server", "-H", "127.0.0.1", "-p", str(one.port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(one.answers, process)
    yield one
    process.kill()
    process.wait(60)


@pytest.fixture
def storage(moto: Storage) -> Iterator[Storage]:
    """The storage with one empty bucket."""
    assert moto.ask("PUT", "/kennel")[0] == 200
    yield moto
    assert moto.ask("POST", "/moto-api/reset")[0] == 200
