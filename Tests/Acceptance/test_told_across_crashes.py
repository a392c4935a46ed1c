"""kill -9 while steps are carried out, alerts acknowledged and messages sent: no step is missed, and no person is told twice for one.

A provider without idempotency can get one message twice: if the server dies after the provider took it, and before that was stored. Such a
repetition has the same id where the channel has ids, and there is at most one for each message that was under way at a kill.
"""

import collections
import random
import time

import httpx
import pytest

from accounts import PUBLIC, Visitor, patient, staff
from alerts import events
from conftest import World
from examples import ALERTS, BIRTH, DETAILS, POLICY
from fairkit import later
from kits import kit_code
from mail_server import Post, Server, plain
from trials import tries

ROUNDS = tries("FAIRKIT_TOLD_ROUNDS", 1)
LIMITS = {f"FAIRKIT_RATE_{name}": "off" for name in ("KEY", "ACCOUNT", "ADDRESS", "SIGN_IN", "ALERT_LISTS")}
# Alerts of a round; seconds from each to its second step, and to its third, which repeats.
COUNT, SECOND, THIRD = 8, 1, 2
# Sends of a tenant that can be under way: critical ones by mail.
UNDER_WAY = 24


@pytest.fixture
def ward(template, tmp_path):
    """A patient and two doctors; the second is on call. Mail arrives at `post`."""
    post = Post()
    mails = Server(post)
    mails.start()
    world = World(template, tmp_path / "data", FAIRKIT_PUBLIC_URL=PUBLIC, **LIMITS)
    world.doctors = [staff(world, "clinician", f"doctor{number}@crash.example") for number in range(2)]
    world.patient = patient(world, "patient@crash.example", None, DETAILS)
    world.profile = world.patient.account["profileId"]
    first, second = (doctor.account["accountId"] for doctor in world.doctors)
    world.administrator.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": first, "profileId": world.profile})
    world.administrator.ask(201, "POST", "/api/v1/teams", json={"name": "nights", "timeZone": "UTC"})
    world.administrator.ask(200, "POST", "/api/v1/teams/nights/members", json={"accountId": second})
    steps = [{"afterSeconds": 0, "tell": ["patient", "care"]}, {"afterSeconds": SECOND, "tell": ["team:nights"]}, {"afterSeconds": THIRD, "tell": ["care"], "repeatSeconds": 3600}]
    world.administrator.ask(200, "PUT", POLICY, json={"steps": steps})
    assert world.server.stop() == 0
    world.post, world.settings = post, {**LIMITS, "FAIRKIT_PUBLIC_URL": PUBLIC, "FAIRKIT_MAIL_SERVER": plain(mails), "FAIRKIT_MAIL_FROM": "kit@example.org"}
    world.start(**world.settings)
    yield world
    world.server.process.kill()
    world.server.process.wait()
    mails.stop()


def burst(world, dice, doctor, raised, acknowledged):
    """Raises alerts and acknowledges some, until the server is gone."""
    for _ in range(COUNT):
        code = kit_code()
        time.sleep(dice.uniform(0, 0.1))
        try:
            world.administrator.register(code, profile=world.profile)
            alert = world.laboratory.result(code, 820)["alertId"]
            raised[alert] = code
            if dice.random() < 0.3:
                body = {"value": 820, "unit": "mg/dL", "identifiers": {"birthDate": BIRTH, "kitCode": code}, "reached": "patient-by-phone"}
                if doctor.post(f"{ALERTS}/{alert}/acknowledge", json=body).status_code == 200:
                    acknowledged.add(alert)
        except (httpx.TransportError, ValueError):  # the server was killed meanwhile
            return


def test_kills_lose_no_step_and_tell_no_one_twice(ward):
    dice, raised, acknowledged = random.Random(9), {}, set()
    for _ in range(ROUNDS):
        # Sessions outlive the server, and access tokens last a quarter of an hour.
        ward.doctors[1].tokens = Visitor(ward).refresh(ward.doctors[1].tokens["refreshToken"])
        doctor = Visitor(ward, ward.doctors[1].tokens)
        work = later(lambda doctor=doctor: burst(ward, dice, doctor, raised, acknowledged))
        time.sleep(dice.uniform(0.05, SECOND + 0.5))
        ward.server.process.kill()
        ward.server.process.wait()
        work.result(30)
        ward.start(**ward.settings)
    check(ward, raised, acknowledged)


def check(ward, raised, acknowledged):
    """Every step of every alert was carried out once, and each person told once for it."""
    clinician, deadline = ward.clinician, time.monotonic() + 30 + ROUNDS
    states, alerts = collections.Counter(), {event["alertId"] for event in events(ward.consumer) if event["event"] == "raised"}
    assert len(alerts) > ROUNDS and alerts >= raised.keys(), "no alert of an answered result is lost"
    for alert in alerts:
        shown = ended(clinician, alert, deadline)
        told = collections.Counter((notice["kind"], str(notice["receiver"]), notice["step"]) for notice in shown["notices"])
        assert max(told.values(), default=1) == 1, f"a person is told twice for one step: {told}"
        steps = [step["state"] for step in shown["steps"]]
        if shown["state"] == "open":
            assert alert not in acknowledged and steps == ["fired", "fired", "fired", "waiting"], steps
        else:
            assert "waiting" not in steps, steps
        states.update(send["state"] for notice in shown["notices"] for send in notice["sends"])
    assert states.keys() <= {"sent", "cancelled"}, states
    mails = collections.Counter(mail["Message-ID"] for mail in ward.post.parsed() if "AAT" in mail["Subject"])
    repeated = sum(mails.values()) - len(mails)
    print(f"{ROUNDS} kills, {len(alerts)} alerts, {len(acknowledged)} acknowledged, messages {dict(states)}; {repeated} were repeated with the same id")
    assert len(mails) >= states["sent"], "no message is lost"
    assert repeated <= UNDER_WAY * ROUNDS


def ended(clinician, alert, deadline):
    """What an alert told, once its first three steps and their messages have ended."""
    while True:
        shown = clinician.ask(200, "GET", f"{ALERTS}/{alert}/escalation")
        steps = [step for step in shown["steps"] if step["state"] == "waiting" and step["number"] <= 3]
        if not steps and all(send["state"] != "waiting" for notice in shown["notices"] for send in notice["sends"]):
            return shown
        assert time.monotonic() < deadline, shown
        time.sleep(0.1)
