"""Wrong lengths, malformed chunks, and bodies that never arrive: each closes its connection, and blocks no other client."""

import contextlib
import json
import re
import time

import pytest

from examples import LEVEL, RESULTS
from kits import kit_code
from wire import JSON, Line, answered, head, served, still_there  # noqa: F401

pytestmark = pytest.mark.usefixtures("still_there")


def test_a_body_shorter_than_its_length_is_refused(served):
    body = json.dumps({"reference": "LAB-SHORT", "kitCode": kit_code(), "testDate": "2026-11-20", "level": LEVEL})
    with Line(served.server) as line:
        data = line.exchange(head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Content_Length=len(body) + 10), body, ends=True)
    assert data == b"" or data.split()[1] == b"400", data[:200]
    assert served.clinician.everything(RESULTS, limit=100) == [] or "LAB-SHORT" not in str(served.clinician.everything(RESULTS))


def test_what_is_longer_than_it_was_said_to_be_is_no_part_of_the_body(served):
    """The surplus bytes are read as the next request, which is malformed."""
    code = kit_code()
    body = json.dumps({"reference": f"LAB-{code}", "kitCode": code, "testDate": "2026-11-20", "level": LEVEL})
    asked = head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Content_Length=len(body)).replace("Connection: close\r\n", "")
    with Line(served.server) as line:
        data = line.exchange(asked, body, " " * 10 + "and more than the length announced\r\n\r\n")
    answers = re.findall(rb"HTTP/1\.1 (\d{3})", data)
    assert answers in ([b"202"], [b"202", b"400"]), data[:500]


@pytest.mark.parametrize("broken", ["zz\r\nxx\r\n", "ffffffffffffffffff\r\n", "-5\r\nxxxxx\r\n", "5\r\nxxxxxyy\r\n", "5;" + "e" * 8_000_000 + "\r\nxxxxx\r\n0\r\n\r\n"], ids=["size", "overflow", "negative", "longer", "extension"])
def test_malformed_chunks_close_the_connection(served, broken):
    status = answered(served, head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Transfer_Encoding="chunked"), broken)
    assert status in (None, 400, 413)


def test_chunks_without_end_are_cut_off(served):
    with Line(served.server) as line:
        asked = head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Transfer_Encoding="chunked")
        data = line.exchange(asked, *[b"1000\r\n" + b"x" * 4096 + b"\r\n"] * 2000)
    assert data == b"" or data.split()[1] == b"413", data[:200]


def test_a_trailer_that_is_too_long_closes_the_connection(served):
    body = "2\r\n{}\r\n0\r\n" + "".join(f"X-Trailer-{number}: {'x' * 1000}\r\n" for number in range(10_000)) + "\r\n"
    assert answered(served, head("POST", RESULTS, served.keys["laboratory"], Content_Type=JSON, Transfer_Encoding="chunked"), body) in (None, 400, 422, 431)


@pytest.mark.long
def test_bodies_that_do_not_come_are_given_up_and_hold_nobody_up(served):
    """Half of them arrive byte by byte. Other clients are served at once; after a minute the slow requests time out."""
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
            assert served.consumer.ack(served.consumer.claim(wait=5)[0]["token"]).status_code == 200
            assert time.monotonic() - sent < 5
            time.sleep(1)
        answers = [line.exchange() for line in lines]
        assert 55 < time.monotonic() - began < 85
    # A connection on which nothing comes ends after a minute, too, whichever is first.
    assert all(answer == b"" or b" 408 " in answer and b'"too-slow"' in answer for answer in answers[:50])
    assert all(answer.startswith(b"HTTP/1.1 408 ") and b'"too-slow"' in answer for answer in answers[50:])
