"""The rules that raise alerts: their findings, their explanations, and the effect of corrections."""


import pytest

from alerts import Group, delivered, made, raised, switch
from conftest import OTHER_PERSON
from examples import PROFILES, RESULTS
from fairkit import api, command, problem
from kits import kit_code

RULES = "/api/v1/alert-rules"


@pytest.fixture
def patient(world):
    """A profile that has no results yet."""
    return world.administrator.ask(201, "POST", PROFILES, json=OTHER_PERSON)["id"]


def examined(world, profile, value, date="2026-11-20", **more):
    """The result of a kit that a patient registered."""
    code = kit_code()
    world.clinician.register(code, profile=profile)
    return world.laboratory.result(code, value, testDate=date, **more)


def corrected(world, result, **changes):
    return world.laboratory.ask(201, "POST", f"{RESULTS}/{result['id']}/corrections", json={"reason": "mistake", **changes})


def level(value, unit="mg/dL", **more):
    return {"value": value, "unit": unit, **more}


def about(world, result):
    """The open alerts about a result, by rule; at most one per rule."""
    found = [alert for alert in world.clinician.everything("/api/v1/alerts") if alert["resultId"] == result["id"]]
    assert len({alert["rule"] for alert in found}) == len(found), [alert["rule"] for alert in found]
    return {alert["rule"]: alert for alert in found}


def alert(world, id):
    return world.clinician.ask(200, "GET", f"/api/v1/alerts/{id}")


# Which rules there are.


def test_the_rules_are_listed_and_only_one_is_switched(fresh):
    listed = fresh.clinician.ask(200, "GET", RULES)["items"]
    assert [(rule["rule"], rule.get("band"), rule["enabled"], rule["switchable"]) for rule in listed] == [
        ("critical-high", 0, True, False),
        ("severe-low", 1, False, True),
        ("implausible-jump", 1, True, False),
        ("genotype-mismatch", 2, True, False),
        ("corrected", None, True, False),
    ]
    for rule in ("critical-high", "implausible-jump", "genotype-mismatch", "corrected"):
        for on in (True, False):
            problem(switch(fresh, rule, on), 409, "rule-always-on")
    problem(switch(fresh, "sever-low"), 404, "not-found")
    for role in ("consumer", "clinician", "laboratory", "patient"):
        problem(getattr(fresh, role).patch(f"{RULES}/severe-low", json={"enabled": True}), 403, "forbidden")
    assert fresh.clinician.ask(200, "GET", RULES)["items"] == listed
    assert switch(fresh, "severe-low").json() == {**listed[1], "enabled": True}
    assert fresh.clinician.ask(200, "GET", RULES)["items"][1] == {**listed[1], "enabled": True}


def test_switching_a_rule_is_in_the_audit_log_by_api_and_by_command(fresh):
    switch(fresh, "severe-low").raise_for_status()
    switch(fresh, "severe-low", False).raise_for_status()
    for on in ("true", "false"):
        assert api(fresh.store, "PATCH", "alert-rules/severe-low", "-f", f"enabled={on}")["enabled"] is (on == "true")
    assert "always on" in command("api", "PATCH", "alert-rules/critical-high", "-f", "enabled=false", "--data", fresh.store.path, status=1).stderr
    entries = [entry for entry in fresh.administrator.everything("/api/v1/audit") if entry["action"].startswith("rule.switched")]
    assert [(entry["action"], entry["object"], entry["outcome"]) for entry in reversed(entries)] == [
        (f"rule.switched-{way}", "severe-low", "success") for way in ("on", "off", "on", "off")
    ]
    machine = "00000000-0000-0000-0000-000000000000"
    assert [entry["keyId"] == machine for entry in reversed(entries)] == [True, True, True, True], "a key alone switches none"


# Severe low.


def test_a_severely_low_level_raises_an_alert_only_while_that_is_switched_on(fresh):
    code = kit_code()
    fresh.patient.register(code)
    silent = fresh.laboratory.result(code, 50)
    assert silent["flag"] == "LL" and "alertId" not in silent
    switch(fresh, "severe-low").raise_for_status()
    assert about(fresh, silent) == {}, "it holds for what comes from now on"
    found = alert(fresh, raised(fresh, 1)[0])
    assert (found["band"], found["rule"], found["ruleVersion"], found["needsVerification"]) == (1, "severe-low", 1, False)
    assert found["explanation"] == "50 mg/dL is below the severe limit of 57 mg/dL."
    payload = found["payload"]
    assert (payload["type"], payload["priority"], payload["data"]["aatLevel"]) == ("low_alert", "normal", 50) and "sound" not in payload
    switch(fresh, "severe-low", False).raise_for_status()
    assert "alertId" not in fresh.laboratory.result(kit_code(), 50, status=202)
    assert alert(fresh, found["id"])["state"] == "open"


@pytest.mark.parametrize(
    "reported, limit",
    [
        (level(56.999), "57 mg/dL"),
        (level(0), "57 mg/dL"),
        (level(57, comparator="<"), "57 mg/dL"),
        (level(50, comparator=">"), "57 mg/dL"),
        (level(0.569, "g/L"), "0.57 g/L"),
        (level(57), None),
        (level(57, comparator="<="), None),
        (level(0.57, "g/L"), None),
    ],
)
def test_what_is_severely_low_in_each_unit(fresh, reported, limit):
    switch(fresh, "severe-low").raise_for_status()
    result = fresh.laboratory.result(kit_code(), status=202, level=reported)
    found = about(fresh, result)
    assert ("severe-low" in found, result["flag"] == "LL") == (limit is not None,) * 2
    if limit:
        text = f"{reported.get('comparator', '')}{reported['value']} {reported['unit']}"
        assert found["severe-low"]["explanation"] == f"{text} is below the severe limit of {limit}."


# Critical high.


@pytest.mark.parametrize(
    "reported, range, explanation",
    [
        (level(820), None, "820 mg/dL is at or above 4 × the upper limit of 200 mg/dL, which is 800."),
        (level(8.2, "g/L"), None, "8.2 g/L is at or above 4 × the upper limit of 2 g/L, which is 8."),
        (level(800, comparator=">="), None, ">=800 mg/dL is at or above 4 × the upper limit of 200 mg/dL, which is 800."),
        (level(212.5, "umol/L"), {"low": 20, "high": 53.1}, "212.5 umol/L is at or above 4 × the upper limit of 53.1 umol/L, which is 212.4."),
    ],
)
def test_a_critical_alert_explains_itself_with_numbers(world, reported, range, explanation):
    result = world.laboratory.result(kit_code(), status=202, level=reported, **({"range": range} if range else {}))
    found = about(world, result)
    assert list(found) == ["critical-high"] and found["critical-high"]["explanation"] == explanation
    # So high a number in umol/L looks like one in mg/dL.
    assert found["critical-high"]["needsVerification"] is (reported["unit"] == "umol/L")


# Jumps.


@pytest.mark.parametrize(
    "before, after, jumps",
    [
        (level(30), level(120), True),
        (level(30), level(119.999), False),
        (level(400), level(100), True),
        (level(400), level(100.001), False),
        (level(30), level(1.2, "g/L"), True),
        (level(1.2, "g/L"), level(30), True),
        (level(0.3, "g/L"), level(119), False),
        (level(0.3, "g/L"), level(120), True),
        (level(150), level(150), False),
        (level(0), level(0), False),
        (level(0), level(0.001), True),
        (level(150), level(0), True),
        (level(30), level(120, comparator=">"), True),
        (level(30), level(120, comparator="<"), False),
        (level(30, comparator="<"), level(120), True),
        (level(30, comparator=">"), level(120), False),
        (level(400), level(100, comparator="<="), True),
        (level(400, comparator="<"), level(100), False),
    ],
)
def test_a_level_far_from_the_last_one_is_to_be_verified(world, patient, before, after, jumps):
    first = examined(world, patient, 0, "2026-11-10", level=before)
    assert "implausible-jump" not in about(world, first), "there was none before"
    result = examined(world, patient, 0, level=after)
    found = about(world, result).get("implausible-jump")
    assert (found is not None) == jumps == ("implausible-jump" in result.get("verify", []))
    if jumps:
        was, now = (f"{each.get('comparator', '')}{each['value']} {each['unit']}" for each in (before, after))
        milligrams = [each["value"] * (100 if each["unit"] == "g/L" else 1) for each in (before, after)]
        way = "higher" if milligrams[0] < milligrams[1] else "lower"
        assert found["explanation"] == f"{now} is at least 4 times {way} than {was} of 2026-11-10."
        assert (found["band"], found["needsVerification"], found["patientId"], found["payload"]["type"]) == (1, True, patient, "verification_request")
        assert "Contact your doctor" not in found["payload"]["body"] and found["payload"]["priority"] == "normal"


def test_moles_and_grams_are_not_compared(world, patient):
    examined(world, patient, 0, "2026-11-10", level=level(30), genotype="ZZ")
    assert about(world, examined(world, patient, 0, level=level(40, "umol/L"), range={"low": 20, "high": 53})) == {}


def test_a_jump_never_suppresses_the_critical_alert(world, patient):
    examined(world, patient, 150, "2026-11-10")
    result = examined(world, patient, 820)
    found = about(world, result)
    assert set(found) == {"critical-high", "implausible-jump"} and result["alertId"] == found["critical-high"]["id"]
    assert (found["critical-high"]["band"], found["critical-high"]["payload"]["priority"]) == (0, "high")
    # It goes out at once, marked as unverified (requirement R2.12).
    assert found["critical-high"]["needsVerification"] and found["implausible-jump"]["needsVerification"]
    claimed = delivered(world.consumer, *(alert["id"] for alert in found.values()))
    assert [item["band"] for item in claimed] == [0, 1]
    for item in claimed:
        world.consumer.ack(item["token"]).raise_for_status()


def test_the_last_level_is_the_patients_newest_in_force_before_the_test(world, patient):
    other = world.administrator.ask(201, "POST", PROFILES, json=OTHER_PERSON)["id"]
    examined(world, other, 20, "2026-11-15")
    examined(world, patient, 150, "2026-11-01")
    withdrawn = examined(world, patient, 20, "2026-11-12")
    corrected(world, withdrawn, status="entered-in-error")
    examined(world, patient, 140, "2026-11-10")
    examined(world, patient, 20, "2026-11-21")
    assert about(world, examined(world, patient, 160)) == {}
    late = examined(world, patient, 35, "2026-11-05")
    assert about(world, late)["implausible-jump"]["explanation"].endswith("than 150 mg/dL of 2026-11-01.")


def test_the_result_of_an_unmatched_kit_is_judged_again_when_its_patient_is_known(world, patient):
    examined(world, patient, 30, "2026-11-10")
    code = kit_code()
    early = world.laboratory.result(code, 190, status=202, testDate="2026-11-20")
    assert about(world, early) == {} and not early["needsVerification"]
    world.administrator.register(code, profile=patient)
    assert list(about(world, early)) == ["implausible-jump"]
    assert about(world, examined(world, patient, 180, "2026-11-21")) == {}, "and it is the last one of the next"


# Genotypes.


@pytest.mark.parametrize(
    "value, genotype, text",
    [
        (150, "ZZ", "150 mg/dL in a range of 100-200 contradicts the genotype ZZ."),
        (20, "MM", "20 mg/dL in a range of 100-200 contradicts the genotype MM."),
        *((value, genotype, None) for value, genotype in ((150, "MM"), (25, "ZZ"), (150, "MZ"), (90, "ZZ"))),
    ],
)
def test_a_level_that_contradicts_the_genotype_is_to_be_verified(world, value, genotype, text):
    found = about(world, world.laboratory.result(kit_code(), value, status=202, genotype=genotype))
    assert list(found) == (["genotype-mismatch"] if text else [])
    if text:
        [mismatch] = found.values()
        assert (mismatch["explanation"], mismatch["band"], mismatch["needsVerification"]) == (text, 2, True)
        assert mismatch["payload"]["type"] == "verification_request" and mismatch["payload"]["priority"] == "normal"


def test_a_critical_level_of_a_severe_genotype_raises_both(world):
    found = about(world, world.laboratory.result(kit_code(), 820, status=202, genotype="ZZ"))
    assert {rule: each["band"] for rule, each in found.items()} == {"critical-high": 0, "genotype-mismatch": 2}


# Corrections.


CAUSES = {
    "critical-high": (0, {"value": 820}, {"level": level(150)}),
    "severe-low": (1, {"value": 50}, {"level": level(150)}),
    "implausible-jump": (1, {"value": 600, "date": "2026-11-20"}, {"level": level(150)}),
    "genotype-mismatch": (2, {"value": 160, "genotype": "ZZ"}, {"genotype": "MM"}),
}


@pytest.mark.parametrize("rule", CAUSES)
@pytest.mark.parametrize("way", ["corrected", "withdrawn"])
def test_a_correction_retracts_an_alert_with_the_same_urgency(fresh, rule, way):
    band, before, change = CAUSES[rule]
    switch(fresh, "severe-low").raise_for_status()
    patient = fresh.profiles["other_patient"]
    if rule != "severe-low":
        examined(fresh, patient, 140, "2026-11-10")
    result = examined(fresh, patient, **before)
    first = about(fresh, result)[rule]
    corrected(fresh, result, **(change if way == "corrected" else {"status": "entered-in-error"}))
    [(name, notice)] = about(fresh, result).items()
    assert (name, notice["band"], notice["followsAlertId"], notice["resultVersion"]) == ("corrected", band, first["id"], 2)
    what = "removed the cause of an alert about an earlier version." if way == "corrected" else "withdraws it: its level does not hold."
    assert notice["explanation"].removeprefix("Version 2 of the result ") == what
    assert (notice["payload"]["type"], notice["payload"]["priority"]) == ("alert_correction", "high" if band == 0 else "normal")
    assert alert(fresh, first["id"])["state"] == "retracted"
    items = [item for item in fresh.consumer.claim(limit=100) if item["resultId"] == result["id"]]
    said = {item["alertId"]: item["payload"]["type"] for item in items}
    assert said.pop(notice["id"]) == "alert_correction" and first["id"] in said and set(said.values()) == {"alert_retracted"}


@pytest.mark.parametrize("rule", CAUSES)
def test_an_irrelevant_correction_leaves_the_alert(fresh, rule):
    _, before, _ = CAUSES[rule]
    switch(fresh, "severe-low").raise_for_status()
    if rule != "severe-low":
        examined(fresh, fresh.profiles["other_patient"], 140, "2026-11-10")
    result = examined(fresh, fresh.profiles["other_patient"], **before)
    first = about(fresh, result)
    assert corrected(fresh, result, method="nephelometry")["version"] == 2
    assert about(fresh, result) == first


@pytest.mark.parametrize("rule", CAUSES)
def test_a_cause_that_is_there_again_takes_the_place_of_its_correction(fresh, rule):
    band, before, change = CAUSES[rule]
    switch(fresh, "severe-low").raise_for_status()
    if rule != "severe-low":
        examined(fresh, fresh.profiles["other_patient"], 140, "2026-11-10")
    result = examined(fresh, fresh.profiles["other_patient"], **before)
    back = {"genotype": "ZZ"} if rule == "genotype-mismatch" else {"level": level(before["value"])}
    corrected(fresh, result, **change)
    notice = about(fresh, result)["corrected"]
    corrected(fresh, result, **back)
    again = about(fresh, result)
    assert "corrected" not in again and again[rule]["followsAlertId"] == notice["id"]
    corrected(fresh, result, **change)
    assert list(about(fresh, result)) == ["corrected"]


def test_a_level_that_changes_replaces_its_alert(world):
    result = world.laboratory.result(kit_code(), 820, status=202)
    corrected(world, result, level=level(900))
    [(rule, second)] = about(world, result).items()
    assert (rule, second["followsAlertId"], second["resultVersion"]) == ("critical-high", result["alertId"], 2)
    assert second["explanation"].startswith("900 mg/dL is") and alert(world, result["alertId"])["state"] == "retracted"


def test_switching_a_rule_off_is_no_correction(fresh):
    switch(fresh, "severe-low").raise_for_status()
    result = fresh.laboratory.result(kit_code(), 50, status=202)
    first = about(fresh, result)
    switch(fresh, "severe-low", False).raise_for_status()
    corrected(fresh, result, method="nephelometry")
    assert about(fresh, result) == first


def test_a_later_test_of_the_day_is_not_the_last_level_of_an_earlier_one(world, patient):
    first = examined(world, patient, 100)
    second = examined(world, patient, 500)
    assert (list(about(world, first)), list(about(world, second))) == ([], ["implausible-jump"])
    corrected(world, first, method="nephelometry")
    assert about(world, first) == {}


def test_a_correction_reaches_every_group_that_got_the_alert(fresh):
    """This includes a group without the band of the follow-up, because it got the retracted alert."""
    group = made(fresh, "verification", bands=[2])
    code = kit_code()
    result = fresh.laboratory.result(code, 820, genotype="ZZ", status=202)
    [item] = group.drain()
    corrected(fresh, result, level=level(90), genotype="MM")
    told = group.drain()
    assert [item["payload"]["type"] for item in told] == ["alert_correction"] and told[0]["band"] == 0
    default = Group(fresh).drain()
    assert [each["payload"]["type"] for each in default].count("alert_correction") == 1 and item["payload"]["type"] == "verification_request"
