"""Extending and releasing leases: their new times, the next consumer, and stale tokens."""

import signal
import time

import pytest

from alerts import ahead, raise_alerts, taken, waiting
from fairkit import at_once, later, problem

GROUP = "/api/v1/alert-groups/default"


def alerts(items):
    return [item["alertId"] for item in items]


def test_a_lease_is_extended_from_now_on_and_repeatedly(fresh):
    raise_alerts(fresh, 1)
    [item] = fresh.consumer.claim(leaseSeconds=5)
    for seconds in (900, 60, 5, 30):
        body = fresh.consumer.extend(item["token"], leaseSeconds=seconds).raise_for_status().json()
        assert set(body) == {"deliveryId", "state", "leaseExpiresAt"} and (body["deliveryId"], body["state"]) == (item["deliveryId"], "leased")
        assert seconds - 2 < ahead(body["leaseExpiresAt"]) <= seconds, "not added to what was left"
    fresh.consumer.extend(item["token"], leaseSeconds=60).raise_for_status()
    assert ahead(fresh.consumer.extend(item["token"]).json()["leaseExpiresAt"]) > 31, "never shorter than before, unless the client asks for less"
    assert 3 < ahead(fresh.consumer.extend(item["token"], leaseSeconds=5).json()["leaseExpiresAt"]) <= 5
    assert 28 < ahead(fresh.consumer.extend(item["token"]).json()["leaseExpiresAt"]) <= 30, "the group's lease"
    assert fresh.consumer.ack(item["token"]).json()["state"] == "acked"


def test_an_extension_counts_for_those_who_wait(fresh):
    """One lease is made shorter, the other longer: only the first ends, and its end is not the one of the claim."""
    raised = raise_alerts(fresh, 2)
    shorter, longer = fresh.consumer.claim(limit=1, leaseSeconds=60) + fresh.consumer.claim(limit=1, leaseSeconds=5)
    assert fresh.consumer.extend(longer["token"], leaseSeconds=60).status_code == fresh.consumer.extend(shorter["token"], leaseSeconds=5).status_code == 200
    [item] = taken(5, lambda: fresh.clinician.claim(limit=2, wait=15))
    assert (item["alertId"], item["deliveryAttempts"]) == (raised[0], 1)
    late = problem(fresh.consumer.extend(shorter["token"], leaseSeconds=60), 409, "stale-lease")
    assert late["state"] == "leased"
    assert fresh.consumer.claim(wait=1) == [] and fresh.consumer.ack(longer["token"]).status_code == 200


def test_an_expired_lease_is_neither_extended_nor_released(fresh):
    raise_alerts(fresh, 1)
    [item] = fresh.consumer.claim(leaseSeconds=5)
    time.sleep(max(0, ahead(item["leaseExpiresAt"])) + 0.05)
    for late in (fresh.consumer.extend(item["token"], leaseSeconds=60), fresh.consumer.release(item["token"]), fresh.consumer.extend(item["token"])):
        assert problem(late, 409, "stale-lease")["state"] == "pending"
    [again] = fresh.consumer.claim()
    assert again["deliveryAttempts"] == 1, "an expired lease counts once, despite the late request"
    assert fresh.consumer.release(again["token"]).status_code == 200
    [third] = fresh.consumer.claim()
    assert third["deliveryAttempts"] == 2 and third["deliveryId"] == item["deliveryId"] and len({each["token"] for each in (item, again, third)}) == 3


def test_a_released_delivery_keeps_its_place_and_counts_an_attempt(fresh):
    raised = raise_alerts(fresh, 3)
    first = fresh.consumer.claim(limit=2)
    for item in reversed(first):
        body = fresh.consumer.release(item["token"], reason="the gateway is down").raise_for_status().json()
        assert (body["deliveryId"], body["state"]) == (item["deliveryId"], "pending") and set(body) <= {"deliveryId", "state", "dueAt"}
    second = fresh.clinician.claim(limit=100)
    assert alerts(second) == raised and [item["deliveryAttempts"] for item in second] == [1, 1, 0]
    assert [(item["deliveryId"], item["band"], item["payload"]) for item in second[:2]] == [(item["deliveryId"], item["band"], item["payload"]) for item in first]
    for item in first:
        for call in (fresh.consumer.release, fresh.consumer.extend, fresh.consumer.ack):
            assert problem(call(item["token"]), 409, "stale-lease")["state"] == "leased"
    assert [fresh.clinician.ack(item["token"]).status_code for item in second] == [200] * 3


def test_a_second_release_is_stale_and_does_not_count(fresh):
    raise_alerts(fresh, 1)
    [item] = fresh.consumer.claim()
    answers = at_once(*[lambda: fresh.consumer.release(item["token"])] * 8)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    for call in (fresh.consumer.release, fresh.consumer.extend, fresh.consumer.ack):
        assert problem(call(item["token"]), 409, "stale-lease")["state"] == "pending"
    assert fresh.consumer.claim()[0]["deliveryAttempts"] == 1


def test_a_released_delivery_goes_to_a_waiting_claim(fresh):
    raised = raise_alerts(fresh, 1)
    [item] = fresh.consumer.claim(leaseSeconds=900)
    claim = waiting(fresh)
    fresh.consumer.release(item["token"]).raise_for_status()
    assert alerts(taken(0, lambda: claim.result(5))) == raised


def test_a_delayed_delivery_is_hidden_until_it_is_due(fresh):
    raised = raise_alerts(fresh, 2)
    [item] = fresh.consumer.claim()
    body = fresh.consumer.release(item["token"], delaySeconds=2).raise_for_status().json()
    assert body["state"] == "pending" and 1 < ahead(body["dueAt"]) <= 2
    assert alerts(fresh.consumer.claim(limit=100)) == raised[1:], "it does not block the deliveries behind it"
    assert raised[0] in alerts([{"alertId": alert["id"]} for alert in fresh.clinician.everything("/api/v1/alerts")]), "and stays open"
    claim = later(lambda: fresh.consumer.claim(wait=10))
    [again] = claim.result(15)
    assert -1.5 < ahead(body["dueAt"]) <= 0.05 and (again["alertId"], again["deliveryAttempts"]) == (raised[0], 1)


def test_a_delay_and_the_attempts_outlive_kill_nine(fresh):
    raised = raise_alerts(fresh, 2)
    soon, late = fresh.consumer.claim(limit=2)
    fresh.consumer.release(late["token"], delaySeconds=3600).raise_for_status()
    fresh.consumer.release(soon["token"], delaySeconds=1).raise_for_status()
    fresh.server.stop(signal.SIGKILL)
    fresh.start()
    [item] = fresh.consumer.claim(limit=2, wait=5)
    assert (item["alertId"], item["deliveryAttempts"]) == (raised[0], 1)
    fresh.consumer.extend(item["token"], leaseSeconds=900).raise_for_status()
    fresh.server.stop(signal.SIGKILL)
    fresh.start()
    assert fresh.consumer.claim(limit=2) == [] and fresh.consumer.ack(item["token"]).status_code == 200
    assert problem(fresh.consumer.ack(late["token"]), 409, "stale-lease")["state"] == "pending"


def test_an_acked_delivery_is_not_leased_again(fresh):
    raise_alerts(fresh, 1)
    [item] = fresh.consumer.claim()
    assert fresh.consumer.ack(item["token"]).status_code == 200
    for call in (fresh.consumer.extend, fresh.consumer.release):
        assert problem(call(item["token"]), 409, "stale-lease")["state"] == "acked"
    assert fresh.consumer.claim(wait=1) == [] and fresh.consumer.ack(item["token"]).json()["state"] == "acked"


def test_ack_and_release_exclude_each_other(fresh):
    for _ in range(10):
        raised = raise_alerts(fresh, 1)
        [item] = fresh.consumer.claim()
        acked, released = at_once(lambda: fresh.consumer.ack(item["token"]), lambda: fresh.clinician.release(item["token"]))
        assert sorted([acked.status_code, released.status_code]) == [200, 409]
        left = fresh.consumer.claim()
        assert alerts(left) == (raised if released.status_code == 200 else [])
        assert all(fresh.consumer.ack(each["token"]).status_code == 200 for each in left)


@pytest.mark.parametrize(
    "call, body, pointer",
    [
        *(("extend", {"leaseSeconds": seconds}, "/leaseSeconds") for seconds in (4, 901, -5, 0, "60", 5.5)),
        *(("release", {"delaySeconds": seconds}, "/delaySeconds") for seconds in (-1, 3601, "1", 0.5)),
        *(("release", {"reason": reason}, "/reason") for reason in ("", " ", "x" * 201, 7)),
        *((call, {"token": token}, "/token") for call in ("extend", "release") for token in (None, 7)),
    ],
)
def test_an_invalid_request_is_refused_and_leaves_the_lease(fresh, call, body, pointer):
    raise_alerts(fresh, 1)
    [item] = fresh.consumer.claim()
    refused = problem(fresh.consumer.post(f"{GROUP}/{call}", json={"token": item["token"], **body}), 422, "invalid")
    # Of a number that is no whole one the decoder does not say where it stands.
    assert [error["pointer"] for error in refused["errors"]] in ([pointer], [""])
    assert fresh.consumer.claim() == [] and fresh.consumer.ack(item["token"]).status_code == 200


def test_the_longest_reason_and_delay_are_taken(fresh):
    raise_alerts(fresh, 1)
    [item] = fresh.consumer.claim()
    body = fresh.consumer.release(item["token"], reason="Markerreason " + "ü" * 187, delaySeconds=3600).raise_for_status().json()
    assert 3598 < ahead(body["dueAt"]) <= 3600 and "Markerreason" not in fresh.server.log


@pytest.mark.parametrize("call", ["extend", "release"])
def test_wrong_roles_are_refused_and_unknown_groups_not_found(world, call):
    for role in ("patient", "laboratory", "administrator"):
        problem(getattr(world, role).post(f"{GROUP}/{call}", json={"token": "nonsense"}), 403, "forbidden")
    problem(world.consumer.post(f"/api/v1/alert-groups/defualt/{call}", json={"token": "nonsense"}), 404, "group-unknown")
    for token in ("nonsense", "", "999999999." + "0" * 32, "1"):
        problem(world.consumer.post(f"{GROUP}/{call}", json={"token": token}), 404, "not-found")


def test_a_token_made_up_from_the_deliverys_number_does_nothing(fresh):
    raise_alerts(fresh, 1)
    [item] = fresh.consumer.claim()
    number, _, secret = item["token"].partition(".")
    for token in (f"{number}.{'0' * 32}", f"{number}.{secret[:-1]}{'1' if secret[-1] == '0' else '0'}"):
        for call in (fresh.consumer.extend, fresh.consumer.release):
            assert problem(call(token), 409, "stale-lease")["state"] == "leased"
    assert fresh.consumer.claim() == [] and fresh.consumer.ack(item["token"]).status_code == 200


def test_a_critical_alert_that_fails_is_stuck_after_five_attempts_and_goes_on(fresh):
    raise_alerts(fresh, 1)
    for attempt in range(25):
        [item] = fresh.consumer.claim()
        assert item["deliveryAttempts"] == attempt
        assert fresh.consumer.release(item["token"], reason="The gateway does not answer.").json()["state"] == "pending"
    page = fresh.administrator.get("/metrics").text
    assert 'fairkit_alert_events_total{event="stuck",tenant="default"} 1' in page and 'fairkit_alert_events_total{event="parked",tenant="default"} 0' in page
    assert fresh.administrator.ask(200, "GET", f"{GROUP}/parked")["items"] == []
    assert fresh.administrator.ask(200, "POST", f"{GROUP}/redrive", json={"all": True})["deliveryIds"] == []
    assert len(fresh.consumer.claim()) == 1
