"""What stands on disk: nothing in clear, all of it readable to another SQLCipher with the key, and no opening without it."""

import json
import re
import shutil
import sqlite3
import string

import pytest

from conftest import OTHER_PERSON, PERSON
from fairkit import Store, command, unlocked
from kits import kit_code, photo

EXIF_MARKER = b"marker in the comment of a photo"


def markers(*codes):
    """Every text put into a field, and the digits of every kit code."""
    texts = [*PERSON["name"].values(), *PERSON["contact"].values(), *PERSON["identifiers"][0].values(), *OTHER_PERSON["name"].values()]
    texts += ["Markerlaboratory One", "Markerkeyname clinician", "Markerreference-77", "Markermethod-nephel", "Markerreason: swapped", "Markerconsumer-pager"]
    texts += [PERSON["timeZone"], *codes, *(code[7:17] for code in codes)]
    assert all(len(text) >= 12 or text.isdigit() for text in texts)
    return [text.encode() for text in texts]


def files(store):
    return {path: path.read_bytes() for path in store.path.rglob("*") if path.is_file()}


def fill(world):
    """Puts a marker into every text field there is, and answers the kit codes used."""
    registered, pictured, unreadable = kit_code(), kit_code(), kit_code()
    world.patient.register(registered)
    world.patient.register(photo=photo(pictured, comment=EXIF_MARKER))
    world.patient.register(unreadable, photo(comment=EXIF_MARKER))
    result = world.laboratory.result(registered, 833, reference="Markerreference-77", method="Markermethod-nephel")
    corrections = f"/api/v1/results/{result['id']}/corrections"
    body = {"reason": "Markerreason: swapped", "level": {"value": 901, "unit": "mg/dL"}}
    world.laboratory.ask(201, "POST", corrections, json=body)
    world.consumer.deliver(world.consumer.claim(consumer="Markerconsumer-pager")[0]["token"])
    assert len(world.clinician.everything("/api/v1/results")) == 1
    return registered, pictured, unreadable


def test_nothing_stands_in_clear_and_another_sqlcipher_reads_it_all(fresh, tmp_path):
    fresh.server.stop()
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    fresh.start(TMPDIR=temporary)
    codes = fill(fresh)
    running = files(fresh.store)
    assert any(path.name.endswith("-wal") and len(data) > 4096 for path, data in running.items())
    assert fresh.server.stop() == 0
    stopped = files(fresh.store)
    assert not list(temporary.iterdir())

    # The witness: PyPI's sqlcipher3, with the key taken out of key.json.
    key = fresh.store.unwrapped()
    assert len(key) == 48
    connection = unlocked(fresh.store.database, key)
    assert connection.execute("PRAGMA cipher_integrity_check").fetchall() == []
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    cells = b"\n".join(
        cell if isinstance(cell, bytes) else str(cell).encode() for table in tables for row in connection.execute(f'SELECT * FROM "{table}"') for cell in row
    )
    audit = connection.execute("SELECT * FROM audit").fetchall()
    connection.close()
    for marker in markers(*codes):
        assert marker in cells, f"{marker} is not even stored: the search below would prove nothing"
    assert EXIF_MARKER not in cells, "the grey copy has kept metadata"
    assert not [marker for marker in markers(*codes) if marker in str(audit).encode()], "the audit holds more than ids"

    # The search, while it ran (with its WAL) and after.
    keys = [secret.encode() for secret in fresh.keys.values()] + [key, key.hex().encode(), key[:32], key[:32].hex().encode()]
    names = [name.encode() for name in tables if len(name) >= 6] + [b"CREATE TABLE", b"SQLite format 3", b"sqlite_master"]
    assert len(names) > 10
    for path, data in [*running.items(), *stopped.items()]:
        found = [text for text in markers(*codes) + keys + names if text in data]
        assert not found, f"{path.name} holds {found} in clear"
    assert not any(secret in cells for secret in keys), "a key is stored as it is"


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


def test_the_master_key_can_come_from_elsewhere(fresh, tmp_path):
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
    """What `serve` says to each damage, after making sure that it has changed nothing."""
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
def test_a_store_that_is_not_right_stays_closed_and_says_why(refusals, damage):
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
