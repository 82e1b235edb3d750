"""What Nocturnis leaves open; the first value is the default. ``sheet`` has one value a seat."""

from typing import Literal

import msgspec

from domain.games.nocturnis.edition import Side


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One value a question. ``seeds/nocturnis/rulebook.toml`` has the questions in words."""

    sheet: tuple[Side, ...] = ("front",)
    first_round: Literal["free", "must_mark"] = "free"
    out_when: Literal["this_card", "any_card"] = "this_card"
    effect_draw_limit: Literal["hand_limit", "unlimited"] = "hand_limit"
    reshuffle: Literal["when_needed", "when_emptied"] = "when_needed"

    def side(self, seat: int) -> Side:
        """Return the side of the sheet that a seat plays; one value holds for every seat."""
        return self.sheet[0] if len(self.sheet) == 1 else self.sheet[seat]
