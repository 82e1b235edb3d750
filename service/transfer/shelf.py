"""What files may name without having it: the rulebooks and editions that are here."""

from pathlib import Path

from domain.edition import EditionBase, content_hash
from domain.errors import Invalid
from domain.game import Game
from service import editions, seeds


class Shelf:
    """The rulebooks, and the editions that are shipped or in the data folder."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._known: dict[str, dict[str, EditionBase]] = {}

    def rules(self, game: Game) -> str:
        """Return the version of a game's rulebook."""
        return seeds.rulebook(game).version

    def edition(self, game: Game, name: str | None, digest: str | None) -> EditionBase:
        """Return the edition of that content, else of that name, else the one that is shipped.

        :raises Invalid: it is not here.
        """
        if digest is not None:
            found = self.known(game).get(digest)
            if found is None:
                called = f"edition {name!r}" if name else "an edition"
                raise Invalid(
                    f"{called} of content {digest[:12]}… is not here, "
                    "expected one that was added, or its content in the headers"
                )
            return found
        return editions.find(game, self._data, name).edition if name else seeds.edition(game)

    def known(self, game: Game) -> dict[str, EditionBase]:
        """Return the editions of a game that are here, by the hash of their content."""
        if game.name not in self._known:
            here = [one.edition for one in editions.editions_of(game, self._data)]
            self._known[game.name] = {content_hash(edition): edition for edition in here}
        return self._known[game.name]
