"""Whatever is too much, too deep, too long or never ends is refused clearly, and the server serves whoever comes next."""

import contextlib
import gzip
import json
import pathlib
import re
import select
import socket
import time

import hpack
import pytest
from hyperframe.frame import ContinuationFrame, DataFrame, Frame, GoAwayFrame, HeadersFrame, PingFrame, RstStreamFrame, SettingsFrame

from conftest import World
from fairkit import problem
from inputs import inputs
from kits import kit_code
from test_errors import LEVEL, REGISTER, RESULTS, SCAN
from test_tls import address, authority, client, secure  # noqa: F401
from test_who_may import town  # noqa: F401

# What may never be told: of the inside of the server.
INSIDE = re.compile(r"\.swift\b|Fatal error|swift_|Sources/|NIO[A-Z]\w+|DecodingError|EncodingError|SQLITE_|sqlite3_|Hummingbird|DatabaseError|\b0x[0-9a-f]{8,}")
MEGABYTES = 600


@pytest.fixture(scope="module")
def served(template, tmp_path_factory):
    """A served store that lets everybody ask as much as they like."""
    off = {f"FAIRKIT_RATE_{name}": "off" for name in ("KEY", "ACCOUNT", "ADDRESS", "SIGN_IN")}
    world = World(template, tmp_path_factory.mktemp("oversized") / "data", **off)
    yield world
    assert "request failed" not in world.server.log and "Fatal error" not in world.server.log
    assert world.server.stop() == 0


@pytest.fixture(autouse=True)
def still_there(request):
    """After each of these tests the same process answers, and was never larger than it may be."""
    name = next(name for name in ("served", "secure", "town") if name in request.fixturenames)
    world = request.getfixturevalue(name)
    world = world if name != "town" else world.askers[0].people["own"].house.world
    yield
    with client(world) if name == "secure" else world.server.client() as nobody:
        assert nobody.get("/health/ready").json() == {"status": "ready"}
    if name == "served":
        assert world.laboratory.result(kit_code(), 150, status=202)["flag"] == "N"
    assert int(pathlib.Path(f"/proc/{world.server.pid}/status").read_text().split("VmHWM:")[1].split()[0]) < MEGABYTES * 1024


def refused(response, *statuses):
    """Asserts one of these refusals, with a problem that tells nothing of the inside."""
    assert response.status_code in statuses, (response.status_code, response.text[:300])
    body = problem(response, response.status_code, response.json()["code"])
    assert not INSIDE.search(response.text), response.text[:500]
    assert len(response.content) < 20_000, "what is refused is not sent back"
    return body


class Line:
    """A connection, over which anything is sent."""

    def __init__(self, server):
        host, port = server.address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=90)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def exchange(self, *parts, ends=False):
        """Sends until all is sent or nobody listens any more, and answers what came up to the end of the connection."""
        waiting, data, deadline = b"".join(part if isinstance(part, bytes) else part.encode() for part in parts), b"", time.monotonic() + 90
        waiting = memoryview(waiting)
        with contextlib.suppress(ConnectionError):
            while time.monotonic() < deadline:
                readable, writable, _ = select.select([self.socket], [self.socket] if waiting else [], [], 1)
                if writable:
                    waiting = waiting[self.socket.send(waiting[:65536]) :]
                    if ends and not waiting:
                        self.socket.shutdown(socket.SHUT_WR)
                if readable:
                    some = self.socket.recv(65536)
                    if not some:
                        return data
                    data += some
        assert time.monotonic() < deadline, "the connection does not end"
        return data


def head(method, path, key=None, **fields):
    """A request's head, that asks for the end of the connection."""
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *([f"X-API-Key: {key}"] if key else [])]
    return "\r\n".join(lines + [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]) + "\r\n\r\n"


def answered(world, *parts):
    """The status of what came, or None for a connection that was closed without a word; nothing of the inside is in it."""
    with Line(world.server) as line:
        data = line.exchange(*parts)
    assert not INSIDE.search(data.decode(errors="replace")), data[:500]
    return int(data.split()[1]) if data else None


# Heads.


HEADS = {
    "a field of 64 KB": (["X-Long: " + "x" * 65_536], {401, 400, 431}),
    "a field of 100 KB": (["X-Long: " + "x" * 102_400], {400, 431}),
    "a field of 10 MB": (["X-Long: " + "x" * 10_000_000], {400, 431}),
    "a name of 100 KB": (["X-" + "n" * 102_400 + ": x"], {400, 431}),
    "1,000 fields": ([f"X-Field-{number}: x" for number in range(1000)], {400, 431}),
    "100,000 fields": ([f"X-Field-{number}: x" for number in range(100_000)], {400, 431}),
    "1,000 fields of one name": (["Cookie: a=b"] * 1000, {400, 431}),
    "a key of 60 KB": (["X-API-Key: fk_" + "A" * 60_000], {401}),
    "a token of 60 KB": (["Authorization: Bearer " + "e30." * 15_000], {401}),
    "a tenant of 60 KB": (["X-API-Key: fk_x", "X-Tenant-ID: " + "t" * 60_000], {401}),
    "a length of 60,000 digits": (["Content-Length: " + "9" * 60_000], {400, 401, 413}),
    "a length that overflows": (["Content-Length: 18446744073709551617"], {400, 401, 413}),
    "a negative length": (["Content-Length: -1"], {400}),
    "two lengths": (["Content-Length: 5", "Content-Length: 6"], {400}),
    "a length and chunks": (["Content-Length: 5", "Transfer-Encoding: chunked"], {400}),
    "a coding nobody knows": (["Transfer-Encoding: chunked, gzip"], {400, 401, 501}),
}


@pytest.mark.parametrize("case", HEADS)
def test_a_head_that_is_too_much_is_refused(served, case):
    fields, statuses = HEADS[case]
    assert answered(served, "\r\n".join(["GET /api/v1/results HTTP/1.1", "Host: localhost", "Connection: close", *fields]) + "\r\n\r\n") in statuses | {None}


@pytest.mark.parametrize("head", ["GET /health/live HTTP/1.1\r\nHost: localhost\r\nX-Endless: ", "GET /", ""], ids=["field", "address", "nothing"])
def test_a_head_that_never_ends_is_cut_off(served, head):
    with Line(served.server) as line:
        data = line.exchange(head, *[b"x" * 65_536] * 256)
    assert data == b"" or data.split()[1] in (b"400", b"414", b"431"), data[:200]


LONG = {
    "an address of 60 KB": ("/api/v1/" + "a" * 60_000, {404}),
    "an id of 60 KB": ("/api/v1/results/" + "a" * 60_000, {404}),
    "10,000 parts": ("/a" * 10_000, {404}),
    "10,000 slashes": ("/api/v1" + "/" * 10_000 + "results", {200, 404}),
    "a parameter of 60 KB": ("/api/v1/results?cursor=" + "a" * 60_000, {422}),
    "a name of 60 KB": ("/api/v1/results?" + "a" * 60_000 + "=1", {422}),
    "10,000 parameters": ("/api/v1/results?" + "&".join(f"p{number}=1" for number in range(6_000)), {422}),
    "a parameter 10,000 times": ("/api/v1/results?" + "&".join(["limit=1"] * 7_000), {422}),
    "10,000 fields to show": ("/api/v1/results?fields=" + ",".join(["id"] * 15_000), {200, 422}),
    "a number of 10,000 digits": ("/api/v1/results?limit=" + "9" * 10_000, {422}),
    "10,000 broken escapes": ("/api/v1/results?cursor=" + "%zz%" * 10_000, {422}),
    "a fragment of 60 KB": ("/api/v1/results#" + "a" * 60_000, {200, 400, 404}),
}


@pytest.mark.parametrize("case", LONG)
def test_an_address_that_is_too_long_names_nothing(served, case):
    path, statuses = LONG[case]
    assert answered(served, head("GET", path, served.keys["clinician"])) in statuses


@pytest.mark.parametrize("path", ["/api/v1/" + "a" * 102_400, "/api/v1/results?" + "&".join(f"parameter{number}=1" for number in range(10_000))], ids=["path", "query"])
def test_an_address_of_100_kb_is_refused(served, path):
    assert len(path) > 102_400
    assert answered(served, head("GET", path, served.keys["clinician"])) in (None, 400, 404, 414, 422, 431)


# Bodies.


def posted(world, path, body, role="laboratory", kind="application/json", method="POST", **fields):
    headers = {"content-type": kind, **{name.replace("_", "-"): text for name, text in fields.items()}}
    return getattr(world, role).request(method, path, content=body, headers=headers)


def nested(depth, kind):
    return {"lists": "[" * depth + "]" * depth, "objects": '{"a":' * depth + "1" + "}" * depth, "open": "[" * depth * 2, "mixed": '[{"a":' * depth + "1"}[kind].encode()


@pytest.mark.parametrize("kind", ["lists", "objects", "open", "mixed"])
@pytest.mark.parametrize("depth", [600, 5_000, 10_000, 100_000])
def test_json_that_is_nested_deep_is_refused(served, depth, kind):
    for inside in (nested(depth, kind), b'{"reference": ' + nested(depth, kind) + b"}", b'{"level": {"value": ' + nested(depth, kind) + b"}}"):
        refused(posted(served, RESULTS, inside), *((413,) if len(inside) > 65_536 else (400, 422)))
        change = posted(served, f"/api/v1/profiles/{served.profiles['patient']}", inside, "administrator", "application/merge-patch+json", "PATCH", if_match='"1"')
        refused(change, *((413,) if len(inside) > 65_536 else (400, 412, 422)))


@pytest.mark.parametrize("size", [70_000, 1_000_000, 10_000_000])
def test_json_that_is_large_is_refused(served, size):
    for body in (b'{"reference": "' + b"x" * size + b'"}', b" " * size + b"{}", b"[" + b"1," * (size // 2) + b"1]", b'{"a": 1' + b', "a": 1' * (size // 8) + b"}"):
        assert refused(posted(served, RESULTS, body), 413)["code"] == "too-large"


NUMBERS = {
    "10,000 digits": "9" * 10_000,
    "10,000 digits after the point": "1." + "9" * 10_000,
    "a power of 10,000 digits": "1e" + "9" * 10_000,
    "infinite": "1e400",
    "nearly nothing": "1e-400",
    "many zeros": "0" * 10_000 + "1",
    "not a number": "NaN",
    "the least": "-9223372036854775809",
    "a negative nothing": "-0.0000",
}
# They may be taken for the nearest number that a machine has.
ROUNDED = {"10,000 digits after the point": 2, "nearly nothing": 0, "a negative nothing": 0}


@pytest.mark.parametrize("case", NUMBERS)
def test_a_number_that_is_too_long_is_refused(served, case):
    result = json.dumps({"reference": f"LAB-{kit_code()}", "kitCode": kit_code(), "testDate": "2026-11-20", "level": {"value": 0.25, "unit": "mg/dL"}})
    response = posted(served, RESULTS, result.replace("0.25", NUMBERS[case]))
    if case in ROUNDED and response.status_code == 202:
        assert response.json()["level"]["value"] == ROUNDED[case]
    else:
        refused(response, 400, 422)
    for role, path, body in (
        ("consumer", "/api/v1/alert-groups/default/claim", '{"limit": %s}'),
        ("administrator", "/api/v1/test-kits", '{"count": %s}'),
        ("administrator", "/api/v1/alert-groups", '{"name": "numbers", "bands": [%s]}'),
    ):
        if case not in ROUNDED:
            refused(posted(served, path, body % NUMBERS[case], role), 400, 422)


# Texts.


def test_a_text_of_a_megabyte_is_refused_wherever_text_is_taken(town):  # noqa: F811
    count = 0
    for one in inputs(town):
        response = one.sent("x" * 1_000_000)
        # Who is not let in is told so before the body is read.
        assert response.status_code in (413, 401, 404), (str(one), response.status_code, response.text[:200])
        refused(response, 413, 401, 404)
        count += response.status_code == 413
    assert count > 100


# What the server sets itself, and codes where the password alone is asked for.
NOT_READ = {f"POST /profiles {name}" for name in ("id", "createdAt")}
NOT_READ |= {f"DELETE /auth/sessions{one} {name}" for one in ("", "/{session}") for name in ("code", "backupCode")}


def test_a_text_as_long_as_a_body_may_be_is_refused_wherever_text_is_taken(town):  # noqa: F811
    taken = []
    for one in inputs(town):
        for text in ("x" * 60_000, "\U0001f9ea" * 5_000, "e\u0301" * 7_000):
            response = one.sent(text)
            if response.status_code < 300:
                taken.append((str(one), response.status_code, len(response.content)))
            else:
                refused(response, 400, 401, 404, 409, 412, 422, 429)
    assert not [one for one in taken if one[2] > 20_000], taken
    assert {name for name, _, _ in taken} == NOT_READ, taken


@pytest.mark.parametrize("kind", ["gzip", "deflate", "br", "gzip, gzip", "identity, gzip", "nonsense"])
def test_a_body_that_is_packed_is_refused(served, kind):
    """Nobody unpacks it, however much it would become."""
    bomb = gzip.compress(b" " * 50_000_000 + json.dumps({"reference": "x"}).encode())
    assert len(bomb) < 60_000
    refused(posted(served, RESULTS, bomb, content_encoding=kind), 400, 415, 422)
    good = json.dumps({"name": {"given": "A", "family": "B"}, "birthDate": "1980-01-01"}).encode()
    refused(posted(served, "/api/v1/profiles", gzip.compress(good), "administrator", content_encoding=kind), 400, 415, 422)


# Forms.


def form(*parts, boundary="b"):
    return b"".join(b"--" + boundary.encode() + b"\r\n" + part + b"\r\n" for part in parts) + b"--" + boundary.encode() + b"--\r\n"


def part(name, body=b"x", more=""):
    return f'Content-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + body


FORMS = {
    "1,000 parts": (form(*(part(f"p{number}") for number in range(1000))), "b", {400}),
    "1,000 photos": (form(*[part("photo", b"\xff\xd8\xff", '; filename="a.jpg"')] * 1000), "b", {400}),
    "a code of 1 MB": (form(part("barcode", b"F" * 1_000_000)), "b", {413, 422}),
    "a code of 19 MB": (form(part("barcode", b"F" * 19_000_000)), "b", {413, 422}),
    "a profile of 1 MB": (form(part("barcode", b"FU-KIT-2025110701-X"), part("profileId", b"a" * 1_000_000)), "b", {404, 413, 422}),
    "a field of 1 MB": (form(part("n" * 1_000_000)), "b", {400, 413, 422}),
    "10,000 lines of head": (form(b"X-Line: x\r\n" * 10_000 + part("barcode")), "b", {400, 413, 422}),
    "a file name of 1 MB": (form(part("photo", b"\xff\xd8\xff", f'; filename="{"n" * 1_000_000}"')), "b", {400, 413, 422}),
    "no end": (form(part("barcode"))[:-6], "b", {400}),
    "no beginning": (b"x" * 1_000_000, "b", {400}),
    "nothing but beginnings": (b"--b\r\n" * 200_000, "b", {400}),
    "nearly the boundary": (b"--b\r\n" + b"\r\n--c" * 1_000_000, "b", {400}),
    "a boundary of 60 KB": (form(part("barcode"), boundary="b" * 60_000), "b" * 60_000, {400}),
    "a boundary of nothing": (form(part("barcode"), boundary=""), '""', {400}),
    "a photo of 20 MB of nothing": (form(part("photo", b"\xff\xd8\xff" + bytes(19_900_000), '; filename="a.jpg"')), "b", {422}),
    "a photo of 21 MB": (form(part("photo", b"\xff\xd8\xff" + bytes(21_000_000), '; filename="a.jpg"')), "b", {413}),
}


@pytest.mark.parametrize("case", FORMS)
@pytest.mark.parametrize("path", [REGISTER, SCAN])
def test_a_form_that_is_too_much_is_refused(served, case, path):
    body, boundary, statuses = FORMS[case]
    began = time.monotonic()
    refused(posted(served, path, body, "patient", f"multipart/form-data; boundary={boundary}"), *statuses)
    assert time.monotonic() - began < 20


# Lengths that lie, and bodies that never come.


JSON = "application/json"


def test_a_body_shorter_than_it_was_said_to_be_is_not_taken(served):
    body = json.dumps({"reference": "LAB-SHORT", "kitCode": kit_code(), "testDate": "2026-11-20", "level": LEVEL})
    with Line(served.server) as line:
        data = line.exchange(head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Content_Length=len(body) + 10), body, ends=True)
    assert data == b"" or data.split()[1] == b"400", data[:200]
    assert served.clinician.everything(RESULTS, limit=100) == [] or "LAB-SHORT" not in str(served.clinician.everything(RESULTS))


def test_what_is_longer_than_it_was_said_to_be_is_no_part_of_the_body(served):
    """It is the next request on that connection, and none that anybody understands."""
    code = kit_code()
    body = json.dumps({"reference": f"LAB-{code}", "kitCode": code, "testDate": "2026-11-20", "level": LEVEL})
    asked = head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Content_Length=len(body)).replace("Connection: close\r\n", "")
    with Line(served.server) as line:
        data = line.exchange(asked, body, " " * 10 + "and more that nobody said would come\r\n\r\n")
    answers = re.findall(rb"HTTP/1\.1 (\d{3})", data)
    assert answers in ([b"202"], [b"202", b"400"]), data[:500]


@pytest.mark.parametrize("broken", ["zz\r\nxx\r\n", "ffffffffffffffffff\r\n", "-5\r\nxxxxx\r\n", "5\r\nxxxxxyy\r\n", "5;" + "e" * 8_000_000 + "\r\nxxxxx\r\n0\r\n\r\n"], ids=["size", "overflow", "negative", "longer", "extension"])
def test_chunks_that_are_none_end_the_connection(served, broken):
    status = answered(served, head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Transfer_Encoding="chunked"), broken)
    assert status in (None, 400, 413)


def test_chunks_without_end_are_cut_off(served):
    with Line(served.server) as line:
        asked = head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Transfer_Encoding="chunked")
        data = line.exchange(asked, *[b"1000\r\n" + b"x" * 4096 + b"\r\n"] * 2000)
    assert data == b"" or data.split()[1] == b"413", data[:200]


def test_a_trailer_that_is_too_much_ends_the_connection(served):
    body = "2\r\n{}\r\n0\r\n" + "".join(f"X-Trailer-{number}: {'x' * 1000}\r\n" for number in range(10_000)) + "\r\n"
    assert answered(served, head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Transfer_Encoding="chunked"), body) in (None, 400, 422, 431)


def test_bodies_that_do_not_come_are_given_up_and_hold_nobody_up(served):
    """Half of them come by the byte. Everybody else is served at once; after a minute it is over."""
    asked = head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Content_Length=1000).encode()
    with contextlib.ExitStack() as held:
        lines = [held.enter_context(Line(served.server)) for _ in range(100)]
        began = time.monotonic()
        for line in lines:
            line.socket.sendall(asked + b'{"')
        while time.monotonic() < began + 55:
            for line in lines[50:]:
                line.socket.sendall(b"x")
            sent = time.monotonic()
            served.laboratory.result(kit_code(), 820, status=202)
            assert served.consumer.deliver(served.consumer.claim(wait=5)[0]["token"]).status_code == 200
            assert time.monotonic() - sent < 5
            time.sleep(1)
        answers = [line.exchange() for line in lines]
        assert 55 < time.monotonic() - began < 85
    # A connection on which nothing comes ends after a minute, too, whichever is first.
    assert all(answer == b"" or b" 408 " in answer and b'"too-slow"' in answer for answer in answers[:50])
    assert all(answer.startswith(b"HTTP/1.1 408 ") and b'"too-slow"' in answer for answer in answers[50:])


# HTTP/2.


class Two:
    """A connection of HTTP/2 over which any frame is sent."""

    PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

    def __init__(self, world):
        world.context.set_alpn_protocols(["h2"])
        self.socket = world.context.wrap_socket(socket.create_connection(address(world), timeout=30), server_hostname="localhost")
        assert self.socket.selected_alpn_protocol() == "h2"
        self.encoder, self.key = hpack.Encoder(), world.keys["laboratory"]
        self.send(self.PREFACE, SettingsFrame(0).serialize(), SettingsFrame(0, flags=["ACK"]).serialize())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, *parts):
        """Sends until it is done, or nobody listens any more; whether it was done."""
        try:
            for part in parts:
                self.socket.sendall(part)
        except OSError:
            return False
        return True

    def fields(self, *more, huffman=True):
        asked = [(":method", "GET"), (":path", RESULTS), (":scheme", "https"), (":authority", "localhost"), ("x-api-key", self.key)]
        return self.encoder.encode([*asked, *more], huffman=huffman)

    def answers(self):
        """The kinds of frames that come until the server is done with the stream, or with the connection."""
        data, kinds = b"", []
        with contextlib.suppress(OSError):
            while not {RstStreamFrame, GoAwayFrame} & set(kinds):
                some = self.socket.recv(65536)
                if not some:
                    break
                data += some
                while len(data) >= 9 and len(data) >= 9 + int.from_bytes(data[:3], "big"):
                    frame, length = Frame.parse_frame_header(memoryview(data[:9]))
                    kinds.append(type(frame))
                    data = data[9 + length :]
        return kinds

    def ended(self, within=30):
        """Whether the server closes the connection, whatever it says before."""
        self.socket.settimeout(within)
        try:
            while self.socket.recv(65536):
                pass
        except TimeoutError:
            return False
        except OSError:
            pass
        return True


def continued(line):
    """A head in pieces that never ends."""
    block = line.fields()
    yield HeadersFrame(1, block).serialize()
    for number in range(100_000):
        yield ContinuationFrame(1, line.encoder.encode([(f"x-field-{number}", "x" * 100)])).serialize()


def continued_with_nothing(line):
    yield HeadersFrame(1, line.fields()).serialize()
    for _ in range(1_000_000 // 16):
        yield ContinuationFrame(1, b"").serialize() * 16


def packed(line):
    """One field of 4 KB that is named again by one byte, as often as a frame holds."""
    block = line.fields(("x-bomb", "x" * 3900))
    index = bytes([0x80 | 62])
    assert len(block) < 16_000
    yield HeadersFrame(1, block + index * (16_000 - len(block)), flags=["END_HEADERS", "END_STREAM"]).serialize()


def many_fields(line):
    block = line.fields(*((f"x-field-{number}", "x" * 20) for number in range(10_000)))
    yield from in_pieces(line, block)


def one_long_field(line):
    yield from in_pieces(line, line.fields(("x-long", "x" * 1_000_000), huffman=False))


def in_pieces(line, block):
    pieces = [block[place : place + 16_000] for place in range(0, len(block), 16_000)]
    yield HeadersFrame(1, pieces[0], flags=["END_STREAM"]).serialize()
    for number, piece in enumerate(pieces[1:], 2):
        yield ContinuationFrame(1, piece, flags=["END_HEADERS"] if number == len(pieces) else []).serialize()


def taken_back(line):
    """Requests that are withdrawn at once (CVE-2023-44487)."""
    for stream in range(1, 200_001, 2):
        yield HeadersFrame(stream, line.fields(), flags=["END_HEADERS", "END_STREAM"]).serialize() + RstStreamFrame(stream, 8).serialize()


def settings(line):
    for _ in range(20_000):
        yield SettingsFrame(0, settings={SettingsFrame.INITIAL_WINDOW_SIZE: 1000}).serialize() * 50


def pings(line):
    for _ in range(20_000):
        yield PingFrame(0, b"12345678").serialize() * 50


def nothing(line):
    """Data without data."""
    yield HeadersFrame(1, line.encoder.encode([(":method", "POST"), (":path", RESULTS), (":scheme", "https"), (":authority", "localhost")]), flags=["END_HEADERS"]).serialize()
    for _ in range(20_000):
        yield DataFrame(1, b"").serialize() * 50


def too_large_a_frame(line):
    yield b"\x7f\xff\xff\x00\x00\x00\x00\x00\x01" + bytes(1_000_000)


FLOODS = [continued, continued_with_nothing, packed, many_fields, one_long_field, taken_back, settings, pings, nothing, too_large_a_frame]


@pytest.mark.parametrize("flood", FLOODS, ids=[flood.__name__ for flood in FLOODS])
def test_a_flood_of_frames_ends_its_connection_and_no_other(secure, flood):  # noqa: F811
    began = time.monotonic()
    with client(secure, "consumer", http2=True) as other:
        assert other.get("/api/v1/alerts").http_version == "HTTP/2"
        with Two(secure) as line:
            while line.send(*flood(line)) and not line.ended(1):
                assert time.monotonic() - began < 60, "it takes more and more"
        assert other.get("/api/v1/alerts").status_code == 200
    with client(secure, "laboratory", http2=True) as following:
        assert following.get("/api/v1/results").status_code == 200


def test_a_thousand_requests_at_once_over_one_connection_are_answered_or_refused(secure):  # noqa: F811
    with Two(secure) as line:
        sent = line.send(*(HeadersFrame(stream, line.fields(), flags=["END_HEADERS", "END_STREAM"]).serialize() for stream in range(1, 2000, 2)))
        line.send(GoAwayFrame(0).serialize())
        assert line.ended() or not sent
    with client(secure, "laboratory", http2=True) as following:
        assert following.get("/api/v1/results").status_code == 200


@pytest.mark.parametrize("stated", [5, 500])
def test_a_length_that_lies_over_http_2_ends_its_stream(secure, stated):  # noqa: F811
    """More comes than was said, or less."""
    with Two(secure) as line:
        asked = [(":method", "POST"), (":path", RESULTS), (":scheme", "https"), (":authority", "localhost"), ("x-api-key", line.key)]
        asked += [("content-type", JSON), ("content-length", str(stated))]
        line.send(HeadersFrame(1, line.encoder.encode(asked), flags=["END_HEADERS"]).serialize(), DataFrame(1, b"{" + b" " * 48 + b"}", flags=["END_STREAM"]).serialize())
        kinds = line.answers()
    assert {RstStreamFrame, GoAwayFrame} & set(kinds) and HeadersFrame not in kinds, kinds
