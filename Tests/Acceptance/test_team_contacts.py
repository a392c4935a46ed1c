"""A team's own contact points: a chat and PagerDuty are told of an alert without values, and their secrets are not shown again."""

import json

import pytest

from accounts import ADA, staff
from fairkit import problem, until, words
from notices import mailing_town, member, result
from providers import ROUTING_KEY, Channels, PagerDuty, Provider

TEAMS = "/api/v1/teams"
STEPS = [{"afterSeconds": 0, "tell": ["team:on-call"]}, {"afterSeconds": 3600, "tell": ["operator"], "repeatSeconds": 3600}]


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """A town with a team without members, a chat and PagerDuty."""
    with Provider() as slack, PagerDuty() as pager:
        channels = Channels(tmp_path_factory.mktemp("chats"))
        channels.write(slack={}, pagerduty={"baseURL": pager.url()})
        path = tmp_path_factory.mktemp("team-contacts") / "data"
        with mailing_town(template, path, FAIRKIT_CHANNELS=channels.file, FAIRKIT_ALLOW_PRIVATE_WEBHOOKS="true") as town:
            town.slack, town.pager, town.chat = slack, pager, slack.url(path="/services/T0/B0/secretsecretsecret")
            yield town
            for secret in ("secretsecretsecret", ROUTING_KEY):
                assert secret not in town.server.log and secret not in town.administrator.get("/metrics").text


@pytest.fixture
def team(town):
    """Each test has its own."""
    name = f"team-{len(town.administrator.ask(200, 'GET', TEAMS)['items'])}"
    return town.administrator.ask(201, "POST", TEAMS, json={"name": name, "timeZone": "UTC"})["name"]


def contacts(town, team):
    return town.administrator.ask(200, "GET", f"{TEAMS}/{team}/contacts")["items"]


def add(town, team, kind, address, status=201):
    return town.administrator.ask(status, "POST", f"{TEAMS}/{team}/contacts", json={"kind": kind, "address": address})


def escalating(town, team):
    steps = [{**STEPS[0], "tell": [f"team:{team}"]}, STEPS[1]]
    town.administrator.ask(200, "PUT", "/api/v1/escalation-policies/0", json={"steps": steps})


def test_a_chat_and_pagerduty_are_told_of_an_alert_without_values(town, team):
    add(town, team, "slack", town.chat)
    add(town, team, "pagerduty", ROUTING_KEY)
    escalating(town, team)
    ada = member(town, "ada@chats.example")
    before = (len(town.slack.requests), len(town.pager.requests))
    result(town, ada, 820)
    until(lambda: len(town.slack.requests) > before[0] and len(town.pager.requests) > before[1])
    for request in (town.slack.requests[-1], town.pager.requests[-1]):
        text = json.dumps(request.json)
        assert "critical AAT" in text and "820" not in words(text) and "Achieng" not in text and "/alert/acknowledge" in text
    until(lambda: [contact["lastSend"]["state"] for contact in contacts(town, team)] == ["sent", "sent"])


def test_pagerduty_is_told_what_ends(town, team):
    """A withdrawal ends the incident and opens another, which the acknowledgement ends."""
    add(town, team, "pagerduty", ROUTING_KEY)
    escalating(town, team)
    eli, doctor = member(town, "eli@chats.example"), staff(town, "clinician", f"doctor@{team}.example").signed_in
    before = len(town.pager.requests)
    posted = result(town, eli, 820)
    first = posted["alertId"]

    def events(start=0):
        return [(one.json["event_action"], one.json["dedup_key"]) for one in town.pager.requests[before + start :]]

    until(lambda: events() == [("trigger", first)])
    # Someone closed the incident at the service, which refuses to end it again: the next one opens all the same.
    town.pager.script.append((400, b'{"status":"invalid event","message":"Event object is invalid","errors":["the incident is closed"]}', {}))
    town.laboratory.ask(201, "POST", f"/api/v1/results/{posted['id']}/corrections", json={"status": "entered-in-error", "reason": "Wrong tube"})
    follows = next(one["id"] for one in doctor.ask(200, "GET", "/api/v1/alerts")["items"] if one.get("followsAlertId") == first)
    until(lambda: len(events(1)) >= 2)
    assert events(1) == [("resolve", first), ("trigger", follows)]
    assert "withdrew an AAT result" in town.pager.requests[-1].json["payload"]["summary"]
    body = {"identifiers": {"birthDate": ADA["birthDate"], "familyName": ADA["name"]["family"]}, "reached": "no-other-person"}
    problem(doctor.post(f"/api/v1/alerts/{follows}/acknowledge", json={**body, "value": 820, "unit": "mg/dL"}), 422, "invalid")
    done = doctor.ask(200, "POST", f"/api/v1/alerts/{follows}/acknowledge", json=body)
    assert done["alert"]["state"] == "acknowledged" and "aatLevel" not in done["alert"]["payload"]["data"]
    # The message that ended the first one may have been cancelled, so both are ended.
    until(lambda: events(3) == [("resolve", follows), ("resolve", first)])


def test_a_secret_is_never_shown_again(town, team):
    made = [add(town, team, "slack", town.chat), add(town, team, "pagerduty", ROUTING_KEY)]
    listed = contacts(town, team)
    assert listed == made and add(town, team, "slack", town.chat, 200) == made[0]
    assert made[0]["address"] == "https://localhost/…cret" and made[1]["address"] == f"…{ROUTING_KEY[-4:]}"
    for text in (json.dumps(listed), json.dumps(town.administrator.everything("/api/v1/audit"))):
        assert "secretsecretsecret" not in text and ROUTING_KEY not in text
    doctor = town.clinician.get(f"{TEAMS}/{team}/contacts")
    assert doctor.json()["items"] == listed, "clinicians see where their team is told"


def test_a_contact_point_is_tested_and_removed(town, team):
    made, path = add(town, team, "slack", town.chat), f"{TEAMS}/{team}/contacts"
    before = len(town.slack.requests)
    assert town.administrator.ask(202, "POST", f"{path}/{made['id']}/test")["lastSend"]["state"] == "waiting"
    until(lambda: len(town.slack.requests) > before)
    assert "test message" in town.slack.requests[-1].json["text"]
    other = town.administrator.ask(201, "POST", TEAMS, json={"name": f"{team}-b", "timeZone": "UTC"})["name"]
    for response in (town.administrator.post(f"{TEAMS}/{other}/contacts/{made['id']}/test"), town.administrator.delete(f"{TEAMS}/{other}/contacts/{made['id']}")):
        problem(response, 404, "not-found")
    assert town.administrator.delete(f"{path}/{made['id']}").status_code == 204 and contacts(town, team) == []
    problem(town.administrator.delete(f"{path}/{made['id']}"), 404, "not-found")
    log = [entry["action"] for entry in town.administrator.everything("/api/v1/audit") if made["id"] in entry.get("object", "")]
    assert log == ["team.contact-removed", "team.contact-tested", "team.contact-added"]


def test_a_chat_that_is_gone_is_disabled_and_an_administrator_told(town, team):
    made = add(town, team, "slack", town.chat)
    grace = staff(town, "administrator", f"grace@{team}.example").signed_in
    town.slack.script.append((404, b"no_service", {}))
    town.administrator.ask(202, "POST", f"{TEAMS}/{team}/contacts/{made['id']}/test")
    until(lambda: "disabledAt" in contacts(town, team)[0])
    until(lambda: "team-contact-disabled" in [one["kind"] for one in grace.ask(200, "GET", "/api/v1/notices")["items"]])
    [notice] = [one for one in grace.ask(200, "GET", "/api/v1/notices")["items"] if one["kind"] == "team-contact-disabled"]
    assert team in notice["body"] and "Slack" in notice["body"]
    assert "disabledAt" not in add(town, team, "slack", town.chat, 200), "setting it again uses it again"


def test_a_step_none_of_whose_messages_arrive_is_not_waited_out(town, team):
    add(town, team, "slack", town.chat)
    escalating(town, team)
    eve = member(town, "eve@chats.example")
    town.slack.script.append((403, b"action_prohibited", {}))
    alert = result(town, eve, 820)["alertId"]
    shown = lambda: town.clinician.ask(200, "GET", f"/api/v1/alerts/{alert}/escalation")  # noqa: E731
    # The next step is an hour away by its policy.
    until(lambda: shown()["steps"][1]["state"] == "fired")
    events = [event for event in town.administrator.ask(200, "GET", f"/api/v1/alerts/{alert}/events")["items"] if event["event"] == "step-skipped"]
    assert [event["reason"] for event in events] == ["step 1, no message arrived"]
    log = [entry for entry in town.administrator.everything("/api/v1/audit") if entry["action"] == "alert.escalation-hastened" and entry.get("object") == alert]
    assert len(log) == 1


@pytest.mark.parametrize(
    "kind, address, pointer",
    [
        ("slack", "ftp://hooks.slack.com/x", "/address"), ("slack", "https://user:pw@hooks.slack.com/x", "/address"), ("pagerduty", "short", "/address"),
        ("pagerduty", "R0123456789ABCDEFR0123456789ABC\n", "/address"), ("apns", "0" * 64, "/kind"), ("fax", "1", "/kind"), ("teams", "https://a.example/", "/kind"),
        ("sms", "+254700000000", "/kind"),
    ],
)  # fmt: skip
def test_what_can_not_be_reached_is_refused(town, team, kind, address, pointer):
    response = town.administrator.post(f"{TEAMS}/{team}/contacts", json={"kind": kind, "address": address})
    problem(response, 422, "invalid")
    assert [error["pointer"] for error in response.json()["errors"]] == [pointer] and contacts(town, team) == []


def test_private_addresses_are_refused_unless_the_operator_allows_them(template, tmp_path):
    channels = Channels(tmp_path)
    channels.write(slack={}, teams={})
    with mailing_town(template, tmp_path / "data", FAIRKIT_CHANNELS=channels.file) as town:
        town.administrator.ask(201, "POST", TEAMS, json={"name": "a", "timeZone": "UTC"})
        for address in ("http://hooks.slack.com/x", "https://localhost/x", "https://10.0.0.1/x", "https://127.1/x", "https://printer.local/x"):
            problem(town.administrator.post(f"{TEAMS}/a/contacts", json={"kind": "slack", "address": address}), 422, "invalid")
        for number in range(10):
            add(town, "a", "slack", f"https://hooks.slack.example/{number}")
        problem(town.administrator.post(f"{TEAMS}/a/contacts", json={"kind": "slack", "address": "https://hooks.slack.example/10"}), 409, "contacts-full")
