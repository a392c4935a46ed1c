"""`fairkit restore --drill`: tests whether a backup can be restored, in a folder that is removed afterwards."""

import json
import shutil
import signal
import subprocess
import time

import pytest

from fairkit import BINARY, command, surroundings
from tenants import made, of

pytestmark = pytest.mark.on_files

PERSON = {"name": {"given": "Since", "family": "F"}, "birthDate": "1980-02-29", "timeZone": "UTC"}


def drill(backup, *more, status=0, **environment):
    return command("restore", "--drill", backup, *more, status=status, **environment)


@pytest.fixture
def backed_up(fresh, tmp_path):
    """A served store with two tenants, its backup, and the otherwise empty folder of the backup."""
    fresh.kisumu = made(fresh.store, "kisumu")
    fresh.folder = tmp_path / "backups"
    fresh.folder.mkdir()
    fresh.backup = fresh.folder / "backup"
    command("backup", fresh.backup, "--data", fresh.store.path)
    return fresh


def test_a_sound_backup_is_restored_checked_counted_and_removed(backed_up):
    keys = ("--key-file", backed_up.store.master)
    said = json.loads(drill(backed_up.backup, *keys, "--json").stdout)
    assert said["sound"] and said["missing"] == [] and said["restoreSeconds"] > 0 and said["checkSeconds"] > 0
    assert {item["tenant"]: item["backup"]["profiles"] for item in said["tenants"]} == {"default": 2, "kisumu": 0}
    for item in said["tenants"]:
        assert item["faults"] == [] and "now" not in item
        assert {**item["restored"], "auditEntries": 0} == {**item["backup"], "auditEntries": 0}
        assert item["restored"]["auditEntries"] == item["backup"]["auditEntries"] + 1
    assert list(backed_up.folder.iterdir()) == [backed_up.backup]
    # With the data directory it tells what is newer, while a server runs and when none does.
    of(backed_up.server, "default", backed_up.keys["administrator"]).ask(201, "POST", "/api/v1/profiles", json=PERSON)
    for _ in range(2):
        shown = drill(backed_up.backup, "--data", backed_up.store.path).stdout
        assert "2 (1 newer)" in shown and "can be restored" in shown and "kisumu" in shown, shown
        if backed_up.server.process.poll() is None:
            health = of(backed_up.server, "default", backed_up.keys["administrator"]).ask(200, "GET", "/api/v1/clinic/health")
            assert health["lastDrillAt"] > health["lastBackupAt"]
        backed_up.server.stop()
    assert list(backed_up.folder.iterdir()) == [backed_up.backup]


def test_a_backup_that_is_damaged_or_lacks_a_tenant_fails_and_leaves_nothing(backed_up, tmp_path):
    keys = ("--key-file", backed_up.store.master)
    (folder,) = (path for path in (backed_up.backup / "tenants").iterdir() if path.name != "default")
    place = tmp_path / "scratch"
    place.mkdir()
    (backed_up.backup / "missing").write_text(f"{folder.name}\n")
    shutil.move(folder, tmp_path / "aside")
    said = json.loads(drill(backed_up.backup, *keys, "--into", place, "--json", status=1).stdout)
    assert said["missing"] == [folder.name] and not said["sound"]
    (backed_up.backup / "missing").unlink()
    shutil.move(tmp_path / "aside", folder)
    with open(folder / "health.db", "r+b") as file:
        file.seek(6000)
        file.write(b"damage")
    assert "damaged" in drill(backed_up.backup, *keys, "--into", place, status=1).stderr
    assert "master key" in drill(backed_up.backup, "--into", place, status=1).stderr
    assert "--into" in drill(backed_up.backup, *keys, "--into", tmp_path / "nowhere", status=1).stderr
    assert list(place.iterdir()) == [] and list(backed_up.folder.iterdir()) == [backed_up.backup]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_drill_that_is_interrupted_removes_what_it_made(backed_up, number):
    line = [BINARY, "restore", "--drill", str(backed_up.backup), "--key-file", str(backed_up.store.master)]
    seen = False
    for _ in range(5):
        process = subprocess.Popen(line, env=surroundings({}), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while process.poll() is None and not list(backed_up.folder.glob("fairkit-drill-*/data")):
            time.sleep(0.001)
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
        assert process.returncode in (0, 128 + number), said
        seen |= process.returncode == 128 + number
        assert list(backed_up.folder.iterdir()) == [backed_up.backup]
    assert seen


def test_a_drill_changes_no_master_key_though_a_change_of_it_waits(backed_up):
    """A new key that waits beside the old one is the installation's business."""
    waiting = backed_up.store.path / "master.key.new"
    waiting.write_text("5a" * 32 + "\n")
    waiting.chmod(0o600)
    before = backed_up.store.master.read_text()
    drill(backed_up.backup, "--key-file", backed_up.store.master)
    assert backed_up.store.master.read_text() == before and waiting.exists()
    waiting.unlink()


def test_contradictory_options_are_refused(backed_up):
    for words in (("--drill", "--tenant", "kisumu"), ("--as", "siaya"), ("--into", backed_up.folder), ("--even-erased",)):
        refused = command("restore", backed_up.backup, "--data", backed_up.store.path, *words, status=64).stderr
        assert "remove" in refused or "need" in refused
