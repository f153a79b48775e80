"""What the server runs: pages through the bridge. Streams of events will be answered here, natively."""

from django.conf import settings

from dogclub.server.bridge import Pages
from dogclub.server.messages import Receive, Scope, Send
from dogclub.wsgi import application as wsgi_application

THREADS = 8

pages = Pages(wsgi_application, THREADS, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await live_and_let_die(receive, send)
    elif scope["type"] == "http":
        await pages(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1000})


async def live_and_let_die(receive: Receive, send: Send) -> None:
    """Start-up and shutdown have nothing to do; the server wants to hear so."""
    while True:
        message = await receive()
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            return
