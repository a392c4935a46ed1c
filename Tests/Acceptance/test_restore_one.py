"""`fairkit restore --tenant`: one tenant of a backup replaces the current one, and the others stay as they are."""

import json
import shutil
import subprocess

import pytest

from crashes import killed_at_each_step
from fairkit import BINARY, Store, command, surroundings
from tenants import of, tenant, tenants

pytestmark = pytest.mark.on_files

PROFILES = "/api/v1/profiles"
PERSON = {"name": {"given": "Second", "family": "F"}, "birthDate": "1980-02-29", "timeZone": "UTC"}


def restore(store, backup, name, *more, typed=None, status=0):
    line = [BINARY, "restore", str(backup), "--data", str(store.path), "--tenant", name, *map(str, more)]
    done = subprocess.run(line, env=surroundings({}), input=typed, capture_output=True, text=True, timeout=120)
    assert done.returncode == status, f"exit {done.returncode}\nstdout: {done.stdout[-2000:]}\nstderr: {done.stderr[-2000:]}"
    return done


def count(store, name):
    return json.loads(command("db", "stats", "--data", store.path, "--tenant", name, "--json").stdout)["rows"]["profiles"]


def sound(store, *names):
    for name in names:
        assert "sound" in command("db", "check", "--data", store.path, "--tenant", name).stdout
        command("audit", "verify", "--data", store.path, "--tenant", name)


@pytest.fixture(scope="module")
def older(template, tmp_path_factory):
    """A stopped store with a second tenant that has a person, a backup of then, and a second person in each tenant since."""
    folder = tmp_path_factory.mktemp("older")
    store = Store(folder / "data")
    shutil.copytree(template.store.path, store.path)
    store.keys, store.folder = template.keys, folder
    store.kisumu = tenant(store, "create", "kisumu").stdout.strip()
    store.gone = json.loads(command("key", "create", "--data", store.path, "--tenant", "kisumu", "--role", "clinician", "--name", "gone", "--json").stdout)
    server = store.serve()
    of(server, "kisumu", store.kisumu).ask(201, "POST", PROFILES, json=PERSON)
    store.backup = folder / "backup"
    command("backup", store.backup, "--data", store.path)
    for name, text in (("default", store.keys["administrator"]), ("kisumu", store.kisumu)):
        of(server, name, text).ask(201, "POST", PROFILES, json=PERSON)
    command("key", "revoke", store.gone["id"], "--data", store.path, "--tenant", "kisumu")
    assert server.stop() == 0
    (store.path / "reserve").unlink(missing_ok=True)
    return store


@pytest.fixture
def store(older, tmp_path):
    copy = Store(tmp_path / "data")
    shutil.copytree(older.path, copy.path)
    for name in ("keys", "kisumu", "gone", "backup"):
        setattr(copy, name, getattr(older, name))
    return copy


def test_one_tenant_is_as_the_backup_has_it_and_the_others_as_they_were(store):
    assert (count(store, "default"), count(store, "kisumu")) == (3, 2)
    before = store.database.read_bytes()
    assert "name does not match" in restore(store, store.backup, "kisumu", typed="kisum\n", status=1).stderr
    assert count(store, "kisumu") == 2
    server = store.serve()
    assert "Stop the server first" in restore(store, store.backup, "kisumu", typed="kisumu\n", status=1).stderr
    assert server.stop() == 0
    before = store.database.read_bytes()
    said = json.loads(restore(store, store.backup, "kisumu", "--json", typed="kisumu\n").stdout)
    assert said["replaced"] and said["rows"]["profiles"] == 1
    # What was ended since stays ended, without a list: the tenant that was there knew.
    assert store.gone["id"] not in {item["id"] for item in said["keys"]} and said["keys"]
    assert store.database.read_bytes() == before
    assert not [path for path in (store.path / "tenants").iterdir() if path.name.startswith(".")]
    server = store.serve()
    assert of(server, "kisumu", store.kisumu).get("/api/v1/test-kits").status_code == 200
    assert of(server, "kisumu", store.gone["key"]).get("/api/v1/alerts").status_code == 401
    assert server.stop() == 0
    assert (count(store, "default"), count(store, "kisumu")) == (3, 1)
    sound(store, "default", "kisumu")
    assert "tenant.restored" in command("audit", "export", "--data", store.path).stdout
    assert "store.restored" in command("audit", "export", "--data", store.path, "--tenant", "kisumu").stdout


def test_the_first_tenant_can_be_restored_alone(store):
    restore(store, store.backup, "default", typed="default\n")
    assert (count(store, "default"), count(store, "kisumu")) == (2, 2)
    sound(store, "default", "kisumu")


def test_a_backup_with_another_master_key_is_rewrapped(store, tmp_path):
    old = tmp_path / "old.key"
    shutil.copy(store.master, old)
    command("master-key", "rotate", "--data", store.path)
    # The old one was kept, and is found by its id.
    restore(store, store.backup, "kisumu", typed="kisumu\n")
    assert count(store, "kisumu") == 1
    for kept in store.path.glob("master.key.*"):
        kept.unlink()
    assert "needs master key" in restore(store, store.backup, "kisumu", typed="kisumu\n", status=1).stderr
    restore(store, store.backup, "kisumu", "--backup-key-file", old, typed="kisumu\n")
    names = {json.loads(path.read_text())["masterKeyId"] for path in store.path.glob("tenants/*/key.json")}
    assert len(names) == 1
    sound(store, "default", "kisumu")


def test_an_erased_tenant_does_not_come_back_by_accident(store, tmp_path):
    old = tmp_path / "old.key"
    shutil.copy(store.master, old)
    tenant(store, "erase", "kisumu", typed="kisumu\n")
    words = ("--backup-key-file", old)
    assert "--even-erased" in restore(store, store.backup, "kisumu", *words, status=1).stderr
    assert tenants(store)["kisumu"]["state"] == "erased" and len(list((store.path / "tenants").iterdir())) == 1
    # Its name was given to another meanwhile.
    tenant(store, "create", "kisumu")
    assert "--as" in restore(store, store.backup, "kisumu", "--even-erased", *words, status=1).stderr
    restore(store, store.backup, "kisumu", "--even-erased", "--as", "siaya", *words)
    assert tenants(store)["siaya"]["state"] == "active"
    assert (count(store, "siaya"), count(store, "kisumu")) == (1, 0)
    sound(store, "default", "kisumu", "siaya")


def test_a_tenant_that_another_installation_has_comes_into_one_that_lacks_it(store, template, tmp_path):
    other = Store(tmp_path / "other")
    shutil.copytree(template.store.path, other.path)
    restore(other, store.backup, "kisumu", "--backup-key-file", store.master)
    assert count(other, "kisumu") == 1
    assert "no tenant siaya" in restore(other, store.backup, "siaya", "--backup-key-file", store.master, status=1).stderr
    sound(other, "default", "kisumu")


def test_a_damaged_tenant_is_restored_and_a_damaged_backup_changes_nothing(store, tmp_path):
    (folder,) = (path for path in (store.path / "tenants").iterdir() if path.name != "default")
    backup = tmp_path / "damaged"
    shutil.copytree(store.backup, backup)
    with open(backup / "tenants" / folder.name / "health.db", "r+b") as file:
        file.seek(6000)
        file.write(b"damage")
    before = store.fingerprint()
    assert "damaged" in restore(store, backup, "kisumu", typed="kisumu\n", status=1).stderr
    folders = [name for name in store.fingerprint() if name.startswith("tenants/")]
    assert folders == [name for name in before if name.startswith("tenants/")]
    sound(store, "kisumu")
    (folder / "key.json").write_text("{}")
    said = restore(store, store.backup, "kisumu", typed="kisumu\n")
    assert "can't be read" in said.stderr
    assert count(store, "kisumu") == 1
    sound(store, "default", "kisumu")


@pytest.mark.parametrize("name", ["default", "kisumu"])
def test_a_restoration_that_is_killed_at_any_step_leaves_the_old_or_the_new(older, tmp_path, name):
    """The first step that counts is the one before the folder that is there is put aside."""
    found = set()
    folder = "default" if name == "default" else next(path.name for path in (older.path / "tenants").iterdir() if path.name != "default")
    line = lambda copy: ["restore", older.backup, "--data", copy, "--tenant", name]
    for copy, number, is_done in killed_at_each_step(tmp_path, older.path, line, f".{folder}.old", typed=f"{name}\n", every=1 if name == "default" else 3):
        store = Store(copy)
        counts = {tenant: count(store, tenant) for tenant in ("default", "kisumu")}
        other = "kisumu" if name == "default" else "default"
        assert counts[other] == {"default": 3, "kisumu": 2}[other], number
        found.add(counts[name])
        assert "sound" in command("db", "check", "--data", copy, "--tenant", name).stdout, number
        left = [path.name for path in (copy / "tenants").iterdir() if path.name.startswith(".")]
        assert not left, (number, left)
        assert not is_done or counts[name] == {"default": 2, "kisumu": 1}[name]
    assert {"default": 2, "kisumu": 1}[name] in found and (name == "kisumu" or 3 in found)
