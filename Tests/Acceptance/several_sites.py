"""FairKit servers of one database, each behind a proxy and with a clock of its own, and what befalls them."""

import asyncio
import contextlib
import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import urllib.parse

from clocks import SetClock
from fairkit import REPOSITORY, Store
from inbox import Inbox
from mail_server import Post

# How the clocks of the servers differ from that of the database, in seconds.
CLOCKS = (40, -70, 0)


class Proxies:
    """The process that stands between the servers and PostgreSQL."""

    def __init__(self, database, count, seed):
        # The path of a socket has at most 107 bytes.
        self.folder, self.lock, self.counts = tempfile.mkdtemp(prefix="fairkit-proxies-"), threading.Lock(), [{}] * count
        folders = [f"{self.folder}/{number}" for number in range(count)]
        for folder in folders:
            subprocess.run(["mkdir", folder], check=True)
        self.addresses = [f"postgres://store@{urllib.parse.quote(folder, safe='')}/store" for folder in folders]
        line = [sys.executable, REPOSITORY / "Tests/Acceptance/several_proxy.py", f"{database.folder}/.s.PGSQL.{database.port}", f"{seed}", *folders]
        self.process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline() == "{}\n"

    def do(self, number, what):
        with self.lock:
            print(json.dumps({"site": number, "do": what}), file=self.process.stdin, flush=True)
            self.counts[number] = json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)
        shutil.rmtree(self.folder)


class StampedPost(Post):
    """A mail server that notes when each message arrived, and at times takes long to say so."""

    def __init__(self, seed):
        super().__init__()
        self.arrivals, self.dice = [], random.Random(seed)

    async def handle_DATA(self, server, session, envelope):
        head = envelope.original_content.partition(b"\r\n\r\n")[0].decode()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n") if ": " in line)
        self.arrivals.append(types.SimpleNamespace(at=time.time(), id=fields["Message-ID"].strip("<>").partition("@")[0]))
        if self.dice.random() < 0.1:
            await asyncio.sleep(self.dice.uniform(0.1, 2))
        return "250 OK"


class Site:
    """A server, which may be down."""

    def __init__(self, number, path, proxies, settings):
        self.number, self.proxies, self.store, self.settings = number, proxies, Store(path), settings
        # When something befell it, and until when: it may have lost its leases then.
        self.server, self.breaks, self.failed_starts = None, [], []
        self.inbox = Inbox(StampedPost(number))
        self.clock = SetClock(CLOCKS[number])
        self.environment = {**self.clock.environment, "FAIRKIT_STORE": proxies.addresses[number]}

    def start(self):
        """Starts the server, again if its connection breaks meanwhile. It says why it could not start."""
        while True:
            try:
                self.server = self.store.serve("--log-level", "notice", **self.settings, **self.environment, **self.inbox.settings)
                return
            except AssertionError as failure:
                assert "exit None" not in str(failure) and len(self.failed_starts) < 200, failure
                self.failed_starts.append(str(failure))

    def was_broken(self, begin, end):
        """Whether something befell it between two times."""
        return any(first <= end and last >= begin for first, last in self.breaks)

    @contextlib.contextmanager
    def trouble(self):
        """A time in which it may lose its leases."""
        begin = time.time()
        self.breaks.append([begin, float("inf")])
        place = self.breaks[-1]
        yield
        place[1] = time.time()

    def end(self, with_signal, seconds):
        """Ends the server, and starts it again after some seconds."""
        with self.trouble():
            server, self.server = self.server, None
            assert server.stop(with_signal, 60) == (0 if with_signal == signal.SIGTERM else -with_signal), server.log[-2000:]
            time.sleep(seconds)
            self.start()

    def freeze(self, seconds):
        """The process stands still, as if its machine did."""
        with self.trouble():
            self.server.process.send_signal(signal.SIGSTOP)
            time.sleep(seconds)
            self.server.process.send_signal(signal.SIGCONT)

    def order(self, first, seconds, then):
        """Tells its proxy what to do, and what after some seconds."""
        with self.trouble():
            self.proxies.do(self.number, first)
            time.sleep(seconds)
            self.proxies.do(self.number, then)


class Database:
    """A PostgreSQL server of this file, with one database."""

    def __init__(self):
        self.process = subprocess.Popen([REPOSITORY / "Tests/postgres"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.folder, self.port, _ = self.process.stdout.readline().split()
        self.run("CREATE ROLE store LOGIN CREATEROLE", database="postgres")
        self.run("CREATE DATABASE store OWNER store", database="postgres")
        self.address = f"postgres://store@{urllib.parse.quote(self.folder, safe='')}:{self.port}/store"

    def run(self, statement, database="store"):
        words = ["psql", "-h", self.folder, "-p", self.port, "-U", "fairkit", "-d", database, "-Atqc", statement]
        return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()

    def holders(self):
        """The servers that hold leases now, by lease."""
        now = "extract(epoch FROM clock_timestamp()) * 1000"
        rows = self.run(f"SELECT name, encode(holder, 'hex') FROM control.lease WHERE until_at > {now}")
        return dict(row.split("|") for row in rows)


def soon(condition, seconds=3):
    """Waits until a condition holds; answers how long it took."""
    begin = time.monotonic()
    while not condition():
        assert time.monotonic() < begin + seconds, "it does not hold"
        time.sleep(0.02)
    return time.monotonic() - begin
