"""Safety: what pages of other sites cannot do, and what a browser is told."""

from tests.mutants.mutant import Mutant

APP = "service/web/app.py"
SAFETY = "service/web/safety.py"
GUARD = "service/web/guard.py"
READING = "service/api/reading.py"
USED = "tests/web/test_rights_used.py"
PAGES = "tests/web/test_safety.py"
HEADERS = (f"{PAGES}::test_every_answer_carries_the_headers",)
FOREIGN = ("tests/api/test_guarded.py::test_a_page_of_another_site_cannot_write",)
HTTPS = (f"{USED}::test_behind_https_cookies_go_no_other_way",)

MUTANTS = [
    Mutant(
        "a form without its token changes nothing",
        APP,
        "        WTF_CSRF_TIME_LIMIT=None,",
        "        WTF_CSRF_TIME_LIMIT=None,\n        WTF_CSRF_CHECK_DEFAULT=False,",
        ("tests/web/test_play.py::test_forms_without_their_token_are_refused",),
    ),
    Mutant(
        "a cookie alone writes nothing by the API",
        GUARD,
        '    if bearer is None and _is_api() and request.method not in ("GET", "HEAD", "OPTIONS"):',
        "    if False:",
        (f"{USED}::test_every_form_needs_its_token_and_so_does_a_page_that_uses_the_api",),
    ),
    Mutant(
        "a page whose origin is another site writes nothing by the API",
        READING,
        " or (origin is not None and not _is_own(origin)):",
        ":",
        FOREIGN,
    ),
    Mutant(
        "what a browser calls from another site writes nothing by the API",
        READING,
        '    if site not in ("none", "same-origin") or ',
        "    if ",
        FOREIGN,
    ),
    Mutant(
        "another site deletes nothing by the API",
        "service/api/__init__.py",
        '        if route.method != "GET":',
        '        if route.method == "POST":',
        FOREIGN,
    ),
    Mutant(
        "what a form of another site can send is no JSON",
        READING,
        '    if request.method == "POST" and request.mimetype != "application/json":',
        "    if False:",
        ("tests/api/test_guarded.py::test_what_a_foreign_form_can_send_is_not_read",),
    ),
    Mutant(
        "the service answers to its own names alone",
        APP,
        "        TRUSTED_HOSTS=[*hosts],",
        "        TRUSTED_HOSTS=None,",
        (f"{PAGES}::test_pages_answer_only_to_the_names_of_this_machine",),
    ),
    Mutant(
        "no script runs that stands in a page",
        SAFETY,
        '    "script-src": "\'self\'",',
        "    \"script-src\": \"'self' 'unsafe-inline'\",",
        HEADERS,
    ),
    Mutant(
        "nothing is loaded that is not named",
        SAFETY,
        '    "default-src": "\'none\'",',
        '    "default-src": "*",',
        HEADERS,
    ),
    Mutant(
        "no style is set in a page without a drawing by Plotly",
        SAFETY,
        '    if g.get("inline_styles"):',
        "    if True:",
        HEADERS,
    ),
    Mutant(
        "a form is sent to no other site",
        SAFETY,
        '    "form-action": "\'self\'",',
        '    "form-action": "*",',
        HEADERS,
    ),
    Mutant(
        "no other site shows a page in a frame",
        SAFETY,
        '    "frame-ancestors": "\'self\'",',
        '    "frame-ancestors": "*",',
        HEADERS,
    ),
    Mutant(
        "no base moves a page's addresses",
        SAFETY,
        '    "base-uri": "\'none\'",\n',
        "",
        HEADERS,
    ),
    Mutant(
        "a file is taken for nothing but what it says",
        SAFETY,
        '    headers["X-Content-Type-Options"] = "nosniff"\n',
        "",
        HEADERS,
    ),
    Mutant(
        "no other site is told an address",
        SAFETY,
        'if g.get("kept_address") else "same-origin"',
        'if g.get("kept_address") else "unsafe-url"',
        HEADERS,
    ),
    Mutant(
        "no page is reached from a window of another site",
        SAFETY,
        '    headers["Cross-Origin-Opener-Policy"] = "same-origin"\n',
        "",
        HEADERS,
    ),
    Mutant(
        "no page asks for camera or microphone",
        SAFETY,
        '    headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=()"\n',
        "",
        HEADERS,
    ),
    Mutant(
        "no browser keeps a page",
        SAFETY,
        '        headers["Cache-Control"] = "no-store"',
        '        headers["Cache-Control"] = "public, max-age=3600"',
        HEADERS,
    ),
    Mutant(
        "a page holds no script of its own",
        "service/web/templates/people.html",
        "{% block main %}",
        "{% block main %}<script>1</script>",
        (f"{PAGES}::test_no_template_holds_a_script_or_a_style",),
    ),
    Mutant(
        "behind https no cookie goes by http",
        APP,
        "        SESSION_COOKIE_SECURE=https,",
        "        SESSION_COOKIE_SECURE=False,",
        HTTPS,
    ),
    Mutant(
        "no script reads the cookie",
        APP,
        "        SESSION_COOKIE_HTTPONLY=True,",
        "        SESSION_COOKIE_HTTPONLY=False,",
        HTTPS,
    ),
    Mutant(
        "the cookie goes with no form of another site",
        APP,
        '        SESSION_COOKIE_SAMESITE="Lax",',
        "        SESSION_COOKIE_SAMESITE=None,",
        HTTPS,
    ),
    Mutant(
        "behind https browsers come by nothing else again",
        SAFETY,
        '        headers["Strict-Transport-Security"] = HSTS',
        "        pass",
        HTTPS,
    ),
    Mutant(
        "the key that signs cookies is its owner's alone",
        "service/keys.py",
        "os.O_EXCL, 0o600)",
        "os.O_EXCL, 0o644)",
        (f"{PAGES}::test_the_key_that_signs_cookies_is_made_once_and_private",),
    ),
    Mutant(
        "the file of accounts is its owner's alone",
        "service/accounts/database.py",
        "os.O_RDWR | os.O_CREAT, 0o600)",
        "os.O_RDWR | os.O_CREAT, 0o644)",
        ("tests/service/test_accounts.py::test_everything_is_open_until_there_is_a_designer",),
    ),
]
