"""Random ids and secrets, from the system's generator."""

from __future__ import annotations

import base64
import hashlib
import secrets

__all__ = ["derived_secret", "is_id", "new_id", "new_secret"]

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 12


def new_secret() -> str:
    """Return a secret of 256 bits."""
    return secrets.token_urlsafe(32)


def derived_secret(purpose: str, client_id: str) -> str:
    """Return the secret for a client that sent none: the same id gives the same secret.

    So a request that is sent again after a lost answer gets the same seat. The id itself is not stored.
    """
    digest = hashlib.sha256(f"stramash {purpose}:{client_id}".encode("utf-8", "surrogatepass")).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def new_id() -> str:
    """Return the id of a table: easy to read aloud, too long to guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Return whether a text could be the id of a table."""
    return len(text) == _ID_LENGTH and all(letter in _ALPHABET for letter in text)
