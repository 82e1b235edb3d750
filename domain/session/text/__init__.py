"""A session as text, made to be read and diffed."""

from domain.session.text.head import MAGIC
from domain.session.text.opening import Library
from domain.session.text.read import NOBODY, Account, read
from domain.session.text.write import write

__all__ = ["MAGIC", "NOBODY", "Account", "Library", "read", "write"]
