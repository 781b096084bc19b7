"""Checks of addresses: only public ones may be visited.

A page named by an agent must not reach this machine, its network or a cloud's metadata.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING

from core.llm.messages import Declined

if TYPE_CHECKING:
    from yarl import URL

Lookup = Callable[[str, int], Awaitable[Sequence[str]]]
"""Looks up a host's IP addresses. Raises OSError if there are none."""
PORTS = (80, 443)
UNICAST = ip_network("2000::/3")
"""The public part of IPv6."""
SPECIAL = tuple(
    map(
        ip_network,
        (
            "168.63.129.16/32",  # a cloud's machines are served by it
            "192.0.0.0/24",
            "192.88.99.0/24",
            "2001::/23",
            "2002::/16",  # it carries an IPv4 address, which may be any
        ),
    )
)
"""Networks for special purposes, some of which ipaddress calls global."""


def is_public(address: str) -> bool:
    """Return True for a public Internet address of a single host.

    >>> is_public("93.184.215.14"), is_public("::ffff:10.0.0.1"), is_public("169.254.169.254")
    (True, False, False)
    """
    ip = ip_address(address)
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is None and ip not in UNICAST:
            return False
        ip = ip.ipv4_mapped or ip
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in SPECIAL)


def read_url(text: str) -> "URL":
    """Parse the address of a page. Raises Declined for one that is malformed or never visited."""
    from yarl import URL

    try:
        url = URL(text)
        host, port = url.raw_host or "", url.port
    except ValueError:
        raise Declined("that is no address of a page; one begins with https://") from None
    if url.scheme not in ("http", "https") or not host or not port:
        raise Declined("that is no address of a page; one begins with https://")
    if url.raw_user is not None or url.raw_password is not None:
        raise Declined("an address with a name or a password in it is not visited")
    if _is_odd_number(host):
        raise Declined(f"{host[:60]} is no host")
    return url.with_fragment(None)


def _is_odd_number(host: str) -> bool:
    """Return True for an unusual spelling of an IP address."""
    if ":" not in host and not host.replace(".", "").isdigit():
        return False
    try:
        ip_address(host)
    except ValueError:
        return True
    return False


async def look_up(host: str, port: int) -> Sequence[str]:
    """Look up a host's addresses once, with the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for _, _, _, _, address in found]
