"""What Lepidoptery's rulebook leaves open; the first value is the default."""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One value a question. ``seeds/lepidoptery/rulebook.toml`` has the questions in words."""

    token_supply: Literal["unlimited", "limited"] = "unlimited"
