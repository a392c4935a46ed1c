"""Hostile texts in every field: pages that show them are read by html5lib, which refuses what a browser would have to guess, and by Chromium."""

import datetime
import functools
import re

import html5lib
import pytest

from accounts import ADA, PUBLIC, Visitor, patient, staff
from conftest import World
from kits import kit_code
from pages import Browser, hidden

CORE = "mk-"
# Each mark that ends a text or a value, followed by what joins it to one character.
SHORT = '"\u0338><b x=y>\'\u200d&\ufe0f<\u0338i>'
LONG = SHORT + "</textarea><script>x</script>&lt;javascript:y\u202ez"
PLAIN = "\"><b x=y>'&<script>x</script>"  # for what may have only the characters of a header
ADDRESSES = {"href", "src", "action", "formaction", "poster", "data", "srcset"}
# The same walk as `elements`, in the page that Chromium made.
WALK = """return [...document.querySelectorAll('*')].map(one => [one.localName, [...one.attributes].map(({name, value}) => [name, value]),
  [...one.childNodes].filter(node => node.nodeType !== 1).map(node => node.data ?? '')])"""


class Texts(dict):
    """The texts by the names of their fields, and which of them were seen."""

    def __init__(self):
        super().__init__()
        self.seen = set()

    def __call__(self, field, tail=LONG):
        self[field] = text = f"{CORE}{field.replace(' ', '-')}-{tail}"
        return text

    def faults(self, page):
        """What of the texts became something else than a text or a value, and what leads away."""
        found = []
        for name, attributes, texts in page:
            if not re.fullmatch("[a-z][a-z0-9]*", name):
                found.append(f"an element {name}")
            if name == "script" and any(text.strip() for text in texts):
                found.append("a script")
            for text in texts:
                found += self._broken(text, f"in {name}")
            for attribute, value in attributes:
                if not re.fullmatch("[A-Za-z-]+[0-9]?", attribute) or re.match("on|style$", attribute) or (attribute == "x" and name == "b"):
                    found.append(f"an attribute {attribute} of {name}")
                elif attribute not in ADDRESSES:
                    found += self._broken(value, f"{attribute} of {name}")
                elif value.startswith("//") or (value and not value.startswith(("/", "#", "?", "tel:", "otpauth:"))):
                    found.append(f"{name} leads to {value}")
        return found

    def _broken(self, text, place):
        """Each begun text is whole. Sentences leave out what turns the direction; fields show it."""
        text = text.replace("\u202e", "")
        for start in (match.start() for match in re.finditer(CORE, text)):
            whole = [field for field, made in self.items() if text.startswith(made.replace("\u202e", ""), start)]
            self.seen |= set(whole)
            if not whole:
                yield f"{place}: {text[start : start + 200]!r}"


@functools.lru_cache(maxsize=1)  # the walk and the test read the same page
def elements(markup):
    """Each element of a page with its attributes and its texts, as the HTML standard reads it: a page that is not well-formed raises an error."""
    tree, found = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(markup), []
    for element in tree.iter():
        tag = element.tag if isinstance(element.tag, str) else "comment"
        # In names of SVG, html5lib writes the namespace first.
        found.append((re.sub("^{.*}", "", tag).lower(), list(element.attrib.items()), [element.text or "", *(child.tail or "" for child in element)]))
    return found


@pytest.fixture(scope="module")
def hostile(template, tmp_path_factory):
    off = dict.fromkeys(("FAIRKIT_RATE_SIGN_IN", "FAIRKIT_RATE_ACCOUNT", "FAIRKIT_RATE_ADDRESS", "FAIRKIT_RATE_KEY"), "off")
    world = World(template, tmp_path_factory.mktemp("hostile") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, **off)
    world.address, world.texts = f"http://localhost:{world.server.address.split(':')[1]}", Texts()
    fill(world, world.texts)
    yield world
    assert world.server.stop() == 0


def fill(world, text):
    """A patient, a clinician and an administrator, and a text in all that people write about each other."""
    admin, profile = world.administrator, ADA | {"name": {"given": text("given", SHORT), "family": text("family", SHORT)}, "identifiers": [{"system": text("system"), "value": text("identifier", SHORT)}]}
    world.people = {"ana": patient(world, "ana@hostile.example", profile=profile)}
    world.people |= {who: staff(world, role, f"{who}@hostile.example") for who, role in (("doctor", "clinician"), ("root", "administrator"))}
    ana, doctor = world.people["ana"], world.people["doctor"]
    for who in ("doctor", "root"):
        world.people[who].signed_in.ask(200, "PATCH", "/api/v1/auth/me", json={"name": text(f"name of {who}", SHORT)})
    record = ana.account["profileId"]
    admin.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": doctor.account["accountId"], "profileId": record})
    laboratory = world.store.key("laboratory", "hostile", "--laboratory", text("laboratory", SHORT))["key"]
    laboratory = world.server.client(laboratory)
    admin.ask(200, "PATCH", "/api/v1/settings", json={"displayName": text("clinic", SHORT)})

    def result(name, value, status=201):
        admin.register(code := kit_code(), profile=record)
        sample = {part: text(f"{part} {name}", SHORT) for part in ("specimenId", "performer", "device", "comment")}
        more = {"reference": text(f"reference {name}", SHORT), "interpretation": text(f"interpretation {name}"), "method": text(f"method {name}", SHORT), "sample": sample}
        return laboratory.result(code, value, status=status, **more) | {"kitCode": code}

    normal, corrected, critical = result("normal", 142), result("corrected", 95), result("critical", 820)
    laboratory.ask(201, "POST", f"/api/v1/results/{corrected['id']}/corrections", json={"reason": text("correction"), "level": {"value": 75, "unit": "mg/dL"}})
    late = result("late", 830)
    identifiers = {"birthDate": "1980-02-29", "kitCode": late["kitCode"]}
    alert = f"/api/v1/alerts/{late['alertId']}"
    body = {"value": 830, "unit": "mg/dL", "identifiers": identifiers, "reached": "no-other-person", "note": text("acknowledgement")}
    doctor.signed_in.ask(200, "POST", f"{alert}/acknowledge", json=body)
    doctor.signed_in.ask(200, "POST", f"{alert}/resolve", json={"outcome": "patient-treated", "note": text("resolution")})
    for path in (f"results/{normal['id']}", f"alerts/{critical['alertId']}"):
        doctor.signed_in.ask(201, "POST", f"/api/v1/{path}/notes", json={"text": text(f"note of {path.split('/')[0]}")})
    ana.signed_in.ask(201, "POST", f"/api/v1/profiles/{record}/shares", json={"with": {"email": "o'neil&co@example.org"}})
    ana.signed_in.ask(201, "POST", "/api/v1/auth/me/contacts", json={"kind": "email", "address": "o'neil&co@work.example"})
    ana.signed_in.ask(201, "POST", "/api/v1/mobile/devices", json={"deviceToken": f"apns:{'ab' * 32}", "platform": "ios", "label": text("device", SHORT)})
    Visitor(world).login(ana.email, headers={"User-Agent": text("client", PLAIN)})
    admin.ask(201, "POST", "/api/v1/teams", json={"name": "ward", "timeZone": "Africa/Nairobi", "description": text("team", SHORT)})
    admin.ask(200, "POST", "/api/v1/teams/ward/members", json={"accountId": doctor.account["accountId"]})
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)
    admin.ask(201, "POST", "/api/v1/teams/ward/overrides", json={"accountId": doctor.account["accountId"], "until": f"{soon:%FT%TZ}", "note": text("override", SHORT)})


def signed_in(hostile, who):
    """A browser in which a person has signed in."""
    person, browser = hostile.people[who], Browser(hostile)
    browser.sign_in(person.email)
    if hasattr(person, "app"):
        browser.ask("POST", "/sign-in/code", data={"code": person.tokens["backupCodes"].pop()})
    assert browser.ask("GET", "/home").status_code == 200
    return browser


def walked(browser):
    """All pages that links lead to from the start, each kind of record a few times: path and page."""
    waiting, known, kinds = ["/home"], set(), {}
    while waiting:
        path = waiting.pop().split("#")[0]
        kind = re.sub("/[0-9a-f-]{30,}", "/{id}", path.split("&")[0])
        if path in known or kinds.get(kind, 0) >= (5 if "{id}" in kind else 1) or re.search(r"\.pdf|/docs|language=", path):
            continue
        known.add(path)
        page = browser.ask("GET", path)
        if not page.headers.get("content-type", "").startswith("text/html"):
            continue
        kinds[kind] = kinds.get(kind, 0) + 1
        waiting += [value for _, attributes, _ in elements(page.text) for name, value in attributes if name == "href" and re.match("/(?!assets|api)", value)]
        yield path, page


@pytest.mark.parametrize("who", ("ana", "doctor", "root"))
def test_a_hostile_text_is_a_text_on_each_page(browser, hostile, who):
    reader, texts = signed_in(hostile, who), hostile.texts
    browser.address = hostile.address
    browser.keep([{"name": name, "value": value, "domain": "localhost", "path": "/", "secure": True, "httpOnly": True, "sameSite": "Strict"} for name, value in reader.jar.items()])
    count = 0
    for path, page in walked(reader):
        assert page.status_code == 200, path
        assert texts.faults(elements(page.text)) == [], path
        browser.driver.get(browser.address + path)
        assert texts.faults(browser.run(WALK)) == [], f"{path} in Chromium"
        assert browser.run("return refused") == [], path
        count += 1
    print(f"{who}: {count} pages")
    assert count > {"ana": 30, "doctor": 25, "root": 10}[who]


def test_each_text_was_seen(hostile):
    """After the walks: what no page shows is named here."""
    unseen = {field.split()[0] for field in hostile.texts} - {field.split()[0] for field in hostile.texts.seen}
    # Of a client, only which browser and system it names is shown.
    assert unseen == {"system", "specimenId", "performer", "client"}


@pytest.mark.parametrize("who", ("ana", "doctor"))
def test_a_hostile_text_that_is_typed_comes_back_as_a_text(hostile, who):
    reader, texts, sent = signed_in(hostile, who), hostile.texts, set()
    for path, _ in list(walked(reader)):
        page = reader.ask("GET", path)
        if page.status_code == 303:
            reader = signed_in(hostile, who)
            page = reader.ask("GET", path)
        tree = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(page.text)
        for form in (form for form in tree.iter("form") if form.get("method") == "post"):
            action = form.get("action")
            fields = [field for kind in ("input", "select", "textarea") for field in form.iter(kind) if field.get("name")]
            if action in sent or not re.search("details|contacts|notes|search|kits|consents|share|email|acknowledge|resolve|verify|emergency|language|notices", action):
                continue
            sent.add(action)
            typed = {field.get("name"): texts(f"typed {field.get('name')}", SHORT) for field in fields if field.get("type") != "file"}
            if "token" in typed:
                typed["token"] = hidden("token", page)
            answer = reader.ask("POST", action, data=typed)
            assert answer.status_code < 500, action
            if answer.headers.get("content-type", "").startswith("text/html"):
                assert texts.faults(elements(answer.text)) == [], action
    print(sorted(sent))
    assert len(sent) > 5


def test_a_page_that_escaped_less_would_have_faults(hostile):
    page, texts = signed_in(hostile, "ana").ask("GET", "/profile/details").text, hostile.texts
    assert texts.faults(elements(page)) == []
    attacks = [
        page.replace("&quot;\u0338", '"\u0338'),  # of characters, this one is none of the five marks
        page.replace("&lt;", "<"),
        page.replace("&quot;", '"'),
        page.replace('href="/help"', 'href="javascript:alert(1)"'),
        page.replace("<main ", '<main onclick="x" '),
    ]
    for number, attack in enumerate(attacks):
        assert attack != page, number
        try:
            found = texts.faults(elements(attack))
        except html5lib.html5parser.ParseError as error:
            found = [error]
        assert found, number
