"""A changed rule: old sessions keep theirs, and verify says what would now come out otherwise."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from analytics.counterfactual.verified import Verified, verified, verify_some
from analytics.rulebooks import rulebook
from domain.errors import Refusal
from domain.game import Earlier, Game
from domain.games import GAMES, LANTERN_MOTHS
from domain.games.lantern_moths.actions import Light
from domain.session import CODEC, Session, fold, text
from domain.session.branch import branch
from service.transfer import jsonl
from service.transfer.shelf import Shelf
from tests.analytics.test_counterfactual import GHOSTS, taken_in_the_next_round

A, B = 0, 1


@pytest.fixture
def session() -> Session:
    """Ben takes 2 points and wins, 0 to 2 (tests/analytics/test_counterfactual.py); rules v4."""
    return taken_in_the_next_round(GHOSTS, "B1 R1 E1 V1 G2")


def rows(session: Session) -> list[tuple[int, str, bytes]]:
    return [(e.version, *CODEC.encode(e.at, e.event)) for e in session.log]


def again(session: Session, **opened: Any) -> Session:
    """Fold a session anew, opened otherwise."""
    first = session.log[0]
    log = [msgspec.structs.replace(first, event=msgspec.structs.replace(first.event, **opened))]
    folded = fold([*log, *session.log[1:]])
    assert folded is not None
    return folded


def fewest_points_win(state: Any) -> Any:
    """Decide the way that a new rule would."""
    found = LANTERN_MOTHS.outcome(state)
    if found is None:
        return None
    totals = [each.total for each in found.scores]
    least = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
    return msgspec.structs.replace(found, winners=least)


def dusk_ends(state: Any) -> Any:
    """Name the end the way that a new rule would."""
    found = LANTERN_MOTHS.outcome(state)
    return found and msgspec.structs.replace(found, ended_by="fourth_dusk")


def nobody_lights(state: Any, action: Any, chance: Any) -> Any:
    """Refuse what a new rule would."""
    if isinstance(action, Light):
        raise Refusal("light", "nobody lights a wick any more", ("turn.light",), "")
    return LANTERN_MOTHS.play(state, action, chance)


def ghosts_block_for_long(edition: Any, options: Any, seats: int) -> Any:
    """Work out what stays the same the way that a new rule would, whatever a session chose."""
    longer = msgspec.structs.replace(options, ghost_blocks="while_present")
    return LANTERN_MOTHS.rules(edition, longer, seats)


def plant(monkeypatch: pytest.MonkeyPatch, *, version: str | None = "v4", **changed: Any) -> Game:
    """Change rules of today; under ``version`` everything is decided as it was."""
    was = {name: getattr(LANTERN_MOTHS, name) for name in changed}
    earlier = () if version is None else (Earlier(version, was),)
    today = replace(LANTERN_MOTHS, earlier=earlier, **changed)
    monkeypatch.setitem(GAMES, "lantern_moths", today)
    return today


def test_what_did_not_change_is_sound(session: Session) -> None:
    assert verified(session).verdict == "sound"


def test_an_old_session_keeps_its_rules_and_a_new_one_has_those_of_today(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, outcome=fewest_points_win)
    old, new = again(session), again(session, rules="v5")
    assert old.game.outcome(old.state).winners == (B,)
    assert new.game.outcome(new.state).winners == (A,)


def test_what_stays_the_same_for_a_game_is_worked_out_by_its_own_version(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.session.session._known_rules", {})
    plant(monkeypatch, rules=ghosts_block_for_long)
    old, new = again(session), again(session, rules="v5")
    chosen = [each.rules.options.ghost_blocks for each in (old, new, again(session))]
    assert chosen == ["planted_round", "while_present", "planted_round"]


def test_a_file_of_an_old_session_is_read_by_its_rules(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Today three have to sit down, nobody lights a wick, and a set-up shows nothing."""
    changed = {"seats": range(3, 5), "play": nobody_lights, "answers": lambda event: ()}
    plant(monkeypatch, version="v3", **changed)
    old, shelf = again(session, rules="v3"), Shelf(Path())
    for found in (
        text.read(enumerate(text.write(old, embed=True), 1), shelf, datetime.now(UTC)),
        jsonl.read(enumerate(jsonl.write(old), 1)),
    ):
        assert found.fault is None
        assert [one.session.actions for one in found.sessions] == [old.actions]
        assert [one.session.opened.rules for one in found.sessions] == ["v3"]


def test_a_branch_of_an_old_session_goes_on_under_its_rules(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, play=nobody_lights)
    branched = branch(again(session), 3)
    log = [entry.event for entry in session.log]
    opened, *moves = [event for _, events in branched for event in events]
    assert opened.rules == "v4"  # type: ignore[attr-defined]
    assert moves == log[1 : len(moves) + 1]


def test_verify_names_the_winner_that_would_be_another(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, outcome=fewest_points_win)
    found = verified(again(session))
    assert found.verdict == "different"
    assert found.said == ("winner would be Ada instead of Ben",)
    assert (found.rules, found.game, found.step) == ("v4", "lantern_moths", None)


def test_verify_names_the_step_that_would_be_refused(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, play=nobody_lights)
    found = verified(again(session))
    lit = next(at for at, action in session.actions if isinstance(action, Light))
    assert found.verdict == "different"
    assert found.step == lit
    assert found.said[0] == f"step {lit}: today refused: nobody lights a wick any more"


def test_verify_names_what_would_happen_instead_and_other_points(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.session.session._known_rules", {})
    plant(monkeypatch, rules=ghosts_block_for_long)
    found = verified(again(session))
    assert (found.verdict, found.step) == ("different", 10)
    assert found.said == (
        "step 10: Ben takes G2 from b2; today: b2 keeps its moths: a Ghost blocks Ben",
        "winner would be Ada and Ben instead of Ben",
        "points would be 0, 0 instead of 0, 2",
    )


def test_verify_names_another_end_and_a_game_that_would_not_be_over(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, outcome=dusk_ends)
    (said,) = verified(again(session)).said
    assert said == "end would be fourth_dusk in round 2 instead of deck_out in round 2"
    plant(monkeypatch, to_act=lambda state: (A,))
    found = verified(again(session))
    assert found.verdict == "different"
    assert found.said[0] == "today the game would go on after step 13"


def test_a_rule_that_changed_without_a_new_version_is_different_and_no_damage(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, version=None, play=nobody_lights)
    assert verified(again(session)).verdict == "different"


def test_an_old_version_that_no_longer_decides_as_it_did_is_said_by_its_name(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    earlier = (Earlier("v4", {"outcome": LANTERN_MOTHS.outcome, "play": nobody_lights}),)
    monkeypatch.setitem(GAMES, "lantern_moths", replace(LANTERN_MOTHS, earlier=earlier))
    found = verified(again(session))
    assert found.verdict == "different"
    assert "under v4 refused: nobody lights" in found.said[0]


def test_damage_is_told_from_difference(session: Session) -> None:
    whole = rows(session)
    lost = [*whole[:4], *whole[5:]]
    broken = [*whole[:4], (5, whole[4][1], b"{"), *whole[5:]]
    ids = [session.id.hex] * 3
    one, two, three = verify_some([*zip(ids, (lost, broken, []), strict=True)])
    assert [each.verdict for each in (one, two, three)] == ["damaged"] * 3
    assert one.said == ("version 5 is missing",)
    assert "version 5" in two.said[0]


def test_a_session_that_goes_on_is_verified_as_far_as_it_came(session: Session) -> None:
    half = fold(session.log[:3])
    assert half is not None
    assert half.status == "live"
    assert verified(half) == Verified(
        session=session.id.hex, verdict="sound", game="lantern_moths", rules="v4"
    )


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_version_that_was_played_is_listed_and_can_still_be_played(game: Game) -> None:
    book = rulebook(game)
    versions = [each.version for each in book.versions]
    assert versions[-1] == book.version
    assert versions[:-1] == [each.version for each in game.earlier]
    assert len(set(versions)) == len(versions)
    assert all(versions)  # no version is what "as today" is called
    known = {clause.id for clause in book.clauses}
    assert {clause for each in book.versions for clause in each.clauses} <= known
    fields = set(Game.__dataclass_fields__) - {"name", "earlier", "events"}
    assert all(set(each.instead) <= fields for each in game.earlier)
    assert game.under(book.version) is game
