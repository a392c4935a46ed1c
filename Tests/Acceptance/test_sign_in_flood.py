"""Two thousand people sign in at once: few passwords are checked at a time, others get 429, alerts continue, and known places can sign in."""

import asyncio
import collections
import json
import multiprocessing
import pathlib
import sys
import threading
import time

import pytest

import databases
from accounts import AUTH, LOGIN, PASSWORD, WRONG, Visitor, patient
from conftest import World
from fairkit import command, later, problem
from kits import kit_code
from wire import most_memory

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Benchmarks"))
from measure.launch import LaunchDay, People

pytestmark = [pytest.mark.long, pytest.mark.alone]

PEOPLE = 2000
SESSIONS = f"{AUTH}/sessions"
# So many of one tenant's strangers have a place, with those that are worked on.
WAITING = 32
# Megabytes of the server with two hashes of 64 MB each. Some 55 are its libraries.
HASHING = 330


@pytest.fixture
def proxied(template, tmp_path):
    """A served store behind a proxy, which says where people are. Passwords cost it what they cost."""
    world = World(template, tmp_path / "data", FAIRKIT_BEHIND_PROXY="local", REAL_SCRYPT=1)
    yield world
    assert world.server.stop() == 0
    (world.store.path / "reserve").unlink(missing_ok=True)


class Answer:
    """The response over a plain connection."""

    def __init__(self, received):
        head, _, body = received.partition(b"\r\n\r\n")
        first, *fields = head.decode().split("\r\n")
        self.status_code, self.text = int(first.split()[1]), body.decode()
        self.headers = {name.lower(): text for name, text in (field.split(": ", 1) for field in fields)}

    def json(self):
        return json.loads(self.text)


async def sign_in(line, number, email, address):
    """Sends one sign-in, and reads to the end of the connection."""
    reader, writer = line
    body = json.dumps({"email": email.format(number), "password": WRONG})
    fields = {"Host": "localhost", "X-Forwarded-For": address.format(number // 200, number % 200 + 1), "Content-Type": "application/json"}
    fields |= {"Content-Length": len(body), "Connection": "close"}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    writer.write(f"POST {LOGIN} HTTP/1.1\r\n{head}\r\n{body}".encode())
    received = await reader.read()
    writer.close()
    return Answer(received)


def flood(place, email, address="10.1.{}.{}"):
    """All of them at the same time, each on a connection that stood before; their answers."""

    async def everybody():
        host, port = place.split(":")
        lines = [await asyncio.open_connection(host, int(port)) for _ in range(PEOPLE)]
        return await asyncio.gather(*(sign_in(line, number, email, address) for number, line in enumerate(lines)))

    return asyncio.run(asyncio.wait_for(everybody(), 240))


class Flooding:
    """The same in a separate process, so that measurements show the server's time and not this interpreter's."""

    def __init__(self, server, *more):
        self.pool = multiprocessing.get_context("fork").Pool(1)
        self.answers = self.pool.apply_async(flood, (server.address, *more))

    def done(self):
        return self.answers.ready()

    def result(self):
        try:
            return self.answers.get()
        finally:
            self.pool.terminate()


def settle(world, until):
    """Raises, claims and acks critical alerts while other work runs; returns their count and the slowest time."""
    count, slowest = 0, 0
    while not until.done() or count < 20:
        began = time.monotonic()
        alert = world.laboratory.result(kit_code(), 820, status=202)["alertId"]
        (item,) = world.consumer.claim(wait=10)
        assert item["alertId"] == alert and world.consumer.ack(item["token"]).status_code == 200
        count, slowest = count + 1, max(slowest, time.monotonic() - began)
    return count, slowest


def come_and_go(person, until):
    """Signs a user in from a known place every second while other work runs; returns all responses."""
    statuses = []
    while len(statuses) < 15 and (not until.done() or not statuses):
        statuses.append(person.signed_in.login(person.email).status_code)
        time.sleep(1)
    return statuses


def quickest(world):
    """The time of a sign-in on an idle server."""
    taken = []
    for number in range(3):
        began = time.monotonic()
        problem(Visitor(world).login(f"alone{number}@example.org", WRONG), 401, "sign-in-failed")
        taken.append(time.monotonic() - began)
    return min(taken)


@pytest.mark.parametrize("email", ["person{}@example.org", "ada@example.org"], ids=["of everybody", "of one person"])
def test_two_thousand_sign_ins_from_everywhere_are_told_to_come_again_and_who_is_known_is_let_in(proxied, email):
    ada, alone = patient(proxied, "ada@example.org"), quickest(proxied)
    began = time.monotonic()
    flooding = Flooding(proxied.server, email)
    entering = later(lambda: come_and_go(ada, flooding))
    settled, slowest = settle(proxied, flooding)
    answers, took, entered = flooding.result(), time.monotonic() - began, entering.result()

    statuses = collections.Counter(answer.status_code for answer in answers)
    # For a moment more may ask the store than it takes; what is about alerts has a queue of its own.
    assert set(statuses) <= {401, 429, 503} and statuses[429] > PEOPLE / 2, statuses
    # A finished sign-in frees its place; only one sign-in per account is checked at a time.
    places = WAITING if "{}" in email else 1
    assert places <= statuses[401] <= places + 2 + 2 * took / alone, (statuses, took, alone)
    for answer in answers:
        code = problem(answer, answer.status_code, answer.json()["code"])["code"]
        assert code in {401: ["sign-in-failed"], 429: ["sign-ins-busy", "sign-in-locked"], 503: ["busy"]}[answer.status_code]
        assert answer.status_code == 401 or 1 <= int(answer.headers["retry-after"]) <= (86_400 if code == "sign-in-locked" else 60)
    assert entered == [200] * len(entered), entered
    assert settled >= 20 and slowest < 2, (settled, slowest)
    assert most_memory(proxied.server) < HASHING
    assert ada.signed_in.get("/api/v1/auth/me").status_code == 200
    failed = [line for line in proxied.server.log.splitlines() if "request failed" in line]
    # A database is asked more for each of them, and has fewer readers.
    assert len(failed) == (statuses[503] if databases.IN_USE else 0) and all("code=busy" in line for line in failed), failed


def test_two_thousand_sign_ins_from_one_address_are_held_up_by_it(proxied):
    ada = patient(proxied, "ada@example.org")
    flooding = Flooding(proxied.server, "person{}@example.org", "10.1.0.1")
    entering = later(lambda: come_and_go(ada, flooding))
    settled, slowest = settle(proxied, flooding)
    answers = flooding.result()
    codes = collections.Counter(problem(answer, answer.status_code, answer.json()["code"])["code"] for answer in answers)
    # Ten at once, and ten a minute from then on.
    assert set(codes) == {"sign-in-failed", "rate-limited"} and 10 <= codes["sign-in-failed"] <= 60, codes
    assert all(1 <= int(answer.headers["retry-after"]) <= 60 for answer in answers if answer.status_code == 429)
    assert set(entering.result()) == {200}
    assert settled >= 20 and slowest < 2, (settled, slowest)
    assert most_memory(proxied.server) < HASHING
    assert Visitor(proxied).login(ada.email, PASSWORD).status_code == 200, "from another place"


def test_accounts_that_show_their_password_again_and_again_keep_nobody_out(proxied):
    """Their owners have the right password and forty connections; others sign in to another tenant."""
    command("tenant", "create", "kisumu", "--data", proxied.store.path)
    flooders = [patient(proxied, f"nadia{number}@example.org") for number in range(2)]
    ada = patient(proxied, "ada@example.org", tenant="kisumu")
    statuses, over = collections.Counter(), threading.Event()

    def loop(tokens):
        visitor = Visitor(proxied, tokens)
        while not over.is_set():
            statuses[visitor.request("DELETE", SESSIONS, json={"password": PASSWORD}).status_code] += 1

    looping = [later(lambda tokens=flooder.tokens: loop(tokens)) for flooder in flooders for _ in range(20)]
    try:
        began, entered = time.monotonic(), []
        while time.monotonic() - began < 10:
            entered.append(Visitor(proxied, tenant="kisumu").login(ada.email).status_code)
            time.sleep(1)
        # A flooder's owner, from a new place.
        entered.append(Visitor(proxied).login(flooders[0].email, headers={"X-Forwarded-For": "203.0.113.7"}).status_code)
    finally:
        over.set()
    for one in looping:
        one.result()
    assert entered == [200] * len(entered), entered
    # Each as often as it may sign in.
    assert set(statuses) == {204, 429} and statuses[204] <= 15 * len(flooders), statuses


def test_on_a_launch_day_everybody_at_a_known_place_is_let_in(proxied):
    """The short form of the benchmark's part `signins`: 30 people in ten seconds, and 50 strangers a second."""
    port = int(proxied.server.address.split(":")[1])
    people = People(port, proxied.store.path, proxied.keys["administrator"], 30)
    day = LaunchDay(port, people, seconds=10, strangers=50).run()
    assert day.answers == {"200": 30}, (day.answers, day.refusals)
    assert "200" not in day.refusals and day.refusals["sign-ins-busy"] > 50, day.refusals
    assert max(day.waits) < 15, day.waits
    assert most_memory(proxied.server) < HASHING
