"""Waiting claims: each alert wakes one of them, and neither disconnected clients nor a stopping server hold alerts back."""

import json
import select
import socket
import struct
import threading
import time

import pytest

from alerts import raise_alerts, taken, waiting
from examples import CLAIM
from fairkit import later, problem
from kits import kit_code
from load import Load, verify
from wire import conversation, heard


def line(world, wait=20):
    """A connection on which a whole claim that waits was sent."""
    body = json.dumps({"wait": wait, "leaseSeconds": 900}).encode()
    line = conversation(world, world.keys["consumer"], CLAIM, len(body))
    line.sendall(body)
    return line


def hang_up(line, way):
    if way == "reset":
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def test_a_claim_does_not_wait_if_a_delivery_is_ready(fresh):
    raised = raise_alerts(fresh, 3)
    assert [item["alertId"] for item in taken(0, lambda: fresh.consumer.claim(limit=100, wait=30))] == raised, "nor is a full hundred"


def test_an_alert_wakes_a_waiter_at_once(fresh):
    claim = waiting(fresh, limit=10)
    [raised] = raise_alerts(fresh, 1)
    [item] = taken(0, lambda: claim.result(5))
    assert (item["alertId"], item["deliveryAttempts"]) == (raised, 0)
    assert fresh.consumer.ack(item["token"]).json()["state"] == "acked"


@pytest.mark.parametrize("way", ["end", "reset"])
def test_a_client_that_disconnected_while_waiting_loses_no_delivery(fresh, way):
    lines = [line(fresh) for _ in range(20)]
    time.sleep(0.3)
    for each in lines:
        hang_up(each, way)
    raised = raise_alerts(fresh, 3)
    assert [item["alertId"] for item in fresh.consumer.claim(limit=3, wait=2)] == raised


def test_a_client_that_disconnects_at_the_alert_loses_no_delivery(fresh):
    """Either the answer was on its way before the end, with a valid token; or another waiting consumer gets the alert at once."""
    for round in range(15):
        gone = line(fresh)
        time.sleep(0.05)
        raising = later(lambda: raise_alerts(fresh, 1))
        time.sleep(0.002 * round)
        gone.shutdown(socket.SHUT_WR)
        answered = json.loads(heard(gone, until=b"to the end").partition(b"\r\n\r\n")[2] or b'{"items": []}')["items"]
        gone.close()
        if not [item for item in answered if fresh.consumer.ack(item["token"]).status_code == 200]:
            [item] = fresh.consumer.claim(wait=3)
            assert [item["alertId"]] == raising.result(5) and fresh.consumer.ack(item["token"]).status_code == 200
        raising.result(5)
        assert fresh.consumer.claim() == []


@pytest.mark.parametrize("wait", [-1, 31, 1.5, "5", True, [], 10**30])
def test_an_invalid_wait_is_refused_at_once(world, wait):
    body = taken(0, lambda: problem(world.consumer.post(CLAIM, json={"wait": wait}), 422, "invalid"))
    # Of a number that fits no integer the decoder does not say where it stands.
    assert [error["pointer"] for error in body["errors"]] in (["/wait"], [""])


@pytest.mark.parametrize("role, group, status", [("patient", "default", 403), ("laboratory", "default", 403), ("administrator", "default", 403), ("consumer", "defualt", 404)])
def test_a_claim_that_can_get_nothing_does_not_wait(world, role, group, status):
    assert taken(0, lambda: getattr(world, role).post(f"/api/v1/alert-groups/{group}/claim", json={"wait": 20})).status_code == status


@pytest.mark.long
@pytest.mark.alone
def test_hundreds_of_waiting_claims_slow_no_other_request(fresh):
    lines = [line(fresh, wait=30) for _ in range(300)]
    time.sleep(0.5)
    assert taken(0, lambda: fresh.patient.register(kit_code()))["status"] == "registered"
    assert taken(0, lambda: fresh.clinician.everything("/api/v1/results")) == []
    [raised] = raise_alerts(fresh, 1)
    [woken], _, _ = select.select(lines, [], [], 5)
    assert raised.encode() in heard(woken, until=b"]}")
    lines.remove(woken)
    started = time.monotonic()
    fresh.server.process.terminate()
    ended = [heard(each, until=b"]}") for each in lines]
    assert time.monotonic() - started < 1
    assert all(text.startswith(b"HTTP/1.1 200 ") and text.endswith(b'{"items":[]}') for text in ended)
    assert fresh.server.process.wait(5) == 0


def test_a_stopping_server_answers_waiting_claims(fresh):
    claims = [waiting(fresh, wait=30, limit=number + 1) for number in range(3)]
    started = time.monotonic()
    fresh.server.process.terminate()
    assert [claim.result(10) for claim in claims] == [[], [], []]
    assert time.monotonic() - started < 5
    assert fresh.server.process.wait(5) == 0
    fresh.start()
    raised = raise_alerts(fresh, 1)
    assert [item["alertId"] for item in fresh.consumer.claim()] == raised


def test_a_term_signal_under_load_ends_waiting_claims_too(fresh):
    """Every waiting claim gets a response: an empty one, or deliveries whose lease expires and which are redelivered."""
    for _ in range(2):
        load = Load(fresh, registering=4, posting=4, acking=1).start()
        scanning = threading.Thread(target=load._until_it_goes, args=(lambda client: client.get("/api/v1/results"), "clinician"), daemon=True)
        scanning.start()
        time.sleep(0.7)
        lines = [line(fresh, wait=30) for _ in range(20)]
        time.sleep(0.3)
        started = time.monotonic()
        assert fresh.server.stop(within=10) == 0
        assert time.monotonic() - started < 5
        load.join()
        assert load.kits and load.results and all(heard(each, until=b"]}").startswith(b"HTTP/1.1 200 ") for each in lines)
        verify(fresh.store, [load])
        fresh.start()
