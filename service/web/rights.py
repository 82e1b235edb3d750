"""Which right every address asks for, and who has it. An address without an entry is a designer's.

Nothing here looks at a request: :mod:`service.web.guard` does.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from service.accounts.kinds import Role, Scope

Right = Literal[
    "anyone", "account", "look", "watch", "note", "open", "seat", "host", "record", "ask", "design"
]
"""What an address asks for:

- ``anyone``: nothing; what it shows needs no account, or the link itself is the key;
- ``account``: an account, whatever its role; a token does not do;
- ``look``: finished sessions, what everybody sees of live ones, reports;
- ``watch``: the table of a session as everybody sees it: as ``look``, or a link to that session;
- ``note``: notes, feedback, guesses;
- ``open``: opening digital sessions;
- ``host``: what the host of a session does: a player in sessions that they opened, or a recorder;
- ``seat``: acting in a seat: as ``host``, or with a link to that seat, for that seat alone;
- ``record``: logging tables, amending, queries over everything;
- ``ask``: what keeps the machine busy: experiments;
- ``design``: editions, people.
"""

HAVE: Mapping[Right, Sequence[Role]] = {
    "account": ("designer", "recorder", "player", "watcher"),
    "look": ("designer", "recorder", "player", "watcher"),
    "watch": ("designer", "recorder", "player", "watcher"),
    "note": ("designer", "recorder", "player"),
    "open": ("designer", "recorder", "player"),
    "host": ("designer", "recorder", "player"),
    "seat": ("designer", "recorder", "player"),
    "record": ("designer", "recorder"),
    "ask": ("designer", "recorder"),
    "design": ("designer",),
}
"""The roles that have each right; a player has ``host`` and ``seat`` in sessions of their own."""

READ: Collection[Right] = ("look", "watch")
WITHIN: Mapping[Scope, Collection[Right]] = {
    "read": READ,
    "record": (*READ, "note", "open", "host", "seat", "record"),
    "everything": tuple(right for right in HAVE if right != "account"),
}
"""What a token's scope lets through of its person's rights."""

READS_ALL: Collection[Role] = ("designer", "recorder")
"""Who sees the log of a real table while it is written, and hosts every session."""

_BY_RIGHT: dict[Right, str] = {
    "anyone": """
        static plotly health.alive health.ready health.metrics
        sign_in.form sign_in.submit join.form join.enter
        feedback.form feedback.give
    """,
    "account": """
        sign_in.out sign_in.everywhere sign_in.password tokens.show tokens.make tokens.revoke
    """,
    "look": """
        sessions.index replay.show replay.data replay.frame frames.film
        why.show why.part lines.show lines.data
        compare.show compare.part compare.pick counterfactual.about counterfactual.show
        share.embed share.export share.file share.picture
        rules.index rules.show editions.index editions.show editions.text
        statistics.index statistics.show statistics.card statistics.catalogue statistics.moments
        statistics.report experiments.index experiments.about
        experiments.show experiments.progress
        evaluation.part
        api.index api.openapi api.list_games api.show_game api.show_rulebook api.list_editions
        api.show_edition api.list_sessions api.show_session api.show_state api.show_take_back
        api.list_events api.list_legal_actions api.observe api.list_guesses api.decide_again
        api.decide_one_again
        api.show_evaluation api.list_reports api.show_report api.list_moments api.list_experiments
        api.show_experiment
    """,
    "watch": "play.table play.version live.events",
    "note": """
        records.note blind.show blind.guess blind.name evaluation.start
        api.write_note api.give_feedback api.guess_decision api.start_evaluation
    """,
    "open": """
        new_session.form new_session.start branch.form branch.start
        api.open_a_session api.branch_a_session
    """,
    "host": """
        invite.show invite.make invite.revoke
        play.here play.uncover play.cover play.window records.close records.abandon
        api.append_actions api.take_actions_back api.answer_take_back
        api.pause api.resume api.close api.abandon
    """,
    "seat": "play.act play.take_back play.answer evaluation.hint",
    "record": """
        table.show table.line table.act table.settle table.take_back
        amend.show amend.change aside.record aside.stop
        sql.show sql.run sql.download sql.save sql.saved sql.remove sql.forget
        editions.check
        api.amend api.carry_on api.refuse_attempt api.talk_about_rules api.note_feeling
        api.add_item api.finish_item
    """,
    "ask": """
        experiments.ask experiments.cancel
        api.start_an_experiment api.cancel_an_experiment
    """,
    "design": """
        editions.add people.show people.invite people.revoke people.role people.password
        people.remove people.audit
    """,
}

RIGHTS: dict[str, Right] = {
    endpoint: right for right, named in _BY_RIGHT.items() for endpoint in named.split()
}
"""The right that each endpoint asks for."""

OPENS = ("new_session.start", "branch.start", "api.open_a_session", "api.branch_a_session")
"""Where a session is opened, whose host is then whoever asked."""


def right_of(endpoint: str) -> Right:
    """Return what an endpoint asks for."""
    return RIGHTS.get(endpoint, "design")
