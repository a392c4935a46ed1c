"""Steps of many alerts that fell due while no server ran: all are carried out, in order, each once. `Benchmarks` measures how fast."""

import time

from alerts import events
from examples import POLICY
from fairkit import until
from kits import kit_code

COUNT, DELAY = 150, 3


def escalated(world):
    return [event["alertId"] for event in events(world.consumer) if event["event"] == "escalated"]


def test_overdue_steps_are_carried_out_in_order_and_once(fresh):
    """More than one transaction holds."""
    steps = [{"afterSeconds": DELAY, "tell": ["operator"]}, {"afterSeconds": 600, "tell": ["care", "operator"], "repeatSeconds": 3600}]
    fresh.administrator.ask(200, "PUT", POLICY, json={"steps": steps})
    alerts = [fresh.laboratory.result(kit_code(), 820, status=202)["alertId"] for _ in range(COUNT)]
    fresh.server.process.kill()
    fresh.server.process.wait()
    time.sleep(DELAY)
    fresh.start()
    until(lambda: len(escalated(fresh)) >= COUNT)
    assert escalated(fresh) == alerts
    shown = fresh.clinician.ask(200, "GET", f"/api/v1/alerts/{alerts[-1]}/escalation")
    assert [step["state"] for step in shown["steps"]] == ["fired", "waiting"] and len(shown["notices"]) == 1
