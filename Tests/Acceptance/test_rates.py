"""Rate limits delay only the client that exceeds them, and never the processing of alerts."""

import re
import time

import pytest

from accounts import Visitor, patient
from fairkit import command, problem

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
