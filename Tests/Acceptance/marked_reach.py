"""A chapter of the whole story: how people are reached, and channels that fail with words about them."""

import re
import secrets

from accounts import AUTH, Visitor
from fairkit import SOON, problem, until
from mail_server import SENDER, Post, plain
from mail_server import Server as MailServer
from marked_town import LEVELS
from providers import Channels, Twilio

ALERTS, CONTACTS, DEVICES, TEAMS = "/api/v1/alerts", f"{AUTH}/me/contacts", "/api/v1/mobile/devices", "/api/v1/teams"


def reached(town):
    """Devices, proven numbers, calendars, rosters, read-backs, and a provider that repeats what it got in its errors."""
    number, post = town.marks.fact("a contact point's number", "+254711900888"), Post()
    mail = MailServer(post)
    mail.start()
    assert town.server.stop() == 0
    with Twilio() as twilio:
        channels = Channels(town.inputs)
        channels.twilio(twilio)
        town.start(FAIRKIT_CHANNELS=channels.file, FAIRKIT_PUBLIC_URL="https://kit.example.org", FAIRKIT_MAIL_SERVER=plain(mail), FAIRKIT_MAIL_FROM=SENDER)
        for person in (town.ada, town.doctor, town.root):
            person.signed_in = Visitor(town, person.tokens)
        contact_points(town, number, twilio, post)
        calendar(town)
        roster(town)
        loop(town, number, twilio)
        mistakes(town, number)
    mail.stop()


def contact_points(town, number, twilio, post):
    """A phone, a number and an address, each with what proves it."""
    text, marks, ada = town.marks.text, town.marks, town.ada.signed_in
    token = secrets.token_hex(32)
    marks.fact("a device's token", token)
    ada.ask(201, "POST", DEVICES, json={"deviceToken": f"apns:{token}", "platform": "ios", "label": text("device-label")})
    contact = ada.ask(201, "POST", CONTACTS, json={"kind": "sms", "address": number})
    code = re.search(r"\b\d{6}\b", until(lambda: next((one.form["Body"] for one in twilio.requests if one.form["To"] == number), None)))[0]
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    marks.code(code, wrong)
    problem(ada.post(f"{CONTACTS}/{contact['id']}/verify", json={"code": wrong}), 422, "contact-code-wrong")
    ada.post(f"{CONTACTS}/{contact['id']}/verify", json={"code": code}).raise_for_status()
    address = f"{text('second-address')}@example.org"
    ada.ask(201, "POST", CONTACTS, json={"kind": "email", "address": address})
    message = until(lambda: next((one for one in post.parsed() if one["To"] == address), None))
    marks.code(re.search(r"\b\d{6}\b", message.get_content())[0])
    ada.ask(200, "PUT", f"{AUTH}/me/preferences", json={"quietHours": {"from": "22:00", "to": "07:00"}, "timeZone": "Pacific/Kiritimati"})
    for path in (DEVICES, CONTACTS, f"{AUTH}/me/preferences"):
        ada.ask(200, "GET", path)


def calendar(town):
    """A private address, and a wrong one."""
    url = town.ada.signed_in.ask(201, "POST", f"{AUTH}/me/calendar")["url"]
    secret = url.split("/")[-1].split("?")[0].removesuffix(".ics")
    town.marks.secret("a calendar's address", secret)
    stranger = town.server.client()
    stranger.get(url.removeprefix("https://kit.example.org")).raise_for_status()
    assert stranger.get(url.removeprefix("https://kit.example.org").replace(secret, town.marks.text("no-calendar"))).status_code == 404


def roster(town):
    text, account = town.marks.text, town.doctor.tokens["accountId"]
    town.administrator.ask(201, "POST", TEAMS, json={"name": "nights", "description": text("team-description"), "timeZone": "UTC"})
    town.administrator.ask(200, "POST", f"{TEAMS}/nights/members", json={"accountId": account})
    town.administrator.ask(201, "POST", f"{TEAMS}/nights/overrides", json={"accountId": account, "until": SOON, "note": text("override-note")})
    town.administrator.ask(200, "GET", f"{TEAMS}/nights/on-call")
    town.administrator.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": account, "profileId": town.ada.account["profileId"]})


def loop(town, number, twilio):
    """A critical level that a provider can't send, is read back wrong and right, and is resolved."""
    text, doctor, person = town.marks.text, town.doctor.signed_in, town.ada.account["profileId"]
    [code] = town.codes(1)
    town.administrator.register(code, profile=person)
    said = f"{number} does not exist, says {text('provider')}"
    twilio.script += [Twilio.error(503, 20503, said), (500, said.encode(), {"Retry-After": text("retry-after")}), Twilio.error(400, 21211, said)]
    count = len(twilio.requests)
    alert = town.laboratory.result(code, LEVELS["critical"], reference=text("reference"))["alertId"]
    until(lambda: len(twilio.requests) >= count + 3)
    until(lambda: any(one["kind"] == "contact-disabled" for one in town.ada.signed_in.everything("/api/v1/notices")))
    body = {"value": LEVELS["usual"], "unit": "mg/dL", "identifiers": {"familyName": text("wrong-family"), "kitCode": code}, "reached": "patient-by-phone"}
    problem(doctor.post(f"{ALERTS}/{alert}/acknowledge", json={**body, "note": text("refused-note")}), 422, "read-back-mismatch")
    right = {**body, "value": LEVELS["critical"], "identifiers": {"birthDate": "1911-03-19", "kitCode": code}, "note": text("acknowledge-note")}
    doctor.ask(200, "POST", f"{ALERTS}/{alert}/acknowledge", json=right)
    doctor.ask(200, "POST", f"{ALERTS}/{alert}/resolve", json={"outcome": "patient-reached", "note": text("resolve-note")})
    for path in (f"{ALERTS}/{alert}", f"{ALERTS}/{alert}/escalation", f"{ALERTS}/{alert}/events"):
        doctor.ask(200, "GET", path)


def mistakes(town, number):
    """Requests whose errors could repeat what they hold, and receipts that no provider signed."""
    text, ada = town.marks.text, town.ada.signed_in
    for path, body in (
        (DEVICES, {"deviceToken": f"apns:{text('no-token')}", "platform": "ios"}),
        (CONTACTS, {"kind": "sms", "address": text("no-number")}),
        (CONTACTS, {"kind": "email", "address": text("no-address")}),
        (f"{TEAMS}/nights/members", {"email": f"{text('no-member')}@example.org"}),
    ):
        client = town.administrator if path.startswith(TEAMS) else ada
        problem(client.post(path, json=body), 422, "invalid")
    problem(ada.put(f"{AUTH}/me/preferences", json={"timeZone": text("no-zone")}), 422, "invalid")
    for provider in ("twilio", "gateway/sms"):
        assert town.server.client().post(f"/api/v1/receipts/{provider}", data={"To": number, "MessageSid": text("receipt")}).status_code >= 400
