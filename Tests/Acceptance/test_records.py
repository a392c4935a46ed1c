"""A person's whole record: export, legal hold, erasure, and no remains of an erased record on the disk."""

import hashlib
import io
import json
import os
import pathlib
import stat
import subprocess
import time
import zipfile

import jsonschema_rs
import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

import databases
from accounts import PASSWORD, Visitor, invited, staff
from commands import local
from conftest import PERSON
from document import DOCUMENT
from fairkit import BINARY, api, assert_whole, command, problem, said, surroundings
from kits import kit_code, photo

PAGE, RESERVE, IV = 4096, 48, 16
MARKERS = [b"Markiplessa", b"Otienomarkson", b"marker.address", b"MARKER-ID-9043", b"Markerkeyname patient", b"Markerword-"]


def path(world, rest, who="patient"):
    return f"/api/v1/profiles/{world.profiles[who]}/{rest}"


def erase(world, person="patient"):
    """Erases at once, as the operator on the machine does."""
    id = world.profiles[person]
    with local(world.store) as machine:
        return machine.post(f"/local/profiles/{id}/erase", json={"confirm": id})


def opened(archive):
    """The files of an archive, the JSON of them decoded; the manifest agrees with all."""
    with zipfile.ZipFile(io.BytesIO(archive)) as bundle:
        assert bundle.testzip() is None
        names = bundle.namelist()
        assert len(names) == len(set(names)) and names[0] == "manifest.json"
        files = {name: bundle.read(name) for name in names}
        times = {info.date_time for info in bundle.infolist()}
    manifest = json.loads(files["manifest.json"])
    assert [entry["name"] for entry in manifest["files"]] == names[1:]
    for entry in manifest["files"]:
        content = files[entry["name"]]
        assert (entry["bytes"], entry["sha256"]) == (len(content), hashlib.sha256(content).hexdigest())
    made = manifest["madeAt"]
    assert times == {tuple(int(part) for part in (made[:4], made[5:7], made[8:10], made[11:13], made[14:16])) + (int(made[17:19]) // 2 * 2,)}
    return {name: json.loads(content) if name.endswith(".json") else content for name, content in files.items()}


def fits(schema, value):
    jsonschema_rs.Draft202012Validator({"$ref": f"#/components/schemas/{schema}", "components": DOCUMENT["components"]}, validate_formats=True).validate(value)


@pytest.fixture
def lived(fresh):
    """A patient with two kits, a corrected result, an alert that was acked, and a kept photo; another one beside."""
    world = fresh
    world.codes = [kit_code(), kit_code()]
    world.kits = [world.patient.register(world.codes[0]), world.patient.register(world.codes[1], photo())]
    world.result = world.laboratory.result(world.codes[0], 820, reference="Markerword-reference")
    for delivery in world.consumer.claim(10):
        assert world.consumer.ack(delivery["token"]).status_code == 200
    correction = {"reason": "Markerword-reason", "level": {"value": 812.5, "unit": "mg/dL"}}
    response = world.laboratory.post(f"/api/v1/results/{world.result['id']}/corrections", json=correction, headers={"If-Match": '"1"'})
    assert response.status_code == 201, response.text
    for delivery in world.consumer.claim(10):
        assert world.consumer.ack(delivery["token"]).status_code == 200
    world.other_code = kit_code()
    world.other_patient.register(world.other_code)
    world.other_result = world.laboratory.result(world.other_code, 150)
    return world


def test_an_archive_holds_what_was_posted_as_the_api_says_it(lived):
    world = lived
    response = world.patient.get(path(world, "export"))
    assert (response.status_code, response.headers["content-type"]) == (200, "application/zip")
    assert response.headers["content-disposition"] == f'attachment; filename="fairkit-{world.profiles["patient"]}.zip"'
    files = opened(response.content)
    kept = f"photos/{world.kits[1]['id']}.jpg"
    expected = ["manifest.json", "README.txt", "profile.json", "kits.json", "results.json", "alerts.json", "accesses.json", "accounts.json", "shares.json", "care.json", "emergencies.json", "notices.json", "contacts.json", kept, "record.pdf"]
    assert sorted(files) == sorted(expected)
    # Unpacked, they are for their owner's eyes: a plain file, 0600.
    assert {entry.external_attr >> 16 for entry in zipfile.ZipFile(io.BytesIO(response.content)).infolist()} == {0o100600}
    assert files[kept].startswith(b"\xff\xd8") and b"FairKit" in files["README.txt"]
    assert files["manifest.json"]["profileId"] == world.profiles["patient"]

    fits("Profile", files["profile.json"])
    assert {name: files["profile.json"][name] for name in PERSON} == PERSON
    kits, results, alerts, accesses = (files[name]["items"] for name in ("kits.json", "results.json", "alerts.json", "accesses.json"))
    # The archive is of one person, whose name is in profile.json. A result's meaning in words stands in record.pdf.
    named = [world.patient.kit(world.kits[1]["id"]), world.patient.kit(world.kits[0]["id"]), world.patient.ask(200, "GET", f"/api/v1/results/{world.result['id']}")]
    assert {one.pop("patientName") for one in named} == {f"{PERSON['name']['given']} {PERSON['name']['family']}"}
    assert kits + results == [{name: value for name, value in one.items() if name not in ("summary", "readAt", "laboratory", "converted")} for one in named]
    assert files["record.pdf"].startswith(b"%PDF-")
    assert [version["level"]["value"] for version in results[0]["versions"]] == [820, 812.5]
    assert [version.get("reason") for version in results[0]["versions"]] == [None, "Markerword-reason"]
    assert {alert["alert"]["id"] for alert in alerts} >= {world.result["alertId"]}
    for alert in alerts:
        fits("Alert", alert["alert"])
        assert alert["alert"] == world.consumer.ask(200, "GET", f"/api/v1/alerts/{alert['alert']['id']}")
        assert alert["events"] == world.consumer.ask(200, "GET", f"/api/v1/alerts/{alert['alert']['id']}/events")["items"]
    now = world.patient.everything(path(world, "accesses"))
    place = next(place for place, access in enumerate(now) if access["action"] == "profile.exported")
    assert accesses == now[place + 1 :], "all that came before the export, the newest first"
    assert {"Markerkeyname laboratory", "Markerkeyname patient"} <= {access.get("name") for access in accesses}
    (door,) = files["accounts.json"]["items"]
    assert (door["kind"], door["name"]) == ("key", "Markerkeyname patient")

    text = b"".join(content if isinstance(content, bytes) else json.dumps(content).encode() for content in files.values())
    assert world.keys["patient"].encode() not in text and b"Secondmarker" not in text and world.other_code.encode() not in text


def test_an_archive_tells_with_whom_it_was_shared_and_whose_care_and_programme_it_was_and_who_came_in_an_emergency(lived):
    world, mine, reason = lived, lived.profiles["patient"], "Unconscious in casualty, no relative to ask"
    carer, rescuer = (staff(world, "clinician", f"{name}@example.org") for name in ("carer", "rescuer"))
    of = {"accountId": carer.account["accountId"], "profileId": mine}
    care = world.administrator.ask(201, "POST", "/api/v1/care-assignments", json=of)
    glass = rescuer.signed_in.ask(201, "POST", path(world, "break-glass"), json={"reason": reason})
    link = world.patient.ask(201, "POST", path(world, "shares"), json={"link": True, "pin": "27182818"})
    world.patient.ask(201, "POST", path(world, "shares"), json={"with": {"email": "sister@example.org"}})
    world.other_patient.ask(201, "POST", path(world, "shares", "other_patient"), json={"with": {"email": "brother@example.org"}})
    funded = {"name": "Breathe easily", "partner": "Kenya Lung Fund", "startsOn": "2026-01-01"}
    programme = world.administrator.ask(201, "POST", "/api/v1/programmes", json=funded)
    joined = world.patient.ask(200, "PUT", path(world, "programme"), json={"code": programme["joinCode"]})
    files = opened(world.patient.get(path(world, "export")).content)
    assert files["programme.json"] == joined and joined["partner"] == "Kenya Lung Fund"
    shares = files["shares.json"]["items"]
    assert shares == world.patient.everything(path(world, "shares")) and len(shares) == 2
    assert files["care.json"]["items"] == [{"accountId": care["accountId"], "from": care["from"], "active": True}]
    told = {name: glass[name] for name in ("accountId", "reason", "openedAt", "until")}
    assert files["emergencies.json"]["items"] == [told] and told["reason"] == reason
    text = b"".join(content if isinstance(content, bytes) else json.dumps(content).encode() for content in files.values())
    for hidden in (link["link"], "27182818", "brother@example.org", carer.email):
        assert hidden.encode() not in text, hidden


def test_archives_of_the_same_moment_have_the_same_files(lived):
    first, second = (opened(lived.patient.get(path(lived, "export")).content) for _ in range(2))
    for name in ("profile.json", "kits.json", "results.json", "alerts.json", "README.txt"):
        assert first[name] == second[name]
    assert len(second["accesses.json"]["items"]) == len(first["accesses.json"]["items"]) + 1


def test_the_operator_exports_a_record_for_a_request_on_paper(lived, tmp_path):
    world, file = lived, tmp_path / "out.zip"
    export = lambda profile, file, **more: command("api", f"profiles/{profile}/export", "--as", f"patient:{profile}", "--output", file, "--data", world.store.path, **more)  # noqa: E731
    export(world.profiles["patient"], file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert opened(file.read_bytes())["profile.json"]["name"] == PERSON["name"]
    entry = world.patient.ask(200, "GET", path(world, "accesses"))["items"][0]
    assert (entry["action"], entry["role"], entry["keyId"]) == ("profile.exported", "patient", "00000000-0000-0000-0000-000000000000")

    before = file.read_bytes()
    assert "can't be written" in export(world.profiles["patient"], file, status=1).stderr and file.read_bytes() == before
    lost = export("01990000-0000-7000-8000-000000000000", tmp_path / "no.zip", status=1)
    assert "no profile" in lost.stderr and not (tmp_path / "no.zip").exists()
    assert "can't be written" in export(world.profiles["patient"], tmp_path / "no/where.zip", status=1).stderr


def test_a_patient_learns_of_a_hold_only_when_it_keeps_their_record(lived):
    world = lived
    hold = path(world, "hold")
    world.administrator.ask(200, "PUT", hold, json={"reason": "case 17"})
    world.administrator.ask(200, "GET", hold)
    command("api", "DELETE", hold.removeprefix("/api/v1/"), "--data", world.store.path)

    def actions(who):
        return {access["action"] for access in getattr(world, who).everything(path(world, "accesses"))}

    held = {"profile.held", "profile.hold-read", "profile.released"}
    assert held <= actions("administrator")
    assert not held & actions("patient") and actions("patient")
    archive = opened(world.patient.get(path(world, "export")).content)
    assert archive["accesses.json"]["items"] and not held & {access["action"] for access in archive["accesses.json"]["items"]}


def test_a_hold_keeps_a_record_until_it_is_released(lived):
    world, person = lived, lived.profiles["patient"]
    hold = f"profiles/{person}/hold"
    assert "not under a legal hold" in command("api", hold, "--data", world.store.path, status=1).stderr
    assert api(world.store, "PUT", hold, "-f", "reason=case 17")["reason"] == api(world.store, hold)["reason"] == "case 17"
    assert "case 17" not in json.dumps(problem(erase(world), 409, "legal-hold"))
    problem(world.patient.get(path(world, "hold")), 403, "forbidden")
    refused = command("profile", "erase", person, "--confirm", person, "--data", world.store.path, status=1)
    assert "legal hold" in refused.stderr
    assert world.patient.get(path(world, "export")).status_code == 200
    api(world.store, "DELETE", hold)
    assert "not under a legal hold" in command("api", "DELETE", hold, "--data", world.store.path, status=1).stderr
    assert erase(world).status_code == 200


def test_an_erased_person_looks_like_an_unknown_one(lived):
    world, person = lived, lived.profiles["patient"]
    alerts = [item["id"] for item in world.consumer.everything("/api/v1/alerts")] + [world.result["alertId"]]
    done = erase(world).json()
    assert done.get("logEmptied") is (None if databases.IN_USE else True)
    assert {name: done["rows"][name] for name in ("kits", "photos", "results", "resultVersions", "keys")} == {"kits": 2, "photos": 1, "results": 1, "resultVersions": 2, "keys": 1}
    problem(world.patient.get("/api/v1/results"), 401, "unauthenticated")
    unknown = "01990000-0000-7000-8000-000000000000"
    for who, place in [("administrator", "/api/v1/profiles/{}"), ("clinician", "/api/v1/profiles/{}"), ("administrator", "/api/v1/profiles/{}/accesses"),
        ("administrator", "/api/v1/profiles/{}/hold")]:  # fmt: skip
        answers = [getattr(world, who).get(place.format(id)) for id in (person, unknown)]
        assert [answer.status_code for answer in answers] == [404, 404] and said(answers[0]) == said(answers[1])
    problem(erase(world), 404, "not-found")
    problem(world.administrator.put(path(world, "hold"), json={"reason": "case 7"}), 404, "not-found")
    problem(world.administrator.change(person, {"language": "en"}), 404, "not-found")
    problem(world.clinician.get(f"/api/v1/results/{world.result['id']}"), 404, "not-found")
    problem(world.laboratory.get(f"/api/v1/results/{world.result['id']}"), 404, "not-found")
    for alert in alerts:
        problem(world.consumer.get(f"/api/v1/alerts/{alert}"), 404, "not-found")
        problem(world.consumer.get(f"/api/v1/alerts/{alert}/events"), 404, "not-found")
    assert [item["id"] for item in world.clinician.everything("/api/v1/results")] == [world.other_result["id"]]
    assert world.clinician.everything("/api/v1/results", patientId=person) == []
    for kit in world.kits:
        shown = world.administrator.kit(kit["id"])
        assert "profileId" not in shown and "registeredAt" not in shown and all("reason" not in event for event in shown["history"])
        problem(world.administrator.get(f"/api/v1/test-kits/{kit['id']}/photo"), 404, "not-found")
    assert world.administrator.ask(200, "GET", "/api/v1/test-kits", params={"profileId": person})["items"] == []
    problem(local(world.store, f"patient;{person}").get("/api/v1/results"), 404, "profile-unknown")
    # Who stays is as they were.
    assert world.other_patient.ask(200, "GET", f"/api/v1/results/{world.other_result['id']}")["level"] == {"value": 150, "unit": "mg/dL"}


def test_the_audit_stays_sound_and_knows_an_id_only(lived):
    world, person = lived, lived.profiles["patient"]
    assert erase(world).status_code == 200
    verified = json.loads(command("audit", "verify", "--json", "--data", world.store.path).stdout)
    assert verified["sound"] is True
    items = world.administrator.everything("/api/v1/audit", patientId=person)
    assert items[0]["action"] == "profile.erased" and items[0]["object"].startswith("kits 2, photos 1, results 1, versions 2, alerts ")
    assert not any(marker.decode() in json.dumps(items) for marker in MARKERS)
    assert json.loads(command("db", "check", "--json", "--data", world.store.path).stdout)["sound"] is True
    assert world.server.stop() == 0
    assert_whole(world.store.witness())
    assert json.loads(command("audit", "verify", "--json", "--data", world.store.path).stdout)["sound"] is True


def test_erasing_by_command_asks_for_the_id(lived):
    world, person = lived, lived.profiles["patient"]
    words = [BINARY, "profile", "erase", person, "--data", str(world.store.path)]
    typed = lambda text: subprocess.run(words, input=text, env=surroundings({}, words), capture_output=True, text=True, timeout=120)  # noqa: E731
    for text in ("", "yes\n", "01990000-0000-7000-8000-000000000000\n"):
        done = typed(text)
        assert done.returncode == 1 and "Nothing was erased" in done.stderr
    assert world.patient.get("/api/v1/results").status_code == 200
    done = typed(f"{person}\n")
    assert done.returncode == 0 and "is erased" in done.stdout and "2 kits have no person now" in done.stdout
    listed = json.loads(command("profile", "erased", "--json", "--data", world.store.path).stdout)["items"]
    assert [item["id"] for item in listed] == [person]
    other = world.profiles["other_patient"]
    assert world.server.stop() == 0
    report = json.loads(command("profile", "erase", other, "--confirm", other.upper(), "--json", "--data", world.store.path).stdout)
    assert report["rows"]["results"] == 1 and report["id"] == other
    assert command("profile", "erased", "--data", world.store.path).stdout.count("\n") == 3


def plain(store):
    """Every page of the file and of its log, decrypted, including free pages and invalid frames."""
    key = store.unwrapped()[:32]

    def decrypted(page, skip=0):
        opener = Cipher(algorithms.AES(key), modes.CBC(page[PAGE - RESERVE : PAGE - RESERVE + IV])).decryptor()
        return opener.update(page[skip : PAGE - RESERVE])

    file, log = store.database.read_bytes(), pathlib.Path(f"{store.database}-wal").read_bytes()
    pages = [decrypted(file[start : start + PAGE], 16 if start == 0 else 0) for start in range(0, len(file), PAGE)]
    frames = [log[start + 24 : start + 24 + PAGE] for start in range(32, len(log), 24 + PAGE)]
    return b"".join([*pages, *(decrypted(frame, 16 if frame[:16] == file[:16] else 0) for frame in frames)])


@pytest.mark.on_files
def test_nothing_is_left_in_the_bytes_of_the_disk(lived):
    world = lived
    erased = [world.codes[0].encode()]  # Not erased: the kit stays. It shows that the pages are read.
    before = plain(world.store)
    assert all(marker in before for marker in [*MARKERS, *erased])
    assert erase(world).json()["logEmptied"] is True
    after = plain(world.store)
    assert [marker for marker in MARKERS if marker in after] == []
    assert erased[0] in after and b"Secondmarker" in after


@pytest.mark.on_files
def test_a_backup_from_before_still_holds_the_person_until_they_are_erased_again(lived, tmp_path):
    world, person = lived, lived.profiles["patient"]
    command("backup", tmp_path / "backup", "--data", world.store.path)
    assert erase(world).status_code == 200
    erased = json.loads(command("profile", "erased", "--json", "--data", world.store.path).stdout)["items"]
    environment = {"FAIRKIT_KEY_FILE": os.fspath(world.store.master)}
    restored = tmp_path / "restored"
    told = command("restore", tmp_path / "backup", "--data", restored, **environment).stdout
    assert "Erase everyone again" in told and "fairkit profile erased" in told
    shown = api(restored, f"profiles/{person}", **environment)
    assert shown["name"] == PERSON["name"]
    for item in erased:
        command("profile", "erase", item["id"], "--confirm", item["id"], "--data", restored, **environment)
    assert "no profile" in command("api", f"profiles/{person}", "--data", restored, status=1, **environment).stderr.lower()


@pytest.fixture
def erasable(lived):
    """The same world, whose patient has an account beside the key, and an administrator who has signed in."""
    world, person = lived, lived.profiles["patient"]
    _, _, _ = invited(world, "patient", "ada@erasable.example", None, "--profile", person)
    visitor = Visitor(world)
    world.ada = Visitor(world, visitor.login("ada@erasable.example").json())
    world.grace = staff(world, "administrator", "grace@erasable.example")
    return world


def mails(world):
    items = json.loads(command("outbox", "list", "--json", "--data", world.store.path).stdout)["items"]
    return sorted((item["kind"], item["recipient"]) for item in items if item["kind"].startswith("erasure"))


def ask(client, world, **proof):
    person = world.profiles["patient"]
    return client.post(path(world, "erase"), json={"confirm": person, **proof})


def later(world, **by):
    """As if the request had been made so much earlier: the server is stopped, and the row is changed."""
    assert world.server.stop() == 0
    assert world.store.tamper(f"UPDATE requested_erasure SET due_at = due_at - {by['hours'] * 3_600_000}") == [1]
    world.start()


def test_a_key_or_an_open_session_alone_cannot_erase_a_person(erasable):
    world = erasable
    for client in (world.patient, world.administrator):
        problem(ask(client, world, password=PASSWORD), 403, "no-account")
    for client in (world.ada, world.grace.signed_in):
        problem(ask(client, world), 422, "invalid")
        problem(ask(client, world, password="not the one it is"), 401, "sign-in-failed")
    problem(ask(world.grace.signed_in, world, password=PASSWORD), 401, "code-wrong")
    other = world.profiles["other_patient"]
    problem(world.ada.post(path(world, "erase", "other_patient"), json={"confirm": other, "password": PASSWORD}), 404, "not-found")
    problem(world.administrator.get(path(world, "erase")), 404, "not-found")
    assert mails(world) == [] and world.patient.get(f"/api/v1/profiles/{world.profiles['patient']}").status_code == 200


def test_a_patient_is_erased_after_three_days_and_not_before(erasable):
    world, person = erasable, erasable.profiles["patient"]
    asked = ask(world.ada, world, password=PASSWORD)
    assert asked.status_code == 202
    fits("RequestedErasure", asked.json())
    assert ask(world.ada, world, password=PASSWORD).json() == asked.json(), "asking again changes nothing"
    assert world.administrator.ask(200, "GET", path(world, "erase")) == asked.json()
    assert mails(world) == [("erasure", "a•••@erasable.example"), ("erasure", "g•••@erasable.example")]
    later(world, hours=71)
    assert world.patient.get(f"/api/v1/profiles/{person}").status_code == 200
    later(world, hours=1)
    deadline = time.monotonic() + 20
    while world.administrator.get(f"/api/v1/profiles/{person}").status_code != 404:
        assert time.monotonic() < deadline
    assert world.patient.get("/api/v1/results").status_code == 401
    entry = [entry for entry in world.administrator.everything("/api/v1/audit") if entry["action"] == "profile.erased"]
    assert len(entry) == 1 and json.loads(command("profile", "erased", "--json", "--data", world.store.path).stdout)["items"][0]["id"] == person


@pytest.mark.parametrize("who", ["patient", "administrator", "command"])
def test_an_erasure_can_be_cancelled(erasable, who):
    world, person = erasable, erasable.profiles["patient"]
    assert ask(world.grace.signed_in, world, password=PASSWORD, code=world.grace.app.code()).status_code == 202
    problem(world.other_patient.delete(path(world, "erase")), 404, "not-found")
    if who == "command":
        command("profile", "erase", person, "--cancel", "--data", world.store.path)
    else:
        assert getattr(world, who).delete(path(world, "erase")).status_code == 204
    problem(world.administrator.delete(path(world, "erase")), 404, "not-found")
    assert [kind for kind, _ in mails(world)] == ["erasure", "erasure", "erasure-cancelled", "erasure-cancelled"]
    actions = [entry["action"] for entry in world.administrator.everything("/api/v1/audit", patientId=person)]
    assert actions.count("profile.erasure-requested") == 1 and actions.count("profile.erasure-cancelled") == 1


def test_an_erasure_waits_for_a_hold_that_comes_after_it(erasable):
    world, person = erasable, erasable.profiles["patient"]
    assert ask(world.ada, world, password=PASSWORD).status_code == 202
    world.administrator.ask(200, "PUT", path(world, "hold"), json={"reason": "case 18"})
    later(world, hours=73)
    problem(ask(Visitor(world, Visitor(world).login("ada@erasable.example").json()), world, password=PASSWORD), 409, "legal-hold")
    assert world.administrator.get(f"/api/v1/profiles/{person}").status_code == 200
