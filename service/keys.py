"""Secrets of a data folder, each in a file that only its owner may read."""

import os
import secrets
from pathlib import Path

KEY_BYTES = 32


def secret_key(path: Path) -> bytes:
    """Return the key that a file keeps; made at the first use.

    A file without a whole key, as a full disk leaves it, gets a new one.
    """
    if path.exists() and len(key := path.read_bytes()) >= KEY_BYTES:
        return key
    key = secrets.token_bytes(KEY_BYTES)
    aside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    return path.read_bytes()
