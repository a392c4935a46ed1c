"""The scope `contacts:read` puts the people to tell into a claim (requirement R3.8)."""

import secrets

import pytest

from accounts import AUTH, PUBLIC, patient, staff
from conftest import World
from fairkit import problem
from kits import kit_code
from notices import result

CLAIM = "/api/v1/alert-groups/default/claim"


@pytest.fixture
def town(template, tmp_path):
    world = World(template, tmp_path / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off")
    assert world.administrator.delete("/api/v1/escalation-policies/0").status_code == 204
    world.pager = world.server.client(world.store.key("consumer", "pager", "--scope", "alerts:consume", "--scope", "contacts:read")["key"])
    yield world
    assert "claim.example" not in world.server.log
    assert world.server.stop() == 0


def claim(client, limit=1):
    return client.ask(200, "POST", CLAIM, json={"limit": limit, "leaseSeconds": 5})["items"]


def test_a_claim_names_the_people_to_tell(town):
    ada, doctor = patient(town, "ada@claim.example"), staff(town, "clinician", "doctor@claim.example", None, "--name", "Grace Wanjiru")
    ada.signed_in.patch(f"{AUTH}/me", json={"phone": "+254700000001"})
    doctor.signed_in.patch(f"{AUTH}/me", json={"phone": "+254700000002"})
    token = secrets.token_hex(32)
    ada.signed_in.ask(201, "POST", "/api/v1/mobile/devices", json={"deviceToken": f"apns:{token}", "platform": "ios"})
    # A contact point that is not proven is no contact.
    ada.signed_in.ask(201, "POST", f"{AUTH}/me/contacts", json={"kind": "sms", "address": "+254700000009"})
    town.administrator.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": doctor.account["accountId"], "profileId": ada.account["profileId"]})
    posted = result(town, ada, 820)
    [item] = claim(town.pager)
    person, clinician = item["contacts"]
    assert item["alertId"] == posted["alertId"]
    assert person == {"role": "patient", "name": "Ada Otieno", "phone": "+254700000001", "email": "ada@claim.example", "language": "en",
        "devices": [{"channel": "apns", "address": token}],
        "text": {"title": "⚠️ AAT Level Alert", "body": "Your AAT level is 4x normal (820 mg/dL). Contact your doctor today."}}  # fmt: skip
    assert {**clinician, "text": 0} == {"role": "clinician", "name": "Grace Wanjiru", "phone": "+254700000002", "email": "doctor@claim.example", "language": "en", "devices": [], "text": 0}
    # The clinician's text says who it is about; the patient's does not need it.
    assert "Ada Otieno" in clinician["text"]["body"] and "820" in clinician["text"]["body"]
    [entry] = town.administrator.everything("/api/v1/audit", action="contacts.read")
    assert (entry["object"], entry["patientId"]) == (posted["alertId"], ada.account["profileId"])


def test_without_the_scope_nothing_changes(town):
    ada = patient(town, "ada@claim.example")
    result(town, ada, 820)
    [item] = claim(town.consumer)
    assert "contacts" not in item and "ada@claim.example" not in str(item)
    result(town, ada, 830)
    narrow = town.server.client(town.store.key("consumer", "narrow", "--scope", "alerts:consume")["key"])
    [item] = claim(narrow)
    assert "contacts" not in item
    assert town.administrator.everything("/api/v1/audit", action="contacts.read") == []


def test_the_scope_alone_claims_nothing(town):
    only = town.server.client(town.store.key("consumer", "only", "--scope", "contacts:read")["key"])
    problem(only.post(CLAIM, json={"limit": 1}), 403, "scope-missing")


def test_the_patient_of_a_held_result_is_not_told(town):
    fay = patient(town, "fay@claim.example")
    code = town.administrator.issue(kit_code())[0]["kitCode"]
    town.administrator.register(code, profile=fay.account["profileId"])
    town.laboratory.result(code, 120, reference="FIRST")
    town.laboratory.result(code, 820, reference="SECOND", status=202)
    [item] = [item for item in claim(town.pager, 10) if item["band"] == 0]
    assert item["heldFor"] and item["contacts"] == []


def test_a_patient_without_an_account_is_reached_as_the_profile_says(town):
    code = kit_code()
    town.administrator.register(code, profile=town.profiles["patient"])
    town.laboratory.result(code, 820)
    [item] = claim(town.pager)
    [person] = item["contacts"]
    assert (person["role"], person["email"], person["phone"], person["language"]) == ("patient", "marker.address@example.org", "+254700123987654", "sw")
    assert "820" in person["text"]["body"] and person["text"]["title"] != "⚠️ AAT Level Alert"


def test_an_unmatched_result_has_no_people(town):
    town.laboratory.result(kit_code(), 820, status=202)
    [item] = claim(town.pager)
    assert item["contacts"] == []


def test_preferences_narrow_what_is_given(town):
    gus = patient(town, "gus@claim.example")
    gus.signed_in.patch(f"{AUTH}/me", json={"phone": "+254700000003"})
    gus.signed_in.ask(201, "POST", "/api/v1/mobile/devices", json={"deviceToken": f"apns:{secrets.token_hex(32)}", "platform": "ios", "preferences": {"criticalAlerts": False}})
    gus.signed_in.ask(200, "PUT", f"{AUTH}/me/preferences", json={"categories": {"CRITICAL_ALERT": {"sms": False, "voice": False}}})
    result(town, gus, 820)
    [person] = claim(town.pager)[0]["contacts"]
    assert "phone" not in person and person["devices"] == [] and person["email"] == "gus@claim.example"


def test_a_tenant_that_forbids_values_gives_none_in_the_texts(town):
    town.administrator.ask(200, "PATCH", "/api/v1/settings", json={"forbidValues": True})
    result(town, patient(town, "hal@claim.example"), 823)
    [person] = claim(town.pager)[0]["contacts"]
    assert "823" not in str(person["text"])
