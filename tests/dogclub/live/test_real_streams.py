"""Streams of a real server: who receives what, what is never sent over them, and how they end."""

import re
import signal
from typing import Any

import pytest

from dogclub.live.hub import RECHECK_BEATS
from tests.dogclub.live.real import Stream, post, run
from tests.server import Server

MANY = 100
# Everything that a stream may contain: versions of topics, heartbeats with the time, and its end.
SAYING = r"retry: \d+\n{news}({news}|event: beat\ndata: \d+\n\n|event: bye\ndata: {{}}\n\n)*"
NEWS = r'event: version\ndata: {{"{topic}": \d+}}\n\n'


@pytest.fixture(scope="module")
def world(shared_server: Server) -> Any:
    return run(shared_server, "a_world()")


def body_of(stream: Stream) -> str:
    """Return the body of the stream without the header and chunk frames of HTTP."""
    head, _, body = stream.text.partition("\r\n\r\n")
    return re.sub(r"(?:^|\r\n)[0-9a-f]+\r\n", "", body).removesuffix("\r\n") if "chunked" in head.lower() else body


@pytest.mark.thorough
def test_what_another_process_writes_comes_to_whoever_watches_it_and_to_nobody_else(
    shared_server: Server, world: Any
) -> None:
    paths = {
        f"match:{world['match']}": f"/m/{world['match']}/live/",
        f"match:{world['war']}": f"/m/{world['war']}/live/",
        f"night:{world['night']}": f"/c/kennel/nights/{world['night']}/live/",
        f"club:{world['club']}": "/c/kennel/live/",
    }
    streams = {topic: Stream(shared_server, path, world["visitor"]) for topic, path in paths.items()}
    old = Stream(shared_server, paths[f"match:{world['match']}"], world["visitor"], version="1.0")
    for stream in (*streams.values(), old):
        stream.read_until("event: version")
        assert stream.status == 200
    run(shared_server, f"write('{world['elsewhere']}'); write('{world['match']}')")
    mine = f'"match:{world["match"]}": 1'
    old.read_until(mine)
    streams[f"match:{world['match']}"].read_until(mine)
    for topic, stream in streams.items():
        number = 1 if topic == f"match:{world['war']}" else 2
        stream.read_until_there_are(number, "event: version")
        stream.read_until("event: beat")
        assert re.fullmatch(SAYING.format(news=NEWS.format(topic=topic)), body_of(stream)), stream.text
        stream.close()
    assert streams[f"match:{world['war']}"].versions == [{f"match:{world['war']}": 0}]
    assert "chunked" not in old.text
    old.close()


@pytest.mark.parametrize(
    ("path", "who", "status"),
    [
        ("/m/{match}/live/", "", 302),
        ("/m/{elsewhere}/live/", "visitor", 302),
        ("/m/{elsewhere}/live/", "organiser", 404),
        ("/c/friday/live/", "organiser", 404),
        ("/c/kennel/live/", "organiser", 200),
    ],
)
def test_whoever_may_not_see_the_page_gets_its_answer_and_no_stream(
    shared_server: Server, world: Any, path: str, who: str, status: int
) -> None:
    stream = Stream(shared_server, path.format(**world), world.get(who, ""))
    assert stream.status == status
    assert ("x-live" in stream.text.lower(), "event:" in stream.text and status != 200) == (False, False)
    stream.close()


def test_a_program_watches_by_its_key(shared_server: Server, world: Any) -> None:
    paths = {
        f"match:{world['war']}": f"/api/v1/matches/{world['war']}/live/",
        f"night:{world['night']}": f"/api/v1/clubs/kennel/nights/{world['night']}/live/",
        f"club:{world['club']}": "/api/v1/clubs/kennel/live/",
    }
    streams = {topic: Stream(shared_server, path, key=world["key"]) for topic, path in paths.items()}
    for topic, stream in streams.items():
        stream.read_until("event: version")
        assert (stream.status, "text/event-stream" in stream.text, list(stream.versions[0])) == (200, True, [topic])
    run(shared_server, f"write('{world['war']}')")
    for stream in streams.values():
        stream.read_until_there_are(2, "event: version")
        stream.close()
    refused = Stream(shared_server, paths[f"match:{world['war']}"])
    assert (refused.status, "application/problem+json" in refused.text) == (401, True)


@pytest.mark.thorough
def test_a_tap_is_told_and_a_revoked_link_ends_its_streams(shared_server: Server, world: Any) -> None:
    address = f"/m/{world['match']}/live/"
    visitor, organiser = (Stream(shared_server, address, world[who]) for who in ("visitor", "organiser"))
    visitor.read_until("event: version")
    before = visitor.versions[0][f"match:{world['match']}"]
    verb = "reopen" if before else "abandon"
    assert post(shared_server, f"/m/{world['match']}/{verb}/", world["organiser"]) == 302
    for stream in (visitor, organiser):
        stream.read_until(f'"match:{world["match"]}": {before + 1}')
    assert post(shared_server, f"/c/kennel/watch-links/{world['link']}/revoke/", world["organiser"]) == 302
    assert visitor.read_to_the_end().count("event: bye") == 1
    assert post(shared_server, f"/m/{world['match']}/{'abandon' if before else 'reopen'}/", world["organiser"]) == 302
    organiser.read_until(f'"match:{world["match"]}": {before + 2}')
    assert f": {before + 2}}}" not in visitor.text
    assert Stream(shared_server, address, world["visitor"]).status >= 300
    organiser.close()


SHUT = "SpectatorLink.objects.filter(pk='{link}').update(revoked_at=timezone.now())"  # an update sends no signal


@pytest.mark.thorough
def test_a_link_that_another_process_closes_ends_its_streams_long_before_the_next_round(server: Server) -> None:
    world = run(server, "a_world()")
    stream = Stream(server, f"/m/{world['match']}/live/", world["visitor"])
    stream.read_until("event: beat")
    run(server, SHUT.format(**world))
    assert stream.read_to_the_end().count("event: bye") == 1
    assert stream.text.count("event: beat") < RECHECK_BEATS
    assert Stream(server, f"/m/{world['match']}/live/", world["visitor"]).status >= 300


@pytest.mark.thorough
def test_whoever_signs_out_or_gets_a_new_password_hears_nothing_more(server: Server) -> None:
    run(server, "a_world()")
    for how in ("out", "password"):
        organiser = run(server, "print(json.dumps(signed_in(User.objects.get())))")
        stream = Stream(server, "/c/kennel/live/", organiser)
        stream.read_until("event: beat")
        if how == "out":
            assert post(server, "/accounts/logout/", organiser) == 302
        else:
            run(server, "user = User.objects.get(); user.set_password('paws'); user.save()")
        assert stream.read_to_the_end().count("event: bye") == 1
        assert stream.text.count("event: beat") < RECHECK_BEATS


@pytest.mark.thorough
def test_a_server_that_stops_says_goodbye_to_all_and_waits_for_nobody(stopped_server: Server) -> None:
    world = run(stopped_server, "a_world()")
    stopped_server.extra |= {"STREAMS_PER_ADDRESS": str(MANY), "STREAMS_PER_SESSION": str(MANY)}
    stopped_server.start()
    streams = [Stream(stopped_server, "/c/kennel/live/", world["organiser"]) for _ in range(MANY)]
    assert stopped_server.process
    stopped_server.process.send_signal(signal.SIGTERM)
    assert [stream.read_to_the_end().count("event: bye") for stream in streams] == [1] * MANY
    assert stopped_server.process.wait(60) in (-signal.SIGTERM, 0)
    assert "Cancel" not in stopped_server.log  # no task had to be cancelled
    assert "Traceback" not in stopped_server.log
