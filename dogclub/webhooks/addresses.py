"""Where a delivery may go: to public addresses, and to those of its own network only where the settings allow it."""

import ipaddress
import socket
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    import httpx  # a server that sends nothing starts without it

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
INSIDE = gettext_lazy("This address is in the server’s own network, where nothing is sent.")
PLAIN = gettext_lazy("Use https://: nothing is sent unencrypted outside the server’s own network.")
NOBODY = gettext_lazy("That host name does not exist.")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Private by their making, though Python takes some of them for global: site-local addresses, a translator of
# one's own, and two old ways to write an address of version 4.
OF_A_HOUSE = [ipaddress.ip_network(each) for each in ("fec0::/10", "64:ff9b:1::/48", "::/96", "::ffff:0:0:0/96")]


class Refused(Exception):
    """Nothing is sent there; the text says why."""


def checked(url: "httpx.URL") -> str:
    """The one address that was looked at, to connect to; a name might mean another a moment later. Raises Refused."""
    try:
        places = socket.getaddrinfo(url.host, url.port or url.scheme, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Refused(NOBODY) from error
    addresses = [str(place[0]) for *_, place in places]
    if not settings.WEBHOOKS_MAY_STAY_INSIDE and not all(map(is_outside, addresses)):
        raise Refused(INSIDE)
    if url.scheme != "https" and any(map(is_outside, addresses)):
        raise Refused(PLAIN)
    return addresses[0]


def is_outside(address: str) -> bool:
    """Also where one kind of address wraps another."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if any(parsed in network for network in OF_A_HOUSE):
        return False
    return all(each.is_global and not each.is_multicast for each in (parsed, *_wrapped(parsed)) if each)


def _wrapped(address: Address) -> list[Address | None]:
    if isinstance(address, ipaddress.IPv4Address):
        return []
    return [
        address.ipv4_mapped,
        address.sixtofour,
        address.teredo[1] if address.teredo else None,
        ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in NAT64 else None,
    ]


def is_plainly_inside(host: str) -> bool:
    """What can be told without asking anybody: numbers, and the name every machine has for itself."""
    if settings.WEBHOOKS_MAY_STAY_INSIDE:
        return False
    try:
        return not is_outside(host.strip("[]"))
    except ValueError:
        return host.lower().rstrip(".").rpartition(".")[2] in ("localhost", "local", "internal")


def is_plainly_outside(host: str) -> bool:
    """Wherever it is not allowed to be inside; else what a number tells. Of a name, the lookup before sending tells."""
    if not settings.WEBHOOKS_MAY_STAY_INSIDE:
        return True
    try:
        return is_outside(host.strip("[]"))
    except ValueError:
        return False
