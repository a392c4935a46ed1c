"""No id is given twice, whichever way a store goes back: ids of deliveries, events, audit entries and ranges."""

import shutil
import subprocess
import types

import pytest

import databases
from alerts import Group, events
from conftest import World
from fairkit import BINARY, Store, command, problem, surroundings
from kits import kit_code

EVENTS = "/api/v1/alerts/events"
RANGE = {"unit": "mg/dL", "low": 90, "high": 190, "criticalMultiple": 4, "method": "nephelometry", "validFrom": "2026-01-01"}


def entries(world):
    """The numbers of the newest entries of the audit log."""
    return {entry["number"] for entry in world.administrator.ask(200, "GET", "/api/v1/audit", params={"limit": 100})["items"]}


def given(world):
    """Ids of each kind that a client gets, with what one more critical alert brings."""
    world.laboratory.result(kit_code(), 820, status=202)
    claimed = Group(world).claim(10)
    Group(world).ack(*[item["token"] for item in claimed])
    ranges = world.administrator.ask(201, "POST", "/api/v1/reference-ranges", json=RANGE)
    return {
        "deliveries": {item["deliveryId"] for item in claimed},
        "events": {event["number"] for event in events(world.administrator)},
        "entries": entries(world),
        "ranges": {ranges["number"]},
    }


def keep(world, tmp_path):
    """Keeps the present state, for each way."""
    if databases.IN_USE:
        return databases.keep(world.store.path, tmp_path / "kept")
    command("backup", tmp_path / "kept", "--data", world.store.path)
    command("tenant", "export", "default", tmp_path / "archive", "--active", "--archive-key-file", tmp_path / "archive.key", "--data", world.store.path)


def restored(world, tmp_path):
    command("restore", tmp_path / "kept", "--data", tmp_path / "back", "--key-file", world.store.master)
    shutil.copy(world.store.master, tmp_path / "back" / "master.key")
    return tmp_path / "back"


def one_restored(world, tmp_path):
    line = [BINARY, "restore", str(tmp_path / "kept"), "--data", str(world.store.path), "--tenant", "default"]
    subprocess.run(line, env=surroundings({}), input="default\n", capture_output=True, text=True, timeout=120, check=True)
    return world.store.path


def imported(world, tmp_path):
    """The tenant comes from the archive of a state that its old place went on from."""
    new = tmp_path / "new"
    command("init", "--data", new)
    command("tenant", "import", tmp_path / "archive", "--archive-key-file", tmp_path / "archive.key", "--name", "clinic", "--data", new)
    command("tenant", "resume", "clinic", "--data", new)
    return new


def database_restored(world, tmp_path):
    path = tmp_path / "back"
    shutil.copytree(world.store.path, path)
    databases.create(path, template=tmp_path / "kept")
    command("db", "restored", "--data", path, "--key-file", world.store.master, typed="restored\n")
    return path


WAYS = [restored, one_restored, imported] if not databases.IN_USE else [database_restored]


@pytest.mark.parametrize("way", WAYS)
def test_no_id_comes_again(fresh, tmp_path, way):
    before = given(fresh)
    keep(fresh, tmp_path)
    before["entries"] |= entries(fresh)
    lost = given(fresh)
    assert fresh.server.stop() == 0
    again = types.SimpleNamespace(store=Store(way(fresh, tmp_path)), keys=fresh.keys)
    World.start(again)
    tenant = "clinic" if way is imported else "default"
    for role in again.keys:
        getattr(again, role).headers["X-Tenant-ID"] = tenant
    after = given(again)
    for kind, ids in after.items():
        new = ids - before[kind]
        assert new and not new & lost[kind], kind
    # A poller that is beyond the end, or where nothing is, learns it; one that is within goes on without a gap.
    last, gone = max(before["events"]), max(lost["events"])
    for number in (gone, max(after["events"]) + 1):
        assert "restored" in problem(again.administrator.get(EVENTS, params={"after": number}), 422, "invalid")["errors"][0]["detail"]
        problem(again.administrator.get("/api/v1/alerts/stream", params={"after": number}), 422, "invalid")
    found = [event["number"] for event in events(again.administrator, after=last)]
    assert found == list(range(found[0], found[0] + len(found))) and found[0] > gone
    assert again.server.stop() == 0
    assert "sound" in command("db", "check", "--data", again.store.path, "--tenant", tenant).stdout
    command("audit", "verify", "--data", again.store.path, "--tenant", tenant)
