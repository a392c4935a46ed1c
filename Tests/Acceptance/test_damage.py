"""Damage and failures are reported: by responses, readiness and metrics, and by every command with what to do."""

import collections
import os
import random
import shutil
import signal
import subprocess
import time
import types

import pytest

from alerts import made
from damages import drawn
from fairkit import BINARY, Store, command, problem, surroundings
from kits import kit_code
from model import Journal
from trials import tries

pytestmark = pytest.mark.on_files

DAMAGES = tries("FAIRKIT_DAMAGES", 5)
SEED = int(os.environ.get("FAIRKIT_DAMAGE_SEED", "1"))
PAGE = 4096
FRAME = PAGE + 24


def flip(file, page, place=100):
    """Alters a byte of a page; pages count from one."""
    data = bytearray(file.read_bytes())
    data[(page - 1) * PAGE + place] ^= 1
    file.write_bytes(data)


def until(condition, seconds=15):
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not come true in time"
        time.sleep(0.05)
    return found


@pytest.fixture
def damaged(fresh):
    """A served store whose pages are all damaged, except those that opening reads; returns the world."""
    codes = [kit_code() for _ in range(30)]
    for code in codes:
        fresh.patient.register(code)
        fresh.laboratory.result(code, 150)
    assert fresh.server.stop() == 0
    return fresh


def test_damaged_pages_are_reported_as_permanent_damage(damaged):
    world, said, warned = damaged, [], 0
    sound = world.store.database.read_bytes()
    connection = world.store.witness()
    roots = dict(connection.execute("SELECT name, rootpage FROM sqlite_master WHERE rootpage > 0"))
    connection.close()
    for page in (roots[name] for name in ("result", "result_version", "kit", "alert", "audit", "profile", "api_key")):
        world.store.database.write_bytes(sound)
        flip(world.store.database, page)
        try:
            world.start()
        except AssertionError as refusal:
            said.append(str(refusal))
            continue
        answers = [
            world.clinician.get("/api/v1/results", params={"limit": 100}),
            world.clinician.get("/api/v1/alerts"),
            world.patient.get("/api/v1/test-kits"),
            world.administrator.get("/api/v1/audit", params={"limit": 100}),
            world.laboratory.post("/api/v1/results", json={"reference": f"R-{page}", "kitCode": kit_code(), "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}}),
        ]
        failed = [answer for answer in answers if answer.status_code >= 500]
        for answer in failed:
            body = problem(answer, 500, "store-damaged")
            assert "retry-after" not in answer.headers and "fairkit db check" in body["detail"] and "backup" in body["detail"]
        if failed:
            warned += 1
            assert world.server.client().ask(200, "GET", "/health/ready")["warnings"] == ["store-damaged"]
            assert "code=store-damaged" in world.server.log
            until(lambda: "fairkit restore" in world.server.log)
            found = command("db", "check", "--data", world.store.path, status=1)
            assert "structure" in found.stdout
        world.server.stop(signal.SIGKILL)
    assert warned > 3, "the requests met the damage"
    for text in said:
        assert "fairkit restore" in text and "sqlite(" not in text, text


@pytest.mark.parametrize("file", ["tenants/default/health.db", "control.db"])
def test_a_missing_or_truncated_log_is_refused_until_it_is_accepted(fresh, file):
    for _ in range(12):
        fresh.laboratory.result(kit_code(), 820, status=202)
    # With other tenants, a damaged first one is left closed.
    for name in ("kisumu", "nakuru") if file == "control.db" else ():
        command("tenant", "create", "--data", fresh.store.path, name)
    fresh.server.stop(signal.SIGKILL)
    sound = (fresh.store.path / f"{file}-wal").read_bytes()
    lengths = [None, 0, 32, 32 + FRAME, len(sound) // 2]
    for number, length in enumerate(lengths):
        store = Store(fresh.store.path.with_name(f"cut{number}"))
        shutil.copytree(fresh.store.path, store.path, ignore=shutil.ignore_patterns("*.sock"))
        log = store.path / f"{file}-wal"
        log.unlink() if length is None else log.write_bytes(sound[:length])
        before = store.fingerprint()
        found = command("db", "check", "--data", store.path, status=1).stdout
        refused = store.serve(status=1).stderr
        name = file.split("/")[-1]
        for said in (found, refused):
            assert f"{name}-wal was truncated" in said and "acknowledged" in said, said
        assert "fairkit restore" in refused and "fairkit db cut-log" in refused
        if name == "health.db":
            ignored = ("control.db", "control.db-wal", "control.db-shm", "control.anchor")
            strip = lambda files: {path: what for path, what in files.items() if path not in ignored}
            assert strip(store.fingerprint()) == strip(before), "refusing changes nothing"
        more = ("--control",) if name == "control.db" else ()
        command("db", "cut-log", store.path.with_name(f"kept{number}"), "--data", store.path, *more)
        assert "sound" in command("db", "check", "--data", store.path).stdout
        server = store.serve()
        answer = server.client(fresh.keys["administrator"]).ask(200, "GET", "/api/v1/audit", params={"limit": 100})
        assert any(entry["action"] == "store.log-cut" for entry in answer["items"]), {entry["action"] for entry in answer["items"]}
        assert server.stop() == 0
    # As the kill left it, it is sound.
    fresh.start()


def test_every_damaged_page_of_control_db_is_found_and_named(fresh):
    """What knows the tenants is a file of the store as any other."""
    assert fresh.server.stop() == 0
    control = fresh.store.path / "control.db"
    sound = control.read_bytes()
    for page in range(1, len(sound) // PAGE + 1):
        flip(control, page)
        before = fresh.store.fingerprint()
        found = command("db", "check", "--data", fresh.store.path, status=1)
        assert f"Page {page} of control.db" in found.stdout
        for refused in (fresh.store.serve(status=1), command("backup", fresh.store.path.parent / "backup", "--data", fresh.store.path, status=1)):
            assert f"Page {page} of control.db" in refused.stderr and "fairkit restore" in refused.stderr and "sqlite(" not in refused.stderr
        assert fresh.store.fingerprint() == before, "refusing changes nothing"
        control.write_bytes(sound)
    assert "sound" in command("db", "check", "--data", fresh.store.path).stdout


def test_the_files_of_every_tenant_are_checked(fresh):
    command("tenant", "create", "--data", fresh.store.path, "kisumu")
    assert fresh.server.stop() == 0
    other = next(path for path in (fresh.store.path / "tenants").iterdir() if path.name != "default")
    flip(other / "health.db", 9)
    found = command("db", "check", "--data", fresh.store.path, status=1)
    assert f"Page 9 of tenants/{other.name}/health.db" in found.stdout


def test_a_backup_names_the_file_that_it_could_not_copy(damaged):
    connection = damaged.store.witness()
    root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'kit_photo'").fetchone()[0]
    connection.close()
    flip(damaged.store.database, root)
    refused = command("backup", damaged.store.path.parent / "backup", "--data", damaged.store.path, status=1)
    assert str(damaged.store.database) in refused.stderr and "fairkit db check" in refused.stderr, refused.stderr
    assert not (damaged.store.path.parent / "backup").exists()


def ended(store, *words):
    """Runs a command that can refuse, and asserts that it ends by itself with a message; returns whether it found no fault."""
    line = [BINARY, *map(str, words), "--data", store.path]
    done = subprocess.run(line, env=surroundings({}), capture_output=True, text=True, timeout=60)
    assert done.returncode in (0, 1) and "sqlite(" not in done.stderr and "Fatal error" not in done.stderr, (done.returncode, done.stderr[-2000:])
    return done.returncode == 0


def asked(world, server, journal, dice):
    """Repeats many earlier requests; returns how many responses differ."""
    wrong = 0
    latest = {id: (version, value) for (id, version), value in sorted(journal.results.items(), key=lambda pair: pair[0][1])}
    paths = [("clinician", f"/api/v1/results/{id}", latest[id]) for id in dice.sample(sorted(latest), min(20, len(latest)))]
    paths += [("clinician", "/api/v1/alerts", None), ("administrator", "/api/v1/audit", None), ("consumer", "/api/v1/alerts/events", None)]
    with server.client() as client:
        for role, path, value in paths:
            answer = client.get(path, headers={"X-API-Key": world.keys[role]})
            if answer.status_code == 200:
                # A kill may have left a correction that was stored and not answered, as the next version.
                said = value and (answer.json()["version"], answer.json()["level"]["value"])
                wrong += said != value and said[0] != value[0] + 1
            elif answer.status_code == 404 and value is not None:
                wrong += 1
            else:
                assert answer.status_code in (401, 500, 503), answer.text
                # A key that is gone is not known.
                assert answer.json()["code"] in ("store-damaged", "store-unavailable", "unauthenticated"), answer.text
                wrong += answer.status_code == 401
    return wrong


def noticed(store, world, journal, export, dice):
    """The reporters of a damage: the check, the server or the audit log. If none reports it, all responses must be unchanged."""
    told = set()
    if not ended(store, "db", "check"):
        told.add("db check")
    try:
        server = store.serve()
    except AssertionError as refusal:
        assert ", exit 1:" in str(refusal) and "Error: " in str(refusal) and "sqlite(" not in str(refusal), refusal
        return told | {"serve"}
    try:
        wrong = asked(world, server, journal, dice)
        assert server.stop(dice.choice([signal.SIGKILL, signal.SIGTERM])) in (-signal.SIGKILL, 0, 1), server.log
    finally:
        server.process.kill()
        server.process.wait()
    if "store-damaged" in server.log:
        told.add("serve")
    if not ended(store, "audit", "verify", "--anchor", export):
        told.add("audit verify")
    if not told:
        assert not wrong, "wrong data was answered, and nothing tells it"
        journal.verify()
    return told


@pytest.mark.parametrize("left", ["killed", "stopped"])
def test_damage_is_reported_or_harmless(fresh, tmp_path, capsys, left):
    """Files as a kill left them, with a log that is needed, and as a stop did."""
    made(fresh, "paging", maxInFlight=20)
    journal = Journal(fresh)
    journal.run(1)
    older, export = tmp_path / "older", tmp_path / "export"
    copied = lambda store, to: shutil.copytree(store.path, to, ignore=shutil.ignore_patterns("*.sock", "reserve"))
    copied(fresh.store, older)
    fresh.start()
    journal.begin()
    time.sleep(1.5)
    journal.end()
    export.write_text(command("audit", "export", "--data", fresh.store.path).stdout)
    fresh.server.stop(signal.SIGKILL if left == "killed" else signal.SIGTERM)
    counts, number = collections.Counter(), 0
    for turn in range(DAMAGES * 10):
        dice = random.Random(f"{SEED} {left} {turn}")
        store = Store(tmp_path / f"damaged-{turn}")
        copied(fresh.store, store.path)
        damage = drawn(store.path, older, dice)
        if damage is not None:
            number += 1
            kept = tmp_path / f"kept-{turn}"
            shutil.copytree(store.path, kept)
            view = Journal(types.SimpleNamespace(store=store))
            for name in ("raised", "acked", "results", "kits", "leases", "asked"):
                setattr(view, name, getattr(journal, name))
            try:
                told = noticed(store, fresh, view, export, dice)
            except BaseException:
                print(f"seed {SEED}, turn {turn}: {damage}; the damaged files are kept at {kept}")
                raise
            counts[" + ".join(sorted(told)) or "nothing, since nothing is lost"] += 1
            shutil.rmtree(kept)
        shutil.rmtree(store.path)
        if number == DAMAGES // 2:
            break
    with capsys.disabled():
        print(f"\nseed {SEED}: of {number} damages of {left} files told by: {dict(counts)}")
