"""How many connections the server keeps, all told and for one address, so that nobody takes them all."""

import resource
from collections import Counter
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

FILES = 8_192  # open at once
SPARE = 100  # files for all that is no connection: the database in each thread, logs, static files
WAITING = 512  # connections the kernel keeps until they are taken in
ACCEPTED = 8  # connections taken in by one turn of the event loop; who is cut holds a file for four turns
OF_ONE = 256  # connections of one address
REFUSED = 16  # connections that are told why they are refused; more are cut without a word
Network = IPv4Network | IPv6Network


class Connections:
    """Counts them by address. A trusted proxy brings everybody's, so only the total counts for it."""

    def __init__(self, most: int, proxies: str = "") -> None:
        self.most = most
        self.of_one = min(OF_ONE, most // 3)
        self.proxies = _networks(proxies)
        self._by_address: Counter[str] = Counter()
        self._address_of: dict[Any, str] = {}
        self._refused: set[Any] = set()

    def join(self, connection: Any, address: str) -> bool:
        """Whether there is room for it. Who is refused is counted apart until it leaves."""
        group = address_group(address)
        is_one_of_many = self._by_address[group] >= self.of_one and not self._is_proxy(address)
        if len(self._address_of) >= self.most or is_one_of_many:
            self._refused.add(connection)
            return False
        self._address_of[connection] = group
        self._by_address[group] += 1
        return True

    @property
    def is_crowded(self) -> bool:
        """More are refused at this moment than can be told why."""
        return len(self._refused) > REFUSED

    def leave(self, connection: Any) -> None:
        self._refused.discard(connection)
        if group := self._address_of.pop(connection, ""):
            self._by_address[group] -= 1
            if not self._by_address[group]:
                del self._by_address[group]

    def _is_proxy(self, address: str) -> bool:
        """A socket without an address is one of this machine's own."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return True
        return any(parsed in network for network in self.proxies)


def address_group(address: str) -> str:
    """The address; of IPv6 the half that a household has to itself."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address or "socket"
    return str(ip_network((parsed, 64), strict=False)) if isinstance(parsed, IPv6Address) else address


def _networks(proxies: str) -> list[Network]:
    """Of TRUSTED_PROXIES; `*` trusts everybody."""
    if proxies.strip() == "*":
        return [ip_network("0.0.0.0/0"), ip_network("::/0")]
    networks: list[Network] = []
    for name in proxies.split(","):
        with suppress(ValueError):  # the name of a host, which uvicorn takes literally
            networks.append(ip_network(name.strip(), strict=False))
    return networks


def raise_file_limit() -> int:
    """As many open files as the machine allows, and how many of them may be connections."""
    soft, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if most == resource.RLIM_INFINITY else min(FILES, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
        soft = wanted
    files = FILES if soft == resource.RLIM_INFINITY else soft
    return max(files - SPARE - REFUSED - 4 * ACCEPTED, 1)
