"""A patient sees the photo of their own kit, and can correct a mistyped code until a laboratory has the sample."""

import io

import pytest
from PIL import Image

from fairkit import problem
from kits import kit_code, photo

KITS, RESULTS = "/api/v1/test-kits", "/api/v1/results"


def correct(client, kit, code, status=200, **more):
    return client.ask(status, "POST", f"{KITS}/{kit}/code", json={"kitCode": code, **more})


def refused(client, kit, code, status, problem_code, **more):
    return problem(client.post(f"{KITS}/{kit}/code", json={"kitCode": code, **more}), status, problem_code)


def steps(world, kit):
    return [event["status"] for event in world.administrator.kit(kit)["history"]]


def test_a_patient_sees_the_own_photo_as_long_as_it_is_kept(world):
    kit = world.patient.register(kit_code(), photo())
    path = f"{KITS}/{kit['id']}/photo"
    picture = world.patient.get(path)
    assert picture.status_code == 200 and Image.open(io.BytesIO(picture.content)).format == "JPEG"
    problem(world.other_patient.get(path), 404, "not-found")
    problem(world.clinician.get(path), 403, "forbidden")
    assert any(entry["action"] == "kit.photo-read" for entry in world.administrator.everything("/api/v1/audit", patientId=world.profiles["patient"]))
    world.laboratory.ask(200, "POST", f"{KITS}/{kit['id']}/review")
    problem(world.patient.get(path), 404, "not-found")


def test_the_right_kit_takes_the_place_of_the_mistyped_one(world):
    wrong, right = world.administrator.issue(kit_code(), kit_code(), status="shipped")
    kit = world.patient.register(wrong["kitCode"], photo())
    assert world.patient.report(kit["id"], "mailed").status_code == 200
    corrected = correct(world.patient, kit["id"], f" {right['kitCode'].lower()} ")
    assert (corrected["id"], corrected["kitCode"], corrected["status"]) == (right["id"], right["kitCode"], "mailed")
    assert (corrected["registeredAt"], corrected["sendBy"], corrected["needsReview"]) == (kit["registeredAt"], kit["sendBy"], True)
    assert world.patient.get(f"{KITS}/{right['id']}/photo").status_code == 200, "the photo goes with it"
    # The other kit is as it was, and its own patient registers it.
    problem(world.patient.get(f"{KITS}/{wrong['id']}"), 404, "not-found")
    freed = world.administrator.kit(wrong["id"])
    assert (freed["status"], freed["needsReview"]) == ("shipped", False) and "profileId" not in freed and "sendBy" not in freed
    assert steps(world, wrong["id"]) == ["shipped", "registered", "mailed", "shipped"] and steps(world, right["id"]) == ["shipped", "registered", "mailed"]
    assert world.other_patient.register(wrong["kitCode"])["status"] == "registered"
    actions = [entry["action"] for entry in world.administrator.everything("/api/v1/audit", patientId=world.profiles["patient"])]
    assert "kit.code-corrected" in actions


def test_a_kit_that_was_never_issued_is_free_again(world):
    kit = world.patient.register(kit_code())
    right = kit_code()
    assert correct(world.patient, kit["id"], right)["kitCode"] == right
    assert world.other_patient.register(kit["kitCode"])["id"] == kit["id"]
    # That it was given back says nothing about when it was issued.
    assert world.laboratory.result(kit["kitCode"], 150, testDate="2026-11-01")["matched"] is True


def test_the_same_code_changes_nothing(world):
    kit = world.patient.register(kit_code())
    before = world.patient.kit(kit["id"])
    assert correct(world.patient, kit["id"], kit["kitCode"])["id"] == kit["id"] and world.patient.kit(kit["id"]) == before


@pytest.mark.parametrize("step", ["received", "processing", "rejected", "expired"])
def test_once_a_laboratory_has_the_sample_the_code_is_fixed(world, step):
    kit = world.patient.register(kit_code())
    assert world.administrator.report(kit["id"], step, reason="late").status_code == 200
    refused(world.patient, kit["id"], kit_code(), 409, "code-fixed")


def test_a_result_and_a_photo_fix_it_too(world):
    kit = world.patient.register(kit_code())
    world.administrator.report(kit["id"], "mailed")
    other = world.patient.register(photo=photo(kit_code()))
    refused(world.patient, other["id"], kit_code(), 409, "code-fixed")
    world.laboratory.result(kit["kitCode"], 150)
    refused(world.patient, kit["id"], kit_code(), 409, "code-fixed")


def test_nobody_gets_a_kit_that_way_that_they_could_not_register(world):
    kit = world.patient.register(kit_code())
    taken = world.other_patient.register(kit_code())
    over = world.administrator.issue(kit_code())[0]
    world.administrator.report(over["id"], "cancelled")
    [secret] = world.administrator.issue(count=1, secrets=True)
    refused(world.patient, kit["id"], taken["kitCode"], 409, "already-registered")
    refused(world.patient, kit["id"], over["kitCode"], 409, "kit-closed")
    refused(world.patient, kit["id"], secret["kitCode"], 409, "activation-secret")
    refused(world.patient, kit["id"], "FU-KIT-2025110701-Y", 422, "checksum-mismatch")
    assert world.patient.kit(kit["id"])["status"] == "registered", "a refusal changes nothing"
    problem(world.other_patient.post(f"{KITS}/{kit['id']}/code", json={"kitCode": kit_code()}), 404, "not-found")
    problem(world.laboratory.post(f"{KITS}/{kit['id']}/code", json={"kitCode": kit_code()}), 403, "forbidden")
    assert correct(world.patient, kit["id"], secret["kitCode"], secret=secret["secret"])["kitCode"] == secret["kitCode"]


def test_results_that_came_first_wait_for_a_review_all_the_same(world):
    code = kit_code()
    posted = world.laboratory.result(code, 820, status=202)
    kit = world.patient.register(kit_code())
    corrected = correct(world.patient, kit["id"], code)
    assert corrected["needsReview"] is True and "has to confirm" in corrected["message"]
    problem(world.patient.get(f"{RESULTS}/{posted['id']}"), 404, "not-found")
    world.laboratory.ask(200, "POST", f"{KITS}/{corrected['id']}/review")
    assert world.patient.ask(200, "GET", f"{RESULTS}/{posted['id']}")["flag"] == "HH"
