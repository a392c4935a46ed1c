"""Samples that arrive at the laboratory before their kit is registered, or even issued."""

import json

import pytest

from fairkit import command, problem
from kits import kit_code

ARRIVALS, RESULTS, KITS = "/api/v1/test-kits/arrivals", "/api/v1/results", "/api/v1/test-kits"


def arrive(client, code, status="received", expected=200, **more):
    return client.ask(expected, "POST", ARRIVALS, json={"code": code, "status": status, **more})


def steps(kit):
    return [(event["status"], event["implied"]) for event in kit["history"]]


@pytest.mark.parametrize(("status", "expected"), [
    ("received", [("received", False)]), ("processing", [("received", True), ("processing", False)]),
    ("rejected", [("received", True), ("rejected", False)]),
])  # fmt: skip
def test_an_arrival_with_an_unknown_code_adds_the_kit(world, status, expected):
    code = kit_code()
    kit = arrive(world.laboratory, code.lower().replace("-", " "), status, reason="tube broken")
    assert (kit["code"], kit["status"], kit["needsReview"]) == (code, status, False) and steps(kit) == expected
    assert kit["history"][-1]["reason"] == "tube broken" and "reason" not in kit["history"][0] or len(kit["history"]) == 1
    assert world.administrator.kit(kit["id"])["history"][0]["actor"]
    assert "profileId" not in world.administrator.kit(kit["id"]) and world.laboratory.kit(kit["id"]) == kit
    assert arrive(world.laboratory, code, status, reason="again") == kit, "once more adds nothing"


def test_a_rejected_kit_cannot_be_registered(world):
    code = kit_code()
    kit = arrive(world.laboratory, code, "rejected", reason="haemolysed")
    assert kit["nextStatuses"] == [] and world.administrator.kit(kit["id"])["nextStatuses"] == ["replaced"]
    problem(world.patient.post(f"{KITS}/register", json={"barcode": code}), 409, "kit-closed")
    problem(world.laboratory.post(ARRIVALS, json={"code": code, "status": "received"}), 409, "illegal-step")


def test_a_rejection_says_why(world):
    assert [error["pointer"] for error in problem(world.laboratory.post(ARRIVALS, json={"code": kit_code(), "status": "rejected"}), 422, "invalid")["errors"]] == ["/reason"]


def test_a_registered_kit_can_arrive_by_its_code_too(world):
    kit = world.patient.register(kit_code())
    assert steps(arrive(world.laboratory, kit["code"], "rejected", reason="empty")) == [("registered", False), ("mailed", True), ("received", True), ("rejected", False)]


def test_a_later_registration_shows_results_only_after_a_review(world):
    code = kit_code()
    arrive(world.laboratory, code)
    kit = world.patient.register(code)
    assert (kit["status"], kit["needsReview"]) == ("received", True) and "has to confirm" in kit["message"]
    assert world.patient.kit(kit["id"])["resultsCameFirst"] is True
    # A code alone reveals nothing: results that arrive now belong to no person yet.
    posted = world.laboratory.result(code, 820, status=202)
    assert posted["matched"] is False
    problem(world.patient.get(f"{RESULTS}/{posted['id']}"), 404, "not-found")
    assert world.laboratory.ask(200, "POST", f"{KITS}/{kit['id']}/review")["status"] == "resulted"
    seen = world.patient.ask(200, "GET", f"{RESULTS}/{posted['id']}")
    assert (seen["flag"], seen["matched"]) == ("HH", True)
    assert [status for status, _ in steps(world.patient.kit(kit["id"]))] == ["received", "registered", "processing", "resulted"]


def test_a_registration_by_an_administrator_needs_no_review(world):
    code = kit_code()
    arrive(world.laboratory, code, "processing")
    kit = world.administrator.register(code, profile=world.profiles["patient"])
    assert (kit["status"], kit["needsReview"]) == ("processing", False)
    assert world.laboratory.result(code, 150)["matched"] is True


@pytest.mark.parametrize("role", ["patient", "clinician", "consumer"])
def test_only_a_laboratory_reports_an_arrival(world, role):
    problem(getattr(world, role).post(ARRIVALS, json={"code": kit_code(), "status": "received"}), 403, "forbidden")


def test_other_states_are_not_arrivals(world):
    for status in ("mailed", "shipped", "resulted", "expired"):
        assert [error["pointer"] for error in problem(world.administrator.post(ARRIVALS, json={"code": kit_code(), "status": status}), 422, "invalid")["errors"]] == ["/status"]


def test_a_command_reports_an_arrival_too(world):
    code = kit_code()
    line = ["kit", "status", "--data", world.store.path, code]
    assert "received" in command(*line, "received").stdout
    told = json.loads(command(*line, "rejected", "--reason", "leaked", "--json").stdout)
    assert (told["status"], told["history"][-1]["reason"]) == ("rejected", "leaked")


def test_a_lookalike_digit_for_a_letter_gets_a_hint(world):
    for typed, letter in (("FU-KIT-4233274040-0", "O"), ("FU-KIT-8865012368-1", "I")):
        refused = problem(world.patient.post(f"{KITS}/register", json={"barcode": typed}), 422, "checksum-mismatch")
        assert refused["detail"] == f"Check the last character: it is the letter {letter}."
        assert refused["errors"] == [{"pointer": "/barcode", "detail": refused["detail"]}]


def test_new_codes_end_in_no_letter_that_looks_like_a_digit(world):
    lines = command("kit", "new", "--data", world.store.path, "--count", "300").stdout.split()
    assert len(set(lines)) == 300 and not {line[-1] for line in lines} & {"O", "I"}
