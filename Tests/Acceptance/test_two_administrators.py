"""No administrator alone can gain access to a record: accounts with access to others' records, and second accounts for a record, need two people or the machine."""

import json

import pytest

from accounts import ACCOUNTS, AUDIT, AUTH, PASSWORD, WRONG, Visitor, mailed, mails, patient, secret, staff
from fairkit import api, command, problem
from kits import kit_code

INVITATIONS = f"{ACCOUNTS}/invitations"
EVIL = "grace+second@office.example"


@pytest.fixture
def office(fresh):
    """A tenant with two administrators, and a patient who has an account and a result."""
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_RATE_SIGN_IN="off")
    fresh.grace, fresh.wanjiru = (staff(fresh, "administrator", f"{name}@office.example") for name in ("grace", "wanjiru"))
    fresh.ada = patient(fresh, "ada@example.org")
    fresh.profile = fresh.ada.account["profileId"]
    fresh.administrator.register(code := kit_code(), profile=fresh.profile)
    fresh.laboratory.result(code, 131.7)
    return fresh


def wanted(world, role):
    more = {"patient": {"profileId": world.profile}, "laboratory": {"laboratory": laboratory(world)}}
    return {"email": EVIL, "role": role, **more.get(role, {})}


def laboratory(world):
    keys = json.loads(command("key", "list", "--data", world.store.path, "--json").stdout)["items"]
    return next(key["laboratory"] for key in keys if key.get("laboratory"))


def proof(person):
    return {"password": PASSWORD, "code": person.app.code()}


@pytest.mark.parametrize("role", ["patient", "clinician", "laboratory", "administrator"])
def test_an_administrator_alone_gets_no_account_that_opens_records(office, role):
    invited = office.grace.signed_in.ask(201, "POST", INVITATIONS, json=wanted(office, role))
    assert invited["state"] == "awaitingApproval" and invited["invitedBy"] == office.grace.account["accountId"]
    assert not [mail for mail in mails(office, "invitation") if mail["recipient"] == EVIL]
    approve = f"{INVITATIONS}/{invited['id']}/approve"
    problem(office.grace.signed_in.post(approve, json={"password": PASSWORD}), 409, "second-administrator")
    assert not [mail for mail in mails(office, "invitation") if mail["recipient"] == EVIL]


@pytest.mark.parametrize("role", ["patient", "clinician", "laboratory", "administrator"])
def test_a_key_cannot_create_an_account_with_access_to_records(office, role):
    problem(office.administrator.post(INVITATIONS, json=wanted(office, role)), 403, "no-account")
    assert office.administrator.everything(INVITATIONS) == []
    assert [entry["outcome"] for entry in office.administrator.everything(AUDIT, action="account.invited")][0] == "denied"


def test_another_administrator_approves_with_password_and_code(office):
    invited = office.grace.signed_in.ask(201, "POST", INVITATIONS, json={"email": "new@office.example", "role": "clinician"})
    approve = f"{INVITATIONS}/{invited['id']}/approve"
    problem(office.administrator.post(approve, json={"password": PASSWORD}), 403, "no-account")
    problem(office.wanjiru.signed_in.post(approve, json={}), 422, "invalid")
    problem(office.wanjiru.signed_in.post(approve, json={"password": WRONG}), 401, "sign-in-failed")
    problem(office.wanjiru.signed_in.post(approve, json={"password": PASSWORD}), 401, "code-wrong")
    assert office.wanjiru.signed_in.ask(200, "POST", approve, json=proof(office.wanjiru))["state"] == "sent"
    problem(office.wanjiru.signed_in.post(approve, json={"password": PASSWORD}), 409, "not-awaited")
    [mail] = [mail for mail in mails(office, "invitation") if mail["recipient"] == "new@office.example"]
    account = Visitor(office).ask(201, "POST", f"{AUTH}/confirm", json={"token": secret(mail), "password": PASSWORD})
    assert account["role"] == "clinician"
    [entry] = office.administrator.everything(AUDIT, action="invitation.approved")
    assert entry["object"] == invited["id"]


def test_the_machine_approves_if_there_is_one_administrator(fresh):
    grace = staff(fresh, "administrator", "grace@office.example")
    invited = grace.signed_in.ask(201, "POST", INVITATIONS, json={"email": "new@office.example", "role": "clinician"})
    assert api(fresh.store, "accounts/invitations")["items"][0]["state"] == "awaitingApproval"
    assert api(fresh.store, f"accounts/invitations/{invited['id']}/approve")["email"] == "new@office.example"
    [mail] = [mail for mail in mails(fresh, "invitation") if mail["recipient"] == "new@office.example"]
    Visitor(fresh).ask(201, "POST", f"{AUTH}/confirm", json={"token": secret(mail), "password": PASSWORD})


def test_the_person_is_told_of_another_account_for_their_record(office):
    invited = office.grace.signed_in.ask(201, "POST", INVITATIONS, json=wanted(office, "patient"))
    told = mails(office, "account-prepared")
    assert {"ada@example.org", "grace@office.example", "wanjiru@office.example"} <= {mail["recipient"] for mail in told}
    assert all(EVIL not in mail["text"] and office.profile not in mail["text"] for mail in told)
    api(office.store, f"accounts/invitations/{invited['id']}/approve")
    [mail] = [mail for mail in mails(office, "invitation") if mail["recipient"] == EVIL]
    Visitor(office).ask(201, "POST", f"{AUTH}/confirm", json={"token": secret(mail), "password": PASSWORD})
    [made] = mails(office, "account-made")
    assert made["recipient"] == "ada@example.org" and "\nname  g•••@office.example\n" in made["text"] and office.profile not in made["text"]


def test_only_one_account_is_the_first_of_a_record(office):
    """Who is invited beside another, or after the first was deleted, is no first account."""
    body = {"name": {"given": "Ben", "family": "Mutua"}, "birthDate": "1980-02-29", "contact": {"email": "ben@example.org"}}
    profile = office.administrator.ask(201, "POST", "/api/v1/profiles", json=body)["id"]
    evil = {"email": EVIL, "role": "patient", "profileId": profile}
    problem(office.administrator.post(INVITATIONS, json=evil), 403, "no-account")
    assert office.grace.signed_in.ask(201, "POST", INVITATIONS, json=evil)["state"] == "awaitingApproval"
    assert "ben@example.org" in {mail["recipient"] for mail in mails(office, "account-prepared")}, "the address of the record is told"
    assert office.grace.signed_in.ask(201, "POST", INVITATIONS, json={**evil, "email": "ben@example.org"})["state"] == "sent"
    ben = Visitor(office).ask(201, "POST", f"{AUTH}/confirm", json={"token": secret(mailed(office)), "password": PASSWORD})
    assert office.grace.signed_in.request("DELETE", f"{ACCOUNTS}/{ben['accountId']}", json=proof(office.grace)).status_code == 204
    again = office.grace.signed_in.ask(201, "POST", INVITATIONS, json={"email": EVIL, "role": "patient", "profileId": profile})
    assert again["state"] == "awaitingApproval"


def test_a_key_alone_deletes_no_account(office):
    account = f"{ACCOUNTS}/{office.ada.account['accountId']}"
    problem(office.administrator.request("DELETE", account, json={"password": PASSWORD}), 403, "no-account")
    problem(office.grace.signed_in.request("DELETE", account, json={"password": WRONG}), 401, "sign-in-failed")
    assert Visitor(office).login("ada@example.org").status_code == 200
    assert office.grace.signed_in.request("DELETE", account, json=proof(office.grace)).status_code == 204
