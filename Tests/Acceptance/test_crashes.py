"""The queue under kill -9, round after round, and under consumers who show every token that they ever had."""

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

from alerts import GROUPS, Group, events, made, raised, switch
from fairkit import command, problem
from kits import kit_code
from test_leases import ahead

ROUNDS = int(os.environ.get("FAIRKIT_CRASH_ROUNDS", "40"))
STEPS = 3000
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


class Consumer:
    """Claims, acks, extends and releases as it likes, until the server goes away, and goes on when it is there again."""

    def __init__(self, journal, group, seed):
        self.journal, self.group, self.name, self.dice = journal, group, f"{group} {seed}", random.Random(seed)
        self.held = []  # items, each with the calls in `doubt` that were not answered

    def work(self, client):
        group = Group(None, self.group, client)
        while True:
            asked = self.dice.choice([5, 5, 60])
            items = group.claim(self.dice.randint(1, 4), leaseSeconds=asked, consumer=self.name)
            self.held += [{**item, "doubt": set()} for item in items]
            self.dice.shuffle(self.held)
            for item in self.held[: self.dice.randint(0, 4)]:
                self._settle(group, item, self.dice.choices(["ack", "release", "extend"], [6, 2, 1])[0])

    def _settle(self, group, item, call):
        more = {"ack": {}, "release": {"delaySeconds": self.dice.randint(0, 2)}, "extend": {"leaseSeconds": 5}}[call]
        unanswered = set(item["doubt"])
        item["doubt"].add(call)
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
            return
        self.held.remove(item)
        if call == "ack":
            before = self.journal.acked.setdefault(int(item["deliveryId"]), (item["token"], body["ackedAt"]))
            assert before == (item["token"], body["ackedAt"]), "acked twice"


class Journal:
    """What was answered, and what the events say became of each delivery."""

    def __init__(self, world):
        self.world = world
        self.raised, self.acked, self.surprises = set(), {}, []
        self.consumers = [Consumer(self, group, seed) for seed, group in enumerate(["default", "paging"] * 2)]
        self.last, self.states, self.attempts = 0, {}, collections.Counter()

    def run(self, seconds):
        """A load of everybody, and a kill in its midst."""
        threads = [threading.Thread(target=self._until_it_goes, args=("consumer", each.work), daemon=True) for each in self.consumers]
        threads += [threading.Thread(target=self._until_it_goes, args=("laboratory", self._raise), daemon=True)]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        assert self.world.server.stop(signal.SIGKILL) == -signal.SIGKILL
        for thread in threads:
            thread.join(30)
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

    def _raise(self, client):
        for lesser in itertools.cycle([False, True]):
            more = {"value": 150, "genotype": "ZZ"} if lesser else {"value": 820}
            self.raised.add(client.result(kit_code(), status=202, **more)["alertId"])

    def verify(self):
        """Asserts, with another SQLCipher, that the files agree with all that was answered, and with their own history."""
        connection = self.world.store.witness()
        [(_, _, copy)] = connection.execute("PRAGMA database_list").fetchall()
        columns = "number, alert_id, group_id, state, attempts, acked_at, lease_expires_at, token"
        rows = {row[0]: row[1:] for row in connection.execute(f"SELECT {columns} FROM delivery")}
        columns = "number, alert_id, delivery, kind, reason"
        happened = connection.execute(f"SELECT {columns} FROM alert_event WHERE number > ? ORDER BY number", [self.last]).fetchall()
        alerts = {id for (id,) in connection.execute("SELECT id FROM alert")}
        connection.close()
        shutil.rmtree(os.path.dirname(copy))

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
                continue
            allowed, after = MOVES[kind]
            assert self.states[delivery] in allowed, f"{delivery} was {self.states[delivery]} and was {kind}"
            self.states[delivery] = after
            self.attempts[delivery] += kind in ("released", "expired") and reason != "connection closed"
        assert {number: (state, attempts) for number, (_, _, state, attempts, *_) in rows.items()} == {
            number: (state, self.attempts[number]) for number, state in self.states.items()
        }
        for _, _, state, _, acked, expires, token in rows.values():
            assert (acked is not None, expires is not None) == (state == "acked", state == "leased")
            assert token or state == "pending"
        for number, (token, at) in self.acked.items():
            _, _, state, _, acked, _, secret = rows[number]
            assert (state, f"{number}.{secret.hex()}") == ("acked", token), "an answered ack is lost, or by another token"
            assert datetime.datetime.fromisoformat(at).timestamp() == acked / 1000, "acked at another time"


def test_rounds_of_kill_nine_keep_every_promise_of_the_queue(fresh):
    made(fresh, "paging", maxInFlight=20)
    journal, dice = Journal(fresh), random.Random(4)
    for round in range(ROUNDS):
        journal.run(dice.uniform(0.05, 0.4))
        journal.verify()
        fresh.start()
        for number, (token, at) in random.sample(sorted(journal.acked.items()), min(3, len(journal.acked))):
            said = [Group(fresh, group).ack(token)[0] for group in ("default", "paging")]
            again = {"token": token, "deliveryId": str(number), "state": "acked", "ackedAt": at}
            assert again in said and {"token": token, "code": "not-found"} in said
        if round % 10 == 9:
            assert json.loads(command("db", "check", "--data", fresh.store.path, "--json").stdout)["sound"]
    assert len(journal.raised) > 3 * ROUNDS and len(journal.acked) > 3 * ROUNDS
    assert len({token for token, _ in journal.acked.values()}) == len(journal.acked)
    assert [event["number"] for event in events(fresh.consumer)] == list(range(1, journal.last + 1))


class Model:
    """One group's queue in memory. Leases are long and delays are none, so that time does nothing."""

    def __init__(self, name, max_in_flight):
        self.name, self.max_in_flight = name, max_in_flight
        self.deliveries = []

    def add(self, alert, band, place):
        known = {"alert": alert, "band": band, "lane": int(band > 0), "rank": place + (10**9 if band == 2 else 0)}
        self.deliveries.append({**known, "state": "pending", "deliveryAttempts": 0, "replay": False, "id": None, "token": None, "consumer": None, "at": None})

    def claimed(self, consumer, limit):
        """What a consumer would get."""
        found = []
        for lane in (0, 1):
            leased = sum(each["state"] == "leased" and each["consumer"] == consumer and each["lane"] == lane for each in self.deliveries)
            pending = sorted((each for each in self.deliveries if each["state"] == "pending" and each["lane"] == lane), key=lambda each: each["rank"])
            found += pending[: max(0, min(self.max_in_flight - leased, limit - len(found)))]
        return found


def test_no_old_or_foreign_token_ever_does_anything(fresh):
    """Two consumers of two groups show tokens at random, new, old, each other's and made up; a model says what happens."""
    switch(fresh, "severe-low").raise_for_status()
    for member in ("maxInFlight", "criticalMaxInFlight"):
        fresh.administrator.patch(f"{GROUPS}/default", json={member: 4}).raise_for_status()
    made(fresh, "second", maxInFlight=6, criticalMaxInFlight=6)
    models = [Model("default", 4), Model("second", 6)]
    dice, shown, places = random.Random(11), [], itertools.count()
    happened = len(events(fresh.consumer))
    refused = accepted = 0

    def count(*kinds):
        """Asserts that exactly these events have come."""
        nonlocal happened
        new = fresh.consumer.ask(200, "GET", "/api/v1/alerts/events", params={"after": happened, "limit": 100})["items"]
        assert [event["event"] for event in new] == list(kinds)
        happened += len(new)

    def come():
        band = dice.choice([0, 1, 2])
        [alert] = raised(fresh, band)
        place = next(places)
        for model in models:
            model.add(alert, band, place)
        count("raised")

    def claim():
        model, consumer, limit = dice.choice(models), dice.choice("ab"), dice.randint(1, 3)
        expected = model.claimed(consumer, limit)
        items = Group(fresh, model.name).claim(limit, leaseSeconds=900, consumer=consumer)
        got = [(item["alertId"], item["deliveryAttempts"], item["replay"]) for item in items]
        assert got == [(each["alert"], each["deliveryAttempts"], each["replay"]) for each in expected]
        for each, item in zip(expected, items):
            assert each["id"] in (None, item["deliveryId"])
            each |= {"state": "leased", "token": item["token"], "consumer": consumer, "id": item["deliveryId"]}
            shown.append((model, each, item["token"]))
        count(*["leased"] * len(items))

    def token():
        """A token of some kind, and whose it is in which model; None: nobody's."""
        kind = dice.choice(["newest", "newest", "any", "any", "tampered", "nobody's"])
        model, each, text = dice.choice(shown)
        if kind == "newest":
            leased = [(model, each, each["token"]) for model in models for each in model.deliveries if each["state"] == "leased"]
            return dice.choice(leased or [(model, each, text)])
        if kind == "any":
            return model, each, text
        if kind == "tampered":
            return model, each, text[:-1] + ("1" if text[-1] == "0" else "0")
        return None, None, f"{10**9 + dice.randint(0, 9)}.{text.partition('.')[2]}"

    def show():
        nonlocal refused, accepted
        call = dice.choices(["ack", "release", "extend"], [2, 7, 2])[0]
        owner, each, text = token()
        model = owner if owner and dice.random() < 0.8 else dice.choice(models)
        group = Group(fresh, model.name)
        more = {"leaseSeconds": 900} if call == "extend" else {}
        batch = call != "extend" and dice.random() < 0.3
        response = group.post(call, **({"tokens": [text]} if batch else {"token": text}), **more)
        good = model is owner and text == each["token"] and each["state"] == "leased"
        again = model is owner and text == each["token"] and each["state"] == "acked" and call == "ack"
        if not good and not again:
            refused += 1
            if batch:
                [outcome] = response.json()["items"]
                why = {"code": "stale-lease", "state": each["state"]} if model is owner else {"code": "not-found"}
                assert outcome == {"token": text, **why}
            elif model is owner:
                assert problem(response, 409, "stale-lease")["state"] == each["state"]
            else:
                problem(response, 404, "not-found")
            return count()
        accepted += 1
        body = response.raise_for_status().json()
        body = body["items"][0] if batch else body
        assert body["deliveryId"] == each["id"]
        if again:
            assert body["ackedAt"] == each["at"]
            return count()
        if call == "extend":
            return count("extended")
        if call == "ack":
            each |= {"state": "acked", "at": body["ackedAt"]}
            return count("acked")
        each["deliveryAttempts"] += 1
        each["state"] = "parked" if each["band"] and each["deliveryAttempts"] == 20 else "pending"
        assert body["state"] == each["state"]
        is_stuck = each["band"] == 0 and each["deliveryAttempts"] == 5
        return count("released", *["parked"] * (each["state"] == "parked"), *["stuck"] * is_stuck)

    def bring_back():
        model = dice.choice(models)
        chosen = dice.sample([each for each in model.deliveries if each["id"]], 2)
        path = f"{GROUPS}/{model.name}"
        parked = [each for each in chosen if each["state"] == "parked"]
        redriven = fresh.administrator.ask(200, "POST", f"{path}/redrive", json={"deliveryIds": [each["id"] for each in chosen]})["deliveryIds"]
        assert sorted(redriven) == sorted(each["id"] for each in parked)
        acked = [each for each in chosen if each["state"] == "acked"]
        replayed = fresh.administrator.ask(200, "POST", f"{path}/replay", json={"alertIds": [each["alert"] for each in chosen]})["deliveryIds"]
        assert replayed == [each["id"] for each in acked]
        for each in parked + acked:
            each |= {"state": "pending", "deliveryAttempts": 0}
        for each in acked:
            each |= {"lane": 1, "replay": True}
        count(*["redriven"] * len(parked), *["replayed"] * len(acked))

    for _ in range(8):
        come()
    for _ in range(4):
        claim()
    for _ in range(STEPS):
        dice.choices([come, claim, show, bring_back], [1, 12, 60, 2])[0]()
    assert refused > STEPS / 4 and accepted > STEPS / 8
    assert {0, 1, 5} <= {each["deliveryAttempts"] for model in models for each in model.deliveries}
    for model in models:
        for each in model.deliveries:
            if each["state"] == "acked":
                [outcome] = Group(fresh, model.name).ack(each["token"])
                assert outcome["ackedAt"] == each["at"]
    assert json.loads(command("db", "check", "--data", fresh.store.path, "--json").stdout)["sound"]
