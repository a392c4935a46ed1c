"""From a critical result to the consumer who is told of it; and what those who wait cost."""

import json
import resource
import select
import socket
import threading
import time

from .report import number, percentile
from .server import Client, Server, pss

# As many as one key may have.
WAITERS = 500


def measure(setting, report):
    report.part(
        "From a critical result to its alert",
        "Milliseconds from the call that posts it, its fsync included: until its alert can be claimed, and until a claim that waits is answered. "
        "Over HTTP the client is Python, whose own share is in it.",
    )
    for line in setting.run("alarms", "--dir", f"{setting.scratch}/alarms", "--results", 640 if setting.quick else 6400):
        name = {"claimable": "claimable, with 64 writers at once", "woken": "a waiting claim is answered"}[line["what"]]
        show(report, f"in the store: {name}", line["milliseconds"])
    path, administrator = setting.empty_store()
    keys = {
        role: setting.fairkit_json("key", "create", "--data", path, "--role", role, "--name", role, *more)["key"]
        for role, more in {"consumer": [], "laboratory": ["--laboratory", "Laboratory"]}.items()
    }
    codes = [kit["kitCode"] for kit in setting.fairkit_json("kit", "new", "--data", path, "--count", "100")["items"]]
    with Server(setting, path) as server:
        show(report, "over HTTP: a waiting claim is answered", woken(server, keys, codes))
        waiters(server, keys, report)


def show(report, name, times):
    report.row(f"{name}: p50 / p99", f"{number(percentile(times, 0.5))} / {number(percentile(times, 0.99))} ms")


def woken(server, keys, codes):
    laboratory, consumer = Client(server.port, keys["laboratory"]), Client(server.port, keys["consumer"])
    times = []
    for place, code in enumerate(codes):
        told = {}

        def claim():
            told["items"] = consumer.ask("POST", "/api/v1/alert-groups/default/claim", {"wait": 30})[1]["items"]
            told["at"] = time.perf_counter()

        thread = threading.Thread(target=claim)
        thread.start()
        time.sleep(0.02)
        start = time.perf_counter()
        body = {"reference": f"H-{place}", "kitCode": code, "testDate": time.strftime("%Y-%m-%d", time.gmtime()), "level": {"value": 820, "unit": "mg/dL"}}
        status, _ = laboratory.ask("POST", "/api/v1/results", body)
        assert status == 202, status
        thread.join()
        times.append((told["at"] - start) * 1000)
        consumer.ask("POST", "/api/v1/alert-groups/default/ack", {"token": told["items"][0]["token"]})
    return times


def waiters(server, keys, report):
    """Claims that wait, each on a connection of its own."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    count = min(WAITERS, most - 200)
    before = pss(server.process.pid)
    body = json.dumps({"wait": 30}).encode()
    head = (
        f"POST /api/v1/alert-groups/default/claim HTTP/1.1\r\nHost: localhost\r\nX-API-Key: {keys['consumer']}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    lines = []
    try:
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", server.port))
            line.sendall(head + body)
            lines.append(line)
        time.sleep(2)
        after = pss(server.process.pid)
        answered, _, _ = select.select(lines, [], [], 0)
        if answered:
            raise RuntimeError(f"{len(answered)} of {count} claims do not wait")
    finally:
        for line in lines:
            line.close()
    report.row(f"{count:,} waiting claims", f"{after - before:.0f} MB", f"{(after - before) * 1024 / count:.0f} KB each", "", "≤ 30 KB each", (after - before) * 1024 / count <= 30)
