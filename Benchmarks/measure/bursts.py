"""Many requests in a short time, at moments that do not depend on the answers."""

import asyncio
import json
import time


class Burst:
    """POSTs of one key, spread evenly over some seconds, on kept connections. `sent` and `answers` are in the order of the bodies."""

    def __init__(self, port, key, path, bodies, seconds, connections=32):
        self.port, self.path, self.bodies, self.seconds, self.connections = port, path, bodies, seconds, connections
        self.key = key
        # Of the monotonic clock: when the first byte of each was written.
        self.sent, self.answers = [0.0] * len(bodies), [None] * len(bodies)

    def run(self):
        asyncio.run(self._run())
        return self

    async def _run(self):
        waiting = asyncio.Queue()
        workers = [asyncio.create_task(self._work(waiting)) for _ in range(self.connections)]
        begin = time.monotonic()
        for place in range(len(self.bodies)):
            await asyncio.sleep(max(0, begin + place * self.seconds / len(self.bodies) - time.monotonic()))
            waiting.put_nowait((place, time.monotonic()))
        for _ in workers:
            waiting.put_nowait(None)
        await asyncio.gather(*workers)

    async def _work(self, waiting):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        while (one := await waiting.get()) is not None:
            # A request that finds all connections busy counts from the moment at which it was to be sent.
            place, self.sent[one[0]] = one
            body = json.dumps(self.bodies[place]).encode()
            head = f"POST {self.path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: {self.key}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            length = next(int(line[15:]) for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            self.answers[place] = int(answer[9:12]), json.loads(await reader.readexactly(length))
        writer.close()

    def expect(self, *statuses):
        """The bodies of the answers; an answer with another status is an error."""
        for status, answer in self.answers:
            if status not in statuses:
                raise RuntimeError(f"{self.path}: {status} {answer}")
        return [answer for _, answer in self.answers]


def today():
    return time.strftime("%Y-%m-%d", time.gmtime())


def critical(reference, code):
    """The body of a critical result."""
    return {"reference": reference, "kitCode": code, "testDate": today(), "level": {"value": 820, "unit": "mg/dL"}}
