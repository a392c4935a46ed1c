"""Levels get their flag, and alerts speak of them as they were reported."""

import pytest
from kits import kit_code

RANGE = {"low": 20, "high": 53}
# unit, value, comparator, range sent → flag, alert raised. InterpretationTests has the limit of each flag, to the last decimal.
FLAGS = [
    ("mg/dL", 799.999, None, None, "H", False),
    ("mg/dL", 800, None, None, "HH", True),
    ("mg/dL", 800, ">=", None, "HH", True),
    ("mg/dL", 57, "<", None, "LL", False),
    ("g/L", 8, None, None, "HH", True),
    ("umol/L", 212, None, RANGE, "HH", True),
    ("mg/dL", 400, None, {"low": 50, "high": 100}, "HH", True),
]


@pytest.mark.parametrize("unit, value, comparator, range, flag, alerted", FLAGS)
def test_each_level_gets_its_flag(world, unit, value, comparator, range, flag, alerted):
    level = {"value": value, "unit": unit} | ({"comparator": comparator} if comparator else {})
    result = world.laboratory.result(kit_code(), status=202, level=level, **({"range": range} if range else {}))
    assert (result["flag"], "alertId" in result) == (flag, alerted)
    assert result["level"] == level, "the level stays as it was reported"
    if range:
        assert result["range"] == {**range, "source": "reported"}
    else:
        assert result["range"]["source"] == "standard"


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
