"""`fairkit master-key rotate`: every key is encrypted with a new master key, and a crash at any step loses no data."""

import json
import re
import shutil
import subprocess

import pytest

from crashes import killed_at_each_step
from fairkit import BINARY, Store, command, surroundings

pytestmark = pytest.mark.on_files


def named(store):
    """The ids of the master keys that the keys of an installation are wrapped with."""
    files = [store.path / "control.json", *store.path.glob("tenants/*/key.json")]
    return {json.loads(path.read_text())["masterKeyId"] for path in files}


def rotate(store, *more, status=0, **environment):
    return command("master-key", "rotate", "--data", store.path, *more, status=status, **environment)


@pytest.fixture(scope="module")
def two(template, tmp_path_factory):
    """A stopped store with a second tenant, and the key of each one's administrator."""
    store = Store(tmp_path_factory.mktemp("two") / "data")
    shutil.copytree(template.store.path, store.path)
    store.keys = {"default": template.keys["administrator"], "kisumu": command("tenant", "create", "kisumu", "--data", store.path).stdout.strip()}
    return store


@pytest.fixture
def store(two, tmp_path):
    copy = Store(tmp_path / "data")
    shutil.copytree(two.path, copy.path)
    copy.keys = two.keys
    return copy


def opens(store, *more, **environment):
    """Asserts that both tenants open and are sound."""
    for tenant in ("default", "kisumu"):
        assert "sound" in command("db", "check", "--data", store.path, "--tenant", tenant, *more, **environment).stdout


def test_every_key_is_wrapped_with_a_new_master_key_while_the_server_goes_on(fresh, tmp_path):
    store = fresh.store
    command("tenant", "create", "kisumu", "--data", store.path)
    backup, old = tmp_path / "backup", store.master.read_text()
    command("backup", backup, "--data", store.path)
    (before,) = named(store)
    said = json.loads(rotate(store, "--json").stdout)
    assert said["from"] == before and named(store) == {said["to"]}
    kept = store.path / f"master.key.{before}"
    assert said["oldKeyFile"] == str(kept) and kept.read_text() == old and kept.stat().st_mode & 0o777 == 0o600
    assert store.master.read_text() != old and not (store.path / "master-key.change").exists()
    assert fresh.administrator.get("/api/v1/test-kits").status_code == 200
    entries = command("audit", "export", "--data", store.path).stdout
    assert "master-key.changed" in entries and said["to"] in entries
    # Older backups need the old key, and new ones the new key.
    after = tmp_path / "after"
    command("backup", after, "--data", store.path)
    place = tmp_path / "restored"
    refused = command("restore", backup, "--data", place, "--key-file", store.master, status=1).stderr
    assert before in refused
    command("restore", backup, "--data", place, "--key-file", kept)
    command("restore", after, "--data", tmp_path / "again", "--key-file", store.master)
    assert fresh.server.stop() == 0
    fresh.start()
    assert fresh.administrator.get("/api/v1/test-kits").status_code == 200


def test_the_old_key_is_overwritten_when_that_is_asked_for(store):
    held = open(store.master, "rb")
    said = rotate(store, "--destroy-old").stdout
    assert "Older backups need the old one" in said
    assert not list(store.path.glob("master.key.*")) and set(held.read()) == {0}
    held.close()
    opens(store)


def test_a_new_key_is_drawn_into_a_file_of_its_own_or_taken_from_there(store, tmp_path):
    old, drawn, given = store.master, tmp_path / "drawn.key", tmp_path / "given.key"
    (before,) = named(store)
    said = rotate(store, "--new-key-file", drawn).stdout
    assert "old one" in said and drawn.stat().st_mode & 0o777 == 0o600 and named(store) != {before}
    refused = command("tenant", "list", "--data", store.path, status=1).stderr
    assert before in refused and next(iter(named(store))) in refused
    opens(store, "--key-file", drawn)
    given.write_text("5a" * 32 + "\n")
    assert "chmod 600" in rotate(store, "--key-file", drawn, "--new-key-file", given, status=1).stderr
    given.chmod(0o600)
    rotate(store, "--key-file", drawn, "--new-key-file", given)
    assert given.read_text() == "5a" * 32 + "\n"
    opens(store, "--key-file", given)
    assert "contains the present master key" in rotate(store, "--key-file", given, "--new-key-file", given, status=1).stderr
    opens(store, "--key-file", given)
    # From the environment there is nothing to replace.
    key = given.read_text().strip()
    assert "--new-key-file" in rotate(store, status=1, FAIRKIT_MASTER_KEY=key).stderr
    rotate(store, "--new-key-file", tmp_path / "next.key", FAIRKIT_MASTER_KEY=key)
    opens(store, "--key-file", tmp_path / "next.key")
    assert old.exists()


def test_a_change_that_is_killed_at_any_step_goes_on_with_the_key_that_is_there(two, tmp_path):
    before, ended = two.master.read_text(), 0
    for copy, number, is_done in killed_at_each_step(
        tmp_path, two.path, lambda copy: ["master-key", "rotate", "--data", copy], "master-key.change"
    ):
        store = Store(copy)
        opens(store)
        (now,) = named(store)
        kept = list(copy.glob("master.key.*"))
        # Ended, with the old one kept as was asked; or, where the new one was not written yet, as if nothing had been begun.
        if store.master.read_text() == before:
            assert not is_done and not kept and named(store) == named(two), number
        else:
            ended += 1
            assert [path.read_text() for path in kept] == [before], number
        assert not (copy / "master-key.change").exists() and not (copy / "master.key.new").exists(), number
    assert ended > 5


def test_a_change_to_a_file_of_its_own_that_is_killed_says_which_key_is_needed(two, tmp_path):
    """With either key something opens, and with the old one first, then the one that is named, everything does."""
    mixed = 0
    new = tmp_path / "next.key"
    for copy, number, is_done in killed_at_each_step(
        tmp_path, two.path, lambda copy: ["master-key", "rotate", "--data", copy, "--new-key-file", new], "master-key.change"
    ):
        store, (before,) = Store(copy), named(two)
        mixed += len(named(store)) == 2
        line = [BINARY, "tenant", "list", "--data", str(copy)]
        if new.exists() and len(named(store)) == 2:
            refused = subprocess.run([*line, "--key-file", new], env=surroundings({}), capture_output=True, text=True)
            assert refused.returncode == 1 and "still need the old one" in refused.stderr and before in refused.stderr, number
        told = subprocess.run(line, env=surroundings({}), capture_output=True, text=True)
        (now,) = named(store)
        if told.returncode:
            assert re.search(f"needs master key {now}, but the given one is {before}", told.stderr), number
        opens(store, "--key-file", store.master if now == before else new)
        assert not (copy / "master-key.change").exists(), number
        assert is_done <= (now != before)
        new.unlink(missing_ok=True)
    assert mixed


def test_a_lost_new_key_is_named(two, tmp_path):
    new, lost = tmp_path / "next.key", 0
    for copy, number, _ in killed_at_each_step(
        tmp_path, two.path, lambda copy: ["master-key", "rotate", "--data", copy, "--new-key-file", new], "master-key.change", every=3
    ):
        store, aside = Store(copy), tmp_path / "aside"
        if len(named(store)) == 2:
            lost += 1
            new.rename(aside)
            assert "already need the new one" in command("tenant", "list", "--data", copy, status=1).stderr
            aside.rename(new)
            command("tenant", "list", "--data", copy)
            opens(store, "--key-file", new)
        new.unlink(missing_ok=True)
    assert lost


def test_a_note_of_a_change_that_is_not_fairkits_changes_no_master_key(store, tmp_path):
    new = tmp_path / "mine.key"
    new.write_text("5a" * 32 + "\n")
    new.chmod(0o600)
    rotate(store, "--new-key-file", tmp_path / "next.key")
    key, (now,) = tmp_path / "next.key", named(store)
    # What the id of the key in that file is shows when it is used somewhere.
    refused = command("tenant", "list", "--data", store.path, "--key-file", new, status=1).stderr
    theirs = re.search(r"given one is ([0-9a-f]{16})", refused)[1]
    note = {"version": 1, "from": now, "to": theirs, "file": str(new), "keepsOld": False, "seal": "00" * 32}
    path = store.path / "master-key.change"
    path.write_text(json.dumps(note))
    assert "not written by FairKit" in command("tenant", "list", "--data", store.path, "--key-file", key, status=1).stderr
    assert named(store) == {now}
    path.unlink()
    opens(store, "--key-file", key)
