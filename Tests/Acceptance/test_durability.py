"""Acknowledged writes survive kill -9: no write is acknowledged before the disk has confirmed it."""

import json
import pathlib
import random
import re
import signal
import threading
import time

import pytest

from fairkit import at_once, command, problem
from kits import kit_code, photo
from load import Load, verify
from shims import shim
from trials import tries

pytestmark = pytest.mark.on_files

ROUNDS = tries("FAIRKIT_KILL_ROUNDS", 3)


def test_kill_nine_loses_no_acknowledged_write(fresh):
    times, loads = random.Random(9), []
    for round in range(ROUNDS):
        load = Load(fresh, earlier=loads).start()
        time.sleep(times.uniform(0.15, 0.6))
        assert fresh.server.stop(signal.SIGKILL) == -signal.SIGKILL
        load.join()
        loads.append(load)
        verify(fresh.store, loads)
        fresh.start()
        # A lease outlives the server; what was acked does not come again.
        for alert, token in load.held.items():
            assert fresh.consumer.ack(token).status_code == 200, "a lease that was answered is gone"
            load.acked.append(alert)
        handed_out = {item["alertId"] for item in fresh.consumer.claim(limit=5)}
        assert not handed_out & {alert for each in loads for alert in each.acked}
    assert all(sum(len(getattr(load, kind)) for load in loads) > 5 * ROUNDS for kind in ("kits", "results", "acked"))
    for load in loads[::5]:
        for id in load.results[-3:]:
            assert fresh.clinician.ask(200, "GET", f"/api/v1/results/{id}")["flag"] == "HH"
    assert fresh.server.stop() == 0
    verify(fresh.store, loads)


@pytest.fixture
def held(fresh, tmp_path):
    """A served store, and the file that holds its syncs while it exists."""
    control = tmp_path / "hold"
    assert fresh.server.stop() == 0
    fresh.start(LD_PRELOAD=shim("hold_fdatasync"), HOLD_SYNCS=control)
    yield fresh, control
    for file in (control, pathlib.Path(f"{control}.fail"), pathlib.Path(f"{control}.once")):
        file.unlink(missing_ok=True)


def test_no_write_is_acknowledged_before_it_is_on_disk(held):
    world, control = held
    codes = [kit_code() for _ in range(5)]
    world.patient.register(codes[0])
    resulted = world.laboratory.result(codes[0], 820)
    for _ in range(3):
        world.laboratory.result(kit_code(), 820, status=202)
    kit = world.patient.register(codes[1])["id"]
    token, kept, returned = (item["token"] for item in world.consumer.claim(limit=3, leaseSeconds=60))
    person = {"name": {"given": "Held", "family": "Back"}, "birthDate": "1990-01-01"}
    correction = {"reason": "held", "level": {"value": 950, "unit": "mg/dL"}}
    writes = {
        "register": lambda client: client("patient").register(codes[2]),
        "register by photo": lambda client: client("patient").register(photo=photo(codes[3])),
        "result": lambda client: client("laboratory").result(kit_code(), 820, status=202),
        "correction": lambda client: client("laboratory").ask(201, "POST", f"/api/v1/results/{resulted['id']}/corrections", json=correction),
        "profile": lambda client: client("clinician").ask(201, "POST", "/api/v1/profiles", json=person),
        "claim": lambda client: client("consumer").claim(leaseSeconds=60),
        "ack": lambda client: client("consumer").ack(token).raise_for_status().json(),
        "extend": lambda client: client("consumer").extend(kept).raise_for_status().json(),
        "release": lambda client: client("consumer").release(returned, delaySeconds=60).raise_for_status().json(),
        "batch": lambda client: client("administrator").issue(codes[4]),
        "step": lambda client: client("patient").report(kit, "mailed").raise_for_status().json(),
        "change": lambda client: client("patient").change(world.profiles["patient"], {"language": "es"}).raise_for_status().json(),
    }
    answered = {}

    def answer(name):
        def work():
            with world.server.client(None) as client:
                answered[name] = writes[name](lambda role: client.headers.update({"X-API-Key": world.keys[role]}) or client)

        return work

    control.touch()
    threads = [threading.Thread(target=answer(name), daemon=True) for name in writes]
    for thread in threads:
        thread.start()
    time.sleep(1.5)
    assert not answered, f"answered before its sync: {list(answered)}"
    # Reading goes on.
    assert world.server.client().ask(200, "GET", "/health/ready") == {"status": "ready"}
    assert world.patient.scan(photo(codes[3])).json()["codes"] == [codes[3]]
    assert not answered, f"answered before its sync: {list(answered)}"
    control.unlink()
    for thread in threads:
        thread.join(20)
    assert set(answered) == set(writes)


def test_a_server_whose_writes_hang_is_not_ready(held):
    world, control = held
    control.touch()
    answers = []
    thread = threading.Thread(target=lambda: answers.append(world.laboratory.result(kit_code(), 820, status=202)), daemon=True)
    thread.start()
    waited = time.monotonic()
    while world.server.client().get("/health/ready").status_code == 200:
        assert time.monotonic() - waited < 15, "ready while a write hangs"
        time.sleep(0.5)
    problem(world.server.client().get("/health/ready"), 503, "store-unavailable")
    assert not answers
    while "writes fail or hang" not in world.server.log:
        assert time.monotonic() - waited < 25, "nothing in the log"
        time.sleep(0.2)
    control.unlink()
    thread.join(20)
    assert answers
    while world.server.client().get("/health/ready").status_code != 200:
        assert time.monotonic() - waited < 40
        time.sleep(0.5)


def test_a_kill_during_a_sync_leaves_no_partial_commit(held):
    world, control = held
    load = Load(world).start()
    time.sleep(0.5)
    control.touch()
    time.sleep(0.3)
    before = (len(load.kits), len(load.results), len(load.acked))
    time.sleep(0.5)
    assert (len(load.kits), len(load.results), len(load.acked)) == before
    world.server.stop(signal.SIGKILL)
    load.join()
    verify(world.store, [load])


@pytest.mark.parametrize("failing", ["fail", "once"])
def test_a_tenant_whose_commit_the_disk_failed_at_is_there_whole_or_not_at_all(held, failing):
    world, control = held
    file = pathlib.Path(f"{control}.{failing}")
    words = ("tenant", "create", "--data", world.store.path, "kisumu")
    file.write_text("/control.db-wal")
    command(*words, status=1)
    folders = {path.name for path in (pathlib.Path(world.store.path) / "tenants").iterdir()}
    assert len(folders) == (1 if failing == "once" else 2), "removed only once no process can find it again"
    # Killed now, the next server finds in the log whatever stands there.
    world.server.stop(signal.SIGKILL)
    file.unlink(missing_ok=True)
    world.start()
    known = json.loads(command("tenant", "list", "--data", world.store.path, "--json").stdout)["items"]
    if "kisumu" not in {tenant["name"] for tenant in known}:
        command(*words)
    command("key", "create", "--data", world.store.path, "--tenant", "kisumu", "--role", "administrator", "--name", "n")


def test_a_failed_sync_is_an_error_and_not_an_answer(held):
    world, control = held
    failing = pathlib.Path(f"{control}.fail")
    kept, lost = kit_code(), kit_code()
    world.patient.register(kept)
    failing.touch()
    answers = at_once(
        lambda: world.patient.post("/api/v1/test-kits/register", json={"barcode": lost}),
        lambda: world.laboratory.post("/api/v1/results", json={"reference": "R-1", "kitCode": kept, "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}}),
    )
    for answer in answers:
        assert answer.status_code in (500, 503) and answer.json()["code"] in ("store-unavailable", "internal"), answer.text
    # Monitoring learns of the failure, and of its end even if no client writes.
    problem(world.server.client().get("/health/ready"), 503, "store-unavailable")
    gauge = lambda: re.search(r"^fairkit_writes_failing (\d)$", world.administrator.get("/metrics").text, re.M)[1]
    assert gauge() == "1" and world.server.client().get("/health/live").status_code == 200
    failing.unlink()
    deadline = time.monotonic() + 15
    while world.server.client().get("/health/ready").status_code != 200:
        assert time.monotonic() < deadline, world.server.log
        time.sleep(0.05)
    assert gauge() == "0"
    while not ("writes fail" in world.server.log and "writes succeed again" in world.server.log):
        assert time.monotonic() < deadline, world.server.log
        time.sleep(0.05)
    world.server.stop()
    world.start()
    assert world.patient.post("/api/v1/test-kits/register", json={"barcode": lost}).status_code in (201, 409)
    assert world.patient.post("/api/v1/test-kits/register", json={"barcode": kept}).status_code == 409
    result = world.laboratory.post("/api/v1/results", json={"reference": "R-1", "kitCode": kept, "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}})
    assert result.status_code in (200, 201) and result.json()["flag"] == "HH"
    world.server.stop()
    verify(world.store, [])
