"""Finding a person by exact values: who can find whom, and the audit entries of searches."""

import json

import pytest

from accounts import AUDIT, patient, staff
from fairkit import command, problem

SEARCH = "/api/v1/profiles/search"
ADA = {"name": {"given": "Ada", "family": "Otieno"}, "birthDate": "1980-02-29", "contact": {"email": "Ada.Otieno@example.org", "phone": "+254700000001"}}
BEN = {"name": {"given": "Ben", "family": "ÓTIENO"}, "birthDate": "1980-02-29", "contact": {"email": "ben@example.org"}}


@pytest.fixture
def town(fresh):
    fresh.people = {name: fresh.administrator.ask(201, "POST", "/api/v1/profiles", json=person)["id"] for name, person in (("ada", ADA), ("ben", BEN))}
    return fresh


def found(client, **values):
    return [person["id"] for person in client.ask(200, "POST", SEARCH, json=values)["items"]]


@pytest.mark.parametrize(
    "values, names",
    [
        ({"email": "ada.otieno@EXAMPLE.org"}, ["ada"]),
        ({"phone": "+254700000001"}, ["ada"]),
        ({"name": {"family": "otieno"}, "birthDate": "1980-02-29"}, ["ben", "ada"]),
        ({"name": {"family": "ótieno"}, "birthDate": "1980-02-29"}, ["ben", "ada"]),
        ({"name": {"given": "ADA", "family": "OTIENO"}, "birthDate": "1980-02-29", "phone": "+254700000001"}, ["ada"]),
        ({"name": {"given": "Ben", "family": "Otieno"}, "birthDate": "1980-02-29"}, ["ben"]),
        ({"name": {"given": "Benn", "family": "Otieno"}, "birthDate": "1980-02-29"}, []),
        ({"name": {"family": "Otieno"}, "birthDate": "1980-02-28"}, []),
        ({"email": "ada.otieno@example.org", "phone": "+254700000002"}, []),
        ({"email": "%@example.org"}, []),
    ],
)
def test_all_values_must_match_and_names_by_their_spelling(town, values, names):
    assert found(town.administrator, **values) == [town.people[name] for name in names]


@pytest.mark.parametrize(
    "values, pointer",
    [({}, ""), ({"email": "ada"}, "/email"), ({"phone": "1"}, "/phone"), ({"name": {"family": "Otieno"}}, "/birthDate"), ({"birthDate": "1980-02-29"}, "/name"), ({"name": {"family": ""}, "birthDate": "1980-02-29"}, "/name/family"), ({"name": {"family": "x"}, "birthDate": "soon"}, "/birthDate")],
)  # fmt: skip
def test_a_search_without_identifying_values_is_refused(town, values, pointer):
    refused = problem(town.administrator.post(SEARCH, json=values), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == [pointer]


def test_a_clinician_finds_people_in_their_care_and_the_audit_log_records_it(town):
    doctor = staff(town, "clinician", "wanjiru@example.org")
    assert found(town.clinician, phone="+254700000001") == [town.people["ada"]]
    assert found(doctor.signed_in, phone="+254700000001") == []
    care = {"accountId": doctor.account["accountId"], "profileId": town.people["ada"]}
    town.administrator.ask(201, "POST", "/api/v1/care-assignments", json=care)
    assert found(doctor.signed_in, phone="+254700000001") == [town.people["ada"]]
    entries = [entry for entry in town.administrator.everything(AUDIT, action="profile.searched") if entry.get("accountId") == doctor.account["accountId"]]
    assert [entry.get("patientIds") for entry in entries] == [[town.people["ada"]], None]
    assert "+2547" not in json.dumps(entries) and "+254700000001" not in town.server.log


def test_a_record_opened_in_an_emergency_is_found_and_marked(town):
    doctor = staff(town, "clinician", "night@example.org")
    doctor.signed_in.ask(201, "POST", f"/api/v1/profiles/{town.people['ben']}/break-glass", json={"reason": "Unconscious"})
    assert found(doctor.signed_in, email="ben@example.org") == [town.people["ben"]]
    [entry] = town.administrator.everything(AUDIT, action="profile.searched")
    assert entry["breakGlass"] is True and entry["patientIds"] == [town.people["ben"]]


def test_in_an_emergency_an_identity_card_opens_the_record_of_exactly_one_person(town):
    doctor = staff(town, "clinician", "night@example.org")
    card, reason = {"name": {"given": "BEN", "family": "OTIENO"}, "birthDate": "1980-02-29"}, "Unconscious in casualty"
    opened = doctor.signed_in.post("/api/v1/break-glass", json={**card, "reason": reason})
    assert opened.status_code == 201 and opened.headers["location"] == f"/api/v1/profiles/{town.people['ben']}", opened.text
    assert (opened.json()["profileId"], opened.json()["reason"]) == (town.people["ben"], reason)
    assert doctor.signed_in.ask(200, "GET", opened.headers["location"])["name"]["given"] == "Ben"
    assert doctor.signed_in.ask(200, "POST", "/api/v1/break-glass", json={**card, "reason": reason})["id"] == opened.json()["id"]
    problem(doctor.signed_in.get(f"/api/v1/profiles/{town.people['ada']}"), 404, "not-found")


def test_an_emergency_that_fits_no_person_or_several_opens_nothing_and_is_recorded(town):
    town.administrator.ask(201, "POST", "/api/v1/profiles", json={**ADA, "contact": {}})
    doctor = staff(town, "clinician", "night@example.org")
    several, none = ({"name": {"family": family}, "birthDate": "1980-02-29", "reason": "Unconscious"} for family in ("Otieno", "Nowhere"))
    refused = problem(doctor.signed_in.post("/api/v1/break-glass", json=several), 422, "invalid")
    assert "several patients" in refused["errors"][0]["detail"]
    problem(doctor.signed_in.post("/api/v1/break-glass", json=none), 404, "not-found")
    faults = problem(doctor.signed_in.post("/api/v1/break-glass", json={"email": "ada", "reason": "no"}), 422, "invalid")
    assert {error["pointer"] for error in faults["errors"]} == {"/email", "/reason"}
    assert town.administrator.everything("/api/v1/break-glass", all="true") == []
    entries = town.administrator.everything(AUDIT, action="profile.searched")
    assert [(entry["accountId"], entry["breakGlass"]) for entry in entries] == [(doctor.account["accountId"], True)] * 2
    # A hospital's key has no person who could be asked why.
    problem(town.clinician.post("/api/v1/break-glass", json=none), 403, "forbidden")


def test_other_roles_cannot_search_for_people(town):
    person = patient(town, "somebody@example.org").signed_in
    for client in (town.patient, town.laboratory, town.consumer, person):
        problem(client.post(SEARCH, json={"phone": "+254700000001"}), 403, "forbidden")


def test_no_person_of_another_tenant_is_found(town):
    key = command("tenant", "create", "kisumu", "--data", town.store.path).stdout.strip()
    other = town.server.client(key)
    other.headers["X-Tenant-ID"] = "kisumu"
    assert found(other, phone="+254700000001") == []
