"""One tenant floods the server while another's critical results are posted and claimed."""

import random
import struct
import threading
import time
import zlib

from . import floods
from .people import Person
from .report import number, percentile
from .server import Client, Server, rss

# Each flood, and whether its clients come by a proxy, which tells of many addresses.
FLOODS = {
    "sign-ins of strangers": (floods.sign_ins, True),
    "uploads of photos": (floods.uploads, False),
    "connections that send nothing": (floods.idle, False),
    "connections that read nothing": (floods.unread, False),
    "lists of 100": (floods.lists, False),
    "looks at what waits": (floods.peeks, False),
    "streams and results": (floods.streams, False),
}
UNLIMITED = {"FAIRKIT_RATE_KEY": "off", "FAIRKIT_RATE_ADDRESS": "off", "FAIRKIT_RATE_SIGN_IN": "off"}
# Megabytes of the server, workers apart: throughout, and a minute after the flood.
MOST, SETTLED = 300, 120
# Seconds that a flood lasts at least: memory grows with time.
LONG = 8


def measure(setting, report):
    probes, turns = (60, 2) if setting.quick else (200, 5)
    report.part(
        "Neighbours",
        f"Milliseconds that a critical result of one tenant takes, posted and then claimed over kept connections, while another tenant floods the server at the limits that hold by default: "
        f"{turns} turns of {probes} quiet and at least {probes} flooded ones, a flood of {LONG} s at least. Strangers come by a proxy that tells of a new address each time. The flooding clients give way to all others (nice 19), so that what "
        "counts is what the server does for them. RSS is the server's, without the workers that read photos.",
    )
    house = House(setting)
    for name, (flood, by_proxy) in FLOODS.items():
        with Server(setting, house.path, **({"FAIRKIT_BEHIND_PROXY": "127.0.0.1"} if by_proxy else {})) as server:
            Trial(house, server, by_proxy).run(name, flood, probes, turns, report)


class House:
    """A store with a tenant that floods, in which five thousand results and their alerts wait, and a quiet one."""

    def __init__(self, setting):
        self.setting = setting
        self.path, _ = setting.empty_store()
        self.photo = noise()
        setting.fairkit_json("tenant", "create", "quiet", "--data", self.path)
        self.loud = {role: self.key("default", role) for role in ("laboratory", "clinician", "consumer")}
        self.quiet = {role: self.key("quiet", role) for role in ("laboratory", "consumer")}
        self.codes = self.new_codes("default", 1_000)
        with Server(setting, self.path, **UNLIMITED) as server:
            laboratory = Client(server.port, self.loud["laboratory"])
            for place in range(500 if setting.quick else 5_000):
                post(laboratory, f"S-{place}", self.codes[place % len(self.codes)])

    def key(self, tenant, role):
        more = ["--laboratory", "Laboratory"] if role == "laboratory" else []
        return self.setting.fairkit_json("key", "create", "--data", self.path, "--tenant", tenant, "--role", role, "--name", role, *more)["key"]

    def new_codes(self, tenant, count):
        return [kit["kitCode"] for kit in self.setting.fairkit_json("kit", "new", "--data", self.path, "--tenant", tenant, "--count", str(count))["items"]]


class Trial:
    """One flood on one server, and what the quiet tenant meets meanwhile."""

    def __init__(self, house, server, by_proxy):
        self.house, self.server = house, server
        token = Person(house.setting, house.path, server.port, "clinician").token()
        self.flooded = floods.Flooded(server.port, house.loud, token, house.codes, house.photo)
        self.clients = {role: Client(server.port, key) for role, key in house.quiet.items()}
        for client in self.clients.values():
            client.headers["X-Tenant-ID"] = "quiet"
            if by_proxy:
                client.headers["X-Forwarded-For"] = "192.0.2.1"
        self.refused = 0

    def run(self, name, flood, probes, turns, report):
        quiet, flooded = Times(), Times()
        with Peak(self.server.process.pid) as peak:
            self.probe(20, Times())
            for _ in range(turns):
                self.probe(probes, quiet)
                with flood(self.flooded):
                    start = time.monotonic()
                    time.sleep(1)
                    while True:
                        self.probe(probes, flooded)
                        if time.monotonic() - start > LONG:
                            break
        seconds, left = settles(self.server.process.pid)
        for what in ("posted", "claimed"):
            self.row(report, f"{name}: {what}, p50 / p99", quiet.of[what], flooded.of[what])
        report.row(f"{name}: refused", f"{self.refused}", "", "", "0", self.refused == 0)
        report.row(
            f"{name}: RSS at its peak, and {seconds:.0f} s later", f"{number(peak.highest)} and {number(left)} MB", "", "",
            f"≤ {MOST}, and ≤ {SETTLED} within a minute", peak.highest <= MOST and left <= SETTLED,
        )

    @staticmethod
    def row(report, what, quiet, flooded):
        (half, most), (own_half, own_most) = ([percentile(times, share) for share in (0.5, 0.99)] for times in (quiet, flooded))
        report.row(
            what, f"{number(own_half)} / {number(own_most)} ms", f"quiet: {number(half)} / {number(most)} ms", f"{own_most / most:.2f} × p99",
            "p99 ≤ 2 × quiet + 5 ms", own_most <= 2 * most + 5,
        )

    def probe(self, count, times):
        laboratory, consumer = self.clients["laboratory"], self.clients["consumer"]
        for code in self.house.new_codes("quiet", count):
            start = time.perf_counter()
            if not self.accept(post, laboratory, f"Q-{time.time_ns()}", code):
                continue
            stored = time.perf_counter()
            if items := self.accept(claim, consumer):
                claimed = time.perf_counter()
                self.accept(ack, consumer, items[0]["token"])
                times.of["posted"].append((stored - start) * 1000)
                times.of["claimed"].append((claimed - stored) * 1000)

    def accept(self, call, *arguments):
        try:
            return call(*arguments)
        except RuntimeError:
            self.refused += 1
            return None


class Times:
    """Milliseconds of each half of a probe."""

    def __init__(self):
        self.of = {"posted": [], "claimed": []}


class Peak:
    """The highest RSS of a process, looked at twenty times a second, in MB."""

    def __init__(self, pid):
        self.pid, self.highest, self.ended = pid, 0, threading.Event()
        self.thread = threading.Thread(target=self._look)

    def _look(self):
        while not self.ended.wait(0.05):
            self.highest = max(self.highest, rss(self.pid))

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()


def settles(pid):
    """How long it takes until the memory is given back, a minute at the most, and what is left in MB."""
    start = time.monotonic()
    while (left := rss(pid)) > SETTLED and time.monotonic() - start < 60:
        time.sleep(0.5)
    return time.monotonic() - start, left


def post(client, reference, code):
    body = {"reference": reference, "kitCode": code, "testDate": time.strftime("%Y-%m-%d", time.gmtime()), "level": {"value": 820, "unit": "mg/dL"}}
    return answered(client.ask("POST", "/api/v1/results", body))


def claim(client):
    return answered(client.ask("POST", "/api/v1/alert-groups/default/claim", {"wait": 10}))["items"]


def ack(client, token):
    return answered(client.ask("POST", "/api/v1/alert-groups/default/ack", {"token": token}))


def answered(answer):
    status, body = answer
    if not 200 <= status < 300:
        raise RuntimeError(f"{status} {body}")
    return body


def noise():
    """A picture of 600 by 600 grey pixels in which there is nothing to find, as PNG."""
    chance = random.Random(7)
    rows = b"".join(b"\0" + chance.randbytes(600) for _ in range(600))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 600, 600, 8, 0, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b"")
