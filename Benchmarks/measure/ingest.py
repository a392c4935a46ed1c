"""Results in batches, beside the same results one at a time, beside the disk, and beside a service as its users would write it."""

import contextlib
import http.client
import json
import os
import shutil
import time
from dataclasses import dataclass

from .callers import POST, call
from .house import MASTER_KEY
from .lists import UNLIMITED
from .report import median, spread
from .server import Server
from .sides import Side, Theirs

GOAL = 5
# What the log grows by with one result of a group, which is what the disk is asked for in one write.
BYTES = 16 << 10
LEVELS = (142, 150, 155.5, 160, 171.25, 128, 150, 166, 149, 139)
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Beyond what the callers of one at a time use up.
FIRST = 5_000_000_000


@dataclass
class Batch:
    rate: float
    # CPU of the service, in milliseconds a line.
    cpu: float


def measure(setting, report):
    lines = 4000 if setting.quick else 20_000
    report.part(
        f"Results in batches of {lines:,} lines, on a fresh store",
        "Lines a second of one POST /results/batch, each line durable with its audit entry, one of a hundred critical with its alert. One at a time is one caller of POST /results "
        "(wrk). The client of a batch sends all lines and then reads all outcomes. The service in Python validates each line with pydantic and writes 500 lines in a transaction with "
        "executemany. fdatasync is that of 16 KB appended to a file of the same directory, just before and after.",
    )
    ours, single, theirs, disk = [], [], [], []
    for round in range(setting.rounds):
        scratch = f"{setting.scratch}/ingest-{os.getpid()}"
        with contextlib.ExitStack() as stack:
            stack.callback(shutil.rmtree, scratch, ignore_errors=True)
            side, peer = stack.enter_context(Fresh(setting, f"{scratch}/ours")), stack.enter_context(FreshPeer(setting, f"{scratch}/peer"))
            for one in (side, peer):
                send(one, body(FIRST + 500_000, 500))
            before = fdatasyncs(scratch)
            turns = {"batch": lambda: ours.append(send(side, body(FIRST + round, lines))), "single": lambda: single.append(call(side, POST, 1, 1 if setting.quick else 2, first=1_000_000)),
                     "peer": lambda: theirs.append(send(peer, body(FIRST + round, lines)))}  # fmt: skip
            for name in sorted(turns, reverse=round % 2 == 1):
                turns[name]()
            disk.append((before + fdatasyncs(scratch)) / 2)
    rates = [one.rate for one in ours]
    gain = [a / b.rate for a, b in zip(rates, single)]
    report.row("a batch, against one result at a time", spread(rates), f"one at a time: {spread([one.rate for one in single])}", f"{spread(gain)} ×", f"≥ {GOAL} ×", median(gain) >= GOAL)
    report.row("a batch, against fdatasync", spread(rates), f"fdatasync: {spread(disk)}", f"{spread([a / b for a, b in zip(rates, disk)])} ×")
    report.row("a batch, beside the service in Python", spread(rates), spread([one.rate for one in theirs]), f"{spread([a / b.rate for a, b in zip(rates, theirs)])} ×")
    report.row(
        "CPU of a line", f"{spread([one.cpu for one in ours])} ms", f"one at a time: {spread([one.cpu for one in single])} ms", f"{spread([a.cpu / b.cpu for a, b in zip(ours, single)])} ×"
    )
    report.row("CPU of a line, beside the service in Python", f"{spread([one.cpu for one in ours])} ms", f"{spread([one.cpu for one in theirs])} ms", f"{spread([a.cpu / b.cpu for a, b in zip(ours, theirs)])} ×")
    report.row("what other processes used of the cores meanwhile", f"{spread([one.others * 100 for one in single])} %")


class Fresh:
    """FairKit on a new store, its rate limits off."""

    def __init__(self, setting, path):
        self.setting, self.path, self.server = setting, path, None

    def __enter__(self):
        os.makedirs(os.path.dirname(self.path), exist_ok=True)
        empty, _ = self.setting.empty_store()
        shutil.copytree(empty, self.path)
        made = self.setting.fairkit_json("key", "create", "--data", self.path, "--role", "laboratory", "--laboratory", "Laboratory 1", "--name", "benchmark")
        self.server = Server(self.setting, self.path, **UNLIMITED, FAIRKIT_RATE_ADDRESS="off", FAIRKIT_RATE_ALERT_LISTS="off")
        return Side("FairKit", self.server.port, self.server.process.pid, {"laboratory": made["key"]}, None)

    def __exit__(self, *error):
        self.server.__exit__(*error)


class FreshPeer(Theirs):
    """The service in Python, with a few results."""

    def __init__(self, setting, path):
        self.name, self.processes, self.path, self.server = "the peer", 1, path, None
        self.environment = dict(os.environ, PEER_KEY=MASTER_KEY, PEER_DATABASE=f"{path}/peer.db", PEER_STYLE="direct")
        os.makedirs(path)
        if self._python("peer.seed", path, "100").wait() != 0:
            raise RuntimeError("the store of the service in Python was not seeded")


def kit_code(number):
    """With its check character (ISO/IEC 7064, MOD 37,36)."""
    digits, product = f"{number:010d}", 36
    for character in f"FUKIT{digits}":
        product = ((product + ALPHABET.index(character)) % 36 or 36) * 2 % 37
    return f"FU-KIT-{digits}-{ALPHABET[(37 - product) % 36]}"


def body(first, count):
    today = time.strftime("%Y-%m-%d", time.gmtime())
    return b"".join(
        json.dumps({
            "reference": f"I-{number}", "kitCode": kit_code(number), "testDate": today, "method": "nephelometry",
            "level": {"value": 820 if number % 100 == 0 else LEVELS[number % 10], "unit": "mg/dL"},
        }).encode() + b"\n"
        for number in range(first, first + count)
    )  # fmt: skip


def send(side, lines):
    """One batch. Every line that is not stored is an error."""
    connection = http.client.HTTPConnection("127.0.0.1", side.port, timeout=120)
    start, service = time.perf_counter(), side.cpu()
    connection.request("POST", "/api/v1/results/batch", lines, {"X-API-Key": side.keys["laboratory"], "Content-Type": "application/x-ndjson"})
    response = connection.getresponse()
    outcomes = response.read().splitlines()
    elapsed, service = time.perf_counter() - start, side.cpu() - service
    connection.close()
    count = lines.count(b"\n")
    wrong = [line for line in outcomes if json.loads(line)["status"] != 202]
    if response.status != 200 or len(outcomes) != count or wrong:
        raise RuntimeError(f"{side.name}: {response.status}, {len(outcomes)} outcomes of {count} lines, not stored: {wrong[:3]}")
    return Batch(count / elapsed, service / count * 1000)


def fdatasyncs(directory):
    """How often a second the disk takes as much as a result, waited for."""
    descriptor = os.open(f"{directory}/probe", os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        block, count, start = b"Z" * BYTES, 0, time.perf_counter()
        while time.perf_counter() - start < 0.3:
            os.pwrite(descriptor, block, count * BYTES % (4 << 20))
            os.fdatasync(descriptor)
            count += 1
        return count / (time.perf_counter() - start)
    finally:
        os.close(descriptor)
