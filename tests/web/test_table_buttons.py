"""What a table's pads send without scripts: buttons take along what is ticked beside them."""

from flask.testing import FlaskClient

from domain.games import LANTERN_MOTHS, NOCTURNIS
from service.wiring import Services
from tests.web.reading import get, submit
from tests.web.table_logs import log, now, path, table

ROUNDS = ["e2b2", "e1b2", "fb1r", "r1b1", "r2b1", "r3b1", "fa2v", "v1a2", "v2a2", "v3a2", "fb3b"]
"""Two rounds and three actions: the next one ends the third, in which Dusk is in the deck."""


def test_a_draw_takes_the_dusk_along_that_showed_itself_in_the_refill(
    client: FlaskClient, services: Services
) -> None:
    session = table(services, LANTERN_MOTHS, "Ada", "Ben")
    page = log(client, session, ROUNDS)
    draw = next(b for b in page.find("button", name="quick") if b.text.startswith("Draw"))
    ticks = [i.attrs["value"] for i in page.one(class_="refills").find("input", name="more")]
    submit(client, page, "/table/act", quick=draw.attrs["value"], more=ticks[0])
    assert now(services, session).state.dusk == (3,)


def test_the_same_card_is_discarded_twice(client: FlaskClient, services: Services) -> None:
    session = table(services, NOCTURNIS, "Ada", headers={"Display": "A1 P1 L2", "Habitat": "Hook"})
    submit(client, get(client, path(session)), "/table/act", text="x")
    page = get(client, path(session))
    twice = page.one("input", name="what", type="checkbox").attrs["value"]
    response = submit(client, page, "/table/act", what=[twice, "t@"], at="R2")
    assert response.status_code == 200
    assert now(services, session).state.discards == ("R2", "R2")
