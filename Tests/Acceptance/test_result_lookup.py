"""A laboratory finds a result by its reference or the kit's code; a preliminary result becomes final without a reason."""

import pytest

from fairkit import problem
from kits import kit_code

RESULTS = "/api/v1/results"


def found(client, **by):
    return [result["id"] for result in client.everything(RESULTS, **by)]


def test_a_reference_finds_the_result_of_the_laboratory_that_posted_it(world):
    one, two = kit_code(), kit_code()
    posted = world.laboratory.result(one, status=202, reference="SAME NAME/1")
    others = world.other_laboratory.result(two, status=202, reference="SAME NAME/1")
    assert found(world.laboratory, reference="SAME NAME/1") == [posted["id"]]
    assert found(world.other_laboratory, reference="SAME NAME/1") == [others["id"]]
    assert found(world.laboratory, reference="same name/1") == [] and found(world.laboratory, reference="SAME NAME/1", flag="HH") == []
    assert found(world.laboratory, reference="SAME NAME/1", kitCode=two) == []


@pytest.mark.parametrize("role", ["clinician", "patient"])
def test_references_are_the_laboratorys_own(world, role):
    problem(getattr(world, role).get(RESULTS, params={"reference": "SAME NAME/1"}), 403, "forbidden")


def test_a_kit_code_finds_only_visible_results(world):
    code = kit_code()
    world.patient.register(code)
    first = world.laboratory.result(code)
    held = world.other_laboratory.result(code, 900, status=202, reference="second")
    assert found(world.laboratory, kitCode=code) == [first["id"]]
    assert found(world.laboratory, kitCode=f" {code.lower().replace('-', ' ')} ") == [first["id"]]
    assert found(world.other_laboratory, kitCode=code) == [held["id"]]
    assert sorted(found(world.clinician, kitCode=code)) == sorted([first["id"], held["id"]])
    assert found(world.patient, kitCode=code) == [first["id"]] and found(world.other_patient, kitCode=code) == []
    assert found(world.clinician, kitCode=code, held="true") == [held["id"]] and found(world.clinician, kitCode=kit_code()) == []


@pytest.mark.parametrize("by", [{"kitCode": "x"}, {"kitCode": "FU-KIT-2025110701-Y"}, {"reference": ""}, {"reference": "x" * 101}])
def test_an_impossible_reference_or_code_is_refused(world, by):
    [error] = problem(world.laboratory.get(RESULTS, params=by), 422, "invalid")["errors"]
    assert error["pointer"] == f"/{next(iter(by))}"


def test_preliminary_becomes_final_without_a_reason(world):
    code = kit_code()
    world.patient.register(code)
    body = {"reference": f"P-{code}", "kitCode": code, "testDate": "2026-11-20", "level": {"value": 150, "unit": "mg/dL"}, "status": "preliminary"}
    posted = world.laboratory.ask(201, "POST", RESULTS, json=body)
    path = f"{RESULTS}/{posted['id']}/corrections"
    final = world.laboratory.ask(201, "POST", path, json={"status": "final"})
    assert (final["version"], final["status"], final["level"]["value"]) == (2, "final", 150) and "reason" not in final
    versions = world.patient.ask(200, "GET", f"{RESULTS}/{posted['id']}")["versions"]
    assert [version["status"] for version in versions] == ["preliminary", "final"] and not any("reason" in version for version in versions)
    # Everything that follows has to be explained.
    for body in ({"status": "final"}, {}, {"status": "amended"}, {"status": "cancelled"}, {"level": {"value": 1, "unit": "mg/dL"}}):
        [error] = problem(world.laboratory.post(path, json=body), 422, "invalid")["errors"]
        assert error["pointer"] == "/reason" and "is required" in error["detail"]


def test_the_final_value_may_differ_and_alerts(world):
    body = {"reference": "P-2", "kitCode": kit_code(), "testDate": "2026-11-20", "level": {"value": 150, "unit": "mg/dL"}, "status": "preliminary"}
    posted = world.laboratory.ask(202, "POST", RESULTS, json=body)
    final = world.laboratory.ask(201, "POST", f"{RESULTS}/{posted['id']}/corrections", json={"status": "final", "level": {"value": 820, "unit": "mg/dL"}})
    assert final["flag"] == "HH" and final["alertId"]
