"""Experiments: the same luck on both sides, what is measured, and what is made of it."""

from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from analytics.experiments import Arm, Question, answer, asked, check, find, joined, recorded, run
from analytics.experiments import words as say
from analytics.experiments.deals import SameDeal
from analytics.experiments.drawing import figure
from analytics.experiments.found import Answer
from analytics.experiments.measures import MEASURES
from analytics.experiments.playing import openings, play, turned
from analytics.experiments.ready import ready_made
from analytics.experiments.running import CHUNK, Recording, session_id, tags_of
from analytics.facts import Rows
from analytics.progress import advance
from domain.chance import Question as Asked
from domain.edition import content
from domain.errors import Invalid
from domain.events import Recorded
from domain.games import GAMES, LANTERN_MOTHS
from domain.piles import Pile
from domain.session import CODEC, Session, fold
from service import seeds
from tests.domain.lantern_moths.build import edition

AT = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
TOP = Asked("the top card", "deck")
BOX = content(seeds.edition(LANTERN_MOTHS))
ROUNDS = 21  # the place of `rounds` among the columns of `sessions`
NO_GHOSTS = content(edition(ghosts=0))


def question(*options: dict[str, str], **more: Any) -> Question:
    """Ask about Lantern Moths with three random bots: a side for each set of rulings."""
    made = Question(
        game="lantern_moths",
        name="own",
        text="what differs?",
        rules="v4",
        seats=3,
        arms=tuple(
            Arm(label=f"side {nth}", options=chosen, edition=BOX, bots=("random",) * 3)
            for nth, chosen in enumerate(options)
        ),
        games=30,
        seed="x",
    )
    return replace(made, **more)


def answered(asked_: Question) -> Answer:
    check(asked_)
    return answer(asked_, joined(asked_, (chunk for chunk, _ in run(asked_))), AT, 1.0, False)


def nothing() -> list[str]:
    return []


def emptied(pile: Pile, seed: str) -> list[str | None]:
    deal, came = SameDeal(seed, ()), list[str | None]()
    while len(pile):
        came.append(deal.draw(pile, TOP, nothing))
        pile = pile.without(came[-1])
    return came


def test_stacks_that_differ_in_some_cards_hold_the_others_in_the_same_order() -> None:
    cards = ["B1", "B1", "E2", "R3", "V1", "V2"]
    one, other = emptied(Pile.of(cards), "x"), emptied(Pile.of([*cards, "D", "D", "G2"]), "x")
    assert [card for card in other if card not in ("D", "G2")] == one
    assert emptied(Pile.of(cards), "y") != one


def test_every_card_comes_first_as_often_as_any_other() -> None:
    """Of 800 deals each of four cards is expected first in 200, give or take 4 x 12."""
    pile = Pile.of(["B1", "E2", "R3", "V1"])
    first = Counter(SameDeal(str(seed), ()).draw(pile, TOP, nothing) for seed in range(800))
    assert len(first) == 4
    assert all(150 <= n <= 250 for n in first.values())


def test_a_tile_has_the_same_face_whenever_it_is_turned() -> None:
    spots, faces = ("a1", "b1", "c1"), Pile.of(["B", "E", "R"])
    orders = (("a1", "b1", "c1"), ("c1", "a1", "b1"))
    shown = []
    for order in orders:
        deal, left, up = SameDeal("x", spots), faces, {}
        for spot in order:
            up[spot] = deal.draw(left, Asked("the face", "tiles", spot), nothing)
            left = left.without(up[spot])
        shown.append(up)
    assert shown[0] == shown[1]


def test_a_stack_that_is_shuffled_anew_has_another_order() -> None:
    deal, pile = SameDeal("x", ()), Pile.of("ABCDEFGH")
    orders = []
    for _ in range(2):
        left, order = pile, []
        while len(left):
            order.append(deal.draw(left, TOP, nothing))
            left = left.without(order[-1])
        orders.append(order)
    assert sorted(map(str, orders[0])) == sorted(map(str, orders[1]))
    assert orders[0] != orders[1]


def test_the_first_seat_goes_round_and_each_bot_sits_everywhere() -> None:
    arm = Arm(label="mixed", edition=BOX, bots=("greedy", "random", "random"))
    seen = Counter(turned(question({}, {}), arm, number) for number in range(9))
    assert Counter(start for start, _ in seen.elements()) == {0: 3, 1: 3, 2: 3}
    where = [(start, bots.index("greedy")) for start, bots in seen]
    assert sorted(where) == [(start, seat) for start in range(3) for seat in range(3)]


def test_both_sides_have_the_same_deal_until_their_rules_part() -> None:
    """A fourth Dusk card in a refill is all that can differ, so every step before it is equal."""
    both = question(
        {"fourth_dusk_in_refill": "ends_now"}, {"fourth_dusk_in_refill": "one_more_round"}
    )
    opened = openings(both)
    for number in range(6):
        one, other = (play(both, arm, opened[arm.label], number) for arm in both.arms)
        same = sum(a == b for a, b in zip(one.events, other.events, strict=False))
        assert same >= len(one.events) - 2  # all but the night's end
        assert len(other.events) >= len(one.events)


def test_a_side_against_itself_is_the_same_in_every_pair() -> None:
    """A real null: without Ghosts it cannot matter for how long one blocks."""
    chosen = [{"ghost_blocks": value} for value in ("planted_round", "while_present")]
    asked_ = question(*chosen)
    arms = tuple(replace(arm, edition=NO_GHOSTS) for arm in asked_.arms)
    found = answered(replace(asked_, arms=arms))
    assert {each.by for each in found.compared} == {0.0}
    assert {each.verdict for each in found.compared if each.kind == "mean"} == {"same"}
    assert "differs" not in {each.verdict for each in found.compared}
    assert found.coverage == ()
    assert say.title(found).startswith(("No difference", "Every pair"))
    assert figure(found) is not None  # the shares have ranges


def test_a_planted_difference_is_found_said_and_drawn() -> None:
    """With one more round there are more rounds: in all pairs but those whose deck was out."""
    ready = find("fourth_dusk_in_refill")
    assert ready is not None
    found = answered(asked(ready, BOX, bots=("random",), games=40))
    rounds = next(each for each in found.compared if each.key == "rounds")
    assert rounds.verdict == "differs"
    assert 0.7 <= rounds.by <= 1
    assert say.title(found).startswith("With one more round: ")
    said = say.sentence(found, rounds)
    assert said.startswith(f"Rounds: {say.number(rounds.one, 2)} with ends now, ")
    drawn = figure(found)
    assert drawn is not None
    assert len(drawn["data"]) == sum(each.low is not None for each in found.compared)


def test_a_clause_of_one_side_only_is_named_with_how_often_it_could_still_fire() -> None:
    ready = find("ghost_blocks")
    assert ready is not None
    found = answered(asked(ready, BOX, games=30))
    (one,) = [each for each in found.coverage if each.clause == "score.ghost"]
    assert (one.fired_with, one.never_with) == ("planted_round", "while_present")
    assert say.one_sided(one).endswith("with while present never (at most 11%).")


def test_an_interrupted_experiment_goes_on_to_the_same_answer() -> None:
    asked_ = question({}, {"ghost_in_sets": "any_colour"}, games=3 * CHUNK)
    whole = [chunk for chunk, _ in run(asked_)]
    assert [chunk.first for chunk in whole] == [0, CHUNK, 2 * CHUNK]
    rest = [chunk for chunk, _ in run(asked_, done={0, 2 * CHUNK})]
    assert [chunk.first for chunk in rest] == [CHUNK]
    assert joined(asked_, [whole[2], whole[0], *rest]) == joined(asked_, whole)


def test_workers_play_what_one_process_plays() -> None:
    asked_ = question({}, {"ghost_in_sets": "any_colour"}, games=2 * CHUNK)
    assert [c for c, _ in run(asked_, 2)] == [c for c, _ in run(asked_)]


def test_stored_games_are_sessions_that_are_measured_alike() -> None:
    asked_ = question({}, {"ghost_in_sets": "any_colour"}, games=4)
    ((chunk, rows),) = run(asked_, recording=Recording(AT))
    sessions = _sessions(rows)
    assert [s.hex for s in sessions] == [
        id_ for pair in zip(*(side.sessions for side in chunk.sides), strict=True) for id_ in pair
    ]
    for nth, side in enumerate(chunk.sides):
        mine = [sessions[UUID(id_)] for id_ in side.sessions]
        assert recorded(mine).values == side.values
        for number, session in enumerate(mine):
            assert session.status == "closed"
            assert session.opened.tags == (*tags_of(asked_), f"side {nth}")
            assert session.id == session_id(asked_, nth, number, AT)


def test_measures_are_what_the_statistics_count() -> None:
    asked_ = question({}, {"ghost_in_sets": "any_colour"}, games=6)
    _, rows = next(iter(run(asked_, recording=Recording(AT))))
    keys = [measure.key for measure in MEASURES]
    for session in _sessions(rows).values():
        values = dict(zip(keys, recorded([session]).values[0], strict=True))
        found: Rows = defaultdict(list)
        advance(1, session, None, found)
        (row,) = found["sessions"]
        totals = [seat[5] for seat in found["seats"]]
        shares = {seat[4]: seat[8] for seat in found["seats"]}
        assert values["rounds"] == row[ROUNDS]
        assert values["actions"] == len(found["decisions"])
        assert values["points"] == sum(totals) / len(totals)
        assert values["spread"] == max(totals) - min(totals)
        assert values["first"] == shares[1]
        ends = defaultdict(dict)
        for _, _, round_, seat, standing in found["standings"]:
            ends[round_][seat] = standing
        winners = [seat[1] for seat in found["seats"] if seat[7]]
        assert values["tied"] == (len(winners) > 1)
        behind = [
            max(n for s, n in seats.items() if s not in winners) - max(seats[s] for s in winners)
            for seats in ends.values()
        ]
        assert values["deficit"] == max(0, *behind)


def _sessions(rows: list[tuple[str, int, str, bytes]]) -> dict[UUID, Session]:
    entries: dict[UUID, list[Recorded]] = defaultdict(list)
    for id_, *row in rows:
        entries[UUID(id_)].append(CODEC.decode(UUID(id_), *row))
    folded = {id_: fold(each) for id_, each in entries.items()}
    return {id_: session for id_, session in folded.items() if session is not None}


def test_ids_of_stored_games_are_version_7_and_in_the_order_of_play() -> None:
    asked_ = question({}, {})
    ids = [
        session_id(asked_, arm, number, AT) for number in (0, 1, 2, 4095, 99_999) for arm in (0, 1)
    ]
    assert ids == sorted(ids)
    assert len(set(ids)) == len(ids)
    assert {id_.version for id_ in ids} == {7}
    assert {id_.int >> 80 for id_ in ids} == {int(AT.timestamp() * 1000)}


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_open_question_is_ready_made(game: Any) -> None:
    mine = [ready for ready in ready_made() if ready.game is game]
    assert [ready.name for ready in mine] == [o.name for o in seeds.rulebook(game).options]
    for ready in mine:
        made = asked(ready, content(seeds.edition(game)), games=10)
        check(made)
        assert made.apart == (ready.name,)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"seats": 9}, "9 seats, expected 2 to 4"),
        ({"games": 0}, "0 games a side, expected 1 to 100,000"),
        ({"seed": "a\0b"}, "seed: the control character .*, expected one line of plain text"),
        ({"arms": ()}, "0 sides, expected 2 to 4"),
        ({"seats": 2}, "side side 0: 3 bots for 2 seats"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(change: dict[str, Any], said: str) -> None:
    with pytest.raises(Invalid, match=said):
        check(question({}, {"ghost_blocks": "while_present"}, **change))


def test_sides_that_differ_in_more_than_one_thing_are_said_to() -> None:
    both = question({}, {"ghost_blocks": "while_present", "ghost_in_sets": "any_colour"}, games=12)
    assert both.apart == ("ghost_in_sets", "ghost_blocks")
    assert any("which of them does what cannot be told" in n for n in say.notes(answered(both)))
