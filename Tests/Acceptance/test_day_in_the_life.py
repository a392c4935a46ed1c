"""A critical level at night, told as the people meet it. The story prints itself, and `docs/alerts.md` shows what it prints."""

import contextlib
import datetime
import re
import types
import zoneinfo

import pytest

import accounts
import databases
import pushes
from accounts import CONTACTS, DEVICES, PREFERENCES, PUBLIC, VERIFY, Visitor, invited, patient, staff
from certificates import Authority
from examples import ALERTS, CARE, TEAMS
from fairkit import REPOSITORY, Store, command, problem, until
from fast_clock import FastClock
from kits import kit_code
from mail_server import Post, Server, plain
from providers import Channels, Twilio
from pushes import Apple, pem

EVENING = datetime.datetime(2026, 3, 10, 20, 0, tzinfo=zoneinfo.ZoneInfo("Africa/Nairobi"))
NJERI = {"name": {"given": "Njeri", "family": "Mwangi"}, "birthDate": "1979-12-24", "timeZone": "Africa/Nairobi", "consents": {"clinicians": True}}
DOCTORS = {"Dr Otieno, in care": "otieno", "Dr Achieng, backup": "achieng"}
LIMITS = {f"FAIRKIT_RATE_{name}": "off" for name in ("SIGN_IN", "ACCOUNT", "ADDRESS")}


@pytest.fixture
def night(tmp_path, monkeypatch):
    """The people, their phones and addresses, and the providers that reach them."""
    clock, channels, post = FastClock(EVENING), Channels(tmp_path), Post()
    with monkeypatch.context() as before:
        # Certificates that are valid this evening.
        for name, text in clock.environment.items():
            before.setenv(name, f"{text}")
        authority = Authority(tmp_path)
        certificate = authority.sign("server")
    with Apple(certificate) as apple, Twilio() as twilio:
        night = Night(clock, Store(tmp_path / "data"), apple, twilio, post)
        for module in (pushes, accounts):
            monkeypatch.setattr(module, "time", night.clock.module)
        channels.secret("AuthKey.p8", pem(apple.key))
        channels.write(
            apns={"keyFile": "AuthKey.p8", "keyID": apple.key_id, "teamID": apple.team, "topic": apple.topic, "baseURL": apple.url},
            sms={"provider": "twilio", "accountSID": "AC0123456789abcdef0123456789abcdef", "authTokenFile": "token", "from": "+15550001111", "baseURL": twilio.url()})  # fmt: skip
        night.settings = {**LIMITS, **night.clock.environment, "FAIRKIT_PUBLIC_URL": PUBLIC, "FAIRKIT_CHANNELS": channels.file,
            "FAIRKIT_ALLOW_PRIVATE_WEBHOOKS": "true", "FAIRKIT_WEBHOOK_CA": authority.certificate}  # fmt: skip
        databases.apart(night.store.path, night.clock.environment)
        mail = Server(post)
        mail.start()
        night.prepare(FAIRKIT_MAIL_SERVER=plain(mail), FAIRKIT_MAIL_FROM="kit@example.org")
        yield night
        monkeypatch.undo()
        assert night.server.stop() == 0
        mail.stop()
        databases.drop(night.store.path)


class Night:
    def __init__(self, clock, store, apple, twilio, post):
        self.clock, self.store, self.apple, self.twilio, self.post = clock, store, apple, twilio, post
        self.log, self.people, self.seen, self.arrived = [], {}, [0, 0, 0], 0

    def prepare(self, **mail):
        key = re.search(r"fk_\S+", command("init", "--data", self.store.path, **self.clock.environment).stdout)[0]
        self.server = self.store.serve(**self.settings)
        self.administrator = self.server.client(key)
        njeri = patient(self, "njeri@example.net", None, NJERI)
        self.add("Njeri Mwangi, patient", njeri, "+254700000001")
        njeri.signed_in.ask(201, "POST", DEVICES, json={"deviceToken": "apns:" + "ab" * 32, "platform": "ios"})
        njeri.signed_in.ask(200, "PUT", PREFERENCES, json={"quietHours": {"from": "22:00", "to": "07:00"}})
        for place, (name, email) in enumerate(DOCTORS.items()):
            self.add(name, staff(self, "clinician", f"{email}@hospital.example"), f"+25470000001{place}")
        self.profile = njeri.account["profileId"]
        otieno, achieng = (self.people[name].account["accountId"] for name in DOCTORS)
        # The story never comes to him.
        _, _, kamau = invited(self, "clinician", "kamau@hospital.example")
        self.people["Dr Kamau, on call"] = types.SimpleNamespace(email="kamau@hospital.example", phone=None)
        self.administrator.ask(201, "POST", CARE, json={"accountId": otieno, "profileId": self.profile})
        for team, member in (("backup", achieng), ("on-call", kamau["accountId"])):
            self.administrator.ask(201, "POST", TEAMS, json={"name": team, "timeZone": "Africa/Nairobi"})
            self.administrator.ask(200, "POST", f"{TEAMS}/{team}/members", json={"accountId": member})
        laboratory = self.store.key("laboratory", "analyser", "--laboratory", "Nairobi Central")["key"]
        assert self.server.stop() == 0
        self.server = self.store.serve(**self.settings, **mail)
        self.administrator, self.laboratory_key = self.server.client(key), laboratory
        self.code = kit_code()
        self.kit = self.administrator.register(self.code, profile=self.profile)["id"]
        # What is told before the story begins.
        until(lambda: not self.waiting())
        before = []
        until(lambda: before.extend(self.arrivals()) or {"push", "mail"} <= {channel for _, channel, text in before if "registered" in text or "news" in text})
        self.arrived = 2

    def add(self, name, person, phone):
        contact = person.signed_in.ask(201, "POST", CONTACTS, json={"kind": "sms", "address": phone})
        code = re.search(r"\b\d{6}\b", until(lambda: next((one.form["Body"] for one in self.twilio.requests if one.form["To"] == phone), None)))[0]
        assert person.signed_in.post(f"{CONTACTS}/{contact['id']}/verify", json={"code": code}).status_code == 200
        self.people[name] = types.SimpleNamespace(**vars(person), phone=phone)

    @property
    def laboratory(self):
        """On a connection of its own: the server closes those that were idle while time passed."""
        return self.server.client(self.laboratory_key)

    def waiting(self):
        """Whether account mails still wait."""
        return '"waiting"' in command("outbox", "list", "--data", self.store.path, "--json").stdout

    def who(self, address):
        return next((name for name, person in self.people.items() if address in (person.email, person.phone)), None)

    def arrivals(self):
        """(person, channel, text) of each message that came since this was last called."""
        # A connection that was idle while hours passed may break, and the same push comes again: it has the same id.
        pushed = list({headers["apns-id"]: (headers, push) for headers, push in self.apple.pushes}.values())
        texted, mailed = list(self.twilio.requests), self.post.parsed()
        found = [("Njeri Mwangi, patient", "push", "{title} – {body}".format(**push["aps"]["alert"])) for _, push in pushed[self.seen[0] :]]
        found += [(self.who(request.form["To"]), "SMS", re.sub(r" *https://\S+", "", " – ".join(request.form["Body"].split("\n")))) for request in texted[self.seen[1] :]]
        # That a doctor has signed in at night is not part of the story.
        found += [(self.who(message["To"]), "mail", message["Subject"]) for message in mailed[self.seen[2] :] if "sign-in" not in message["Subject"]]
        self.seen = [len(pushed), len(texted), len(mailed)]
        return [one for one in found if one[0]]

    def at(self, clock):
        """Time passes: a little more than the minutes between the steps of an alert."""
        self.clock.go(clock, 20)

    def write(self, what):
        self.log.append(f"{self.clock.shows}  {what}")

    def told(self, *expected):
        """Asserts that exactly these (person, channel, part of the text) arrive, and writes them down in this order."""
        came = []

        def have_come():
            came.extend(self.arrivals())
            return len(came) >= len(expected)

        with contextlib.suppress(AssertionError):
            until(have_come)
        for person, channel, part in expected:
            place = next((place for place, one in enumerate(came) if one[:2] == (person, channel) and part in one[2]), None)
            assert place is not None, f"{(person, channel, part)} is not among {came}"
            text = came.pop(place)[2]
            self.write(f"{channel:<5}to {person:<22}{text if len(text) <= 84 else text[:83] + '…'}")
        assert came == [], "no one else is told, and nothing else"
        self.arrived += len(expected)
        # While an answer is on its way, time must not pass: the server would take the attempt for one that hangs.
        until(lambda: self.accepted() >= self.arrived)

    def accepted(self):
        """How many messages to people the providers have accepted, as the server noted since it started."""
        lines = self.administrator.get("/metrics").text.splitlines()
        return sum(int(float(line.split()[-1])) for line in lines if line.startswith("fairkit_messages_total{") and 'outcome="accepted"' in line)

    def nothing(self):
        """Asserts that nothing has arrived."""
        assert self.arrivals() == []

    def signed_in(self, name):
        """A session lasts a quarter of an hour, and the story longer."""
        person = self.people[name]
        challenge = Visitor(self).login(person.email).json()["mfaToken"]
        return Visitor(self, Visitor(self).ask(200, "POST", VERIFY, json={"mfaToken": challenge, "code": person.app.code()}))

    def read_back(self, name, alert, value, status=200):
        body = {"value": value, "unit": "mg/dL", "identifiers": {"birthDate": NJERI["birthDate"], "kitCode": self.code}, "reached": "patient-by-phone"}
        answer = self.signed_in(name).post(f"{ALERTS}/{alert}/acknowledge", json=body)
        assert answer.status_code == status, answer.text
        return answer


def shown():
    """The log in the document."""
    text = (REPOSITORY / "docs/alerts.md").read_text()
    return re.search(r"\n## A night\n.*?```text\n(.*?)```", text, re.DOTALL)[1].splitlines()


def test_a_critical_level_at_night(night):
    patient, in_care, backup, _ = night.people
    night.at("22:30")
    night.laboratory.ask(200, "POST", f"/api/v1/test-kits/{night.kit}/status", json={"status": "received"})
    night.write("The laboratory reports that Njeri's sample has arrived. Her quiet hours have begun: it waits.")
    night.nothing()

    night.clock.go("02:10")
    posted = night.laboratory.result(night.code, 820, testDate="2026-03-10")
    night.write("The laboratory reports 820 mg/dL, which is critical. Quiet hours do not hold it up.")
    critical = "Your AAT level is 4x normal (820 mg/dL)"
    night.told((patient, "push", critical), (patient, "SMS", critical), (patient, "mail", "⚠️ AAT Level Alert"),
        (in_care, "SMS", "Critical AAT alert"), (in_care, "mail", "Critical AAT alert"))  # fmt: skip
    night.at("02:15")
    night.write("Dr Otieno has not answered. The next step is due.")
    night.told((in_care, "SMS", "Critical AAT alert"), (in_care, "mail", "Critical AAT alert"))
    night.at("02:20")
    night.write("Dr Otieno has not answered. The next step is due.")
    night.told((backup, "SMS", "Critical AAT alert"), (backup, "mail", "Critical AAT alert"))
    alert = posted["alertId"]

    night.clock.go("02:22")
    refused = problem(night.read_back(backup, alert, 280, 422), 422, "read-back-mismatch")
    assert [error["pointer"] for error in refused["errors"]] == ["/value"]
    night.write("Dr Achieng calls Njeri, and reads 280 mg/dL back. The server refuses it: the value differs.")
    night.nothing()
    night.clock.go("02:23")
    night.read_back(backup, alert, 820)
    night.write("Dr Achieng reads 820 mg/dL back. The alert is acknowledged, and its further steps are cancelled.")
    night.told((in_care, "SMS", "acknowledged the AAT alert"), (in_care, "mail", "AAT alert acknowledged"))
    night.at("02:45")
    night.nothing()

    night.at("07:00")
    night.write("Njeri's quiet hours end.")
    night.told((patient, "push", "There is news for you"), (patient, "mail", "Your sample has arrived"))

    night.clock.go("08:05")
    correction = {"reason": "The sample was diluted", "level": {"value": 150, "unit": "mg/dL"}}
    night.laboratory.ask(201, "POST", f"/api/v1/results/{posted['id']}/corrections", json=correction)
    night.write("The laboratory corrects the level to 150 mg/dL. Everyone who was told is told again, once.")
    night.told(*[(patient, channel, "corrected") for channel in ("push", "SMS", "mail")],
        *[(doctor, channel, "AAT result") for doctor in (in_care, backup) for channel in ("SMS", "mail")])  # fmt: skip
    night.clock.go("08:08")
    doctor = night.signed_in(in_care)
    follows = next(one for one in doctor.ask(200, "GET", ALERTS)["items"] if one.get("followsAlertId") == alert)
    night.read_back(in_care, follows["id"], 150)
    night.write("Dr Otieno reads 150 mg/dL back. The alert of the correction is acknowledged.")
    night.told((backup, "SMS", "acknowledged the AAT alert"), (backup, "mail", "AAT alert acknowledged"))
    print("\n".join(night.log))
    assert night.log == shown(), "docs/alerts.md shows another log: copy the printed one"
