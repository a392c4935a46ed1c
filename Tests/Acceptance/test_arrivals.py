"""Samples that arrive at the laboratory before their kit is registered, or even issued."""

import json

import pytest

from fairkit import command, problem
from kits import kit_code

ARRIVALS, RESULTS, KITS = "/api/v1/test-kits/arrivals", "/api/v1/results", "/api/v1/test-kits"


def arrive(client, code, status="received", expected=200, **more):
    return client.ask(expected, "POST", ARRIVALS, json={"kitCode": code, "status": status, **more})


def steps(kit):
    return [(event["status"], event["implied"]) for event in kit["history"]]


@pytest.mark.parametrize(("status", "expected"), [
    ("received", [("received", False)]), ("processing", [("received", True), ("processing", False)]),
    ("rejected", [("received", True), ("rejected", False)]),
])  # fmt: skip
def test_an_arrival_with_an_unknown_code_adds_the_kit(world, status, expected):
    code = kit_code()
    kit = arrive(world.laboratory, code.lower().replace("-", " "), status, reason="tube broken")
    assert (kit["kitCode"], kit["status"], kit["needsReview"]) == (code, status, False) and steps(kit) == expected
    assert kit["history"][-1]["reason"] == "tube broken" and "reason" not in kit["history"][0] or len(kit["history"]) == 1
    assert world.administrator.kit(kit["id"])["history"][0]["actor"]
    assert "profileId" not in world.administrator.kit(kit["id"]) and world.laboratory.kit(kit["id"]) == kit
    assert arrive(world.laboratory, code, status, reason="again") == kit, "once more adds nothing"


def test_a_rejected_kit_cannot_be_registered(world):
    code = kit_code()
    kit = arrive(world.laboratory, code, "rejected", reason="haemolysed")
    assert kit["nextStatuses"] == [] and world.administrator.kit(kit["id"])["nextStatuses"] == ["replaced"]
    problem(world.patient.post(f"{KITS}/register", json={"barcode": code}), 409, "kit-closed")
    problem(world.laboratory.post(ARRIVALS, json={"kitCode": code, "status": "received"}), 409, "illegal-step")


def test_a_rejection_says_why(world):
    assert [error["pointer"] for error in problem(world.laboratory.post(ARRIVALS, json={"kitCode": kit_code(), "status": "rejected"}), 422, "invalid")["errors"]] == ["/reason"]


def test_a_registered_kit_can_arrive_by_its_code_too(world):
    kit = world.patient.register(kit_code())
    assert steps(arrive(world.laboratory, kit["kitCode"], "rejected", reason="empty")) == [("registered", False), ("mailed", True), ("received", True), ("rejected", False)]


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
    problem(getattr(world, role).post(ARRIVALS, json={"kitCode": kit_code(), "status": "received"}), 403, "forbidden")


def test_other_states_are_not_arrivals(world):
    for status in ("mailed", "shipped", "resulted", "expired"):
        assert [error["pointer"] for error in problem(world.administrator.post(ARRIVALS, json={"kitCode": kit_code(), "status": status}), 422, "invalid")["errors"]] == ["/status"]


def test_a_lookalike_digit_for_a_letter_gets_a_hint(world):
    for typed, letter in (("FU-KIT-4233274040-0", "O"), ("FU-KIT-8865012368-1", "I")):
        refused = problem(world.patient.post(f"{KITS}/register", json={"barcode": typed}), 422, "checksum-mismatch")
        assert refused["detail"] == f"Check the last character: it is the letter {letter}."
        assert refused["errors"] == [{"pointer": "/barcode", "detail": refused["detail"]}]


def test_new_codes_end_in_no_letter_that_looks_like_a_digit(world):
    lines = command("kit", "new", "--data", world.store.path, "--count", "300").stdout.split()
    assert len(set(lines)) == 300 and not {line[-1] for line in lines} & {"O", "I"}


def send(client, content, kind="application/x-ndjson", expected=200, **query):
    response = client.post(f"{ARRIVALS}/batch", params=query, content=content.encode(), headers={"content-type": kind})
    assert response.status_code == expected, response.text
    return [json.loads(line) for line in response.text.splitlines()]


def test_a_rack_of_samples_arrives_in_one_request(world):
    codes = [kit_code() for _ in range(40)]
    closed = kit_code()
    arrive(world.laboratory, closed, "rejected", reason="leaked")
    rows = [{"kitCode": code, "status": "received"} for code in codes] + [
        {"kitCode": closed, "status": "received"}, {"kitCode": "x", "status": "received"}, {"kitCode": kit_code(), "status": "rejected"},
        {"kitCode": "x", "status": "lost"}, {"kitCode": kit_code(), "status": "received", "colour": "red"}, {"kitCode": codes[0], "status": "processing"},
    ]  # fmt: skip
    said = send(world.laboratory, "".join(json.dumps(row) + "\n" for row in rows))
    assert [(one["line"], one["status"]) for one in said] == list(enumerate([200] * 40 + [409, 422, 422, 422, 200, 200], 1)), said[40:]
    assert [one["kitCode"] for one in said[:41]] == [*codes, closed] and said[45]["kitId"] == said[0]["kitId"]
    assert said[40]["problem"]["code"] == "illegal-step" and said[40]["problem"]["requestId"]
    assert [error["pointer"] for error in said[43]["problem"]["errors"]] == ["/status", "/kitCode"]
    for one in said[1:40]:
        assert world.laboratory.kit(one["kitId"])["status"] == "received"
    # Once more adds nothing, and each kit is in the audit log.
    assert [one["status"] for one in send(world.laboratory, "".join(json.dumps(row) + "\n" for row in rows[1:40]))] == [200] * 39
    assert len(world.laboratory.kit(said[1]["kitId"])["history"]) == 1
    objects = {entry.get("object") for entry in world.administrator.everything("/api/v1/audit") if entry["action"] == "kit.advanced"}
    assert {one["kitId"] for one in said[:40]} <= objects


def test_a_table_of_samples_arrives_too(world):
    first, second = kit_code(), kit_code()
    assert [one["status"] for one in send(world.laboratory, f"kitCode;status;reason\n{first};received;\n{second};rejected;empty\n;received;\n", "text/csv")] == [200, 200, 422]
    listed = send(world.laboratory, f"Barcode\n{kit_code()}\n{kit_code()}\n", "text/csv", columns="kitCode:#1,status:=received")
    assert [one["status"] for one in listed] == [200, 200]
    (unfit,) = send(world.laboratory, "reference,value\n", "text/csv")
    assert unfit["ended"] and "kitCode,status,reason" in unfit["problem"]["errors"][0]["detail"]
    send(world.laboratory, "", "text/csv", 422, columns="reference:#1")
    send(world.laboratory, "[]", "application/json", 415)
    send(world.patient, "", expected=403)


def test_the_reporter_takes_an_arrival_back(world):
    kit = world.patient.register(kit_code())
    before = world.administrator.kit(kit["id"])
    arrive(world.laboratory, kit["kitCode"])
    problem(world.administrator.delete(f"{KITS}/{kit['id']}/arrival"), 409, "illegal-step")
    assert world.laboratory.ask(200, "DELETE", f"{KITS}/{kit['id']}/arrival")["status"] == "registered"
    assert world.administrator.kit(kit["id"]) == before
    problem(world.laboratory.delete(f"{KITS}/{kit['id']}/arrival"), 409, "illegal-step")
    arrive(world.laboratory, kit["kitCode"], "rejected", reason="empty")
    problem(world.laboratory.delete(f"{KITS}/{kit['id']}/arrival"), 409, "illegal-step")
    assert world.laboratory.ask(200, "DELETE", f"{KITS}/{kit['id']}/arrival?rejected=true")["status"] == "registered"
    problem(world.patient.delete(f"{KITS}/{kit['id']}/arrival"), 403, "forbidden")
