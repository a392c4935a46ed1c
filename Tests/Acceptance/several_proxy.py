"""A proxy between each FairKit server and PostgreSQL, which breaks connections: between statements of a transaction, and around a commit.

It is a process of its own: `several_proxy.py SOCKET SEED FOLDER…` listens in each folder as if PostgreSQL did. Lines of JSON on its standard
input tell it what to do; when that ends, it ends. It prints how often it did what.
"""

import asyncio
import collections
import json
import random
import struct
import sys

# How likely a commit meets each fate, and how likely a connection breaks at a message inside a transaction.
FATES = {"lost before it": 0.004, "answer lost": 0.004, "late": 0.004}
BREAK = 0.0006
# A request to cancel is a connection of its own, without messages.
CANCEL = 80877102


def messages(data):
    """(start, end, type, body) of each whole message."""
    at = 0
    while at + 5 <= len(data):
        end = at + 1 + struct.unpack_from("!I", data, at + 1)[0]
        if end > len(data):
            return
        yield at, end, data[at : at + 1], data[at + 5 : end]
        at = end


class Link:
    """One connection of a server, and its own to PostgreSQL."""

    def __init__(self, place, client, backend):
        self.place, self.client, self.backend = place, client, backend
        self.commits, self.is_open, self.swallows, self.is_alone = set(), False, False, False

    def cut(self):
        for _, writer in (self.client, self.backend):
            writer.transport.abort()

    def is_commit(self, kind, body):
        """Whether a message of the client commits: as a text, or as a prepared statement."""
        if kind == b"Q":
            return body.startswith(b"COMMIT")
        name, _, rest = body.partition(b"\0")
        if kind == b"P":
            (self.commits.add if rest.startswith(b"COMMIT") else self.commits.discard)(name)
        return kind == b"B" and rest.partition(b"\0")[0] in self.commits

    async def forward(self):
        """What the client sends."""
        reader, writer = self.client[0], self.backend[1]
        head = await reader.readexactly(8)
        length, version = struct.unpack("!II", head)
        writer.write(head + await reader.readexactly(length - 8))
        if version == CANCEL:
            return await writer.drain()
        kept = b""
        while data := await reader.read(65536):
            await self.place.flows.wait()
            kept += data
            end = 0
            for start, end, kind, body in messages(kept):
                if self.is_commit(kind, body) and (fate := self.place.fate()):
                    return await self.meet(fate, kept, start)
                if self.is_open and kind in b"QB" and self.place.breaks():
                    writer.write(kept[:start])
                    return
            writer.write(kept[:end])
            kept = kept[end:]
            await writer.drain()

    async def meet(self, fate, data, start):
        writer = self.backend[1]
        if fate == "lost before it":
            return writer.write(data[:start])
        if fate == "answer lost":
            self.swallows = True
            writer.write(data)
            return await asyncio.sleep(10)
        # The FairKit server has lost the connection before its commit arrives.
        self.is_alone = True
        self.client[1].transport.abort()
        writer.write(data[:start])
        await asyncio.sleep(self.place.dice.uniform(0.005, 0.5))
        self.swallows = True
        writer.write(data[start:])
        await asyncio.sleep(10)

    async def answer(self):
        """What PostgreSQL answers."""
        reader, writer = self.backend[0], self.client[1]
        kept = b""
        while data := await reader.read(65536):
            await self.place.flows.wait()
            kept += data
            end = 0
            for _, end, kind, body in messages(kept):
                if kind == b"Z":
                    self.is_open = body == b"T"
                if self.swallows and kind == b"C" and body == b"COMMIT\0":
                    return
            if not self.is_alone:
                writer.write(kept[:end])
                await writer.drain()
            kept = kept[end:]


class Place:
    """Where one server finds PostgreSQL."""

    def __init__(self, folder, target, seed):
        self.folder, self.target, self.dice, self.links, self.counts = folder, target, random.Random(seed), set(), collections.Counter()
        self.is_rough, self.refuses, self.flows = False, False, asyncio.Event()
        self.flows.set()

    def fate(self):
        drawn = self.dice.random()
        for fate, likely in FATES.items():
            if self.is_rough and drawn < likely:
                self.counts[fate] += 1
                return fate
            drawn -= likely

    def breaks(self):
        is_broken = self.is_rough and self.dice.random() < BREAK
        self.counts["broken in a transaction"] += is_broken
        return is_broken

    async def listen(self):
        await asyncio.start_unix_server(self.connect, f"{self.folder}/.s.PGSQL.5432")

    async def connect(self, *client):
        await self.flows.wait()
        if self.refuses:
            return client[1].transport.abort()
        link = Link(self, client, await asyncio.open_unix_connection(self.target))
        self.links.add(link)
        ways = [asyncio.ensure_future(way) for way in (link.forward(), link.answer())]
        # If one direction ends, so does the other.
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        link.cut()
        self.links.discard(link)

    def do(self, what):
        """cut: all connections, now; hold, flow: nothing passes; refuse, allow: new connections; rough, calm."""
        if what in ("cut", "refuse"):
            for link in self.links:
                link.cut()
        if what in ("hold", "flow"):
            (self.flows.clear if what == "hold" else self.flows.set)()
        self.refuses = what == "refuse" or (self.refuses and what != "allow")
        self.is_rough = what == "rough" or (self.is_rough and what != "calm")


async def serve(target, seed, *folders):
    places = [Place(folder, target, f"{seed} {number}") for number, folder in enumerate(folders)]
    for place in places:
        await place.listen()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    print("{}", flush=True)
    while line := await lines.readline():
        order = json.loads(line)
        places[order["site"]].do(order["do"])
        print(json.dumps(places[order["site"]].counts), flush=True)


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:]))
