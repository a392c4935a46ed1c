"""`fairkit tenant export` and `import`: a tenant moves to another data directory, with another master key, as it is."""

import json
import random
import shutil
import subprocess
import time
import types

import pytest

from accounts import PUBLIC, Visitor
from alerts import ids
from conftest import World
from fairkit import BINARY, Store, command, problem, surroundings
from kits import kit_code
from moving import OTHERWISE, THINGS, answers, empty, rows
from people import API, House, Member
from tenants import tenant, tenants

pytestmark = pytest.mark.on_files


def run(*words, status=0, typed=None):
    done = subprocess.run([BINARY, *map(str, words)], env=surroundings({}), input=typed, capture_output=True, text=True, timeout=120)
    assert done.returncode == status, f"exit {done.returncode}\nstdout: {done.stdout[-2000:]}\nstderr: {done.stderr[-2000:]}"
    return done


def export(store, name, archive, *more, status=0):
    return run("tenant", "export", name, archive, "--archive-key-file", f"{archive}.key", "--data", store.path, *more, status=status)


def taken_in(store, archive, *more, key=None, status=0):
    return run("tenant", "import", archive, "--archive-key-file", key or f"{archive}.key", "--data", store.path, *more, status=status)


@pytest.fixture(scope="module")
def moved(template, tmp_path_factory):
    """A tenant with people, kits, results, alerts, photos and a history, before and after its move; both servers run."""
    folder = tmp_path_factory.mktemp("moving")
    old = World(template, folder / "old", FAIRKIT_PUBLIC_URL=PUBLIC)
    house = House(old, "kisumu", tenant(old.store, "create", "kisumu").stdout.strip(), "moving")
    member = Member(house, "mover", 391.7, house.laboratory)
    for thing in THINGS:
        member.make(thing)
    claimed = house.consumer.claim(2)
    house.consumer.ack(claimed[0]["token"])
    before = [answers(caller) for caller in (house.administrator, house.laboratory, member.key)]
    archive = folder / "kisumu.archive"
    assert "Suspend it first" in export(old.store, "kisumu", archive, status=1).stderr
    said = json.loads(export(old.store, "kisumu", archive, "--suspend", "--json").stdout)
    new = types.SimpleNamespace(store=empty(folder / "new"))
    new.server = new.store.serve(FAIRKIT_PUBLIC_URL=PUBLIC)
    imported = json.loads(taken_in(new.store, archive, "--json").stdout)
    yield types.SimpleNamespace(old=old, new=new, house=house, member=member, archive=archive, said=said, imported=imported, before=before, leased=claimed[1])
    for server in (old.server, new.server):
        if server.process.poll() is None:
            server.stop()


def at(moved, client):
    """The same client of the new server."""
    other = moved.new.server.client(client.headers.get("X-API-Key"))
    other.headers["X-Tenant-ID"] = "kisumu"
    return other


def test_a_moved_tenant_answers_as_before_and_goes_on(moved):
    listed = tenants(moved.new.store)["kisumu"]
    assert listed["state"] == "active" and listed["id"] == tenants(moved.old.store)["kisumu"]["id"]
    assert moved.archive.stat().st_mode & 0o777 == 0o600 and moved.archive.stat().st_size == moved.said["bytes"]
    for client, before in zip((moved.house.administrator, moved.house.laboratory, moved.member.key), moved.before):
        after = answers(at(moved, client))
        for path, answer in before.items():
            assert after[path] == answer, path
    # A lease goes on, the next alert is delivered, and a new critical result raises one.
    consumer = at(moved, moved.house.consumer)
    consumer.ack(moved.leased["token"])
    while consumer.claim(10):
        pass
    laboratory = at(moved, moved.house.laboratory)
    raised = laboratory.result(kit_code(), 820, status=202)["alertId"]
    assert ids(consumer.claim(10)) == [raised]
    # The person signs in with the same password; their old session is over.
    person = Visitor(moved.new, tenant="kisumu").login(moved.member.email)
    assert person.status_code == 200, person.text
    assert Visitor(moved.new, moved.member.account.tokens, "kisumu").get(f"{API}/auth/me").status_code == 401
    # The old place answers no more.
    problem(moved.house.administrator.get(f"{API}/settings"), 401, "unauthenticated")


def test_rows_numbers_and_the_audit_log_are_the_same(moved, tmp_path):
    identity = tenants(moved.old.store)["kisumu"]["id"]
    again = empty(tmp_path / "again")
    taken_in(again, moved.archive)
    source = Store(tmp_path / "old")
    shutil.copytree(moved.old.store.path, source.path, ignore=shutil.ignore_patterns("control.sock", "reserve", "lock"))
    command("db", "check", "--data", again.path, "--tenant", "kisumu")
    was, now = rows(source, identity), rows(again, identity)
    assert set(was) == set(now) and len(was["result"]) > 2 and was["profile_photo"] == now["profile_photo"]
    for table in set(was) - OTHERWISE - {"audit", "audit_block", "audit_checkpoint", "alert_event"}:
        assert was[table] == now[table], table
    # The entry about the move can fill a block.
    assert now["audit_block"][: len(was["audit_block"])] == was["audit_block"]
    # One event is no alert's: where the numbers begin again, above all that the old place can have given.
    assert len(set(now["alert_event"]) - set(was["alert_event"])) == 1 and set(was["alert_event"]) < set(now["alert_event"])
    kept = [row for row in now["audit"] if row in was["audit"]]
    assert len(kept) == moved.said["auditEntries"]
    log = command("audit", "export", "--data", again.path, "--tenant", "kisumu").stdout
    assert "tenant.exported" in log and "tenant.imported" in log
    assert "tenant.imported" in command("audit", "export", "--data", again.path).stdout
    assert "tenant.exported" in command("audit", "export", "--data", moved.old.store.path).stdout
    command("audit", "verify", "--data", again.path, "--tenant", "kisumu")


def test_what_is_here_already_and_a_taken_name_are_refused(moved, tmp_path):
    assert "already" in taken_in(moved.new.store, moved.archive, "--name", "other", status=1).stderr
    assert "already" in taken_in(moved.old.store, moved.archive, status=1).stderr
    other = empty(tmp_path / "data")
    tenant(other, "create", "kisumu")
    assert "--name" in taken_in(other, moved.archive, status=1).stderr
    taken_in(other, moved.archive, "--name", "kisumu-2")
    run("tenant", "erase", "kisumu-2", "--data", other.path, typed="kisumu-2\n")
    assert "erased here" in taken_in(other, moved.archive, "--name", "kisumu-3", status=1).stderr
    assert not (other.path / "importing").exists()


def test_every_altered_byte_and_a_wrong_key_are_refused(moved, tmp_path):
    store, archive = empty(tmp_path / "data"), tmp_path / "archive"
    key, original, choose = f"{moved.archive}.key", moved.archive.read_bytes(), random.Random(28)
    server = store.serve()
    # A test of the format alters each byte.
    places = [0, 9, 20, 50, 90] + [choose.randrange(len(original)) for _ in range(3)]
    for place in places:
        archive.write_bytes(original[:place] + bytes([original[place] ^ 1 << choose.randrange(8)]) + original[place + 1 :])
        taken_in(store, archive, key=key, status=1)
    for end in (88, len(original) - 1):
        archive.write_bytes(original[:end])
        taken_in(store, archive, key=key, status=1)
    archive.write_bytes(original + b"\0")
    assert "does not end" in taken_in(store, archive, key=key, status=1).stderr
    other = tmp_path / "other.key"
    shutil.copy(store.master, other)
    assert "needs the archive key" in taken_in(store, moved.archive, key=other, status=1).stderr
    assert list(tenants(store)) == ["default"] and not (store.path / "importing").exists()
    assert len(list((store.path / "tenants").iterdir())) == 1
    assert server.stop() == 0


def test_an_import_that_is_killed_anywhere_leaves_a_directory_that_opens_and_imports_again(moved, tmp_path):
    clean = empty(tmp_path / "clean")
    line = lambda path: [BINARY, "tenant", "import", str(moved.archive), "--archive-key-file", f"{moved.archive}.key", "--data", str(path)]
    shutil.copytree(clean.path, tmp_path / "whole")
    begin = time.monotonic()
    subprocess.run(line(tmp_path / "whole"), env=surroundings({}), check=True, capture_output=True)
    whole, unfinished = time.monotonic() - begin, 0
    for number in range(10):
        store = Store(tmp_path / f"killed-{number}")
        shutil.copytree(clean.path, store.path)
        process = subprocess.Popen(line(store.path), env=surroundings({}), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(whole * (number + 1) / 10.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        there = tenants(store)
        assert not (store.path / "importing").exists()
        if "kisumu" in there:
            assert "already" in taken_in(store, moved.archive, status=1).stderr
        else:
            unfinished += 1
            taken_in(store, moved.archive)
        command("db", "check", "--data", store.path, "--tenant", "kisumu")
        shutil.rmtree(store.path)
    assert unfinished > 3


def test_a_copy_of_an_active_tenant_comes_suspended_and_opens_no_old_access(moved, template, tmp_path):
    store, archive = Store(tmp_path / "data"), tmp_path / "default.archive"
    shutil.copytree(template.store.path, store.path)
    export(store, "default", archive, "--active")
    assert "exists" in export(store, "default", archive, "--active", status=1).stderr
    other = empty(tmp_path / "other")
    # A former first tenant keeps the seal of its audit log under another name.
    said = taken_in(other, archive, "--name", "clinic")
    assert "resume" in said.stderr and tenants(other)["clinic"]["state"] == "suspended"
    tenant(other, "resume", "clinic")
    command("audit", "verify", "--data", other.path, "--tenant", "clinic")
    command("tenant", "rekey", "clinic", "--data", other.path)
    command("audit", "verify", "--data", other.path, "--tenant", "clinic")
    server = other.serve()
    client = server.client(template.keys["administrator"])
    client.headers["X-Tenant-ID"] = "clinic"
    assert len(client.everything(f"{API}/profiles")) == 2
    assert server.stop() == 0


def test_a_first_tenant_takes_the_place_of_one_without_data(template, tmp_path):
    store, archive = Store(tmp_path / "data"), tmp_path / "default.archive"
    shutil.copytree(template.store.path, store.path)
    export(store, "default", archive, "--suspend")
    other = empty(tmp_path / "other")
    server = other.serve()
    taken_in(other, archive)
    # The one that it replaced is listed as erased.
    listed = [(item["name"], item["state"], item["id"]) for item in json.loads(tenant(other, "list", "--json").stdout)["items"]]
    assert [state for _, state, _ in listed] == ["active", "erased"] and listed[0][2] == tenants(store)["default"]["id"]
    assert len(server.client(template.keys["administrator"]).everything(f"{API}/profiles")) == 2
    problem(server.client(other.administrator).get(f"{API}/settings"), 401, "unauthenticated")
    assert server.stop() == 0
    command("audit", "verify", "--data", other.path)
    assert "holds data" in taken_in(other, archive, status=1).stderr
