"""Where the cards of digital play come from: a shuffle, or the order of a session branched from."""

from uuid import UUID

from domain.chance import Chance
from domain.session import Session
from domain.session.luck import Order, SameOrder, order_of
from service.store import Playtests

KEPT = 16  # orders of the sessions branched from last, a few KB each


class Luck:
    """Finds the chance source of a session.

    :param shuffled: draws wherever nothing is known of an order.
    """

    def __init__(self, store: Playtests, shuffled: Chance) -> None:
        self._store, self._shuffled = store, shuffled
        self._orders: dict[tuple[UUID, int], Order] = {}

    def of(self, session: Session) -> Chance:
        """Return where a session's cards come from.

        For a branch with the same luck they come in the order in which they came in the session
        that it was branched from. Where that one is not here, or damaged, nothing of it is known.
        """
        branch = session.opened.branch
        if branch is None or branch.chance != "same":
            return self._shuffled
        try:
            order = self._order(self._store.load(branch.session))
        except (LookupError, ValueError):
            return self._shuffled
        return SameOrder(order, session, self._shuffled)

    def _order(self, original: Session) -> Order:
        key = (original.id, original.version)
        order = self._orders.get(key)
        if order is None:
            order = self._orders[key] = order_of(original)
            for old in list(self._orders)[:-KEPT]:
                self._orders.pop(old, None)
        return order
