"""The ASGI server in front of the WSGI pages: sockets, limits, request bodies, threads."""
