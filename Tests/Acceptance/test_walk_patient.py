"""A patient's use, by the OpenAPI document alone: from the mail to the result and the deletion. Every response is validated against the document."""

import io
import json
import re
import types
import zipfile

import pytest

from accounts import ADA, AUTH, ME, OTHER, PASSWORD, PROFILES, PUBLIC, Visitor, mailed, secret
from conftest import World
from fairkit import api, problem
from kits import kit_code, photo

KITS, RESULTS = "/api/v1/test-kits", "/api/v1/results"
EMAIL = "ada.walks@example.org"


@pytest.fixture(scope="module")
def way(template, tmp_path_factory):
    """What one step leaves to the next."""
    world = World(template, tmp_path_factory.mktemp("patient") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off")
    way = types.SimpleNamespace(world=world, visitor=Visitor(world))
    yield way
    assert world.server.stop() == 0


def test_she_asks_for_an_account_and_gets_a_mail(way):
    way.visitor.ask(202, "POST", f"{AUTH}/register", json={"email": EMAIL})
    mail = mailed(way.world)
    assert mail["recipient"] == EMAIL and f"{PUBLIC}/register/code?mail=" in mail["text"]
    way.token = secret(mail)
    assert re.search(r"\n\n\d{6}\n\n", mail["text"]), "the code for the page"


def test_she_chooses_a_password_and_says_who_she_is_and_what_she_agrees_to(way):
    weak = problem(way.visitor.post(f"{AUTH}/confirm", json={"token": way.token, "password": "short", "profile": ADA}), 422, "invalid")
    assert [error["pointer"] for error in weak["errors"]] == ["/password"]
    profile = {**ADA, "consents": {}}
    made = way.visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": way.token, "password": PASSWORD, "profile": profile})
    way.profile = made["profileId"]
    tokens = way.visitor.login(EMAIL).json()
    way.ada = Visitor(way.world, tokens)
    own = way.ada.ask(200, "GET", f"{PROFILES}/{way.profile}")
    assert own["contact"] == {"email": EMAIL} and own["consents"] == {"clinicians": False, "research": False, "partners": False}
    assert way.ada.ask(200, "GET", ME)["roles"] == ["patient"]


def test_she_registers_the_kit_that_was_sent_to_her_by_its_photo(way):
    code = kit_code()
    [issued] = way.world.administrator.issue(code, status="shipped")
    way.world.administrator.ask(200, "POST", f"{KITS}/{issued['id']}/status", json={"status": "shipped", "carrier": "Posta", "trackingNumber": "RR123456789KE"})
    nothing = problem(way.ada.post(f"{KITS}/register", files={"photo": ("kit.jpg", photo(), "image/jpeg")}), 422, "no-barcode")
    assert nothing["reason"] and nothing["detail"]
    other = problem(way.ada.post(f"{KITS}/register", json={"barcode": kit_code()}), 409, "kit-not-issued")
    assert "never issued" in other["detail"]
    kit = way.ada.register(photo=photo(code))
    assert kit["message"] == "Send your sample to lab within 7 days" and kit["sendBy"] and kit["readFrom"] == "photo"
    way.kit, way.code = kit["id"], code
    again = problem(way.ada.post(f"{KITS}/register", json={"barcode": code}), 409, "already-registered")
    assert again["detail"].startswith("This kit is already registered on ")


def test_she_follows_the_kit(way):
    assert way.ada.kit(way.kit)["shipment"] == {"carrier": "Posta", "trackingNumber": "RR123456789KE"}
    mailed_kit = way.ada.report(way.kit, "mailed", carrier="Posta", trackingNumber="RR987654321KE").json()
    assert [step["status"] for step in mailed_kit["history"]] == ["shipped", "registered", "mailed"]
    problem(way.ada.report(way.kit, "received"), 403, "forbidden")
    assert way.world.laboratory.report(way.kit, "received").status_code == 200
    assert way.ada.kit(way.kit)["status"] == "received"


def test_she_sees_only_her_own_result(way):
    made = way.world.laboratory.result(way.code, 142)
    way.world.patient.register(other := kit_code())
    way.world.laboratory.result(other, 160)
    (result,) = way.ada.ask(200, "GET", RESULTS)["items"]
    assert result["id"] == made["id"] and result["flag"] == "N" and result["level"] == {"value": 142, "unit": "mg/dL"}
    assert result["range"]["low"] == 100 and way.ada.kit(way.kit)["status"] == "resulted"
    assert way.ada.ask(200, "GET", f"{RESULTS}/{result['id']}")["versions"]
    way.result = result["id"]


def test_a_correction_reaches_her_with_its_reason(way):
    body = {"reason": "calibration", "level": {"value": 138, "unit": "mg/dL"}}
    way.world.laboratory.ask(201, "POST", f"{RESULTS}/{way.result}/corrections", json=body)
    seen = way.ada.ask(200, "GET", f"{RESULTS}/{way.result}")
    assert (seen["version"], seen["status"], seen["reason"]) == (2, "corrected", "calibration")
    assert [version["level"]["value"] for version in seen["versions"]] == [142, 138]


def test_a_clinician_sees_nothing_until_she_agrees(way):
    assert way.world.clinician.ask(200, "GET", RESULTS, params={"patientId": way.profile})["items"] == []
    own = way.ada.get(f"{PROFILES}/{way.profile}")
    headers = {"content-type": "application/merge-patch+json", "if-match": own.headers["etag"]}
    changed = way.ada.ask(200, "PATCH", f"{PROFILES}/{way.profile}", content=json.dumps({"consents": {"clinicians": True}}), headers=headers)
    assert changed["consents"]["clinicians"] is True
    assert [one["id"] for one in way.world.clinician.ask(200, "GET", RESULTS, params={"patientId": way.profile})["items"]] == [way.result]


def test_she_shares_it_for_a_time_and_revokes_the_share(way):
    share = way.ada.ask(201, "POST", f"{PROFILES}/{way.profile}/shares", json={"link": True, "pin": "271828"})
    link = share["link"].split("#")[-1]
    problem(way.visitor.post("/api/v1/shared", json={"link": link, "pin": "000000"}), 404, "share-unknown")
    shown = way.visitor.ask(200, "POST", "/api/v1/shared", json={"link": link, "pin": "271828"})
    assert shown["name"] == ADA["name"] and [one["id"] for one in shown["items"]] == [way.result]
    assert way.ada.delete(f"{PROFILES}/{way.profile}/shares/{share['id']}").status_code == 200
    problem(way.visitor.post("/api/v1/shared", json={"link": link, "pin": "271828"}), 404, "share-unknown")


def test_she_sees_who_accessed_her_record(way):
    seen = {(entry["action"], entry.get("role")) for entry in way.ada.everything(f"{PROFILES}/{way.profile}/accesses")}
    assert {("result.recorded", "laboratory"), ("result.listed", "clinician")} <= seen


def test_she_exports_her_record(way):
    answer = way.ada.get(f"{PROFILES}/{way.profile}/export")
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as files:
        assert json.loads(files.read("profile.json"))["name"] == ADA["name"]
        (kit,) = json.loads(files.read("kits.json"))["items"]
        assert kit["returnShipment"]["trackingNumber"] == "RR987654321KE"
        assert way.result in files.read("results.json").decode()


def test_she_changes_her_password_and_is_signed_out_elsewhere(way):
    other = Visitor(way.world, way.visitor.login(EMAIL).json())
    assert len(way.ada.ask(200, "GET", f"{AUTH}/sessions")["items"]) == 2
    assert way.ada.post(f"{AUTH}/password", json={"oldPassword": PASSWORD, "newPassword": OTHER}).status_code == 204
    problem(other.get(ME), 401, "unauthenticated")
    problem(way.visitor.login(EMAIL), 401, "sign-in-failed")
    assert way.visitor.login(EMAIL, OTHER).status_code == 200


def test_she_requests_an_erasure_and_cancels_it(way):
    body = {"confirm": way.profile, "password": OTHER}
    problem(way.ada.post(f"{PROFILES}/{way.profile}/erase", json={**body, "password": PASSWORD}), 401, "sign-in-failed")
    asked = way.ada.ask(202, "POST", f"{PROFILES}/{way.profile}/erase", json=body)
    assert asked["dueAt"] > asked["requestedAt"]
    assert way.ada.delete(f"{PROFILES}/{way.profile}/erase").status_code == 204
    problem(way.ada.get(f"{PROFILES}/{way.profile}/erase"), 404, "not-found")


def test_she_deletes_her_account_and_her_tokens_become_invalid(way):
    assert way.ada.request("DELETE", ME, json={"password": OTHER}).status_code == 204
    problem(way.ada.get(RESULTS), 401, "unauthenticated")
    assert api(way.world.store, f"profiles/{way.profile}")["name"]["family"] == "Otieno", "her record is kept; the account alone is gone"
