"""Requests that are too large, too deep or too long are refused clearly, and the server keeps serving others."""

import gzip
import json
import time

import pytest

from examples import REGISTER, RESULTS, SCAN
from kits import kit_code
from trials import rows
from wire import Line, answered, head, posted, refused, served, still_there  # noqa: F401

pytestmark = pytest.mark.usefixtures("still_there")

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
    "an unknown coding": (["Transfer-Encoding: chunked, gzip"], {400, 401, 501}),
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


def nested(depth, kind):
    return {"lists": "[" * depth + "]" * depth, "objects": '{"a":' * depth + "1" + "}" * depth, "open": "[" * depth * 2, "mixed": '[{"a":' * depth + "1"}[kind].encode()


@pytest.mark.parametrize("kind", ["lists", "objects", "open", "mixed"])
@pytest.mark.parametrize("depth", rows(600, 100_000, 5_000, 10_000, short=2))
def test_json_that_is_nested_deep_is_refused(served, depth, kind):
    for inside in (nested(depth, kind), b'{"reference": ' + nested(depth, kind) + b"}", b'{"level": {"value": ' + nested(depth, kind) + b"}}"):
        refused(posted(served, RESULTS, inside), *((413,) if len(inside) > 65_536 else (400, 422)))
        change = posted(served, f"/api/v1/profiles/{served.profiles['patient']}", inside, "administrator", "application/merge-patch+json", "PATCH", if_match='"1"')
        refused(change, *((413,) if len(inside) > 65_536 else (400, 412, 422)))


@pytest.mark.parametrize("size", rows(70_000, 1_000_000, 10_000_000))
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


@pytest.mark.parametrize("kind", ["gzip", "deflate", "br", "gzip, gzip", "identity, gzip", "nonsense"])
def test_a_compressed_body_is_refused(served, kind):
    """The server does not decompress it, whatever its size."""
    bomb = gzip.compress(b" " * 50_000_000 + json.dumps({"reference": "x"}).encode())
    assert len(bomb) < 60_000
    refused(posted(served, RESULTS, bomb, content_encoding=kind), 415)
    good = json.dumps({"name": {"given": "A", "family": "B"}, "birthDate": "1980-01-01"}).encode()
    for body in (gzip.compress(good), good):
        refused(posted(served, "/api/v1/profiles", body, "administrator", content_encoding=kind), 415)


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
@pytest.mark.parametrize("path", rows(REGISTER, SCAN))
def test_a_form_that_is_too_much_is_refused(served, case, path):
    body, boundary, statuses = FORMS[case]
    began = time.monotonic()
    refused(posted(served, path, body, "patient", f"multipart/form-data; boundary={boundary}"), *statuses)
    assert time.monotonic() - began < 20
