"""API keys: scopes, expiry, and last use."""

import datetime
import json
import time

import pytest

from fairkit import api, command, later, problem
from kits import kit_code

RESULTS, CLAIM = "/api/v1/results", "/api/v1/alert-groups/default/claim"


def listed(store, *more):
    """Keys by name, as `key list` answers them."""
    return {key["name"]: key for key in json.loads(command("key", "list", "--data", store.path, "--json", *more).stdout)["items"]}


def refused(store, *more):
    """The message of `key create` when it refuses."""
    before = len(listed(store, "--all"))
    said = command("key", "create", "--data", store.path, "--name", "x", *more, status=1).stderr
    assert len(listed(store, "--all")) == before
    return said


@pytest.mark.parametrize(
    "arguments, said",
    [
        (("--role", "consumer", "--scope", "results:read"), "one or more of: alerts:consume, alerts:read"),
        (("--role", "consumer", "--expires", "2020-01-31"), "later than now"),
        (("--role", "consumer", "--expires", "9000d"), "3653 days"),
    ],
)
def test_what_a_key_cannot_be_is_said(fresh, arguments, said):
    assert said in refused(fresh.store, *arguments)
    for wrong in (("--scope", "souls:read"), ("--expires", "soon")):
        command("key", "create", "--data", fresh.store.path, "--name", "x", "--role", "consumer", *wrong, status=64)


def test_a_key_ends_by_itself(fresh):
    store = fresh.store
    short = store.key("consumer", "short", "--expires", "3s")
    day = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=30)).date().isoformat()
    assert store.key("consumer", "long", "--expires", day)["expiresAt"] == f"{day}T23:59:59.999Z"
    client = fresh.server.client(short["key"])
    assert client.get("/api/v1/alerts").status_code == 200
    # A claim that waits when its key ends gets nothing of what comes later.
    waiting = later(lambda: fresh.server.client(short["key"]).post(CLAIM, json={"wait": 20}))
    end = datetime.datetime.fromisoformat(short["expiresAt"])
    while datetime.datetime.now(datetime.UTC) <= end:
        time.sleep(0.05)
    fresh.laboratory.result(kit_code(), 820, status=202)
    problem(waiting.result(30), 401, "unauthenticated")
    assert len(fresh.consumer.claim()) == 1
    problem(client.get("/api/v1/alerts"), 401, "unauthenticated")
    assert "short" not in listed(store) and not listed(store, "--all")["short"]["active"]
    table = command("key", "list", "--all", "--data", store.path).stdout
    assert f"expired {end.date()}" in table and f"ends {day}" in table
    assert "has expired" in command("api", f"keys/{short['id']}/rotate", "--data", store.path, status=1).stderr


def test_a_key_lasts_a_year_unless_somebody_says_otherwise(fresh):
    store, now = fresh.store, datetime.datetime.now(datetime.UTC)
    made = {
        "doctor": store.key("clinician", "doctor"),
        "analyser": store.key("laboratory", "analyser", "--laboratory", "Markerlaboratory One", "--expires", "never"),
        "pager": store.key("consumer", "pager"),
    }
    end = datetime.datetime.fromisoformat(made["doctor"]["expiresAt"])
    assert 364 < (end - now).days + 1 <= 366 and not [name for name in ("analyser", "pager") if "expiresAt" in made[name]]
    table = {line.split()[-2]: line for line in command("key", "list", "--data", store.path).stdout.splitlines() if made["pager"]["id"] in line or made["doctor"]["id"] in line}
    assert f"ends {end.date()}" in table["doctor"] and "never" in table["pager"]
    said = command("key", "create", "--data", store.path, "--role", "administrator", "--name", "x").stderr
    assert f"It expires on {end.date()}" in said
    rotated = api(store, f"keys/{made['doctor']['id']}/rotate", "-f", "neverExpires=true")
    assert "expiresAt" not in rotated


def test_the_last_use_of_a_key_is_known_and_outlives_the_server(fresh):
    store = fresh.store
    before = datetime.datetime.now(datetime.UTC).replace(second=0, microsecond=0)
    assert "lastUsedAt" not in listed(store)["Markerkeyname consumer"]
    fresh.consumer.get("/api/v1/alerts")
    shown = listed(store)["Markerkeyname consumer"]["lastUsedAt"]
    assert datetime.datetime.fromisoformat(shown) >= before and shown.endswith(":00.000Z")
    assert shown[:16].replace("T", " ") in command("key", "list", "--data", store.path).stdout
    assert fresh.server.stop() == 0
    assert listed(store)["Markerkeyname consumer"]["lastUsedAt"] == shown
    assert "lastUsedAt" not in listed(store)["Markerkeyname clinician"]
