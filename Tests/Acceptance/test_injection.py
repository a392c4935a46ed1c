"""Texts that mean something to a database, a header, a mail, a path or a stream mean nothing here: each is stored exactly or refused."""

import json
import re
import socket
from urllib.parse import quote, quote_from_bytes

import pytest

import databases
from alerts import history
from asking import Asking, address, operations, route, town  # noqa: F401
from document import follow
from fairkit import command, problem
from hostile_inputs import BROKEN, HALVES, PROBES
from inputs import INTERPRETATION, NOT_READ, inputs, placed
from kits import kit_code
from people import API, PROFILES, Member
from streams import opened
from who_may import PERSONAL, lines
from wire import INSIDE

pytestmark = pytest.mark.long

PLACE = "takes-this-place"
BYSTANDER = "bystander"
ADDRESS = "PUT /laboratories/{laboratory} address"


class Answered:
    """The response to a sender."""

    def __init__(self, what, probe, text, response, member=None):
        self.what, self.probe, self.text, self.response, self.member = what, probe, text, response, member
        self.status = response.status_code

    def __repr__(self):
        return f"{self.what}, {self.probe}: {self.status} {self.response.text[:200]}"


@pytest.fixture(scope="module")
def attacked(town):  # noqa: F811
    """All responses, and the record before and after."""
    person = Member(town.people[0].house, BYSTANDER, 133.3, town.people[0].house.laboratory)
    person.make("result")
    before = record(person)
    town.answers = [*in_bodies(town), *in_queries(town), *in_paths(town)]
    town.before, town.after = before, record(person)
    return town


def record(person):
    """What there is of a person."""
    clinic = person.house.machine(person.house.key("clinician"))
    profile = person.house.administrator.ask(200, "GET", f"{PROFILES}/{person.profile}")
    results = clinic.ask(200, "GET", f"{API}/results", params={"patientId": person.profile})["items"]
    kits = [kit for kit in person.key.everything(f"{API}/test-kits")]
    assert len(results) == len(kits) == 1
    return profile, results, kits


def in_bodies(town):  # noqa: F811
    for one in inputs(town):
        asking = None
        for probe, text in PROBES.items():
            asking = asking or one.asking()
            answered = Answered(str(one), probe, text, one.sent(text, asking), one.place[-1] or one.place[-2])
            yield answered
            # What was taken can't be sent again.
            asking = asking if answered.status >= 400 else None
        asking = asking or one.asking()
        body = json.dumps(placed(asking.content.get("json") or {}, one.place, PLACE)).encode()
        for probe, text in [*((name, text.encode()) for name, text in HALVES.items()), *BROKEN.items()]:
            yield Answered(str(one), probe, text, one.sent_as(body.replace(PLACE.encode(), text), asking))


def encoded():
    """The same for an address."""
    yield from ((name, text, quote(text, safe="")) for name, text in PROBES.items())
    yield from ((name, text, quote_from_bytes(text, safe="")) for name, text in BROKEN.items())


def askings(town):  # noqa: F811
    """Each request line, with a caller that has access."""
    for method, path, cells in lines():
        for asker in town.askers:
            column = "by-key" if path.startswith(PERSONAL) and asker.has_key else asker.column
            if cells[column][0].startswith("2") and not address(path).endswith("/stream"):
                yield method, path, asker
                break


def in_queries(town):  # noqa: F811
    documented = {re.sub("{[^}]*}", "{}", name): operation for name, operation in operations().items()}
    for method, path, asker in askings(town):
        names = [one["name"] for one in map(follow, documented[route(method, path)].get("parameters", [])) if one["in"] == "query"]
        asking = Asking(method, path, asker, next(iter(asker.people.values()))) if names else None
        for name in names:
            for probe, text, sent in encoded():
                where = address(asking.path.split("?")[0])
                response = asker.client.request(method, f"{where}?{name}={sent}")
                yield Answered(f"{method} {path} ?{name}", probe, text, response)


def in_paths(town):  # noqa: F811
    for method, path, asker in askings(town):
        # None that holds answers against the document by their paths.
        plain = town.people[0].house.world.server.client()
        plain.headers.update({name: text for name, text in asker.client.headers.items() if name in ("x-api-key", "authorization")})
        for name in re.findall(r"\{[a-z-]+\}", path):
            for probe, text, sent in encoded():
                where = address(re.sub(r"\{[a-z-]+\}", "default", path.split("?")[0].replace(name, sent)))
                yield Answered(f"{method} {path} {name}", probe, text, plain.request(method, where, json={} if method != "GET" else None))


def test_nothing_fails_and_nothing_is_told_of_the_inside(attacked):
    assert len(attacked.answers) > 6000, len(attacked.answers)
    assert not [one for one in attacked.answers if one.status >= 500]
    assert not [one for one in attacked.answers if INSIDE.search(one.response.text) and not one.response.headers["content-type"].startswith("text/")]
    refusals = [one for one in attacked.answers if one.status >= 400]
    assert not [one for one in refusals if one.response.headers["content-type"] != "application/problem+json" or one.response.json()["status"] != one.status]
    assert {one.status for one in refusals} <= {400, 401, 403, 404, 405, 409, 412, 415, 422, 426, 428, 429}


def test_no_header_comes_out_of_a_text(attacked):
    known = {name for one in attacked.answers[:50] for name in one.response.headers} | {"location", "etag", "retry-after", "www-authenticate", "allow", "upgrade"}
    known |= {"content-disposition", "ratelimit", "ratelimit-policy", "connection", "transfer-encoding", "content-length", "content-type", "last-modified"}
    for one in attacked.answers:
        assert not {"set-cookie", "bcc", "id", "data"} & set(one.response.headers), one
        assert set(one.response.headers) <= known, (one, set(one.response.headers) - known)


def leaves(tree, name=None):
    """Each text of a document with the member that it is in."""
    if isinstance(tree, str):
        yield name, tree
    for member, part in tree.items() if isinstance(tree, dict) else ((name, part) for part in tree) if isinstance(tree, list) else ():
        yield from leaves(part, member)


def test_what_is_taken_is_given_back_to_the_letter(attacked):
    taken = [one for one in attacked.answers if one.status < 300 and one.member]
    seen = set()
    for one in taken:
        # If the record is already open, the response says how it was opened.
        is_another = "/break-glass" in one.what and one.status == 200
        if one.response.content and one.what not in NOT_READ and not is_another:
            told = [text for name, text in leaves(one.response.json()) if name == one.member]
            # An interpretation has lines, however they end.
            sent = one.text.replace("\r\n", "\n") if one.what in INTERPRETATION else one.text
            assert all(text == sent for text in told), (one, told)
            seen |= {one.what} if told else set()
    # Of everything that is free text; or else this would say nothing.
    assert seen >= {"POST /profiles name/given", "POST /profiles name/family", "POST /profiles identifiers/0/value", "PATCH /profiles/{profile} name/given"}, seen
    assert seen >= {"POST /results method", "POST /results reference", "POST /results/{result}/corrections reason", "POST /profiles/{profile}/break-glass reason"}, seen
    assert len(seen) > 10, seen


def test_no_text_that_is_none_is_taken(attacked):
    assert not [one for one in attacked.answers if one.probe in {**HALVES, **BROKEN} and one.status < 400 and "?" not in one.what]
    # No name, reason or number has what a line, a terminal or a C string would end at. An article and an address have lines.
    controls = {"a header", "a line of a mail", "an event", "nul", "what a terminal obeys"}
    assert {one.what for one in attacked.answers if one.probe in controls and one.status < 300 and one.member} <= NOT_READ | INTERPRETATION | {ADDRESS}


def test_no_filter_shows_more_than_was_asked_for(attacked):
    taken = [one for one in attacked.answers if one.status == 200 and "?" in one.what]
    # A table has the line of its titles.
    is_empty = lambda response: len(response.text.splitlines()) == 1 if response.headers["content-type"].startswith("text/csv") else not response.json().get("items")
    assert [] == [one for one in taken if not is_empty(one.response)]


def test_no_path_leads_elsewhere(attacked):
    assert not [one for one in attacked.answers if re.search(r" \{[a-z-]+\}$", one.what) and one.status < 400]
    assert not [one for one in attacked.answers if "root:" in one.response.text]


def test_nobody_else_is_touched(attacked):
    assert attacked.before == attacked.after


# The log.


def test_the_log_has_a_line_for_each_line_that_was_written(attacked):
    """No part of a request, not even its method, begins a log line or appears in one."""
    server = attacked.people[0].house.world.server
    host, port = server.address.split(":")
    for method in ("GE\nT", "GET\x1b[2J", "X-" + "Y" * 200, "get", "G\u202eET", "PROPFIND", "'DROP"):
        with socket.create_connection((host, int(port)), timeout=20) as line:
            line.sendall(f"{method} /api/v1/results HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            assert int(line.recv(65536).split()[1]) in (400, 401, 404, 405), method
    written = server.log_file.read_bytes().decode().split("\n")
    assert len(written) > 6000 and written.pop() == ""
    assert not [line for line in written if not re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4} (info|notice|warning|error) fairkit: ", line)]
    assert not [line for line in written if re.search("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202e\u2066]|DROP|UNION|injected|passwd|onerror|HYPERLINK|eve@", line)]


# Mail.


def test_no_mail_goes_anywhere_but_to_the_address_that_was_named(attacked):
    data = attacked.people[0].house.world.store.path
    for tenant in ("default", "siaya"):
        listed = json.loads(command("outbox", "list", "--data", data, "--tenant", tenant, "--json").stdout)["items"]
        assert listed or tenant == "siaya"
        for item in listed[:100]:
            mail = json.loads(command("outbox", "show", item["id"], "--data", data, "--tenant", tenant, "--json").stdout)
            assert re.fullmatch(r"[a-z0-9@.-]+", mail["recipient"]), mail
            assert not re.search(r"eve@|Bcc|injected|DROP|passwd", json.dumps(mail)), mail


# Streams.


@pytest.mark.parametrize("way", ["sse", "websocket"])
def test_no_event_comes_out_of_a_reason(fresh, way):
    """A text with line breaks stays within the history of its alert, and appears in no stream."""
    text = "a\u2028data: {}\u2029id: 1\u2029event: raised"
    with opened(fresh, way) as events:
        fresh.laboratory.result(kit_code(), 820, status=202)
        (item,) = fresh.consumer.claim()
        for refused in ("x\n\ndata: {}", "x\rid: 1", "x\0", "x\u0085id: 1"):
            problem(fresh.consumer.release(item["token"], reason=refused), 422, "invalid")
        assert fresh.consumer.release(item["token"], reason=text).status_code == 200
        told = [next(event for event in events if event) for _ in range(3)]
    assert [event["event"] for event in told] == ["raised", "leased", "released"] and all("reason" not in event for event in told)
    assert history(fresh.consumer, told[0]["alertId"])[-1]["reason"] == text


# In the end.


def test_the_store_is_sound_and_has_the_tables_that_it_had(attacked, template):
    world = attacked.people[0].house.world
    assert "request failed" not in world.server.log and "Fatal error" not in world.server.log
    assert world.server.stop() == 0
    for tenant in ("default", "siaya"):
        found = json.loads(command("db", "check", "--data", world.store.path, "--tenant", tenant, "--json").stdout)
        assert found["sound"] and found["findings"] == []
        assert json.loads(command("audit", "verify", "--data", world.store.path, "--tenant", tenant, "--json").stdout)
    schemas = []
    for store in (template.store, world.store):
        connection = store.witness()
        query = "SELECT relkind, relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace" if databases.IN_USE else "SELECT type, name, tbl_name, sql FROM sqlite_master"
        schemas.append(sorted(connection.execute(query).fetchall(), key=str))
        connection.close()
    assert schemas[0] == schemas[1] and len(schemas[0]) > 60
