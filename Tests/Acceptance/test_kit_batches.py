"""Issuing kits in batches, and registering only those that were issued."""

import signal

import pytest
from stdnum.iso7064 import mod_37_36

from conftest import World
from examples import FOREIGN, WRONG_CHECK
from fairkit import at_once
from kits import kit_code

KITS = "/api/v1/test-kits"


def outcomes(items):
    return [item["outcome"] for item in items]


def test_each_code_gets_its_outcome_in_the_order_sent(world):
    new, issued, shipped, taken, closed = (kit_code() for _ in range(5))
    world.administrator.issue(issued)
    world.administrator.issue(shipped, status="shipped")
    world.patient.register(taken)
    [item] = world.administrator.issue(closed)
    world.administrator.report(item["id"], "cancelled").raise_for_status()
    items = world.administrator.issue(new, FOREIGN, issued, shipped, WRONG_CHECK, taken, closed, new, "", status="shipped")
    assert outcomes(items) == ["created", "refused", "advanced", "unchanged", "refused", "unchanged", "refused", "unchanged", "refused"]
    for item in items:
        assert bool(item.get("detail")) == (item["outcome"] == "refused"), item
        if item["outcome"] != "refused":
            assert world.administrator.kit(item["id"])["kitCode"] == item["kitCode"]
            assert item["status"] == ("registered" if item["kitCode"] == taken else "shipped")
    assert items[1]["detail"] != items[4]["detail"] and "cancelled" in items[6]["detail"]
    assert [event["status"] for event in world.administrator.kit(items[2]["id"])["history"]] == ["issued", "shipped"]


def test_to_issue_is_the_default_and_takes_nothing_back(world):
    code = kit_code()
    assert outcomes(world.administrator.issue(code, code.lower())) == ["created", "unchanged"]
    assert world.administrator.issue(code)[0]["status"] == "issued"
    assert outcomes(world.administrator.issue(code, status="shipped")) == ["advanced"]
    [item] = world.administrator.issue(code, status="issued")
    assert (item["outcome"], item["status"]) == ("unchanged", "shipped")


@pytest.mark.parametrize("status", ["issued", "shipped"])
def test_the_server_draws_codes_that_are_valid_and_new(world, status):
    before = {kit["kitCode"] for kit in world.administrator.everything(KITS)}
    items = world.administrator.issue(count=100, status=status)
    codes = {item["kitCode"] for item in items}
    assert outcomes(items) == ["created"] * 100 and len(codes) == 100 and not codes & before
    assert all(code[:7] == "FU-KIT-" and len(code) == 19 and mod_37_36.is_valid(code.replace("-", "")) for code in codes)
    numbers = sorted(int(code[7:17]) for code in codes)
    assert numbers[-1] - numbers[0] > 100, "the next code can't be guessed from this one"
    assert {kit["kitCode"] for kit in world.administrator.everything(KITS, status=status)} >= codes
    assert world.patient.register(items[0]["kitCode"])["id"] == items[0]["id"]


def test_the_same_batch_from_many_hands_makes_each_kit_once(world):
    codes = [kit_code() for _ in range(20)]
    answers = at_once(*(lambda order=order: world.administrator.issue(*order) for order in [codes, codes[::-1]] * 3))
    made = [item["kitCode"] for items in answers for item in items if item["outcome"] == "created"]
    assert sorted(made) == sorted(codes)
    assert len({item["id"] for items in answers for item in items}) == 20


def test_a_batch_survives_kill_nine(fresh):
    items = fresh.administrator.issue(count=50)
    fresh.server.stop(signal.SIGKILL)
    fresh.start()
    again = fresh.administrator.issue(*(item["kitCode"] for item in items))
    assert outcomes(again) == ["unchanged"] * 50 and [item["id"] for item in again] == [item["id"] for item in items]


def test_an_issued_kit_takes_a_result_before_anybody_registers_it(world):
    [item] = world.administrator.issue(kit_code(), status="shipped")
    early = world.laboratory.result(item["kitCode"], status=202)
    assert early["matched"] is False and world.laboratory.kit(item["id"])["status"] == "shipped"
    kit = world.administrator.register(item["kitCode"], profile=world.profiles["patient"])
    assert (kit["id"], kit["status"]) == (item["id"], "resulted")
    assert world.laboratory.ask(200, "GET", f"/api/v1/results/{early['id']}")["kitId"] == item["id"]


@pytest.fixture(scope="module")
def strict(template, tmp_path_factory):
    """A tenant that registers only kits that were issued."""
    world = World(template, tmp_path_factory.mktemp("strict") / "data")
    world.administrator.ask(200, "PATCH", "/api/v1/settings", json={"issuedKits": "always"})
    yield world
    assert world.server.stop() == 0


def test_a_result_for_a_kit_that_was_not_issued_is_kept_all_the_same(strict):
    early = strict.laboratory.result(kit_code(), 820, status=202)
    assert early["flag"] == "HH" and early["alertId"] in [alert["id"] for alert in strict.clinician.everything("/api/v1/alerts")]
