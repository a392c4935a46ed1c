"""The life of a kit from the parcel to the result, and its history."""

import pytest
from examples import NO_ID, REGISTER, TIME
from fairkit import problem
from kit_states import brought, reasoned, steps
from kits import kit_code


def test_the_usual_way_is_kept_with_who_and_when(world):
    code = kit_code()
    [item] = world.administrator.issue(code, status="shipped")
    kit = world.patient.register(code)
    assert kit["id"] == item["id"], "a kit that was issued stays the same kit"
    assert world.patient.report(kit["id"], "mailed").json()["status"] == "mailed"
    assert world.laboratory.report(kit["id"], "received").json()["status"] == "received"
    assert world.laboratory.report(kit["id"], "processing").json()["nextStatuses"] == ["rejected"]
    assert world.laboratory.result(code)["kitId"] == kit["id"]
    seen = world.patient.kit(kit["id"])
    history = seen["history"]
    assert steps(seen)[-5:] == [(step, False) for step in ("registered", "mailed", "received", "processing", "resulted")]
    assert "shipped" in [event["status"] for event in history[:-5]] and (seen["status"], seen["nextStatuses"]) == ("resulted", [])
    assert all(TIME.fullmatch(event["at"]) for event in history) and [event["at"] for event in history] == sorted(event["at"] for event in history)
    assert not any("actor" in event for event in history), "whose key it was is nothing to a patient"
    actors = {event["status"]: event["actor"] for event in world.administrator.kit(kit["id"])["history"]}
    assert actors["registered"] == actors["mailed"] and actors["received"] == actors["processing"] == actors["resulted"]
    assert len({actors["shipped"], actors["registered"], actors["received"]}) == 3 and NO_ID not in actors.values()


@pytest.mark.parametrize("state", ["issued", "shipped"])
def test_a_sample_whose_kit_nobody_registered_is_received_and_stays_nobodys(world, state):
    """To imply the registration would give a sample to no patient."""
    expected = {"received": ["received"], "processing": ["received", "processing"], "rejected": ["received", "rejected"]}
    for status, reported in expected.items():
        kit = world.laboratory.report(brought(world, state), status, **reasoned(status)).json()
        assert kit["status"] == status and [event["status"] for event in kit["history"]][-len(reported) - 1 :] == [state, *reported]
        assert "registered" not in [event["status"] for event in kit["history"]] and "profileId" not in world.administrator.kit(kit["id"])
    id = brought(world, state)
    assert problem(world.administrator.report(id, "mailed"), 409, "illegal-step")["state"] == state


def test_a_rejection_says_why(world):
    id = brought(world, "received")
    for reason in ({}, {"reason": ""}, {"reason": "  "}, {"reason": "x" * 501}, {"reason": None}, {"reason": 7}):
        body = problem(world.laboratory.report(id, "rejected", **reason), 422, "invalid")
        assert [error["pointer"] for error in body["errors"]] == ["/reason"]
    reason = "Röhrchen zerbrochen " + "x" * 480
    kit = world.laboratory.report(id, "rejected", reason=reason).json()
    assert kit["history"][-1]["reason"] == reason and world.administrator.kit(id)["nextStatuses"] == ["replaced"]
    assert world.patient.kit(id)["history"][-1]["reason"] == reason
    assert "reason" not in kit["history"][0]


@pytest.mark.parametrize("status", ["registered", "resulted", "lost", "", None, 7])
@pytest.mark.parametrize("role", ["administrator", "laboratory"])
def test_a_status_that_is_never_reported_is_invalid(world, role, status):
    body = problem(getattr(world, role).report(brought(world, "processing"), status), 422, "invalid")
    assert [error["pointer"] for error in body["errors"]] == ["/status"]
    problem(getattr(world, role).post(f"/api/v1/test-kits/{brought(world, 'mailed')}/status", json={}), 422, "invalid")


def test_another_patients_kit_and_no_kit_at_all_are_not_found(world):
    theirs, nobodys = brought(world, "registered"), brought(world, "shipped")
    for id in (theirs, nobodys, NO_ID, "17", kit_code()):
        problem(world.other_patient.report(id, "mailed"), 404, "not-found")
    problem(world.laboratory.report(NO_ID, "received"), 404, "not-found")
    assert world.patient.kit(theirs)["status"] == "registered"


@pytest.mark.parametrize("state", ["rejected", "expired", "cancelled", "replaced"])
def test_a_kit_at_its_end_takes_no_second_registration(world, state):
    id = brought(world, state)
    code = world.patient.kit(id)["kitCode"]
    assert world.patient.post(REGISTER, json={"barcode": code}).status_code == 409
    assert world.patient.kit(id)["status"] == state
    closed = world.administrator.issue(kit_code())[0]
    if state in ("expired", "cancelled"):
        assert world.administrator.report(closed["id"], state).status_code == 200
        problem(world.patient.post(REGISTER, json={"barcode": closed["kitCode"]}), 409, "kit-closed")
