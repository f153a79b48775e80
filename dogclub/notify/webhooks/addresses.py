"""Addresses to which a delivery may go: public ones, and those of the server's own network only if the settings
allow it.
"""

import ipaddress
import socket
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext_lazy

if TYPE_CHECKING:
    import httpx  # slow to import, and not needed without deliveries


Address = ipaddress.IPv4Address | ipaddress.IPv6Address
INSIDE = gettext_lazy("This address is in the server’s own network, where nothing is sent.")
UNENCRYPTED = gettext_lazy("Use https://: nothing is sent unencrypted outside the server’s own network.")
UNKNOWN_HOST = gettext_lazy("That host name does not exist.")
UNRESOLVED = gettext_lazy("That host name could not be found just now.")
NAT64 = ipaddress.ip_network("64:ff9b::/96")
# Private networks, though Python takes some of them for global: site-local addresses, a local NAT64
# prefix, and two old notations of IPv4 addresses.
PRIVATE_NETWORKS = [ipaddress.ip_network(each) for each in ("fec0::/10", "64:ff9b:1::/48", "::/96", "::ffff:0:0:0/96")]


class Refused(Exception):
    """Raised if nothing may be sent to an address; the text says why."""


class Unresolved(Exception):
    """Raised if a host name cannot be resolved now: it may exist, as routers and name servers restart."""


def checked(url: "httpx.URL") -> str:
    """Return the one IP address that was checked, to connect to: the name might resolve to another later. Raise
    Refused or Unresolved.
    """
    try:
        places = socket.getaddrinfo(url.host, url.port or url.scheme, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise Refused(UNKNOWN_HOST) from error
    except OSError as error:
        raise Unresolved(UNRESOLVED) from error
    addresses = [str(place[0]) for *_, place in places]
    if not settings.WEBHOOKS_MAY_STAY_INSIDE and not all(map(is_outside, addresses)):
        raise Refused(INSIDE)
    if url.scheme != "https" and any(map(is_outside, addresses)):
        raise Refused(UNENCRYPTED)
    return addresses[0]


def is_outside(address: str) -> bool:
    """Whether an IP address is public, also the one that it wraps (IPv4 in IPv6)."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if any(parsed in network for network in PRIVATE_NETWORKS):
        return False
    return all(each.is_global and not each.is_multicast for each in (parsed, *_wrapped(parsed)) if each)


def _wrapped(address: Address) -> list[Address | None]:
    """Return the IPv4 addresses that an IPv6 address wraps."""
    if isinstance(address, ipaddress.IPv4Address):
        return []
    return [
        address.ipv4_mapped,
        address.sixtofour,
        address.teredo[1] if address.teredo else None,
        ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in NAT64 else None,
    ]


def is_plainly_inside(host: str) -> bool:
    """Whether a host is in the server's own network, without a DNS lookup: IP addresses and local names."""
    if settings.WEBHOOKS_MAY_STAY_INSIDE:
        return False
    try:
        return not is_outside(host.strip("[]"))
    except ValueError:
        return host.lower().rstrip(".").rpartition(".")[2] in ("localhost", "local", "internal")


def is_plainly_outside(host: str) -> bool:
    """Whether a host must be public, or is a public IP address; a name is checked by the lookup before sending."""
    if not settings.WEBHOOKS_MAY_STAY_INSIDE:
        return True
    try:
        return is_outside(host.strip("[]"))
    except ValueError:
        return False
