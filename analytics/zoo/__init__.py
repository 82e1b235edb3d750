"""The games as PettingZoo environments, for agents from elsewhere (``docs/pettingzoo.md``).

Needs the extra ``mothlog[pettingzoo]``.
"""

from analytics.zoo.environment import env, raw_env

__all__ = ["env", "raw_env"]
