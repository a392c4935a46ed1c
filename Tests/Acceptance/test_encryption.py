"""The files that init creates, the sources of the master key, and refusals without it. test_marks checks that no data is unencrypted."""

import json
import re
import shutil
import sqlite3
import string

import pytest

from fairkit import Store, command, unlocked

pytestmark = pytest.mark.on_files


def test_what_init_makes(tmp_path):
    store = Store(tmp_path / "data")
    done = command("init", "--data", store.path)
    assert done.stdout.count("fk_") == 1 and "master.key" in done.stderr
    assert store.path.stat().st_mode & 0o777 == 0o700 and store.master.stat().st_mode & 0o777 == 0o600
    text = store.master.read_text()
    assert len(text) == 65 and text.endswith("\n") and set(text[:-1].lower()) <= set(string.hexdigits)
    wrapped = json.loads(store.wrapped.read_text())
    assert set(wrapped) == {"version", "masterKeyId", "algorithm", "nonce", "wrapped", "tenant", "audit"}
    assert (wrapped["version"], wrapped["algorithm"], wrapped["tenant"]) == (2, "AES-256-GCM", "default") and len(wrapped["masterKeyId"]) == 16
    before = store.fingerprint()
    assert command("init", "--data", store.path, status=1).stderr.strip()
    assert store.fingerprint() == before


def test_init_invites_two_administrators_so_that_the_first_day_takes_no_other_command(tmp_path):
    store = Store(tmp_path / "data")
    assert "e-mail address" in command("init", "--data", store.path, "--administrator", "grace", status=64).stderr
    assert not store.path.exists()
    done = command("init", "--data", store.path, "--administrator", "grace@kisumu.example", "--administrator", "peter@kisumu.example")
    assert done.stdout.count("fk_") == 1 and "peter@kisumu.example is invited" in done.stderr
    invited = json.loads(command("api", "accounts/invitations", "--data", store.path).stdout)
    assert {(one["email"], one["role"], one["state"]) for one in invited["items"]} == {
        ("grace@kisumu.example", "administrator", "sent"), ("peter@kisumu.example", "administrator", "sent")}  # fmt: skip


def test_the_master_key_can_come_from_another_place(fresh, tmp_path):
    fresh.server.stop()
    elsewhere = tmp_path / "elsewhere.key"
    shutil.move(fresh.store.master, elsewhere)
    fresh.start("--key-file", elsewhere)
    assert fresh.consumer.claim() == [] and fresh.server.stop() == 0
    fresh.start(FAIRKIT_KEY_FILE=elsewhere)
    assert fresh.consumer.claim() == [] and fresh.server.stop() == 0
    fresh.start(FAIRKIT_MASTER_KEY=elsewhere.read_text().strip())
    assert fresh.consumer.claim() == [] and fresh.server.stop() == 0


def plaintext(store, other):
    store.database.unlink()
    with sqlite3.connect(store.database) as connection:
        connection.execute("CREATE TABLE kit (code TEXT)")
    connection.close()


def newer(store, other):
    connection = unlocked(store.database, store.unwrapped())
    connection.execute("PRAGMA user_version = 9999")
    connection.close()


# What is done to the store (or with another store) → words of which one must be in the refusal.
DAMAGES = {
    "the master key of another store": (lambda store, other: shutil.copy(other.master, store.master), ["master key"]),
    "no master key": (lambda store, other: store.master.unlink(), ["master.key"]),
    "a short master key": (lambda store, other: store.master.write_text("0123456789abcdef" * 3 + "01\n"), ["64"]),
    "a master key that is not hex": (lambda store, other: store.master.write_text("xyz" * 21 + "x\n"), ["hex"]),
    "an empty master key": (lambda store, other: store.master.write_text(""), ["64", "empty"]),
    "a plaintext file in the database's place": (plaintext, ["encrypt", "plain"]),
    "no database": (lambda store, other: store.database.unlink(), ["health.db"]),
    "an empty database": (lambda store, other: store.database.write_bytes(b""), ["health.db"]),
    "the database of another store": (lambda store, other: shutil.copy(other.database, store.database), ["key"]),
    "no key.json": (lambda store, other: store.wrapped.unlink(), ["key.json"]),
    "the key.json of another store": (lambda store, other: shutil.copy(other.wrapped, store.wrapped), ["key.json", "master key"]),
    "a key.json that is no JSON": (lambda store, other: store.wrapped.write_text("{"), ["key.json"]),
    "a newer schema": (newer, ["newer"]),
    "no store at all": (lambda store, other: shutil.rmtree(store.path), ["fairkit init"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def refusals(template, tmp_path_factory):
    """The message of `serve` for each damage, after a check that it changed no file."""
    said = {}
    for damage, (change, _) in DAMAGES.items():
        place = tmp_path_factory.mktemp("damaged")
        store, other = Store(place / "data"), Store(place / "other")
        shutil.copytree(template.store.path, store.path)
        command("init", "--data", other.path)
        change(store, other)
        before = store.fingerprint()
        said[damage] = store.serve(status=1).stderr.replace(str(place), "")
        assert store.fingerprint() == before and store.path.exists() == bool(before), f"{damage}: refusing must change nothing"
        secrets = [template.store.master.read_text().strip(), other.master.read_text().strip()]
        assert not any(secret in said[damage] for secret in secrets), damage
    return said


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_invalid_store_is_refused_with_the_reason(refusals, damage):
    said, words = refusals[damage], DAMAGES[damage][1]
    assert any(word.lower() in said.lower() for word in words), said
    assert len(said.splitlines()) == 1 and said.rstrip().endswith("."), said


def test_each_refusal_is_a_sentence_of_its_own(refusals):
    alike = {}
    for damage, said in refusals.items():
        alike.setdefault(re.sub(r"[0-9a-f]{16}", "ID", said), set()).add(damage)
    # For these it takes the same to put them right.
    expected = [{"the master key of another store", "the key.json of another store"}]
    expected.append({"a short master key", "a master key that is not hex", "an empty master key"})
    assert all(len(group) == 1 or any(group <= each for each in expected) for group in alike.values()), alike


@pytest.mark.parametrize("text", ["00" * 31, "zz" * 32, "00" * 32])
def test_a_master_key_from_the_environment_is_checked(template, text):
    before = template.store.fingerprint()
    assert template.store.serve(status=1, FAIRKIT_MASTER_KEY=text).stderr.strip()
    assert template.store.fingerprint() == before
