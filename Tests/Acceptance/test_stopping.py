"""SIGTERM stops the server within five seconds, whatever its clients do, and loses no acknowledged write."""

import socket
import threading
import time

import httpx
import pytest

from kits import kit_code, photo
from load import Load, verify

SECONDS = 5


class Open:
    """A connection that a test holds open, and the bytes sent on it."""

    def __init__(self, server, *parts):
        host, port = server.address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=10)
        for part in parts:
            self.socket.sendall(part.encode() if isinstance(part, str) else part)

    def answer(self):
        """What came, up to the end of the connection."""
        received = b""
        try:
            while chunk := self.socket.recv(65536):
                received += chunk
        except ConnectionError:
            pass
        return received.decode(errors="replace")


def head(path, key, method="POST", **fields):
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"X-API-Key: {key}"]
    return "\r\n".join(lines + [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]) + "\r\n\r\n"


def stop(server):
    """Ends the server by SIGTERM, and answers how long that took."""
    start = time.monotonic()
    assert server.stop(within=20) == 0, server.log
    return time.monotonic() - start


def test_idle_connections_do_not_delay_it(fresh):
    held = [Open(fresh.server) for _ in range(20)]
    for _ in range(20):
        held.append(Open(fresh.server, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n"))
        assert held[-1].socket.recv(4096).startswith(b"HTTP/1.1 200")
    assert stop(fresh.server) < SECONDS


@pytest.mark.parametrize(
    "begun",
    [
        lambda world: ["POST /api/v1/results HTTP/1.1\r\nHost: local"],
        lambda world: [head("/api/v1/results", world.keys["laboratory"], Content_Type="application/json", Content_Length=500), '{"reference": "'],
        lambda world: [
            head("/api/v1/test-kits/scan", world.keys["patient"], Content_Type="multipart/form-data; boundary=b", Content_Length=9_000_000),
            '--b\r\nContent-Disposition: form-data; name="photo"\r\n\r\n' + "x" * 500_000,
        ],
        lambda world: [head("/api/v1/profiles", "fk_wrong", Content_Type="application/json", Content_Length=400_000), "{" * 1000],
    ],
    ids=["a half-sent head", "a half-sent result", "a half-sent photo", "a refused body that never ends"],
)
def test_unfinished_requests_do_not_delay_it(fresh, begun):
    held = [Open(fresh.server, *begun(fresh)) for _ in range(6)]
    # The last of them has arrived when one that came after it is answered.
    fresh.server.client().get("/health/live")
    assert stop(fresh.server) < SECONDS
    assert all(" 201 " not in one.answer()[:20] for one in held)
    fresh.start()
    assert fresh.consumer.claim(100) == []


def test_clients_that_do_not_read_do_not_delay_it(fresh):
    asked = head("/metrics", fresh.keys["administrator"], method="GET").encode() * 2000
    held = [Open(fresh.server) for _ in range(3)]
    for one in held:
        one.socket.setblocking(False)
        try:
            while asked:
                one.socket.send(asked)
        except BlockingIOError:
            continue
    assert stop(fresh.server) < SECONDS


@pytest.mark.alone
def test_under_load_it_stops_in_time_and_loses_no_acknowledged_write(fresh):
    picture = photo(kit_code())
    scanning = [threading.Thread(target=scans, args=(fresh, picture), daemon=True) for _ in range(3)]
    load = Load(fresh).start()
    for thread in scanning:
        thread.start()
    while len(load.acked) < 20 and not load.surprises:
        time.sleep(0.01)
    assert stop(fresh.server) < SECONDS
    load.join()
    for thread in scanning:
        thread.join(20)
        assert not thread.is_alive(), "a client got neither an answer nor an end"
    verify(fresh.store, [load])
    assert "level=error" not in fresh.server.log and " error " not in fresh.server.log


def scans(world, picture):
    try:
        while True:
            world.server.client(world.keys["patient"]).scan(picture)
    except httpx.TransportError:
        return
