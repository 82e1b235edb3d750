"""What the designer of Lantern Moths has not decided yet; the first value is the default."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One value a question. ``seeds/lantern_moths/rulebook.toml`` has the questions in words."""

    flip_adjacency: Literal["orthogonal", "diagonal"] = "orthogonal"
    dusk_in_refill: Literal["replaced", "not_replaced"] = "replaced"
    fourth_dusk_in_refill: Literal["ends_now", "one_more_round"] = "ends_now"
    ghost_on_full_tile: Literal["no", "yes"] = "no"
    ghost_in_sets: Literal["no", "any_colour"] = "no"
    fourth_dusk_replaced: Literal["yes", "no"] = "yes"
    ghost_blocks: Literal["planted_round", "while_present"] = "planted_round"
