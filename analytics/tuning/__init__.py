"""Tuning: a search over rulings and numbers of an edition for what its designers aim at.

A :class:`~analytics.tuning.tuning.Tuning` says what varies and what is aimed at. Candidates play
the same deals; those that no other one betters in every aim are the frontier, and are played again
on fresh deals, since the luckiest of many looks better than it is.
"""

from analytics.tuning.aims import KNOWN, Aim, read_aim
from analytics.tuning.drawing import figure
from analytics.tuning.finding import MOST_AGAIN, Searched, play_again, to_play_again
from analytics.tuning.found import Found, Point, Seen
from analytics.tuning.playing import at_work
from analytics.tuning.tuning import Tuning, built, check, reason
from analytics.tuning.varying import Varied, put, read_varied

__all__ = ["KNOWN", "MOST_AGAIN", "Aim", "Found", "Point", "Searched", "Seen", "Tuning", "Varied"]
__all__ += ["at_work", "built", "check", "figure", "play_again", "put", "read_aim", "read_varied"]
__all__ += ["reason", "to_play_again"]
