"""The queue under repeated kill -9, and with consumers that reuse every token they ever had."""

import itertools
import json
import random
import subprocess
import time

from alerts import GROUPS, Group, events, made, raised, switch
from fairkit import BINARY, command, problem, surroundings
from model import Journal
from trials import tries

ROUNDS = tries("FAIRKIT_CRASH_ROUNDS", 3)
STEPS = tries("FAIRKIT_TOKEN_STEPS", 400)


def killed_while_starting(store, dice):
    """Starts a server and kills it, most often before it serves."""
    line = [BINARY, "serve", "--data", str(store.path), "--port", "0"]
    process = subprocess.Popen(line, env=surroundings({}, line), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(dice.uniform(0, 0.15))
    process.kill()
    process.wait(20)


def enough(journal):
    """Whether there is something of each kind to lose."""
    corrected = sum(version == 2 for _, version in journal.results)
    return min(len(journal.raised), len(journal.acked), len(journal.kits)) > ROUNDS and corrected > ROUNDS / 2


def test_rounds_of_kill_nine_keep_every_promise(fresh):
    """Under results, corrections, kits and the whole queue, and every fifth round while the server starts."""
    made(fresh, "paging", maxInFlight=20)
    journal, dice = Journal(fresh), random.Random(4)
    for round in range(5 * ROUNDS):
        journal.run(dice.uniform(0.05, 0.4))
        if round % 5 == 0:
            killed_while_starting(fresh.store, dice)
        journal.verify()
        fresh.start()
        for number, (token, at) in random.sample(sorted(journal.acked.items()), min(3, len(journal.acked))):
            said = [Group(fresh, group).ack(token)[0] for group in ("default", "paging")]
            again = {"token": token, "deliveryId": str(number), "state": "acked", "ackedAt": at}
            assert again in said and {"token": token, "code": "not-found"} in said
        if round % 10 == 9 or round >= ROUNDS - 1:
            assert json.loads(command("db", "check", "--data", fresh.store.path, "--json").stdout)["sound"]
            assert json.loads(command("audit", "verify", "--data", fresh.store.path, "--json").stdout)["sound"]
        # A busy machine does less in a round.
        if round >= ROUNDS - 1 and enough(journal):
            break
    assert enough(journal)
    assert len({token for token, _ in journal.acked.values()}) == len(journal.acked)
    # A thousand rounds make hundreds of pages, more than the rate of lists.
    fresh.server.stop()
    fresh.start(FAIRKIT_RATE_ALERT_LISTS="off")
    assert [event["number"] for event in events(fresh.consumer)] == list(range(1, journal.last + 1))


class Model:
    """One group's queue in memory. Leases are long and there are no delays, so that time has no effect."""

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


def test_stale_and_foreign_tokens_never_have_an_effect(fresh):
    """Two consumers of two groups show tokens at random, new, old, each other's and made up; a model says what happens."""
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_RATE_ALERT_LISTS="off")
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
        """A token of some kind, and its owner in the model; None: it has no owner."""
        kind = dice.choice(["newest", "newest", "any", "any", "tampered", "random"])
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
