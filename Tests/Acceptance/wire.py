"""Shared by the tests of hostile requests: connections that send any bytes, and checks of every refusal."""

import contextlib
import pathlib
import re
import select
import socket
import time

import pytest

from conftest import World
from examples import REGISTER
from fairkit import problem
from kits import kit_code

JSON = "application/json"
# What may never be told: of the inside of the server.
INSIDE = re.compile(r"\.swift\b|Fatal error|swift_|Sources/|NIO[A-Z]\w+|DecodingError|EncodingError|SQLITE_|sqlite3_|Hummingbird|DatabaseError|\b0x[0-9a-f]{8,}")
MEGABYTES = 600


@pytest.fixture(scope="module")
def served(template, tmp_path_factory):
    """A served store without rate limits."""
    off = {f"FAIRKIT_RATE_{name}": "off" for name in ("KEY", "ACCOUNT", "ADDRESS", "SIGN_IN")}
    world = World(template, tmp_path_factory.mktemp("served") / "data", **off)
    yield world
    assert "request failed" not in world.server.log and "Fatal error" not in world.server.log
    assert world.server.stop() == 0


@pytest.fixture
def still_there(served):
    """After each test the same process answers, and was never larger than it may be."""
    yield
    assert served.server.client().ask(200, "GET", "/health/ready") == {"status": "ready"}
    assert served.laboratory.result(kit_code(), 150, status=202)["flag"] == "N"
    assert most_memory(served.server) < MEGABYTES


def most_memory(server):
    """The peak memory of the server in megabytes, without its photo workers."""
    status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) // 1024


def refused(response, *statuses):
    """Asserts one of these refusals, with a problem that reveals no internals."""
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
        """Sends until all is sent or the connection breaks, and returns everything that was received."""
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
    """The status of the response, or None for a connection that was closed without one; the response reveals no internals."""
    with Line(world.server) as line:
        data = line.exchange(*parts)
    assert not INSIDE.search(data.decode(errors="replace")), data[:500]
    return int(data.split()[1]) if data else None


def posted(world, path, body, role="laboratory", kind="application/json", method="POST", **fields):
    headers = {"content-type": kind, **{name.replace("_", "-"): text for name, text in fields.items()}}
    return getattr(world, role).request(method, path, content=body, headers=headers)


def conversation(world, key, path=REGISTER, length=0, more=""):
    """A socket on which the head of a request has been sent."""
    host, port = world.server.address.split(":")
    line = socket.create_connection((host, int(port)), timeout=20)
    line.sendall(f"POST {path} HTTP/1.1\r\nHost: {host}\r\nX-API-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{more}\r\n".encode())
    return line


def heard(line, until=b"\r\n\r\n"):
    text = b""
    while until not in text and (part := line.recv(65536)):
        text += part
    return text


def proc(worker, name):
    return pathlib.Path(f"/proc/{worker}/{name}")


def memory_holds(pid, secrets):
    """Whether a process has one of them in memory that it can write."""
    piece, overlap = 16 << 20, max(map(len, secrets))
    looked_at = 0
    with open(proc(pid, "mem"), "rb", 0) as file:
        for line in proc(pid, "maps").read_text().splitlines():
            span, access = line.split()[:2]
            start, end = (int(part, 16) for part in span.split("-"))
            if not access.startswith("rw"):
                continue
            for at in range(start, end, piece):
                file.seek(at)
                with contextlib.suppress(OSError):  # not mapped any more
                    found = file.read(min(piece + overlap, end - at))
                    looked_at += len(found)
                    if any(secret in found for secret in secrets):
                        return True
    assert looked_at > 4096
    return False
