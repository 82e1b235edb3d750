"""People, what they may do, and the links and tokens that let them in without a password."""

from service.accounts.accounts import Accounts
from service.accounts.kinds import Entry, Invitation, Invited, Person, Role, Scope, Token

__all__ = ["Accounts", "Entry", "Invitation", "Invited", "Person", "Role", "Scope", "Token"]
