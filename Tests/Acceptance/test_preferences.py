"""What people choose about notices: categories, channels, quiet hours, previews."""

import datetime
import json
import re
import zoneinfo

import pytest

from accounts import AUTH, PREFERENCES, patient
from fairkit import command, problem, until
from notices import mailing_town, member, received, result, texts

SETTINGS = "/api/v1/settings"


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    with mailing_town(template, tmp_path_factory.mktemp("preferences") / "data") as world:
        yield world


def put(person, status=200, **chosen):
    return person.signed_in.ask(status, "PUT", PREFERENCES, json=chosen)


def test_everything_has_a_default(town):
    ada = member(town, "ada@choices.example")
    chosen = ada.signed_in.ask(200, "GET", PREFERENCES)
    assert chosen["categories"]["CRITICAL_ALERT"] == {"email": True, "push": True, "sms": True, "voice": True}
    for category in ("TEST_RESULT", "REMINDER", "EDUCATIONAL"):
        assert chosen["categories"][category] == {"email": True, "push": True, "sms": False, "voice": False}
    assert chosen["timeZone"] == "Africa/Nairobi" and "quietHours" not in chosen
    assert chosen["lockScreenPreview"] == {"criticalAlerts": True, "others": False} and not chosen["alwaysSMSForCritical"] and not chosen["emailInsteadOfPush"]


def test_choices_are_kept_and_a_put_replaces_all(town):
    ben = member(town, "ben@choices.example")
    put(ben, categories={"EDUCATIONAL": {"push": False}, "REMINDER": {"sms": True}}, quietHours={"from": "22:00", "to": "07:30"}, timeZone="America/Lima",
        lockScreenPreview={"others": True}, alwaysSMSForCritical=True, emailInsteadOfPush=True)  # fmt: skip
    chosen = ben.signed_in.ask(200, "GET", PREFERENCES)
    assert not chosen["categories"]["EDUCATIONAL"]["push"] and chosen["categories"]["EDUCATIONAL"]["email"] and chosen["categories"]["REMINDER"]["sms"]
    assert chosen["quietHours"] == {"from": "22:00", "to": "07:30"} and chosen["timeZone"] == "America/Lima"
    assert chosen["lockScreenPreview"] == {"criticalAlerts": True, "others": True} and chosen["alwaysSMSForCritical"] and chosen["emailInsteadOfPush"]
    # What was read can be sent back.
    assert put(ben, **chosen) == chosen
    assert "quietHours" not in put(ben) and ben.signed_in.ask(200, "GET", PREFERENCES)["timeZone"] == "Africa/Nairobi"


def test_all_bad_choices_are_told_at_once(town):
    eve = member(town, "eve@choices.example")
    bad = {"categories": {"CRITICAL_ALERT": {"email": False}, "ACCOUNT": {"email": False}, "REMINDER": {"fax": True}}, "quietHours": {"from": "24:00", "to": "7:00"}, "timeZone": "../etc/passwd"}
    errors = problem(eve.signed_in.put(PREFERENCES, json=bad), 422, "invalid")["errors"]
    assert sorted(error["pointer"] for error in errors) == [
        "/categories/ACCOUNT", "/categories/CRITICAL_ALERT/email", "/categories/REMINDER/fax", "/quietHours/from", "/quietHours/to", "/timeZone"]  # fmt: skip
    assert problem(eve.signed_in.put(PREFERENCES, json={"quietHours": {"from": "07:00", "to": "07:00"}}), 422, "invalid")["errors"][0]["pointer"] == "/quietHours/to"
    problem(town.patient.get(PREFERENCES), 403, "no-account")


def test_a_critical_alert_breaks_through_quiet_hours(town):
    fay = member(town, "fay@choices.example")
    put(fay, quietHours=around_now("Africa/Nairobi"), categories={"CRITICAL_ALERT": {"push": False, "sms": False, "voice": False}})
    result(town, fay, 820)
    until(lambda: any("820" in text for text in texts(town, fay.email)))


def around_now(zone):
    """Quiet hours from an hour ago until two hours from now."""
    now = datetime.datetime.now(zoneinfo.ZoneInfo(zone))
    return {"from": f"{now - datetime.timedelta(hours=1):%H:%M}", "to": f"{now + datetime.timedelta(hours=2):%H:%M}"}


def test_a_tenant_that_forbids_values_tells_that_there_is_news(fresh):
    assert fresh.administrator.ask(200, "GET", SETTINGS)["forbidValues"] is False
    assert fresh.administrator.ask(200, "PATCH", SETTINGS, json={"forbidValues": True})["forbidValues"] is True
    assert [entry.get("object") for entry in fresh.administrator.everything("/api/v1/audit", action="setting.changed")][:1] == ["forbid-values=true"]
    problem(fresh.clinician.patch(SETTINGS, json={"forbidValues": False}), 403, "forbidden")
    assert fresh.administrator.ask(200, "PATCH", SETTINGS, json={"registration": "open"})["forbidValues"] is True
    assert command("settings", "forbidValues", "false", "--data", fresh.store.path).stdout == "false\n"
    assert fresh.administrator.ask(200, "GET", SETTINGS)["forbidValues"] is False


def test_no_mail_has_a_value_where_the_tenant_forbids_it(template, tmp_path):
    with mailing_town(template, tmp_path / "data") as town:
        town.administrator.ask(200, "PATCH", SETTINGS, json={"forbidValues": True})
        gus = member(town, "gus@choices.example")
        result(town, gus, 823)
        until(lambda: any("AAT Level Alert" in mail["subject"] for mail in received(town, gus.email)))
        for mail in received(town, gus.email):
            assert not re.search(r"\b823\b", mail.get_content() + mail["subject"])
        # The reader who has signed in sees it.
        assert "823" in json.dumps(gus.signed_in.ask(200, "GET", "/api/v1/notices"))


def test_choices_end_with_the_account(fresh):
    ida = patient(fresh, "ida@choices.example")
    put(ida, emailInsteadOfPush=True)
    assert ida.signed_in.request("DELETE", f"{AUTH}/me", json={"password": "seven herons wade slowly"}).status_code == 204
    assert fresh.server.stop() == 0
    assert fresh.store.witness().execute("SELECT count(*) FROM notice_preference").fetchone() == (0,)
