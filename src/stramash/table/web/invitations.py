"""Invitations: a link that the friend's machine can open, and the same link as a QR code."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

import segno
from markupsafe import Markup
from starlette.datastructures import URL

__all__ = ["Invitation", "invite_to"]

#: An outside address. Nothing is sent: the system only says which local address a route to it would use
_OUTSIDE = ("192.0.2.1", 9)


@dataclass(frozen=True)
class Invitation:
    """A link to sit down at a table."""

    link: str
    #: whether machines other than this one can open it
    reachable: bool
    qr_code: Markup


def invite_to(here: URL, path: str, listens_everywhere: bool) -> Invitation:
    """Return the invitation for a page that was opened at `here`.

    A page opened as localhost is of no use to others. If the server listens on all addresses, the link gets
    the address of this machine in its network; else nobody else can come.
    """
    base, reachable = here.replace(path="", query="", fragment=""), True
    if _is_this_machine(here.hostname or ""):
        address = network_address() if listens_everywhere else None
        reachable = address is not None
        if address is not None:
            base = base.replace(hostname=address)
    link = f"{str(base).rstrip('/')}{path}"
    code = segno.make(link, micro=False).svg_inline(scale=4, border=2, dark="#222", light="#fff")
    return Invitation(link, reachable, Markup(code))


def network_address() -> str | None:
    """Return the address of this machine in its network, None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_OUTSIDE)
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if _is_this_machine(address) else address


def _is_this_machine(host: str) -> bool:
    """Return whether a host is the machine itself.

    >>> [_is_this_machine(host) for host in ("localhost", "127.0.0.1", "::1", "192.168.1.5", "table.example")]
    [True, True, True, False, False]
    """
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
