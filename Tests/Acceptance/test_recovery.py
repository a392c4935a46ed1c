"""What is left when a disk fails: a backup that opens without FairKit, and a store that opens without what was damaged."""

import json
import signal
import sqlite3

import pytest
import sqlcipher3

from conftest import PERSON
from fairkit import Store, command, unlocked
from kits import kit_code

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
    """Every file with its mode and contents, but for control.db, whose log is sound and so is emptied by who opens it."""
    return {name: file for name, file in store.fingerprint().items() if not name.startswith("control.db")}



def test_a_damaged_log_is_cut_off_when_asked_and_kept(damaged, tmp_path):
    fresh, log = damaged
    before, as_it_was = of_tenants(fresh.store), log.read_bytes()
    refusal = fresh.store.serve(status=1).stderr
    assert "health.db-wal is damaged" in refusal and "fairkit db cut-log" in refusal and of_tenants(fresh.store) == before

    kept = tmp_path / "kept.wal"
    kept.write_text("somebody's")
    assert "kept.wal" in command("db", "cut-log", kept, "--data", fresh.store.path, status=1).stderr
    assert kept.read_text() == "somebody's" and of_tenants(fresh.store) == before, "nothing is cut before it is kept"
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
    assert "nothing was changed" in command(*line, status=1).stderr
    assert of_tenants(fresh.store) == before and not (tmp_path / "kept.wal").exists()
