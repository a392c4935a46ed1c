"""Rate limits delay only the client that exceeds them, and never the processing of alerts."""

import re
import time

import pytest

from accounts import Visitor, patient
from fairkit import command, problem
from kits import kit_code

RESULTS, RULES = "/api/v1/results", "/api/v1/alert-rules"


@pytest.fixture
def limited(template, tmp_path):
    """A served store that lets keys ask ten times at once and four times a second, addresses five and one."""
    from conftest import World

    world = World(template, tmp_path / "data")
    assert world.server.stop() == 0
    world.start("--rate-key", "4/10", FAIRKIT_RATE_ADDRESS="1/5")
    yield world
    assert world.server.stop() == 0
    (world.store.path / "reserve").unlink(missing_ok=True)


def spent(client, path, most=200):
    """Sends requests until one is limited, and returns the refusal."""
    for _ in range(most):
        response = client.get(path)
        if response.status_code == 429:
            return response
    raise AssertionError("no request was limited")


def test_a_key_is_held_up_and_let_in_again_when_it_was_told(limited):
    first = limited.clinician.get(RESULTS)
    assert first.headers["ratelimit-policy"] == '"key";q=10;w=3'
    assert re.fullmatch(r'"key";r=9;t=1', first.headers["ratelimit"])
    refusal = spent(limited.clinician, RESULTS)
    problem(refusal, 429, "rate-limited")
    assert refusal.headers["retry-after"] == "1" and refusal.headers["ratelimit"] == '"key";r=0;t=1'
    assert limited.laboratory.get(RESULTS).status_code == 200
    time.sleep(int(refusal.headers["retry-after"]))
    assert limited.clinician.get(RESULTS).status_code == 200


def test_alerts_are_claimed_and_acked_nevertheless(limited):
    for _ in range(5):
        limited.laboratory.result(kit_code(), 820, status=202)
    spent(limited.consumer, RULES)
    taken = 0
    while items := limited.consumer.claim():
        assert limited.consumer.extend(items[0]["token"]).status_code == 200
        assert limited.consumer.ack(items[0]["token"]).status_code == 200
        taken += 1
        limited.consumer.get(RULES)
    assert taken == 5
    for _ in range(30):
        assert limited.consumer.get("/api/v1/alerts").status_code == 200
    spent(limited.consumer, RULES)
    for path in ("/health/live", "/health/ready", "/openapi.yaml", "/docs"):
        assert limited.consumer.get(path).status_code == 200


def test_a_role_without_alerts_is_limited_there_too(limited):
    person = limited.laboratory
    problem(person.get("/api/v1/alerts"), 403, "forbidden")
    problem(spent(person, "/api/v1/alerts"), 429, "rate-limited")
    problem(person.post("/api/v1/alert-groups/default/claim", json={}), 429, "rate-limited")
    assert {limited.clinician.get("/api/v1/alerts").status_code for _ in range(30)} == {200}


def test_requests_without_a_key_are_limited_by_address_and_block_no_key(limited):
    assert limited.clinician.get(RESULTS).status_code == 200
    stranger = limited.server.client("fk_" + "A" * 43)
    statuses = [stranger.get(RESULTS, headers={"X-Forwarded-For": f"192.0.2.{number}"}).status_code for number in range(20)]
    # Each refusal delays the next answer, so there is room again now and then.
    assert statuses[:5] == [401] * 5 and statuses.count(429) >= 8
    assert limited.clinician.get(RESULTS).status_code == 200, "this key has opened from here"
    assert limited.consumer.get("/api/v1/alerts").status_code == 200, "alerts are not limited"
    page = limited.administrator.get("/metrics").text
    held_up = {by: int(count) for by, count in re.findall(r'fairkit_rate_limited_total\{by="([a-z-]+)"\} (\d+)', page)}
    assert held_up["address"] >= 8 and held_up["account"] == held_up["sign-in"] == held_up["key"] == 0
    assert "192.0.2" not in limited.server.log


def test_a_signed_in_user_is_not_blocked_by_strangers_at_the_same_address(limited):
    """Every access token is new after a quarter of an hour, and people share addresses."""
    ada = patient(limited, "ada@example.org")
    stranger = limited.server.client("fk_" + "A" * 43)
    assert spent(stranger, RESULTS).status_code == 429
    tokens = ada.signed_in.login(ada.email).json()
    assert Visitor(limited, tokens).get("/api/v1/auth/me").status_code == 200, "signed in"
    tokens = Visitor(limited).ask(200, "POST", "/api/v1/auth/refresh", json={"refreshToken": tokens["refreshToken"]})
    assert Visitor(limited, tokens).get("/api/v1/auth/me").status_code == 200, "refreshed"
    forged = tokens["accessToken"][:-4] + "AAAA"
    # On a slow machine a second has gone by since.
    spent(stranger, RESULTS)
    assert Visitor(limited, {"accessToken": forged}).get("/api/v1/auth/me").status_code == 429


def test_sign_ins_are_limited_by_address(limited):
    stranger = limited.server.client()
    statuses = [stranger.post("/api/v1/auth/login").status_code for _ in range(12)]
    assert 429 not in statuses[:10] and statuses[-1] == 429
    refusal = stranger.post("/api/v1/auth/login")
    assert refusal.headers["ratelimit-policy"] == '"sign-in";q=10;w=60' and 1 <= int(refusal.headers["retry-after"]) <= 6


def test_the_default_limits_allow_a_burst_of_a_laboratory(fresh):
    remaining = [int(re.search(r"r=(\d+)", fresh.laboratory.get(RESULTS).headers["ratelimit"])[1]) for _ in range(300)]
    assert min(remaining) > 4000


def test_limits_can_be_switched_off(fresh):
    assert fresh.server.stop() == 0
    fresh.start("--rate-key", "off", "--rate-address", "off", FAIRKIT_RATE_SIGN_IN="off")
    assert "ratelimit" not in fresh.clinician.get(RESULTS).headers
    assert {fresh.server.client().post("/api/v1/auth/login").status_code for _ in range(20)} == {415}
    assert fresh.server.stop() == 0
    said = command("serve", "--data", fresh.store.path, "--rate-key", "many", status=1).stderr
    assert "--rate-key (FAIRKIT_RATE_KEY)" in said and "500/5000" in said


def test_public_documents_are_limited_by_address(limited):
    """Documents and readiness have a separate limit from failed keys, and liveness has none."""
    stranger = limited.server.client()
    for path in ("/docs", "/openapi.yaml", "/health/ready"):
        statuses = [stranger.get(path).status_code for _ in range(12)]
        assert 429 in statuses, path
    refusal = spent(stranger, "/health/ready")
    problem(refusal, 429, "rate-limited")
    assert refusal.headers["ratelimit-policy"].startswith('"open";q=5')
    assert {stranger.get("/health/live").status_code for _ in range(50)} == {200}
    assert limited.server.client("fk_" + "A" * 43).get(RESULTS).status_code == 401
    assert limited.clinician.get(RESULTS).status_code == 200


def test_probes_beside_a_proxy_are_counted_for_themselves(limited):
    assert limited.server.stop() == 0
    limited.start("--behind-proxy", "10.0.0.7", FAIRKIT_RATE_ADDRESS="1/5")
    stranger = limited.server.client()
    assert [stranger.get("/health/ready").status_code for _ in range(3)] == [200] * 3
    time.sleep(2)
    assert stranger.get("/health/ready").status_code == 200
