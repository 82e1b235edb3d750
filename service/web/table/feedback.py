"""Links by which each player answers on a phone of their own: a session and a seat, signed."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from uuid import UUID

from itsdangerous import BadSignature, Signer

_SALT = "feedback"


def token(secret: bytes | str, session_id: UUID, seat: int) -> str:
    """Sign a seat of a session."""
    plain = urlsafe_b64encode(session_id.bytes + bytes([seat])).rstrip(b"=")
    return Signer(secret, salt=_SALT).sign(plain).decode()


def read(secret: bytes | str, signed: str) -> tuple[UUID, int] | None:
    """Return the session and seat of a token, or nothing if it is not one of ours."""
    try:
        plain = Signer(secret, salt=_SALT).unsign(signed)
        data = urlsafe_b64decode(plain + b"=" * (-len(plain) % 4))
    except (BadSignature, ValueError):
        return None
    return (UUID(bytes=data[:16]), data[16]) if len(data) == 17 else None
