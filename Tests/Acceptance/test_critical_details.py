"""What is not needed to know whose level it is and how high never refuses a critical result: each member, each way in."""

import csv
import io
import json

import pytest

from examples import batch
from fairkit import SOON, TODAY, command, problem
from kits import kit_code

RESULTS = "/api/v1/results"
LATER = SOON  # two days ahead: clocks of laboratories may run a day ahead
LONG = "x" * 101
# What is sent beside a level: the members of a body, the columns of a table (None: it has no such row), and the pointers of the faults.
BAD = {
    "received before collected": ({"sample": {"collectedAt": "2026-11-20T10:00:00Z", "receivedAt": "2026-11-20T09:58:00Z"}},
                                  {"collectedAt": "2026-11-20T10:00:00Z", "receivedAt": "2026-11-20T09:58:00Z"}, ["/sample/receivedAt"]),
    "collected in the future": ({"sample": {"collectedAt": LATER}}, {"collectedAt": LATER}, ["/sample/collectedAt"]),
    "received in the future": ({"sample": {"receivedAt": LATER}}, {"receivedAt": LATER}, ["/sample/receivedAt"]),
    "a time that is none": ({"sample": {"collectedAt": "yesterday"}}, {"collectedAt": "yesterday"}, ["/sample/collectedAt"]),
    "a comment of two lines": ({"sample": {"comment": "one\ntwo"}}, {"comment": "one\ntwo"}, ["/sample/comment"]),
    "an empty comment": ({"sample": {"comment": ""}}, None, ["/sample/comment"]),
    "a long comment": ({"sample": {"comment": "x" * 501}}, {"comment": "x" * 501}, ["/sample/comment"]),
    "a comment that is a number": ({"sample": {"comment": 7}}, None, ["/sample/comment"]),
    "a long specimen": ({"sample": {"specimenId": LONG}}, {"specimenId": LONG}, ["/sample/specimenId"]),
    "a long performer": ({"sample": {"performer": LONG}}, {"performer": LONG}, ["/sample/performer"]),
    "a device with a tab": ({"sample": {"device": "a\tb"}}, {"device": "a\tb"}, ["/sample/device"]),
    "a long order number": ({"sample": {"orderNumber": LONG}}, {"orderNumber": LONG}, ["/sample/orderNumber"]),
    "CRP in another unit": ({"sample": {"crp": {"value": 4, "unit": "stone"}}}, {"crp": "4", "crpUnit": "stone"}, ["/sample/crp/unit"]),
    "CRP that is no number": ({"sample": {"crp": {"value": -1, "unit": "mg/L"}}}, {"crp": "4 mg", "crpUnit": "mg/L"}, ["/sample/crp/value"]),
    "a sample that is none": ({"sample": "blood"}, None, ["/sample"]),
    "a genotype that is none": ({"genotype": "Q"}, {"genotype": "Q"}, ["/genotype"]),
    "a genotype that is a number": ({"genotype": 7}, None, ["/genotype"]),
    "a phenotype that is a genotype": ({"phenotype": "M/Null"}, {"phenotype": "M/Null"}, ["/phenotype"]),
    "a phenotype that is a number": ({"phenotype": 7}, None, ["/phenotype"]),
    "a long interpretation": ({"interpretation": "x" * 20_001}, {"interpretation": "x" * 20_001}, ["/interpretation"]),
    "an interpretation with a bell": ({"interpretation": "a\u0007b"}, {"interpretation": "a\u0007b"}, ["/interpretation"]),
    "an empty interpretation": ({"interpretation": ""}, None, ["/interpretation"]),
    "an interpretation that is a list": ({"interpretation": ["one", "two"]}, None, ["/interpretation"]),
    "a method of two lines": ({"method": "one\ntwo"}, {"method": "one\ntwo"}, ["/method"]),
    "a long method": ({"method": LONG}, {"method": LONG}, ["/method"]),
    "a range upside down": ({"range": {"low": 200, "high": 100}}, {"low": "200", "high": "100"}, ["/range"]),
    "a range without an end": ({"range": {"low": 100}}, {"low": "100"}, ["/range/high"]),
    "a range of words": ({"range": {"low": "low", "high": 200}}, {"low": "low", "high": "200"}, ["/range/low"]),
    "a status that is none": ({"status": "done"}, {"status": "done"}, ["/status"]),
    "a status of corrections": ({"status": "corrected"}, {"status": "corrected"}, ["/status"]),
    "a date of another form": ({"testDate": "20.11.26"}, {"testDate": "20.11.26"}, ["/testDate"]),
    "no date": ({"testDate": None}, {"testDate": ""}, ["/testDate"]),
    "several at once": ({"method": LONG, "genotype": "Q", "sample": {"comment": ""}}, {"method": LONG, "genotype": "Q", "comment": "a\nb"},
                        ["/genotype", "/method", "/sample/comment"]),
}  # fmt: skip
COLUMNS = ["reference", "kitCode", "testDate", "value", "unit", "genotype", "method", "low", "high", "status", "specimenId", "collectedAt", "receivedAt",
           "performer", "device", "comment", "crp", "crpUnit", "orderNumber", "phenotype", "interpretation"]  # fmt: skip


def body(code, value, more):
    return {"reference": f"D-{value}-{code}", "kitCode": code, "testDate": TODAY, "level": {"value": value, "unit": "mg/dL"}, **more}


def row(code, value, more):
    return {"reference": f"D-{value}-{code}", "kitCode": code, "testDate": TODAY, "value": str(value), "unit": "mg/dL", **more}


def table(rows):
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def kept(result, pointers):
    """Asserts that a result was kept, held, and says what was wrong."""
    assert (result["flag"], result["heldFor"]) == ("HH", "details-in-conflict") and result["alertId"], result
    assert sorted(conflict["pointer"] for conflict in result["conflicts"]) == pointers and all(conflict["detail"] for conflict in result["conflicts"]), result


@pytest.mark.parametrize("case", BAD)
def test_a_critical_result_is_taken_whatever_stands_beside_its_level(world, case):
    members, _, pointers = BAD[case]
    code = kit_code()
    sent = body(code, 820, members)
    posted = world.laboratory.ask(202, "POST", RESULTS, json=sent)
    kept(posted, pointers)
    alert = world.clinician.ask(200, "GET", f"/api/v1/alerts/{posted['alertId']}")
    assert (alert["band"], alert["needsVerification"], alert["heldFor"]) == (0, True, "details-in-conflict")
    assert "can't be read or can't be right" in alert["explanation"]
    # A repetition is one.
    assert world.laboratory.ask(200, "POST", RESULTS, json=sent)["id"] == posted["id"]
    # The laboratory confirms it, and what was sent can be read on.
    released = world.laboratory.ask(200, "POST", f"{RESULTS}/{posted['id']}/release")
    assert "heldFor" not in released and released["conflicts"] == posted["conflicts"]
    # What is not critical is refused for it.
    refused = problem(world.laboratory.post(RESULTS, json=body(code, 150, members)), 422, "invalid")
    assert sorted(error["pointer"] for error in refused["errors"]) == pointers


def test_it_is_the_same_in_batches_and_tables(world):
    for kind, content in {
        "application/x-ndjson": lambda value: "".join(json.dumps(body(kit_code(), value, members)) + "\n" for members, _, _ in BAD.values()),
        "text/csv": lambda value: table(row(kit_code(), value, columns) for _, columns, _ in BAD.values() if columns),
    }.items():
        cases = [pointers for _, columns, pointers in BAD.values() if columns or kind != "text/csv"]
        outcomes = batch(world.laboratory, kind, content(820))
        assert [one["status"] for one in outcomes] == [202] * len(cases), outcomes
        for one, pointers in zip(outcomes, cases, strict=True):
            kept(one, pointers)
            assert one["reference"].startswith("D-820-")
        for one, pointers in zip(batch(world.laboratory, kind, content(150)), cases, strict=True):
            assert one["status"] == 422 and sorted(error["pointer"] for error in one["problem"]["errors"]) == pointers, one


def test_the_command_imports_them(fresh, tmp_path):
    cases = {name: (columns, pointers) for name, (_, columns, pointers) in BAD.items() if columns}
    file = tmp_path / "details.csv"
    words = ["result", "import", "--data", fresh.store.path, "--laboratory", "Markerlaboratory One", "--json", file]
    file.write_text(table(row(kit_code(), 820, columns) for columns, _ in cases.values()), newline="")
    outcomes = [json.loads(line) for line in command(*words).stdout.splitlines()]
    assert [one["outcome"] for one in outcomes] == ["unmatched"] * len(cases)
    for one, (_, pointers) in zip(outcomes, cases.values(), strict=True):
        kept(one, pointers)
    file.write_text(table(row(kit_code(), 150, columns) for columns, _ in cases.values()), newline="")
    assert {json.loads(line)["outcome"] for line in command(*words, status=1).stdout.splitlines()} == {"refused"}


def test_what_was_sent_is_kept(world):
    code = kit_code()
    posted = world.laboratory.ask(202, "POST", RESULTS, json=body(code, 820, {"genotype": "Q", "method": 7, "testDate": "20.11.26", "sample": {
        "comment": "one\ntwo", "collectedAt": "2026-11-20T10:00:00Z", "receivedAt": "2026-11-20T09:58:00Z"}}))
    assert {conflict["pointer"]: conflict.get("sent") for conflict in posted["conflicts"]} == {
        "/genotype": "Q", "/method": "7", "/testDate": "20.11.26", "/sample/comment": "one\ntwo", "/sample/receivedAt": None
    }
    assert posted["testDate"] == TODAY and posted["sample"] == {"collectedAt": "2026-11-20T10:00:00.000Z", "receivedAt": "2026-11-20T09:58:00.000Z"}
    # A correction puts right what it names, and the result is held until it is released.
    fixed = world.laboratory.ask(201, "POST", f"{RESULTS}/{posted['id']}/corrections", json={"reason": "typing errors", "genotype": "MZ", "testDate": "2026-11-20"})
    assert {conflict["pointer"] for conflict in fixed["conflicts"]} == {"/method", "/sample/comment", "/sample/receivedAt"}
    assert (fixed["genotype"], fixed["testDate"], fixed["heldFor"]) == ("MZ", "2026-11-20", "details-in-conflict")


def test_its_patient_sees_it_when_it_is_released(world):
    code = kit_code()
    world.patient.register(code)
    posted = world.laboratory.ask(202, "POST", RESULTS, json=body(code, 820, {"sample": {"comment": ""}}))
    assert posted["matched"] is True
    problem(world.patient.get(f"{RESULTS}/{posted['id']}"), 404, "not-found")
    world.laboratory.ask(200, "POST", f"{RESULTS}/{posted['id']}/release")
    assert world.patient.ask(200, "GET", f"{RESULTS}/{posted['id']}")["flag"] == "HH"


@pytest.mark.parametrize("members", [{"reference": ""}, {"kitCode": "x"}, {"level": {"value": 820, "unit": "stone"}}, {"level": {"value": "820", "unit": "mg/dL"}},
                                     {"level": {"value": 820, "unit": "mg/dL", "comparator": "about"}}])  # fmt: skip
def test_whose_level_it_is_and_how_high_has_to_be_known(world, members):
    response = world.laboratory.post(RESULTS, json={**body(kit_code(), 820, {"genotype": "Q"}), **members})
    pointers = [error["pointer"] for error in problem(response, 422, "invalid")["errors"]]
    assert len(pointers) == 2 and "/genotype" in pointers


@pytest.mark.parametrize("more", [{}, {"reason": "two\nlines"}, {"reason": "misread", "sample": {"comment": ""}}, {"reason": "misread", "testDate": "20.11.26"}])
def test_a_correction_to_a_critical_level_is_not_refused_either(world, more):
    posted = world.laboratory.result(kit_code(), status=202)
    path = f"{RESULTS}/{posted['id']}/corrections"
    problem(world.laboratory.post(path, json={"level": {"value": 160, "unit": "mg/dL"}, **more}), 422, "invalid")
    fixed = world.laboratory.ask(201, "POST", path, json={"level": {"value": 820, "unit": "mg/dL"}, **more})
    assert (fixed["flag"], fixed["heldFor"], len(fixed["conflicts"])) == ("HH", "details-in-conflict", 1) and fixed["alertId"]


@pytest.mark.parametrize(("unit", "value", "stored"), [("mg/dl", 820, "mg/dL"), ("MG/DL", 820, "mg/dL"), ("mg / dL", 150, "mg/dL"), ("G/L", 1.5, "g/L"),
                                                       ("\u00b5mol/L", 25, "umol/L"), ("\u03bcmol/l", 25, "umol/L")])  # fmt: skip
def test_a_unit_is_taken_as_it_is_written(world, unit, value, stored):
    more = {"range": {"low": 20, "high": 53}} if stored == "umol/L" else {}
    posted = world.laboratory.ask(202, "POST", RESULTS, json={**body(kit_code(), value, more), "level": {"value": value, "unit": unit}})
    assert posted["level"] == {"value": value, "unit": stored}


def test_a_genotype_and_a_comparator_are_taken_as_they_are_written(world):
    sent = {**body(kit_code(), 150, {"genotype": "PI*MZ"}), "level": {"value": 150, "unit": "mg/dL", "comparator": "\u2265"}}
    posted = world.laboratory.ask(202, "POST", RESULTS, json=sent)
    assert (posted["genotype"], posted["level"]["comparator"]) == ("MZ", ">=")


def test_a_kit_that_was_handed_out_before_fairkit_gets_its_results(fresh):
    code, other = kit_code(), kit_code()
    fresh.administrator.issue(code, other)
    early = {**body(code, 150, {}), "testDate": "2026-10-05"}
    assert "before the kit was issued" in fresh.laboratory.post(RESULTS, json=early).text
    # The day is named afterwards, by command or API.
    shown = command("kit", "issue", "--data", fresh.store.path, "--issued-on", "2026-10-01", code)
    assert "unchanged" in shown.stdout
    assert "heldFor" not in fresh.laboratory.ask(202, "POST", RESULTS, json=early)
    issue = lambda day: fresh.administrator.post("/api/v1/test-kits", json={"codes": [other], "issuedOn": day})  # noqa: E731
    assert [error["pointer"] for error in problem(issue("2999-01-01"), 422, "invalid")["errors"]] == ["/issuedOn"]
    assert issue("2026-10-01").status_code == 200
    critical = {**body(other, 820, {}), "testDate": "2026-09-05"}
    assert fresh.laboratory.ask(202, "POST", RESULTS, json=critical)["heldFor"] == "date-before-issue"
