"""The limits of API keys, and refusals before the body is read. `who_may.py` lists the rights of each role."""

import socket
import time

import pytest

from examples import CLAIM, LEVEL, NO_ID, REGISTER, RESULTS, SCAN
from fairkit import command, problem
from kits import kit_code
from wire import conversation, heard


def test_a_patient_cannot_register_for_another(world):
    body = {"barcode": kit_code(), "profileId": world.profiles["other_patient"]}
    problem(world.patient.post(REGISTER, json=body), 403, "forbidden")
    assert world.patient.register(body["barcode"], profile=world.profiles["patient"])["profileId"] == world.profiles["patient"]
    assert world.clinician.register(kit_code(), profile=body["profileId"])["profileId"] == body["profileId"]


def test_a_revoked_key_opens_nothing(fresh):
    assert fresh.server.stop() == 0
    made = fresh.store.key("consumer", "to be revoked")
    fresh.start()
    client = fresh.server.client(made["key"])
    assert client.claim() == []
    assert fresh.server.stop() == 0
    command("key", "revoke", "--data", fresh.store.path, made["id"])
    fresh.start()
    problem(fresh.server.client(made["key"]).post(CLAIM, json={}), 401, "unauthenticated")
    assert fresh.consumer.claim() == []


def test_keys_are_limited_to_their_scopes(fresh):
    fresh.server.stop()
    create = ["key", "create", "--data", fresh.store.path, "--name", "x", "--role"]
    for more, status in ((["patient"], 64), (["patient", "--profile", NO_ID], 1), (["laboratory"], 64), (["king"], 64)):
        done = command(*create, *more, status=status)
        assert done.stderr.strip() and "fk_" not in done.stdout


def test_expect_100_continue_is_answered_before_the_body(world):
    body = f'{{"barcode": "{kit_code()}"}}'.encode()
    with conversation(world, world.keys["patient"], length=len(body), more="Expect: 100-continue\r\n") as line:
        assert heard(line).startswith(b"HTTP/1.1 100 ")
        line.sendall(body)
        assert heard(line).startswith(b"HTTP/1.1 201 ")


def test_a_bad_key_is_refused_without_asking_for_the_body(world):
    with conversation(world, "fk_wrong", length=10_000_000, more="Expect: 100-continue\r\n") as line:
        assert heard(line).startswith(b"HTTP/1.1 401 ")


@pytest.mark.parametrize("key, status", [("patient", b"413"), (None, b"401")])
@pytest.mark.parametrize("stated", [True, False])
def test_a_body_too_large_is_refused_early(world, key, status, stated):
    """21 MB and more, with its length stated or in chunks; the answer comes while the client still sends."""
    host, port = world.server.address.split(":")
    head = f"POST {SCAN} HTTP/1.1\r\nHost: {host}\r\nX-API-Key: {world.keys.get(key, 'fk_wrong')}\r\nContent-Type: multipart/form-data; boundary=b\r\n"
    head += "Content-Length: 23068672\r\n\r\n" if stated else "Transfer-Encoding: chunked\r\n\r\n"
    start = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8\xff'
    parts = [start.ljust(65536, b"\0")] + [bytes(65536)] * 351
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(head.encode())
        line.setblocking(False)
        answer, waiting = b"", b""
        deadline = time.monotonic() + 20
        while b"\r\n\r\n" not in answer and time.monotonic() < deadline:
            if not waiting and parts:
                part = parts.pop(0)
                waiting = part if stated else b"%x\r\n%b\r\n" % (len(part), part)
            try:
                waiting = waiting[line.send(waiting) :] if waiting else waiting
            except (BlockingIOError, ConnectionError):
                time.sleep(0.001)
            try:
                answer += line.recv(65536)
            except BlockingIOError:
                pass
    assert answer.startswith(b"HTTP/1.1 " + status), answer[:200]


def test_json_too_large_is_refused(world):
    problem(world.laboratory.post(RESULTS, json={"reference": "x" * 21_000_000, "kitCode": "x", "level": LEVEL}), 413, "too-large")


@pytest.mark.parametrize("path", ["/health/live", RESULTS, "/api/v1/nothing"])
@pytest.mark.parametrize("key", ["clinician", None])
def test_a_head_request_gets_a_head_and_no_body(world, key, path):
    """A body would be taken for the next answer on the connection."""
    host, port = world.server.address.split(":")
    with socket.create_connection((host, int(port)), timeout=20) as line:
        line.sendall(f"HEAD {path} HTTP/1.1\r\nHost: {host}\r\nX-API-Key: {world.keys.get(key, 'fk_wrong')}\r\n\r\n".encode())
        assert heard(line).partition(b"\r\n\r\n")[2] == b""
        line.sendall(f"GET /health/live HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert heard(line, until=b"}").startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("size", [10, 60_000, 900_000, 5_000_000])
def test_a_refusal_before_the_body_does_not_disturb_what_follows(world, size):
    with world.server.client("fk_wrong") as client:
        for _ in range(3):
            assert client.post(REGISTER, content=bytes(size), headers={"content-type": "application/json"}).status_code == 401
            assert client.ask(200, "GET", "/health/live") == {"status": "live"}


def test_a_laboratory_does_not_see_whose_a_result_is(world):
    code = kit_code()
    kit = world.patient.register(code)
    made = world.laboratory.result(code, 150)
    body = {"reason": "Decimal misread", "level": {"value": 160, "unit": "mg/dL"}}
    corrected = world.laboratory.ask(201, "POST", f"/api/v1/results/{made['id']}/corrections", json=body)
    listed = next(each for each in world.laboratory.everything("/api/v1/results") if each["id"] == made["id"])
    read = world.laboratory.ask(200, "GET", f"/api/v1/results/{made['id']}")
    assert all(each["kitId"] == kit["id"] and "patientId" not in each for each in (made, corrected, listed, read))
    assert world.clinician.ask(200, "GET", f"/api/v1/results/{made['id']}")["patientId"] == world.profiles["patient"]
    problem(world.laboratory.get("/api/v1/results", params={"patientId": world.profiles["patient"]}), 403, "forbidden")
