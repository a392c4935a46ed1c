"""Consent is requested and never assumed, and every offered consent has an effect."""

import json

import pytest

from fairkit import command, problem
from kits import kit_code
from test_sign_in import AUTH, PASSWORD, PROFILES, Visitor, mailed, secret

PERSON = {"name": {"given": "Ada", "family": "Otieno"}, "birthDate": "1980-02-29"}
NONE = {"clinicians": False, "partners": False}


def test_no_clinician_sees_results_before_the_person_consents(fresh):
    profile = fresh.administrator.ask(201, "POST", PROFILES, json=PERSON)
    assert profile["consents"] == NONE
    fresh.administrator.register(code := kit_code(), profile=profile["id"])
    result = fresh.laboratory.result(code, 150)
    problem(fresh.clinician.get(f"/api/v1/results/{result['id']}"), 404, "not-found")
    assert fresh.clinician.everything("/api/v1/results") == []
    fresh.administrator.change(profile["id"], {"consents": {"clinicians": True}}, version=1).raise_for_status()
    assert [seen["id"] for seen in fresh.clinician.everything("/api/v1/results")] == [result["id"]]


def test_a_new_patient_has_given_no_consent(fresh):
    visitor = Visitor(fresh)
    visitor.ask(202, "POST", f"{AUTH}/register", json={"email": "ada@example.org"})
    body = {"token": secret(mailed(fresh)), "password": PASSWORD, "profile": PERSON}
    account = visitor.ask(201, "POST", f"{AUTH}/confirm", json=body)
    assert fresh.administrator.ask(200, "GET", f"{PROFILES}/{account['profileId']}")["consents"] == NONE


def test_a_command_gives_the_consents_that_it_names(fresh):
    words = ["profile", "add", "--data", fresh.store.path, "--given", "Ada", "--family", "Otieno", "--birth-date", "1980-02-29", "--json"]
    assert json.loads(command(*words).stdout)["consents"] == NONE
    assert json.loads(command(*words, "--consent", "partners").stdout)["consents"] == {**NONE, "partners": True}


@pytest.mark.parametrize("consent", ["family", "research"])
def test_consents_without_effect_are_not_offered(world, consent):
    refused = problem(world.administrator.post(PROFILES, json={**PERSON, "consents": {consent: True}}), 422, "invalid")
    assert refused["errors"][0]["pointer"] == f"/consents/{consent}"
    # A profile that was read before says false, and can be sent.
    profile = world.administrator.ask(201, "POST", PROFILES, json={**PERSON, "consents": {consent: False}})
    assert profile["consents"] == NONE
    problem(world.administrator.change(profile["id"], {"consents": {consent: True}}, version=1), 422, "invalid")
