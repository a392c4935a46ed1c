"""Closed tenants: invalid credentials open none and reveal none, a valid key always opens its tenant, and their keys are not in memory."""

import base64
import json
import os
import pathlib
import re
import statistics
import time

import pytest

import databases
from clocks import SetClock
from fairkit import problem
from tenants import key, made, of, tenants
from wire import memory_holds

RESULTS, ALERTS = "/api/v1/results", "/api/v1/alerts"
NAMES = [f"clinic-{number}" for number in range(8)]


def opened(world):
    """How many tenants the server has open, without the first one: by its open files, or by what it says where it has none."""
    if databases.IN_USE:
        page = world.administrator.get("/metrics").text
        return int(float(re.search(r"^fairkit_tenants_open (.*)$", page, re.MULTILINE)[1])) - 1
    found = set()
    for descriptor in pathlib.Path(f"/proc/{world.server.pid}/fd").iterdir():
        try:
            path = pathlib.Path(os.readlink(descriptor))
        except OSError:
            continue
        if path.name == "health.db":
            found.add(path.parent.name)
    return len(found - {"default"})


def eventually(happens, within=100):
    end = time.monotonic() + within
    while not happens() and time.monotonic() < end:
        time.sleep(0.2)
    return happens()


def made_up():
    return "fk_" + base64.urlsafe_b64encode(os.urandom(32)).decode().rstrip("=")


def made_up_token():
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")  # noqa: E731
    signature = base64.urlsafe_b64encode(os.urandom(64)).decode().rstrip("=")
    return f'{part({"alg": "EdDSA", "typ": "at+jwt", "kid": "x"})}.{part({"sub": "x"})}.{signature}'


@pytest.fixture(scope="module")
def closed(template, tmp_path_factory):
    """A server whose tenants are all closed, after a minute without requests, which passes at once unless a database has its own clock."""
    from conftest import World

    clock = SetClock()
    environment = {} if databases.IN_USE else {**clock.environment, "CLOCK_SINCE": 0}
    world = World(template, tmp_path_factory.mktemp("closed") / "data", **environment)
    world.first = {name: made(world.store, name) for name in NAMES}
    world.consumers = {name: key(world.store, name, "consumer") for name in NAMES}
    assert databases.IN_USE or opened(world) > 0
    clock.set(61)
    assert eventually(lambda: opened(world) == 0), "unused tenants are closed"
    yield world
    assert world.server.stop() == 0


def store_key(store, name):
    """The 32 bytes that a tenant's data is encrypted with."""
    return store.unwrapped(tenants(store)[name]["id"])[:32]


@pytest.mark.long
def test_memory_holds_no_key_of_a_closed_tenant(closed):
    """That they are found when they are there, the test of valid keys shows."""
    keys = {name: store_key(closed.store, name) for name in NAMES}
    assert [name for name in NAMES if memory_holds(closed.server.pid, [keys[name], keys[name].hex().encode()])] == []


@pytest.mark.on_files
def test_made_up_credentials_open_no_tenant(closed):
    strangers = closed.server.client()
    for name in NAMES:
        for path in (RESULTS, ALERTS):
            for credential in ({"X-API-Key": made_up()}, {"X-API-Key": "fk_x"}, {"X-API-Key": closed.keys["administrator"]},
                {"X-API-Key": closed.first[NAMES[NAMES.index(name) - 1]]}, {"Authorization": f"Bearer {made_up_token()}"}):  # fmt: skip
                problem(strangers.get(path, headers={"X-Tenant-ID": name, **credential}), 401, "unauthenticated")
    assert opened(closed) == 0


@pytest.mark.on_files
def test_an_invalid_key_takes_as_long_for_a_tenant_as_for_an_unknown_name(closed):
    client, times = closed.server.client(), {"tenant": [], "unknown": []}
    for number in range(60):
        for kind, name in (("tenant", NAMES[number % 8]), ("unknown", f"unknown-{number}")):
            start = time.perf_counter()
            client.get(ALERTS, headers={"X-Tenant-ID": name, "X-API-Key": made_up()})
            times[kind].append(time.perf_counter() - start)
    # Other tests on the machine only add to a time, so the quicker quarter of them shows what the server does.
    quick = {kind: statistics.quantiles(some, n=4)[0] for kind, some in times.items()}
    print({kind: f"{quarter * 1e6:.0f} us" for kind, quarter in quick.items()}, opened(closed))
    # An opening takes milliseconds; what is left is noise.
    assert quick["tenant"] < 1.5 * quick["unknown"] + 0.0003
    assert opened(closed) == 0


def test_every_valid_key_opens_its_tenant_despite_failures_from_its_address(closed):
    strangers = closed.server.client()
    while strangers.get(RESULTS, headers={"X-Tenant-ID": NAMES[0], "X-API-Key": made_up()}).status_code != 429:
        pass
    for name in NAMES[:4]:
        assert of(closed.server, name, closed.consumers[name]).claim() == []
    assert opened(closed) == 4
    assert memory_holds(closed.server.pid, [store_key(closed.store, NAMES[0])])
    # One that is made now, for a tenant that is open, and for one that is not.
    for name in (NAMES[0], NAMES[5]):
        fresh = of(closed.server, name, key(closed.store, name, "consumer"))
        assert fresh.claim() == []


def test_a_key_that_was_made_while_no_server_ran_opens_its_tenant(fresh):
    name = NAMES[0]
    made(fresh.store, name)
    fresh.server.stop()
    secret = key(fresh.store, name, "consumer")
    fresh.start()
    assert of(fresh.server, name, secret).claim() == []
