"""The search itself: which candidates are tried, batch by batch."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from importlib import import_module
from itertools import islice, product
from typing import Any

from analytics.tuning.frontier import Losses
from analytics.tuning.tuning import Values
from analytics.tuning.varying import Varied
from domain.errors import Invalid

BATCH = 8  # candidates that are asked for together, whatever the number of workers
STARTING = 16  # drawn at random before the search learns
PATIENCE = 4  # batches in a row with nothing new, after which the search is over

Play = Callable[[Sequence[Values]], Sequence[Losses | None]]
"""Returns how far from each aim candidates are; ``None`` for one that cannot be played."""


def search(
    vary: Sequence[Varied], aims: int, trials: int, seed: str, play: Play
) -> Iterator[dict[Values, Losses | None]]:
    """Yield the losses of new candidates, batch by batch: first the one that changes nothing.

    Where there are no more candidates than trials all are played, in order. Else optuna's tree of
    Parzen estimators for several objectives asks (Ozaki et al., "Multiobjective tree-structured
    Parzen estimator", JAIR 73, 2022). Batches are of one size and told in the order in which they
    were asked for, so that the same seed gives the same candidates.

    :raises Invalid: optuna is needed and not installed.
    """
    now = tuple(each.now for each in vary)
    every = 1
    for each in vary:
        every *= len(each.values)
    if every <= trials:
        yield from _all(vary, now, play)
        return
    yield from _some(vary, now, aims, trials, seed, play)


def _all(vary: Sequence[Varied], now: Values, play: Play) -> Iterator[dict[Values, Losses | None]]:
    rest = (values for values in product(*(each.values for each in vary)) if values != now)
    batch = [now, *islice(rest, BATCH - 1)]
    while batch:
        yield dict(zip(batch, play(batch), strict=True))
        batch = list(islice(rest, BATCH))


def _some(
    vary: Sequence[Varied], now: Values, aims: int, trials: int, seed: str, play: Play
) -> Iterator[dict[Values, Losses | None]]:
    optuna = _optuna()
    study = optuna.create_study(directions=["minimize"] * aims, sampler=_sampler(optuna, seed))
    if all(value in each.values for value, each in zip(now, vary, strict=True)):
        study.enqueue_trial(_asked(vary, now))
        tried: dict[Values, Losses | None] = {}
    else:
        tried = dict(zip([now], play([now]), strict=True))
        yield dict(tried)
    idle = 0
    while len(tried) < trials and idle < PATIENCE:
        asked = [study.ask() for _ in range(BATCH)]
        candidates = [_values(vary, trial) for trial in asked]
        new = [values for values in dict.fromkeys(candidates) if values not in tried]
        new = new[: trials - len(tried)]
        found = dict(zip(new, play(new), strict=True)) if new else {}
        tried |= found
        idle = 0 if new else idle + 1
        for trial, values in zip(asked, candidates, strict=True):
            losses = tried.get(values)
            if losses is None:
                study.tell(trial, state=optuna.trial.TrialState.FAIL)
            else:
                study.tell(trial, losses)
        if found:
            yield found


def _optuna() -> Any:
    try:
        optuna: Any = import_module("optuna")
    except ImportError:
        raise Invalid(
            "so many candidates are searched by optuna: install mothlog with its extra, "
            "mothlog[tune], or let fewer things vary than --trials"
        ) from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna


def _sampler(optuna: Any, seed: str) -> Any:
    number = int.from_bytes(blake2b(seed.encode(), digest_size=4).digest())
    return optuna.samplers.TPESampler(
        seed=number, n_startup_trials=STARTING, multivariate=True, constant_liar=True
    )


def _values(vary: Sequence[Varied], trial: Any) -> Values:
    """Ask optuna for a candidate; numbers are in order, so it is asked for their place."""
    return tuple(
        each.values[trial.suggest_int(each.name, 0, len(each.values) - 1)]
        if each.steps
        else trial.suggest_categorical(each.name, each.values)
        for each in vary
    )


def _asked(vary: Sequence[Varied], values: Values) -> dict[str, Any]:
    return {
        each.name: each.values.index(value) if each.steps else value
        for each, value in zip(vary, values, strict=True)
    }
