"""What a result means, in words: only for its patient, in the language that the client prefers."""

import json

import pytest

from accounts import Visitor, patient
from kits import kit_code

RESULTS = "/api/v1/results"


def posted(world, value, **more):
    return world.laboratory.result(world.other_patient.register(kit_code())["kitCode"], value, **more)


def summary(client, result, language=None):
    headers = {"accept-language": language} if language else {}
    return client.ask(200, "GET", f"{RESULTS}/{result['id']}", headers=headers).get("summary")


def test_a_critical_result_says_what_to_do(world):
    result = posted(world, 820)
    told = summary(world.other_patient, result)
    assert told["language"] == "en"
    lines = told["text"].splitlines()
    assert "your AAT level was 820 mg/dL, measured by Markerlaboratory One." in lines[0]
    assert lines[1].startswith("This is 4 times the upper limit of the normal range. Contact your doctor today")


@pytest.mark.parametrize("header, language, words", [
    ("es-MX, en;q=0.5", "es", "su nivel de AAT era de 820 mg/dL"), ("sw", "sw", "kiwango chako cha AAT kilikuwa 820 mg/dL"),
    ("de", "en", "your AAT level was 820 mg/dL"),
])  # fmt: skip
def test_it_is_in_the_language_that_the_client_prefers(world, header, language, words):
    told = summary(world.other_patient, posted(world, 820), header)
    assert told["language"] == language and words in told["text"]


def test_without_a_preference_it_is_in_the_language_of_the_record(world):
    result = world.laboratory.result(world.patient.register(kit_code())["kitCode"], 90)
    told = summary(world.patient, result)
    assert told["language"] == "sw", "the patient's record is in Swahili"
    assert "Jenotipu yako ni MZ" in told["text"], "the record knows the genotype"


def test_nobody_but_the_patient_gets_it(world):
    result = posted(world, 820)
    for reader in (world.laboratory, world.clinician):
        assert summary(reader, result) is None
        assert all("summary" not in item for item in reader.ask(200, "GET", RESULTS)["items"])
    listed = {item["id"]: item for item in world.other_patient.everything(RESULTS)}
    assert listed[result["id"]]["summary"] == summary(world.other_patient, result)
    assert "summary" not in json.dumps(world.laboratory.ask(201, "POST", f"{RESULTS}/{result['id']}/corrections", json={"reason": "typo", "method": "nephelometry"}))


def test_it_compares_with_the_last_level_and_leaves_out_what_is_held(fresh):
    kit = fresh.other_patient.register(kit_code())
    fresh.laboratory.result(kit["kitCode"], 150, testDate="2026-11-01")
    fresh.laboratory.result(kit["kitCode"], 600, status=202, testDate="2026-11-02", reference="held")
    later = posted(fresh, 110, testDate="2026-11-20")
    told = summary(fresh.other_patient, later)["text"]
    assert "lower than on 1 November 2026, when it was 150 mg/dL" in told and "600" not in told


def test_a_withdrawn_result_has_no_level_in_words(world):
    result = posted(world, 823)
    world.laboratory.ask(201, "POST", f"{RESULTS}/{result['id']}/corrections", json={"reason": "wrong tube", "status": "entered-in-error"})
    told = summary(world.other_patient, result)["text"]
    assert "withdrew this result" in told and "823" not in told


def test_a_reader_of_a_share_gets_none(world):
    ada = patient(world, "summaries@ada.example")
    profile = ada.account["profileId"]
    code = kit_code()
    world.administrator.register(code, profile=profile)
    result = world.laboratory.result(code, 820)
    assert summary(ada.signed_in, result)["language"] == "en"
    share = {"pin": "31415926", **ada.signed_in.ask(201, "POST", f"/api/v1/profiles/{profile}/shares", json={"link": True, "pin": "31415926"})}
    opened = Visitor(world).ask(200, "POST", "/api/v1/shared", json={"link": share["link"].split("#")[-1], "pin": share["pin"]})
    assert result["id"] in json.dumps(opened) and "summary" not in json.dumps(opened)
