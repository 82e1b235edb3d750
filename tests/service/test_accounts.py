"""Accounts: passwords, roles, tokens, links, and what is written down of them."""

import sqlite3
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from argon2 import PasswordHasher

from domain.errors import Invalid
from service.accounts import Accounts
from service.accounts.accounts import FILE
from service.accounts.hidden import Passwords
from service.accounts.people import NoSuchPerson
from service.accounts.tables import metadata

GOOD = "a long enough one"
SESSION = UUID(int=7)
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.ended: datetime | None = None

    def __call__(self) -> datetime:
        return self.at

    def pass_by(self, **time: float) -> None:
        """Let time pass."""
        self.at += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def accounts(tmp_path: Path, clock: Clock) -> Iterator[Accounts]:
    made = Accounts(tmp_path, clock, lambda _: clock.ended, Passwords(QUICK))
    yield made
    made.close()


def told(accounts: Accounts) -> list[tuple[str, str, str, str]]:
    """Return the audit log without times, oldest first."""
    return [(e.what, e.who, e.where, e.about) for e in reversed(accounts.entries())]


def test_everything_is_open_until_there_is_a_designer(accounts: Accounts, tmp_path: Path) -> None:
    assert accounts.is_open()
    assert accounts.sign_in("Ada", GOOD) is None
    accounts.add("Pia", "player", GOOD, "setup")
    assert accounts.is_open()
    accounts.add("Ada", "designer", GOOD, "setup")
    assert not accounts.is_open()
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


def test_asking_makes_no_file(accounts: Accounts, tmp_path: Path) -> None:
    assert accounts.is_open()
    assert accounts.people() == []
    assert accounts.invitations() == accounts.entries() == []
    assert accounts.redeem("x") is accounts.bearer("x") is None
    assert list(tmp_path.iterdir()) == []


def test_a_password_lets_in_by_any_case_of_the_name_and_no_other_does(accounts: Accounts) -> None:
    ada = accounts.add("Ada", "designer", GOOD, "setup")
    assert accounts.sign_in(" aDA ", GOOD, "10.0.0.1") == ada
    assert accounts.sign_in("Ada", GOOD + "!", "10.0.0.2") is None
    assert accounts.sign_in("Nobody", GOOD, "10.0.0.3") is None
    assert told(accounts) == [
        ("person added as designer", "setup", "", "Ada"),
        ("signed in", "Ada", "10.0.0.1", ""),
        ("sign-in refused", "Ada", "10.0.0.2", ""),
        ("sign-in refused", "a name that nobody has", "10.0.0.3", ""),
    ]


def test_an_unknown_name_costs_one_hash_as_a_known_one_does(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.add("Ada", "designer", GOOD, "setup")
    accounts.sign_in("Ada", GOOD)
    asked: list[str] = []
    verify = PasswordHasher.verify

    def watched(self: PasswordHasher, kept: str, said: str) -> bool:
        asked.append(kept)
        return verify(self, kept, said)

    monkeypatch.setattr(PasswordHasher, "verify", watched)
    for name in ("Ada", "Nobody"):
        assert accounts.sign_in(name, "another password") is None
    settings = [kept.rsplit("$", 2)[0] for kept in asked]
    assert len(settings) == 2
    assert settings[0] == settings[1]


@pytest.mark.parametrize("password", ["", "ninechars", "x" * 201])
def test_a_password_of_odd_length_is_refused_and_not_repeated(
    accounts: Accounts, password: str
) -> None:
    with pytest.raises(Invalid, match=r"^password: \d+ characters found, expected 10 to 200$"):
        accounts.add("Ada", "designer", password, "setup")
    assert accounts.people() == []


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "Ada\nBen", "ADA"])
def test_a_name_that_is_none_or_taken_is_refused(accounts: Accounts, name: str) -> None:
    accounts.add("Ada", "designer", GOOD, "setup")
    with pytest.raises(Invalid, match=r"^name: "):
        accounts.add(name, "player", GOOD, "Ada")
    assert len(accounts.people()) == 1


def test_the_last_designer_stays_one(accounts: Accounts) -> None:
    ada = accounts.add("Ada", "designer", GOOD, "setup")
    for change in (
        lambda: accounts.remove(ada.id, "Ada"),
        lambda: accounts.set_role(ada.id, "watcher", "Ada"),
    ):
        with pytest.raises(Invalid, match="the last designer"):
            change()
    ben = accounts.add("Ben", "player", GOOD, "Ada")
    accounts.set_role(ben.id, "designer", "Ada")
    accounts.remove(ada.id, "Ben")
    assert [p.name for p in accounts.people()] == ["Ben"]
    with pytest.raises(NoSuchPerson):
        accounts.named("Ada")
    assert told(accounts)[-2:] == [
        ("role changed to designer", "Ada", "", "Ben"),
        ("person removed", "Ben", "", "Ada"),
    ]


def test_a_new_password_and_signing_out_everywhere_change_the_stamp(accounts: Accounts) -> None:
    ada = accounts.add("Ada", "designer", GOOD, "setup")
    changed = accounts.set_password(ada.id, "another good one", "Ada")
    out = accounts.sign_out_everywhere(ada.id, "Ada")
    assert len({ada.stamp, changed.stamp, out.stamp}) == 3
    assert accounts.sign_in("Ada", GOOD) is None
    assert accounts.sign_in("Ada", "another good one") == out


def test_an_id_is_never_given_twice(accounts: Accounts) -> None:
    accounts.add("Ada", "designer", GOOD, "setup")
    ben = accounts.add("Ben", "player", GOOD, "Ada")
    accounts.set_host(SESSION, ben)
    accounts.remove(ben.id, "Ada")
    again = accounts.add("Ben", "player", GOOD, "Ada")
    assert again.id != ben.id
    assert accounts.hosted(again, [SESSION]) == set()


def test_a_token_counts_until_it_ends_or_is_revoked(accounts: Accounts, clock: Clock) -> None:
    ada = accounts.add("Ada", "designer", GOOD, "setup")
    token, secret = accounts.make_token(ada, "prototype", "record", clock.at + timedelta(hours=1))
    assert accounts.bearer(secret) == (ada, token)
    assert accounts.tokens(ada)[0].used == clock.at
    assert accounts.bearer(secret + "x") is None
    clock.pass_by(hours=1)
    assert accounts.bearer(secret) is None
    other, lasting = accounts.make_token(ada, "for good", "read")
    ben = accounts.add("Ben", "player", GOOD, "Ada")
    assert not accounts.revoke_token(other.id, ben)
    assert accounts.bearer(lasting) is not None
    assert accounts.revoke_token(other.id, ada)
    assert accounts.bearer(lasting) is None


def test_a_token_goes_with_its_person(accounts: Accounts) -> None:
    accounts.add("Ada", "designer", GOOD, "setup")
    ben = accounts.add("Ben", "player", GOOD, "Ada")
    _, secret = accounts.make_token(ben, "bot", "record")
    accounts.remove(ben.id, "Ada")
    assert accounts.bearer(secret) is None


def test_a_link_to_a_seat_counts_often_until_a_day_after_the_session(
    accounts: Accounts, clock: Clock
) -> None:
    made = accounts.invite_seat(SESSION, 1, "Ada")
    assert (made.invitation.kind, made.invitation.seat) == ("seat", 1)
    clock.pass_by(days=300)
    for _ in range(2):
        found = accounts.redeem(made.secret)
        assert found is not None
        assert (found.session_id, found.seat) == (SESSION, 1)
    clock.ended = clock.at
    clock.pass_by(hours=23)
    assert accounts.redeem(made.secret) is not None
    clock.pass_by(hours=1)
    assert accounts.redeem(made.secret) is None
    assert accounts.counting([made.invitation.id]) == []


def test_a_link_to_watch_ends_after_two_weeks(accounts: Accounts, clock: Clock) -> None:
    made = accounts.invite_watcher(SESSION, "Ada")
    clock.pass_by(days=13, hours=23)
    assert accounts.redeem(made.secret) is not None
    clock.pass_by(hours=1)
    assert accounts.redeem(made.secret) is None


def test_a_revoked_link_leads_nowhere(accounts: Accounts) -> None:
    made, kept = accounts.invite_seat(SESSION, 0, "Ada"), accounts.invite_seat(SESSION, 1, "Ada")
    assert accounts.revoke(made.invitation.id, "Ada")
    assert not accounts.revoke(made.invitation.id, "Ada")
    assert accounts.peek(made.secret) is accounts.redeem(made.secret) is None
    ids = [made.invitation.id, kept.invitation.id]
    assert [one.id for one in accounts.counting(ids)] == [kept.invitation.id]
    assert [one.seat for one in accounts.invitations(SESSION)] == [1, 0]
    assert accounts.invitations(UUID(int=8)) == []


def test_an_invited_person_joins_once(accounts: Accounts) -> None:
    accounts.add("Ada", "designer", GOOD, "setup")
    made = accounts.invite_person("recorder", "Ada")
    assert accounts.peek(made.secret) is not None
    for name, password in (("Ada", GOOD), ("Ben", "short")):
        with pytest.raises(Invalid):
            accounts.join(made.secret, name, password)
    ben = accounts.join(made.secret, "Ben", GOOD)
    assert ben is not None
    assert ben.role == "recorder"
    assert accounts.join(made.secret, "Cleo", GOOD) is None
    assert accounts.redeem(made.secret) is None


@pytest.mark.parametrize("then", ["player", "removed"])
def test_who_is_no_designer_any_more_comes_back_by_no_invitation_of_their_own(
    accounts: Accounts, then: str
) -> None:
    accounts.add("Ada", "designer", GOOD, "setup")
    eve = accounts.add("Eve", "designer", GOOD, "Ada")
    own, seat = accounts.invite_person("designer", "Eve"), accounts.invite_seat(SESSION, 0, "Eve")
    other = accounts.invite_person("player", "Ada")
    if then == "removed":
        accounts.remove(eve.id, "Ada")
    else:
        accounts.set_role(eve.id, "player", "Ada")
    assert accounts.join(own.secret, "Mallory", GOOD) is None
    assert told(accounts)[-1] == ("their invitations revoked", "Ada", "", "Eve")
    assert accounts.counting([seat.invitation.id, other.invitation.id])[1:]


def test_two_who_use_an_invitation_at_once_make_one_account(accounts: Accounts) -> None:
    accounts.add("Ada", "designer", GOOD, "setup")
    secret = accounts.invite_person("player", "Ada").secret
    with ThreadPoolExecutor(4) as pool:
        joined = list(pool.map(lambda n: accounts.join(secret, f"Ben {n}", GOOD), range(4)))
    assert sum(person is not None for person in joined) == 1
    assert len(accounts.people()) == 2


def test_whoever_opened_a_session_first_is_its_host(accounts: Accounts) -> None:
    ada, ben = (accounts.add(name, "player", GOOD, "setup") for name in ("Ada", "Ben"))
    accounts.set_host(SESSION, ada)
    accounts.set_host(SESSION, ben)
    assert accounts.hosted(ada, [SESSION, UUID(int=8)]) == {SESSION}
    assert accounts.hosted(ben, [SESSION]) == set()


def test_no_secret_stands_in_the_file(accounts: Accounts, tmp_path: Path) -> None:
    ada = accounts.add("Ada", "designer", GOOD, "setup")
    accounts.sign_in("Ada", "a wrong password")
    secrets = [
        accounts.make_token(ada, "t", "read")[1],
        accounts.invite_person("player", "Ada").secret,
        accounts.invite_seat(SESSION, 0, "Ada").secret,
    ]
    assert all(len(secret.removeprefix("moth_")) == 27 for secret in secrets)  # 160 bits, base 64
    accounts.close()
    with sqlite3.connect(tmp_path / FILE) as db:
        held = "\n".join(db.iterdump())
    db.close()
    for secret in (GOOD, "a wrong password", *secrets):
        assert secret.removeprefix("moth_") not in held
    assert "$argon2id$" in held


def test_the_steps_lead_to_the_tables(accounts: Accounts) -> None:
    accounts.note("opened", "setup")
    with accounts.database.reading() as connection:
        context = MigrationContext.configure(connection)
        assert context.get_current_revision() == "0001"
        assert compare_metadata(context, metadata) == []


def test_a_line_of_the_log_stays_one_line(accounts: Accounts) -> None:
    accounts.note("opened", "Ada\nsigned in", "10.0.0.1")
    assert told(accounts) == [("opened", "Ada·signed in", "10.0.0.1", "")]
    accounts.note("second", "Ada")
    newest, oldest = accounts.entries()
    assert accounts.entries(limit=5, before=newest.id) == [oldest]


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_beside_events_in_postgresql_it_is_all_the_same(
    database: str, tmp_path: Path, clock: Clock
) -> None:
    accounts, other = (
        Accounts(tmp_path, clock, lambda _: clock.ended, Passwords(QUICK)) for _ in range(2)
    )
    assert accounts.is_open()
    ada = accounts.add("Ada", "designer", GOOD, "setup")
    assert not other.is_open()
    assert other.sign_in("ada", GOOD, "10.0.0.1") == ada
    with pytest.raises(Invalid, match="already, choose another"):
        other.add("ADA", "player", GOOD, "Ada")
    with pytest.raises(Invalid, match="last designer"):
        other.remove(ada.id, "Ada")
    token, secret = accounts.make_token(ada, "t", "read", clock.at + timedelta(hours=1))
    assert other.bearer(secret) == (ada, token)
    seat = accounts.invite_seat(SESSION, 1, "Ada")
    assert other.redeem(seat.secret) is not None
    assert other.revoke(seat.invitation.id, "Ada")
    assert accounts.counting([seat.invitation.id]) == []
    invited = accounts.invite_person("player", "Ada").secret
    with ThreadPoolExecutor(4) as pool:
        joined = list(pool.map(lambda n: other.join(invited, f"Ben {n}", GOOD), range(4)))
    (ben,) = (person for person in joined if person is not None)
    accounts.set_host(SESSION, ben)
    other.set_host(SESSION, ada)
    assert other.hosted(ben, [SESSION]) == {SESSION}
    accounts.remove(ben.id, "Ada")
    assert [person.name for person in other.people()] == ["Ada"]
    assert [entry.what for entry in other.entries(3)] == [
        "person removed", "person added as player", "invitation made",
    ]  # fmt: skip
    with accounts.database.reading() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert list(tmp_path.iterdir()) == []
    accounts.close()
    other.close()


def test_passwords_are_kept_by_the_librarys_own_settings_and_anew_when_these_change(
    accounts: Accounts, tmp_path: Path, clock: Clock
) -> None:
    accounts.add("Ada", "designer", GOOD, "setup")
    usual = Accounts(tmp_path, clock, lambda _: None)

    def kept() -> str:
        with sqlite3.connect(tmp_path / FILE) as db:
            (found,) = db.execute("SELECT password FROM people").fetchone()
        db.close()
        return str(found).rpartition("$")[0].rpartition("$")[0]

    assert kept() == "$argon2id$v=19$m=8,t=1,p=1"
    assert usual.sign_in("Ada", GOOD) is not None
    assert kept() == "$argon2id$v=19$m=65536,t=3,p=4"  # RFC 9106's second recommended: 64 MiB
    assert usual.sign_in("Ada", GOOD) is not None
    usual.close()


def test_every_change_of_rights_is_written_down(accounts: Accounts) -> None:
    ada = accounts.add("Ada", "designer", GOOD, "setup")
    ben = accounts.add("Ben", "player", GOOD, "Ada", "10.0.0.1")
    accounts.set_role(ben.id, "recorder", "Ada", "10.0.0.1")
    accounts.set_password(ben.id, "another good one", "Ada", "10.0.0.1")
    accounts.sign_out_everywhere(ben.id, "Ben", "10.0.0.2")
    token, _ = accounts.make_token(ben, "tablet", "read", where="10.0.0.2")
    accounts.revoke_token(token.id, ben, "10.0.0.2")
    made = accounts.invite_person("watcher", "Ada", where="10.0.0.1")
    accounts.join(made.secret, "Cleo", GOOD, "10.0.0.3")
    seat = accounts.invite_seat(SESSION, 1, "Ada", where="10.0.0.1").invitation
    accounts.revoke(seat.id, "Ada", "10.0.0.1")
    accounts.remove(ben.id, "Ada", "10.0.0.1")
    to_b = f"seat B of session {SESSION}"
    assert told(accounts) == [
        ("person added as designer", "setup", "", "Ada"),
        ("person added as player", "Ada", "10.0.0.1", "Ben"),
        ("role changed to recorder", "Ada", "10.0.0.1", "Ben"),
        ("password changed", "Ada", "10.0.0.1", "Ben"),
        ("signed out everywhere", "Ben", "10.0.0.2", "Ben"),
        ("token made to read", "Ben", "10.0.0.2", "tablet"),
        ("token revoked", "Ben", "10.0.0.2", "tablet"),
        ("invitation made", "Ada", "10.0.0.1", "a watcher"),
        ("person added as watcher", "invited by Ada", "10.0.0.3", "Cleo"),
        ("invitation made", "Ada", "10.0.0.1", to_b),
        ("invitation revoked", "Ada", "10.0.0.1", to_b),
        ("person removed", "Ada", "10.0.0.1", "Ben"),
    ]
    assert ada in accounts.people()
