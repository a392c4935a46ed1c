"""A clinician's work, by the OpenAPI document alone: invitation, second factor, and access to records. Every response is validated against the document."""

import types

import pytest

from accounts import AUDIT, AUTH, ME, PROFILES, PUBLIC, VERIFY, App, Visitor, invited, staff
from conftest import World
from fairkit import api, command, problem
from kits import kit_code

KITS, RESULTS, ALERTS, CARE = "/api/v1/test-kits", "/api/v1/results", "/api/v1/alerts", "/api/v1/care-assignments"


@pytest.fixture(scope="module")
def way(template, tmp_path_factory):
    """What one step leaves to the next: two patients with a result each, of whom one will be in care."""
    world = World(template, tmp_path_factory.mktemp("clinician") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off")
    way = types.SimpleNamespace(world=world, own=world.profiles["patient"], other=world.profiles["other_patient"], results={})
    for who, level in (("patient", 142), ("other_patient", 150)):
        getattr(world, who).register(code := kit_code())
        way.results[who] = world.laboratory.result(code, level)["id"]
    yield way
    assert world.server.stop() == 0


def test_the_invitation_leads_to_a_second_factor_before_anything_else(way):
    visitor, _, account = invited(way.world, "clinician", "wanjiru.walks@example.org")
    way.account = account["accountId"]
    challenge = visitor.login("wanjiru.walks@example.org").json()
    assert challenge["mfaSetupRequired"] and "accessToken" not in challenge
    begun = visitor.ask(200, "POST", f"{AUTH}/mfa/setup", json={"mfaToken": challenge["mfaToken"]})
    app = App(begun["otpauthUri"])
    wrong = "000000" if app.maker.now() != "000000" else "111111"
    problem(visitor.post(VERIFY, json={"mfaToken": begun["mfaToken"], "code": wrong}), 401, "code-wrong")
    tokens = visitor.ask(200, "POST", VERIFY, json={"mfaToken": begun["mfaToken"], "code": app.code()})
    assert len(tokens["backupCodes"]) == 10
    way.doctor = Visitor(way.world, tokens)
    assert way.doctor.ask(200, "GET", ME)["roles"] == ["clinician"]


def test_a_clinician_sees_no_person_before_an_assignment(way):
    assert way.doctor.ask(200, "GET", RESULTS) == {"items": []} and way.doctor.ask(200, "GET", KITS) == {"items": []}
    problem(way.doctor.get(f"{PROFILES}/{way.own}"), 404, "not-found")
    problem(way.doctor.get(CARE), 403, "forbidden")
    api(way.world.store, "care-assignments", "-f", f"accountId={way.account}", "-f", f"profileId={way.own}")
    assert [one["id"] for one in way.doctor.ask(200, "GET", RESULTS)["items"]] == [way.results["patient"]]


def test_a_patient_in_care_is_found_by_known_facts(way):
    body = {"name": {"family": "otienomarkson-family"}, "birthDate": "1980-02-29"}
    (found,) = way.doctor.ask(200, "POST", f"{PROFILES}/search", json=body)["items"]
    assert found["id"] == way.own
    stranger = {"name": {"family": "Secondmarker-Family"}, "birthDate": "1971-07-01"}
    assert way.doctor.ask(200, "POST", f"{PROFILES}/search", json=stranger)["items"] == []


def test_results_are_narrowed_and_show_their_versions(way):
    way.world.laboratory.ask(201, "POST", f"{RESULTS}/{way.results['patient']}/corrections", json={"reason": "calibration", "level": {"value": 95, "unit": "mg/dL"}})
    assert [one["flag"] for one in way.doctor.ask(200, "GET", RESULTS, params={"flag": "L"})["items"]] == ["L"]
    assert way.doctor.ask(200, "GET", RESULTS, params={"flag": "HH"})["items"] == []
    seen = way.doctor.ask(200, "GET", f"{RESULTS}/{way.results['patient']}")
    assert [version["level"]["value"] for version in seen["versions"]] == [142, 95] and seen["reason"] == "calibration"
    problem(way.doctor.get(f"{RESULTS}/{way.results['other_patient']}"), 404, "not-found")
    wrong = problem(way.doctor.get(RESULTS, params={"flag": "XX"}), 422, "invalid")
    assert [error["pointer"] for error in wrong["errors"]] == ["/flag"]


def test_a_clinician_sees_every_critical_alert(way):
    way.world.other_patient.register(code := kit_code())
    alert = way.world.laboratory.result(code, 820)["alertId"]
    assert alert in {item["id"] for item in way.doctor.everything(ALERTS)}
    shown = way.doctor.ask(200, "GET", f"{ALERTS}/{alert}")
    assert shown["patientId"] == way.other and shown["state"] == "open" and "820" in str(shown)
    problem(way.doctor.post("/api/v1/alert-groups/default/claim", json={}), 403, "forbidden")
    assert [event["event"] for event in way.doctor.ask(200, "GET", f"{ALERTS}/{alert}/events")["items"]][0] == "raised"


def test_an_emergency_opens_a_record_for_an_hour_and_is_looked_at(way):
    problem(way.doctor.get(f"{PROFILES}/{way.other}"), 404, "not-found")
    problem(way.doctor.post(f"{PROFILES}/{way.other}/break-glass", json={"reason": ""}), 422, "invalid")
    opened = way.doctor.ask(201, "POST", f"{PROFILES}/{way.other}/break-glass", json={"reason": "Critical level, not reached"})
    assert way.doctor.ask(200, "GET", f"{PROFILES}/{way.other}")["contact"] is not None
    assert {one["patientId"] for one in way.doctor.everything(RESULTS)} == {way.own, way.other}
    patch = {"content-type": "application/merge-patch+json", "if-match": '"1"'}
    problem(way.doctor.patch(f"{PROFILES}/{way.other}", content='{"language": "sw"}', headers=patch), 403, "forbidden")
    marked = way.world.administrator.everything(AUDIT, breakGlass=True, patientId=way.other)
    assert {"profile.read", "result.listed"} <= {entry["action"] for entry in marked}
    grace = staff(way.world, "administrator", "grace.walks@example.org")
    assert opened["id"] in {one["id"] for one in grace.signed_in.ask(200, "GET", "/api/v1/break-glass")["items"]}
    reviewed = grace.signed_in.ask(200, "POST", f"/api/v1/break-glass/{opened['id']}/review")
    assert reviewed["reviewedAt"]
    assert way.doctor.delete(f"{PROFILES}/{way.other}/break-glass").status_code in (200, 204)
    problem(way.doctor.get(f"{PROFILES}/{way.other}"), 404, "not-found")
    entries = way.world.other_patient.everything(f"{PROFILES}/{way.other}/accesses")
    assert any(entry["breakGlass"] for entry in entries), "the patient sees it"


def test_access_ends_with_the_assignment(way):
    (care,) = way.world.administrator.everything(CARE, accountId=way.account)
    api(way.world.store, f"care-assignments/{care['id']}/end")
    assert way.doctor.ask(200, "GET", RESULTS) == {"items": []}
    problem(way.doctor.get(f"{PROFILES}/{way.own}"), 404, "not-found")


def test_a_suspended_clinician_is_signed_out_at_once(way):
    command("account", "suspend", way.account, "--data", way.world.store.path)
    problem(way.doctor.get(RESULTS), 401, "unauthenticated")
    assert api(way.world.store, f"accounts/{way.account}")["state"] == "suspended"
