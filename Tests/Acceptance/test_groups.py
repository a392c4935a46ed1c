"""Consumer groups: how to create them, which alerts each gets, and how many deliveries a consumer can lease."""

import json
import time

import pytest

import databases
from alerts import GROUPS, Group, ahead, changed, events, ids, made, raised, switch, taken, tokens
from examples import RESULTS
from fairkit import at_once, command, later, problem
from kits import kit_code

START = "2026-01-01T00:00:00Z"
USUAL = {"enabled": True, "bands": [0, 1, 2, 3], "criticalLeaseSeconds": 30, "leaseSeconds": 30, "criticalMaxInFlight": 100, "maxInFlight": 100}


@pytest.fixture
def queue(fresh):
    """A served store in which every band below 3 has a rule."""
    switch(fresh, "severe-low").raise_for_status()
    return fresh


def waiting_claim(group, limit=1, **more):
    """A claim in a thread, and the time that it is given to reach the server: nothing outside shows that it waits."""
    claim = later(lambda: group.claim(limit, wait=20, **more))
    time.sleep(0.3)
    assert not claim.done(), claim.result()
    return claim


# Made, listed, changed, removed.


def test_a_group_is_made_listed_changed_and_removed(fresh):
    response = fresh.administrator.post(GROUPS, json={"name": "paging", "bands": [1, 0], "criticalLeaseSeconds": 15, "maxInFlight": 7})
    body = response.json()
    created = body["createdAt"]
    assert response.status_code == 201 and response.headers["location"] == f"{GROUPS}/paging"
    assert body == {**USUAL, "name": "paging", "bands": [0, 1], "criticalLeaseSeconds": 15, "maxInFlight": 7, "createdAt": created}
    assert -5 < ahead(created) <= 0
    for role in ("consumer", "clinician", "administrator"):
        client = getattr(fresh, role)
        assert [group["name"] for group in client.ask(200, "GET", GROUPS)["items"]] == ["default", "paging"]
        assert client.ask(200, "GET", f"{GROUPS}/paging") == body
    assert {name: fresh.consumer.ask(200, "GET", f"{GROUPS}/default")[name] for name in USUAL} == USUAL
    assert changed(fresh, "paging", leaseSeconds=900, maxInFlight=None) == {**body, "leaseSeconds": 900, "maxInFlight": 100}
    assert changed(fresh, "paging") == {**body, "leaseSeconds": 900, "maxInFlight": 100}, "what is not named stays"
    usual = changed(fresh, "paging", bands=None, leaseSeconds=None, criticalLeaseSeconds=None)
    assert usual == {**USUAL, "name": "paging", "createdAt": created}
    assert fresh.administrator.delete(f"{GROUPS}/paging").status_code == 204
    assert [group["name"] for group in fresh.clinician.ask(200, "GET", GROUPS)["items"]] == ["default"]
    problem(fresh.administrator.delete(f"{GROUPS}/paging"), 404, "group-unknown")


TYPOS = [
    ("administrator", "GET", "", None),
    ("administrator", "PATCH", "", {"maxInFlight": 5}),
    ("administrator", "DELETE", "", None),
    ("consumer", "GET", "/waiting", None),
    ("consumer", "POST", "/claim", {}),
    ("consumer", "POST", "/claim", {"wait": 30}),
    ("consumer", "POST", "/ack", {"token": "x"}),
    ("consumer", "POST", "/ack", {"tokens": ["x", "y"]}),
    ("consumer", "POST", "/extend", {"token": "x"}),
    ("consumer", "POST", "/release", {"token": "x"}),
    ("consumer", "POST", "/release", {"tokens": ["x"]}),
    ("administrator", "GET", "/parked", None),
    ("administrator", "POST", "/redrive", {"all": True}),
    ("administrator", "POST", "/replay", {"since": "2026-11-20T00:00:00Z"}),
]


@pytest.mark.parametrize("name", ["defualt", "Default", "default ", "%64efault%00", "x" * 200])
def test_a_misspelt_group_is_not_found_and_not_created(world, name):
    before = world.clinician.ask(200, "GET", GROUPS)
    for role, method, path, body in TYPOS:
        problem(taken(0, lambda: getattr(world, role).request(method, f"{GROUPS}/{name}{path}", json=body)), 404, "group-unknown")
    assert world.clinician.ask(200, "GET", GROUPS) == before


def test_the_first_group_is_as_old_as_the_store_and_says_no_time(fresh):
    assert "createdAt" not in fresh.consumer.ask(200, "GET", f"{GROUPS}/default")


# What cannot be.


@pytest.mark.parametrize("name", ["", "A", "-a", ".a", "_a", "a b", "a/b", "ä", "a" * 64, "a\n", 7, None])
def test_a_name_that_is_none_is_refused(world, name):
    refused = problem(world.administrator.post(GROUPS, json={"name": name}), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == ["/name"]


@pytest.mark.parametrize("name", ["a", "0", "a" * 63, "a.b_c-d"])
def test_a_valid_name_is_taken_once(fresh, name):
    group = made(fresh, name)
    assert group.claim() == []
    problem(fresh.administrator.post(GROUPS, json={"name": name, "bands": [0]}), 409, "group-exists")
    problem(fresh.administrator.post(GROUPS, json={"name": "default"}), 409, "group-exists")
    assert fresh.administrator.ask(200, "GET", f"{GROUPS}/{name}")["bands"] == [0, 1, 2, 3]


TERMS = [
    *(("bands", bands) for bands in ([], [4], [-1], [0, 0], [0, 1, 2, 3, 0], "0", 0, ["0"], [0, "1"], [0, None], [0, 1.5], [[0]], {"0": 1})),
    *((member, seconds) for member in ("criticalLeaseSeconds", "leaseSeconds") for seconds in (4, 901, 0, -5, "30", 10**30)),
    *((member, count) for member in ("criticalMaxInFlight", "maxInFlight") for count in (0, 1001, -1, "5", True)),
]


@pytest.fixture(scope="module")
def unchanged(world):
    """The path of a group that no change affects."""
    return world.administrator.post(GROUPS, json={"name": "unchanged"}).headers["location"]


@pytest.mark.parametrize("member, value", TERMS)
@pytest.mark.parametrize("way", ["made", "changed"])
def test_terms_that_cannot_be_are_refused(world, unchanged, member, value, way):
    before = world.clinician.ask(200, "GET", GROUPS)
    if way == "made":
        response = world.administrator.post(GROUPS, json={"name": "impossible", member: value})
    else:
        response = world.administrator.patch(unchanged, json={member: value})
    pointers = [error["pointer"] for error in problem(response, 422, "invalid")["errors"]]
    # Of a number that fits no integer, and of an entry of a list, the decoder says less or more.
    assert len(pointers) == 1 and (pointers[0].startswith(f"/{member}") or pointers == [""]), pointers
    assert world.clinician.ask(200, "GET", GROUPS) == before


def test_all_faults_are_listed_at_once(world, unchanged):
    wrong = {"criticalLeaseSeconds": 4, "leaseSeconds": 901, "criticalMaxInFlight": 0, "maxInFlight": 1001}
    for response in (world.administrator.post(GROUPS, json={"name": "impossible", **wrong}), world.administrator.patch(unchanged, json=wrong)):
        assert {error["pointer"] for error in problem(response, 422, "invalid")["errors"]} == {f"/{name}" for name in wrong}
    for member in ("name", "createdAt", "bnads"):
        refused = problem(world.administrator.patch(unchanged, json={member: "x"}), 422, "invalid")
        assert [error["pointer"] for error in refused["errors"]] == [f"/{member}"]


# What a group gets.


def test_a_new_group_gets_the_open_alerts_that_it_wants_in_order_and_only_those(queue):
    first = raised(queue, 2, 0, 1, 2, 0, 1)
    assert len(Group(queue).drain()) == 6, "acked elsewhere, but open"
    gone = queue.laboratory.result(kit_code(), 820, status=202)
    queue.laboratory.ask(201, "POST", f"{RESULTS}/{gone['id']}/corrections", json={"reason": "typo", "level": {"value": 900, "unit": "mg/dL"}})
    [follower] = [alert["id"] for alert in queue.clinician.everything("/api/v1/alerts") if alert["resultId"] == gone["id"]]
    assert made(queue, "younger").claim(100) == [], "it begins now"
    everything, lesser = made(queue, "everything", **{"from": START}), made(queue, "lesser", bands=[2], **{"from": START})
    assert ids(lesser.claim(100)) == [first[0], first[3]]
    assert ids(everything.claim(100)) == [first[1], first[4], follower, first[2], first[5], first[0], first[3]]
    backfilled = [event for event in events(queue.consumer) if event["event"] == "backfilled"]
    assert [(event["group"], event["alertId"]) for event in backfilled[-2:]] == [("lesser", first[0]), ("lesser", first[3])] and len(backfilled) == 9
    later_on = raised(queue, 0, 2)
    assert ids(Group(queue, "younger").claim(100)) == later_on
    assert ids(lesser.claim(100)) == later_on[1:] and ids(everything.claim(100)) == later_on


@pytest.mark.parametrize("text", ["", "yesterday", "2026-11-21", "2026-11-21T08:00:00", "2999-01-01T00:00:00Z", 7, True])
@pytest.mark.parametrize("way", ["made", "changed"])
def test_an_invalid_start_is_refused(world, unchanged, text, way):
    ask = (lambda: world.administrator.post(GROUPS, json={"name": "impossible", "from": text})) if way == "made" else (lambda: world.administrator.patch(unchanged, json={"from": text}))
    assert [error["pointer"] for error in problem(ask(), 422, "invalid")["errors"]] == ["/from"]
    problem(world.administrator.get(f"{GROUPS}/impossible"), 404, "group-unknown")


# Switched off and on.


def test_default_is_switched_off_once_another_group_gets_critical_alerts(queue):
    """No consumer claims from `default`, and a pager gets all alerts: no delivery waits, raises an alarm, or prevents an erasure."""
    code = kit_code()
    queue.administrator.register(code, profile=queue.profiles["patient"])
    old = raised(queue, 0, 2)
    pager = made(queue, "paging", bands=[0])
    alert = queue.laboratory.result(code, 820)["alertId"]
    assert ids(pager.drain()) == [alert], "it is not paged for what was before"
    refused = command("profile", "erase", queue.profiles["patient"], "--confirm", queue.profiles["patient"], "--data", queue.store.path, status=1).stderr
    assert "disable the group" in refused
    off = changed(queue, "default", enabled=False)
    assert off == {**queue.consumer.ask(200, "GET", f"{GROUPS}/default"), "enabled": False}
    assert ids(pager.drain()) == old[:1], "critical, and not acked by any group: it is handed over"
    for call in ("claim", "ack", "extend", "release"):
        problem(Group(queue).post(call, **({} if call == "claim" else {"token": "x"})), 409, "group-disabled")
    assert Group(queue).waiting() == []
    page = queue.administrator.get("/metrics").text
    waiting = [line for line in page.splitlines() if line.startswith("fairkit_deliveries{") and not line.endswith((" 0", " 0.0"))]
    assert waiting == []
    assert json.loads(command("db", "stats", "--data", queue.store.path, "--json").stdout)["deliveries"] == {"pending": 0, "leased": 0, "acked": 2}
    raised(queue, 0, 2)
    assert command("profile", "erase", queue.profiles["patient"], "--confirm", queue.profiles["patient"], "--data", queue.store.path).returncode == 0
    assert "sound" in command("db", "check", "--data", queue.store.path).stdout


def test_the_last_group_for_critical_alerts_is_neither_switched_off_nor_narrowed_nor_removed(queue):
    raised(queue, 0)
    for change in ({"enabled": False}, {"bands": [1, 2, 3]}):
        problem(queue.administrator.patch(f"{GROUPS}/default", json=change), 409, "last-critical-group")
    made(queue, "lesser", bands=[1])
    problem(queue.administrator.patch(f"{GROUPS}/default", json={"enabled": False}), 409, "last-critical-group")
    pager = made(queue, "paging", bands=[0])
    changed(queue, "default", enabled=False)
    assert len(pager.drain()) == 1
    problem(queue.administrator.delete(f"{GROUPS}/paging"), 409, "last-critical-group")
    problem(queue.administrator.patch(f"{GROUPS}/paging", json={"enabled": False}), 409, "last-critical-group")
    assert changed(queue, "default", bands=[2])["bands"] == [2], "it is off anyway"
    assert changed(queue, "lesser", enabled=False)["enabled"] is False
    assert queue.administrator.delete(f"{GROUPS}/lesser").status_code == 204
    problem(queue.administrator.delete(f"{GROUPS}/default"), 409, "group-in-use")


def test_the_lease_of_the_group_holds_unless_one_is_asked_for(queue):
    group = made(queue, "slow", criticalLeaseSeconds=700, leaseSeconds=800)
    raised(queue, 0, 2, 0)
    critical, other = group.claim(1)[0], group.claim(2)[1]
    for item, seconds in ((critical, 700), (other, 800)):
        assert seconds - 2 < ahead(item["leaseExpiresAt"]) <= seconds
        assert seconds - 2 < ahead(group.extend(item["token"]).json()["leaseExpiresAt"]) <= seconds
    assert 18 < ahead(group.extend(critical["token"], leaseSeconds=20).json()["leaseExpiresAt"]) <= 20, "asked for, it is shortened"
    usual = [ahead(item["leaseExpiresAt"]) for item in Group(queue).claim(100)]
    assert all(seconds - 2 < left <= seconds for left, seconds in zip(usual, (30, 30, 30), strict=True))
    changed(queue, "slow", criticalLeaseSeconds=None)
    assert 28 < ahead(group.extend(critical["token"]).json()["leaseExpiresAt"]) <= 30
    raised(queue, 0)
    assert 28 < ahead(group.claim(leaseSeconds=None)[0]["leaseExpiresAt"]) <= 30


# Removing.


def test_a_group_with_something_not_acked_stays(queue):
    group = made(queue, "paging")
    raised(queue, 0)
    path = f"{GROUPS}/paging"
    problem(queue.administrator.delete(path), 409, "group-in-use")
    [item] = group.claim()
    problem(queue.administrator.delete(path), 409, "group-in-use")
    group.release(item["token"], delaySeconds=3600)
    problem(queue.administrator.delete(path), 409, "group-in-use")
    [alert] = raised(queue, 2)
    assert ids(group.claim()) == [alert]
    problem(queue.administrator.delete(f"{GROUPS}/default"), 409, "group-in-use")


def test_a_removed_group_leaves_its_history_and_its_name(queue):
    alerts = raised(queue, 0, 2)
    group = made(queue, "paging", **{"from": START})
    settled = group.drain()
    assert queue.administrator.delete(f"{GROUPS}/paging").status_code == 204
    problem(group.post("ack", token=settled[0]["token"]), 404, "group-unknown")
    history = [event["event"] for event in events(queue.consumer) if event.get("group") == "paging"]
    assert history == ["backfilled", "backfilled", "leased", "leased", "acked", "acked"]
    assert ids(made(queue, "paging", **{"from": START}).drain()) == alerts, "a new group of the same name starts from the beginning"
    problem(group.post("ack", token=settled[0]["token"]), 404, "not-found")


def test_a_removed_group_has_no_waiting_delivery(queue):
    """An alert whose patient becomes known is delivered again to every group, except removed ones."""
    code = kit_code()
    queue.laboratory.result(code, 820, status=202)
    made(queue, "paging", **{"from": START}).drain()
    Group(queue).drain()
    queue.administrator.delete(f"{GROUPS}/paging").raise_for_status()
    queue.administrator.register(code, profile=queue.profiles["patient"])
    assert [item["patientId"] for item in Group(queue).drain()] == [queue.profiles["patient"]]
    page = queue.administrator.get("/metrics").text
    assert [line for line in page.splitlines() if 'group="paging"' in line and not line.endswith((" 0", " 0.0"))] == []
    assert json.loads(command("db", "stats", "--data", queue.store.path, "--json").stdout)["deliveries"]["pending"] == 0


# maxInFlight.


def test_a_waiting_claim_is_woken_by_its_own_ack(queue):
    group = made(queue, "paging", bands=[1, 2], maxInFlight=1)
    alerts = raised(queue, 2, 2, 2)
    [item] = group.claim(leaseSeconds=900)
    for alert, settle in ((alerts[1], group.ack), (alerts[2], lambda token: group.release(token, delaySeconds=60))):
        claim = waiting_claim(group, leaseSeconds=900)
        settle(item["token"])
        [item] = taken(0, lambda: claim.result(5))
        assert item["alertId"] == alert


def test_a_simultaneous_claim_and_ack_leave_no_claim_waiting(queue):
    """Whichever comes first: the consumer may claim again at the end of the lease, and something is there."""
    group = made(queue, "paging", bands=[2], maxInFlight=1)
    raised(queue, *[2] * 101)
    [item] = group.claim(leaseSeconds=900)
    with queue.server.client(queue.keys["consumer"]) as client:
        other = Group(None, "paging", client)
        for _ in range(100):
            items, _ = taken(0, lambda: at_once(lambda: other.claim(leaseSeconds=900, wait=5), lambda: group.ack(item["token"])))
            [item] = items


def test_a_greater_maxInFlight_wakes_waiting_claims(queue):
    group = made(queue, "paging", maxInFlight=1, criticalMaxInFlight=1)
    alerts = raised(queue, 0, 0, 2, 2)
    assert ids(group.claim(100, leaseSeconds=900)) == [alerts[0], alerts[2]]
    claim = waiting_claim(group, 100)
    changed(queue, "paging", maxInFlight=2)
    assert ids(taken(0, lambda: claim.result(5))) == [alerts[3]]


# Who is woken.


def test_what_comes_to_another_group_leaves_a_claim_waiting(queue):
    group = made(queue, "paging", bands=[0])
    claim = waiting_claim(group)
    default = waiting_claim(Group(queue))
    [lesser] = raised(queue, 2)
    [item] = taken(0, lambda: default.result(5))
    assert item["alertId"] == lesser and Group(queue).release(item["token"])[0]["state"] == "pending"
    Group(queue).drain()
    made(queue, "third").drain()
    assert not claim.done()
    [critical] = raised(queue, 0)
    assert ids(taken(0, lambda: claim.result(5))) == [critical]


def test_an_alert_wakes_one_waiter_of_each_group(queue):
    groups = [Group(queue), made(queue, "second"), made(queue, "third", bands=[0])]
    claims = [waiting_claim(group) for group in groups for _ in range(2)]
    for _ in range(2):
        raised(queue, 0)
    assert [len(claim.result(5)) for claim in claims] == [1] * 6


def test_two_alerts_of_one_result_wake_two_waiters(queue):
    claims = [waiting_claim(Group(queue)) for _ in range(2)]
    queue.laboratory.result(kit_code(), 820, status=202, genotype="ZZ")
    assert sorted(item["band"] for claim in claims for item in taken(0, lambda claim=claim: claim.result(5))) == [0, 2]


def test_waiting_claims_get_the_offers_to_a_new_or_wider_group(queue):
    alerts = raised(queue, 0, 2)
    group = made(queue, "paging", bands=[1])
    claim = waiting_claim(group, 100)
    changed(queue, "paging", bands=[0, 1], **{"from": START})
    assert ids(taken(0, lambda: claim.result(5))) == alerts[:1]


def test_waiting_claims_end_when_the_group_is_switched_off(queue):
    made(queue, "paging")
    claim = later(lambda: Group(queue).post("claim", wait=20))
    time.sleep(0.3)
    changed(queue, "default", enabled=False)
    problem(taken(0, lambda: claim.result(5)), 409, "group-disabled")


def test_an_alert_of_a_correction_wakes_waiting_claims(queue):
    result = queue.laboratory.result(kit_code(), 150, status=202, genotype="ZZ")
    Group(queue).drain()
    claim = waiting_claim(Group(queue), 100)
    queue.laboratory.ask(201, "POST", f"{RESULTS}/{result['id']}/corrections", json={"reason": "mix-up", "genotype": "MM"})
    assert [item["payload"]["type"] for item in taken(0, lambda: claim.result(5))] == ["alert_correction"]


def test_the_two_alerts_of_a_kit_that_is_registered_wake_two_waiters_of_each_group(queue):
    code = kit_code()
    queue.laboratory.result(code, 820, status=202, genotype="ZZ")
    groups = [Group(queue), made(queue, "second")]
    for group in groups:
        group.drain()
    claims = [waiting_claim(group) for group in groups for _ in range(2)]
    queue.administrator.register(code, profile=queue.profiles["patient"])
    assert sorted(item["band"] for claim in claims for item in taken(0, lambda claim=claim: claim.result(5))) == [0, 0, 2, 2]


def test_a_maxInFlight_of_two_wakes_two_claims_of_a_consumer(queue):
    group = made(queue, "paging", bands=[2], maxInFlight=2)
    alerts = raised(queue, *[2] * 4)
    held = group.claim(2, leaseSeconds=900)
    claims = [waiting_claim(group, leaseSeconds=900) for _ in range(2)]
    group.ack(*tokens(held))
    assert sorted(ids(item for claim in claims for item in taken(0, lambda claim=claim: claim.result(5)))) == alerts[2:]


def test_a_claim_at_its_limit_keeps_waiting(queue):
    """What is left is for others; looking again and again would keep the writer busy."""
    group = made(queue, "paging", bands=[2], maxInFlight=1)
    [first, *_] = raised(queue, 2, 2, 2)
    [item] = group.claim(consumer="a", leaseSeconds=900)
    waiting = waiting_claim(group, consumer="a", leaseSeconds=900)
    before = commits(queue)
    time.sleep(1)
    assert commits(queue) - before < 10 and not waiting.done() and item["alertId"] == first
    group.ack(item["token"])
    assert len(taken(0, lambda: waiting.result(5))) == 1


def commits(world):
    page = world.administrator.get("/metrics").text
    return int(float(next(line.split()[1] for line in page.splitlines() if line.startswith("fairkit_commits_total"))))


def test_a_claim_at_its_limit_leaves_the_alert_to_another(queue):
    """The second claim of a consumer is next in line when the first has reached its maxInFlight."""
    group = made(queue, "paging", bands=[2], maxInFlight=1)
    waiting = [(consumer, waiting_claim(group, consumer=consumer, leaseSeconds=900)) for consumer in ("a", "a", "b")]
    served = []
    for count in (1, 2):
        alerts, deadline = raised(queue, 2), time.monotonic() + 5
        while len(served) < count and time.monotonic() < deadline:
            served += [one for one in waiting if one not in served and one[1].done()]
            time.sleep(0.01)
        assert len(served) == count and ids(served[-1][1].result(0)) == alerts
    # At a database, a claim looks now and then for what another server may have stored, and is then the last in line.
    if databases.IN_USE:
        assert {consumer for consumer, _ in served} == {"a", "b"}
    else:
        assert served == [waiting[0], waiting[2]]
    assert sum(claim.done() for _, claim in waiting) == 2
