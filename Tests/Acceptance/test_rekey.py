"""`fairkit tenant rekey`: a tenant's file gets a new key without other effects, and a crash at any step loses no data."""

import json
import shutil

import pytest

from crashes import killed_at_each_step
from fairkit import Store, command, unlocked
from kits import kit_code

pytestmark = pytest.mark.on_files

RESULTS = "/api/v1/results"


def rekey(store, name, *more, status=0):
    return command("tenant", "rekey", name, "--data", store.path, *more, status=status)


@pytest.fixture(scope="module")
def filled(template, tmp_path_factory):
    """A stopped store that was killed with a log beside its file, with a second tenant and a result."""
    store = Store(tmp_path_factory.mktemp("filled") / "data")
    shutil.copytree(template.store.path, store.path)
    store.keys = template.keys
    command("tenant", "create", "kisumu", "--data", store.path)
    server = store.serve()
    code = kit_code()
    server.client(store.keys["patient"]).register(code)
    store.result = server.client(store.keys["laboratory"]).result(code, 820)["id"]
    server.process.kill()
    server.process.wait()
    (store.path / "reserve").unlink(missing_ok=True)
    (store.path / "control.sock").unlink(missing_ok=True)
    return store


@pytest.fixture
def store(filled, tmp_path):
    copy = Store(tmp_path / "data")
    shutil.copytree(filled.path, copy.path)
    copy.keys, copy.result = filled.keys, filled.result
    return copy


def rows(store, key):
    """How many rows each table of the first tenant has, by another SQLCipher; the audit tells of each command."""
    connection = unlocked(store.database, key)
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")]
    counts = {name: connection.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] for name in names if not name.startswith("audit")}
    connection.close()
    return counts


def test_a_new_key_opens_the_file_and_the_old_one_nothing(store, tmp_path):
    command("db", "check", "--data", store.path)
    old, inode = store.unwrapped(), store.database.stat().st_ino
    before = rows(store, old)
    backup = tmp_path / "backup"
    command("backup", backup, "--data", store.path)
    held = open(store.wrapped, "rb")
    said = json.loads(rekey(store, "default", "--json").stdout)
    assert said["bytes"] == store.database.stat().st_size == said["pages"] * 4096
    new = store.unwrapped()
    assert new[:32] != old[:32] and new[32:] != old[32:] and store.database.read_bytes()[:16] == new[32:]
    # The old file is gone, and what wrapped the old key is written over.
    assert store.database.stat().st_ino != inode and set(held.read()) == {0}
    held.close()
    assert sorted(path.name for path in store.database.parent.iterdir() if path.stat().st_size) == ["audit.anchor", "commits.anchor", "health.db", "key.json"]
    with pytest.raises(Exception, match="not a database|encrypted"):
        unlocked(store.database, old).execute("SELECT COUNT(*) FROM audit").fetchone()
    assert rows(store, new) == before
    assert "sound" in command("db", "check", "--data", store.path).stdout
    assert command("audit", "verify", "--data", store.path)
    # The next server records it.
    assert store.serve().stop() == 0
    assert "tenant.rekeyed" in command("audit", "export", "--data", store.path).stdout
    # An older backup has the old key, and a new one the new key.
    for name in ("backup", "after"):
        if name == "after":
            command("backup", tmp_path / name, "--data", store.path)
        place = Store(tmp_path / f"restored-{name}")
        command("restore", tmp_path / name, "--data", place.path, "--key-file", store.master)
        place.master = store.master
        assert place.unwrapped() == (old if name == "backup" else new)
        assert "sound" in command("db", "check", "--data", place.path, "--key-file", store.master).stdout


def test_keys_cursors_and_repeated_requests_go_on_working(store):
    server = store.serve()
    person = server.client(store.keys["patient"])
    for _ in range(3):
        person.register(kit_code())
    page = person.ask(200, "GET", "/api/v1/test-kits", params={"limit": 1})
    code, again = kit_code(), {"Idempotency-Key": "rekeyed"}
    kit = person.ask(201, "POST", "/api/v1/test-kits/register", json={"barcode": code}, headers=again)["id"]
    assert server.stop() == 0
    rekey(store, "default")
    rekey(store, "default")
    # The master key can be changed after it, which wraps the keys of digests, too.
    command("master-key", "rotate", "--data", store.path)
    server = store.serve()
    for role in store.keys:
        assert server.client(store.keys[role]).get("/api/v1/alerts").status_code in (200, 403)
    assert server.client("fk_" + "A" * 43).get("/api/v1/alerts").status_code == 401
    person = server.client(store.keys["patient"])
    following = person.ask(200, "GET", "/api/v1/test-kits", params={"limit": 1, "cursor": page["nextCursor"]})
    assert following["items"] and following["items"] != page["items"]
    assert person.ask(201, "POST", "/api/v1/test-kits/register", json={"barcode": code}, headers=again)["id"] == kit
    assert person.ask(200, "GET", f"{RESULTS}/{store.result}")["id"] == store.result
    assert store.key("clinician", "new")["key"]
    assert server.stop() == 0
    assert "sound" in command("db", "check", "--data", store.path).stdout


def test_it_is_refused_while_a_server_runs_and_for_a_tenant_that_is_not_there(store):
    server = store.serve()
    before = json.loads(store.wrapped.read_text())
    assert "Stop the server first" in rekey(store, "kisumu", status=1).stderr
    assert server.stop() == 0
    assert "no tenant siaya" in rekey(store, "siaya", status=1).stderr
    assert json.loads(store.wrapped.read_text()) == before
    rekey(store, "kisumu")
    assert "sound" in command("db", "check", "--data", store.path, "--tenant", "kisumu").stdout


def test_a_tenant_that_is_killed_at_any_step_of_it_opens_with_all_its_data(filled, tmp_path):
    old, before, changed = filled.unwrapped(), None, 0
    for copy, number, is_done in killed_at_each_step(
        tmp_path, filled.path, lambda copy: ["tenant", "rekey", "default", "--data", copy], "key.json"
    ):
        store = Store(copy)
        assert "sound" in command("db", "check", "--data", copy).stdout, number
        command("audit", "verify", "--data", copy)
        key = store.unwrapped()
        changed += key != old
        assert is_done <= (key != old) and "next" not in json.loads(store.wrapped.read_text()), number
        found = rows(store, key)
        before = before or found
        assert found == before and found["result"] == 1, number
        assert not list(copy.glob("tenants/*/*.rekey*")) and not list(copy.glob("tenants/*/*.new")), number
    assert changed > 2


def test_a_backup_is_whole_after_a_crash(filled, tmp_path):
    for copy, number, _ in killed_at_each_step(
        tmp_path, filled.path, lambda copy: ["tenant", "rekey", "kisumu", "--data", copy], "key.json", every=7
    ):
        store = Store(copy)
        command("backup", tmp_path / f"backup-{number}", "--data", copy)
        command("restore", tmp_path / f"backup-{number}", "--data", tmp_path / f"restored-{number}", "--key-file", store.master)
        assert "sound" in command("db", "check", "--data", tmp_path / f"restored-{number}", "--key-file", store.master, "--tenant", "kisumu").stdout
