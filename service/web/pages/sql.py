"""Ask your own: a query, the tables that there are, what it answers, and saving it as a report."""

from typing import Any

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from analytics.catalogue import catalogue
from analytics.sandbox import Limits, Refused
from analytics.sandbox.limits import DOWNLOAD
from domain.errors import Invalid
from domain.games import GAMES
from service.examples import examples
from service.queries import KINDS, Kept, NoSuchQuery, Plot, Queries, Saved
from service.web.boards import SHOWN
from service.web.context import services
from service.web.results import LIMITS, Shown, counted, shown
from service.web.safety import allow_inline_styles
from service.wiring import now

page = Blueprint("sql", __name__, url_prefix="/sql")

LIMIT = Limits(rows=500)
TYPES = {"csv": "text/csv", "json": "application/json", "parquet": "application/octet-stream"}
BEGIN = "SELECT game, status, count(*) AS sessions\nFROM sessions\nGROUP BY ALL\nORDER BY ALL"


@page.get("")
def show() -> ResponseReturnValue:
    """Show a query and run nothing: whoever made the link is not who presses the button."""
    asked = request.args
    for example in examples():
        if example.id == asked.get("example"):
            return _page(example.sql, example.plot, about=example)
    if past := asked.get("past"):
        try:
            return _page(_queries().past(past).sql)
        except NoSuchQuery as error:
            abort(404, _sentence(error))
    return _page(asked.get("q", BEGIN))


@page.post("")
def run() -> ResponseReturnValue:
    """Run the query that was sent."""
    return _run(_sql(), _plot())


@page.post("/download")
def download() -> ResponseReturnValue:
    """Answer with a file: more rows than a page shows."""
    form = request.form.get("format", "")
    if form not in TYPES:
        abort(400, f"There is no format {form[:20]!r}, expected one of {', '.join(TYPES)}.")
    sql = _sql()
    try:
        asked = services().asking.ask(sql, form, DOWNLOAD)  # type: ignore[arg-type]
    except Refused as error:
        return _page(sql, _plot(), refused=error), 422
    answer = Response(asked.result.payload, mimetype=TYPES[form])
    answer.headers["Content-Disposition"] = f'attachment; filename="mothlog.{form}"'
    answer.headers["X-Mothlog-As-Of"] = f"{asked.result.reached}"
    answer.headers["X-Mothlog-Cut"] = asked.result.cut or "no"
    return answer


@page.post("/save")
def save() -> ResponseReturnValue:
    """Keep the query under a name; with a game, as a report on its statistics page."""
    form, sql = request.form, _sql()
    game = form.get("game", "")
    if game and game not in GAMES:
        abort(400, f"There is no game {game[:40]!r}.")
    name, description = form.get("name", "").strip(), form.get("description", "").strip()
    try:
        excludes = form.get("excludes", "").strip()
        new = Saved("", name, description, sql, game, _plot(), now(), excludes)
        saved = _queries().save(new)
    except Invalid as error:
        return _page(sql, _plot(), unsaved=_sentence(error)), 422
    return redirect(url_for("sql.saved", id_=saved.id, _anchor="answer"), 303)


@page.get("/saved/<id_>")
def saved(id_: str) -> ResponseReturnValue:
    """Show a saved query and what it answers now; whoever saved it has run it."""
    try:
        found = _queries().find(id_)
    except NoSuchQuery as error:
        abort(404, _sentence(error))
    return _run(found.sql, found.plot, found)


@page.post("/saved/<id_>/remove")
def remove(id_: str) -> ResponseReturnValue:
    """Forget a saved query; the history keeps its text."""
    try:
        _queries().remove(id_)
    except NoSuchQuery as error:
        abort(404, _sentence(error))
    return redirect(url_for("sql.show"), 303)


@page.post("/forget")
def forget() -> ResponseReturnValue:
    """Empty the history."""
    _queries().forget()
    return redirect(url_for("sql.show"), 303)


def _run(sql: str, plot: Plot, saved: Saved | None = None) -> ResponseReturnValue:
    try:
        asked = services().asking.ask(sql, "page", LIMIT)
    except Refused as error:
        _remember(sql, LIMITS[error.kind])
        return _page(sql, plot, refused=error, saved=saved), 422
    if saved is None:
        _remember(sql, counted(asked))
    result = shown(services(), asked, plot)
    return _page(sql, plot, result=result, cut=asked.result.cut, saved=saved)


def _page(
    sql: str,
    plot: Plot | None = None,
    *,
    result: Shown | None = None,
    refused: Refused | None = None,
    **more: Any,
) -> str:
    kept, damaged = _kept()
    if result and result.figure:
        allow_inline_styles()
    return render_template(
        "sql.html",
        here="sql",
        sql=sql,
        plot=plot or Plot(),
        result=result,
        refused=refused,
        limits=LIMITS,
        limit=LIMIT,
        download=DOWNLOAD,
        examples=examples(),
        games=SHOWN.values(),
        tables=sorted(
            catalogue(services().projector.warehouse.cursor()),
            key=lambda table: not table.has("session"),
        ),
        kept=kept,
        damaged=damaged,
        **more,
    )


def _sql() -> str:
    return request.form.get("q", "").replace("\r\n", "\n")


def _plot() -> Plot:
    form = request.form
    kind = form.get("kind", "")
    return Plot(
        kind if kind in KINDS else "", *(form.get(k, "")[:200] for k in ("x", "y", "series"))
    )


def _queries() -> Queries:
    return Queries(services().data)


def _kept() -> tuple[Kept, str]:
    """Return what is kept, and what is wrong with its file."""
    try:
        return _queries().read(), ""
    except Invalid as error:
        return Kept(), _sentence(error)


def _remember(sql: str, outcome: str) -> None:
    """Put a query in the history; one that cannot be written says so on the page already."""
    try:
        _queries().remember(sql, outcome, now())
    except Invalid:
        return


def _sentence(error: Exception) -> str:
    text = str(error.args[0] if error.args else error)
    named = text.startswith("queries.json")  # a file keeps its name
    return f"{text if named else text[:1].upper() + text[1:]}."
