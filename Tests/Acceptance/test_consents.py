"""Consent is requested and never assumed, and every offered consent has an effect."""

import io
import json
import zipfile

import pytest

from accounts import AUTH, PASSWORD, PROFILES, Visitor, mailed, secret, staff
from fairkit import problem
from kits import kit_code

PERSON = {"name": {"given": "Ada", "family": "Otieno"}, "birthDate": "1980-02-29"}
NONE = {"clinicians": False, "research": False, "partners": False}


def test_no_clinician_sees_results_before_the_person_consents(fresh):
    profile = fresh.administrator.ask(201, "POST", PROFILES, json=PERSON)
    assert profile["consents"] == NONE
    fresh.administrator.register(code := kit_code(), profile=profile["id"])
    result = fresh.laboratory.result(code, 150)
    problem(fresh.clinician.get(f"/api/v1/results/{result['id']}"), 404, "not-found")
    assert fresh.clinician.everything("/api/v1/results") == []
    fresh.administrator.change(profile["id"], {"consents": {"clinicians": True}}, version=1).raise_for_status()
    assert [seen["id"] for seen in fresh.clinician.everything("/api/v1/results")] == [result["id"]]


def test_a_clinician_learns_how_many_patients_in_their_care_withhold_consent(fresh):
    """An empty list looked as if there were no results."""
    results, care = "/api/v1/results", "/api/v1/care-assignments"
    doctor = staff(fresh, "clinician", "wanjiru@example.org")
    ada, ben, cleo = (fresh.administrator.ask(201, "POST", PROFILES, json=PERSON)["id"] for _ in range(3))
    assigned = {who: fresh.administrator.ask(201, "POST", care, json={"accountId": doctor.account["accountId"], "profileId": who})["id"] for who in (ada, ben)}
    for who in (ada, cleo):
        fresh.administrator.register(code := kit_code(), profile=who)
        fresh.laboratory.result(code, 150)
    listed = lambda **params: doctor.signed_in.ask(200, "GET", results, params=params)  # noqa: E731
    both, one = {"items": [], "withheld": {"patients": 2, "reason": "consent"}}, {"patients": 1, "reason": "consent"}
    # It does not say whether there are results: Ben has none.
    assert listed() == listed(flag="HH") == listed(fields="id") == both
    assert (listed(patientId=ada)["withheld"], listed(patientId=ben)["withheld"]) == (one, one)
    # Cleo is not in the clinician's care, and the last id is no one's.
    for stranger in (cleo, ada[:-4] + "0000"):
        assert listed(patientId=stranger) == {"items": []}
    assert "withheld" not in listed(unmatched=True)

    # A second assignment does not count a person twice. A consent and an emergency open results; care that ended does not count.
    fresh.administrator.ask(201, "POST", care, json={"accountId": doctor.account["accountId"], "profileId": ada})
    assert listed()["withheld"]["patients"] == 2
    fresh.administrator.change(ada, {"consents": {"clinicians": True}}, version=1).raise_for_status()
    assert ([item["patientId"] for item in listed()["items"]], listed()["withheld"]) == ([ada], one)
    fresh.administrator.change(ada, {"consents": {"clinicians": False}}, version=2).raise_for_status()
    doctor.signed_in.ask(201, "POST", f"{PROFILES}/{cleo}/break-glass", json={"reason": "Unconscious in casualty"})
    assert [item["patientId"] for item in listed()["items"]] == [cleo] and listed()["withheld"]["patients"] == 2
    fresh.administrator.ask(200, "POST", f"{care}/{assigned[ben]}/end", json={})
    assert listed()["withheld"] == one

    # Nothing of it for others: a hospital's key has no patients of its own, nor has another clinician.
    other = staff(fresh, "clinician", "otieno@example.org")
    for client in (fresh.clinician, fresh.laboratory, fresh.patient, other.signed_in):
        assert "withheld" not in client.ask(200, "GET", results)


def test_a_new_patient_has_given_no_consent(fresh):
    visitor = Visitor(fresh)
    visitor.ask(202, "POST", f"{AUTH}/register", json={"email": "ada@example.org"})
    body = {"token": secret(mailed(fresh)), "password": PASSWORD, "profile": PERSON}
    account = visitor.ask(201, "POST", f"{AUTH}/confirm", json=body)
    assert fresh.administrator.ask(200, "GET", f"{PROFILES}/{account['profileId']}")["consents"] == NONE


@pytest.mark.parametrize("consent", ["family"])
def test_consents_without_effect_are_not_offered(world, consent):
    refused = problem(world.administrator.post(PROFILES, json={**PERSON, "consents": {consent: True}}), 422, "invalid")
    assert refused["errors"][0]["pointer"] == f"/consents/{consent}"
    # A profile that was read before says false, and can be sent.
    profile = world.administrator.ask(201, "POST", PROFILES, json={**PERSON, "consents": {consent: False}})
    assert profile["consents"] == NONE
    problem(world.administrator.change(profile["id"], {"consents": {consent: True}}, version=1), 422, "invalid")


def test_what_a_person_read_before_they_consented_is_shown_kept_and_exported(fresh):
    shown = {"text": "We keep your results.\n<b>Ask us.</b>", "url": "https://clinic.example.org/privacy"}
    settings = lambda **notice: fresh.administrator.ask(200, "PATCH", "/api/v1/settings", json={"consentNotice": notice})["consentNotice"]  # noqa: E731
    first = settings(**shown)
    assert {**first, "id": None} == {**shown, "id": None} and settings(**shown) == first
    visitor = Visitor(fresh)
    visitor.ask(202, "POST", f"{AUTH}/register", json={"email": "ada@example.org"})
    token = secret(mailed(fresh))
    assert visitor.ask(200, "POST", f"{AUTH}/link", json={"token": token})["consentNotice"] == first
    # A reader of another language is shown the text in it.
    texts = {"es": {"text": "Guardamos sus resultados."}}
    spanish = fresh.administrator.ask(200, "PATCH", "/api/v1/settings", json={"consentNotices": texts})["consentNotices"]["es"]
    link = visitor.post(f"{AUTH}/link", json={"token": token}, headers={"Accept-Language": "es"}).json()
    assert link["consentNotice"] == spanish and spanish["text"] == "Guardamos sus resultados."
    assert visitor.ask(200, "POST", f"{AUTH}/link", json={"token": token})["consentNotice"] == first
    problem(fresh.administrator.patch("/api/v1/settings", json={"consentNotices": {"xx": texts["es"]}}), 422, "invalid")
    # The person reads the first text, and the tenant changes it meanwhile.
    second = settings(text="Another one")
    assert second["id"] != first["id"] and "url" not in second
    confirm = lambda notice: visitor.post(f"{AUTH}/confirm", json={"token": token, "password": PASSWORD, "profile": {**PERSON, "consents": {"research": True, "notice": notice}}})  # noqa: E731
    unknown = first["id"][:-4] + "0000"
    assert problem(confirm(unknown), 422, "invalid")["errors"][0]["pointer"] == "/profile/consents/notice"
    person = confirm(first["id"]).json()["profileId"]
    profile = fresh.administrator.ask(200, "GET", f"{PROFILES}/{person}")
    assert profile["consents"] == {**NONE, "research": True, "notice": first["id"]}
    patient = Visitor(fresh, visitor.login("ada@example.org").json())
    with zipfile.ZipFile(io.BytesIO(patient.get(f"{PROFILES}/{person}/export").content)) as record:
        assert json.loads(record.read("consent-notice.json")) == first
    for bad in ({"url": "http://clinic.example.org"}, {"text": ""}):
        problem(fresh.administrator.patch("/api/v1/settings", json={"consentNotice": bad}), 422, "invalid")
    assert "consentNotice" not in fresh.administrator.ask(200, "PATCH", "/api/v1/settings", json={"consentNotice": {}})
