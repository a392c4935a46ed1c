"""A tenant moves from files to PostgreSQL and back, as it is: `fairkit tenant export` and `import` on both engines."""

import json
import subprocess
import types

import pytest
from psycopg import sql

import databases
from accounts import PUBLIC, Visitor
from alerts import ids
from conftest import World
from fairkit import BINARY, Store, command, surroundings
from kits import kit_code
from moving import OTHERWISE, THINGS, answers, empty, rows
from people import House, Member
from tenants import tenant, tenants

pytestmark = [pytest.mark.long, pytest.mark.on_files]


def run(store, *words, status=0, **environment):
    line = [BINARY, *map(str, words), "--data", str(store.path)]
    done = subprocess.run(line, env=surroundings(store.environment | environment), capture_output=True, text=True, timeout=120)
    assert done.returncode == status, f"exit {done.returncode}\nstdout: {done.stdout[-2000:]}\nstderr: {done.stderr[-2000:]}"
    return done


def of_database(path):
    """A new installation in a database of its own."""
    databases.create(path)
    store = Store(path)
    store.environment = {"FAIRKIT_STORE": databases.address(path)}
    store.administrator = command("init", "--data", path, **store.environment).stdout.split()[-1]
    return store


def of_files(path):
    store = empty(path)
    store.environment = {}
    return store


def export(store, archive, *more, status=0):
    return run(store, "tenant", "export", "kisumu", archive, "--archive-key-file", f"{archive}.key", *more, status=status)


def taken_in(store, archive, *more, status=0):
    return run(store, "tenant", "import", archive, "--archive-key-file", f"{archive}.key", *more, status=status)


def connection(path):
    return databases.administrator(*databases.server(), database=databases.name(path))


def schemas(path):
    with connection(path) as database:
        return {name for (name,) in database.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tenant\\_%'")}


@pytest.fixture(scope="module")
def moved(template, tmp_path_factory):
    """A tenant of files with people, kits, results, alerts, photos and a history, and where it is after its move."""
    folder = tmp_path_factory.mktemp("engines")
    old = World(template, folder / "old", FAIRKIT_PUBLIC_URL=PUBLIC)
    old.store.environment = {}
    house = House(old, "kisumu", tenant(old.store, "create", "kisumu").stdout.strip(), "moving")
    member = Member(house, "mover", 391.7, house.laboratory)
    for thing in THINGS:
        member.make(thing)
    claimed = house.consumer.claim(2)
    house.consumer.ack(claimed[0]["token"])
    before = [answers(caller) for caller in (house.administrator, house.laboratory, member.key)]
    archive = folder / "kisumu.archive"
    said = json.loads(export(old.store, archive, "--suspend", "--json").stdout)
    identity = tenants(old.store)["kisumu"]["id"]
    assert old.server.stop() == 0
    new = of_database(folder / "new")
    server = new.serve(FAIRKIT_PUBLIC_URL=PUBLIC, **new.environment)
    taken_in(new, archive, "--json")
    yield types.SimpleNamespace(old=old, new=new, server=server, house=house, member=member, archive=archive, said=said, before=before, leased=claimed[1], identity=identity)
    if server.process.poll() is None:
        server.stop()


def at(server, client):
    """The same client of another server."""
    other = server.client(client.headers.get("X-API-Key"))
    other.headers["X-Tenant-ID"] = "kisumu"
    return other


def test_a_tenant_that_moved_to_a_database_answers_as_before_and_goes_on(moved):
    for client, before in zip((moved.house.administrator, moved.house.laboratory, moved.member.key), moved.before):
        after = answers(at(moved.server, client))
        for path, answer in before.items():
            assert after[path] == answer, path
    # The lease that a consumer held, the next alert, and the person's password.
    consumer = at(moved.server, moved.house.consumer)
    consumer.ack(moved.leased["token"])
    while consumer.claim(10):
        pass
    raised = at(moved.server, moved.house.laboratory).result(kit_code(), 820, status=202)["alertId"]
    assert ids(consumer.claim(10)) == [raised]
    place = types.SimpleNamespace(server=moved.server)
    assert Visitor(place, tenant="kisumu").login(moved.member.email).status_code == 200


def test_rows_that_went_into_a_database_and_back_are_the_same(moved, tmp_path):
    there, last, back = of_database(tmp_path / "there"), of_files(tmp_path / "last"), tmp_path / "back.archive"
    taken_in(there, moved.archive)
    was = rows(moved.old.store, moved.identity)
    tables = was.keys() - OTHERWISE - {"audit", "audit_checkpoint", "alert_event"}
    words, compared = moved.member.marks["name"] + moved.member.marks["contact"], 0
    with connection(there.path) as database:
        schema = f"tenant_{moved.identity.replace('-', '')}"
        for table in tables:
            found = database.execute(sql.SQL("SELECT * FROM {}.{}").format(sql.Identifier(schema), sql.Identifier(table))).fetchall()
            assert len(found) == len(was[table]), table
            text = b" ".join(value if isinstance(value, bytes) else str(value).encode() for row in found for value in row)
            assert not any(word.encode() in text for word in words), table
            compared += len(found)
    assert compared > 50
    run(there, "audit", "verify", "--tenant", "kisumu")
    assert "Suspend it first" in export(there, back, status=1).stderr
    export(there, back, "--suspend")
    taken_in(last, back)
    run(last, "audit", "verify", "--tenant", "kisumu")
    run(last, "db", "check", "--tenant", "kisumu")
    now = rows(last, moved.identity)
    for table in tables:
        assert was[table] == now[table], table
    assert len([row for row in now["audit"] if row in was["audit"]]) == moved.said["auditEntries"]
    log = run(last, "audit", "export", "--tenant", "kisumu").stdout
    assert log.count("tenant.exported") == 2 and log.count("tenant.imported") == 2


def test_an_import_into_a_database_that_is_killed_anywhere_leaves_one_that_opens_and_imports_again(moved, tmp_path):
    store = of_database(tmp_path / "killed")
    line = [BINARY, "tenant", "import", str(moved.archive), "--archive-key-file", f"{moved.archive}.key", "--data", str(store.path)]
    before, unfinished, limit = schemas(store.path), 0, 0.05
    for _ in range(12):
        process = subprocess.Popen(line, env=surroundings(store.environment), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        # What it left is removed by the next command that opens the database.
        listed = json.loads(run(store, "tenant", "list", "--json").stdout)["items"]
        if "kisumu" in [item["name"] for item in listed]:
            break
        assert schemas(store.path) == before
        unfinished, limit = unfinished + 1, limit * 1.35
    else:
        taken_in(store, moved.archive)
    assert unfinished > 2
    assert len(schemas(store.path)) == len(before) + 1
    run(store, "db", "check", "--tenant", "kisumu")
    run(store, "audit", "verify", "--tenant", "kisumu")
    assert "already" in taken_in(store, moved.archive, status=1).stderr
