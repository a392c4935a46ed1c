"""Many lease tokens in one call; peeking at waiting deliveries; the event history; replays."""

import random
import threading
import time

import pytest

from alerts import GROUPS, Group, ahead, events, history, ids, made, raised, switch, tokens
from examples import NO_ID
from fairkit import at_once, later, problem

REPLAY = f"{GROUPS}/default/replay"


@pytest.fixture
def queue(fresh):
    """A served store in which every band below 3 has a rule."""
    switch(fresh, "severe-low").raise_for_status()
    return fresh


def replayed(world, **choice):
    return world.administrator.ask(200, "POST", REPLAY, json=choice)["deliveryIds"]


def numbers(items):
    return [item["deliveryId"] for item in items]


# Batches.


@pytest.fixture
def used(queue):
    """Unusable tokens by their fate, and one usable token."""
    group, second = Group(queue), made(queue, "second")
    raised(queue, *[2] * 6)
    parked, pending, leased, acked, good, repeated = group.claim(6, leaseSeconds=900)
    last = parked["token"]
    for attempt in range(20):
        [outcome] = group.release(last, reason=f"attempt {attempt}")
        if outcome["state"] == "pending":
            last = group.claim(leaseSeconds=900)[0]["token"]
    assert outcome["state"] == "parked"
    group.release(leased["token"])
    group.claim(leaseSeconds=900)
    group.release(acked["token"])
    group.ack(group.claim()[0]["token"])
    group.ack(repeated["token"])
    group.release(pending["token"])
    stale = {"parked": last, "pending": pending["token"], "leased": leased["token"], "acked": acked["token"]}
    foreign = second.claim(6)[-1]["token"]
    unknown = ["nonsense", "", foreign, "999999999." + "0" * 32, "-1." + "0" * 32, good["token"] + "0", f" {good['token']}"]
    return queue, group, stale, unknown, good, repeated


@pytest.mark.parametrize("call", ["ack", "release"])
def test_each_token_of_a_batch_has_its_outcome(used, call):
    queue, group, stale, unknown, good, repeated = used
    before = events(queue.consumer)
    batch = [*stale.values(), *unknown, good["token"], repeated["token"]]
    random.Random(5).shuffle(batch)
    answers = getattr(group, call)(*batch)
    assert [answer["token"] for answer in answers] == batch
    outcomes = {answer["token"]: {name: answer[name] for name in answer if name != "token"} for answer in answers}
    for state, token in stale.items():
        assert outcomes[token] == {"code": "stale-lease", "state": state}
    for token in unknown:
        assert outcomes[token] == {"code": "not-found"}
    if call == "ack":
        first = [event for event in before if event["event"] == "acked" and event["deliveryId"] == repeated["deliveryId"]]
        assert outcomes[repeated["token"]] == {"deliveryId": repeated["deliveryId"], "state": "acked", "ackedAt": first[0]["at"]}
        assert outcomes[good["token"]].pop("ackedAt") and outcomes[good["token"]] == {"deliveryId": good["deliveryId"], "state": "acked"}
    else:
        assert outcomes[repeated["token"]] == {"code": "stale-lease", "state": "acked"}
        assert outcomes[good["token"]] == {"deliveryId": good["deliveryId"], "state": "pending"}
    after = events(queue.consumer)[len(before) :]
    assert [(event["event"], event["deliveryId"]) for event in after] == [("acked" if call == "ack" else "released", good["deliveryId"])]
    for token, outcome in outcomes.items():
        alone = group.post(call, token=token)
        if outcome.get("code") == "stale-lease":
            assert problem(alone, 409, "stale-lease")["state"] == outcome["state"]
        elif "code" in outcome:
            problem(alone, 404, "not-found")


def test_a_hundred_are_settled_at_once_and_again_with_the_same_answer(queue):
    group = Group(queue)
    alerts = raised(queue, *[0] * 101)
    items = group.claim(100, leaseSeconds=60)
    assert ids(items) == alerts[:100]
    backwards = tokens(items)[::-1]
    answers = group.ack(*backwards)
    assert len({answer["ackedAt"] for answer in answers}) == 1 and numbers(answers) == numbers(items)[::-1]
    assert group.ack(*backwards) == answers
    assert [group.post("ack", token=token).json()["ackedAt"] for token in backwards[:3]] == [answer["ackedAt"] for answer in answers[:3]]
    assert ids(group.claim(100)) == alerts[100:]


def test_a_hundred_are_given_back_with_one_reason_and_delay(queue):
    group = Group(queue)
    alerts = raised(queue, *[2] * 100)
    items = group.claim(100)
    answers = group.release(*tokens(items), reason="Markerreason: the gateway is down.", delaySeconds=60)
    assert [answer["state"] for answer in answers] == ["pending"] * 100 and all(58 < ahead(answer["dueAt"]) <= 60 for answer in answers)
    assert group.claim(100) == [] and group.waiting() == []
    released = [event for event in events(queue.consumer) if event["event"] == "released"]
    assert [event["alertId"] for event in released] == alerts and all("reason" not in event for event in released)
    assert all("Markerreason: the gateway is down." in {event.get("reason") for event in history(queue.consumer, alert)} for alert in alerts[:3])


@pytest.mark.parametrize("call", ["ack", "release"])
def test_an_invalid_batch_is_refused_as_a_whole(queue, call):
    group = Group(queue)
    raised(queue, 0, 0)
    mine = tokens(group.claim(2, leaseSeconds=60))
    before = events(queue.consumer)
    refused = {
        "too many": ({"tokens": [*mine, *(f"{number}.{'0' * 32}" for number in range(99))]}, "/tokens"),
        "none": ({"tokens": []}, "/tokens"),
        "one twice": ({"tokens": [*mine, mine[0]]}, "/tokens"),
        "both": ({"token": mine[0], "tokens": mine}, "/tokens"),
        "neither": ({}, "/token"),
        "null": ({"token": None, "tokens": None}, "/token"),
    }
    for what, (body, pointer) in refused.items():
        assert [error["pointer"] for error in problem(group.post(call, **body), 422, "invalid")["errors"]] == [pointer], what
    for body in ({"tokens": [*mine, 7]}, {"tokens": [*mine, None]}, {"tokens": mine[0]}):
        [error] = problem(group.post(call, **body), 422, "invalid")["errors"]
        assert error["pointer"].startswith("/tokens")
    problem(group.post("extend", tokens=mine), 422, "invalid")
    assert events(queue.consumer) == before
    assert [answer.get("state") for answer in group.ack(*mine, *(f"{number}.x" for number in range(98)))] == ["acked"] * 2 + [None] * 98


# Peeking.


def test_peeking_shows_the_order_of_claiming_and_never_leases(queue):
    raised(queue, *random.Random(3).choices([0, 1, 2], k=25))
    group = made(queue, "paging", **{"from": "2026-01-01T00:00:00Z"})
    held = group.claim(3)
    group.release(held[2]["token"])
    group.release(held[1]["token"], delaySeconds=3600)
    group.ack(held[0]["token"])
    before = events(queue.consumer)
    shown = group.waiting(limit=100)
    assert len(shown) == 23 and all(set(item) == {"deliveryId", "deliveryAttempts", "replay", "alert"} for item in shown)
    for limit in (1, 2, 7, 22, 23, 24):
        assert group.waiting(limit=limit) == shown
    page = queue.clinician.ask(200, "GET", f"{GROUPS}/paging/waiting", params={"limit": 23})
    assert page == {"items": shown}
    assert [item["alert"] for item in shown[:3]] == [queue.clinician.ask(200, "GET", f"/api/v1/alerts/{item['alert']['id']}") for item in shown[:3]]
    assert events(queue.consumer) == before
    items = group.claim(100)
    assert [(item["deliveryId"], item["alertId"], item["deliveryAttempts"], item["replay"]) for item in items] == [
        (item["deliveryId"], item["alert"]["id"], item["deliveryAttempts"], item["replay"]) for item in shown
    ]
    assert group.waiting() == [] and Group(queue).waiting(limit=4) != []


def test_pages_go_on_where_they_were_while_others_claim(queue):
    group = Group(queue)
    alerts = raised(queue, *[0, 2] * 4)
    order = alerts[::2] + alerts[1::2]
    first = queue.consumer.ask(200, "GET", f"{GROUPS}/default/waiting", params={"limit": 3})
    assert ids(group.claim(5)) == order[:5]
    second = queue.consumer.ask(200, "GET", f"{GROUPS}/default/waiting", params={"limit": 3, "cursor": first["nextCursor"]})
    assert [item["alert"]["id"] for item in first["items"] + second["items"]] == order[:3] + order[5:] and "nextCursor" not in second
    for cursor in ("x", "-1", f"{first['nextCursor']}x"):
        problem(queue.consumer.get(f"{GROUPS}/default/waiting", params={"cursor": cursor}), 422, "invalid")


# Events.


def test_the_history_has_no_gaps_while_it_is_written(queue):
    """Consumers of two groups do as they like, alerts come, and a reader follows; afterwards each alert's own history says the same."""
    # On a busy machine the reader asks for hundreds of pages meanwhile, more than the rate of lists.
    queue.server.stop()
    queue.start(FAIRKIT_RATE_ALERT_LISTS="off")
    groups = ["default", made(queue, "paging", maxInFlight=7).name]
    busy, alerts, read = threading.Event(), [], []

    def consume(group, seed):
        dice = random.Random(seed)
        with queue.server.client(queue.keys["consumer"]) as client:
            mine, held = Group(None, group, client), []
            for _ in range(60):
                held += mine.claim(dice.randint(1, 4), consumer=f"{seed}")
                dice.shuffle(held)
                for item in held[: dice.randint(0, 3)]:
                    dice.choice([mine.ack, mine.ack, mine.release, mine.extend])(item["token"])
                held = held[-6:]

    def follow():
        with queue.server.client(queue.keys["clinician"]) as client:
            dice = random.Random(1)
            while True:
                is_last = busy.is_set()
                page = client.ask(200, "GET", "/api/v1/alerts/events", params={"after": len(read), "limit": dice.choice([1, 5, 17, 100])})["items"]
                read.extend(page)
                if is_last and not page:
                    return

    following = later(follow)
    at_once(lambda: alerts.extend(raised(queue, *[0, 1, 2] * 15)), *[lambda seed=seed: consume(groups[seed % 2], seed) for seed in range(4)])
    busy.set()
    following.result(30)
    assert [event["number"] for event in read] == list(range(1, len(read) + 1)) and len(read) > 150
    assert read == events(queue.consumer, limit=7) == events(queue.administrator)
    for alert in alerts:
        own = [event for event in read if event["alertId"] == alert]
        assert history(queue.clinician, alert) == history(queue.administrator, alert, limit=3) == own and own[0]["event"] == "raised"
    assert {"raised", "backfilled", "leased", "extended", "released", "acked"} - {event["event"] for event in read} <= {"backfilled"}
    assert all(set(event) <= {"number", "at", "event", "alertId", "band", "deliveryId", "group", "actor", "reason"} for event in read)
    assert events(queue.consumer, after=len(read)) == []
    never = queue.consumer.get("/api/v1/alerts/events", params={"after": 2**63 - 1})
    assert [error["pointer"] for error in problem(never, 422, "invalid")["errors"]] == ["/after"]


@pytest.mark.parametrize("after", ["-1", "x", "", "1.5", str(2**63), "+1"])
def test_an_invalid_number_is_refused(world, after):
    problem(world.consumer.get("/api/v1/alerts/events", params={"after": after}), 422, "invalid")


# Replays.


def test_a_replay_is_marked_and_silent_and_behind_what_is_critical_and_new(queue):
    group = Group(queue)
    old = raised(queue, 0, 2, 0)
    first = group.drain()
    assert [item["payload"]["priority"] for item in first] == ["high", "high", "normal"] and not any(item["replay"] for item in first)
    assert replayed(queue, alertIds=[old[2], old[0], old[1]]) == [first[1]["deliveryId"], first[0]["deliveryId"], first[2]["deliveryId"]]
    new = raised(queue, 2, 0)
    order = [(new[1], False), (old[0], True), (old[2], True), (old[1], True), (new[0], False)]
    assert [(item["alert"]["id"], item["replay"]) for item in group.waiting()] == order
    items = group.claim(100)
    assert [(item["alertId"], item["replay"]) for item in items] == order
    for item in items[1:4]:
        assert item["deliveryAttempts"] == 0 and item["payload"]["priority"] == "normal" and "sound" not in item["payload"]
    assert [item["band"] for item in items] == [0, 0, 0, 2, 2] and items[0]["payload"]["sound"] == "critical_alert.wav"
    assert group.release(items[1]["token"])[0]["state"] == "pending"
    [again] = group.claim()
    assert (again["replay"], again["deliveryAttempts"], again["payload"]["priority"]) == (True, 1, "normal"), "it stays one"
    assert {answer["state"] for answer in group.ack(again["token"], *tokens([items[0], *items[2:]]))} == {"acked"}
    happened = [event["event"] for event in history(queue.consumer, old[1])]
    assert group.claim(100) == [] and happened == ["raised", "leased", "acked", "replayed", "leased", "acked"]


def test_only_acked_deliveries_are_replayed(queue):
    group, second = Group(queue), made(queue, "second")
    pending, leased, delayed, acked = raised(queue, 2, 2, 2, 2)
    items = {item["alertId"]: item for item in group.claim(4, leaseSeconds=900)}
    group.release(items[pending]["token"])
    group.release(items[delayed]["token"], delaySeconds=3600)
    group.ack(items[acked]["token"])
    before = events(queue.consumer)
    assert replayed(queue, alertIds=[pending, leased, delayed, NO_ID]) == []
    assert events(queue.consumer) == before
    assert replayed(queue, since="2026-01-01T00:00:00Z") == [items[acked]["deliveryId"]] and replayed(queue, since="2026-01-01T00:00:00Z") == []
    assert [(item["alertId"], item["replay"]) for item in group.claim(100)] == [(pending, False), (acked, True)]
    assert group.ack(items[leased]["token"])[0]["state"] == "acked", "its lease went on"
    assert problem(group.post("ack", token=items[acked]["token"]), 409, "stale-lease")["state"] == "leased"
    assert [item["replay"] for item in second.claim(100)] == [False] * 4, "another group's are its own"


def test_a_period_has_a_start_and_an_end(queue):
    alerts = []
    for _ in range(5):
        alerts += raised(queue, 2)
        time.sleep(0.01)
    first = {item["alertId"]: item["deliveryId"] for item in Group(queue).drain()}
    times = [queue.consumer.ask(200, "GET", f"/api/v1/alerts/{alert}")["raisedAt"] for alert in alerts]
    assert replayed(queue, since=times[1], until=times[3]) == [first[alert] for alert in alerts[1:3]], "the end not included"
    assert ids(Group(queue).drain()) == alerts[1:3]
    assert replayed(queue, since=times[4]) == [first[alerts[4]]]
    assert replayed(queue, since="2026-01-01T00:00:00Z", until=times[0]) == [] == replayed(queue, since=times[3], until=times[3])


def test_a_hundred_are_replayed_by_a_call(queue):
    alerts = raised(queue, *[2] * 103)
    Group(queue).drain()
    since = {"since": "2026-01-01T00:00:00Z"}
    assert [len(replayed(queue, **since)) for _ in range(3)] == [100, 3, 0]
    assert ids(Group(queue).drain()) == alerts


def test_a_replay_wakes_waiting_claims(queue):
    [alert] = raised(queue, 0)
    Group(queue).drain()
    claim = later(lambda: Group(queue).claim(wait=20))
    time.sleep(0.3)
    replayed(queue, alertIds=[alert])
    assert ids(claim.result(3)) == [alert]


@pytest.mark.parametrize(
    "body, pointer",
    [
        ({}, "/alertIds"),
        ({"alertIds": []}, "/alertIds"),
        ({"alertIds": ["17"]}, "/alertIds"),
        ({"alertIds": [NO_ID, NO_ID]}, "/alertIds"),
        ({"alertIds": [f"01990000-0000-7000-8000-{number:012}" for number in range(101)]}, "/alertIds"),
        ({"alertIds": [NO_ID], "since": "2026-01-01T00:00:00Z"}, "/alertIds"),
        ({"alertIds": [NO_ID], "until": "2026-01-01T00:00:00Z"}, "/until"),
        ({"until": "2026-01-01T00:00:00Z"}, "/alertIds"),
        ({"since": "yesterday"}, "/since"),
        ({"since": "2026-01-01T00:00:00Z", "until": "2026-01-32T00:00:00Z"}, "/until"),
    ],
)
def test_an_invalid_choice_is_refused(world, body, pointer):
    assert [error["pointer"] for error in problem(world.administrator.post(REPLAY, json=body), 422, "invalid")["errors"]] == [pointer]


def test_replaying_until_none_is_left_ends_while_consumers_work(queue):
    """Deliveries that were acked again meanwhile are not replayed twice."""
    raised(queue, *[2] * 150)
    first = set(numbers(Group(queue).drain()))
    again, cursor = [], None
    while True:
        page = queue.administrator.ask(200, "POST", f"{GROUPS}/default/replay", json={"since": "2026-01-01T00:00:00Z", "cursor": cursor})
        again += page["deliveryIds"]
        Group(queue).drain()
        cursor = page.get("nextCursor")
        if cursor is None:
            break
    assert len(again) == len(first) and set(again) == first
