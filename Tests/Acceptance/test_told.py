"""What patients are told by mail: of kits, results, shares, emergency access and sign-ins, once each, and without a value."""

import pytest

from accounts import PASSWORD, PUBLIC, Visitor, patient, staff
from conftest import World
from inbox import Inbox
from kits import kit_code

SETTINGS = {"FAIRKIT_PUBLIC_URL": PUBLIC, "FAIRKIT_RATE_SIGN_IN": "off"}
DETAILS = {"name": {"given": "Amani", "family": "Wekesa"}, "birthDate": "1979-12-24", "timeZone": "Africa/Nairobi", "consents": {"clinicians": True}}
READY, CORRECTED = "Your test result is ready", "Your test result was corrected"


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """A server that sends mail."""
    inbox = Inbox()
    world = World(template, tmp_path_factory.mktemp("told") / "data", **SETTINGS)
    assert world.administrator.delete("/api/v1/escalation-policies/0").status_code == 204
    world.inbox, world.count = inbox, 0
    world.doctor = staff(world, "clinician", "doctor@hospital.example")
    assert world.server.stop() == 0
    begin(world)
    yield world
    assert world.server.stop() == 0
    inbox.stop()


def begin(world):
    world.start("--behind-proxy", "127.0.0.1", **SETTINGS, **world.inbox.settings)
    world.doctor.signed_in = Visitor(world, world.doctor.tokens)


@pytest.fixture
def amani(town):
    """A new patient with an account. Registering needs no mail server."""
    town.count += 1
    assert town.server.stop() == 0
    town.start(**SETTINGS)
    person = patient(town, f"amani{town.count}@example.net", None, DETAILS)
    assert town.server.stop() == 0
    begin(town)
    person.signed_in = Visitor(town, person.tokens)
    person.profile = person.account["profileId"]
    return person


def registered(town, person):
    code = kit_code()
    return town.administrator.register(code, profile=person.profile)


def test_a_kit_from_its_registration_to_its_result(town, amani):
    kit = registered(town, amani)
    mail = town.inbox.wait(amani.email, "Your test kit is registered")
    assert "Send your sample to the laboratory" in mail.get_content()
    for _ in range(2):
        assert town.laboratory.report(kit["id"], "received").status_code == 200
    town.inbox.wait(amani.email, "Your sample has arrived")
    first = town.laboratory.result(kit["kitCode"], 150)
    again = town.laboratory.result(kit["kitCode"], 150, status=200)
    assert again["id"] == first["id"]
    ready = town.inbox.wait(amani.email, READY)
    # A value stands in no mail to a patient that they have not asked for.
    assert "150" not in ready.get_content() and "mg/dL" not in ready.get_content()
    correction = {"reason": "Markerreason", "level": {"value": 161, "unit": "mg/dL"}}
    headers = {"Idempotency-Key": "the-same-correction"}
    for status in (201, 200):
        answer = town.laboratory.post(f"/api/v1/results/{first['id']}/corrections", json=correction, headers=headers)
        assert answer.status_code in (status, 201), answer.text
    corrected = town.inbox.wait(amani.email, CORRECTED)
    assert "161" not in corrected.get_content() and "Markerreason" not in corrected.get_content()
    assert len([subject for subject in town.inbox.subjects(amani.email) if "result" in subject]) == 2
    assert amani.email not in town.server.log and kit["kitCode"] not in town.server.log


def test_a_rejected_sample(town, amani):
    kit = registered(town, amani)
    assert town.laboratory.report(kit["id"], "rejected", reason="The tube was empty").status_code == 200
    town.inbox.wait(amani.email, "Your sample could not be tested")


def test_a_share_that_is_opened_is_told_once_a_day(town, amani):
    share = amani.signed_in.ask(201, "POST", f"/api/v1/profiles/{amani.profile}/shares", json={"link": True, "pin": "314159"})
    secret = share["link"].split("#")[-1]
    anyone = town.server.client()
    assert anyone.post("/api/v1/shared", json={"link": secret, "pin": "000000"}).status_code == 404
    for _ in range(3):
        assert anyone.post("/api/v1/shared", json={"link": secret, "pin": "314159"}).status_code == 200
    town.inbox.wait(amani.email, "Your shared record was opened")


def test_an_emergency_access(town, amani):
    path = f"/api/v1/profiles/{amani.profile}/break-glass"
    for status in (201, 200, 200):
        assert town.doctor.signed_in.post(path, json={"reason": "Unconscious in casualty"}).status_code == status
    mail = town.inbox.wait(amani.email, "Your record was opened in an emergency")
    assert "casualty" not in mail.get_content()


def test_a_sign_in_from_a_new_place(town, amani):
    assert Visitor(town).login(amani.email).status_code == 200
    for _ in range(2):
        assert Visitor(town).login(amani.email, PASSWORD, headers={"X-Forwarded-For": "203.0.113.77"}).status_code == 200
    mail = town.inbox.wait(amani.email, "sign-in from a new place")
    assert "203.0.113.77" in mail.get_content()
    assert "203.0.113.77" not in "".join(line for line in town.server.log.splitlines() if "notice" in line)


def test_a_critical_result_is_told_by_its_alert_alone(town, amani):
    kit = registered(town, amani)
    town.laboratory.result(kit["kitCode"], 820)
    town.inbox.wait(amani.email, "AAT Level Alert")
    town.laboratory.result(registered(town, amani)["kitCode"], 150)
    town.inbox.wait(amani.email, READY)
    assert town.inbox.subjects(amani.email).count("⚠️ AAT Level Alert") == 1
