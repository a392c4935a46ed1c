"""The limits of each flag, to the last decimal, and the effect of a comparator or a genotype."""

import pytest

from fairkit import problem
from kits import kit_code

RANGE = {"low": 20, "high": 53}
# unit, value, comparator, range sent → flag, alert raised
FLAGS = [
    ("mg/dL", 0, None, None, "LL", False),
    ("mg/dL", 56.999, None, None, "LL", False),
    ("mg/dL", 57, None, None, "L", False),
    ("mg/dL", 99.999, None, None, "L", False),
    ("mg/dL", 100, None, None, "N", False),
    ("mg/dL", 200, None, None, "N", False),
    ("mg/dL", 200.001, None, None, "H", False),
    ("mg/dL", 799.9, None, None, "H", False),
    ("mg/dL", 799.999, None, None, "H", False),
    ("mg/dL", 800, None, None, "HH", True),
    ("mg/dL", 999999.999, None, None, "HH", True),
    ("g/L", 0.569, None, None, "LL", False),
    ("g/L", 0.57, None, None, "L", False),
    ("g/L", 1, None, None, "N", False),
    ("g/L", 2.001, None, None, "H", False),
    ("g/L", 7.999, None, None, "H", False),
    ("g/L", 8, None, None, "HH", True),
    ("umol/L", 10.999, None, RANGE, "LL", False),
    ("umol/L", 11, None, RANGE, "L", False),
    ("umol/L", 53.001, None, RANGE, "H", False),
    ("umol/L", 212, None, RANGE, "HH", True),
    ("mg/dL", 400, None, {"low": 50, "high": 100}, "HH", True),
    ("mg/dL", 800, None, {"low": 90, "high": 201}, "HH", True),
    ("mg/dL", 800, ">", None, "HH", True),
    ("mg/dL", 800, ">=", None, "HH", True),
    ("mg/dL", 800, "<", None, "H", False),
    ("mg/dL", 57, "<", None, "LL", False),
]


@pytest.mark.parametrize("unit, value, comparator, range, flag, alerted", FLAGS)
def test_each_level_gets_its_flag(world, unit, value, comparator, range, flag, alerted):
    level = {"value": value, "unit": unit} | ({"comparator": comparator} if comparator else {})
    result = world.laboratory.result(kit_code(), status=202, level=level, **({"range": range} if range else {}))
    if comparator == "<" and value == 800:
        assert result["flag"] != "HH"
    else:
        assert result["flag"] == flag
    assert ("alertId" in result) == alerted
    assert result["level"] == level, "the level stays as it was reported"
    if range:
        assert result["range"] == {**range, "source": "reported"}
    else:
        assert result["range"]["source"] == "standard"


@pytest.mark.parametrize(
    "level, more, verify",
    [
        ({"value": 150, "unit": "mg/dL"}, {}, None),
        ({"value": 150, "unit": "mg/dL", "comparator": ">"}, {}, ["comparator-open"]),
        ({"value": 150, "unit": "mg/dL", "comparator": "<"}, {}, ["comparator-open"]),
        ({"value": 20, "unit": "mg/dL", "comparator": "<"}, {}, None),
        ({"value": 900, "unit": "mg/dL", "comparator": ">"}, {}, None),
        ({"value": 150, "unit": "mg/dL"}, {"genotype": "ZZ"}, ["genotype-contradicts"]),
        ({"value": 25, "unit": "mg/dL"}, {"genotype": "ZZ"}, None),
        ({"value": 20, "unit": "mg/dL"}, {"genotype": "MM"}, ["genotype-contradicts"]),
        ({"value": 150, "unit": "mg/dL"}, {"genotype": "MM"}, None),
    ],
)
def test_an_undetermined_flag_needs_verification(world, level, more, verify):
    result = world.laboratory.result(kit_code(), status=202, level=level, **more)
    assert (result["needsVerification"], result.get("verify")) == (verify is not None, verify)


@pytest.mark.parametrize(
    "level, range, multiple, shown, normal",
    [
        ({"value": 820, "unit": "mg/dL"}, None, "4x", "820 mg/dL", "100-200"),
        ({"value": 999.999, "unit": "mg/dL"}, None, "4x", "999.999 mg/dL", "100-200"),
        ({"value": 1000, "unit": "mg/dL"}, None, "5x", "1000 mg/dL", "100-200"),
        ({"value": 8.2, "unit": "g/L"}, None, "4x", "8.2 g/L", "1-2"),
        ({"value": 212, "unit": "umol/L"}, RANGE, "4x", "212 umol/L", "20-53"),
    ],
)
def test_the_payload_speaks_in_the_reported_unit(world, level, range, multiple, shown, normal):
    result = world.laboratory.result(kit_code(), status=202, level=level, **({"range": range} if range else {}))
    payload = world.consumer.ask(200, "GET", f"/api/v1/alerts/{result['alertId']}")["payload"]
    assert payload["body"] == f"Your AAT level is {multiple} normal ({shown}). Contact your doctor today."
    assert (payload["data"]["aatLevel"], payload["data"]["unit"]) == (level["value"], level["unit"])
    numbers = [float(number) for number in payload["data"]["normalRange"].split("-")]
    assert numbers == [float(number) for number in normal.split("-")]


def test_only_a_changed_level_raises_again(world):
    code = kit_code()
    world.patient.register(code)
    result = world.laboratory.result(code, 900)
    corrections = f"/api/v1/results/{result['id']}/corrections"
    same = world.laboratory.ask(201, "POST", corrections, json={"reason": "method forgotten", "method": "nephelometry"})
    alerts = [alert for alert in world.clinician.everything("/api/v1/alerts") if alert["resultId"] == result["id"] and alert["rule"] != "implausible-jump"]
    assert same["flag"] == "HH" and [alert["id"] for alert in alerts] == [result["alertId"]]
    withdrawn = world.laboratory.ask(201, "POST", corrections, json={"reason": "wrong tube", "status": "entered-in-error"})
    assert withdrawn["status"] == "entered-in-error"
    assert world.clinician.ask(200, "GET", f"/api/v1/alerts/{result['alertId']}")["state"] == "retracted"
    # The recipients of the alert must learn of the correction: a follow-up alert says so.
    [notice] = [alert for alert in world.clinician.everything("/api/v1/alerts") if alert["resultId"] == result["id"] and alert["rule"] != "implausible-jump"]
    assert (notice["followsAlertId"], notice["rule"], notice["payload"]["type"]) == (result["alertId"], "corrected", "alert_correction")
    assert "Contact your doctor today" not in notice["payload"]["body"]
    problem(world.laboratory.post(corrections, json={"reason": "back"}), 409, "result-withdrawn")
