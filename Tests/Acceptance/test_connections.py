"""Connections are bounded in number, memory and time: idle, stalled and slow clients block no other client."""

import contextlib
import os
import pathlib
import re
import resource
import socket
import subprocess
import time

import pytest

from examples import RESULTS
from fairkit import BINARY
from kits import kit_code
from trials import rows
from wire import Line, head

ASK = {path: f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() for path in ("/docs", "/health/live", "/openapi.yaml")}


def memory(server):
    """The memory that the server itself holds now, in megabytes."""
    status = pathlib.Path(f"/proc/{server.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def connected(server, count):
    """Connections that send nothing and read nothing."""
    host, port = server.address.split(":")
    lines = []
    for _ in range(count):
        line = socket.create_connection((host, int(port)), timeout=30)
        line.setblocking(False)
        lines.append(line)
    return lines


def is_open(line):
    """Whether the server has not closed a connection; what it sent is read."""
    with contextlib.suppress(BlockingIOError):
        try:
            while line.recv(1 << 16):
                pass
        except ConnectionError:
            pass
        return False
    return True


def flooded(server, lines, asked, seconds):
    """Sends requests over connections for a while, reading nothing; the most memory that the server held meanwhile."""
    most, end, sent, lost = 0, time.monotonic() + seconds, dict.fromkeys(lines, 0), set()
    batch = asked * (16384 // len(asked))
    while time.monotonic() < end:
        for line in lines:
            if line in lost:
                continue
            try:
                while True:
                    # What was sent in part goes on where it ended.
                    sent[line] += line.send(batch[sent[line] % len(batch) :])
            except BlockingIOError:
                pass
            except ConnectionError:
                lost.add(line)
        most = max(most, memory(server))
        time.sleep(0.05)
    return most


def sockets(server):
    """How many sockets the server has open."""
    links = []
    for link in pathlib.Path(f"/proc/{server.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            links.append(str(link.readlink()))
    return sum(link.startswith("socket:") for link in links)


def within(seconds, holds, what):
    """Waits until something holds."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.2)


def let_go(lines):
    for line in lines:
        line.close()


@pytest.fixture
def many(fresh):
    """Lets this process have as many connections as a flood needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    yield fresh
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# Memory.


@pytest.mark.parametrize("path", rows("/health/live", "/openapi.yaml"))
def test_clients_that_read_nothing_take_little_memory_and_are_let_go(many, path):
    """Requests that wait are not parsed, answers that wait are not made, and after half a minute without progress the connection ends."""
    many.server.stop()
    many.start(FAIRKIT_RATE_ADDRESS="off")
    quiet, before = memory(many.server), sockets(many.server)
    lines = connected(many.server, 300)
    most = flooded(many.server, lines, ASK[path], 5)
    assert most - quiet < 300 * 0.256, "256 KB of each connection at most"
    # What reads nothing stands before no critical result: two seconds are far more than it takes, and far less than it took.
    begin = time.monotonic()
    assert many.laboratory.result(kit_code(), 820, status=202)["flag"] == "HH"
    assert time.monotonic() - begin < 2
    # What has been sent is worked off until the clients' side is full; then nothing moves. Of small answers that takes minutes.
    if path == "/openapi.yaml":
        within(50, lambda: sockets(many.server) < before + 10, "the connections stay")
        assert int(re.search(r'fairkit_connections_closed_total\{reason="write-stalled"\} (\d+)', many.administrator.get("/metrics").text)[1]) > 250
    let_go(lines)
    within(60, lambda: memory(many.server) < min(120, quiet + 30), "the memory is kept")


def test_a_server_does_not_start_where_memory_would_end_it(fresh):
    """Below this limit it ended by a signal, in the middle of its work."""
    assert fresh.server.stop() == 0
    line = ["bash", "-c", 'ulimit -v 1100000; exec "$@"', "limited", BINARY, "serve", "--data", fresh.store.path, "--port", "0"]
    done = subprocess.run(line, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "address space is limited to 1074 MB (ulimit -v" in done.stderr, done.stderr


@pytest.mark.long
def test_clients_that_send_nothing_take_little_memory(many):
    many.server.stop()
    many.start(FAIRKIT_CONNECTIONS_PER_ADDRESS="8000")
    quiet = memory(many.server)
    lines = connected(many.server, 3000)
    within(20, lambda: sockets(many.server) >= 3000, "they are not accepted")
    assert memory(many.server) < 300
    assert many.laboratory.result(kit_code(), 820, status=202)["flag"] == "HH"
    let_go(lines)
    within(60, lambda: memory(many.server) < min(120, quiet + 30), "the memory is kept")


# Number.


def busy(server, seconds):
    """The part of a core that the server uses."""

    def ticks():
        fields = pathlib.Path(f"/proc/{server.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    before = ticks()
    time.sleep(seconds)
    return (ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds


def test_idle_connections_make_room_before_descriptors_run_out(many):
    """Idle connections block neither a kept connection nor a new one, nor commands."""
    many.server.stop()
    many.store.launcher = ["bash", "-c", 'ulimit -n 256; exec "$@"', "limited"]
    many.start(FAIRKIT_RATE_ADDRESS="off")
    assert many.laboratory.result(kit_code(), 820, status=202)["flag"] == "HH"
    lines = connected(many.server, 460)
    within(20, lambda: sum(map(is_open, lines)) < 150, "idle connections stay")
    assert many.laboratory.result(kit_code(), 820, status=202)["flag"] == "HH", "a connection that is kept"
    with many.server.client(many.keys["laboratory"]) as other:
        assert other.result(kit_code(), 820, status=202)["flag"] == "HH", "a connection that is new"
    assert many.store.key("clinician", "Added meanwhile")["key"]
    assert len(list(pathlib.Path(f"/proc/{many.server.pid}/fd").iterdir())) < 240
    assert busy(many.server, 2) < 0.5
    page = many.administrator.get("/metrics").text
    assert "\nfairkit_connections_capacity 128\n" in page
    assert int(re.search(r'fairkit_connections_closed_total\{reason="room-made"\} (\d+)', page)[1]) > 250
    assert many.server.log.count("the connection limit was reached") == 1
    let_go(lines)


def test_requests_continue_when_all_connections_are_busy(many):
    """While all connections have a request, none is closed; the next finished one makes room."""
    many.server.stop()
    many.start(FAIRKIT_CONNECTIONS="5")
    claim = f"POST /api/v1/alert-groups/default/claim HTTP/1.1\r\nHost: localhost\r\nX-API-Key: {many.keys['consumer']}\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n" + '{"wait": 4}'
    waiting = []
    for _ in range(5):
        waiting += connected(many.server, 1)
        waiting[-1].send(claim.encode())
        time.sleep(0.2)
    assert many.laboratory.get("/health/live").status_code == 200
    answers = []
    for line in waiting:
        line.setblocking(True)
        answers.append(line.recv(65536))
    assert {answer.split()[1] for answer in answers} == {b"200"}, "those that were waited for are answered"
    assert any(b"\r\nconnection: close\r\n" in answer.lower() for answer in answers)
    let_go(waiting)


def test_an_address_has_its_share_of_connections(many):
    many.server.stop()
    many.start("--connections-per-address", "20")
    lines = connected(many.server, 30)
    within(10, lambda: sum(map(is_open, lines)) == 20, "more stay open, or fewer")
    host, port = many.server.address.split(":")
    with socket.create_connection((host, int(port)), timeout=10, source_address=("127.0.0.2", 0)) as other:
        other.sendall(ASK["/health/live"])
        assert other.recv(100).startswith(b"HTTP/1.1 200 ")
    assert many.server.log.count("an address reached its connection limit") == 1
    let_go(lines[:20])
    within(10, lambda: many_live(many), "room is not given back")
    let_go(lines)


def many_live(world):
    try:
        return world.server.client().get("/health/live").status_code == 200
    except Exception:
        return False


def test_a_proxy_has_no_connection_limit(many):
    many.server.stop()
    many.start("--connections-per-address", "20", "--behind-proxy", "local")
    lines = connected(many.server, 30)
    time.sleep(1)
    assert sum(map(is_open, lines)) == 30
    let_go(lines)


# Time.


@pytest.mark.long
def test_a_body_that_no_route_reads_has_ten_seconds(many):
    """A byte now and then does not keep a connection open."""
    lines = connected(many.server, 4)
    for line, path in zip(lines, ["/api/v1/nothing", "/health/live", RESULTS, "/docs"]):
        line.setblocking(True)
        line.sendall(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n".encode())
        assert line.recv(4096).split()[1] in (b"404", b"405", b"401")
        line.setblocking(False)
    began = time.monotonic()
    while any(is_open(line) for line in lines):
        assert time.monotonic() - began < 20, "the connections stay"
        for line in lines:
            with contextlib.suppress(OSError):
                line.send(b"x")
        time.sleep(0.5)
    assert time.monotonic() - began > 5, "a body that is on its way is drained"
    let_go(lines)


@pytest.mark.parametrize("size", rows(3_000_000, 15_000_000, 19_000_000))
@pytest.mark.parametrize("fields, status", [({}, 401), ({"Content-Type": "text/plain"}, 415)], ids=["no key", "no photo"])
def test_a_large_upload_that_is_refused_early_gets_its_answer(world, size, fields, status):
    """The client sends all of it before it reads a byte, as many libraries do."""
    key = {} if status == 401 else {"X-API-Key": world.keys["patient"]}
    lines = "".join(f"{name}: {text}\r\n" for name, text in {**key, **fields, "Content-Length": size}.items())
    for _ in range(5):
        host, port = world.server.address.split(":")
        with socket.create_connection((host, int(port)), timeout=30) as line:
            line.sendall(f"POST /api/v1/test-kits/scan HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n".encode())
            time.sleep(0.05)
            for _ in range(size // 100_000):
                line.sendall(bytes(100_000))
            answer = b""
            while some := line.recv(65536):
                answer += some
        assert answer.startswith(f"HTTP/1.1 {status} ".encode()), answer[:200]
        assert b"\r\nConnection: close\r\n" in answer


def test_requests_one_after_another_keep_their_bodies(world):
    """A request's answer is not taken for that of the next one, which has begun meanwhile."""
    body = b'{"reference": "' + b"x" * 50_000 + b'"}'
    claim = f"GET /api/v1/results HTTP/1.1\r\nHost: localhost\r\nX-API-Key: {world.keys['clinician']}\r\n\r\n".encode()
    post = f"POST {RESULTS} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-API-Key: {world.keys['laboratory']}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with Line(world.server) as line:
        line.socket.sendall(claim + post + body[:20_000])
        time.sleep(1)
        line.socket.sendall(body[20_000:])
        answer = line.exchange(head("GET", "/health/live"))
    assert [part.split()[0] for part in answer.split(b"HTTP/1.1 ")[1:]] == [b"200", b"422", b"200"]


def test_a_connection_of_which_many_requests_are_refused_closes(fresh):
    """Hundreds of short refusals fitted into the buffers of each client that reads nothing, and others waited for all of them."""
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_RATE_ADDRESS="0.01/5")
    host, port = fresh.server.address.rsplit(":", 1)
    with socket.create_connection((host, int(port)), timeout=20) as client:
        client.sendall(b"GET /docs HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while some := client.recv(1 << 16):
                answer += some
    # What was parsed already is answered.
    assert answer.count(b"HTTP/1.1 200") == 5 and answer.count(b"HTTP/1.1 429") < 100
    fresh.laboratory.result(kit_code(), 820, status=202)
