"""What other sites, other accounts and old pages try with a signed-in reader's browser, and what comes of it: nothing.

Each attack is first seen to work where the rule against it is missing: at a page of the other site, or at one without the rule.
"""

import http.server
import re
import threading
import urllib.parse

import pytest

from accounts import ADA, AUTH, PASSWORD, PUBLIC, Visitor, mails_to, patient, secret, staff
from browser import Pointer
from conftest import World
from fairkit import command
from pages import Browser, hidden
from trials import rows


@pytest.fixture(scope="module")
def world(template, tmp_path_factory):
    off = dict.fromkeys(("FAIRKIT_RATE_SIGN_IN", "FAIRKIT_RATE_ACCOUNT", "FAIRKIT_RATE_ADDRESS"), "off")
    world = World(template, tmp_path_factory.mktemp("attacks") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, **off)
    world.address = f"http://localhost:{world.server.address.split(':')[1]}"
    world.ana, world.ben = (patient(world, f"{name}@attacks.example", profile=ADA) for name in ("ana", "ben"))
    yield world
    assert world.server.stop() == 0


@pytest.fixture(scope="module")
def evil():
    """Another site, with the pages that a test gives it; by its other name, a server without any rule."""
    pages, sent = {}, []

    class Site(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            sent.append((self.path, self.headers["Cookie"] or "", self.rfile.read(int(self.headers["Content-Length"])).decode()))
            self.do_GET()

        def do_GET(self):
            body = pages[self.path].encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            for rule in ("old=1", "strict=1; SameSite=Strict") if self.path == "/enter" else ():
                self.send_header("Set-Cookie", rule)
            if self.path.startswith("/?language="):
                self.send_header("Set-Cookie", urllib.parse.unquote(self.path.removeprefix("/?")))
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    pages |= {"address": f"http://127.0.0.1:{server.server_port}", "unguarded": f"http://localhost:{server.server_port}", "sent": sent, "/enter": "", "/act": ""}
    yield pages
    server.shutdown()


def enter(browser, world, person, at=""):
    browser.address, hand = world.address, Pointer(browser)
    browser.open(f"{at}/sign-in")
    hand.fill("E-mail address", person.email)
    hand.fill("Password", PASSWORD)
    hand.press(browser.button("Sign in"))
    browser.until_heading("Home")


def signed_in(world, person):
    browser = Browser(world)
    assert browser.sign_in(person.email).status_code == 303
    return browser


def form(action, kind="application/x-www-form-urlencoded", **fields):
    inputs = "".join(f'<input name="{name}" value="{value}">' for name, value in fields.items())
    return f'<!doctype html><title>x</title><form method="post" action="{action}" enctype="{kind}">{inputs}<button>Win</button></form>'


@pytest.mark.parametrize("kind", rows("application/x-www-form-urlencoded", "text/plain", "multipart/form-data"))
def test_a_form_of_another_site_does_nothing_even_with_the_right_token(browser, world, evil, kind):
    # A server without a rule does what the other site wants, in the name of its reader.
    browser.driver.get(evil["unguarded"] + "/enter")
    evil["/csrf"] = form(evil["unguarded"] + "/act", kind, token="right")
    browser.driver.get(evil["address"] + "/csrf")
    browser.all("button")[0].click()
    browser.until(lambda: browser.driver.current_url.endswith("/act"))
    path, cookies, body = evil["sent"].pop()
    assert path == "/act" and "right" in body and cookies == "old=1"
    enter(browser, world, world.ana)
    token = browser.all("input[name=token]")[0].get_attribute("value")
    evil["/csrf"] = form(f"{world.address}/sign-out", kind, token=token)
    browser.driver.get(evil["address"] + "/csrf")
    browser.all("button")[0].click()
    browser.until(lambda: browser.driver.current_url.startswith(world.address))
    assert browser.heading != "Sign in"
    browser.open("/home")
    assert browser.heading == "Home", "still signed in"
    # The same form does it from FairKit's own page.
    browser.run("document.querySelector('form[action$=\"/sign-out\"]').requestSubmit()")
    browser.until_heading("Sign in")


def test_a_cookie_that_came_along_would_not_help_another_site(world):
    """As in a browser that knows no SameSite."""
    browser = signed_in(world, world.ana)
    fields = {"token": hidden("token", browser.ask("GET", "/home"))}
    for site in ("cross-site", "same-site", "none"):
        assert browser.ask("POST", "/sign-out", site, data=fields).status_code == 403
    plain = browser.ask("POST", "/sign-out", content=f"token={fields['token']}".encode())
    assert plain.status_code == 415, "a text is no form"
    assert browser.ask("GET", "/home").status_code == 200
    assert browser.ask("POST", "/sign-out", data=fields).status_code == 303


def test_no_page_is_framed(browser, world, evil):
    enter(browser, world, world.ana)
    evil["/inner"] = "<!doctype html><title>x</title><h1>Inner</h1>"
    for address, shows in ((evil["address"] + "/inner", True), (world.address + "/home", False), (world.address + "/sign-in", False)):
        evil["/frame"] = f'<!doctype html><title>x</title><iframe src="{address}" width="600" height="400"></iframe>'
        browser.driver.get(evil["address"] + "/frame")
        browser.driver.switch_to.frame(0)
        assert ("Inner" in browser.driver.page_source) == shows
        assert "FairKit" not in browser.driver.page_source
        browser.driver.switch_to.default_content()


ELSEWHERE = ["//evil.example", "https://evil.example/", "/\\evil.example", "/\t/evil.example", "javascript:alert(1)"]


def test_a_browser_would_go_where_another_wants(browser, world):
    browser.address = world.address
    browser.open("/sign-in")
    for next_ in ELSEWHERE:
        assert browser.run("return new URL(arguments[0], location.href).origin != location.origin", next_), next_


@pytest.mark.parametrize("next_", [*ELSEWHERE, "/%09/evil.example", "/sign-out", "/at/evil/home"])
def test_signing_in_leads_to_no_address_of_another(world, next_):
    for path, fields in (("/sign-in", {"email": world.ana.email}), ("/prove", {})):
        browser = signed_in(world, world.ana)
        fields |= {"password": PASSWORD, "token": hidden("token", browser.ask("GET", "/home"))}
        assert browser.ask("POST", path, data=fields | {"next": next_}).headers["location"] == "/home"
        assert browser.ask("POST", path, data=fields | {"next": "/results", "key": "x"}).headers["location"] == "/results"


SPLIT = "en\r\nSet-Cookie: planted=1"


def test_no_language_and_no_theme_writes_a_header(browser, world, evil):
    path = f"/?language={urllib.parse.quote(SPLIT)}"
    evil[path] = "<!doctype html><title>x</title>"
    browser.driver.get(evil["unguarded"] + path)
    assert "planted" in {cookie["name"] for cookie in browser.cookies()}, "a server without the rule lets an address write a header"
    browser.tell("Storage.clearCookies")
    enter(browser, world, world.ana)
    for page in ("/sign-in", "/home", "/profile/language", "/at/default/sign-in"):
        for name in ("language", "theme", "done", "next"):
            browser.driver.get(f"{world.address}{page}?{name}={urllib.parse.quote(SPLIT)}")
            assert browser.run("return document.documentElement.lang") == "en"
    token = browser.run("return fetch('/profile/language').then(answer => answer.text())")
    fields = {"token": re.findall('name="token" value="([^"]*)"', token)[-1]} | dict.fromkeys(("language", "theme", "contrast", "size", "next"), SPLIT)
    for action in ("/profile/language", "/profile/display", "/help/keys"):
        browser.run("return fetch(arguments[0], {method: 'POST', body: new URLSearchParams(arguments[1])}).then(answer => answer.status)", action, fields)
    assert not [cookie for cookie in browser.cookies() if "planted" in cookie["name"] + cookie["value"]]
    browser.open("/home")
    assert browser.heading == "Home"


def test_a_form_of_a_page_from_before_is_refused_in_the_browser_of_another_account(browser, world):
    """Trap 81: in one tab Ana's page stands, and in another one Ben has signed in."""
    enter(browser, world, world.ana)
    browser.open("/help/keys")
    first = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.tell("Storage.clearCookies")
    enter(browser, world, world.ben)
    browser.driver.switch_to.window(first)
    assert browser.heading == "Keys"
    Pointer(browser).press(browser.button("Switch on"))
    browser.until(lambda: "You are now signed in as" in browser.text)
    browser.open("/help/keys")
    assert "They are switched off" in browser.text, "nothing is stored for Ben"
    # With a token of Ben's own, the same form does it.
    Pointer(browser).press(browser.button("Switch on"))
    browser.until(lambda: "The keys are switched." in browser.text)


def test_a_script_that_got_in_would_find_no_cookie(browser, world):
    enter(browser, world, world.ana)
    names = {cookie["name"] for cookie in browser.cookies()}
    assert "__Host-fk-default" in names
    assert browser.run("document.cookie = 'plain=1'; return document.cookie") == "plain=1", "scripts read all but this one"
    found = browser.run("return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])")
    assert world.ana.account["accountId"] not in found and world.ana.email not in found


def test_a_script_that_got_in_would_not_run_and_no_form_would_take_anything_away(browser, world, evil):
    holes = """const hole = document.createElement("p"); document.body.append(hole); const done = [];
        for (const act of [() => { hole.innerHTML = `<img src="/x" onerror="ran.push(1)">` }, () => hole.setAttribute("onclick", "ran.push(2)"),
            () => { const script = document.createElement("script"); script.text = "ran.push(3)"; document.body.append(script) },
            () => hole.click()]) { try { act() } catch (error) { done.push(error.name) } } return done"""
    steal = "const form = document.createElement('form'); form.method = 'post'; form.action = arguments[0]; document.body.append(form); form.submit()"
    evil["/hole"] = "<!doctype html><title>x</title>"
    browser.driver.get(evil["address"] + "/hole")
    browser.run("window.ran = []; " + holes)
    browser.until(lambda: sorted(browser.run("return ran")) == [1, 2, 3])
    browser.run(steal, evil["unguarded"] + "/act")
    browser.until(lambda: evil["sent"])
    evil["sent"].clear()
    enter(browser, world, world.ana)
    browser.run("window.ran = []; " + holes)
    browser.run(steal, evil["unguarded"] + "/act")
    refused = browser.until(lambda: any("form-action" in one for one in browser.run("return refused")) and browser.run("return refused"))
    assert {one.split()[0] for one in refused} >= {"form-action", "require-trusted-types-for"}
    assert browser.run("return ran") == [] and browser.path == "/home" and not evil["sent"]
    browser.problems()


def test_a_form_of_another_account_is_refused_by_name(world):
    browser = signed_in(world, world.ana)
    old = hidden("token", browser.ask("GET", "/help/keys"))
    browser.sign_in(world.ben.email)
    refused = browser.ask("POST", "/help/keys", data={"token": old, "keys": "on"})
    assert refused.status_code == 403 and "You are now signed in as" in refused.text
    assert "__Host-fk.keys" not in browser.jar
    own = hidden("token", browser.ask("GET", "/help/keys"))
    assert browser.ask("POST", "/help/keys", data={"token": own, "keys": "on"}).status_code == 303


KEPT = """const caches_ = (await caches.keys()).length, databases = (await indexedDB.databases()).length, workers = (await navigator.serviceWorker.getRegistrations()).length;
    return JSON.stringify([localStorage, sessionStorage].map(store => Object.entries(store))) + [caches_, databases, workers]"""


def kept(browser):
    """What a page can find of others in this browser."""
    return browser.run(f"return (async () => {{ {KEPT} }})()")


def test_the_next_person_at_a_shared_telephone_finds_nothing_of_the_one_before(browser, world, evil):
    # Without the rules, Back shows what was read, though the server no longer has it.
    evil["/read"], evil["/after"] = "<title>x</title><p>Her level", "<title>x</title><p>Signed out"
    browser.driver.get(evil["address"] + "/read")
    browser.driver.get(evil["address"] + "/after")
    evil["/read"] = "<title>x</title><p>Nothing"
    browser.driver.back()
    browser.until(lambda: browser.text == "Her level")

    enter(browser, world, world.ana)
    browser.open("/profile/details")
    browser.open("/kits/new")
    Pointer(browser).fill("Kit code", "FU-KIT-2025")
    assert "FU-KIT-2025" in kept(browser), "what was typed is kept for her"
    browser.open("/help")
    browser.run("document.querySelector('form[action$=\"/sign-out\"]').requestSubmit()")
    browser.until_heading("Sign in")
    assert kept(browser) == "[[],[]]0,0,0"
    marks = (world.ana.email, "Ada", "FU-KIT-2025")
    for _ in range(3):
        browser.driver.back()
        browser.until_heading("Sign in")
        assert not [mark for mark in marks if mark in browser.driver.page_source]
    enter(browser, world, world.ben)
    browser.open("/kits/new")
    assert browser.field("Kit code").get_attribute("value") == ""
    for _ in range(5):
        browser.driver.back()
        browser.until(lambda: browser.all("h1"))
        assert not [mark for mark in (world.ana.email, "FU-KIT-2025") if mark in browser.driver.page_source + kept(browser)]


def test_two_tenants_in_one_browser_stay_apart(browser, world):
    command("tenant", "create", "kisumu", "--data", world.store.path)
    zuri = patient(world, "zuri@attacks.example", "kisumu")
    enter(browser, world, world.ana)
    enter(browser, world, zuri, "/at/kisumu")
    other = browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.open("/home")
    assert browser.heading == "Home" and zuri.email not in browser.text
    browser.driver.switch_to.window(other)
    browser.run("document.querySelector('form[action$=\"/sign-out\"]').requestSubmit()")
    browser.until_heading("Sign in")
    assert browser.path.startswith("/at/kisumu/sign-in")
    browser.open("/home")
    assert browser.heading == "Home", "the other tenant's session goes on"


def test_what_a_browser_fetches_before_its_reader_asks_is_not_given(world):
    browser = signed_in(world, world.ana)
    assert browser.ask("GET", "/results").status_code == 200
    browser.headers["Sec-Purpose"] = "prefetch;prerender"
    for path in ("/results", "/home", "/help"):
        early = browser.ask("GET", path)
        assert early.status_code == 503 and "<h1>The server is busy</h1>" in early.text


def test_a_planted_session_is_never_taken_over(world):
    browser = Browser(world)
    for planted in ("fp_" + "A" * 43, signed_in(world, world.ben).jar["__Host-fk-default"]):
        browser.jar = {"__Host-fk-default": planted}
        # A session of another account is one until someone else signs in: then the thief would read in their name.
        assert browser.ask("GET", "/home").status_code == (303 if "AAAA" in planted else 200)
        browser.sign_in(world.ana.email)
        assert browser.jar["__Host-fk-default"] != planted
        thief = Browser(world)
        thief.jar = {"__Host-fk-default": planted}
        assert thief.ask("GET", "/home").status_code == 303


def test_a_stream_ends_with_its_session(world):
    doctor = staff(world, "clinician", "doctor@attacks.example")
    browser = Browser(world)
    browser.sign_in(doctor.email)
    browser.ask("POST", "/sign-in/code", data={"code": doctor.tokens["backupCodes"].pop()})
    page = browser.ask("GET", "/alerts")
    assert page.status_code == 200
    cookies = "; ".join(f"{name}={value}" for name, value in browser.jar.items())
    headers = {"Accept": "text/event-stream", "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Cookie": cookies}
    with browser.stream("GET", "/live", headers=headers, timeout=40) as stream:
        lines = stream.iter_lines()
        assert "event: beat" in [next(lines) for _ in range(5)]
        assert browser.ask("POST", "/sign-out", data={"token": hidden("token", page)}).status_code == 303
        assert "event: signed-out" in list(lines), "and it ends"


def test_a_scanner_of_mails_uses_no_link_up(browser, world):
    """Trap 64: each link is fetched, opened in Chromium, and each of its buttons pressed, even if a field is empty."""
    visitor = Visitor(world)
    patient(world, email := "scanned@attacks.example", profile=ADA)
    world.ana.signed_in.ask(202, "POST", f"{AUTH}/me/email", json={"email": "other@attacks.example", "password": PASSWORD})
    command("account", "invite", "--data", world.store.path, "--role", "coordinator", "--email", "invited@attacks.example")
    for way, address in (("register", "new@attacks.example"), ("password/forgot", email)):
        visitor.ask(202, "POST", f"{AUTH}/{way}", json={"email": address})
    asked = {address: mails_to(world, address)[0] for address in ("other@attacks.example", "invited@attacks.example", "new@attacks.example", email)}
    browser.address = world.address
    for mail in asked.values():
        [link] = re.findall(rf"{PUBLIC}(/\S+#\S+)", mail["text"])
        Browser(world).ask("GET", link.split("#")[0], site="none")
        number, presses = 0, 1
        while number < presses:
            browser.driver.get("about:blank")
            browser.driver.get(world.address + link)
            if link.startswith(("/invitation", "/reset")):  # the script goes on by itself
                browser.until(lambda: browser.all("input[name=newPassword]"))
            browser.run("for (const form of document.forms) form.noValidate = true")
            presses = len(browser.all("main button"))
            assert presses, link
            browser.all("main button")[number].click()
            browser.until(lambda: browser.run("return document.readyState") == "complete")
            number += 1
    for address, mail in asked.items():
        known = visitor.ask(200, "POST", f"{AUTH}/link", json={"token": secret(mail)})
        assert known["email"] == address, "the link still works"
    assert visitor.login(email).status_code == 200
    assert world.ana.signed_in.ask(200, "GET", f"{AUTH}/me")["email"] == world.ana.email
