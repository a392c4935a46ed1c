"""A patient without an account is told by the contact of their profile, with no value, in their language (requirement R3.7)."""

import pytest

from accounts import PROFILES, PUBLIC
from fairkit import until
from kits import kit_code
from notices import mailing_town, received
from providers import Channels, Twilio

NUMBER, ADDRESS = "+254700000456", "amina@unproven.example"
AMINA = {"name": {"given": "Markeramina", "family": "Markerhassan"}, "birthDate": "1979-12-24", "language": "sw", "timeZone": "Africa/Nairobi"}


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """A town whose SMS go to a provider of the tests. It is never night for those who wait for a message."""
    path = tmp_path_factory.mktemp("unproven")
    with Twilio() as twilio:
        channels = Channels(path)
        channels.twilio(twilio)
        with mailing_town(template, path / "data", FAIRKIT_CHANNELS=channels.file, FAIRKIT_ALLOW_PRIVATE_WEBHOOKS="true") as town:
            town.twilio = twilio
            yield town
            for secret in (NUMBER, NUMBER[1:], ADDRESS, "Markeramina"):
                assert secret not in town.server.log


def person(town, **contact):
    return town.administrator.ask(201, "POST", PROFILES, json={**AMINA, "contact": contact})["id"]


def critical(town, profile, level=820):
    code = kit_code()
    town.administrator.register(code, profile=profile)
    return town.laboratory.result(code, level)["alertId"]


def escalation(town, alert):
    return town.clinician.ask(200, "GET", f"/api/v1/alerts/{alert}/escalation")


def to_patient(town, alert):
    return [one for one in escalation(town, alert)["notices"] if one["kind"] == "alert-patient"]


def test_a_critical_level_reaches_them_by_mail_and_sms_without_the_level(town):
    profile = person(town, email=ADDRESS, phone=NUMBER)
    alert = critical(town, profile)
    until(lambda: [send["state"] for one in to_patient(town, alert) for send in one["sends"]] == ["sent", "sent"])
    [told] = to_patient(town, alert)
    assert told["receiver"] == {"kind": "profile", "id": profile} and {send["channel"] for send in told["sends"]} == {"email", "sms"}
    [mail] = [mail for mail in received(town, ADDRESS) if "Tahadhari" in mail["Subject"]]
    body = " ".join(mail.get_content().split())
    [sms] = [request.form for request in town.twilio.requests if request.form["To"] == NUMBER and "dharura" in request.form["Body"]]
    for text in (body, sms["Body"]):
        assert "Wasiliana na daktari wako leo" in text and f"{PUBLIC}/sign-in" in text
        for secret in ("820", "mg/dL", "Markeramina", "Markerhassan", alert):
            assert secret not in text
    page = town.server.client().get("/sign-in")
    assert page.status_code == 200 and "/register" in page.text


def test_a_refused_number_is_shown_with_the_escalation_until_it_is_corrected(town):
    profile = person(town, phone=NUMBER)
    town.twilio.script.append(Twilio.error(400, 21211, "invalid"))
    alert = critical(town, profile)
    [failed] = until(lambda: escalation(town, alert).get("failedContacts"))
    assert failed["channel"] == "sms" and NUMBER not in str(escalation(town, alert))
    town.administrator.change(profile, {"contact": {"phone": "+254700000457"}}, version=1).raise_for_status()
    assert "failedContacts" not in escalation(town, alert)


def test_a_profile_without_an_address_reaches_no_one(town):
    assert to_patient(town, critical(town, person(town))) == []
