"""Simultaneous steps of one kit, steps across kill -9, and no data of a step in the log."""

import signal

from examples import REGISTER
from fairkit import at_once, problem
from kit_states import WAYS, brought, steps
from kits import kit_code


def test_a_step_that_many_clients_take_is_taken_once(world):
    id = brought(world, "registered")
    answers = at_once(*[lambda: world.patient.report(id, "mailed"), lambda: world.administrator.report(id, "mailed")] * 6)
    assert {answer.status_code for answer in answers} == {200}
    assert steps(world.patient.kit(id)) == [("registered", False), ("mailed", False)]


def test_of_two_steps_that_exclude_each_other_one_is_taken(world):
    for _ in range(10):
        id = brought(world, "registered")
        answers = at_once(lambda: world.patient.report(id, "mailed"), lambda: world.administrator.report(id, "cancelled"))
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        [(who, taken)] = [(who, answer.json()) for who, answer in zip((world.patient, world.administrator), answers) if answer.status_code == 200]
        assert who.kit(id) == taken and len(taken["history"]) == 2


def test_a_registration_and_a_cancellation_do_not_both_happen(world):
    for _ in range(10):
        [item] = world.administrator.issue(kit_code())
        registered, cancelled = at_once(
            lambda: world.patient.post(REGISTER, json={"barcode": item["kitCode"]}), lambda: world.administrator.report(item["id"], "cancelled")
        )
        # A registered kit may still be cancelled; a cancelled one is not registered.
        order = [event["status"] for event in world.administrator.kit(item["id"])["history"]]
        expected = ["issued"] + ["registered"] * (registered.status_code == 201) + ["cancelled"] * (cancelled.status_code == 200)
        assert order == expected and cancelled.status_code == 200


def test_steps_survive_kill_nine(fresh):
    ids = [brought(fresh, state) for state in WAYS]
    kits = [fresh.administrator.kit(id) for id in ids]
    fresh.server.stop(signal.SIGKILL)
    fresh.start()
    assert [fresh.administrator.kit(id) for id in ids] == kits
    fresh.patient.report(ids[0], "mailed").raise_for_status()
    fresh.server.stop(signal.SIGKILL)
    connection = fresh.store.witness()
    gaps = "SELECT kit_id FROM kit_event GROUP BY kit_id HAVING max(position) <> count(*)"
    assert connection.execute(gaps).fetchall() == []
    last = "SELECT count(*) FROM kit k WHERE status <> (SELECT status FROM kit_event e WHERE e.kit_id = k.id ORDER BY position DESC LIMIT 1)"
    assert connection.execute(last).fetchall() == [(0,)], "a kit's state is the last of its history"
    connection.close()


def test_reasons_and_codes_do_not_reach_the_log(fresh):
    code = kit_code()
    id = fresh.patient.register(code)["id"]
    fresh.laboratory.report(id, "received").raise_for_status()
    fresh.laboratory.report(id, "rejected", reason="Markerreason of a rejection").raise_for_status()
    fresh.clinician.ask(200, "POST", "/api/v1/test-kits/search", json={"kitCode": code})
    problem(fresh.clinician.get(f"/api/v1/test-kits/{code}"), 404, "not-found")
    assert fresh.server.stop() == 0
    assert not [text for text in ("Markerreason", code, code[7:17]) if text in fresh.server.log]
