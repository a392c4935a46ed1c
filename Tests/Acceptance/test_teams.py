"""Teams and who of them is on call. Their calendars are read by other people's code."""

import datetime
import json
import subprocess
import sys
import zoneinfo

import icalendar
import pytest
import recurring_ical_events

from accounts import PUBLIC, invited, staff
from examples import NO_ID, TEAMS
from fairkit import REPOSITORY, api, at_once, problem

ZONES = ["Europe/Madrid", "America/New_York", "Africa/Nairobi", "Australia/Lord_Howe"]
UTC = datetime.UTC
ALL_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


@pytest.fixture(scope="module")
def ward(template, tmp_path_factory):
    """A served store with three clinicians and a laboratory's account."""
    from conftest import World

    world = World(template, tmp_path_factory.mktemp("teams") / "data", FAIRKIT_PUBLIC_URL=PUBLIC,
        FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_KEY="off", FAIRKIT_RATE_ACCOUNT="off", FAIRKIT_RATE_ADDRESS="off")  # fmt: skip
    world.accounts = {name: staff(world, "clinician", f"{name}@ward.example").account["accountId"] for name in ("ada", "ben", "cleo")}
    yield world
    assert world.server.stop() == 0


def team(world, name, zone="Europe/Madrid", members=("ada", "ben", "cleo")):
    world.administrator.ask(201, "POST", TEAMS, json={"name": name, "timeZone": zone})
    for member in members:
        world.administrator.ask(200, "POST", f"{TEAMS}/{name}/members", json={"accountId": world.accounts[member]})
    return name


def put(world, name, shifts, status=200, match="*"):
    return world.administrator.ask(status, "PUT", f"{TEAMS}/{name}/shifts", json={"shifts": shifts}, headers={"If-Match": match})


def at(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def periods(world, name, start, end):
    """When each member is on call, as /on-call says: joined, by account."""
    path = f"{TEAMS}/{name}/on-call"
    found = world.administrator.ask(200, "GET", path, params={"at": stamp(start), "until": stamp(end)})
    times = {}
    for period in found["periods"]:
        for account in period["accountIds"]:
            times.setdefault(account, []).append((at(period["from"]), at(period["until"])))
    return {account: joined(each) for account, each in times.items()}


def stamp(time):
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def joined(times):
    """The same times, where those that touch or overlap are one."""
    found = []
    for start, end in sorted(times):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def read(world, calendar, start, end):
    """When each member is on call, as another program reads a calendar."""
    accounts = {f"{name}@ward.example": account for name, account in world.accounts.items()}
    times = {}
    for event in recurring_ical_events.of(calendar).between(start, end):
        begins, ends = (max(start, event["DTSTART"].dt).astimezone(UTC), min(end, event["DTEND"].dt).astimezone(UTC))
        attendees = event["ATTENDEE"] if isinstance(event["ATTENDEE"], list) else [event["ATTENDEE"]]
        for attendee in attendees:
            if begins < ends:
                times.setdefault(accounts[attendee.removeprefix("mailto:")], []).append((begins, ends))
    return {account: joined(each) for account, each in times.items()}


def rotation(world):
    """Nights and days, weeks that change on Wednesday, a holiday."""
    ada, ben, cleo = (world.accounts[name] for name in ("ada", "ben", "cleo"))
    return [
        {"accountId": ada, "weekdays": ALL_DAYS, "start": "20:00", "end": "08:00", "from": "2026-01-01", "except": ["2026-12-24"]},
        {"accountId": ben, "weekdays": ["wednesday"], "start": "09:30", "end": "09:30", "days": 7, "from": "2026-01-07", "everyWeeks": 2, "anchor": "2026-01-07"},
        {"accountId": cleo, "weekdays": ["monday", "friday"], "start": "08:00", "end": "20:00", "from": "2026-01-05", "until": "2026-12-01", "everyWeeks": 3},
        {"accountId": cleo, "weekdays": ["sunday"], "start": "01:00", "end": "02:30", "from": "2026-01-05"},
    ]


# Made, listed, changed, removed.


def test_a_team_is_made_listed_changed_and_deleted(ward):
    created = ward.administrator.post(TEAMS, json={"name": "director", "timeZone": "Africa/Nairobi", "description": "The medical director"})
    body = created.json()
    assert (created.status_code, created.headers["location"], created.headers["etag"]) == (201, f"{TEAMS}/director", '"1"')
    assert {name: body[name] for name in ("name", "description", "timeZone", "version", "members", "shiftCount")} == {
        "name": "director", "description": "The medical director", "timeZone": "Africa/Nairobi", "version": 1, "members": [], "shiftCount": 0}  # fmt: skip
    assert len(body["gaps"]) == 1, "a team without members has a gap for all the time"
    path = f"{TEAMS}/director"
    added = ward.administrator.ask(200, "POST", f"{path}/members", json={"email": "ADA@ward.example"})
    assert [member["accountId"] for member in added["members"]] == [ward.accounts["ada"]] and added["gaps"] == []
    assert ward.administrator.ask(200, "POST", f"{path}/members", json={"email": "ada@ward.example"}) == added
    assert "director" in [each["name"] for each in ward.clinician.ask(200, "GET", TEAMS)["items"]]
    seen = ward.clinician.get(path)
    assert seen.json() == added and seen.headers["etag"] == '"2"'
    headers = {"If-Match": '"1"'}
    stale = problem(ward.administrator.patch(path, json={"timeZone": "Europe/Madrid"}, headers=headers), 412, "version-mismatch")
    assert stale["version"] == 2
    problem(ward.administrator.patch(path, json={"timeZone": "Europe/Madrid"}), 428, "precondition-required")
    changed = ward.administrator.ask(200, "PATCH", path, json={"timeZone": "Europe/Madrid", "description": None}, headers={"If-Match": '"2"'})
    assert changed["timeZone"] == "Europe/Madrid" and "description" not in changed and changed["version"] == 3
    problem(ward.administrator.post(TEAMS, json={"name": "director", "timeZone": "UTC"}), 409, "team-exists")
    assert ward.administrator.delete(path).status_code == 204
    for request in (ward.administrator.get(path), ward.administrator.delete(path), ward.administrator.get(f"{path}/on-call")):
        problem(request, 404, "not-found")


def test_every_fault_of_a_team_and_its_shifts_is_told_at_once(ward):
    refused = problem(ward.administrator.post(TEAMS, json={"name": "No Team", "timeZone": "Europe/Nowhere", "description": "\n"}), 422, "invalid")
    assert {error["pointer"] for error in refused["errors"]} == {"/name", "/timeZone", "/description"}
    for zone in ("../../etc/passwd", "/etc/passwd", "", "Europe/Madrid\x00"):
        problem(ward.administrator.post(TEAMS, json={"name": "zone", "timeZone": zone}), 422, "invalid")
    name = team(ward, "faults", members=("ada",))
    bad = {"accountId": NO_ID, "weekdays": ["monday", "funday"], "start": "24:00", "end": "8:00", "days": 99, "from": "2026-02-30", "everyWeeks": 0, "except": ["soon"]}
    back = {"accountId": ward.accounts["ada"], "weekdays": ["monday"], "start": "09:00", "end": "08:00", "days": 0, "from": "2026-02-02", "until": "2026-02-01"}
    response = ward.administrator.put(f"{TEAMS}/{name}/shifts", json={"shifts": [bad, back]}, headers={"If-Match": "*"})
    pointers = {error["pointer"] for error in problem(response, 422, "invalid")["errors"]}
    assert pointers == {*(f"/shifts/0/{part}" for part in ("accountId", "weekdays", "start", "end", "days", "from", "everyWeeks", "except/0")), "/shifts/1/days", "/shifts/1/until"}
    good = {"accountId": ward.accounts["ada"], "weekdays": ["monday"], "start": "09:00", "end": "08:00"}
    problem(ward.administrator.put(f"{TEAMS}/{name}/shifts", json={"shifts": [good] * 201}, headers={"If-Match": "*"}), 422, "invalid")
    assert ward.administrator.ask(200, "GET", f"{TEAMS}/{name}/shifts")["shifts"] == []


def test_a_change_that_another_one_overtook_is_refused(ward):
    name = team(ward, "overtaken")
    read = ward.administrator.get(f"{TEAMS}/{name}/shifts")
    one = {"weekdays": ["monday"], "start": "08:00", "end": "16:00"}

    def send(member):
        body = {"shifts": [{**one, "accountId": ward.accounts[member]}]}
        return ward.server.client(ward.keys["administrator"]).put(f"{TEAMS}/{name}/shifts", json=body, headers={"If-Match": read.headers["etag"]})

    answers = at_once(*(lambda member=member: send(member) for member in ("ada", "ben", "cleo")))
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412]
    assert len(ward.administrator.ask(200, "GET", f"{TEAMS}/{name}/shifts")["shifts"]) == 1
    problem(ward.administrator.put(f"{TEAMS}/{name}/shifts", json={"shifts": []}), 428, "precondition-required")


def test_only_administrators_change_teams(ward):
    name = team(ward, "rights")
    for role in ("clinician", "consumer", "patient", "laboratory"):
        client = getattr(ward, role)
        problem(client.post(TEAMS, json={"name": "mine", "timeZone": "UTC"}), 403, "forbidden")
        problem(client.put(f"{TEAMS}/{name}/shifts", json={"shifts": []}, headers={"If-Match": "*"}), 403, "forbidden")
        problem(client.post(f"{TEAMS}/{name}/overrides", json={"accountId": NO_ID, "until": "2030-01-01T00:00:00Z"}), 403, "forbidden")
    for role in ("consumer", "patient", "laboratory"):
        for path in ("", f"/{name}", f"/{name}/on-call", f"/{name}/shifts", f"/{name}/overrides", f"/{name}/calendar.ics"):
            problem(getattr(ward, role).get(TEAMS + path), 403, "forbidden")
    key = ward.store.key("administrator", "reads teams", "--scope", "teams:read")["key"]
    reader = ward.server.client(key)
    assert reader.get(f"{TEAMS}/{name}").status_code == 200
    assert problem(reader.delete(f"{TEAMS}/{name}"), 403, "scope-missing")["scope"] == "teams:manage"


def test_patients_and_machines_are_no_members(ward):
    name = team(ward, "members", members=())
    coordinator = invited(ward, "coordinator", "coordinator@ward.example")[2]["accountId"]
    for body in ({"accountId": coordinator}, {"accountId": NO_ID}, {"email": "unknown@ward.example"}, {"email": "coordinator@ward.example"}, {}, {"accountId": "17"},
        {"accountId": ward.accounts["ada"], "email": "ada@ward.example"}):  # fmt: skip
        problem(ward.administrator.post(f"{TEAMS}/{name}/members", json=body), 422, "invalid")
    override = {"accountId": ward.accounts["ada"], "until": "2036-01-01T00:00:00Z"}
    refused = problem(ward.administrator.post(f"{TEAMS}/{name}/overrides", json=override), 422, "invalid")
    assert {error["pointer"] for error in refused["errors"]} == {"/accountId", "/until"}


def test_a_suspended_member_is_not_on_call_from_that_moment(ward):
    account = staff(ward, "clinician", "dora@ward.example").account["accountId"]
    name = team(ward, "suspension", members=("ada",))
    ward.administrator.ask(200, "POST", f"{TEAMS}/{name}/members", json={"accountId": account})
    now = datetime.datetime.now(UTC)
    override = {"accountId": account, "replaces": ward.accounts["ada"], "until": stamp(now + datetime.timedelta(days=1))}
    made = ward.administrator.ask(201, "POST", f"{TEAMS}/{name}/overrides", json=override)

    def on_call():
        return [member["accountId"] for member in ward.clinician.ask(200, "GET", f"{TEAMS}/{name}/on-call")["onCall"]]

    assert on_call() == [account]
    assert ward.administrator.ask(201, "POST", f"{TEAMS}/{name}/overrides", json={**override, "from": made["from"]}) == made, "it is not made twice"
    ward.administrator.ask(200, "POST", f"/api/v1/accounts/{account}/suspend")
    assert on_call() == [ward.accounts["ada"]], "who is suspended replaces no one"
    assert [member["canBeOnCall"] for member in ward.clinician.ask(200, "GET", f"{TEAMS}/{name}")["members"]] == [True, False]
    ward.administrator.ask(200, "POST", f"/api/v1/accounts/{account}/resume")
    assert on_call() == [account]
    api(ward.store, "DELETE", f"accounts/{account}")
    assert on_call() == [ward.accounts["ada"]]
    assert len(ward.clinician.ask(200, "GET", f"{TEAMS}/{name}")["members"]) == 1
    assert ward.clinician.ask(200, "GET", f"{TEAMS}/{name}/overrides")["items"] == []


def test_gaps_are_shown_when_shifts_are_set(ward):
    name = team(ward, "gaps")
    body = put(ward, name, [{"accountId": ward.accounts["ada"], "weekdays": ALL_DAYS, "start": "20:00", "end": "08:00"}])
    assert 13 <= len(body["gaps"]) <= 15
    more = [*body["shifts"], {"accountId": ward.accounts["ben"], "weekdays": ALL_DAYS, "start": "08:00", "end": "20:00", "from": body["shifts"][0]["from"]}]
    assert all((at(gap["until"]) - at(gap["from"])).total_seconds() <= 43_200 for gap in put(ward, name, more)["gaps"][1:])
    left = ward.administrator.ask(200, "DELETE", f"{TEAMS}/{name}/members/{ward.accounts['ben']}")
    assert left["gaps"] and left["shiftCount"] == 1, "the shifts of a member go with the member, and the gaps are shown"


# Calendars.


@pytest.mark.parametrize("zone", ZONES)
def test_another_program_reads_who_is_on_call_as_the_server_says_it(ward, zone):
    name = team(ward, f"out-{ZONES.index(zone)}", zone)
    put(ward, name, rotation(ward))
    local = zoneinfo.ZoneInfo(zone)
    # A year with both changes of the clocks.
    start, end = datetime.datetime(2026, 12, 1, tzinfo=local), datetime.datetime(2027, 12, 10, tzinfo=local)
    noted = {"accountId": ward.accounts["cleo"], "replaces": ward.accounts["ada"], "from": "2027-03-27T21:00:00Z", "until": "2027-03-28T01:30:00Z", "note": "A night; with, signs\\"}
    ward.administrator.ask(201, "POST", f"{TEAMS}/{name}/overrides", json=noted)
    response = ward.clinician.get(f"{TEAMS}/{name}/calendar.ics", params={"from": stamp(start), "until": stamp(end)})
    assert response.headers["content-type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in response.content.split(b"\r\n")) and b"\n" not in response.content.replace(b"\r\n", b"")
    calendar = icalendar.Calendar.from_ical(response.content)
    said = periods(ward, name, start, end)
    assert read(ward, calendar, start, end) == said and len(said) == 3
    # Nights have the same local times all year.
    nights = [(begins.astimezone(local), ends.astimezone(local)) for begins, ends in said[ward.accounts["ada"]]]
    whole = [night for night in nights if (night[0].strftime("%H:%M"), night[1].strftime("%H:%M")) == ("20:00", "08:00")]
    # All but the ends of this year, the night off, and that of the override.
    assert len(whole) >= 370 and len(nights) - len(whole) <= 4


def event(member, start, end, rule=None, status="ACCEPTED", **more):
    event = icalendar.Event()
    for name, value in {"uid": f"{member}-{start}", "dtstart": start, "dtend": end, "rrule": rule, **more}.items():
        if value:
            event.add(name, value)
    event.add("attendee", f"mailto:{member}@ward.example", parameters={"PARTSTAT": status})
    return event


@pytest.mark.parametrize("zone", ZONES)
def test_the_script_of_the_page_makes_shifts_of_a_calendar(ward, zone, tmp_path):
    name, local = team(ward, f"in-{ZONES.index(zone)}", zone), zoneinfo.ZoneInfo(zone)
    now = datetime.datetime.now(UTC)
    monday = (now.astimezone(local) + datetime.timedelta(days=2)).date()

    def on(day, hour, zone=local):
        return datetime.datetime.combine(monday + datetime.timedelta(days=day), datetime.time(hour), zone)

    counted = [
        event("ada", on(-9, 20), on(-8, 8), {"freq": "daily"}, exdate=[on(3, 20), on(4, 20)]),
        event("ben", on(0, 9), on(2, 17), {"freq": "monthly", "bymonthday": [1, 11, 21]}),
        event("cleo", on(1, 10, UTC), on(1, 11, UTC)),
        event("cleo", on(5, 10, zoneinfo.ZoneInfo("Asia/Tokyo")), on(7, 11, zoneinfo.ZoneInfo("Asia/Tokyo"))),
        event("ada", on(9, 0).date(), on(11, 0).date()),
    ]
    others = [event("cleo", on(12, 9), on(12, 10), status="DECLINED"), event("cleo", on(13, 9), on(13, 10), STATUS="CANCELLED")]
    calendar = icalendar.Calendar()
    for each in (*counted, *others):
        calendar.add_component(each)
    calendar.add_missing_timezones()
    (tmp_path / "hospital.ics").write_bytes(calendar.to_ical())
    (tmp_path / "team.json").write_text(ward.administrator.get(f"{TEAMS}/{name}").text)
    script = REPOSITORY / "docs/examples/shifts.py"
    printed = subprocess.run([sys.executable, script, "team.json", "hospital.ics"], cwd=tmp_path, check=True, capture_output=True).stdout
    put(ward, name, json.loads(printed)["shifts"])
    # As another program reads the same calendar; whole days are those of the team.
    for part in ("DTSTART", "DTEND"):
        counted[-1][part].dt = datetime.datetime.combine(counted[-1][part].dt, datetime.time(), local)
    calendar.subcomponents = counted
    start, end = now + datetime.timedelta(hours=1), now + datetime.timedelta(days=26)
    said = periods(ward, name, start, end)
    assert len(said) == 3 and read(ward, calendar, start.replace(microsecond=0), end.replace(microsecond=0)) == said


def test_names_can_not_break_out_of_a_calendar(ward):
    visitor = staff(ward, "clinician", "eve@ward.example")
    visitor.signed_in.patch("/api/v1/auth/me", json={"name": 'Eve";X=y: a\\, ÄÖÜ 🩺 ' + "ß" * 60}).raise_for_status()
    name = team(ward, "names", members=())
    ward.administrator.ask(200, "POST", f"{TEAMS}/{name}/members", json={"email": "eve@ward.example"})
    response = ward.clinician.get(f"{TEAMS}/{name}/calendar.ics")
    [found] = icalendar.Calendar.from_ical(response.content).walk("VEVENT")
    assert str(found["SUMMARY"]) == 'Eve";X=y: a\\, ÄÖÜ 🩺 ' + "ß" * 60 + " (names)"
    assert found["ATTENDEE"] == "mailto:eve@ward.example" and list(found["ATTENDEE"].params) == ["CN"]
    assert all(len(line) <= 75 for line in response.content.split(b"\r\n"))


def test_what_is_changed_stands_in_the_audit_and_no_address_in_the_log(ward):
    name = team(ward, "audited", members=("ada",))
    put(ward, name, [{"accountId": ward.accounts["ada"], "weekdays": ["monday"], "start": "20:00", "end": "08:00", "from": "2026-01-05"}])
    put(ward, name, [])
    entries = [entry["object"] for entry in ward.administrator.everything("/api/v1/audit", action="team.shifts-set")]
    shift = f"{ward.accounts['ada']} monday 20:00-08:00 from 2026-01-05"
    assert [entry for entry in reversed(entries) if entry.startswith(name)] == [f"{name}: - -> {shift}", f"{name}: {shift} -> -"]
    assert "ward.example" not in ward.server.log
