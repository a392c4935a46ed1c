"""Extending and releasing leases: their new times, the next consumer, and stale tokens."""

import signal

from alerts import ahead, raise_alerts, taken, waiting
from fairkit import later, problem

GROUP = "/api/v1/alert-groups/default"


def alerts(items):
    return [item["alertId"] for item in items]


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
