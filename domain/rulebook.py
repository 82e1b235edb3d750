"""A rulebook as clauses: one rule each, with an id, a section and our own paraphrase."""

from typing import Any, Literal

import msgspec

from domain.errors import Invalid

Kind = Literal[
    "set-up",
    "action",
    "limit",
    "end of round",
    "end",
    "scoring",
    "tie-break",
    "definition",
]


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One rule. ``reading`` marks what the rulebook leaves open and we settled."""

    id: str
    section: str
    kind: Kind
    text: str
    reading: bool = False


class OptionValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One value of an option and what it means at the table."""

    value: str
    meaning: str


class OptionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the rulebook leaves open; the first value is the default."""

    name: str
    question: str
    source: str
    clause: str
    values: tuple[OptionValue, ...]


class RulesVersion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A version of the rules that sessions were played under, and what it changed."""

    version: str
    changed: str
    clauses: tuple[str, ...] = ()


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All clauses of one version of one game's rules, in the order of the rulebook.

    ``versions`` are all that sessions were ever played under, the oldest first.
    """

    game: str
    title: str
    version: str
    source: str
    clauses: tuple[Clause, ...]
    options: tuple[OptionText, ...] = ()
    versions: tuple[RulesVersion, ...] = ()

    def __getitem__(self, clause_id: str) -> Clause:
        for clause in self.clauses:
            if clause.id == clause_id:
                return clause
        raise KeyError(clause_id)


def parse_rulebook(data: Any) -> Rulebook:
    """Check parsed TOML against the format.

    :raises Invalid: names the path and what was expected there.
    """
    try:
        book = msgspec.convert(data, Rulebook)
    except msgspec.ValidationError as error:
        raise Invalid(f"rulebook: {error}") from error
    ids = [clause.id for clause in book.clauses]
    repeated = sorted({i for i in ids if ids.count(i) > 1})
    if repeated:
        raise Invalid(f"rulebook: clause ids used twice: {', '.join(repeated)}")
    missing = sorted({o.clause for o in book.options} - set(ids))
    if missing:
        raise Invalid(f"rulebook: options name clauses that do not exist: {', '.join(missing)}")
    return book
