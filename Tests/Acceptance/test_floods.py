"""Floods: of frames over HTTP/2, each of which closes only its own connection, and of readers that read nothing."""

import contextlib
import socket
import time

import hpack
import pytest
from hyperframe.frame import ContinuationFrame, DataFrame, Frame, GoAwayFrame, HeadersFrame, PingFrame, RstStreamFrame, SettingsFrame

from examples import RESULTS
from kits import kit_code
from secured import address, authority, client, secure  # noqa: F401
from wire import JSON, MEGABYTES, most_memory, served  # noqa: F401

pytestmark = [pytest.mark.long, pytest.mark.alone]


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
        """Sends until all is sent or the connection breaks; returns whether all was sent."""
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
        """Whether the server closes the connection, after any response."""
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
    assert most_memory(secure.server) < MEGABYTES


def test_a_thousand_requests_at_once_over_one_connection_are_answered_or_refused(secure):  # noqa: F811
    with Two(secure) as line:
        sent = line.send(*(HeadersFrame(stream, line.fields(), flags=["END_HEADERS", "END_STREAM"]).serialize() for stream in range(1, 2000, 2)))
        line.send(GoAwayFrame(0).serialize())
        assert line.ended() or not sent
    with client(secure, "laboratory", http2=True) as following:
        assert following.get("/api/v1/results").status_code == 200
    assert most_memory(secure.server) < MEGABYTES


@pytest.mark.parametrize("stated", [5, 500])
def test_a_length_that_lies_over_http_2_ends_its_stream(secure, stated):  # noqa: F811
    """More comes than was said, or less."""
    with Two(secure) as line:
        asked = [(":method", "POST"), (":path", RESULTS), (":scheme", "https"), (":authority", "localhost"), ("x-api-key", line.key)]
        asked += [("content-type", JSON), ("content-length", str(stated))]
        line.send(HeadersFrame(1, line.encoder.encode(asked), flags=["END_HEADERS"]).serialize(), DataFrame(1, b"{" + b" " * 48 + b"}", flags=["END_STREAM"]).serialize())
        kinds = line.answers()
    assert {RstStreamFrame, GoAwayFrame} & set(kinds) and HeadersFrame not in kinds, kinds


def slowest_of_a_hundred(world, count):
    """The 99th percentile of the seconds that a critical result takes."""
    took = []
    for _ in range(count):
        began = time.monotonic()
        world.laboratory.result(kit_code(), 820, status=202)
        took.append(time.monotonic() - began)
    return sorted(took)[count * 99 // 100]


def test_readers_that_read_nothing_hold_up_no_critical_result(served):  # noqa: F811
    """300 connections ask for a page 400 times each, one request behind the other, and read no answer."""
    alone = slowest_of_a_hundred(served, 500)
    host, port = served.server.address.split(":")
    with contextlib.ExitStack() as lines:
        for _ in range(300):
            line = lines.enter_context(socket.create_connection((host, int(port))))
            line.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                line.send(f"GET /docs HTTP/1.1\r\nHost: {served.server.address}\r\n\r\n".encode() * 400)
        beside = slowest_of_a_hundred(served, 1000)
    assert beside < max(0.05, 2 * alone), (alone, beside)
