"""Reminders of samples and tests, on the clock of the patient, across restarts and steps of the clock."""

import datetime
import time
import zoneinfo

import pytest

import databases
from accounts import PUBLIC, Visitor, patient, staff
from clocks import SetClock
from fairkit import command, problem
from inbox import Inbox
from kits import kit_code
from trials import LONG

SETTINGS = {"FAIRKIT_PUBLIC_URL": PUBLIC, "FAIRKIT_RATE_SIGN_IN": "off"}
ZONE = zoneinfo.ZoneInfo("Africa/Nairobi")
DETAILS = {"name": {"given": "Amani", "family": "Wekesa"}, "birthDate": "1979-12-24", "timeZone": "Africa/Nairobi", "consents": {"clinicians": True}}
EMAIL = "amani@example.net"


@pytest.fixture
def shifted(fresh):
    """A world whose server starts at any local hour of a day: `at(day, hour)`."""
    inbox, clock = Inbox(), SetClock()
    environment = {**SETTINGS, **inbox.settings, **clock.environment}
    assert fresh.server.stop() == 0
    databases.apart(fresh.store.path, environment)
    fresh.start(**SETTINGS)
    fresh.inbox, fresh.amani = inbox, patient(fresh, EMAIL, None, DETAILS)
    fresh.profile = fresh.amani.account["profileId"]

    def at(day, hour):
        if fresh.server.process.poll() is None:
            assert fresh.server.stop() == 0
        wanted = datetime.datetime(day.year, day.month, day.day, hour, 0, 30, tzinfo=ZONE)
        clock.set(round(wanted.timestamp() - time.time()))
        # The days without a server have passed: an operator says so.
        command("db", "confirm-clock", "--data", fresh.store.path, **clock.environment)
        fresh.start(**environment)

    fresh.at = at
    yield fresh
    inbox.stop()


def reminders(world, kit, count, seconds=15):
    """Waits until so many reminders were sent."""
    deadline = time.monotonic() + seconds
    while (sent := world.administrator.kit(kit)["remindersSent"]) != count:
        assert sent < count and time.monotonic() < deadline, (sent, count)
        time.sleep(0.1)


def settled(world):
    """Waits until what runs at the start has run: the log says so of later work, so a moment is all there is to wait for."""
    time.sleep(1.5)


@pytest.mark.long
def test_samples_are_reminded_of_once_a_day_in_daytime(shifted):
    kit = shifted.administrator.register(kit_code(), profile=shifted.profile)
    send_by = datetime.date.fromisoformat(kit["sendBy"])
    assert shifted.administrator.kit(kit["id"])["remindersSent"] == 0
    day = datetime.timedelta(days=1)
    shifted.at(send_by - 3 * day, 4)
    settled(shifted)
    reminders(shifted, kit["id"], 0)
    shifted.at(send_by - 3 * day, 10)
    reminders(shifted, kit["id"], 1)
    shifted.inbox.wait(EMAIL, "Send your sample soon")
    # Three days without a server are one reminder. A restart is none, nor is a clock that was set back.
    shifted.at(send_by + 3 * day, 10)
    reminders(shifted, kit["id"], 2)
    for back, hour in ((0, 12), (2, 10), (5, 10)):
        shifted.at(send_by + (3 - back) * day, hour)
        settled(shifted)
        reminders(shifted, kit["id"], 2)
    mail = shifted.inbox.wait(EMAIL, "Your sample is overdue")
    assert "3 days" in mail.get_content() and "reminder number 2" in mail.get_content()
    shifted.at(send_by + 4 * day, 10)
    reminders(shifted, kit["id"], 3)
    assert shifted.administrator.report(kit["id"], "mailed").status_code == 200
    shifted.at(send_by + 5 * day, 10)
    settled(shifted)
    reminders(shifted, kit["id"], 3)
    assert "patients were reminded" not in shifted.server.log and EMAIL not in shifted.server.log


def test_the_next_test_is_told_ahead_and_on_the_day(shifted):
    path = f"/api/v1/profiles/{shifted.profile}/next-test"
    own = Visitor(shifted, shifted.amani.tokens)
    problem(own.get(path), 404, "not-found")
    for body, pointer in (({}, "/intervalMonths"), ({"intervalMonths": 0}, "/intervalMonths"), ({"intervalMonths": 6, "date": "2030-01-01"}, "/intervalMonths"),
            ({"date": "2020-01-01"}, "/date"), ({"date": "2099-01-01"}, "/date"), ({"date": "soon"}, "/date")):  # fmt: skip
        refused = problem(own.put(path, json=body), 422, "invalid")
        assert [error["pointer"] for error in refused["errors"]] == [pointer], body
    kit = shifted.administrator.register(kit_code(), profile=shifted.profile)
    shifted.laboratory.result(kit["kitCode"], 150)
    planned = own.ask(200, "PUT", path, json={"intervalMonths": 2})
    assert planned["setBy"] == "patient" and own.ask(200, "GET", path) == planned
    assert own.ask(200, "GET", f"/api/v1/profiles/{shifted.profile}")["nextTestDue"] == planned["dueOn"]
    # An administrator creates profiles, and does not follow tests.
    assert "nextTestDue" not in shifted.administrator.ask(200, "GET", f"/api/v1/profiles/{shifted.profile}")
    problem(shifted.administrator.get(path), 403, "forbidden")
    due, day = datetime.date.fromisoformat(planned["dueOn"]), datetime.timedelta(days=1)
    days = ((16, 10, 0), (14, 10, 1), (13, 10, 1), (0, 5, 1), (0, 10, 2), (-1, 10, 2))
    for before, hour, count in days if LONG else (days[1], days[4]):
        shifted.at(due - before * day, hour)
        settled(shifted)
        assert len([subject for subject in shifted.inbox.subjects(EMAIL) if "next test" in subject]) == count, (before, hour)


def test_only_the_person_and_clinicians_in_care_set_the_next_test(fresh):
    assert fresh.server.stop() == 0
    fresh.start(**SETTINGS)
    amani = patient(fresh, EMAIL, None, DETAILS)
    stranger = patient(fresh, "stranger@example.net", None, DETAILS)
    doctor, other = (staff(fresh, "clinician", f"{name}@hospital.example") for name in ("doctor", "other"))
    profile = amani.account["profileId"]
    fresh.administrator.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": doctor.account["accountId"], "profileId": profile})
    path = f"/api/v1/profiles/{profile}/next-test"
    for visitor in (stranger, other):
        for method in ("GET", "PUT", "DELETE"):
            answer = visitor.signed_in.request(method, path, **({"json": {"intervalMonths": 1}} if method == "PUT" else {}))
            problem(answer, 404, "not-found")
    assert doctor.signed_in.ask(200, "PUT", path, json={"date": "2027-05-20"})["setBy"] == "clinician"
    assert amani.signed_in.ask(200, "GET", path)["dueOn"] == "2027-05-20"
    for _ in range(2):
        assert amani.signed_in.delete(path).status_code == 204
    problem(doctor.signed_in.get(path), 404, "not-found")
