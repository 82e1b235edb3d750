"""Headers that keep pages from loading, or being loaded by, anything foreign."""

from flask import Flask, Response, current_app, g, request

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'self'",
    "base-uri": "'none'",
}

HSTS = "max-age=31536000"


def install(app: Flask) -> None:
    """Send the headers with every answer."""
    app.after_request(_protect)


def allow_inline_styles() -> None:
    """Let this page's styles be set from scripts: Plotly writes them into its drawings."""
    g.inline_styles = True


def keep_address() -> None:
    """Tell nobody this page’s address: it holds a secret. Forms still say which site sent them."""
    g.kept_address = True


def allow_framing() -> None:
    """Let pages of other sites show this one in a frame: it has no form, and nothing acts."""
    g.framed = True


def _protect(response: Response) -> Response:
    policy = dict(POLICY)
    if g.get("inline_styles"):
        policy["style-src"] += " 'unsafe-inline'"
    if g.get("framed"):
        policy |= {"frame-ancestors": "*", "form-action": "'none'"}
    headers = response.headers
    headers["Content-Security-Policy"] = "; ".join(f"{k} {v}" for k, v in policy.items())
    headers["X-Content-Type-Options"] = "nosniff"
    headers["Referrer-Policy"] = "strict-origin" if g.get("kept_address") else "same-origin"
    if current_app.config.get("SESSION_COOKIE_SECURE"):
        headers["Strict-Transport-Security"] = HSTS
    headers["Cross-Origin-Opener-Policy"] = "same-origin"
    headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"
    if request.endpoint != "static" and "Cache-Control" not in headers:
        headers["Cache-Control"] = "no-store"
    return response
