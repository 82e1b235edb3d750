"""An answer in plain words: the finding, what differs, what is open and what would settle it."""

from analytics.experiments.found import Answer, Compared, OneSided
from analytics.intervals import LEVEL, TOO_FEW, missing, wilson
from analytics.phrases import count, listed, number, percent, percents, rounded

NAMED = 3  # differences in a title


def label(text: str) -> str:
    """Write a side's name as people say it.

    >>> label("one_more_round")
    'one more round'
    """
    return text.replace("_", " ")


def amount(compared: Compared, value: float) -> str:
    """Write a value of a measure."""
    return percent(value) if compared.kind == "share" else number(value, 2)


def by(compared: Compared, value: float, plus: bool = True) -> str:
    """Write a difference, in points of 100 for shares."""
    scale = 100 if compared.kind == "share" else 1
    text = number(abs(value * scale), 1 if compared.kind == "share" else 2)
    sign = "" if text == "0" else "−" if value < 0 else "+" if plus else ""
    return f"{sign}{text}" + (" points of 100" if compared.kind == "share" and plus else "")


def spread(compared: Compared) -> str:
    """Write the range of a difference; nothing where none is drawn."""
    if compared.low is None or compared.high is None:
        return ""
    return f"{by(compared, compared.low, False)} to {by(compared, compared.high, False)}"


def title(answer: Answer) -> str:
    """Say the finding in a few words."""
    compared = answer.compared
    if not compared or all(each.verdict == "few" for each in compared):
        return "Too few games to say"
    differ = sorted(
        (each for each in compared if each.verdict == "differs"),
        key=lambda each: -abs(each.by) / (each.matters or 1),
    )
    if not differ:
        unsettled = sum(each.verdict == "open" for each in compared)
        if unsettled:
            return f"No difference found; {unsettled} of {count(len(compared), 'comparison')} open"
        if all(each.verdict == "same" for each in compared):
            return "Every pair of games is the same in every measure"
        return "No difference that matters"
    several = len(answer.sides) > 2
    said = [
        each.words[each.by < 0] + (f" with {label(each.side)}" if several else "")
        for each in differ[:NAMED]
    ]
    if len(differ) > NAMED:
        said.append(f"{len(differ) - NAMED} more")
    head = "" if several else f"With {label(answer.sides[1].label)}: "
    text = head + listed(said)
    return text[0].upper() + text[1:]


def sentence(answer: Answer, each: Compared) -> str:
    """Say one comparison."""
    one, other = label(answer.sides[0].label), label(each.side)
    was, is_ = amount(each, each.one), amount(each, each.other)
    text = f"{each.title}: {was} with {one}, {is_} with {other}"
    match each.verdict:
        case "same":
            return f"{text}; the same in each of {count(each.n, 'pair')}."
        case "few":
            return f"{text}; {missing(min(each.n, each.m))} more games before a first range."
        case "alike":
            return f"{text} ({spread(each)}); any difference is too small to matter."
        case "differs":
            return f"{text}, {by(each, each.by)} ({spread(each)})."
    return f"{text}, {by(each, each.by)} ({spread(each)}): open. {settled(each)}"


def settled(each: Compared) -> str:
    """Say how many games would settle an open comparison."""
    if each.more is None:
        return "No number of games that anybody would play settles it."
    return f"About {rounded(each.more)} more games a side would settle it if it stays so."


def summary(answer: Answer) -> str:
    """Say in one paragraph what differs, what does not and what is open."""
    groups = {
        verdict: [each for each in answer.compared if each.verdict == verdict]
        for verdict in ("differs", "alike", "same", "open", "few")
    }
    told = [sentence(answer, each) for each in groups["differs"]]
    if alike := groups["alike"]:
        told.append(f"No difference that matters in: {_names(answer, alike)}.")
    if same := groups["same"]:
        pairs = min(each.n for each in same)
        bound = percent(wilson(0, pairs).high)
        told.append(f"No pair differs in: {_names(answer, same)}; fewer than {bound} of all could.")
    if unsettled := groups["open"]:
        told.append(f"Open: {_names(answer, unsettled)}. {_more(unsettled)}")
    if groups["few"]:
        told.append(f"A first range needs {TOO_FEW} games a side.")
    return " ".join(told)


def _names(answer: Answer, group: list[Compared]) -> str:
    several = len(answer.sides) > 2
    names = [
        each.title[0].lower() + each.title[1:] + (f" ({label(each.side)})" if several else "")
        for each in group
    ]
    return listed(names)


def _more(unsettled: list[Compared]) -> str:
    needs = [each.more for each in unsettled if each.more is not None]
    if not needs:
        return "No number of games that anybody would play settles them."
    text = f"About {rounded(max(needs))} more games a side would settle "
    text += (
        "all of them" if len(needs) == len(unsettled) > 1 else "it" if len(needs) == 1 else "most"
    )
    return f"{text} if the differences stay as they are."


def notes(answer: Answer) -> list[str]:
    """Say what the numbers rest on and what they do not show."""
    looks = sum(each.low is not None for each in answer.compared)
    told = [
        f"{count(looks, 'comparison')} at once: a difference counts as found only if it holds "
        f"after Holm’s correction, so that all of them together err in {percent(1 - LEVEL)} of "
        "experiments in which nothing differs. The ranges are 95% ranges of each by itself.",
        "A difference matters here from 3 points of 100 for shares and from a twentieth of the "
        "first side’s mean for everything else.",
    ]
    if answer.question.paired:
        begins = any(each.key == "first" for each in answer.compared)
        same = ", and the same seat began; the first seat went round the table" if begins else ""
        told.append(
            f"Game by game all sides had the same deal{same}. What is compared is what each pair "
            "differs by."
        )
    else:
        told.append("Recorded sessions have no partners with the same deal, so ranges are wider.")
    if len(answer.apart) > 1:
        things = listed([label(name) for name in answer.apart])
        said = f"The sides differ in more than one thing ({things})"
        told.append(f"{said}: which of them does what cannot be told.")
    bots = {bot for arm in answer.question.arms for bot in arm.bots}
    if bots:
        told.append(f"Played by bots ({', '.join(sorted(bots))}). People may play otherwise.")
    if bots == {"random"}:
        told.append("Bots that play at random show what the rules allow, not what people would do.")
    return told


VERDICTS = {
    "differs": "differs",
    "alike": "no difference that matters",
    "same": "the same in every pair",
    "few": "too few to say",
}


def verdict(each: Compared) -> str:
    """Say what is made of a comparison, in a few words."""
    if each.verdict != "open":
        return VERDICTS[each.verdict]
    return "open" if each.more is None else f"open, about {rounded(each.more)} more games"


def chance(p: float) -> str:
    """Write how often as much would come of nothing.

    >>> chance(0.0421), chance(0.00002)
    ('0.042', '< 0.001')
    """
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def one_sided(one: OneSided) -> str:
    """Say that a clause fired on one side and never on the other, with ranges."""
    range_ = "" if missing(one.of) else f" ({percents(wilson(one.games, one.of))})"
    never = "" if missing(one.never_of) else f" (at most {percent(wilson(0, one.never_of).high)})"
    return (
        f"{one.clause} fires with {label(one.fired_with)} in {one.games:,} of "
        f"{count(one.of, 'game')}{range_}, with {label(one.never_with)} never{never}."
    )
