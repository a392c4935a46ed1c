"""Unchanged lists return 304, by the caller's current rights and with an audit entry."""

import pytest

from document import DOCUMENT
from fairkit import command, problem
from kits import kit_code

RESULTS, KITS, AUDIT = "/api/v1/results", "/api/v1/test-kits", "/api/v1/audit"


def polled(client, path, tag=None, **parameters):
    return client.get(path, params=parameters, headers={"If-None-Match": tag} if tag else {})


def listed(world, action):
    return len([entry for entry in world.administrator.everything(AUDIT, action=action, patientId=world.profiles["patient"])])


def test_a_list_is_sent_again_when_it_has_changed(fresh):
    code = kit_code()
    fresh.patient.register(code)
    fresh.laboratory.result(code, 150)
    first = polled(fresh.patient, RESULTS)
    tag = first.headers["etag"]
    assert first.status_code == 200 and tag.startswith('"') and first.headers["cache-control"] == "no-store"
    again = polled(fresh.patient, RESULTS, tag)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert "content-type" not in again.headers and "cache-control" not in again.headers
    # A weak mark, several tags and `*` are understood; another tag is not this one.
    for known in (f"W/{tag}", f'"x", {tag}', "*"):
        assert polled(fresh.patient, RESULTS, known).status_code == 304
    assert polled(fresh.patient, RESULTS, '"x"').status_code == 200 and polled(fresh.patient, RESULTS, tag.strip('"')).status_code == 200
    assert polled(fresh.patient, RESULTS, tag, fields="id").status_code == 200, "less of each entry is another answer"
    kit = fresh.patient.everything(KITS)[0]
    kits = polled(fresh.patient, KITS).headers["etag"]
    assert polled(fresh.patient, KITS, kits).status_code == 304 and polled(fresh.patient, KITS, tag).status_code == 200
    correction = {"reason": "typing error", "level": {"value": 160, "unit": "mg/dL"}}
    [result] = first.json()["items"]
    fresh.laboratory.ask(201, "POST", f"{RESULTS}/{result['id']}/corrections", json=correction)
    changed = polled(fresh.patient, RESULTS, tag)
    assert changed.status_code == 200 and changed.headers["etag"] != tag and changed.json()["items"][0]["level"]["value"] == 160
    assert kit["status"] == "resulted"


def test_changes_without_a_version_change_the_etag(world):
    kit = world.other_patient.register(kit_code())
    first = world.laboratory.result(kit["kitCode"], 150)
    held = world.laboratory.result(kit["kitCode"], 160, status=202, reference=f"second-{kit['kitCode']}")
    tag = polled(world.other_patient, RESULTS, kitCode=kit["kitCode"]).headers["etag"]
    world.laboratory.ask(201, "POST", f"{RESULTS}/{first['id']}/corrections", json={"reason": "wrong tube", "status": "entered-in-error"})
    between = polled(world.other_patient, RESULTS, tag, kitCode=kit["kitCode"])
    assert between.status_code == 200
    world.laboratory.ask(200, "POST", f"{RESULTS}/{held['id']}/release")
    after = polled(world.other_patient, RESULTS, between.headers["etag"], kitCode=kit["kitCode"])
    assert after.status_code == 200 and held["id"] in after.text


def test_a_304_is_an_access_and_leaves_an_entry(world):
    world.patient.register(kit_code())
    tag = polled(world.clinician, KITS, profileId=world.profiles["patient"]).headers["etag"]
    before = listed(world, "kit.listed")
    for _ in range(3):
        assert polled(world.clinician, KITS, tag, profileId=world.profiles["patient"]).status_code == 304
    assert listed(world, "kit.listed") == before + 3


def test_a_reader_without_access_is_refused_and_gets_no_304(fresh):
    fresh.patient.register(kit_code())
    key = fresh.store.key("clinician", "Markerkeyname polling")
    client = fresh.server.client(key["key"])
    tag = polled(client, KITS).headers["etag"]
    assert polled(client, KITS, tag).status_code == 304
    command("key", "revoke", key["id"], "--data", fresh.store.path)
    problem(polled(client, KITS, tag), 401, "unauthenticated")
    problem(polled(fresh.consumer, KITS, tag), 403, "forbidden")
    # Consent that ends takes the list away, whatever its tag was.
    seen = polled(fresh.clinician, RESULTS).headers["etag"]
    code = fresh.patient.everything(KITS)[0]["kitCode"]
    fresh.laboratory.result(code, 150)
    shown = polled(fresh.clinician, RESULTS, seen)
    assert len(shown.json()["items"]) == 1
    assert fresh.patient.change(fresh.profiles["patient"], {"consents": {"clinicians": False}}).status_code == 200
    assert polled(fresh.clinician, RESULTS, shown.headers["etag"]).json()["items"] == []


LISTS = [
    path
    for path, methods in DOCUMENT["paths"].items()
    if "304" in methods.get("get", {}).get("responses", {}) and path.startswith("/api/v1") and "x-roles" in methods["get"] and not path.endswith("/photo")
]  # fmt: skip


@pytest.mark.parametrize("path", LISTS)
def test_every_list_has_a_tag(world, path):
    role = next(role for role in DOCUMENT["paths"][path]["get"]["x-roles"] if hasattr(world, role))
    if "/alerts/{id}" in path:
        alert = world.laboratory.result(kit_code(), 900, status=202)["alertId"]
        address = path.replace("{id}", alert)
    elif "/results/{id}" in path:
        address = path.replace("{id}", world.laboratory.result(kit_code(), 150, status=202)["id"])
    elif "/test-kits/{id}" in path:
        kit = world.other_patient.register(kit_code())
        world.laboratory.result(kit["kitCode"], 150)
        address = path.replace("{id}", kit["id"])
    else:
        if "/teams/" in path:
            world.administrator.post("/api/v1/teams", json={"name": "default", "timeZone": "UTC"})
        address = path.replace("{name}", "default").replace("{id}", world.profiles["patient"])
    client = getattr(world, "patient" if "/profiles/" in path else role)
    first = client.get(address)
    assert first.status_code == 200, first.text
    # The audit is written by reading it, and so is who has seen a record.
    again = polled(client, address, first.headers["etag"])
    assert again.status_code in ((304, 200) if path.endswith(("/audit", "/accesses", "/timeline")) else (304,))


def test_the_number_of_lists_is_known():
    assert len(LISTS) >= 16
