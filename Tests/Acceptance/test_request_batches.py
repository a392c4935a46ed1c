"""Several reads in one request: each as a request of its own, with the rights of the caller, and nothing more."""

import json

import pytest

from fairkit import Client, problem
from kits import kit_code

BATCH, RESULTS, KITS = "/api/v1/batch", "/api/v1/results", "/api/v1/test-kits"


def batch(client, *requests, status=200):
    parts = [{"path": one} if isinstance(one, str) else one for one in requests]
    return client.ask(status, "POST", BATCH, json={"requests": parts})["responses"]


def refused(client, *requests):
    response = client.post(BATCH, json={"requests": list(requests)})
    return {error["pointer"] for error in problem(response, 422, "invalid")["errors"]}


@pytest.fixture(scope="module")
def posted(world):
    code = kit_code()
    kit = world.patient.register(code)
    return {"kit": kit["id"], "result": world.laboratory.result(code)["id"], "code": code}


def test_each_part_is_answered_as_alone(world, posted):
    paths = [f"{RESULTS}?limit=1", f"{KITS}/{posted['kit']}", f"/api/v1/profiles/{world.profiles['patient']}", f"{RESULTS}?fields=id,flag&kitCode={posted['code']}"]
    answers = batch(world.patient, *paths)
    for path, answer in zip(paths, answers):
        alone = world.patient.get(path)
        assert (answer["status"], answer["body"]) == (alone.status_code, alone.json()), path
        assert answer["headers"].get("ETag") == alone.headers.get("etag") and answer["headers"]["Content-Type"] == "application/json"
    assert answers[3]["body"]["items"] == [{"id": posted["result"], "flag": "N"}]


def test_a_part_has_conditions_of_its_own(world, posted):
    [first] = batch(world.patient, KITS)
    [again, other] = batch(world.patient, {"method": "GET", "path": KITS, "headers": {"if-none-match": first["headers"]["ETag"]}}, KITS)
    assert (again["status"], "body" in again, other["status"]) == (304, False, 200)


def test_a_refused_part_does_not_stop_the_others(world, posted):
    nothing = "01a1fc15-9e02-7b61-b0c5-6c1f7a2d4e88"
    answers = batch(world.patient, f"{RESULTS}/{nothing}", "/api/v1/audit", f"{RESULTS}?nope=1", "/api/v1/nothing", f"{RESULTS}/{posted['result']}")
    assert [answer["status"] for answer in answers] == [404, 403, 422, 404, 200]
    assert [answer["body"]["code"] for answer in answers[:4]] == ["not-found", "forbidden", "invalid", "not-found"]


@pytest.mark.parametrize("role", ["patient", "other_patient", "laboratory", "other_laboratory", "clinician", "consumer", "administrator"])
def test_nobody_sees_more_than_alone(world, posted, role):
    client = getattr(world, role)
    paths = [f"{RESULTS}/{posted['result']}", f"{KITS}/{posted['kit']}", f"/api/v1/profiles/{world.profiles['patient']}", RESULTS, KITS, "/api/v1/alerts", "/api/v1/audit", "/api/v1/accounts"]
    for path, answer in zip(paths, batch(client, *paths)):
        alone = client.get(path)
        assert answer["status"] == alone.status_code, (path, answer)
        if path not in ("/api/v1/audit",) and alone.status_code == 200:
            assert answer["body"] == alone.json(), path


def test_every_part_and_every_denial_is_in_the_audit(fresh):
    kit = fresh.patient.register(kit_code())
    batch(fresh.patient, f"{KITS}/{kit['id']}", "/api/v1/audit")
    entries = fresh.administrator.everything("/api/v1/audit")
    shown, denied = ([one for one in entries if one["action"] == action] for action in ("kit.read", "request.denied"))
    assert shown[0]["object"] == kit["id"] and denied[0]["object"] == "/api/v1/audit"
    assert shown[0]["requestId"] == denied[0]["requestId"]


@pytest.mark.parametrize("part", [
    {"method": "POST", "path": RESULTS}, {"method": "DELETE", "path": RESULTS}, {"method": "get", "path": RESULTS}, {"method": "GET /x", "path": RESULTS},
])  # fmt: skip
def test_no_part_writes(world, part):
    assert refused(world.laboratory, part) == {"/requests/0/method"}


@pytest.mark.parametrize("path", [
    "", "/", "api/v1/results", "/metrics", "/docs", "/health/ready", "/local/statistics", "//api/v1/results", "http://example.org/api/v1/results", "/api/v1/../../local/statistics",
    "/api/v1/results HTTP/1.1\r\nX-Evil: 1", "/api/v1/results#x", "/api/v1/results\n", "/api/v1/rés", "/api/v1/" + "x" * 3000, "/API/v1/results", "%2Fapi/v1/results",
])  # fmt: skip
def test_paths_outside_of_the_api_are_refused_or_unknown(world, path):
    response = world.administrator.post(BATCH, json={"requests": [{"path": path}]})
    if response.status_code == 200:
        assert [answer["status"] for answer in response.json()["responses"]] == [404]
    else:
        assert {error["pointer"] for error in problem(response, 422, "invalid")["errors"]} == {"/requests/0/path"}


@pytest.mark.parametrize("path", [BATCH, "/api/v1/alerts/stream", "/api/v1/notices/stream", "/api/v1/alerts/ws", "{export}", "{photo}", "/api/v1/teams/x/calendar.ics", "/api/v1/results/batch"])
def test_batches_streams_and_files_are_no_parts(world, posted, path):
    path = path.replace("{export}", f"/api/v1/profiles/{world.profiles['patient']}/export").replace("{photo}", f"{KITS}/{posted['kit']}/photo")
    response = world.patient.post(BATCH, json={"requests": [{"path": path}]})
    if response.status_code == 200:
        assert response.json()["responses"][0]["status"] in (404, 405)
    else:
        assert {error["pointer"] for error in problem(response, 422, "invalid")["errors"]} == {"/requests/0/path"}


@pytest.mark.parametrize("name", ["X-API-Key", "Authorization", "X-Tenant-ID", "FairKit-Role", "X-Forwarded-For", "Host", "Cookie", "Idempotency-Key", "Transfer-Encoding"])
def test_a_part_has_no_credentials_of_its_own(world, name):
    assert refused(world.patient, {"path": RESULTS, "headers": {name: world.keys["administrator"]}}) == {"/requests/0/headers"}
    assert refused(world.patient, {"path": RESULTS, "headers": {"If-None-Match": f"x\r\n{name}: {world.keys['administrator']}"}}) == {"/requests/0/headers"}


def test_a_batch_has_1_to_20_parts(world):
    assert refused(world.patient) == {"/requests"} and refused(world.patient, *[{"path": KITS}] * 21) == {"/requests"}
    assert len(batch(world.patient, *[KITS] * 20)) == 20
    for body in ({}, {"requests": None}, {"requests": "x"}, {"requests": [1]}, {"requests": [{}]}, {"requests": [{"path": 1}]}):
        problem(world.patient.post(BATCH, json=body), 422, "invalid")


def test_each_part_counts_for_the_rate_limit(fresh):
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_RATE_KEY="0.01/5")
    answers = batch(fresh.patient, *[KITS] * 8)
    assert [answer["status"] for answer in answers] == [200] * 5 + [429] * 3
    assert answers[7]["body"]["code"] == "rate-limited" and int(answers[7]["headers"]["Retry-After"]) > 0
    problem(fresh.patient.get(KITS), 429, "rate-limited")


def test_a_batch_needs_a_valid_key(world):
    with Client(world.server.address) as stranger:
        problem(stranger.post(BATCH, json={"requests": [{"path": KITS}]}), 401, "unauthenticated")
        problem(stranger.post(BATCH, content=json.dumps({"requests": [{"path": "/health/live"}]}), headers={"X-API-Key": "fk_wrong"}), 401, "unauthenticated")
