"""This machine's address on the local network, asked for before Django is there."""

import socket


def address() -> str:
    """Where the system would send from. Nothing is sent: a datagram socket only looks up the route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.connect(("192.0.2.1", 9))
        return str(sock.getsockname()[0])
