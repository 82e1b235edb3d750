"""Numbers in a finding's words: counts, ranges and simple fractions, as a table would say them."""

from analytics.intervals import TOO_FEW, Range, missing

FRACTIONS = {
    "One in ten": 1 / 10,
    "One in five": 1 / 5,
    "One in four": 1 / 4,
    "One in three": 1 / 3,
    "Two in five": 2 / 5,
    "Half of all": 1 / 2,
    "Three in five": 3 / 5,
    "Two in three": 2 / 3,
    "Three in four": 3 / 4,
    "Four in five": 4 / 5,
    "Nine in ten": 9 / 10,
}


def count(n: int, noun: str, plural: str | None = None) -> str:
    """Say how many there are.

    >>> count(1, "session"), count(1200, "session"), count(2, "person", "people")
    ('1 session', '1,200 sessions', '2 people')
    """
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def number(value: float, digits: int = 1) -> str:
    """Say a number with at most that many digits behind the point.

    >>> number(16.0), number(15.5), number(2.04, 2), number(-0.01)
    ('16', '15.5', '2.04', '0')
    """
    text = f"{value:,.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def ordinal(n: int) -> str:
    """Say which one in a row.

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    last = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th") if n % 100 not in (11, 12, 13) else "th"
    return f"{n}{last}"


def percents(range_: Range) -> str:
    """Say a range of shares. Ends that would look the same get a digit more.

    >>> percents(Range(0.2566, 0.5427)), percents(Range(0.3321, 0.3345))
    ('26 to 54%', '33.2 to 33.5%')
    """
    for digits in (0, 1, 2):
        low, high = (f"{100 * end:.{digits}f}" for end in range_)
        if low != high:
            return f"{low} to {high}%"
    return f"{low}%"


def percent(share: float) -> str:
    """Say a share. One that would look like none or all gets a digit more.

    >>> percent(0.3125), percent(0.0028), percent(0), percent(0.9991), percent(-0.0028)
    ('31%', '0.3%', '0%', '99.9%', '-0.3%')
    """
    return f"{100 * share:.{int(0 < abs(share) < 0.005 or 0.995 <= abs(share) < 1)}f}%"


def hours_of(hours: float) -> str:
    """Say how long in hours and minutes.

    >>> hours_of(1.69), hours_of(0.5), hours_of(1.9999)
    ('1 h 41 min', '30 min', '2 h 0 min')
    """
    minutes = round(60 * hours)
    return f"{minutes // 60:,} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def numbers(range_: Range | None, digits: int = 1) -> str:
    """Say a range of plain numbers in brackets; nothing where there is none or its ends look alike.

    >>> numbers(Range(6.51, 7.29)), numbers(None), numbers(Range(2, 2))
    (' (6.5 to 7.3)', '', '')
    """
    if range_ is None:
        return ""
    low, high = (number(end, digits) for end in range_)
    return f" ({low} to {high})" if low != high else ""


def fraction(share: float, range_: Range) -> str | None:
    """Say a share as a simple fraction that its range covers; ``None`` where none is near.

    >>> fraction(0.748, Range(0.69, 0.80)), fraction(0.45, Range(0.44, 0.46))
    ('Three in four', None)
    """
    words, value = min(FRACTIONS.items(), key=lambda item: abs(item[1] - share))
    return words if range_.covers(value) and abs(value - share) <= 0.03 else None


def listed(parts: list[str]) -> str:
    """Join the way people do.

    >>> listed(["1st"]), listed(["1st", "2nd", "3rd"])
    ('1st', '1st, 2nd and 3rd')
    """
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def few(n: int) -> str:
    """Say that no range is drawn, and what a first one needs."""
    if n == 0:
        return f"No session to count yet. A first range needs {TOO_FEW}."
    return (
        f"{count(n, 'session')}. A range drawn from so few would cover nearly everything, so "
        f"none is drawn. {missing(n)} more before a first range."
    )


def rounded(n: int) -> str:
    """Say about how many: two leading digits are enough for a plan.

    >>> rounded(8), rounded(108), rounded(1149)
    ('8', '110', '1,100')
    """
    step = 10 ** max(0, len(str(n)) - 2)
    return f"{round(n / step) * step:,}"
