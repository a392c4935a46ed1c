"""A launch day: people sign in over some minutes, each from a place that knows them, while strangers try passwords without end."""

import asyncio
import json
import random
import time
from collections import Counter

from .people import AUTH, PASSWORD
from .server import Client, LocalClient

# The people's addresses, and the strangers'.
HOME, ELSEWHERE = "10.0.{}.{}", "172.{}.{}.{}"


class People:
    """Accounts of patients, each made at an address of its own, which is a known place from then on."""

    def __init__(self, port, path, administrator, count, password=PASSWORD):
        self.password = password
        self.places = {}
        asks, local = Client(port, administrator), LocalClient(f"{path}/control.sock")
        for number in range(count):
            email, place = f"person{number}@example.org", HOME.format(number // 250, number % 250 + 1)
            record = {"name": {"given": "Amina", "family": "Odhiambo"}, "birthDate": "1980-02-29", "contact": {"email": email}}
            profile = _ask(asks, "/api/v1/profiles", record)["id"]
            _ask(asks, "/api/v1/accounts/invitations", {"email": email, "role": "patient", "profileId": profile})
            _, mails = local.ask("GET", "/local/outbox?limit=1")
            _, mail = local.ask("GET", f"/local/outbox/{mails['items'][0]['id']}")
            token = next(word for word in mail["text"].split() if word.startswith("fi_"))
            person = Client(port)
            person.headers["X-Forwarded-For"] = place
            _ask(person, f"{AUTH}/confirm", {"token": token, "password": password})
            self.places[email] = place


def _ask(client, path, body):
    status, answer = client.ask("POST", path, body)
    if status not in (200, 201):
        raise RuntimeError(f"{path}: {status} {answer}")
    return answer


class LaunchDay:
    """What came of it, once it has run.

    Each person signs in once, at a moment of their own; strangers come at an even rate, half of them with the people's addresses of mail.
    """

    def __init__(self, port, people, seconds, strangers, seed=1):
        """strangers: a second"""
        self.port, self.people, self.seconds, self.strangers = port, people, seconds, strangers
        self.random = random.Random(seed)
        # What people and strangers were answered, and how long the people who were let in waited.
        self.answers, self.refusals, self.waits = Counter(), Counter(), []

    def run(self):
        asyncio.run(self._run())
        return self

    async def _run(self):
        begin, end = time.monotonic(), time.monotonic() + self.seconds
        moments = [(begin + self.random.uniform(0, self.seconds), email) for email in self.people.places]
        flood = asyncio.create_task(self._flood(end))
        await asyncio.gather(*(self._sign_in(moment, email) for moment, email in moments))
        await flood

    async def _sign_in(self, moment, email):
        await asyncio.sleep(max(0, moment - time.monotonic()))
        began = time.monotonic()
        answer = await self._login(email, self.people.password, self.people.places[email])
        self.answers[answer] += 1
        if answer == "200":
            self.waits.append(time.monotonic() - began)

    async def _flood(self, end):
        known, tasks, sent, begin = list(self.people.places), set(), 0, time.monotonic()
        while (now := time.monotonic()) < end:
            while sent < (now - begin) * self.strangers:
                sent += 1
                email = self.random.choice(known) if sent % 2 else f"stranger{sent}@example.org"
                place = ELSEWHERE.format(*(self.random.randrange(1, 250) for _ in range(3)))
                task = asyncio.create_task(self._try(email, place))
                tasks.add(task)
                task.add_done_callback(tasks.discard)
            await asyncio.sleep(0.005)
        await asyncio.gather(*tasks)

    async def _try(self, email, place):
        self.refusals[await self._login(email, "guess after guess after guess", place)] += 1

    async def _login(self, email, password, place):
        """`200`, the code of a problem, or the name of what failed."""
        body = json.dumps({"email": email, "password": password}).encode()
        head = f"POST {AUTH}/login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {place}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
            writer.write(head.encode() + body)
            received = await asyncio.wait_for(reader.read(), 60)
            writer.close()
        except (OSError, asyncio.TimeoutError) as error:
            return type(error).__name__
        line, _, rest = received.partition(b"\r\n")
        if b" 200 " in line:
            return "200"
        return json.loads(rest.partition(b"\r\n\r\n")[2])["code"] if rest else "closed"
