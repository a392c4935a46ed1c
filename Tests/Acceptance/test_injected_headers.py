"""Texts in headers and in other encodings have no meaning beyond their own."""

import re
import socket

import pytest

from fairkit import problem
from hostile_inputs import BROKEN, PROBES
from people import PROFILES
from wire import INSIDE

# What can't be in a header at all ends the connection; with anything else the request is answered as if it were not there, or refused.
NO_HEADER = {"a line": b"x\nSet-Cookie: injected=1", "half a line": b"x\rSet-Cookie: injected=1", "nul": b"x\0y", "a bell": b"x\x07y", "a folded line": b"x\r\n y"}
TEXTS = {name: text.encode() for name, text in PROBES.items() if not re.search("[\0-\x1f]", text)} | BROKEN
HEADERS = ["X-Request-ID", "X-Tenant-ID", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "Authorization", "X-API-Key", "User-Agent", "X-Forwarded-For",
    "Origin", "Referer", "Cookie", "Accept", "Accept-Language", "Range", "Expect", "Host", "Content-Type", "X-Forwarded-Host", "X-HTTP-Method-Override", "traceparent"]  # fmt: skip


def sent_in(world, header, value):
    """The status, the names of the headers, and the body of the response."""
    fields = {b"Host": b"localhost", b"Content-Type": b"application/json", b"X-API-Key": world.keys["administrator"].encode(), header.encode(): value}
    if header == "Authorization":
        del fields[b"X-API-Key"]
    body = b'{"name": {"given": "A", "family": "B"}, "birthDate": "1980-01-01"}'
    head = b"".join(name + b": " + text + b"\r\n" for name, text in fields.items())
    host, port = world.server.address.split(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(b"POST /api/v1/profiles HTTP/1.1\r\n" + head + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
        data = b""
        while some := line.recv(65536):
            data += some
    first, _, rest = data.partition(b"\r\n\r\n")
    return int(first.split()[1]), {field.split(b":")[0].lower() for field in first.split(b"\r\n")[1:]}, rest


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_means_what_it_means_and_no_more(world, header):
    for probe, value in [*NO_HEADER.items(), *TEXTS.items()]:
        status, names, body = sent_in(world, header, value)
        assert status < 500 and not names & {b"set-cookie", b"bcc", b"x-request-id"}, (probe, status, names)
        assert not INSIDE.search(body.decode()), (probe, body)
        if probe in NO_HEADER and probe != "a folded line":
            assert status == 400, (probe, status, body)
        assert status in (201, 400, 401, 412, 413, 415, 417, 421, 422), (probe, status, body)
        if header in ("X-Tenant-ID", "Authorization", "X-API-Key"):
            assert status in (400, 401), (probe, status, body)


# Other encodings.


PERSON_IN_TEXT = '{"name": {"given": "A", "family": "B"}, "birthDate": "1980-01-01"}'
ENCODINGS = ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_halves_are_refused_in_every_encoding(world, encoding):
    for half in ("\ud800", "\udc00x", "x\ud800", "\udc00\ud800"):
        body = PERSON_IN_TEXT.replace('"A"', f'"{half}"').encode(encoding, "surrogatepass")
        response = world.administrator.post(PROFILES, content=body, headers={"content-type": "application/json"})
        assert response.status_code in (400, 422), (half, response.text)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_json_that_is_not_utf_8_is_refused(world, encoding):
    response = world.administrator.post(PROFILES, content=PERSON_IN_TEXT.encode(encoding), headers={"content-type": "application/json"})
    problem(response, 400, "malformed-json")
