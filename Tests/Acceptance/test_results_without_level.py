"""What laboratories report without a number: genotypes, phenotypes and interpretations of many lines, by each way in and out."""

import csv
import io
import json
import zipfile

import pikepdf

from examples import RESULTS, batch
from fairkit import TODAY, command, problem
from kits import kit_code
from reports import in_order, report, text

LINES = "Two bands were seen.\n\tM1 and Z.\n" + "\n".join(f"Line {number} of the interpretation, which goes on over pages." for number in range(1, 261))


def body(code, **more):
    return {"reference": f"G-{code}", "kitCode": code, "testDate": TODAY, **more}


def registered(world):
    code = kit_code()
    world.patient.register(code)
    return code


def test_a_phenotype_is_a_result_that_everyone_reads_without_a_level(fresh):
    sent = body(registered(fresh), phenotype="M1Z", genotype="MZ", interpretation=LINES.replace("\n", "\r\n"))
    posted = fresh.laboratory.ask(201, "POST", RESULTS, json=sent)
    assert not {"level", "range", "flag", "alertId", "heldFor", "conflicts"} & set(posted), posted
    assert (posted["phenotype"], posted["genotype"], posted["interpretation"], posted["needsVerification"]) == ("M1Z", "MZ", LINES, False)
    assert fresh.laboratory.ask(200, "POST", RESULTS, json=sent)["id"] == posted["id"]
    assert "phenotype" in problem(fresh.laboratory.post(RESULTS, json=sent | {"phenotype": "MZ"}), 409, "reference-taken")["fields"]
    path, person = f"{RESULTS}/{posted['id']}", fresh.profiles["patient"]
    shown = fresh.patient.ask(200, "GET", path, headers={"Accept-Language": "en"})
    assert "converted" not in shown and "reports no AAT level" in shown["summary"]["text"] and "M1Z" in shown["summary"]["text"]
    (version,) = shown["versions"]
    assert (version["phenotype"], version["interpretation"], version.get("level")) == ("M1Z", LINES, None)
    # Lists find it by what it has, whatever kind they look for.
    for found in ({"phenotype": "M1Z"}, {"genotype": "MZ"}, {"status": "final"}, {"patientId": person}, {}):
        assert [item["id"] for item in fresh.clinician.everything(RESULTS, **found)] == [posted["id"]], found
    for missed in ({"phenotype": "MZ"}, {"flag": "N"}, {"unit": "mg/dL"}, {"unit": "mg/dL", "sort": "lowest"}, {"held": "true"}):
        assert fresh.clinician.everything(RESULTS, **missed) == [], missed
    problem(fresh.clinician.get(RESULTS, params={"phenotype": "M/Null"}), 422, "invalid")
    (row,) = csv.DictReader(io.StringIO(fresh.clinician.get(f"{RESULTS}.csv").content.decode("utf-8-sig")))
    assert (row["level"], row["unit"], row["flag"], row["phenotype"], row["interpretation"]) == ("", "", "", "M1Z", LINES)
    # No level is drawn or named; a person's latest level is the last one.
    assert fresh.clinician.ask(200, "GET", f"/api/v1/profiles/{person}/trend")["points"] == []
    assert "latestResult" not in next(item for item in fresh.clinician.everything("/api/v1/profiles") if item["id"] == person)
    entries = fresh.clinician.ask(200, "GET", f"/api/v1/profiles/{person}/timeline")["items"]
    assert [entry.get("level") for entry in entries if entry["kind"] == "result.reported"] == [None]
    assert fresh.patient.ask(200, "GET", "/api/v1/dashboard")["latestResult"]["id"] == posted["id"]
    with zipfile.ZipFile(io.BytesIO(fresh.patient.get(f"/api/v1/profiles/{person}/export").content)) as archive:
        assert "M1Z" in text(archive.read("record.pdf"))
        (kept,) = json.loads(archive.read("results.json"))["items"]
        assert (kept["phenotype"], kept["versions"][0]["interpretation"]) == ("M1Z", LINES)


def test_a_report_prints_the_interpretation_over_pages(fresh):
    result = fresh.laboratory.ask(201, "POST", RESULTS, json=body(registered(fresh), phenotype="M1Z", interpretation=LINES + "\n\u202eend"))
    pdf = report(fresh.patient, result, language="en")
    whole = text(pdf)
    in_order(whole, "AAT level", "Not reported", "Phenotype", "M1Z", "Laboratory's interpretation", "Two bands were seen.", "Line 1 of", "Line 260 of", "end", "Test performed")
    assert "Reference range" not in whole and "\u202e" not in whole
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) > 2
    person = fresh.profiles["patient"]
    assert "Fenotipo M1Z" in text(fresh.patient.get(f"/api/v1/profiles/{person}/report.pdf", params={"language": "es"}).content)


def test_something_has_to_be_reported(world):
    for members, pointer in (({}, "/level"), ({"genotype": "unknown"}, "/level"), ({"interpretation": "Nothing."}, "/level"), ({"genotype": "Q"}, "/genotype"),
                             ({"phenotype": "Null"}, "/phenotype"), ({"genotype": "ZZ", "range": {"low": 1, "high": 2}}, "/range")):  # fmt: skip
        refused = problem(world.laboratory.post(RESULTS, json=body(kit_code(), **members)), 422, "invalid")
        assert [error["pointer"] for error in refused["errors"]] == [pointer], members


def test_a_line_without_a_level_is_a_result_in_a_batch_and_in_a_table(world, tmp_path):
    codes = [kit_code() for _ in range(5)]
    rows = [  # value, unit, low, high, genotype, phenotype, interpretation, status
        ("", "mg/dL", "100", "200", "ZZ", "", "", 202), ("", "", "", "", "", "M1M2", "one\ntwo", 202), ("142", "mg/dL", "", "", "", "MZ", "", 202),
        ("", "mg/dL", "", "", "", "", "", 422), ("", "mg/dL", "", "", "unknown", "", "", 422)]  # fmt: skip
    columns = ["value", "unit", "low", "high", "genotype", "phenotype", "interpretation"]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["reference", "kitCode", "testDate", *columns])
    writer.writerows([f"T-{code}", code, TODAY, *row[:-1]] for code, row in zip(codes, rows, strict=True))
    outcomes = batch(world.laboratory, "text/csv", text.getvalue())
    assert [one["status"] for one in outcomes] == [row[-1] for row in rows], outcomes
    assert [one.get("flag") for one in outcomes] == [None, None, "N", None, None]
    assert [error["pointer"] for error in outcomes[3]["problem"]["errors"]] == ["/level/value"]
    assert world.laboratory.ask(200, "GET", f"{RESULTS}/{outcomes[1]['id']}")["interpretation"] == "one\ntwo"
    # A table of phenotypes needs no column for a level, and the command takes the same file.
    code = kit_code()
    table = f"reference;kitCode;testDate;phenotype\nP-{code};{code};{TODAY};MZ\n"
    assert [one["status"] for one in batch(world.laboratory, "text/csv", table)] == [202]
    assert [one["status"] for one in batch(world.laboratory, "text/csv", "reference;kitCode;testDate;method\n")] == [422]
    lines = "".join(json.dumps(body(kit_code(), **more)) + "\n" for more in ({"phenotype": "M"}, {"genotype": "ZZ", "sample": {"comment": "clear"}}, {}))
    assert [one["status"] for one in batch(world.laboratory, "application/x-ndjson", lines)] == [202, 202, 422]


def test_the_command_imports_them(fresh, tmp_path):
    data = ["--data", fresh.store.path, "--laboratory", "Markerlaboratory One"]
    file = tmp_path / "genes.ndjson"
    file.write_text("".join(json.dumps(body(kit_code(), **more)) + "\n" for more in ({"genotype": "ZZ"}, {"phenotype": "Z", "sample": {"comment": "clear"}})))
    assert [json.loads(line)["outcome"] for line in command("result", "import", *data, "--json", file).stdout.splitlines()] == ["unmatched"] * 2


def test_a_level_comes_and_goes_by_correction(fresh):
    posted = fresh.laboratory.ask(201, "POST", RESULTS, json=body(registered(fresh), genotype="ZZ"))
    path = f"{RESULTS}/{posted['id']}/corrections"
    critical = fresh.laboratory.ask(201, "POST", path, json={"reason": "measured", "level": {"value": 900, "unit": "mg/dL"}})
    assert critical["flag"] == "HH" and critical["alertId"]
    refused = problem(fresh.laboratory.post(path, json={"reason": "no", "withdrawLevel": True, "level": {"value": 1, "unit": "g/L"}}), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == ["/withdrawLevel"]
    withdrawn = fresh.laboratory.ask(201, "POST", path, json={"reason": "wrong tube", "withdrawLevel": True})
    assert "level" not in withdrawn and withdrawn["genotype"] == "ZZ" and withdrawn["alertId"] != critical["alertId"]
    alert = fresh.clinician.ask(200, "GET", f"/api/v1/alerts/{withdrawn['alertId']}")
    assert (alert["rule"], alert["payload"]["type"], alert["correction"]["withdrawn"]) == ("corrected", "alert_correction", False)
    assert not {"aatLevel", "unit", "normalRange"} & set(alert["payload"]["data"]) and "earlier" not in alert["correction"]
    # A kit has one result: a withdrawn level alone leaves nothing of a result that was a level.
    other = fresh.laboratory.ask(202, "POST", RESULTS, json={**body(kit_code()), "level": {"value": 150, "unit": "mg/dL"}})
    refused = problem(fresh.laboratory.post(f"{RESULTS}/{other['id']}/corrections", json={"reason": "wrong", "withdrawLevel": True}), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == ["/level"]
