"""The whole story with marked personal data: no mark is in a log, a metric, an error, a header or a file. Exceptions are named here."""

import base64
import json
import re
import signal

import pytest

import marked_mistakes
import marked_reach
import marked_story
from fairkit import assert_whole, command
from leak_markers import CORE, Marks, listening
from marked_town import Town
from observed import metrics_address

pytestmark = pytest.mark.on_files

# Commands whose output is data that was asked for, or a secret that is shown once.
SHOWING = {
    ("init",), ("key", "create"), ("key", "list"), ("tenant", "create"), ("api",),
    ("outbox", "list"), ("outbox", "show"), ("account", "invite"), ("account", "list"), ("alert", "list"), ("kit", "check"), ("kit", "issue"), ("result", "import"), ("scan",), ("restore",),
}  # fmt: skip

# What is said of a name that the caller has made up; the pointer is that name.
NAMING = {"unknown parameter", "is sent more than once", "can't be changed"}


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    """The town after the story, with the recorded output."""
    marks = Marks()
    town = Town(tmp_path_factory.mktemp("marks"), marks)
    sent = {name: marks.text(name.lower()) for name in ("User-Agent", "X-Request-ID", "Referer", "Cookie", "traceparent", "X-Forwarded-For", "Accept-Language")}
    try:
        with listening(sent) as town.heard:
            tell(town)
        yield town
    finally:
        town.server.process.kill()
        town.server.process.wait()


def tell(town):
    for chapter in (marked_story.beginning, marked_story.people, marked_story.kits_and_results, marked_story.alerts, marked_story.relations):
        chapter(town)
    town.keep("while it ran")
    town.server.stop(signal.SIGKILL)
    town.keep("killed")
    town.stored = stored(town.store)
    marked_story.by_mail(town)
    marked_reach.reached(town)
    town.metrics = metrics_address(town.server)
    marked_story.records(town)
    marked_story.another_tenant(town)
    for mistakes in (marked_mistakes.requests, marked_mistakes.headers, marked_mistakes.commands):
        mistakes(town)
    town.administrator.get("/metrics").raise_for_status()
    town.administrator.get(f"http://{town.metrics}/metrics").raise_for_status()
    (town.folders["kept"] / "audit.ndjson").write_text(town.run("audit", "export").stdout)
    for words in (["audit", "verify"], ["db", "check"], ["db", "stats"], ["alert", "list"], ["backup", town.folders["backup"]]):
        town.run(*words)
    assert town.server.stop() == 0
    command("restore", town.folders["backup"], "--data", town.folders["restored"], "--key-file", town.store.master)
    town.keep("at the end")


# How a mark could stand somewhere.
PLANTED = {
    "as it is": lambda text: text.upper().encode(),
    "hexadecimal": lambda text: text.encode().hex().upper().encode(),
    "base64": lambda text: base64.b64encode(text.encode()),
    "utf-16-le": lambda text: text.encode("utf-16-le"),
    "utf-16-be": lambda text: text.encode("utf-16-be"),
    "percent-encoded": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()).encode(),
    "escaped for JSON": lambda text: "".join(f"\\u{ord(letter):04X}" for letter in text).encode(),
}


@pytest.mark.parametrize("before", ["", "x", "xy"])
@pytest.mark.parametrize("encoding", PLANTED)
def test_a_planted_mark_is_found(tmp_path, encoding, before):
    """The search finds a mark in each encoding, in the middle of another file."""
    town = Town(tmp_path, Marks())
    (town.folders["kept"] / "file").write_bytes(b"\x93" * 5000)
    town.keep("clean")
    (town.folders["kept"] / "file").write_bytes(b"\x93" * 5000 + PLANTED[encoding](f"{before} a name: {CORE}-given") + b"\xfe" * 5000)
    town.keep("planted")
    found = {name: {how.split(" from")[0] for _, how, _ in town.marks.found(data)} for name, data in town.files.items()}
    assert found["clean: kept/file"] == set() and encoding in found["planted: kept/file"]


def test_a_planted_secret_is_found_in_parts_and_as_bytes():
    marks, drawn = Marks(), bytes(range(200, 232))
    token = base64.urlsafe_b64encode(drawn).decode().rstrip("=")
    marks.secret("a key", f"fk_{token}")
    marks.code("492039")
    for data in (f"fk_{token}".encode(), token.encode(), drawn, drawn.hex().encode(), base64.b64encode(b"x" + drawn)):
        assert {what for what, _, _ in marks.found(b"\0" + data + b"\0")} == {"a key"}
    assert marks.found_in_text("code=492039 ") and not marks.found_in_text("id=a492039b time=1.492039")


def stored(store):
    """The names of the marks that a store holds, read by another SQLCipher with the key out of key.json."""
    database = store.witness()
    assert_whole(database)
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = [row for table in tables for row in database.execute(f'SELECT * FROM "{table}"')]
    cells = [cell if isinstance(cell, bytes) else str(cell).encode() for row in rows for cell in row]
    return {name.decode() for name in re.findall(rf"{CORE}-([a-z-]+)-\d".encode(), b"\n".join(cells))}


def test_the_marks_are_in_the_store(story):
    """Or else not finding them would prove nothing."""
    put_in = {"given", "contact", "system", "identifier", "ada", "root", "doctor", "invited", "user-agent", "key-of-patient", "key-of-laboratory", "laboratory"}
    put_in |= {"reference", "method", "correction", "kit-reason", "consumer", "release", "break-glass", "saved-search", "shared", "coordinator"}
    assert story.stored >= put_in, put_in - story.stored
    assert stored(story.store) >= {"given", "refused", "taken", "reference", "method"}
    told = {"second-address", "device-label", "team-description", "override-note", "acknowledge-note", "resolve-note"}
    assert stored(story.store) >= told and not stored(story.store) & {"provider", "retry-after", "refused-note"}
    assert not story.stored & {"description", "artist", "user-comment", "model", "comment", "keyword", "png-text", "file-name"}, "a photo's metadata is kept"
    assert not story.stored & {"wrong-password", "chosen-password", "old-password", "new-password"}, "a password is kept"


def test_no_mark_is_in_a_log(story):
    assert len(story.logs) == 3
    for log in story.logs:
        text = log.read_bytes()
        assert text.count(b"trace") + text.count(b"debug") + text.count(b"request") > 100
        assert story.marks.found_in_text(text) == []


def test_no_mark_is_in_a_metric(story):
    pages = [body for line, body in story.heard.of("^GET /metrics") if b"fairkit_http_requests_total" in body]
    assert len(pages) >= 2
    for page in pages:
        assert story.marks.found_in_text(page) == []


def test_no_mark_is_in_an_error(story):
    errors = [(line, json.loads(body)) for line, body in story.heard.errors() if body]
    codes = {body["code"] for _, body in errors}
    assert len(errors) > 1200 and len(codes) > 25, (len(errors), codes)
    leaks = [(line[:100], body, found) for line, body in errors if (found := story.marks.found_in_text(json.dumps(told(body), ensure_ascii=False)))]
    assert not leaks, "\n".join(map(str, leaks))


def told(body):
    """An error without the parts that it repeats to the sender: the codes in a photo, and the names of unknown parameters and members."""
    left = {name: member for name, member in body.items() if (body["code"], name) != ("several-kits", "codes")}
    places = [{"detail": one["detail"]} if one["detail"] in NAMING else one for one in body.get("errors", [])]
    return left | {"errors": places}


def test_no_mark_is_in_a_header(story):
    for line, _, fields, _ in story.heard.answers:
        assert story.marks.found_in_text(fields) == [], line


def test_roles_without_access_to_people_see_none(story):
    for line, body in story.heard.of(r"/accesses"):
        # A patient reads the names of those who had access, their own among them.
        assert story.marks.found_in_text(re.sub(r'"name":"[^"]*"', "", body if isinstance(body, str) else body.decode())) == [], line
    for pattern in (r"/api/v1/audit", r"/api/v1/figures", r"/api/v1/programmes", r"/delivery-attempts", r"/health/", r"/jwks\.json", r"/api/v1/alert-rules"):
        for line, body in story.heard.of(pattern):
            assert story.marks.found_in_text(body) == [], line
    for body in story.sent:
        assert story.marks.found_in_text(body) == []


def test_no_mark_is_in_what_a_command_prints_that_shows_no_data(story):
    assert len(story.heard.commands) > 80
    leaks = []
    for words, status, output, errors in story.heard.commands:
        is_showing = tuple(words[:2]) in SHOWING or tuple(words[:1]) in SHOWING
        # An invalid command line is repeated to the user.
        errors = re.sub(r"Unexpected argument '.*'|The API has no path \S+", "", errors) if status == 64 else errors
        leaks += [(words, status, found) for text in [errors] + [output] * (not is_showing) if (found := story.marks.found_in_text(text))]
    assert not leaks, "\n".join(map(str, leaks))


def test_no_mark_is_in_a_file(story):
    names = " ".join(story.files)
    for part in ("health.db-wal", "control.db", "key.json", "audit.ndjson", "backup/", "restored/", "with two tenants"):
        assert part in names, part
    schema = [b"SQLite format 3", b"CREATE TABLE", b"sqlite_master", b"break_glass", b"refresh_token"]
    for name, data in story.files.items():
        assert not [text for text in schema if text in data], name
        but = {"the master key"} if name.endswith("master.key") else ()
        assert story.marks.found(data, but) == [], name
        assert CORE not in name.lower()


def test_the_audit_holds_ids_only(story):
    text = (story.folders["kept"] / "audit.ndjson").read_text()
    entries = [json.loads(line) for line in text.splitlines()]
    assert len(entries) > 200 and len({entry.get("action") for entry in entries}) > 25
    assert story.marks.found_in_text(text) == []
