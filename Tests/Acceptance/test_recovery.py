"""Recovery after a disk failure: a backup that opens without FairKit, and a store that opens without its damaged part."""

import json
import signal
import sqlite3

import pytest
import sqlcipher3

from conftest import PERSON
from fairkit import Store, command, unlocked
from kits import kit_code

pytestmark = pytest.mark.on_files

FRAME = 4096 + 24


@pytest.mark.parametrize("is_served", [True, False])
def test_a_backup_opens_with_another_sqlcipher_by_its_key_only(fresh, tmp_path, is_served):
    code = kit_code()
    fresh.patient.register(code)
    fresh.laboratory.result(code, 820)
    if not is_served:
        assert fresh.server.stop() == 0
    command("backup", tmp_path / "backup", "--data", fresh.store.path)
    copy = Store(tmp_path / "backup")
    assert copy.wrapped.read_bytes() == fresh.store.wrapped.read_bytes()

    connection = unlocked(copy.database, fresh.store.unwrapped())
    assert connection.execute("PRAGMA cipher_integrity_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("SELECT code FROM kit").fetchall() == [(code,)]
    connection.close()

    for path in copy.path.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            clear = [PERSON["name"]["family"].encode(), code[7:17].encode(), b"CREATE TABLE", b"SQLite format 3", fresh.store.unwrapped()]
            assert not [text for text in clear if text in data], f"{path.name} is not encrypted"
    with pytest.raises(sqlite3.DatabaseError), sqlite3.connect(copy.database) as plain:
        plain.execute("SELECT COUNT(*) FROM kit")
    with pytest.raises(sqlcipher3.DatabaseError):
        unlocked(copy.database, bytes(32) + fresh.store.unwrapped()[32:]).execute("SELECT COUNT(*) FROM kit")


@pytest.fixture
def damaged(fresh):
    """A store whose server was killed, and of whose log a frame in the middle was altered."""
    codes = [kit_code() for _ in range(12)]
    for code in codes:
        fresh.patient.register(code)
    fresh.server.stop(signal.SIGKILL)
    log = fresh.store.database.with_name("health.db-wal")
    data = bytearray(log.read_bytes())
    data[32 + len(data) // FRAME // 2 * FRAME + 1000] ^= 1
    log.write_bytes(data)
    return fresh, log


def of_tenants(store):
    """Every file with its mode and content, except control.db: its log is sound, and is emptied when it is opened."""
    return {name: file for name, file in store.fingerprint().items() if not name.startswith(("control.db", "control.anchor"))}


def test_a_damaged_log_is_cut_off_when_asked_and_kept(damaged, tmp_path):
    fresh, log = damaged
    before, as_it_was = of_tenants(fresh.store), log.read_bytes()
    refusal = fresh.store.serve(status=1).stderr
    assert "health.db-wal is damaged" in refusal and "fairkit db cut-log" in refusal and of_tenants(fresh.store) == before

    kept = tmp_path / "kept.wal"
    kept.write_text("an existing file")
    assert "kept.wal" in command("db", "cut-log", kept, "--data", fresh.store.path, status=1).stderr
    assert kept.read_text() == "an existing file" and of_tenants(fresh.store) == before, "nothing is cut before it is kept"
    kept.unlink()

    done = json.loads(command("db", "cut-log", kept, "--data", fresh.store.path, "--json").stdout)
    assert [finding["code"] for finding in done["findings"]] == ["log-frame-damaged"] and done["copy"] == str(kept)
    assert kept.read_bytes() == as_it_was and kept.stat().st_mode & 0o777 == 0o600
    assert json.loads(command("db", "check", "--data", fresh.store.path, "--json").stdout) == {"sound": True, "files": True, "findings": []}
    fresh.start()
    assert 0 < len(fresh.patient.everything("/api/v1/test-kits")) < 12


def test_a_sound_log_is_not_cut_off(fresh, tmp_path):
    fresh.patient.register(kit_code())
    line = ["db", "cut-log", tmp_path / "kept.wal", "--data", fresh.store.path]
    assert "use" in command(*line, status=1).stderr, "a server has it open"
    fresh.server.stop(signal.SIGKILL)
    before = of_tenants(fresh.store)
    assert "othing was changed" in command(*line, status=1).stderr
    assert of_tenants(fresh.store) == before and not (tmp_path / "kept.wal").exists()


def test_a_first_tenant_that_went_back_is_left_closed_and_named_while_others_are_served(fresh, tmp_path):
    place = fresh.store.database.parent
    kept = tmp_path / "earlier.db"
    assert fresh.server.stop() == 0
    kept.write_bytes(fresh.store.database.read_bytes())
    fresh.start()
    fresh.patient.register(kit_code())
    assert fresh.server.stop() == 0
    fresh.store.database.write_bytes(kept.read_bytes())
    # Alone, it keeps the server from starting, and the sentence names the ways on.
    refusal = fresh.store.serve(status=1).stderr
    assert "earlier state" in refusal and "fairkit restore" in refusal and "fairkit db cut-log" in refusal
    command("tenant", "create", "clinic", "--data", fresh.store.path)
    fresh.start()
    assert "the first tenant can't be opened, and is left closed" in fresh.server.log and "earlier state" in fresh.server.log
    client = fresh.server.client(fresh.store.key("administrator", "Other", "--tenant", "clinic")["key"])
    client.headers["X-Tenant-ID"] = "clinic"
    client.ask(200, "GET", "/api/v1/settings")
    ready = client.ask(200, "GET", "/health/ready")
    assert "tenant-closed" in ready["warnings"]
    assert fresh.patient.get("/api/v1/results").status_code in (500, 503)
    assert fresh.server.stop() == 0
    command("db", "cut-log", tmp_path / "kept.wal", "--data", fresh.store.path)
    # An anchor that is gone is warned of, and served.
    (place / "audit.anchor").unlink()
    fresh.start()
    assert "may lack what was acknowledged" in fresh.server.log
    warnings = fresh.server.client().ask(200, "GET", "/health/ready")["warnings"]
    assert "store-incomplete" in warnings and "tenant-closed" not in warnings
    page = fresh.administrator.get("/metrics").text
    assert 'fairkit_store_incomplete{tenant="default"} 1' in page and "fairkit_tenants_unopened 0" in page
    assert fresh.server.stop() == 0
    command("db", "cut-log", tmp_path / "another.wal", "--data", fresh.store.path)
    fresh.start()
    assert "store-incomplete" not in fresh.server.client().ask(200, "GET", "/health/ready").get("warnings", [])


def test_revoked_access_stays_revoked_after_a_restoration(fresh, tmp_path):
    """After a restoration, sessions and the access on a list of ended access end; the command lists the remaining access."""
    data = ("--data", fresh.store.path)
    gone, kept = fresh.store.key("clinician", "gone"), fresh.store.key("clinician", "kept")
    fresh.server.client(kept["key"]).ask(200, "GET", "/api/v1/alerts")
    ends = {"started_at": 1, "used_at": 2**41, "expires_at": 2**42}
    assert fresh.server.stop() == 0
    connection = unlocked(fresh.store.database, fresh.store.unwrapped())
    person = connection.execute("SELECT id FROM profile LIMIT 1").fetchone()[0]
    for number, state in ((1, "active"), (2, "active")):
        account = bytes([number] * 16)
        connection.execute(
            "INSERT INTO account (id, email, role, state, created_at, password, password_at) VALUES (?, ?, 'clinician', ?, 1, 'x', 1)",
            (account, f"{number}@example.org", state))
        connection.execute(
            "INSERT INTO session (id, account_id, started_at, used_at, expires_at) VALUES (?, ?, ?, ?, ?)", (account, account, *ends.values()))
        connection.execute("INSERT INTO refresh_token (digest, session_id, expires_at) VALUES (?, ?, ?)", (account, account, 2**42))
        connection.execute("INSERT INTO challenge (digest, account_id, started_at, expires_at) VALUES (?, ?, 1, ?)", (account, account, 2**42))
        connection.execute(
            "INSERT INTO invitation (id, digest, kind, email, account_id, role, created_at, expires_at) VALUES (?, ?, 'reset', 'x@example.org', ?, 'clinician', 1, ?)",
            (account, account, account, 2**42))
        connection.execute(
            "INSERT INTO break_glass (id, account_id, profile_id, reason, opened_at, until_at) VALUES (?, ?, ?, 'x', 1, ?)", (account, account, person, 2**42))
    connection.commit()
    connection.close()
    command("backup", tmp_path / "backup", *data)
    command("key", "revoke", gone["id"], *data)
    account = "01010101-0101-0101-0101-010101010101"
    command("account", "suspend", account, *data)
    ended = tmp_path / "ended.json"
    ended.write_text(command("db", "ended", "--json", *data).stdout)
    listed = json.loads(ended.read_text())
    assert (listed["accounts"], listed["keys"], listed["care"]) == ([account], [gone["id"]], [])
    assert [item["account"] for item in listed["signIns"]] == ["02020202-0202-0202-0202-020202020202"]

    for name, more in (("without", ()), ("with", ("--ended", ended))):
        store = Store(tmp_path / name)
        words = ("restore", tmp_path / "backup", "--data", store.path, "--key-file", fresh.store.master, *more)
        told = command(*words).stdout
        connection = unlocked(store.database, fresh.store.unwrapped())
        one = lambda sql: connection.execute(sql).fetchone()[0]
        assert one("SELECT COUNT(*) FROM session WHERE ended_at IS NULL") == 0
        assert one("SELECT COUNT(*) FROM refresh_token") == one("SELECT COUNT(*) FROM invitation") == 0
        assert one("SELECT COUNT(*) FROM challenge WHERE expires_at > 2000000000000") == 0
        assert one("SELECT COUNT(*) FROM break_glass WHERE until_at > 2000000000000") == 0
        assert one("SELECT action FROM audit ORDER BY number DESC LIMIT 1") == "store.restored"
        states = [state for (state,) in connection.execute("SELECT state FROM account ORDER BY id")]
        connection.close()
        assert states == (["suspended", "active"] if more else ["active", "active"])
        assert "fairkit key revoke" in told and "fairkit account suspend" in told and kept["id"] in told
        assert (gone["id"] in told) == (not more) and (account in told) == (not more)
        assert "never" in told and len([line for line in told.splitlines() if kept["id"] in line and "20" in line.split("kept")[-1]]) == 1
        keys = ("--key-file", fresh.store.master)
        server = store.serve(*keys)
        assert server.client(gone["key"]).get("/api/v1/alerts").status_code == (401 if more else 200)
        assert server.client(kept["key"]).get("/api/v1/alerts").status_code == 200
        assert server.stop() == 0
        assert "sound" in command("db", "check", "--data", store.path, *keys).stdout
        command("audit", "verify", "--data", store.path, *keys)
