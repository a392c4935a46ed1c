"""After any power cut, the server starts, and no acknowledged write is lost."""

import json
import os
import random
import shutil
import signal
import time
import types

import pytest

from alerts import made
from disk_log import DiskLog, Marks, PowerCut, inodes
from fairkit import Store, command
from model import Journal
from shims import shim
from trials import tries

pytestmark = pytest.mark.on_files

IMAGES = tries("FAIRKIT_POWER_CUTS", 3)
SEED = int(os.environ.get("FAIRKIT_POWER_CUT_SEED", "1"))
# The whole load is logged again for so many images.
IMAGES_PER_LOAD = 125


def logged(world, base, log, seed):
    """A load over three lives of a server, of which two end by a kill: the log of its disk, with the marks of its answers."""
    made(world, "paging", maxInFlight=20)
    assert world.server.stop() == 0
    shutil.copytree(world.store.path, base, ignore=shutil.ignore_patterns("*.sock"))
    numbers = inodes(world.store.path)
    environment = {"LD_PRELOAD": shim("log_disk"), "LOG_DISK": world.store.path, "LOG_DISK_TO": log}
    journal = Journal(world, keep=Marks(log), seed=seed, environment=environment)
    killing = log.with_name(f"{log.name}.kill")
    for is_killed, seconds in ((False, 1.5), (True, 1), (True, 1.5)):
        world.start(**environment, FAIRKIT_RATE_KEY="off")
        journal.begin(operator=True)
        time.sleep(seconds)
        if is_killed:
            killing.touch()
            world.server.process.wait(20)
        journal.end()
        if not is_killed:
            assert world.server.stop() == 0
        killing.unlink(missing_ok=True)
    read = DiskLog(base, log, numbers)
    assert_is_whole(read, world.store.path)
    return read


def assert_is_whole(log, live):
    """All that was written is in the log: with everything kept, the image is what the disk holds."""
    everything = PowerCut(log, log.length, random.Random(0))
    everything.writes, everything.shm = "kept", "none"
    everything.write(image := live.with_name("everything"))
    contents = lambda folder: {path: data for path, (_, data) in Store(folder).fingerprint().items() if not path.endswith("-shm") and path != "reserve"}
    assert contents(image) == contents(live)
    shutil.rmtree(image)


def check(store, log, cut, dice):
    """Starts a server on what a cut left, and asserts that it has all that was answered before, and is sound."""
    journal = Journal(types.SimpleNamespace(store=store))
    for fact in log.before(cut):
        journal.note(**fact)
    is_first = dice.random() < 0.5
    if is_first:
        assert json.loads(command("db", "check", "--data", store.path, "--json").stdout)["sound"]
    server = store.serve()
    try:
        ready = server.client().ask(200, "GET", "/health/ready")
        # No person is named whom the last step of an escalation reaches, which the server finds after a moment.
        assert ready["status"] == "ready" and set(ready.get("warnings", [])) <= {"escalation-unreachable"}
        asked = [(200, "default", key) for id, key in journal.keys.items() if id not in journal.ending][-2:]
        asked += [(401, "default", journal.keys[id]) for id in journal.revoked][-2:]
        asked += [(200, name, key) for name, key in journal.tenants.items()]
        for status, tenant, key in asked:
            server.client(key).ask(status, "GET", "/api/v1/audit", params={"limit": 1}, headers={"X-Tenant-ID": tenant})
        assert json.loads(command("audit", "verify", "--data", store.path, "--json").stdout)["sound"]
        if not is_first:
            assert json.loads(command("db", "check", "--data", store.path, "--json").stdout)["sound"]
    finally:
        server.stop(signal.SIGKILL)
    journal.verify()
    return len(journal.results) + len(journal.kits) + len(journal.leases) + len(journal.acked) + len(asked)


@pytest.mark.parametrize("load", range(-(-IMAGES // IMAGES_PER_LOAD)))
def test_a_power_cut_at_any_point_loses_no_acknowledged_write(fresh, tmp_path, load, capsys):
    seed, facts = SEED + load, 0
    log = logged(fresh, tmp_path / "base", tmp_path / "disk.log", seed)
    assert len(log.turns) > 20, "the log begins again now and then, and names change"
    for number in range(min(IMAGES_PER_LOAD, IMAGES - load * IMAGES_PER_LOAD)):
        dice = random.Random(f"{seed} {number}")
        # Two of five are where names change or the log begins again.
        cut = dice.choice(log.turns) + dice.randint(0, 3) if dice.random() < 0.4 else dice.randint(1, log.length)
        image = PowerCut(log, cut, dice)
        image.write(tmp_path / f"image-{number}")
        store = Store(tmp_path / f"tried-{number}")
        shutil.copytree(tmp_path / f"image-{number}", store.path)
        try:
            facts += check(store, log, cut, dice)
        except BaseException:
            print(f"seed {seed}, image {number} ({image}) is kept at {tmp_path / f'image-{number}'}, and the log beside it")
            raise
        shutil.rmtree(store.path)
        shutil.rmtree(tmp_path / f"image-{number}")
    with capsys.disabled():
        print(f"\nseed {seed}: {number + 1} power cuts in a log of {log.length} entries, {facts} facts compared")
    (tmp_path / "disk.log").unlink()
