"""Tests talk to loopback alone: any other connection, or a look-up of a name, raises and is remembered."""

import os
import socket
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

import pytest

PRIVATE = ("_API_KEY", "_API_BASE", "_BASE_URL", "_PROXY")  # ends of the variables no test may see

strays: list[str] = []


class Stray(AssertionError):
    """A test reached for the network."""


def stray(address: object) -> Stray:
    strays.append(str(address))
    return Stray(f"not loopback: {address}")


def settle() -> None:
    """Raise for what was reached for since the last time, even where the app swallowed the error."""
    if strays:
        found = ", ".join(strays)
        strays.clear()
        raise Stray(f"not loopback: {found}")


def is_address(host: str) -> bool:
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


def is_loopback(host: str) -> bool:
    return host == "localhost" or (is_address(host) and ip_address(host).is_loopback)


def guarded(connect: Callable[..., Any]) -> Callable[..., Any]:
    def connect_to_loopback(self: socket.socket, address: Any) -> Any:
        if self.family in (socket.AF_INET, socket.AF_INET6) and not is_loopback(address[0]):
            raise stray(address)
        return connect(self, address)

    return connect_to_loopback


def resolving(getaddrinfo: Callable[..., Any]) -> Callable[..., Any]:
    def resolve_locally(host: Any, *rest: Any, **named: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name and name != "localhost" and not is_address(name):
            raise stray(name)
        return getaddrinfo(host, *rest, **named)

    return resolve_locally


def guard(patch: pytest.MonkeyPatch) -> None:
    for name in ("connect", "connect_ex"):
        patch.setattr(socket.socket, name, guarded(getattr(socket.socket, name)))
    patch.setattr(socket, "getaddrinfo", resolving(socket.getaddrinfo))


def hide_private(patch: pytest.MonkeyPatch) -> None:
    """Keys, proxies and addresses of the one who runs the tests."""
    for name in [name for name in os.environ if name.upper().endswith(PRIVATE)]:
        patch.delenv(name)
