"""One server per directory and many clients per server: each alert goes to one client, and a stop loses nothing."""

import random
import time

from alerts import raise_alerts
from fairkit import at_once
from kits import kit_code

CLIENTS, ALERTS = 16, 200


def test_a_second_server_refuses_and_names_the_first(fresh):
    started = time.monotonic()
    assert str(fresh.server.pid) in fresh.store.serve(status=1).stderr
    assert time.monotonic() - started < 5
    code = kit_code()
    assert fresh.patient.register(code)["kitCode"] == code, "the first goes on"
    assert fresh.server.stop() == 0
    fresh.start()
    assert fresh.patient.post("/api/v1/test-kits/register", json={"barcode": code}).status_code == 409


def test_competing_clients_ack_each_alert_once(fresh):
    raised = []
    for batch in at_once(*[lambda: raise_alerts(fresh, ALERTS // 4)] * 4):
        raised += batch
    acked = []

    def work(seed):
        sizes = random.Random(seed)
        with fresh.server.client(fresh.keys["consumer"]) as client:
            while items := client.claim(limit=sizes.randint(1, 7), leaseSeconds=60):
                for item in items:
                    assert client.ack(item["token"]).json()["state"] == "acked" and item["deliveryAttempts"] == 0
                    acked.append(item["alertId"])

    at_once(*(lambda seed=seed: work(seed) for seed in range(CLIENTS)))
    assert len(raised) == ALERTS and sorted(acked) == sorted(raised)


def test_the_same_kit_from_many_hands_is_registered_once(fresh):
    code = kit_code()

    def work(role):
        with fresh.server.client(fresh.keys[role]) as client:
            return client.post("/api/v1/test-kits/register", json={"barcode": code}).status_code

    statuses = at_once(*(lambda role=role: work(role) for role in ["patient", "other_patient"] * 6))
    assert sorted(statuses) == [201] + [409] * 11


def test_a_result_that_many_clients_post_is_recorded_once(fresh):
    code = kit_code()
    body = {"reference": "LAB-SAME", "kitCode": code, "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}}

    def work():
        with fresh.server.client(fresh.keys["laboratory"]) as client:
            return client.post("/api/v1/results", json=body)

    answers = at_once(*[work] * 12)
    assert sorted(answer.status_code for answer in answers) == [200] * 11 + [202]
    assert len({answer.text for answer in answers}) == 1 and len(fresh.consumer.claim(limit=100)) == 1
