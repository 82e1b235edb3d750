"""Tokens, with which programs use the API for a person."""

from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select, update

from domain.errors import Invalid
from service.accounts.hidden import digest, new_secret
from service.accounts.kinds import SCOPES, Person, Scope, Token
from service.accounts.ledger import checked_name
from service.accounts.people import COLUMNS, People, is_over
from service.accounts.tables import people, tokens

PREFIX = "moth_"
"""What every token begins with, so that it is known for one where it should not be."""

USED_TO = timedelta(minutes=1)
"""How exactly it is kept when a token was used last."""

LONGEST = 80  # characters of a token's name
OWN = (tokens.c.id, tokens.c.person, tokens.c.name, tokens.c.scope, tokens.c.made,
       tokens.c.until, tokens.c.used)  # fmt: skip


class Tokens(People):
    """Keeps the tokens of everybody."""

    def make_token(
        self,
        person: Person,
        name: str,
        scope: Scope,
        until: datetime | None = None,
        where: str = "",
    ) -> tuple[Token, str]:
        """Make a token; return it with its secret, which is said once and kept nowhere.

        :raises Invalid: it has no name, no such scope, or has ended already.
        """
        name, made = checked_name(name, longest=LONGEST), self.now()
        if scope not in SCOPES:
            raise Invalid(f"scope: {scope[:40]!r} found, expected one of: {', '.join(SCOPES)}")
        if is_over(until, made):
            raise Invalid("until: a time that has passed found, expected one to come")
        secret = PREFIX + new_secret()
        row = insert(tokens).values(
            person=person.id, name=name, scope=scope, hash=digest(secret), made=made, until=until
        )
        with self.database.writing() as connection:
            (id_,) = connection.execute(row).inserted_primary_key or (0,)
            self._note(connection, f"token made to {scope}", person.name, where, name)
        return Token(id_, person.id, name, scope, made, until, None), secret

    def tokens(self, person: Person) -> list[Token]:
        """List somebody's tokens, newest first."""
        asked = select(*OWN).where(tokens.c.person == person.id).order_by(tokens.c.id.desc())
        with self.database.reading() as connection:
            return [Token(**row) for row in connection.execute(asked).mappings()]

    def revoke_token(self, id_: int, person: Person, where: str = "") -> bool:
        """End one of somebody's tokens; return whether it was theirs."""
        mine = (tokens.c.id == id_) & (tokens.c.person == person.id)
        with self.database.writing() as connection:
            name = connection.execute(select(tokens.c.name).where(mine)).scalar()
            if name is None:
                return False
            connection.execute(delete(tokens).where(mine))
            self._note(connection, "token revoked", person.name, where, name)
        return True

    def bearer(self, secret: str) -> tuple[Person, Token] | None:
        """Return whose token that is, if it still counts."""
        if not self.database.exists:
            return None
        now = self.now()
        with self.database.reading() as connection:
            row = connection.execute(
                select(*OWN).where(tokens.c.hash == digest(secret))
            ).mappings().first()  # fmt: skip
            if row is None or is_over(row["until"], now):
                return None
            token = Token(**row)
            asked = select(*COLUMNS).where(people.c.id == token.person)
            person = Person(**connection.execute(asked).mappings().one())
        if token.used is None or now - token.used >= USED_TO:
            with self.database.writing() as connection:
                connection.execute(update(tokens).where(tokens.c.id == token.id).values(used=now))
        return person, token
