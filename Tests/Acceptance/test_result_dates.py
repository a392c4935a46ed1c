"""The date of a test: impossible dates are refused with the reason, unless the level is critical."""

import datetime

import pytest

from fairkit import problem
from kits import kit_code

RESULTS = "/api/v1/results"
PERSON = {"name": {"given": "Eve", "family": "Otieno"}, "birthDate": "1985-05-05", "consents": {"clinicians": True}}


def day(offset=0):
    return (datetime.datetime.now(datetime.UTC).date() + datetime.timedelta(days=offset)).isoformat()


@pytest.fixture(scope="module")
def born(world):
    """A person born in 1985."""
    return world.administrator.ask(201, "POST", "/api/v1/profiles", json=PERSON)["id"]


def registered(world, person):
    code = kit_code()
    world.administrator.register(code, profile=person)
    return code


def issued(world, person):
    return world.administrator.issue(kit_code())[0]["kitCode"]


# how the kit is added, the date, the response to the laboratory, the hold of a critical result
CASES = {
    "in the future": (registered, day(3), "in the future", "date-in-future"),
    "before the birth": (registered, "1980-01-01", "before the patient was born", "date-before-birth"),
    "before the kit was issued": (issued, day(-4), "before the kit was issued", "date-before-issue"),
    "before there were ranges": (lambda world, person: kit_code(), "1950-01-01", "before any reference range", "date-before-ranges"),
}


def fault(response):
    [error] = problem(response, 422, "invalid")["errors"]
    assert error["pointer"] == "/testDate"
    return error["detail"]


def body(code, value, date, reference):
    return {"reference": reference, "kitCode": code, "testDate": date, "level": {"value": value, "unit": "mg/dL"}}


@pytest.mark.parametrize("case", CASES)
def test_a_date_that_cant_be_right_is_refused_and_a_critical_level_is_not(world, born, case):
    kit, date, sentence, hold = CASES[case]
    code = kit(world, born)
    assert sentence in fault(world.laboratory.post(RESULTS, json=body(code, 150, date, f"N-{code}")))
    assert world.laboratory.everything(RESULTS, kitCode=code) == []
    posted = world.laboratory.ask(202, "POST", RESULTS, json=body(code, 820, date, f"C-{code}"))
    assert (posted["heldFor"], posted["flag"], posted["needsVerification"], posted["testDate"]) == (hold, "HH", True, date)
    alert = world.clinician.ask(200, "GET", f"/api/v1/alerts/{posted['alertId']}")
    assert (alert["band"], alert["needsVerification"], alert["heldFor"]) == (0, True, hold) and "test date" in alert["explanation"]
    # A clinician sees it with its reason, and the laboratory releases it once it has looked.
    assert world.clinician.ask(200, "GET", f"{RESULTS}/{posted['id']}")["heldFor"] == hold
    assert "heldFor" not in world.laboratory.ask(200, "POST", f"{RESULTS}/{posted['id']}/release")


def test_the_patient_sees_a_critical_result_of_a_wrong_date_when_it_is_released(world):
    code = kit_code()
    world.patient.register(code)
    posted = world.laboratory.ask(202, "POST", RESULTS, json=body(code, 820, "1979-01-01", f"P-{code}"))
    problem(world.patient.get(f"{RESULTS}/{posted['id']}"), 404, "not-found")
    fixed = world.laboratory.ask(201, "POST", f"{RESULTS}/{posted['id']}/corrections", json={"reason": "typing error", "testDate": day()})
    assert fixed["heldFor"] == "date-before-birth", "a person has to look at it all the same"
    world.laboratory.ask(200, "POST", f"{RESULTS}/{posted['id']}/release")
    assert world.patient.ask(200, "GET", f"{RESULTS}/{posted['id']}")["testDate"] == day()


def test_dates_at_the_edge_are_taken(world, born):
    code = registered(world, born)
    assert world.laboratory.ask(201, "POST", RESULTS, json=body(code, 150, "1985-05-05", f"B-{code}"))["flag"] == "N"
    for offset in (-1, 0, 1):
        code = issued(world, born)
        world.laboratory.ask(202, "POST", RESULTS, json=body(code, 150, day(offset), f"E-{code}"))


def test_a_reported_reference_range_allows_any_date(world):
    code = kit_code()
    posted = world.laboratory.ask(202, "POST", RESULTS, json={**body(code, 150, "1950-01-01", f"R-{code}"), "range": {"low": 100, "high": 200}})
    assert posted["range"]["source"] == "reported" and "heldFor" not in posted


def test_a_correction_is_asked_about_the_date_that_it_brings(world, born):
    code = registered(world, born)
    posted = world.laboratory.ask(201, "POST", RESULTS, json=body(code, 150, day(), f"D-{code}"))
    path = f"{RESULTS}/{posted['id']}/corrections"
    assert "before the patient was born" in fault(world.laboratory.post(path, json={"reason": "typo", "testDate": "1984-01-01"}))
    held = world.laboratory.ask(201, "POST", path, json={"reason": "typo", "testDate": "1984-01-01", "level": {"value": 900, "unit": "mg/dL"}})
    assert held["heldFor"] == "date-before-birth" and held["alertId"]
    # What is there already can be corrected and withdrawn, whatever its date is.
    assert world.laboratory.ask(201, "POST", path, json={"reason": "method", "method": "nephelometry"})["version"] == 3
    assert world.laboratory.ask(201, "POST", path, json={"reason": "wrong tube", "status": "entered-in-error"})["version"] == 4


def test_a_kit_that_is_registered_later_shows_that_its_result_is_older_than_the_patient(world, born):
    code = kit_code()
    posted = world.laboratory.ask(202, "POST", RESULTS, json=body(code, 150, "1980-01-01", f"L-{code}"))
    assert "heldFor" not in posted
    world.administrator.register(code, profile=born)
    assert world.laboratory.ask(200, "GET", f"{RESULTS}/{posted['id']}")["heldFor"] == "date-before-birth"
