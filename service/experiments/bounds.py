"""How much search an experiment beside the pages may ask for; the command line plays more."""

from analytics.bots.search import budget
from analytics.experiments import Question
from domain.errors import Invalid

MOST_A_CHOICE = 1_000  # games that a bot imagines, or milliseconds
MOST_IN_ALL = 250_000  # that of all seats and sides, times the games a side: about an hour


def affordable(question: Question) -> None:
    """Let a question pass that keeps the machine busy for hours at most.

    :raises Invalid: a bot searches for long, or there are many games for how long they all do.
    """
    spent = 0
    for bot in (bot for arm in question.arms for bot in arm.bots):
        if searched := budget(bot):
            each = max(searched)
            if each > MOST_A_CHOICE:
                raise Invalid(
                    f"bot {bot!r} found, expected at most {MOST_A_CHOICE:,} games or "
                    f"{MOST_A_CHOICE:,} ms at each choice; `mothlog experiment` plays others too"
                )
            spent += each
    if spent * question.games > MOST_IN_ALL:
        raise Invalid(
            f"{question.games:,} games a side found, expected at most {MOST_IN_ALL // spent:,} "
            "with bots that search so long; `mothlog experiment` plays more"
        )
