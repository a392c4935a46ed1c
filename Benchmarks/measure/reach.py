"""From a critical result over HTTP to the bytes at the providers that reach its patient and the clinician in care."""

import asyncio
import collections
import json
import re
import ssl
import time

from .bursts import Burst, critical
from .channels import Providers
from .providers import DATA, END_HEADERS, END_STREAM, HEADERS, PREFACE, SETTINGS, WINDOW_UPDATE, GREETING, frame
from .report import number, percentile
from .server import Client, Server
from .townspeople import API, UNLIMITED, Town, ask, read

ID = re.compile(rb"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
NAMES = {"apns": "APNs, by HTTP/2", "fcm": "FCM, by HTTP/2", "sms": "SMS, by HTTP/1.1", "email": "mail, by SMTP"}
# Seconds in which the results come, and until which every message has to have arrived.
BURST, PATIENCE = 1, 120


def measure(setting, report):
    count = 100 if setting.quick else 1_000
    report.part(
        "From a critical result to the providers that reach people",
        f"Milliseconds from the moment at which a laboratory posts a critical result over HTTP until the last byte of a message is at a provider. {count:,} patients have a result in the same second; "
        "each is told by phone (every second one by APNs, the others by FCM), by SMS and by mail, and a clinician by mail, in the steps of the default policy. Server, laboratory and providers share the "
        f"machine. The reference is a plain client that sends as many messages to the same providers in the same second. {setting.rounds} turns.",
    )
    with Providers(f"{setting.scratch}/providers") as providers:
        town = Town(setting, providers, count)
        ours, plain = collections.defaultdict(list), collections.defaultdict(list)
        with Server(setting, town.path, **UNLIMITED, **providers.settings()) as server:
            for turn in range(setting.rounds):
                for channel, lag in reach(town, server, turn):
                    ours[channel].append(lag)
                for channel, lag in asyncio.run(Plain(providers, count).run()):
                    plain[channel].append(lag)
    for channel, name in NAMES.items():
        report.row(f"{name}: p50 / p99", pair(ours[channel]), f"plain client: {pair(plain[channel])}")
    lags, others = sum(ours.values(), []), sum(plain.values(), [])
    worst = percentile(lags, 0.99)
    report.row(f"all {len(lags):,} messages: p50 / p99", pair(lags), f"plain client: {pair(others)}", f"{number(worst / percentile(others, 0.99))} ×", "p99 < 1,000 ms", worst < 1000)


def pair(lags):
    return f"{number(percentile(lags, 0.5))} / {number(percentile(lags, 0.99))} ms"


def reach(town, server, turn):
    """(channel, milliseconds) of each message about a burst of critical results."""
    client = Client(server.port, town.keys["administrator"])
    codes = [kit["kitCode"] for kit in town.setting.fairkit_json("kit", "new", "--data", town.path, "--count", str(town.count))["items"]]
    for code, patient in zip(codes, town.patients):
        ask(client, f"{API}/test-kits/register", {"barcode": code, "profileId": patient["profile"]})
    time.sleep(2)
    town.providers.messages()
    burst = Burst(server.port, town.keys["laboratory"], f"{API}/results", [critical(f"R-{turn}-{place}", code) for place, code in enumerate(codes)], BURST).run()
    started = {}
    for place, answer in enumerate(burst.expect(201)):
        sent = burst.sent[place]
        for key in (answer["id"], answer["alertId"], town.patients[place]["phone"], town.patients[place]["email"], town.patients[place]["device"]):
            started[key] = sent
    lags, deadline, wanted = [], time.monotonic() + PATIENCE, 4 * town.count
    while len(lags) < wanted:
        if time.monotonic() > deadline:
            raise RuntimeError(f"{wanted - len(lags)} of {wanted} messages did not arrive within {PATIENCE} s")
        time.sleep(0.5)
        for channel, at, message in town.providers.messages():
            if (begin := which(channel, message, started)) is not None:
                lags.append((channel, (at - begin) * 1000))
    return lags


def which(channel, message, started):
    """When the result that a message is about was posted; None: it is about something else."""
    if channel == "fcm":
        return started.get(json.loads(message)["message"]["token"])
    if channel == "apns":
        return next((started[one.decode()] for one in ID.findall(message) if one.decode() in started), None)
    to, text = read(channel, message)
    if to in started:
        return started[to] if "820" in text else None
    return next((started[one.decode()] for one in ID.findall(text.encode()) if one.decode() in started), None)


class Plain:
    """A client that sends as many messages of the same kinds, and does nothing else."""

    def __init__(self, providers, count):
        self.providers, self.count, self.sent = providers, count, {}

    async def run(self):
        """(channel, milliseconds) of each message."""
        self.providers.messages()
        halves = (self.count + 1) // 2
        await asyncio.gather(self._push("apns", self.count - halves), self._push("fcm", halves), self._post(), self._mail())
        found = []
        while len(found) < 4 * self.count:
            await asyncio.sleep(0.2)
            for channel, at, message in self.providers.messages():
                place = int(re.search(rb"place-(\d+)-", message)[1])
                found.append((channel, (at - self.sent[channel, place]) * 1000))
        return found

    async def _moments(self, channel, count):
        """Yields places, each at its moment of the second."""
        begin = time.monotonic()
        for place in range(count):
            await asyncio.sleep(max(0, begin + place * BURST / count - time.monotonic()))
            self.sent[channel, place] = time.monotonic()
            yield place

    async def _push(self, channel, count):
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        tls.load_verify_locations(f"{self.providers.folder}/authority.pem")
        tls.set_alpn_protocols(["h2"])
        reader, writer = await asyncio.open_connection("localhost", self.providers.ports[channel], ssl=tls)
        writer.write(PREFACE + frame(SETTINGS, 0, 0, GREETING[0]) + frame(WINDOW_UPDATE, 0, 0, GREETING[1]))
        drained = asyncio.create_task(_drain(reader))
        async for place in self._moments(channel, count):
            body = b'{"place":"place-%d-","text":"%s"}' % (place, b"x" * 500)
            # `:method: POST`, `:scheme: https` and `:path: /` of HPACK's static table.
            writer.write(frame(HEADERS, END_HEADERS, 2 * place + 1, b"\x83\x87\x84") + frame(DATA, END_STREAM, 2 * place + 1, body))
        await writer.drain()
        await asyncio.sleep(0.5)
        drained.cancel()
        writer.close()

    async def _each(self, channel, count, connections, open_one, say):
        waiting = asyncio.Queue()

        async def work():
            pair = await open_one()
            while (place := await waiting.get()) is not None:
                await say(*pair, place)
            pair[1].close()

        workers = [asyncio.create_task(work()) for _ in range(connections)]
        async for place in self._moments(channel, count):
            waiting.put_nowait(place)
        for _ in workers:
            waiting.put_nowait(None)
        await asyncio.gather(*workers)

    async def _post(self):
        async def say(reader, writer, place):
            body = b"To=%%2B1555&Body=place-%d-" % place
            writer.write(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readexactly(int(re.search(rb"Content-Length: (\d+)", head)[1]))

        await self._each("sms", self.count, 16, lambda: asyncio.open_connection("127.0.0.1", self.providers.ports["sms"]), say)

    async def _mail(self):
        async def open_one():
            reader, writer = await asyncio.open_connection("127.0.0.1", self.providers.ports["email"])
            await reader.readline()
            return reader, writer

        async def say(reader, writer, place):
            text = b"Subject: place-%d-\r\n\r\n%s\r\n." % (place, b"x" * 500)
            for line in (b"MAIL FROM:<a@example.org>", b"RCPT TO:<b@example.org>", b"DATA", text):
                writer.write(line + b"\r\n")
                await reader.readline()

        # A patient's and a clinician's.
        await self._each("email", 2 * self.count, 24, open_one, say)


async def _drain(reader):
    while await reader.read(65536):
        pass
