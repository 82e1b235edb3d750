"""What many followed sessions say together: counts, with Wilson's ranges."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from analytics.counterfactual.found import REASONS, Followed
from analytics.counterfactual.many import Unfollowed
from analytics.intervals import TOO_FEW, Range, missing, wilson
from analytics.phrases import count, few, percents

LISTED = 200  # sessions that a page names


@dataclass(frozen=True)
class Share:
    """Some of many: how many, of how many, and Wilson's 95% range where there are enough."""

    what: str
    n: int
    of: int

    @property
    def range(self) -> Range | None:
        """The range; ``None`` for too few."""
        return None if missing(self.of) else wilson(self.n, self.of)

    @property
    def said(self) -> str:
        """The count in words, with its range.

        >>> Share("x", 3, 40).said, Share("x", 1, 2).said
        ('3 of 40 (3 to 20%)', '1 of 2')
        """
        range_ = self.range
        return f"{self.n:,} of {self.of:,}" + (f" ({percents(range_)})" if range_ else "")


@dataclass
class Summary:
    """Sums up sessions as they come.

    :ivar kept: those in which something came out otherwise, up to :data:`LISTED`.
    """

    options: dict[str, str]
    sessions: int = 0
    unread: int = 0
    kept: list[Followed] = field(default_factory=list)
    clauses: Counter[str] = field(default_factory=Counter)
    forbidden: Counter[str] = field(default_factory=Counter)
    _n: Counter[str] = field(default_factory=Counter)

    def add(self, found: Followed | Unfollowed) -> None:
        """Count one session."""
        if isinstance(found, Unfollowed):
            self.unread += 1
            return
        self.sessions += 1
        said = {
            "diverged": found.divergence is not None,
            "illegal": bool(found.illegal),
            "legal": found.legal,
            "winners": found.winners_changed,
            "scores": found.scores_changed,
            "end": found.end_changed,
            "outcome": found.outcome_changed,
            "wider": bool(found.wider),
            "narrower": bool(found.narrower),
        }
        self._n.update(key for key, holds in said.items() if holds)
        self._n["decisions"] += found.decisions
        self._n["decisions wider"] += found.wider
        self._n["decisions narrower"] += found.narrower
        self._n["plays illegal"] += len(found.illegal)
        if found.stop is not None:
            self._n[f"stop {found.stop.why}"] += 1
        self.forbidden.update({c for play in found.illegal for c in play.clauses})
        if found.divergence is not None:
            self.clauses.update(found.divergence.clauses)
        if said["diverged"] and len(self.kept) < LISTED:
            self.kept.append(found)

    @property
    def shares(self) -> list[Share]:
        """What happened, each as a share of the sessions that can show it."""
        n, of, legal = self._n, self.sessions, self._n["legal"]
        stops = [
            (f"stop {why}", f"Cannot be followed since {said}") for why, said in REASONS.items()
        ]
        return [
            Share("Something comes out otherwise", n["diverged"], of),
            Share("A play would be illegal", n["illegal"], of),
            *(Share(said, n[key], of) for key, said in stops if n[key]),
            Share("Followed to an end, every play legal", legal, of),
            Share("Of those: other winners", n["winners"], legal),
            Share("Of those: other points", n["scores"], legal),
            Share("Of those: another end", n["end"], legal),
            Share("A seat could have chosen among more", n["wider"], of),
            Share("A seat could have chosen among fewer", n["narrower"], of),
        ]

    @property
    def title(self) -> str:
        """The finding in a few words."""
        if missing(self.sessions):
            return "Too few sessions to say what would have changed"
        if not self._n["diverged"]:
            wide = self._n["wider"] or self._n["narrower"]
            return "Nothing comes out otherwise, but choices do" if wide else "Nothing changes"
        return f"{count(self._n['diverged'], 'session')} of {self.sessions:,} would go otherwise"

    @property
    def summary(self) -> str:
        """One paragraph with counts and ranges."""
        if self.sessions < TOO_FEW:
            return few(self.sessions)
        n, legal = self._n, self._n["legal"]
        parts = [
            f"In {Share('', n['diverged'], self.sessions).said} something comes out otherwise."
        ]
        if n["plays illegal"]:
            where = Share("", n["illegal"], self.sessions).said
            parts.append(f"{count(n['plays illegal'], 'play')} would be illegal, in {where}.")
        others = Share("", n["winners"], legal).said if legal else "none"
        to_end = Share("", legal, self.sessions).said
        parts.append(f"{to_end} can be followed to an end; of these {others} have other winners.")
        if changed := n["decisions wider"] + n["decisions narrower"]:
            of = f"{changed:,} of {count(n['decisions'], 'decision')}"
            parts.append(f"At {of} the choice would have been another one.")
        return " ".join(parts)


def summed(options: dict[str, str], found: Iterable[Followed | Unfollowed]) -> Summary:
    """Sum up sessions."""
    summary = Summary(options)
    for each in found:
        summary.add(each)
    return summary
