"""The machine's clock changes while the server runs."""

import random
import time

import pytest

import databases
from accounts import PASSWORD, PUBLIC, patient
from clocks import SetClock
from examples import POLICY
from fairkit import command
from kits import kit_code
from trials import rows, tries

STEPS = tries("FAIRKIT_CLOCK_STEPS", 1)
LEASE = 5
WAYS = ["followed", "stopped", "killed before it is noticed"]


def ready(world):
    return world.server.client().ask(200, "GET", "/health/ready")


def claimed(world, alerts, seconds):
    """Whether these alerts are handed out within a time, each of them left alone."""
    found, deadline = set(), time.monotonic() + seconds
    while not found >= alerts and time.monotonic() < deadline:
        found |= {item["alertId"] for item in world.consumer.claim(limit=10, leaseSeconds=LEASE)}
        time.sleep(0.1)
    return found >= alerts


def test_a_changed_clock_hides_no_alert(fresh):
    """By seconds to months in both directions; every open alert is handed out again within its lease and a second or two."""
    # Far ahead, so that no step leads to before the keys were made.
    dice, clock = random.Random(7), SetClock(150 * 86_400)
    assert fresh.server.stop() == 0
    databases.apart(fresh.store.path, clock.environment)
    command("db", "confirm-clock", "--data", fresh.store.path, **clock.environment)
    fresh.start(**clock.environment)
    alerts = {fresh.laboratory.result(kit_code(), 820, status=202)["alertId"] for _ in range(3)}
    for turn in range(STEPS):
        assert claimed(fresh, alerts, LEASE + 2), f"turn {turn}"
        step = dice.choice([-1, 1]) * dice.choice([30, 600, 3600, 7200, 86_400 * 30])
        way = WAYS[turn % len(WAYS)]
        if way == "stopped":
            assert fresh.server.stop() == 0
        # Never before the keys were made, and not after their end.
        clock.set(clock.offset + step if abs(clock.offset + step - 150 * 86_400) < 100 * 86_400 else clock.offset - step)
        if way == "killed before it is noticed":
            fresh.server.process.kill()
            fresh.server.process.wait()
        if way != "followed":
            fresh.start(**clock.environment)
        assert claimed(fresh, alerts, LEASE + 2), f"turn {turn}: set by {step} s, {way}, and an alert is hidden"
        if way == "followed":
            deadline = time.monotonic() + 10
            while abs(abs((shown := ready(fresh)).get("clockSetBySeconds", 0)) - abs(step)) > 2:
                assert time.monotonic() < deadline, shown
                time.sleep(0.1)
            assert shown["warnings"] == ["clock-set"]
    fresh.server.stop()
    assert "sound" in command("db", "check", "--data", fresh.store.path).stdout


def test_a_killed_server_goes_on_with_its_work_though_the_clock_is_set_back_meanwhile(fresh):
    """At a database, it was taken for an earlier process of its own, and did no work of tenants until the clock showed the time of its last start."""
    clock = SetClock(150 * 86_400)
    assert fresh.server.stop() == 0
    databases.apart(fresh.store.path, clock.environment)
    command("db", "confirm-clock", "--data", fresh.store.path, **clock.environment)
    fresh.start(**clock.environment)
    fresh.server.process.kill()
    fresh.server.process.wait()
    clock.set(clock.offset - 3600)
    fresh.start(**clock.environment)
    # That the clock is set is noticed by what works for a tenant, once it has begun.
    deadline = time.monotonic() + 30
    while "warnings" not in ready(fresh):
        assert time.monotonic() < deadline, fresh.server.log
        clock.set(clock.offset + 10)
        time.sleep(2)


@pytest.mark.parametrize("step", rows(7200, -7200))
def test_a_restart_on_a_clock_that_was_set_leaves_the_time_between_steps(fresh, step):
    """If it was set back, the next step waited for two hours; if it was set forward, all were carried out at once."""
    clock = SetClock(14_400)
    assert fresh.server.stop() == 0
    databases.apart(fresh.store.path, clock.environment)
    fresh.start(**clock.environment)
    later = 25
    steps = [{"afterSeconds": after, "tell": ["operator"]} for after in (0, later, 2 * later)] + [{"afterSeconds": 600, "tell": ["care", "operator"], "repeatSeconds": 3600}]
    fresh.administrator.ask(200, "PUT", POLICY, json={"steps": steps})
    alert = fresh.laboratory.result(kit_code(), 820, status=202)["alertId"]

    def states():
        return [each["state"] for each in fresh.clinician.ask(200, "GET", f"/api/v1/alerts/{alert}/escalation")["steps"]][:3]

    deadline = time.monotonic() + 10
    while states() != ["fired", "waiting", "waiting"]:
        assert time.monotonic() < deadline, states()
        time.sleep(0.1)
    fresh.server.process.kill()
    fresh.server.process.wait()
    clock.set(clock.offset + step)
    fresh.start(**clock.environment)
    deadline = time.monotonic() + later + 10
    while states()[1] == "waiting":
        assert time.monotonic() < deadline, states()
        time.sleep(0.1)
    time.sleep(2)
    assert states() == ["fired", "fired", "waiting"]


def test_a_clock_that_is_ahead_erases_no_one_before_three_days_have_passed(fresh):
    """They can cancel it until then. An operator who knows that the clock is right says so."""
    clock = SetClock()
    environment = {"FAIRKIT_PUBLIC_URL": PUBLIC, "FAIRKIT_RATE_SIGN_IN": "off", **clock.environment}
    assert fresh.server.stop() == 0
    databases.apart(fresh.store.path, clock.environment)
    fresh.start(**environment)
    ada = patient(fresh, "ada@clock.example")
    path = f"/api/v1/profiles/{ada.account['profileId']}"
    ada.signed_in.ask(202, "POST", f"{path}/erase", json={"confirm": ada.account["profileId"], "password": PASSWORD})
    assert fresh.server.stop() == 0
    clock.set(267_840)
    fresh.start(**environment)
    # It is looked for at the start.
    time.sleep(3)
    assert fresh.administrator.get(path).status_code == 200 and ready(fresh)["warnings"] == ["clock-set"]
    assert fresh.server.stop() == 0
    command("db", "confirm-clock", "--data", fresh.store.path, **clock.environment)
    fresh.start(**environment)
    deadline = time.monotonic() + 20
    while fresh.administrator.get(path).status_code != 404:
        assert time.monotonic() < deadline, fresh.server.log
        time.sleep(0.1)
    assert "warnings" not in ready(fresh)
