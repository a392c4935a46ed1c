"""A critical result reaches people over the channels of their own, through the real server and a provider that checks requests."""

import re

import pytest

from accounts import CONTACTS
from fairkit import until
from notices import mailing_town, member, received, result
from providers import Channels, Twilio

NUMBER = "+254700000123"


@pytest.fixture
def reached(template, tmp_path):
    """A town whose SMS go to a provider of the tests."""
    with Twilio() as twilio:
        channels = Channels(tmp_path)
        channels.twilio(twilio)
        with mailing_town(template, tmp_path / "data", FAIRKIT_CHANNELS=channels.file, FAIRKIT_ALLOW_PRIVATE_WEBHOOKS="true") as town:
            town.twilio = twilio
            yield town
            assert NUMBER not in town.server.log and NUMBER[1:] not in town.server.log


def sms(town, count):
    until(lambda: len(town.twilio.requests) >= count)
    return [request.form["Body"] for request in town.twilio.requests]


def with_a_number(town, email):
    """A patient who has proven a telephone number."""
    person = member(town, email)
    contact = person.signed_in.ask(201, "POST", CONTACTS, json={"kind": "sms", "address": NUMBER})
    code = re.search(r"\b(\d{6})\b", sms(town, 1)[-1])[1]
    assert person.signed_in.post(f"{CONTACTS}/{contact['id']}/verify", json={"code": code}).status_code == 200
    return person


def test_a_critical_level_reaches_the_patient_by_sms_and_mail_at_once(reached):
    person = with_a_number(reached, "ada@reached.example")
    posted = result(reached, person, 820)
    text = sms(reached, 2)[-1]
    assert "Your AAT level is 4x normal (820 mg/dL). Contact your doctor today." in text
    assert reached.twilio.requests[-1].form["To"] == NUMBER
    until(lambda: any("820 mg/dL" in " ".join(mail.get_content().split()) for mail in received(reached, person.email)))

    def sends():
        shown = reached.clinician.ask(200, "GET", f"/api/v1/alerts/{posted['alertId']}/escalation")
        [told] = [one for one in shown["notices"] if one["kind"] == "alert-patient"]
        return sorted((send["channel"], send["state"]) for send in told["sends"])

    # The mail server has the mail a moment before the server has stored its answer.
    until(lambda: sends() == [("email", "sent"), ("sms", "sent")])


def test_a_number_that_is_gone_is_disabled_and_its_owner_told_by_mail(reached):
    person = with_a_number(reached, "ben@reached.example")
    reached.twilio.script.append(Twilio.error(400, 21610, "unsubscribed"))
    result(reached, person, 820)
    sms(reached, 2)
    kinds = lambda: {one["kind"] for one in person.signed_in.ask(200, "GET", "/api/v1/notices")["items"]}  # noqa: E731
    until(lambda: "contact-disabled" in kinds())
    result(reached, person, 830)
    until(lambda: any("830 mg/dL" in " ".join(mail.get_content().split()) for mail in received(reached, person.email)))
    assert len(reached.twilio.requests) == 2, "nothing more goes to a number that is gone"
    [contact] = person.signed_in.ask(200, "GET", CONTACTS)["items"]
    assert "disabledAt" in contact


def test_a_provider_that_fails_is_tried_again(reached):
    person = with_a_number(reached, "eve@reached.example")
    reached.twilio.script += [(503, b"", {}), (503, b"", {})]
    result(reached, person, 820)
    assert "820 mg/dL" in sms(reached, 4)[-1]
