"""The web server in a process of its own."""

import gzip
import http.client
import re
import signal
import socket

import pytest

from dogclub.management.commands.serve import listen
from tests.server import Server, free_port, resident, until

MEGABYTE = 1_000_000


def get(
    server: Server, path: str, method: str = "GET", body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
    finally:
        connection.close()


def test_a_page_comes_with_its_policy(shared_server: Server) -> None:
    status, headers, body = get(shared_server, "/accounts/login/")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = headers["content-security-policy"].split("; ")
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "style-src 'self'" in policy
    assert headers["x-frame-options"] == "DENY"
    assert "server" not in headers
    assert b"Sign in" in body


def test_static_files_are_compressed_and_kept_for_ever(shared_server: Server) -> None:
    _, _, page = get(shared_server, "/accounts/login/")
    path = re.search(rb'href="(/static/dogclub/table\.[0-9a-f]{12}\.css)"', page)
    assert path
    status, headers, body = get(shared_server, path[1].decode(), headers={"Accept-Encoding": "gzip"})
    assert (status, headers["content-encoding"]) == (200, "gzip")
    assert "immutable" in headers["cache-control"]
    assert gzip.decompress(body).startswith(b"/* npm run build")


def test_a_head_request_has_no_body(shared_server: Server) -> None:
    status, _, body = get(shared_server, "/accounts/login/", "HEAD")
    assert (status, body) == (200, b"")


@pytest.mark.parametrize(
    ("path", "start"), [("/accounts/login/", b"That is more"), ("/api/v1/", b'{"type": "/api/v1/problems/too-large"')]
)
def test_ten_megabytes_are_refused_and_the_server_lives(shared_server: Server, path: str, start: bytes) -> None:
    status, _, body = get(shared_server, path, "POST", b"x" * 10 * MEGABYTE)
    assert (status, body[: len(start)]) == (413, start)
    assert get(shared_server, "/accounts/login/")[0] == 200


def test_a_body_in_chunks_is_counted_too(shared_server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", shared_server.port, timeout=60)
    connection.request("POST", "/accounts/login/", iter([b"x" * MEGABYTE] * 4), encode_chunked=True)
    assert connection.getresponse().status == 413
    connection.close()


@pytest.mark.parametrize("junk", [b"\x00\x01\x02\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n"])
def test_junk_is_not_an_error_of_ours(shared_server: Server, junk: bytes) -> None:
    with socket.create_connection(("127.0.0.1", shared_server.port), timeout=60) as sock:
        sock.sendall(junk)
        assert sock.recv(100).startswith(b"HTTP/1.1 400")
    assert "Traceback" not in shared_server.log


def test_another_host_is_refused(shared_server: Server) -> None:
    assert get(shared_server, "/accounts/login/", headers={"Host": "evil.example"})[0] == 400


def test_no_answer_waits_for_the_other_side() -> None:
    """Without TCP_NODELAY the body of every response arrives 40 ms after its head."""
    port = free_port()
    with listen("127.0.0.1", port) as listener, socket.create_connection(("127.0.0.1", port)):
        accepted, _ = listener.accept()
        assert accepted.proto == socket.IPPROTO_TCP
        accepted.close()


@pytest.mark.thorough
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_at_once_with_browsers_connected(server: Server, how: signal.Signals) -> None:
    idle = http.client.HTTPConnection("127.0.0.1", server.port)
    idle.request("GET", "/static/nothing")
    idle.getresponse().read()
    half = socket.create_connection(("127.0.0.1", server.port))
    half.sendall(b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc")
    assert server.kill(how) == {signal.SIGTERM: -signal.SIGTERM, signal.SIGINT: 0}[how]
    assert "Traceback" not in server.log
    idle.close()
    half.close()


def test_a_second_ctrl_c_is_no_complaint(server: Server) -> None:
    assert server.process
    for _ in range(2):
        server.process.send_signal(signal.SIGINT)
    server.process.wait(60)
    assert server.log.endswith("\nStopped.\n")
    assert "ERROR" not in server.log


def test_a_taken_port_is_a_sentence(shared_server: Server) -> None:
    second = shared_server.manage("serve", "--port", str(shared_server.port))
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"CommandError: Port {shared_server.port} is taken. Stop the other one, or choose another: "
        f"--port {shared_server.port + 1}.\n"
    )


def test_an_impossible_port_is_a_sentence(shared_server: Server) -> None:
    assert "99999 is not a port" in shared_server.manage("serve", "--port", "99999").stderr


def test_the_idle_process_tree_fits_into_150_megabytes(shared_server: Server) -> None:
    for _ in range(20):
        assert get(shared_server, "/accounts/login/")[0] == 200
    assert shared_server.process
    size = resident(shared_server.process.pid)
    print(f"idle: {size / MEGABYTE:.0f} MB")
    assert size <= 150 * MEGABYTE


@pytest.mark.thorough
def test_told_to_stop_it_says_so_to_the_load_balancer_and_still_answers(stopped_server: Server) -> None:
    stopped_server.extra["STOP_AFTER"] = "300"
    stopped_server.start("--no-worker")
    assert get(stopped_server, "/health/live")[0] == 200
    assert stopped_server.process
    stopped_server.process.send_signal(signal.SIGTERM)
    until(lambda: get(stopped_server, "/health/live")[0] == 503)
    assert get(stopped_server, "/accounts/login/")[0] == 200
    assert stopped_server.kill(signal.SIGTERM) == -signal.SIGTERM  # the second signal ends it at once


@pytest.mark.thorough
def test_after_that_it_ends_by_itself(stopped_server: Server) -> None:
    stopped_server.extra["STOP_AFTER"] = "1"
    stopped_server.start("--no-worker")
    assert stopped_server.kill(signal.SIGTERM) == -signal.SIGTERM
