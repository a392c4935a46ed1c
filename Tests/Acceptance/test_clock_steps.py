"""The clock of the machine is set under a running server, by libfaketime: only in scripts/test --long, which brings it."""

import os
import random
import time

from fairkit import REPOSITORY, command
from kits import kit_code

STEPS = int(os.environ.get("FAIRKIT_CLOCK_STEPS", "0"))
LIBRARY = REPOSITORY / ".build/faketime/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
LEASE = 5
WAYS = ["followed", "stopped", "killed before it is noticed"]


def ready(world):
    return world.server.client().ask(200, "GET", "/health/ready")


def claimed(world, seconds):
    """The alerts that are handed out within a time, each of them left alone."""
    found, deadline = set(), time.monotonic() + seconds
    while time.monotonic() < deadline:
        found |= {item["alertId"] for item in world.consumer.claim(limit=10, leaseSeconds=LEASE)}
        time.sleep(0.1)
    return found


def steps(fresh, tmp_path):
    """Sets the clock by seconds to years in both directions; every open alert is handed out again within its lease and a second."""
    assert LIBRARY.exists(), "scripts/setup --long brings libfaketime"
    dice, offset = random.Random(7), tmp_path / "offset"
    environment = {"LD_PRELOAD": LIBRARY, "FAKETIME_TIMESTAMP_FILE": offset, "FAKETIME_NO_CACHE": 1, "DONT_FAKE_MONOTONIC": 1}
    assert fresh.server.stop() == 0
    # Far ahead, so that no step leads to before the keys were made.
    now = 150 * 86_400
    offset.write_text(f"+{now}")
    # libfaketime adds to the environment of the first program that it is loaded into; then Swift would not find its arguments.
    fresh.store.launcher = ["/usr/bin/env"]
    fresh.start(**environment)
    alerts = {fresh.laboratory.result(kit_code(), 820, status=202)["alertId"] for _ in range(3)}
    for turn in range(STEPS):
        assert claimed(fresh, LEASE + 2) >= alerts, f"turn {turn}"
        step = dice.choice([-1, 1]) * dice.choice([30, 600, 3600, 7200, 86_400 * 30])
        way = WAYS[turn % len(WAYS)]
        if way == "stopped":
            assert fresh.server.stop() == 0
        # Never before the keys were made, and not after their end.
        now = now + step if abs(now + step - 150 * 86_400) < 100 * 86_400 else now - step
        offset.write_text(f"+{now}")
        if way == "killed before it is noticed":
            fresh.server.process.kill()
            fresh.server.process.wait()
        if way != "followed":
            fresh.start(**environment)
        assert claimed(fresh, LEASE + 2) >= alerts, f"turn {turn}: set by {step} s, {way}, and an alert is hidden"
        if way == "followed":
            shown = ready(fresh)
            assert shown["warnings"] == ["clock-set"] and abs(abs(shown["clockSetBySeconds"]) - abs(step)) <= 2, shown
    fresh.server.stop()
    assert "sound" in command("db", "check", "--data", fresh.store.path).stdout


if STEPS:
    test_a_clock_that_is_set_hides_no_alert = steps
