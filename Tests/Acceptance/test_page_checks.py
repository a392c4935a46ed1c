"""The checks of pages find what they are for: each in a page with that fault alone."""

import http.server

import pytest

import page_checks
from local_server import LocalServer

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; require-trusted-types-for 'script'; trusted-types fk"
PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sound</title><link rel="stylesheet" href="/style.css"><link rel="icon" href="/icon"></head>
<body><main><h1>Sound</h1><p>{}</p><a href="/" class="block">On</a></main></body></html>
"""
STYLE = """:root { color-scheme: light dark; } body { font: 16px sans-serif; background: Canvas; color: CanvasText; } .block { display: inline-block; padding: 1em; }
:focus { outline: 3px solid; } .wide { width: 400px; } .cut { height: 1em; overflow: hidden; } .plain:focus { outline: none; } .pale { color: #777; } .card { width: 300px; } .cover { position: fixed; inset: 0; background: Canvas; }
.tiny { font-size: 8px; display: inline-block; }"""
FAULTS = {
    "an end tag is missing": ("<b>word", "html5lib"),
    "an id stands twice": ('<i id="a"></i><i id="a"></i>', "id twice: a"),
    "a style stands in the markup": ('<i style="color:red">word</i>', "inline: <i style>"),
    "a script stands in the markup": ("<script>1</script>", "inline: <script>"),
    "a heading leaves out a level": ("</p><h4>Low</h4><p>", "heading 4 after 1"),
    "there are two first headings": ("</p><h1>Two</h1><p>", "2 headings of level 1"),
    "it is large": ("x " * 60_000, "bytes"),
    "it asks for much": ("".join(f'<img alt="" src="/icon?{place}">' for place in range(8)), "requests"),
    "a picture has no text": ('<img src="/icon">', "axe image-alt"),
    "a text is pale": ('<span class="pale">word</span>', "axe color-contrast"),
    "a field has no label": ("<input>", "axe label"),
    "the focus is not shown": ('<a href="/" class="block plain">Plain</a>', "does not show the focus"),
    "the focus is hidden": ('<i class="cover"></i>', "is covered by <i"),
    "a link leads to nothing": ('<a href="/gone" class="block">Gone</a>', "/gone answers 404"),
    "it is wide": ('<span class="wide block">word</span>', "320 pixels, wide"),
    "a text leaves its card": ('</p><div class="card"><b class="wide block">word</b></div><p>', "820 pixels, out of its card"),
    "a text is cut": ('</p><div class="cut">word<br>word</div><p>', "320 pixels, cut"),
    "a button is small": ('<a href="/" class="tiny">x</a>', "320 pixels, small: <a"),
}  # fmt: skip


class Pages(http.server.BaseHTTPRequestHandler):
    body = ""

    def do_GET(self):
        kind, text = {"/style.css": ("text/css", STYLE), "/icon": ("image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>")}.get(self.path.split("?")[0], ("text/html", PAGE.format(self.body)))
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def pages():
    class Handler(Pages):
        pass

    with LocalServer(Handler) as server:
        yield server, Handler


def faults(browser, pages, body):
    server, handler = pages
    handler.body, browser.address = body, f"http://localhost:{server.server_port}"
    return page_checks.of_page(browser, "/")


def test_a_sound_page_has_no_fault(browser, pages):
    assert faults(browser, pages, "word") == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(browser, pages, fault):
    body, found = FAULTS[fault]
    assert any(found in one for one in faults(browser, pages, body))


def test_a_page_without_a_strict_policy_is_a_fault_and_so_is_what_the_policy_refuses(browser, pages, monkeypatch):
    assert any("style" in one for one in faults(browser, pages, '<i style="color:red">word</i>') if not one.startswith("inline"))
    monkeypatch.setitem(globals(), "POLICY", "default-src 'self'")
    assert "no strict policy" in faults(browser, pages, "word")


def test_scripts_are_off_and_a_test_begins_with_nothing(browser, pages):
    faults(browser, pages, "word")
    browser.run("document.cookie = 'a=b'; localStorage.a = 'b'")
    browser.clear()
    browser.script(False)
    browser.open("/")
    assert browser.run("return [document.cookie, localStorage.length]") == ["", 0]
    browser.driver.get("data:text/html,<title>still</title><script>document.title = 'ran'</script>")
    assert browser.driver.title == "still"
