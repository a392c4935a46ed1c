"""What people wait for in the browser: first pages of a large store, and the row of a new critical result in open worklists."""

import asyncio
import random
import re
import shutil
import time
import urllib.parse

from .bursts import critical
from .people import PASSWORD, Person, one_time_password
from .report import number, percentile
from .server import Client, Server
from .townspeople import API, UNLIMITED, ask

WORKLISTS, CLINICIANS = 200, 20
# Seconds that a worklist waits at most before it asks for a row, as page.js does.
SCATTER = 0.3
PATIENCE = 10
PAGES = {
    "administrator": ("/home", "/people", "/accounts", "/kits", "/audit"), "laboratory": ("/home", "/kits", "/results"),
    "clinician": ("/home", "/alerts", "/results", "/people"),
}  # fmt: skip
# Accounts of patients; each tenth has a clinician, too.
ACCOUNTS = 500


def measure(setting, report):
    report.part(
        f"Pages, at {setting.large:,} results, {setting.large // 5:,} patients and {ACCOUNTS * 11 // 10} accounts",
        "Milliseconds over a kept connection, with the audit of what was read durable. First pages are read one after another. A search is posted as a person types, for texts that were not searched before. Worklists: a laboratory posts a critical result, and each of "
        f"{WORKLISTS} open worklists of {CLINICIANS} clinicians hears of it on its stream, waits up to {SCATTER * 1000:.0f} ms at random as a page does, and asks for the row; the time is from the "
        "result's first byte to the row's last. Server, laboratory and worklists share the machine.",
    )
    path = f"{setting.scratch}/pages"
    shutil.rmtree(path, ignore_errors=True)
    shutil.copytree(setting.store(setting.large, town=True), path)
    setting.run("townspeople", "--dir", path, "--count", ACCOUNTS)
    try:
        keys = {role: setting.fairkit_json("key", "create", "--data", path, "--role", role, "--name", role, *more)["key"] for role, more in (("administrator", ()), ("laboratory", ("--laboratory", "Laboratory 7")))}
        with Server(setting, path, **UNLIMITED) as server:
            administrator = Client(server.port, keys["administrator"])
            profiles = [line["id"] for line in setting.run("patient", "--results", setting.large, "--count", 50)]
            people = [Reader(setting, path, server.port, "clinician") for _ in range(CLINICIANS)]
            for person in people:
                for profile in profiles:
                    ask(administrator, f"{API}/care-assignments", {"accountId": person.account, "profileId": profile})
            readers = {"administrator": Reader(setting, path, server.port, "administrator"), "clinician": people[0]}
            readers["laboratory"] = Reader(setting, path, server.port, "laboratory", "--laboratory", "Laboratory 7")
            _first(setting, report, server, readers)
            _search(report, server, readers["administrator"])
            lags = asyncio.run(_live(setting, path, server, keys, people, profiles[0]))
    finally:
        shutil.rmtree(path)
    worst = percentile(lags, 0.99)
    report.row(f"a critical result's row in {WORKLISTS} worklists, {len(lags):,} rows: p50 / p99", f"{number(percentile(lags, 0.5))} / {number(worst)} ms", "", "", "p99 < 1,000 ms", worst < 1000)


def _first(setting, report, server, readers):
    for role, paths in PAGES.items():
        client = Client(server.port)
        client.headers = readers[role].headers
        for path in paths:
            asked = [_ask(client, "GET", path, b"<main") for _ in range(10 * setting.rounds)]
            _report(report, f"{path}, {role}, {len(asked[-1][1]) / 1024:.0f} KB", asked)


def _ask(client, method, path, wanted, body=None, **more):
    """Milliseconds until a page was read, and its text."""
    start = time.monotonic()
    client.connection.request(method, path, body, client.headers | more)
    answer = client.connection.getresponse()
    text = answer.read()
    spent = (time.monotonic() - start) * 1000
    if answer.status != 200 or wanted not in text:
        raise RuntimeError(f"{path}: {answer.status}")
    return spent, text


def _report(report, name, asked):
    times = [spent for spent, _ in asked]
    worst = percentile(times, 0.99)
    report.row(f"{name}: p50 / p99", f"{number(percentile(times, 0.5))} / {number(worst)} ms", "", "", "p99 < 100 ms", worst < 100)


def _search(report, server, reader):
    """Searches for beginnings of names, whole names and both names of people whom the list shows."""
    client = Client(server.port)
    client.headers = reader.headers
    page = _ask(client, "GET", "/people", b"<main")[1].decode()
    names = re.findall(r'<th scope="row"><a[^>]*>([^<]+)</a>', page)
    form = {name: re.search(f'name="{name}" value="([^"]+)"', page).group(1) for name in ("token", "key")}
    texts = {text for name in names for text in (name, name.split()[-1], name.split()[0][:3], f"{name.split()[0]} {name.split()[-1][:2]}")}
    more = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html; fragment"}
    asked = [_ask(client, "POST", "/people", b"<tbody", urllib.parse.urlencode(form | {"q": text}), **more) for text in sorted(texts)]
    _report(report, f"a search for people, {len(texts)} texts", asked)


class Reader(Person):
    """An account with a session of pages."""

    def __init__(self, setting, path, port, role, *more):
        super().__init__(setting, path, port, role, *more)
        self.cookies = {}
        self.send("/sign-in", email=self.email, password=PASSWORD)
        secret = re.search(r"secret=([A-Z2-7]+)", self.send("/sign-in/factor")).group(1)
        self.send("/sign-in/code", code=one_time_password(secret))

    @property
    def headers(self):
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()), "Sec-Fetch-Site": "same-origin", "Accept": "text/html"}

    def send(self, path, **form):
        connection = self.client.connection
        connection.request("POST", path, urllib.parse.urlencode(form), self.headers | {"Content-Type": "application/x-www-form-urlencoded"})
        answer = connection.getresponse()
        text = answer.read().decode()
        if answer.status not in (200, 303):
            raise RuntimeError(f"{path}: {answer.status}")
        for name, cookie in answer.getheaders():
            if name.lower() == "set-cookie":
                key, value = cookie.split(";")[0].split("=", 1)
                self.cookies[key] = value
        return text


async def _live(setting, path, server, keys, people, profile):
    """Milliseconds of each row."""
    worklists = [Worklist(server.port, people[place % CLINICIANS]) for place in range(WORKLISTS)]
    await asyncio.gather(*(worklist.open() for worklist in worklists))
    administrator, laboratory = Client(server.port, keys["administrator"]), Client(server.port, keys["laboratory"])
    codes = [kit["kitCode"] for kit in setting.fairkit_json("kit", "new", "--data", path, "--count", str(5 * setting.rounds))["items"]]
    lags = []
    for place, code in enumerate(codes):
        ask(administrator, f"{API}/test-kits/register", {"barcode": code, "profileId": profile})
        start = time.monotonic()
        answer = await asyncio.to_thread(ask, laboratory, f"{API}/results", critical(f"P-{place}", code))
        shown = await asyncio.wait_for(asyncio.gather(*(worklist.row(answer["alertId"]) for worklist in worklists)), PATIENCE)
        lags += [(at - start) * 1000 for at in shown]
    for worklist in worklists:
        worklist.close()
    return lags


class Worklist:
    """An open worklist: a stream, and the rows that it asks for."""

    def __init__(self, port, reader):
        self.port, self.headers = port, reader.headers
        self.changed, self.shown, self.due, self.free = set(), {}, None, asyncio.Lock()

    async def open(self):
        self.stream = await self._connect()
        self.rows = await self._connect()
        self._write(self.stream, "/live", "text/event-stream")
        head = await self.stream[0].readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200"):
            raise RuntimeError(head.decode().split("\r\n")[0])
        self.task = asyncio.create_task(self._follow())

    def close(self):
        self.task.cancel()
        for _, writer in (self.stream, self.rows):
            writer.close()

    async def row(self, alert):
        """When the row of an alert was there."""
        return await self.shown.setdefault(alert, asyncio.get_running_loop().create_future())

    async def _follow(self):
        name = ""
        while line := await self.stream[0].readline():
            if line.startswith(b"event: "):
                name = line[7:].strip()
            elif line.startswith(b"data: ") and name == b"alert":
                self.changed.add(line[6:].strip().decode())
                self.due = self.due or asyncio.create_task(self._ask())

    async def _ask(self):
        await asyncio.sleep(random.random() * SCATTER)
        ids, self.due = sorted(self.changed), None
        self.changed.clear()
        async with self.free:
            self._write(self.rows, f"/alerts/rows?ids={','.join(ids)}", "text/html; fragment")
            head = await self.rows[0].readuntil(b"\r\n\r\n")
            length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            text = (await self.rows[0].readexactly(length)).decode()
        for one in ids:
            future = self.shown.setdefault(one, asyncio.get_running_loop().create_future())
            if f"alert-{one}" in text and not future.done():
                future.set_result(time.monotonic())

    async def _connect(self):
        return await asyncio.open_connection("127.0.0.1", self.port)

    def _write(self, connection, path, accept):
        headers = self.headers | {"Host": "localhost", "Accept": accept}
        lines = "".join(f"{name}: {text}\r\n" for name, text in headers.items())
        connection[1].write(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
