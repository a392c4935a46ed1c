"""A mixed load that runs until the server stops, and a journal of its responses, against which any copy of the store is checked."""

import collections
import contextlib
import datetime
import itertools
import json
import os
import random
import shutil
import signal
import threading
import time

import httpx

import databases
from alerts import Group, ahead
from fairkit import command
from kits import kit_code

# What an event makes of a delivery: from which states, to which.
MOVES = {
    "backfilled": ({None}, "pending"),
    "leased": ({"pending"}, "leased"),
    "extended": ({"leased"}, "leased"),
    "released": ({"leased"}, "pending"),
    "expired": ({"leased"}, "pending"),
    "acked": ({"leased"}, "acked"),
    "parked": ({"pending"}, "parked"),
    "stuck": ({"pending"}, "pending"),
}


def milliseconds(text):
    return round(datetime.datetime.fromisoformat(text).timestamp() * 1000)


def column(connection, query):
    return [cell for (cell,) in connection.execute(query)]


class Consumer:
    """Claims, acks, extends and releases at random until the server stops, and continues when it is back."""

    def __init__(self, journal, group, seed):
        self.journal, self.group, self.name, self.dice = journal, group, f"{group} {seed}", random.Random(seed)
        self.held = []  # items, each with the calls in `doubt` that were not answered

    def work(self, client):
        group = Group(None, self.group, client)
        for _ in self.journal.turns():
            asked = self.dice.choice([5, 5, 60])
            items = group.claim(self.dice.randint(1, 4), leaseSeconds=asked, consumer=self.name)
            for item in items:
                self.journal.note("leased", delivery=int(item["deliveryId"]), token=item["token"], until=item["leaseExpiresAt"])
            self.held += [{**item, "doubt": set()} for item in items]
            self.dice.shuffle(self.held)
            for item in self.held[: self.dice.randint(0, 4)]:
                self._settle(group, item, self.dice.choices(["ack", "release", "extend"], [6, 2, 1])[0])

    def _settle(self, group, item, call):
        more = {"ack": {}, "release": {"delaySeconds": self.dice.randint(0, 2)}, "extend": {"leaseSeconds": 5}}[call]
        unanswered = set(item["doubt"])
        item["doubt"].add(call)
        number = int(item["deliveryId"])
        self.journal.note("asked", delivery=number, token=item["token"])
        response = group.post(call, token=item["token"], **more)
        body = response.json()
        if response.status_code == 409:
            over = ahead(item["leaseExpiresAt"]) <= 0
            # What was not answered may have been done: given back, settled, or extended to an earlier end.
            assert body["code"] == "stale-lease" and (over or unanswered), f"{call} was refused, but nothing had ended the lease: {body}"
            self.held.remove(item)
            return
        assert response.status_code == 200, response.text
        if call == "extend":
            item["leaseExpiresAt"] = body["leaseExpiresAt"]
            item["doubt"].discard(call)
            self.journal.note("leased", delivery=number, token=item["token"], until=body["leaseExpiresAt"])
            return
        self.held.remove(item)
        if call == "ack":
            self.journal.note("acked", delivery=number, token=item["token"], at=body["ackedAt"])


class Journal:
    """What was answered, and what the events say became of each delivery."""

    def __init__(self, world, keep=None, seed=0, environment=None):
        """`keep` takes each note as it is made, under the lock that keeps them in order; `environment` is what commands run in."""
        self.environment = environment or {}
        self.world, self.keep, self.lock, self.over = world, keep, threading.Lock(), threading.Event()
        self.raised, self.acked, self.surprises = set(), {}, []
        self.results, self.kits, self.keys, self.ending, self.revoked, self.tenants = {}, {}, {}, set(), set(), {}
        # By delivery: the ends that were answered for each of its tokens; and what was asked about which token.
        self.leases, self.asked = collections.defaultdict(lambda: collections.defaultdict(set)), collections.defaultdict(set)
        self.consumers = [Consumer(self, group, seed + place) for place, group in enumerate(["default", "paging"] * 2)]
        self.last, self.states, self.attempts, self.leased = 0, {}, collections.Counter(), collections.Counter()

    def note(self, kind, **fact):
        with self.lock:
            if self.keep:
                self.keep({"kind": kind, **fact})
            getattr(self, f"_{kind}")(**fact)

    def _result(self, id, value, version, alert=None):
        self.results[id, version] = value
        if alert:
            self.raised.add(alert)

    def _kit(self, id, code):
        self.kits[id] = code

    def _key(self, id, key):
        self.keys[id] = key

    def _ending(self, id):
        self.ending.add(id)

    def _revoked(self, id):
        self.revoked.add(id)

    def _tenant(self, name, key):
        self.tenants[name] = key

    def _asked(self, delivery, token):
        self.asked[delivery].add(token)

    def _leased(self, delivery, token, until):
        self.leases[delivery][token].add(milliseconds(until))

    def _acked(self, delivery, token, at):
        assert self.acked.setdefault(delivery, (token, at)) == (token, at), "acked twice"

    def run(self, seconds, operator=False):
        """A load of all clients, with a kill in the middle."""
        self.begin(operator)
        time.sleep(seconds)
        assert self.world.server.stop(signal.SIGKILL) == -signal.SIGKILL
        self.end()

    def begin(self, operator=False):
        """Starts the load; with an operator, keys and tenants are made beside it by commands."""
        works = [("consumer", each.work) for each in self.consumers] + [("laboratory", self._post), ("clinician", self._register)]
        self.over.clear()
        self.threads = [threading.Thread(target=self._until_it_goes, args=work, daemon=True) for work in works]
        if operator:
            self.threads.append(threading.Thread(target=self._operate, daemon=True))
        for thread in self.threads:
            thread.start()

    def turns(self):
        """Counts until the load is to end while the server lives."""
        return itertools.takewhile(lambda _: not self.over.is_set(), itertools.count())

    def end(self):
        """Ends the load, if the server is not gone."""
        self.over.set()
        for thread in self.threads:
            thread.join(60)
            assert not thread.is_alive(), "a client got neither an answer nor an end"
        assert not self.surprises, self.surprises[:3]

    def _until_it_goes(self, role, work):
        with contextlib.suppress(httpx.TransportError), self.world.server.client(self.world.keys[role]) as client:
            try:
                work(client)
            except httpx.TransportError:
                raise
            except BaseException as surprise:
                self.surprises.append(repr(surprise))

    def _post(self, client):
        """Results before their kits, and corrections of them."""
        for turn in self.turns():
            value, more = (150, {"genotype": "ZZ"}) if turn % 2 else (820, {})
            body = client.result(kit_code(), value, status=202, **more)
            self.note("result", id=body["id"], value=value, version=1, alert=body["alertId"])
            if turn % 4 == 0:
                level = {"value": 830 + turn % 100, "unit": "mg/dL"}
                body = client.ask(201, "POST", f"/api/v1/results/{body['id']}/corrections", json={"reason": "mixed up", "level": level})
                self.note("result", id=body["id"], value=level["value"], version=2)

    def _register(self, client):
        """Kits, and the results of every third."""
        with self.world.server.client(self.world.keys["laboratory"]) as laboratory:
            for turn in self.turns():
                code = kit_code()
                self.note("kit", id=client.register(code, profile=self.world.profiles["patient"])["id"], code=code)
                if turn % 3 == 0:
                    body = laboratory.result(code, 820)
                    self.note("result", id=body["id"], value=820, version=1, alert=body["alertId"])

    def _operate(self):
        """Keys, of which every second is revoked, and tenants with a key of their own. Without a server, a command opens the store itself."""

        def run(*words):
            return command(*words, "--data", self.world.store.path, **self.environment).stdout

        def made(*more):
            return json.loads(run("key", "create", "--role", "administrator", "--name", "n", "--json", *more))

        with contextlib.suppress(AssertionError):
            for turn in self.turns():
                key = made()
                self.note("key", id=key["id"], key=key["key"])
                if turn % 2:
                    self.note("ending", id=key["id"])
                    run("key", "revoke", key["id"])
                    self.note("revoked", id=key["id"])
                if turn % 4 == 0:
                    name = f"tenant-{len(self.tenants)}-{time.monotonic_ns()}"
                    run("tenant", "create", name)
                    self.note("tenant", name=name, key=made("--tenant", name)["key"])

    def verify(self):
        """Asserts, with another SQLCipher, that the files agree with all that was answered, and with their own history."""
        connection = self.world.store.witness()
        copies = [] if databases.IN_USE else [path for _, _, path in connection.execute("PRAGMA database_list")]
        try:
            self._verify_facts(connection)
            self._verify_queue(connection)
        finally:
            connection.close()
            for copy in copies:
                shutil.rmtree(os.path.dirname(copy))

    def _verify_facts(self, connection):
        hexed = lambda id: id.replace("-", "")
        levels = {(id.hex(), number): level for id, number, level in connection.execute("SELECT result_id, number, level FROM result_version")}
        lost = {key for key, value in self.results.items() if levels.get((hexed(key[0]), key[1])) != value * 1000}
        assert not lost, f"answered results are gone or altered: {lost}"
        flagged = "SELECT count(*) FROM result_version v WHERE flag = 'HH' AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.result_id = v.result_id)"
        assert column(connection, flagged) == [0], "a critical result without an alert"
        kits = {id.hex(): code for id, code in connection.execute("SELECT id, code FROM kit")}
        # A database has the codes sealed.
        answered = {hexed(id): kits.get(hexed(id)) if databases.IN_USE else code for id, code in self.kits.items()}
        assert answered.items() <= kits.items(), "an answered kit is gone"
        keys = {id.hex(): revoked for id, revoked in connection.execute("SELECT id, revoked_at FROM api_key")}
        assert {hexed(id) for id in self.keys} <= keys.keys(), "an answered key is gone"
        assert all(keys[hexed(id)] for id in self.revoked), "a revoked key is good again"
        assert column(connection, "SELECT count(*) FROM audit WHERE number > (SELECT count(*) FROM audit)") == [0], "the audit has a gap"

    def _verify_queue(self, connection):
        columns = "number, alert_id, group_id, state, attempts, acked_at, lease_expires_at, token"
        rows = {row[0]: row[1:] for row in connection.execute(f"SELECT {columns} FROM delivery")}
        columns = "number, alert_id, delivery, kind, reason"
        happened = connection.execute(f"SELECT {columns} FROM alert_event WHERE number > {self.last} ORDER BY number").fetchall()
        alerts = set(column(connection, "SELECT id FROM alert"))
        of = collections.defaultdict(list)
        for number, (alert, group, *_) in rows.items():
            of[alert].append((group, number))
        assert {bytes.fromhex(id.replace("-", "")) for id in self.raised} <= alerts, "an answered alert is gone"
        assert all(len({group for group, _ in of[alert]}) == len(of[alert]) == 2 for alert in alerts), "not one delivery for each group"

        assert [event[0] for event in happened] == list(range(self.last + 1, self.last + 1 + len(happened))), "the history has a gap"
        self.last += len(happened)
        for _, alert, delivery, kind, reason in happened:
            if kind == "raised":
                self.states |= {number: "pending" for _, number in of[alert]}
            if delivery is None:
                continue
            allowed, after = MOVES[kind]
            assert self.states[delivery] in allowed, f"{delivery} was {self.states[delivery]} and was {kind}"
            self.states[delivery] = after
            self.leased[delivery] += kind == "leased"
            self.attempts[delivery] += kind in ("released", "expired") and reason != "connection closed"
        assert {number: (state, attempts) for number, (_, _, state, attempts, *_) in rows.items()} == {
            number: (state, self.attempts[number]) for number, state in self.states.items()
        }
        for number, (_, _, state, _, acked, expires, token) in rows.items():
            assert (acked is not None, expires is not None) == (state == "acked", state == "leased")
            assert token or state == "pending"
            self._verify_lease(number, state, f"{number}.{token.hex()}" if token else None, expires)
        for number, (token, at) in self.acked.items():
            _, _, state, _, acked, _, secret = rows[number]
            assert (state, f"{number}.{secret.hex()}") == ("acked", token), "an answered ack is lost, or by another token"
            assert milliseconds(at) == acked, "acked at another time"

    def _verify_lease(self, number, state, token, expires):
        """An answered lease is there with its token and its end, unless another came after it, or a call about it was not answered."""
        known = self.leases.get(number, {})
        assert self.leased[number] >= len(known), "an answered lease is gone"
        if state == "leased" and self.leased[number] == len(known):
            assert token in known, "leased by a token that was never answered"
            assert expires in known[token] or token in self.asked[number], "a lease ends at another time than was answered"
