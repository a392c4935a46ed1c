"""The private calendar feed, read by the library icalendar."""

import datetime
import secrets
import types

import icalendar
import pytest

from accounts import PUBLIC, Visitor, invited, patient, staff
from conftest import World
from fairkit import command, problem
from kits import kit_code

SETTINGS = {"FAIRKIT_PUBLIC_URL": PUBLIC, "FAIRKIT_RATE_SIGN_IN": "off"}
MINE = "/api/v1/auth/me/calendar"
DETAILS = {"name": {"given": "Amani", "family": "Wekesa"}, "birthDate": "1979-12-24", "timeZone": "Africa/Nairobi", "consents": {"clinicians": True}}


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("calendar") / "data", **SETTINGS)
    yield world
    assert world.server.stop() == 0


@pytest.fixture
def amani(town):
    return patient(town, f"amani-{kit_code().lower()}@example.net", None, DETAILS)


def opened(person):
    """The path of a new feed."""
    url = person.signed_in.ask(201, "POST", MINE)["url"]
    assert url.startswith(f"{PUBLIC}/calendar/fcal_") and ".ics" in url
    return url.removeprefix(PUBLIC)


def events(town, path):
    """What a calendar shows, by the titles of its events."""
    answer = town.server.client().get(path)
    assert answer.status_code == 200 and answer.headers["content-type"] == "text/calendar; charset=utf-8", answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n")) and b"\n" not in answer.content.replace(b"\r\n", b"")
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert calendar["VERSION"] == "2.0" and not calendar.errors
    return {str(event["SUMMARY"]): event for event in calendar.walk("VEVENT")}


def test_it_has_the_due_dates_and_nothing_else(town, amani):
    path, profile = opened(amani), amani.account["profileId"]
    assert events(town, path) == {}
    kit = town.administrator.register(kit_code(), profile=profile)
    amani.signed_in.ask(200, "PUT", f"/api/v1/profiles/{profile}/next-test", json={"date": "2027-05-20"})
    found = events(town, path)
    assert set(found) == {"Send your sample – FairKit", "Your next test is due – FairKit"}
    sample, test = found["Send your sample – FairKit"], found["Your next test is due – FairKit"]
    assert sample["DTSTART"].dt == datetime.date.fromisoformat(kit["sendBy"]) and test["DTSTART"].dt == datetime.date(2027, 5, 20)
    assert test["DTEND"].dt == datetime.date(2027, 5, 21)
    # A calendar moves an event by its id, and asks only for what is new.
    amani.signed_in.ask(200, "PUT", f"/api/v1/profiles/{profile}/next-test", json={"date": "2027-06-20"})
    assert events(town, path)["Your next test is due – FairKit"]["UID"] == test["UID"]
    client = town.server.client()
    tag = client.get(path).headers["etag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    town.laboratory.result(kit["kitCode"], 163.7)
    body = client.get(path, headers={"If-None-Match": tag})
    assert body.status_code == 200
    for secret in ("163.7", kit["kitCode"], "Amani", "Wekesa", amani.email, "Markerlaboratory"):
        assert secret not in body.text
    assert set(events(town, path)) == {"Your next test is due – FairKit"}
    assert path.split("/")[-1].split(".")[0] not in town.server.log


def test_it_speaks_the_language_of_its_reader_in_the_name_of_the_tenant(fresh):
    assert fresh.server.stop() == 0
    fresh.start(**SETTINGS)
    amani = patient(fresh, "amani@example.net", None, DETAILS)
    name = "Kliniki, Kisumu; 1\\2 " + "ñ" * 30
    fresh.administrator.ask(200, "PATCH", "/api/v1/settings", json={"displayName": name})
    assert amani.signed_in.patch("/api/v1/auth/me", json={"language": "sw"}).status_code == 200
    fresh.administrator.register(kit_code(), profile=amani.account["profileId"])
    assert set(events(fresh, opened(amani))) == {f"Tuma sampuli yako – {name}"}


def test_a_former_a_closed_and_a_strangers_address_show_nothing(town, amani):
    client = town.server.client()
    first = opened(amani)
    second = opened(amani)
    events(town, second)
    changed = second[:-6] + ("A" if second[-6] != "A" else "B") + second[-5:]
    unknown = ["/calendar/fcal_.ics", f"/calendar/fcal_{'A' * 43}.ics", "/calendar/x.ics", second.removesuffix(".ics"), second.replace("fcal_", "fs_")]
    answers = {client.get(path).status_code for path in (first, changed, *unknown)}
    assert answers == {404}
    problem(client.get(first), 404, "not-found")
    for _ in range(2):
        assert amani.signed_in.delete(MINE).status_code == 204
    problem(client.get(second), 404, "not-found")


def test_an_account_that_is_suspended_or_deleted_has_no_feed(town, amani):
    client, path = town.server.client(), opened(amani)
    account = f"/api/v1/accounts/{amani.account['accountId']}"
    town.administrator.ask(200, "POST", f"{account}/suspend")
    problem(client.get(path), 404, "not-found")
    town.administrator.ask(200, "POST", f"{account}/resume")
    problem(client.get(path), 404, "not-found")  # It may be a thief's: its owner opens another one.
    command("profile", "erase", amani.account["profileId"], "--confirm", amani.account["profileId"], "--data", town.store.path)
    problem(client.get(path), 404, "not-found")


def test_a_partner_and_a_key_have_no_feed(town):
    visitor, _, _ = invited(town, "coordinator", "calendar@partner.example")
    partner = Visitor(town, visitor.login("calendar@partner.example").json())
    problem(partner.post(MINE), 403, "forbidden")
    problem(town.patient.post(MINE), 403, "no-account")


TEAMS = "/api/v1/teams"


@pytest.fixture
def night(town):
    """A team of two clinicians; only the first has a shift: every night."""
    name = f"night-{kit_code()[-5:].lower().strip('-')}{secrets.token_hex(3)}"
    town.administrator.ask(201, "POST", TEAMS, json={"name": name, "timeZone": "Africa/Nairobi"})
    grace, ben = (staff(town, "clinician", f"{who}-{name}@hospital.example", None, "--name", who) for who in ("grace", "ben"))
    for who in (grace, ben):
        town.administrator.ask(200, "POST", f"{TEAMS}/{name}/members", json={"accountId": who.account["accountId"]})
    days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    shift = {"accountId": grace.account["accountId"], "weekdays": days, "start": "20:00", "end": "08:00"}
    answer = town.administrator.put(f"{TEAMS}/{name}/shifts", json={"shifts": [shift]}, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text
    return types.SimpleNamespace(name=name, grace=grace, ben=ben, path=f"{TEAMS}/{name}")


def test_a_member_subscribes_to_their_own_times_on_call(town, night):
    path = opened(night.grace)
    found = events(town, path)
    assert set(found) == {f"On call: {night.name}"}
    # The first and the last one are cut off at the ends of the calendar.
    event = icalendar.Calendar.from_ical(town.server.client().get(path).content).walk("VEVENT")[5]
    assert (event["DTSTART"].dt.hour, event["DTEND"].dt.hour) == (17, 5)
    assert events(town, opened(night.ben)) == {}
    tag = town.server.client().get(path).headers["etag"]
    assert town.server.client().get(path, headers={"If-None-Match": tag}).status_code == 304
    town.administrator.ask(200, "DELETE", f"{night.path}/members/{night.grace.account['accountId']}")
    assert events(town, path) == {}


def test_a_team_has_a_private_link_without_a_key(town, night):
    first = town.administrator.ask(201, "POST", f"{night.path}/calendar")["url"].removeprefix(PUBLIC)
    found = events(town, first)
    assert set(found) == {f"grace ({night.name})"}
    text = town.server.client().get(first).text
    assert "hospital.example" not in text and "X-WR-CALNAME:" in text
    # Only administrators open it, a new one replaces it, and it can be revoked.
    problem(night.grace.signed_in.post(f"{night.path}/calendar"), 403, "forbidden")
    second = town.administrator.ask(201, "POST", f"{night.path}/calendar")["url"].removeprefix(PUBLIC)
    problem(town.server.client().get(first), 404, "not-found")
    assert set(events(town, second)) == set(found)
    assert town.administrator.delete(f"{night.path}/calendar").status_code == 204
    problem(town.server.client().get(second), 404, "not-found")
    third = town.administrator.ask(201, "POST", f"{night.path}/calendar")["url"].removeprefix(PUBLIC)
    assert town.administrator.delete(f"{night.path}").status_code == 204
    problem(town.server.client().get(third), 404, "not-found")
    assert all(path.split("/")[-1].split(".")[0] not in town.server.log for path in (first, second, third))


def test_a_tenant_is_named_in_the_address(town):
    command("tenant", "create", "siaya", "--data", town.store.path)
    amani = patient(town, "amani@siaya.example", "siaya", DETAILS)
    path = opened(amani)
    assert path.endswith(".ics?tenant=siaya")
    events(town, path)
    client = town.server.client()
    problem(client.get(path.removesuffix("?tenant=siaya")), 404, "not-found")
    assert client.get(path.replace("siaya", "kisumu")).status_code == 401
