"""The audit log: tampering is detected, and an independent implementation verifies the evidence."""

import base64
import hashlib
import hmac
import json
import signal
import struct

import httpx
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from fairkit import PLAIN, command, problem
from kits import kit_code

COLUMNS = "at actor role account session address action outcome object profile_id request_id times break_glass".split()


def run(store, *arguments, **more):
    return command(*arguments, "--data", store.path, **more)


def verify(store, *arguments, status=0):
    return json.loads(run(store, "audit", "verify", "--json", *arguments, status=status).stdout)


def export(store, *arguments):
    return [json.loads(line) for line in run(store, "audit", "export", *arguments).stdout.splitlines()]


def live(world):
    """A life of a kit, with a refusal and a stranger."""
    patient, person = world.patient, world.profiles["patient"]
    patient.ask(201, "POST", "/api/v1/test-kits/register", json={"barcode": kit_code(1)})
    body = {"reference": "N-1", "kitCode": kit_code(1), "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}}
    world.laboratory.ask(201, "POST", "/api/v1/results", json=body)
    world.clinician.ask(200, "GET", "/api/v1/results")
    world.patient.ask(200, "GET", "/api/v1/results")
    assert world.laboratory.get(f"/api/v1/profiles/{person}").status_code == 403
    for _ in range(20):
        assert world.server.client("fk_" + "A" * 43).get("/api/v1/results").status_code == 401


@pytest.fixture
def lived(fresh):
    live(fresh)
    return fresh


def value(cell):
    """As the decision says: a byte for the type, the length where there are several, and the bytes."""
    match cell:
        case None:
            return b"\0"
        case int():
            return b"\1" + struct.pack(">q", cell)
        case str():
            return b"\2" + struct.pack(">q", len(cell.encode())) + cell.encode()
        case bytes():
            return b"\3" + struct.pack(">q", len(cell)) + cell


def macs(store):
    """Every entry's MAC and the one that it should have, computed with the secret out of key.json."""
    file = json.loads(store.wrapped.read_text())
    opener = AESGCM(bytes.fromhex(store.master.read_text().strip()))
    nonce, sealed = (base64.b64decode(file["audit"][name], validate=True) for name in ("nonce", "wrapped"))
    secret = opener.decrypt(nonce, sealed, f"fairkit/audit-key/v2/{file['tenant']}".encode())
    connection = store.witness()
    previous = bytes(32)
    for number, mac, patients, *columns in connection.execute(f"SELECT number, mac, patients, {', '.join(COLUMNS)} FROM audit ORDER BY number"):
        shown = [patients[at : at + 16] for at in range(0, len(patients or b""), 16)]
        message = b"fairkit/audit-entry/v1" + value(previous) + value(number)
        # One that was added later is covered where it is not NULL.
        while len(columns) > 12 and columns[-1] is None:
            columns.pop()
        message += struct.pack(">q", len(columns)) + b"".join(map(value, columns))
        message += struct.pack(">q", len(shown)) + b"".join(map(value, shown))
        previous = hmac.new(secret[:32], message, hashlib.sha256).digest()
        yield mac, previous


@pytest.mark.on_files
def test_every_entry_is_sealed_as_another_implementation_seals_it(lived):
    assert lived.server.stop() == 0
    pairs = list(macs(lived.store))
    assert len(pairs) > 8 and all(mac == expected for mac, expected in pairs)


def test_checkpoints_are_signed_for_who_knows_the_public_key_only(lived):
    lines = export(lived.store)
    assert lived.server.stop() == 0
    lines += [line for line in export(lived.store) if line["type"] == "checkpoint"]
    key, checkpoints = lines[0], [line for line in lines if line["type"] == "checkpoint"]
    assert key["type"] == "key" and key["algorithm"] == "Ed25519" and checkpoints
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key["publicKey"]))
    for checkpoint in checkpoints:
        parts = [key["tenant"], *(str(checkpoint[name]) for name in ("checkpoint", "number", "at", "mac"))]
        statement = "\n".join(["fairkit/audit-checkpoint/v1", *parts, ""]).encode()
        public.verify(bytes.fromhex(checkpoint["signature"]), statement)
        with pytest.raises(InvalidSignature):
            public.verify(bytes.fromhex(checkpoint["signature"]), statement + b"\n")
    assert verify(lived.store)["publicKey"] == key["publicKey"]


def test_an_export_has_every_entry_once_in_its_order_and_no_names(lived):
    entries = [line for line in export(lived.store) if line["type"] == "entry"]
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    person = lived.profiles["patient"]
    # Beside what the world is made with: an API key alone changes nothing that decides about alerts.
    refused = [entry for entry in entries if entry["outcome"] == "denied" and not entry["object"].startswith(("/api/v1/settings", "/api/v1/alert-", "/api/v1/esc"))]
    assert [(entry["object"], entry.get("patientId"), entry["address"]) for entry in refused] == [
        ("/api/v1/profiles/{id}", person, "127.0.0.1"), ("/api/v1/results", None, "127.0.0.1")]
    assert any(person in entry.get("patientIds", []) for entry in entries)
    assert entries[-1]["action"] == "audit.exported"
    text = json.dumps(entries)
    for secret in ("Marki", "Otieno", '"820"', ": 820", kit_code(1), "marker.address", "Markerkeyname", *lived.keys.values()):
        assert secret not in text
    assert not [line for line in export(lived.store, "--from", "2100-01-01T00:00:00Z") if line["type"] == "entry"]
    # Requests without a key were counted; the rest of them is written when the server stops.
    assert lived.server.stop() == 0
    counted = [entry for entry in export(lived.store) if entry["type"] == "entry" and entry["times"] > 1]
    assert [(entry["times"], entry["object"]) for entry in counted] == [(19, "/api/v1/results")]


@pytest.mark.on_files
def test_verification_reports_exported_entries_that_are_missing(fresh):
    """The log with its entries is deleted; the export from before shows which entries are missing."""
    for number in range(20):
        fresh.laboratory.result(kit_code(), 820, status=202)
    exported = fresh.store.path.parent / "export.ndjson"
    exported.write_text(run(fresh.store, "audit", "export").stdout)
    listed = [json.loads(line) for line in exported.read_text().splitlines()]
    last = max(line["number"] for line in listed if line["type"] == "entry")
    assert listed[-1]["type"] == "checkpoint" and listed[-1]["number"] == last >= 20
    fresh.server.stop(signal.SIGKILL)
    for name in ("health.db-wal", "health.db-shm", "commits.anchor"):
        fresh.store.database.with_name(name).unlink(missing_ok=True)
    found = run(fresh.store, "audit", "verify", "--anchor", exported, status=1)
    assert "deleted from the end" in found.stdout and f"to {last}" in found.stdout, found.stdout


def test_verifying_works_with_a_server_and_without(lived):
    for _ in range(2):
        found = verify(lived.store)
        assert found["sound"] and found["findings"] == [] and found["entries"] > 8
        assert "sound" in run(lived.store, "audit", "verify").stdout
        if lived.server.process.poll() is None:
            assert lived.server.stop() == 0


def test_verify_names_the_entry_that_was_tampered_with(lived):
    """Other ways of tampering are those of TamperingTests."""
    assert lived.server.stop() == 0
    lived.store.tamper("UPDATE audit SET object = 'x' WHERE number = 3")
    found = verify(lived.store, status=1)
    assert not found["sound"] and (found["findings"][0]["code"], found["findings"][0].get("number")) == ("changed", 3)
    done = run(lived.store, "audit", "verify", status=1)
    assert found["findings"][0]["detail"] in done.stdout
    checked = json.loads(run(lived.store, "db", "check", "--json", status=1).stdout)
    assert "audit-chain" in [finding["code"] for finding in checked["findings"]]
    lived.start()
    assert not verify(lived.store, status=1)["sound"]


@pytest.mark.on_files
def test_a_directory_put_back_as_it_was_is_found_by_an_export_kept_elsewhere(lived, tmp_path):
    assert lived.server.stop() == 0
    kept = {path: path.read_bytes() for path in lived.store.database.parent.iterdir()}
    lived.start()
    lived.clinician.ask(200, "GET", "/api/v1/results")
    assert lived.server.stop() == 0
    file = tmp_path / "audit.ndjson"
    file.write_text(run(lived.store, "audit", "export").stdout)
    verify(lived.store, "--anchor", file)
    for path in lived.store.database.parent.iterdir():
        path.unlink()
    for path, content in kept.items():
        path.write_bytes(content)
        path.chmod(0o600)
    assert verify(lived.store)["sound"]
    found = verify(lived.store, "--anchor", file, status=1)
    assert found["findings"][0]["code"] in ("cut-tail", "replaced")
    file.write_text("{}\n")
    assert "no checkpoint" in run(lived.store, "audit", "verify", "--anchor", file, status=1).stderr


def test_a_patient_sees_who_accessed_the_record(lived):
    path = f"/api/v1/profiles/{lived.profiles['patient']}/accesses"
    items = lived.patient.ask(200, "GET", path)["items"]
    told = [(item["action"], item["outcome"], item.get("role")) for item in items]
    assert ("result.listed", "success", "clinician") in told and ("request.denied", "denied", "laboratory") in told
    assert all(set(item) <= {"at", "action", "outcome", "role", "keyId", "accountId", "name", "breakGlass", "objectId"} for item in items)
    assert all("objectId" in item for item in items if item["action"] in ("result.read", "result.recorded", "kit.registered"))
    assert ("clinician", "Markerkeyname clinician") in {(item.get("role"), item.get("name")) for item in items}
    assert not any("name" in item for item in lived.administrator.ask(200, "GET", path)["items"]), "they see no person's name"
    assert lived.other_patient.get(path).status_code == 404
    assert lived.laboratory.get(path).status_code == 403


def test_behind_a_proxy_the_address_is_what_it_says_last(fresh):
    said = {"X-Forwarded-For": "10.1.2.3, 192.0.2.77", "Forwarded": "for=198.51.100.1"}
    for proxies, counts in (("local", "192.0.2.77"), ("127.0.0.1,192.0.2.77", "10.1.2.3"), ("none", "127.0.0.1")):
        assert fresh.server.stop() == 0
        fresh.start("--behind-proxy", proxies)
        fresh.clinician.get("/api/v1/results", headers=said)
        assert fresh.administrator.ask(200, "GET", "/api/v1/audit?limit=1")["items"][0]["address"] == counts


def test_round_the_proxy_nobody_gets_in(fresh):
    assert fresh.server.stop() == 0
    fresh.start("--behind-proxy", "127.0.0.7")
    headers = {**fresh.administrator.headers, "X-Forwarded-For": "127.0.0.7, 192.0.2.77"}
    answers = {}
    for own in ("127.0.0.1", "127.0.0.7"):
        with httpx.Client(transport=httpx.HTTPTransport(local_address=own, verify=PLAIN), base_url=f"http://{fresh.server.address}", headers=headers) as client:
            answers[own] = client.get("/api/v1/audit?limit=1")
            assert client.get("/health/ready").status_code == 200
    problem(answers["127.0.0.1"], 421, "not-by-proxy")
    assert answers["127.0.0.7"].status_code == 200
    # What the operator does on the machine comes by the socket, and not by the proxy.
    assert run(fresh.store, "key", "list").stdout
