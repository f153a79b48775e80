"""A minimal broadcast server, without anything else: `.venv/bin/python benchmarks/live_bare.py`.

It prints its port. A GET opens a stream; the body of a POST is sent to all open streams, in the same frame as Dog
Club's own server sends it, and the response to the POST is the time at which that began.
"""

import asyncio
import socket
import time

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
DONE = b"HTTP/1.1 200 OK\r\ncontent-length: %d\r\n\r\n%b"


class Bare(asyncio.Protocol):
    everybody: set[asyncio.Transport] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.asked = b""

    def data_received(self, data: bytes) -> None:
        self.asked += data
        said = self.asked.partition(b"\r\n\r\n")[2]
        if self.asked.startswith(b"GET"):
            self.transport.write(HEAD)
            self.everybody.add(self.transport)
        elif said:
            now = b"%f" % time.perf_counter()
            self.broadcast(said)
            self.transport.write(DONE % (len(now), now))

    def broadcast(self, said: bytes) -> None:
        framed = b"%x\r\n%b\r\n" % (len(said), said)
        for each in self.everybody:
            each.write(framed)

    def connection_lost(self, error: Exception | None) -> None:
        self.everybody.discard(self.transport)


async def main() -> None:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    server = await asyncio.get_running_loop().create_server(Bare, sock=listener, backlog=512)
    print(listener.getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
