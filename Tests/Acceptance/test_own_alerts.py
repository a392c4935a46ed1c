"""Patients read their own alerts (requirement R3.9), and nothing else of them."""

import pytest

from accounts import PUBLIC, patient, staff
from conftest import World
from fairkit import Client, problem
from kits import kit_code
from notices import result

ALERTS = "/api/v1/alerts"


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("own-alerts") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off")
    assert world.administrator.delete("/api/v1/escalation-policies/0").status_code == 204
    yield world
    assert world.server.stop() == 0


def listed(person):
    return [alert["id"] for alert in person.signed_in.everything(ALERTS)]


def test_a_patient_lists_and_reads_their_own_alerts(town):
    ada, ben = patient(town, "ada@own.example"), patient(town, "ben@own.example")
    mine, theirs = result(town, ada, 820)["alertId"], result(town, ben, 830)["alertId"]
    assert listed(ada) == [mine] and listed(ben) == [theirs]
    alert = ada.signed_in.ask(200, "GET", f"{ALERTS}/{mine}")
    assert alert["patientId"] == ada.account["profileId"] and alert["payload"]["body"] == "Your AAT level is 4x normal (820 mg/dL). Contact your doctor today."
    problem(ada.signed_in.get(f"{ALERTS}/{theirs}"), 404, "not-found")
    actions = {entry["action"] for entry in town.administrator.everything("/api/v1/audit", actor=ada.account["accountId"])}
    assert {"alert.listed", "alert.read"} <= actions


def test_a_key_of_the_patient_sees_the_same(town):
    code = kit_code()
    town.administrator.register(code, profile=town.profiles["patient"])
    mine = town.laboratory.result(code, 820)["alertId"]
    assert mine in [alert["id"] for alert in town.patient.everything(ALERTS)]
    assert mine not in [alert["id"] for alert in town.other_patient.everything(ALERTS)]
    problem(town.other_patient.get(f"{ALERTS}/{mine}"), 404, "not-found")
    narrow = town.server.client(town.store.key("patient", "narrow", "--profile", town.profiles["patient"], "--scope", "results:read")["key"])
    problem(narrow.get(ALERTS), 403, "scope-missing")


def test_an_alert_of_an_unregistered_kit_is_not_a_patients(town):
    eve = patient(town, "eve@own.example")
    stray = town.laboratory.result(kit_code(), 820, status=202)["alertId"]
    assert listed(eve) == []
    problem(eve.signed_in.get(f"{ALERTS}/{stray}"), 404, "not-found")


def test_the_alert_of_a_held_result_does_not_exist_for_its_patient(town):
    fay = patient(town, "fay@own.example")
    code = town.administrator.issue(kit_code())[0]["kitCode"]
    town.administrator.register(code, profile=fay.account["profileId"])
    first = town.laboratory.result(code, 120, reference="FIRST")
    held = town.laboratory.result(code, 820, reference="SECOND", status=202)
    assert town.consumer.ask(200, "GET", f"{ALERTS}/{held['alertId']}")["heldFor"] == "other-result"
    assert listed(fay) == [] and [one["kind"] for one in fay.signed_in.ask(200, "GET", "/api/v1/notices")["items"]] == ["result-ready", "kit-registered"]
    missing = problem(fay.signed_in.get(f"{ALERTS}/{held['alertId']}"), 404, "not-found")
    unknown = problem(fay.signed_in.get(f"{ALERTS}/{first['id']}"), 404, "not-found")
    assert {**missing, "requestId": 0} == {**unknown, "requestId": 0}


def test_a_patient_sees_neither_history_nor_staff(town):
    gus, doctor = patient(town, "gus@own.example"), staff(town, "clinician", "doctor@own.example")
    town.administrator.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": doctor.account["accountId"], "profileId": gus.account["profileId"]})
    mine = result(town, gus, 820)["alertId"]
    with Client(town.server.address) as patients, Client(town.server.address) as doctors:
        patients.headers["authorization"] = f"Bearer {gus.tokens['accessToken']}"
        doctors.headers["authorization"] = f"Bearer {doctor.tokens['accessToken']}"
        for path in (f"{ALERTS}/{mine}/events", f"{ALERTS}/events", f"{ALERTS}/{mine}/escalation", f"{ALERTS}/stream", "/api/v1/ws"):
            problem(patients.get(path), 403, "forbidden")
        body = {"value": 820, "unit": "mg/dL", "identifiers": {"birthDate": "1980-02-29", "familyName": "Otieno"}, "reached": "patient"}
        problem(patients.post(f"{ALERTS}/{mine}/acknowledge", json=body), 403, "forbidden")
        # The clinician in care sees whom it told.
        assert doctors.get(f"{ALERTS}/{mine}/escalation").status_code == 200
    shown = gus.signed_in.get(f"{ALERTS}/{mine}").text + gus.signed_in.get("/api/v1/notices").text
    assert doctor.account["accountId"] not in shown and "doctor@own.example" not in shown


def test_a_recipient_of_a_share_sees_no_alerts(town):
    hal, ida = patient(town, "hal@own.example"), patient(town, "ida@own.example")
    mine = result(town, hal, 820)["alertId"]
    hal.signed_in.ask(201, "POST", f"/api/v1/profiles/{hal.account['profileId']}/shares", json={"with": {"email": "ida@own.example"}})
    problem(ida.signed_in.get(f"{ALERTS}/{mine}"), 404, "not-found")
    assert listed(ida) == []
