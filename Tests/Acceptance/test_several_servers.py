"""Several servers on one PostgreSQL database: what one answers holds at the others, and work goes over when one dies."""

import json
import os
import pathlib
import re
import shutil
import signal
import time

import pytest

from fairkit import Store, command, later, problem
from kits import kit_code
from several_sites import Database, soon

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
PROFILES, CLAIM = "/api/v1/profiles", "/api/v1/alert-groups/default/claim"


class Site:
    """A server of the database, with a directory of its own."""

    def __init__(self, database, path):
        self.store, self.database = Store(path), database

    def start(self):
        self.server = self.store.serve("--log-level", "notice", FAIRKIT_STORE=self.database.address)
        return self.server

    @property
    def id(self):
        return (self.store.path / "server.id").read_bytes().hex()


@pytest.fixture(scope="module")
def database():
    database = Database()
    yield database
    database.process.stdin.close()
    database.process.wait(60)


@pytest.fixture(scope="module")
def sites(database, tmp_path_factory):
    """Two servers that run."""
    folder = tmp_path_factory.mktemp("servers")
    sites = [Site(database, folder / name) for name in ("one", "two")]
    command("init", "--data", sites[0].store.path, FAIRKIT_STORE=database.address)
    sites[1].store.path.mkdir(mode=0o700)
    shutil.copy(sites[0].store.master, sites[1].store.master)
    for site in sites:
        site.start()
    yield sites
    for site in sites:
        site.server.stop()


def key(site, role, *more):
    return json.loads(command("key", "create", "--data", site.store.path, "--role", role, "--name", "n", "--json", *more).stdout)


def test_a_key_is_valid_everywhere_until_its_revocation_is_answered(sites):
    for here, there in (sites, sites[::-1]):
        for _ in range(5):
            made = key(here, "consumer")
            clients = [site.server.client(made["key"]) for site in (here, there)]
            for client in clients:
                client.ask(200, "POST", CLAIM, json={"limit": 1})
            command("key", "revoke", made["id"], "--data", here.store.path)
            for client in clients[::-1]:
                client.ask(401, "POST", CLAIM, json={"limit": 1})


def test_an_alert_that_one_raises_is_claimed_and_acked_at_the_other(sites):
    laboratory = sites[0].server.client(key(sites[0], "laboratory", "--laboratory", "Kisumu Central")["key"])
    consumers = [site.server.client(key(sites[1], "consumer")["key"]) for site in sites]
    for _ in range(3):
        waiting = later(lambda: consumers[1].claim(wait=20))
        time.sleep(0.2)
        raised = laboratory.result(kit_code(), 820, status=202)["alertId"]
        begin = time.monotonic()
        [delivery] = waiting.result(30)
        assert delivery["alertId"] == raised and time.monotonic() - begin < 3
        assert consumers[0].ack(delivery["token"]).is_success
        assert consumers[1].claim() == []


def test_a_tenant_that_one_makes_or_suspends_is_so_at_the_other(sites):
    one, two = sites
    text = command("tenant", "create", "kisumu", "--data", one.store.path).stdout.strip()
    client = two.server.client(text)
    client.headers["X-Tenant-ID"] = "kisumu"
    soon(lambda: client.get(PROFILES).status_code == 200)
    command("tenant", "suspend", "kisumu", "--data", one.store.path)
    soon(lambda: client.get(PROFILES).status_code == 401)
    command("tenant", "resume", "kisumu", "--data", two.store.path)
    soon(lambda: client.get(PROFILES).status_code == 200)


def test_a_server_whose_directory_was_copied_and_started_says_that_it_does_no_work(sites, tmp_path):
    def warnings():
        return sites[1].server.client().get("/health/ready").json().get("warnings", [])

    copy = Site(sites[1].database, tmp_path / "copy")
    shutil.copytree(sites[1].store.path, copy.store.path, ignore=shutil.ignore_patterns("control.sock", "lock"))
    assert "server-id-taken" not in warnings()
    server = copy.start()
    soon(lambda: "server-id-taken" in warnings(), 10)
    assert "server-id-taken" not in server.client().get("/health/ready").json().get("warnings", [])
    # The copy ends, and the work comes back.
    assert server.stop() == 0
    soon(lambda: "server-id-taken" not in warnings(), 10)
    soon(lambda: {"control"} < set(sites[1].database.holders()), 10)


def test_work_goes_over_when_a_server_stops_and_within_ten_seconds_of_a_death(database, sites):
    soon(lambda: {"control"} < set(database.holders()))
    holder = next(site for site in sites if site.id == database.holders()["control"])
    other = next(site for site in sites if site is not holder)

    def is_others():
        holders = database.holders()
        return len(holders) >= 2 and set(holders.values()) == {other.id}

    holder.server.stop()
    assert soon(is_others, 5) < 5
    holder.start()
    other.server.stop(signal.SIGKILL)
    died = time.monotonic()
    holder, other = other, holder
    soon(is_others, 12)
    assert time.monotonic() - died < 10.5
    holder.start()


def test_the_master_key_changes_only_while_no_other_server_runs(sites):
    one, two = sites
    before = one.store.master.read_text()
    refused = command("master-key", "rotate", "--data", one.store.path, status=1)
    assert "other servers of this database run with it" in refused.stderr and "Stop them" in refused.stderr
    assert one.store.master.read_text() == before
    assert two.server.stop() == 0
    command("master-key", "rotate", "--data", one.store.path)
    # The one that has the old key neither starts nor changes anything.
    said = two.store.serve(status=1, FAIRKIT_STORE=two.database.address).stderr
    assert "master key" in said
    shutil.copy(one.store.master, two.store.master)
    two.start()
    made = key(one, "consumer")["key"]
    two.server.client(made).ask(200, "POST", CLAIM, json={"limit": 1})


def test_a_database_that_has_nearly_the_size_it_may_have_is_warned_of(sites):
    one = sites[0]
    said = one.store.serve(status=1, FAIRKIT_STORE=one.database.address, FAIRKIT_STORE_SIZE="200 or so").stderr
    assert "FAIRKIT_STORE_SIZE is the size that the database may have, such as 200GB" in said
    assert one.server.stop() == 0
    for size, is_nearly in (("1MB", True), ("1TB", False)):
        server = one.store.serve(FAIRKIT_STORE=one.database.address, FAIRKIT_STORE_SIZE=size)
        warnings = server.client().ask(200, "GET", "/health/ready").get("warnings", [])
        assert ("database-size" in warnings) == is_nearly, warnings
        assert server.stop() == 0
    one.start()


def test_the_metrics_tell_the_size_of_the_database_and_of_the_disk_of_the_directory(sites, database):
    """The alarm for a full disk rings below 500 MB, so at zero it would ring for ever."""
    one = sites[0]
    page = one.server.client(key(one, "administrator")["key"]).get("/metrics").text
    number = lambda name: float(re.search(rf"^{name} (\S+)$", page, re.M)[1])
    disk = os.statvfs(one.store.path)
    assert number("fairkit_database_bytes") == pytest.approx(int(database.run("SELECT pg_database_size('store')")[0]), rel=0.1)
    assert number("fairkit_disk_size_bytes") == disk.f_blocks * disk.f_frsize
    assert number("fairkit_disk_available_bytes") == pytest.approx(disk.f_bavail * disk.f_frsize, rel=0.1)


def test_the_answer_names_the_database_while_it_lets_no_one_in(sites, database):
    client = sites[0].server.client(key(sites[0], "administrator")["key"])
    database.run("ALTER DATABASE store ALLOW_CONNECTIONS false", database="postgres")
    try:
        database.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'store'", database="postgres")
        for path in (PROFILES, "/health/ready"):
            answer = client.get(path)
            problem(answer, 503, "store-unavailable")
            assert "can't use its store" in answer.json()["detail"] and answer.headers["Retry-After"] == "5"
    finally:
        database.run("ALTER DATABASE store ALLOW_CONNECTIONS true", database="postgres")
    soon(lambda: client.get("/health/ready").status_code == 200 and client.get(PROFILES).status_code == 200, 10)


@pytest.mark.on_files
def test_a_backup_of_files_is_not_restored_where_a_database_keeps_the_store(sites, database, tmp_path):
    """It was restored into files, and the server's directory was of no use for either after that."""
    files, backup, place = tmp_path / "files", tmp_path / "backup", tmp_path / "server"
    command("init", "--data", files)
    command("backup", backup, "--data", files)
    shutil.copytree(sites[0].store.path, place, ignore=shutil.ignore_patterns("*.sock"))
    before = sorted(place.rglob("*"))
    named = command("restore", backup, "--data", place, "--key-file", files / "master.key", FAIRKIT_STORE=database.address, status=1).stderr
    assert "works on files" in named and "Nothing was changed" in named
    unnamed = command("restore", backup, "--data", place, "--key-file", files / "master.key", status=1).stderr
    assert "the directory of a server whose data is in a database" in unnamed
    assert sorted(place.rglob("*")) == before


@pytest.mark.on_files
def test_what_came_back_ends_in_each_tenant_that_opens_once_no_server_runs(sites, database, tmp_path):
    one, two = sites
    command("tenant", "create", "voi", "--data", one.store.path)
    revoked, folder = key(one, "consumer"), database.run("SELECT folder FROM control.tenant WHERE name = 'voi'")[0]
    (tmp_path / "ended.json").write_text(json.dumps({"keys": [revoked["id"]], "accounts": []}))

    def run(*more, typed="restored\n", status=1):
        return command("db", "restored", "--data", one.store.path, *more, typed=typed, status=status, FAIRKIT_STORE=database.address)

    assert "Stop the server first" in run().stderr
    assert one.server.stop() == 0
    assert "Other servers used this database" in run().stderr
    assert two.server.stop() == 0
    command("init", "--data", tmp_path / "files")
    assert "for a store in a PostgreSQL database" in command("db", "restored", "--data", tmp_path / "files", status=1).stderr
    assert "Nothing was changed" in run(typed="yes\n").stderr
    # A tenant whose key is damaged is named, and the others are done.
    keys = database.run(f"SELECT encode(keys, 'hex') FROM control.wrapped_key WHERE label = '{folder}'")[0]
    database.run(f"UPDATE control.wrapped_key SET keys = '\\x00' WHERE label = '{folder}'")
    soon(lambda: "In the tenant voi this failed" in (said := run("--json")).stderr and json.loads(said.stdout)["missing"] == ["voi"], 20)
    database.run(f"UPDATE control.wrapped_key SET keys = '\\x{keys}' WHERE label = '{folder}'")
    listed = json.loads(run("--json", "--ended", tmp_path / "ended.json", status=0).stdout)
    assert listed["missing"] == [] and {each["tenant"] for each in listed["keys"]} >= {"default", "voi"}
    assert revoked["id"] not in [each["id"] for each in listed["keys"]]
    # What the other server noted of the logs is removed, as the page says.
    shutil.rmtree(two.store.path / "tenants")
    for site in sites:
        site.start()
        site.server.client(revoked["key"]).ask(401, "POST", CLAIM, json={"limit": 1})
        assert "sound" in command("audit", "verify", "--data", site.store.path).stdout
