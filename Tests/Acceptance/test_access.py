"""Who may do what: no key, wrong key, wrong role, another person's data, and what is said before a body is read."""

import socket
import time

import pytest

from fairkit import command, problem
from kits import kit_code
from test_errors import CLAIM, DELIVER, LEVEL, NO_ID, PROFILES, REGISTER, RESULTS, SCAN

KITS, EXTEND, RELEASE = "/api/v1/test-kits", "/api/v1/alert-groups/default/extend", "/api/v1/alert-groups/default/release"

ROLES = ["administrator", "clinician", "patient", "other_patient", "laboratory", "other_laboratory", "consumer"]
ROUTES = [("POST", PROFILES), ("GET", f"{PROFILES}/{NO_ID}"), ("POST", REGISTER), ("POST", SCAN), ("POST", RESULTS),
    ("POST", f"{RESULTS}/{NO_ID}/corrections"), ("GET", RESULTS), ("GET", f"{RESULTS}/{NO_ID}"), ("GET", "/api/v1/alerts"),
    ("GET", f"/api/v1/alerts/{NO_ID}"), ("POST", CLAIM), ("POST", DELIVER), ("POST", EXTEND), ("POST", RELEASE),
    ("PATCH", f"{PROFILES}/{NO_ID}"), ("GET", KITS), ("POST", KITS), ("POST", f"{KITS}/search"), ("GET", f"{KITS}/{NO_ID}"),
    ("POST", f"{KITS}/{NO_ID}/status"), ("GET", f"{KITS}/{NO_ID}/photo"), ("POST", f"{KITS}/{NO_ID}/review"),
    ("GET", f"{PROFILES}/{NO_ID}/export"), ("POST", f"{PROFILES}/{NO_ID}/erase"), ("GET", f"{PROFILES}/{NO_ID}/hold"),
    ("PUT", f"{PROFILES}/{NO_ID}/hold"), ("DELETE", f"{PROFILES}/{NO_ID}/hold")]  # fmt: skip
# What each role of ROLES gets. A body that is empty but allowed is 422; 0 stands for "anything but a refusal of who you are".
MATRIX = {
    "POST profile":          (422, 422, 403, 403, 403, 403, 403),
    "GET own profile":       (200, 200, 200, 404, 403, 403, 403),
    "POST registration":     (422, 422, 422, 422, 403, 403, 403),
    "POST scan":             (0, 0, 0, 0, 0, 0, 0),
    "POST result":           (403, 403, 403, 403, 422, 422, 403),
    "POST correction":       (403, 403, 403, 403, 201, 404, 403),
    "GET results":           (403, 200, 200, 200, 200, 200, 403),
    "GET own result":        (403, 200, 200, 404, 200, 404, 403),
    "GET alerts":            (403, 200, 403, 403, 403, 403, 200),
    "GET alert":             (403, 200, 403, 403, 403, 403, 200),
    "POST claim":            (403, 404, 403, 403, 403, 403, 404),
    "POST deliver":          (403, 404, 403, 403, 403, 403, 404),
    "POST extension":        (403, 404, 403, 403, 403, 403, 404),
    "POST release":          (403, 404, 403, 403, 403, 403, 404),
    "PATCH own profile":     (200, 200, 200, 404, 403, 403, 403),
    "GET own export":        (403, 403, 200, 404, 403, 403, 403),
    "POST own erasure":      (422, 403, 422, 422, 403, 403, 403),
    "PUT own hold":          (422, 403, 403, 403, 403, 403, 403),
    "POST kits":             (422, 403, 403, 403, 403, 403, 403),
    "GET kits":              (200, 200, 200, 200, 200, 200, 403),
    "GET own kit":           (200, 200, 200, 404, 200, 200, 403),
    "POST search":           (422, 422, 422, 422, 422, 422, 403),
    "POST late step":        (409, 409, 409, 404, 403, 403, 403),
    "GET photo that is not": (404, 403, 403, 403, 404, 404, 403),
    "POST review":           (200, 403, 403, 403, 200, 200, 403),
}  # fmt: skip


@pytest.fixture(scope="module")
def requests(world):
    """The rows of the matrix, for a result and a profile of `patient`."""
    code = kit_code()
    kit = f"{KITS}/{world.patient.register(code)['id']}"
    result = world.laboratory.result(code, 880)
    empty, unknown = {"json": {}}, {"json": {"token": "unknown"}}
    return {
        "POST profile": ("POST", PROFILES, empty),
        "GET own profile": ("GET", f"{PROFILES}/{world.profiles['patient']}", {}),
        "POST registration": ("POST", REGISTER, empty),
        "POST scan": ("POST", SCAN, empty),
        "POST result": ("POST", RESULTS, empty),
        "POST correction": ("POST", f"{RESULTS}/{result['id']}/corrections", {"json": {"reason": "method", "method": "turbidimetry"}}),
        "GET results": ("GET", RESULTS, {}),
        "GET own result": ("GET", f"{RESULTS}/{result['id']}", {}),
        "GET alerts": ("GET", "/api/v1/alerts", {}),
        "GET alert": ("GET", f"/api/v1/alerts/{result['alertId']}", {}),
        "POST claim": ("POST", "/api/v1/alert-groups/unknown/claim", empty),
        "POST deliver": ("POST", DELIVER, unknown),
        "POST extension": ("POST", EXTEND, unknown),
        "POST release": ("POST", RELEASE, unknown),
        "PATCH own profile": ("PATCH", f"{PROFILES}/{world.profiles['patient']}", {**empty, "headers": {"If-Match": '"1"'}}),
        "GET own export": ("GET", f"{PROFILES}/{world.profiles['patient']}/export", {}),
        "POST own erasure": ("POST", f"{PROFILES}/{world.profiles['patient']}/erase", empty),
        "PUT own hold": ("PUT", f"{PROFILES}/{world.profiles['patient']}/hold", empty),
        "POST kits": ("POST", KITS, empty),
        "GET kits": ("GET", KITS, {}),
        "GET own kit": ("GET", kit, {}),
        "POST search": ("POST", f"{KITS}/search", empty),
        "POST late step": ("POST", f"{kit}/status", {"json": {"status": "mailed"}}),
        "GET photo that is not": ("GET", f"{kit}/photo", {}),
        "POST review": ("POST", f"{kit}/review", empty),
    }


@pytest.mark.parametrize("row", MATRIX)
def test_each_role_gets_what_the_matrix_says(world, requests, row):
    method, path, content = requests[row]
    answers = {role: getattr(world, role).request(method, path, **content) for role in ROLES}
    for role, expected in zip(ROLES, MATRIX[row]):
        status = answers[role].status_code
        assert status == expected or (expected == 0 and status not in (401, 403, 404)), (role, status, answers[role].text)
        if expected in (403, 404):
            assert answers[role].json()["code"] in ("forbidden", "not-found", "group-unknown"), role


@pytest.mark.parametrize("method, path", ROUTES)
def test_no_key_or_a_wrong_one_is_401_everywhere(world, method, path):
    for key in (None, "", "nonsense", "fk_", "fk_" + "A" * 43, world.keys["clinician"][:-2], world.keys["clinician"] + "A"):
        response = world.server.client().request(method, path, headers={} if key is None else {"X-API-Key": key})
        problem(response, 401, "unauthenticated")
        assert response.headers["www-authenticate"] == "ApiKey, Bearer" and (key or "fk_") not in response.text


def test_only_health_is_open_to_all(world):
    anyone = world.server.client()
    assert anyone.ask(200, "GET", "/health/live") == {"status": "live"}
    assert anyone.ask(200, "GET", "/health/ready") == {"status": "ready"}


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


def test_keys_are_bound_to_what_they_need(fresh):
    fresh.server.stop()
    create = ["key", "create", "--data", fresh.store.path, "--name", "x", "--role"]
    for more, status in ((["patient"], 64), (["patient", "--profile", NO_ID], 1), (["laboratory"], 64), (["king"], 64)):
        done = command(*create, *more, status=status)
        assert done.stderr.strip() and "fk_" not in done.stdout


def conversation(world, key, path=REGISTER, length=0, more=""):
    """A socket on which the head of a request has been sent."""
    host, port = world.server.address.split(":")
    line = socket.create_connection((host, int(port)), timeout=20)
    line.sendall(f"POST {path} HTTP/1.1\r\nHost: {host}\r\nX-API-Key: {key}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n{more}\r\n".encode())
    return line


def heard(line, until=b"\r\n\r\n"):
    text = b""
    while until not in text and (part := line.recv(65536)):
        text += part
    return text


def test_expect_100_continue_is_answered_before_the_body(world):
    body = f'{{"barcode": "{kit_code()}"}}'.encode()
    with conversation(world, world.keys["patient"], length=len(body), more="Expect: 100-continue\r\n") as line:
        started = time.monotonic()
        assert heard(line).startswith(b"HTTP/1.1 100 ") and time.monotonic() - started < 0.9
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
