"""Can the number be trusted? Suspect levels are held, ranges are data, and a result keeps everything that its laboratory knows."""

import datetime

import pytest

from accounts import patient, staff
from fairkit import TODAY, problem
from kits import kit_code

RESULTS, RANGES, PROFILES = "/api/v1/results", "/api/v1/reference-ranges", "/api/v1/profiles"
PERSON = {"name": {"given": "Eve", "family": "Otieno"}, "birthDate": "1985-05-05", "sex": "female", "consents": {"clinicians": True}}


@pytest.fixture(scope="module")
def strict(template, tmp_path_factory):
    """A store that holds suspect levels, as a new one does."""
    from conftest import World

    world = World(template, tmp_path_factory.mktemp("strict") / "data", FAIRKIT_RATE_SIGN_IN="off")
    world.administrator.ask(200, "PATCH", "/api/v1/settings", json={"suspectHoldHours": 24})
    yield world
    assert world.server.stop() == 0


def person(world, **more):
    """A profile, and a key of its patient."""
    profile = world.administrator.ask(201, "POST", PROFILES, json={**PERSON, **more})["id"]
    return profile, world.server.client(world.store.key("patient", "Eve", "--profile", profile)["key"])


def kit(world, profile):
    code = kit_code()
    world.administrator.register(code, profile=profile)
    return code


def shown(client, result):
    return client.get(f"{RESULTS}/{result['id']}").status_code == 200


# what makes a level suspect: the profile, an earlier level, the result
SUSPECTS = {
    "unit-suspect": ({}, None, {"value": 1500}),
    "implausible-jump": ({}, 100, {"value": 450}),
    "genotype-contradicts": ({"knownGenotype": "ZZ"}, None, {"value": 150}),
    "genotype-differs": ({"knownGenotype": "MM"}, None, {"value": 90, "genotype": "MZ"}),
    "comparator-open": ({}, None, {"value": {"value": 150, "unit": "mg/dL", "comparator": ">"}}),
}


@pytest.mark.parametrize("reason", SUSPECTS)
def test_a_suspect_level_waits_and_a_clinician_sees_it_at_once_with_its_reason(strict, reason):
    profile, before, more = SUSPECTS[reason]
    profile, own = person(strict, **profile)
    if before:
        strict.laboratory.result(kit(strict, profile), before, testDate="2026-11-01")
    value = more.pop("value") if isinstance(more.get("value"), dict) else None
    level = {"level": value} if value else {}
    posted = strict.laboratory.result(kit(strict, profile), status=202, **{**more, **level})
    more.update({"value": value} if value else {})
    assert posted["heldFor"] == reason and reason in posted["verify"] and posted["needsVerification"]
    assert not shown(own, posted) and posted["id"] not in str(own.ask(200, "GET", f"{PROFILES}/{profile}/trend"))
    assert strict.clinician.ask(200, "GET", f"{RESULTS}/{posted['id']}")["heldFor"] == reason
    # The clinician has looked at it.
    released = strict.clinician.ask(200, "POST", f"{RESULTS}/{posted['id']}/release", json={"value": 1500, "unit": "mg/dL"} if reason == "unit-suspect" else {})
    assert "heldFor" not in released and released["verifiedAt"] and not released["needsVerification"] and reason in released["verify"]
    seen = own.ask(200, "GET", f"{RESULTS}/{posted['id']}")
    assert "not verified yet" not in seen["summary"]["text"]


def test_a_critical_level_that_is_suspect_alerts_at_once_as_unverified(strict):
    profile, own = person(strict)
    posted = strict.laboratory.result(kit(strict, profile), 1500, status=202)
    alert = strict.clinician.ask(200, "GET", f"/api/v1/alerts/{posted['alertId']}")
    assert (alert["band"], alert["needsVerification"], alert["heldFor"]) == (0, True, "unit-suspect")
    problem(own.get(f"/api/v1/alerts/{posted['alertId']}"), 404, "not-found")
    strict.laboratory.ask(200, "POST", f"{RESULTS}/{posted['id']}/release", json={"value": 1500, "unit": "mg/dL"})
    assert not strict.clinician.ask(200, "GET", f"/api/v1/alerts/{posted['alertId']}")["needsVerification"]
    assert shown(own, posted)


@pytest.mark.parametrize("who", ["laboratory", "clinician"])
def test_staff_reads_who_verified_a_level_and_why_and_the_patient_does_not(strict, who):
    profile, own = person(strict)
    posted = strict.laboratory.result(kit(strict, profile), 2, status=202)
    release, verifier = f"{RESULTS}/{posted['id']}/release", getattr(strict, who)
    told = problem(verifier.post(release, json={"reason": ""}), 422, "invalid")
    assert [fault["pointer"] for fault in told["errors"]] == ["/reason"]
    name = strict.clinician.ask(200, "GET", f"{RESULTS}/{posted['id']}")["laboratory"] if who == "laboratory" else None
    said = {"verificationReason": "Measured again", **({"verifiedByName": name} if name else {})}
    # Once more by hand, without a body: the first one counts.
    for more in ({"json": {"reason": "Measured again", "value": 2, "unit": "mg/dL"}}, {}):
        verified = verifier.ask(200, "POST", release, **more)
        for seen in (verified, strict.clinician.ask(200, "GET", f"{RESULTS}/{posted['id']}"), strict.laboratory.ask(200, "GET", f"{RESULTS}/{posted['id']}")):
            assert said.items() <= seen.items() and seen["verifiedAt"] == verified["verifiedAt"] and seen["verifiedBy"]
    assert not {"verifiedBy", "verifiedByName", "verificationReason"} & set(own.ask(200, "GET", f"{RESULTS}/{posted['id']}"))


def test_only_the_laboratory_and_a_clinician_in_charge_verify(strict):
    ada = patient(strict, "ada@trust.example")
    profile = ada.account["profileId"]
    posted = strict.laboratory.result(kit(strict, profile), 1500, status=202)
    release = f"{RESULTS}/{posted['id']}/release"
    stranger = staff(strict, "clinician", "stranger@trust.example").signed_in
    problem(stranger.post(release), 404, "not-found")
    problem(strict.other_laboratory.post(release), 404, "not-found")
    for other in (ada.signed_in, strict.administrator, strict.consumer):
        problem(other.post(release), 403, "forbidden")
    assert not shown(ada.signed_in, posted)
    grace = staff(strict, "clinician", "grace@trust.example")
    strict.administrator.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": grace.account["accountId"], "profileId": profile})
    ada.signed_in.patch(f"{PROFILES}/{profile}", json={"consents": {"clinicians": True}}, headers={"if-match": "*", "content-type": "application/merge-patch+json"})
    for sent, told in (({}, "invalid"), ({"value": 1500}, "invalid"), ({"value": 1500, "unit": "g/L"}, "read-back-mismatch"), ({"value": 150, "unit": "mg/dL"}, "read-back-mismatch")):
        assert problem(grace.signed_in.post(release, json={"reason": "Asked", **sent}), 422, told)["errors"] and not shown(ada.signed_in, posted)
    told = problem(grace.signed_in.post(release, json={"value": 1500, "unit": "mg/dL"}), 422, "invalid")
    assert [fault["pointer"] for fault in told["errors"]] == ["/reason"], "a clinician says how they know"
    grace.signed_in.ask(200, "POST", release, json={"value": 1500, "unit": "mg/dL", "reason": "The analyser was set to mg/dL"})
    assert shown(ada.signed_in, posted)
    entries = strict.administrator.everything("/api/v1/audit", action="result.released")
    assert any(entry["object"] == posted["id"] and entry.get("accountId") == grace.account["accountId"] for entry in entries)


def test_a_correction_that_is_not_suspect_ends_the_hold_and_another_one_begins_it(strict):
    profile, own = person(strict)
    posted = strict.laboratory.result(kit(strict, profile), 1500, status=202)
    corrections = f"{RESULTS}/{posted['id']}/corrections"
    fixed = strict.laboratory.ask(201, "POST", corrections, json={"reason": "mg/L", "level": {"value": 150, "unit": "mg/dL"}})
    assert "heldFor" not in fixed and not fixed["needsVerification"] and shown(own, posted)
    wrong = strict.laboratory.ask(201, "POST", corrections, json={"reason": "typo", "level": {"value": 1.5, "unit": "mg/dL"}})
    assert wrong["heldFor"] == "unit-suspect" and not shown(own, posted)


def test_what_was_verified_is_not_held_again_for_the_same_reason(strict):
    profile, own = person(strict, knownGenotype="ZZ")
    posted = strict.laboratory.result(kit(strict, profile), 150, status=202)
    strict.laboratory.ask(200, "POST", f"{RESULTS}/{posted['id']}/release")
    changed = strict.laboratory.ask(201, "POST", f"{RESULTS}/{posted['id']}/corrections", json={"reason": "method", "method": "nephelometry"})
    assert "heldFor" not in changed and shown(own, posted)


def test_with_no_hold_a_suspect_level_is_marked_and_shown(world):
    profile, own = person(world)
    posted = world.laboratory.result(kit(world, profile), 1500)
    assert posted["verify"] == ["unit-suspect"] and posted["needsVerification"] and "heldFor" not in posted
    assert "not verified yet" in own.ask(200, "GET", f"{RESULTS}/{posted['id']}")["summary"]["text"]
    verified = world.clinician.ask(200, "POST", f"{RESULTS}/{posted['id']}/release")
    assert verified["verifiedAt"] and not verified["needsVerification"]


def test_factors_of_a_jump_and_the_molar_mass_are_settings(fresh):
    profile, own = person(fresh)
    change = {"jumpFactors": {"mg/dL": 2}, "molarMass": 54}
    settings = fresh.administrator.ask(200, "PATCH", "/api/v1/settings", json=change)
    assert settings["jumpFactors"] == {"mg/dL": 2, "g/L": 4, "umol/L": 4} and settings["molarMass"] == 54
    fresh.laboratory.result(kit(fresh, profile), 100, testDate="2026-11-01")
    posted = fresh.laboratory.result(kit(fresh, profile), 200, testDate="2026-11-02")
    assert posted["verify"] == ["implausible-jump"]
    converted = own.ask(200, "GET", f"{RESULTS}/{posted['id']}")["converted"]
    assert converted == [
        {"value": 2, "unit": "g/L", "factor": "g/L = 0.01 × mg/dL", "rounded": False},
        {"value": 37, "unit": "umol/L", "factor": "umol/L = 0.185 × mg/dL (54 kDa)", "rounded": False},
    ]
    fresh.administrator.ask(200, "PATCH", "/api/v1/settings", json={"jumpFactors": {"umol/L": 2.5}, "molarMass": 52})
    settings = fresh.administrator.ask(200, "GET", "/api/v1/settings")
    assert settings["jumpFactors"] == {"mg/dL": 2, "g/L": 4, "umol/L": 2.5} and settings["molarMass"] == 52
    for bad in ({"jumpFactors": {"mg/dL": 1}}, {"jumpFactors": {"mmol/L": 4}}, {"molarMass": 53}, {"suspectHoldHours": 721}, {"suspectHoldHours": -1}):
        problem(fresh.administrator.patch("/api/v1/settings", json=bad), 422, "invalid")


def test_everything_that_a_laboratory_knows_is_kept_with_each_version(world):
    profile, own = person(world)
    sample = {
        "specimenId": "SP-1", "collectedAt": "2026-11-18T06:40:00.000Z", "receivedAt": "2026-11-20T09:15:00.000Z", "performer": "Wanjiru",
        "device": "BN ProSpec", "comment": "Slightly haemolysed", "crp": {"value": 42.5, "unit": "mg/L"}, "orderNumber": "O-7781",
    }  # fmt: skip
    posted = world.laboratory.result(kit(world, profile), 150, sample=sample)
    assert posted["sample"] == sample and posted["remarks"] == ["acute-phase"] and not posted["needsVerification"]
    world.laboratory.ask(201, "POST", f"{RESULTS}/{posted['id']}/corrections", json={"reason": "CRP", "sample": {"crp": {"value": 2, "unit": "mg/L"}}})
    seen = own.ask(200, "GET", f"{RESULTS}/{posted['id']}")
    assert seen["sample"] == {**sample, "crp": {"value": 2, "unit": "mg/L"}} and "remarks" not in seen
    assert [version["sample"] for version in seen["versions"]] == [sample, seen["sample"]]
    assert seen["laboratory"] == "Markerlaboratory One"


def test_all_faults_of_a_sample_come_in_one_answer(world):
    tomorrow = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=3)).strftime("%Y-%m-%dT%H:%M:%SZ")
    sample = {"specimenId": "", "collectedAt": tomorrow, "receivedAt": "yesterday", "comment": "x" * 501, "crp": {"value": -1, "unit": "g/L"}}
    body = {"reference": "R", "kitCode": kit_code(), "testDate": TODAY, "level": {"value": 150, "unit": "mg/dL"}, "sample": sample}
    errors = problem(world.laboratory.post(RESULTS, json=body), 422, "invalid")["errors"]
    assert {error["pointer"] for error in errors} == {f"/sample/{name}" for name in ("specimenId", "collectedAt", "receivedAt", "comment", "crp/value", "crp/unit")}


def test_ranges_are_added_and_ended_and_results_keep_theirs(fresh):
    profile, _ = person(fresh)
    first = fresh.laboratory.result(kit(fresh, profile), 95)
    assert (first["flag"], first["range"]["number"]) == ("L", 1)
    body = {"unit": "mg/dL", "low": 90, "high": 180, "laboratory": "Markerlaboratory One", "sex": "female", "fromAge": 18, "criticalMultiple": 3, "validFrom": "2026-01-01"}
    added = fresh.administrator.ask(201, "POST", RANGES, json=body)
    assert added["number"] == 3 and not added["builtIn"] and added["severeLimit"] == 57
    second = fresh.laboratory.result(kit(fresh, profile), 95)
    assert (second["flag"], second["range"]) == ("N", {"low": 90, "high": 180, "source": "standard", "number": 3})
    assert fresh.laboratory.result(kit(fresh, profile), 540)["flag"] == "HH", "three times 180"
    assert fresh.other_laboratory.result(kit(fresh, profile), 95)["range"]["number"] == 1
    # The same day, later added: the newest counts. Then it ends.
    newest = fresh.administrator.ask(201, "POST", RANGES, json={**body, "low": 80})["number"]
    assert fresh.laboratory.result(kit(fresh, profile), 95)["range"]["number"] == newest
    ended = fresh.administrator.ask(200, "POST", f"{RANGES}/{newest}/end", json={"on": TODAY})
    assert ended["validTo"] == TODAY
    assert fresh.administrator.ask(200, "POST", f"{RANGES}/{newest}/end", json={"on": TODAY}) == ended
    problem(fresh.administrator.post(f"{RANGES}/{newest}/end", json={"on": "2099-01-01"}), 422, "invalid")
    assert fresh.laboratory.result(kit(fresh, profile), 95)["range"]["number"] == 3
    assert fresh.laboratory.ask(200, "GET", f"{RESULTS}/{second['id']}")["range"]["number"] == 3
    assert [item["number"] for item in fresh.administrator.everything(RANGES)] == [4, 3, 2, 1]
    actions = [entry["action"] for entry in fresh.administrator.everything("/api/v1/audit")]
    assert actions.count("range.added") == 2 and actions.count("range.ended") == 1


def test_all_faults_of_a_range_come_in_one_answer(world):
    body = {"unit": "mg", "low": 200, "high": 100, "criticalMultiple": 1, "laboratory": "None", "fromAge": 9, "toAge": 3, "sex": "other", "validFrom": "soon"}
    errors = problem(world.administrator.post(RANGES, json=body), 422, "invalid")["errors"]
    assert {error["pointer"] for error in errors} == {"/unit", "/low", "/criticalMultiple", "/laboratory", "/toAge", "/sex", "/validFrom"}
    problem(world.administrator.get(f"{RANGES}/99"), 404, "not-found")
    problem(world.administrator.get(f"{RANGES}/01"), 404, "not-found")


def test_the_multiple_is_never_the_senders(world):
    body = {"reference": "M", "kitCode": kit_code(), "testDate": TODAY, "level": {"value": 820, "unit": "mg/dL"}, "range": {"low": 100, "high": 200, "criticalMultiple": 50}}
    assert world.laboratory.ask(202, "POST", RESULTS, json=body)["flag"] == "HH", "what it says about the multiple is ignored"


def test_a_late_registration_judges_the_later_result_again(world):
    profile, own = person(world)
    late = kit_code()
    world.laboratory.result(late, 30, status=202, testDate="2026-11-10")
    later = world.laboratory.result(kit(world, profile), 150, testDate="2026-11-20")
    assert "verify" not in later
    world.administrator.register(late, profile=profile)
    seen = own.ask(200, "GET", f"{RESULTS}/{later['id']}")
    assert seen["verify"] == ["implausible-jump"] and "an earlier result" in seen["reason"]
    assert "higher than on 10 November 2026, when it was 30 mg/dL" in seen["summary"]["text"]


def test_a_changed_record_judges_again(world):
    profile, own = person(world)
    posted = world.laboratory.result(kit(world, profile), 150)
    assert "verify" not in posted
    world.administrator.change(profile, {"knownGenotype": "ZZ"})
    seen = own.ask(200, "GET", f"{RESULTS}/{posted['id']}")
    assert seen["verify"] == ["genotype-contradicts"] and seen["version"] == 2 and "record was changed" in seen["reason"]
    world.administrator.change(profile, {"contact": {"phone": "+254700000001"}}, version=2)
    assert own.ask(200, "GET", f"{RESULTS}/{posted['id']}")["version"] == 2, "nothing that it is judged by has changed"


def test_a_patient_marks_what_they_have_read(world):
    profile, own = person(world)
    posted = world.laboratory.result(kit(world, profile), 150)
    assert [item["id"] for item in own.everything(RESULTS, unread="true")] == [posted["id"]]
    read = own.ask(200, "POST", f"{RESULTS}/{posted['id']}/read")
    assert read["readAt"] and read["summary"]
    assert own.ask(200, "POST", f"{RESULTS}/{posted['id']}/read")["readAt"] == read["readAt"], "the first time counts"
    assert own.everything(RESULTS, unread="true") == [] and own.everything(RESULTS)[0]["readAt"] == read["readAt"]
    assert "readAt" not in world.clinician.ask(200, "GET", f"{RESULTS}/{posted['id']}")
    world.laboratory.ask(201, "POST", f"{RESULTS}/{posted['id']}/corrections", json={"reason": "typo", "method": "nephelometry"})
    assert [item["id"] for item in own.everything(RESULTS, unread="true")] == [posted["id"]], "a new version is unread"
    for other in (world.clinician, world.laboratory):
        problem(other.post(f"{RESULTS}/{posted['id']}/read"), 403, "forbidden")
        problem(other.get(RESULTS, params={"unread": "true"}), 403, "forbidden")
    problem(world.patient.post(f"{RESULTS}/{posted['id']}/read"), 404, "not-found")


def test_a_trend_has_points_and_a_line_for_each_unit(world):
    profile, own = person(world)
    levels = [("2026-11-01", 120, "mg/dL"), ("2026-11-02", 1.3, "g/L"), ("2026-11-03", 140, "mg/dL")]
    ids = [world.laboratory.result(kit(world, profile), value, unit=unit, testDate=day)["id"] for day, value, unit in levels]
    gone = world.laboratory.result(kit(world, profile), 150, testDate="2026-11-04")
    world.laboratory.ask(201, "POST", f"{RESULTS}/{gone['id']}/corrections", json={"reason": "wrong tube", "status": "entered-in-error"})
    trend = own.ask(200, "GET", f"{PROFILES}/{profile}/trend")
    assert [point["resultId"] for point in trend["points"]] == ids
    assert trend["lines"] == [{"unit": "mg/dL", "resultIds": [ids[0], ids[2]]}, {"unit": "g/L", "resultIds": [ids[1]]}]
    assert trend["latest"]["level"] == {"value": 140, "unit": "mg/dL"}
    assert world.clinician.ask(200, "GET", f"{PROFILES}/{profile}/trend") == trend
    for other in (world.patient, world.laboratory):
        problem(other.get(f"{PROFILES}/{profile}/trend"), 404, "not-found")
    for other in (world.administrator, world.consumer):
        problem(other.get(f"{PROFILES}/{profile}/trend"), 403, "forbidden")
