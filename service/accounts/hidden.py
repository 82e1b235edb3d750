"""Secrets: how passwords and links are kept so that the file tells neither."""

import secrets
from functools import cache
from hashlib import sha256

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from domain.errors import Invalid

SHORTEST, LONGEST = 10, 200  # characters of a password
SECRET_BYTES = 20  # 160 bits


def new_secret() -> str:
    """Return 160 random bits as text that can stand in an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


def digest(secret: str) -> str:
    """Return what is kept of a random secret: it has too many bits to be guessed from its hash."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def new_stamp() -> str:
    """Return a mark that no earlier sign-in carries."""
    return secrets.token_hex(8)


def check_password(password: str) -> None:
    """Let a password pass that is long enough.

    :raises Invalid: it is too short or too long; does not repeat it.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise Invalid(
            f"password: {len(password)} characters found, expected {SHORTEST} to {LONGEST}"
        )


class Passwords:
    """Hashes passwords with argon2id (RFC 9106), by the library's second recommended setting."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()

    def hash(self, password: str) -> str:
        """Return what is kept of a password.

        :raises Invalid: it is too short or too long.
        """
        check_password(password)
        return self._hasher.hash(password)

    def fits(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was kept; without one it takes as long to say no."""
        nobody = _hash_of_nothing(self._hasher)
        try:
            self._hasher.verify(kept or nobody, password[: LONGEST + 1])
        except (VerificationError, InvalidHashError):
            return False
        return kept is not None

    def is_dated(self, kept: str) -> bool:
        """Whether a hash was made with other settings than today's."""
        return self._hasher.check_needs_rehash(kept)


@cache
def _hash_of_nothing(hasher: PasswordHasher) -> str:
    return hasher.hash(new_secret())
