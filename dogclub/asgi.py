"""The ASGI application: pages through the WSGI bridge, event streams natively."""

import asyncio

from django.conf import settings

from dogclub.live.runtime import hub, start_hub
from dogclub.live.streams import Streams, is_stream
from dogclub.server.bridge import Pages
from dogclub.server.protocol import Receive, Scope, Send
from dogclub.wsgi import application as wsgi_application

pages = Pages(wsgi_application, settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
streams = Streams(pages, hub)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await lifespan(receive, send)
    elif scope["type"] == "http":
        await (streams if is_stream(scope) else pages)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1000})


async def lifespan(receive: Receive, send: Send) -> None:
    """Handle the lifespan protocol: the hub of live streams starts with the server and closes with it."""
    works: list[asyncio.Task[None]] = []
    while True:
        try:
            message = await receive()
        except asyncio.CancelledError:  # a second Ctrl-C: uvicorn stops at once
            return
        if message["type"] == "lifespan.startup":
            works = start_hub(pages)
        await send({"type": f"{message['type']}.complete"})
        if message["type"] == "lifespan.shutdown":
            hub.close()
            for work in works:
                work.cancel()
            return
