"""Results to take along: reports as PDF/A, trends as pictures, lists as CSV. Who gets which, what they say, and what they can't do."""

import csv
import io
import os
import pathlib
import re
import signal
import subprocess
import zipfile

import pikepdf
import pytest

from accounts import staff
from fairkit import problem
from kits import kit_code, photo
from reports import in_order, report, tested, text

ARABIC, HINDI = "فاطمة الزهراء", "अनुष्का क्षत्रिय"
FORMULA = '=HYPERLINK("http://evil.example";"x")'


def test_a_report_says_what_a_laboratory_has_to_say_in_the_order_of_reading(world):
    result = tested(world, 120, 150, 820, genotype="ZZ", method="nephelometry")
    whole = text(report(world.patient, result, language="en"))
    name = world.patient.ask(200, "GET", f"/api/v1/profiles/{world.profiles['patient']}")["name"]
    in_order(
        whole, "Alpha-1 antitrypsin test: result", "needs verification", "Patient", f"{name['given']} {name['family']}", "Result", "820 mg/dL", "100–200 mg/dL",
        "Critically high (HH)", "ZZ", "Test performed", "Alpha-1 antitrypsin (AAT), level in blood", "Blood sample", result["kitCode"], result["reference"],
        "nephelometry", "Final", "What it means", "820 mg/dL", "Trend", "Laboratory", "Not recorded here")
    assert whole.endswith("2/2") and "1/2" in whole  # fmt: skip
    laboratory = re.search(r"Laboratory Name (.*?) Address", whole)[1]
    assert laboratory and world.laboratory.ask(200, "GET", f"/api/v1/results/{result['id']}")["pdfUrl"] == f"/api/v1/results/{result['id']}/report.pdf"


def test_a_list_of_results_has_what_follows_from_other_members_only_if_it_is_named(world):
    result = tested(world, 150)
    whole = world.patient.ask(200, "GET", f"/api/v1/results/{result['id']}")
    listed = next(one for one in world.patient.ask(200, "GET", "/api/v1/results")["items"] if one["id"] == result["id"])
    assert {"converted", "pdfUrl"} <= set(whole) - set(listed)
    named = world.patient.ask(200, "GET", "/api/v1/results?fields=id,converted,pdfUrl")["items"]
    assert {"id": result["id"], "converted": whole["converted"], "pdfUrl": whole["pdfUrl"]} in named


@pytest.mark.parametrize(("language", "title", "flag"), [("en", "result", "Within the reference range (N)"), ("es", "resultado", "Dentro del intervalo"), ("sw", "matokeo", "Ndani ya kiwango")])
def test_a_report_is_in_the_language_that_was_asked_for(world, language, title, flag):
    pdf = report(world.patient, tested(world, 150.5), language=language)
    whole = text(pdf)
    assert title in whole and flag in whole and ("150,5 mg/dL" if language == "es" else "150.5 mg/dL") in whole
    with pikepdf.open(io.BytesIO(pdf)) as file:
        assert str(file.Root.Lang) == language
    problem(world.patient.get(f"/api/v1/results/{tested(world, 150)['id']}/report.pdf", params={"language": "xx"}), 422, "invalid")


def test_a_corrected_result_says_so_and_shows_its_versions(world):
    result = tested(world, 150)
    correction = {"reason": "decimal point misplaced", "level": {"value": 15, "unit": "mg/dL"}}
    answer = world.laboratory.post(f"/api/v1/results/{result['id']}/corrections", json=correction, headers={"If-Match": '"1"'})
    assert answer.status_code == 201, answer.text
    whole = text(report(world.patient, result, language="en"))
    in_order(whole, "This result was corrected on", "version 2", "15 mg/dL", "Severely low (LL)", "Versions", "150 mg/dL", "decimal point misplaced")
    withdrawal = {"reason": "wrong tube", "status": "entered-in-error"}
    assert world.laboratory.post(f"/api/v1/results/{result['id']}/corrections", json=withdrawal, headers={"If-Match": '"2"'}).status_code == 201
    whole = text(report(world.patient, result, language="en"))
    in_order(whole, "withdrawn", "Entered in error")
    assert "Severely low" not in whole


def test_what_the_laboratory_sent_with_the_sample_stands_on_each_report(fresh):
    sample = {"comment": "Haemolysed slightly", "crp": {"value": 12.5, "unit": "mg/L"}, "collectedAt": "2026-11-18T07:05:00Z", "orderNumber": "ORD-77"}
    result = tested(fresh, 150, sample=sample)
    history = fresh.patient.get(f"/api/v1/profiles/{fresh.profiles['patient']}/report.pdf", params={"language": "es"}).content
    with zipfile.ZipFile(io.BytesIO(fresh.patient.get(f"/api/v1/profiles/{fresh.profiles['patient']}/export").content)) as archive:
        record = archive.read("record.pdf")
    for pdf, crp in ((report(fresh.clinician, result, language="en"), "12.5 mg/L"), (report(fresh.laboratory, result, language="sw"), "12.5 mg/L"), (history, "12,5 mg/L"), (record, "12")):
        whole = text(pdf)
        assert all(part in whole for part in ("Haemolysed slightly", crp, "ORD-77", "18 ", ":05")), whole
    name = fresh.patient.ask(200, "GET", f"/api/v1/profiles/{fresh.profiles['patient']}")["name"]
    for reader, shown in ((fresh.clinician, f"{name['given']} {name['family']}"), (fresh.laboratory, "")):
        (row,) = csv.DictReader(io.StringIO(reader.get("/api/v1/results.csv").content.decode("utf-8-sig")))
        assert [row[column] for column in ("patientName", "orderNumber", "crp", "crpUnit", "comment")] == [shown, "ORD-77", "12.5", "mg/L", "Haemolysed slightly"]
        assert row["collectedAt"].startswith("2026-11-18T07:05")


def test_a_chart_says_what_is_converted_and_what_is_not_verified(fresh):
    tested(fresh, 59, 88)
    tested(fresh, 1.02, unit="g/L")
    tested(fresh, 1500)
    person = fresh.profiles["patient"]
    whole = text(fresh.clinician.get(f"/api/v1/profiles/{person}/report.pdf", params={"language": "en"}).content)
    in_order(whole, "in g/L", "A level with * was reported in another unit", "A hollow mark is a level that is not verified yet", "59 mg/dL")
    # Three of one day, and each number stands by itself.
    assert all(label in whole for label in ("0.59*", "0.88*", "1.02", "15*"))


def test_a_verified_result_asks_for_verification_nowhere(fresh):
    result, person = tested(fresh, 30, 138), fresh.profiles["patient"]
    alert = fresh.clinician.ask(200, "GET", f"/api/v1/alerts/{result['alertId']}")

    def asks():
        """Where it still asks for a verification."""
        readers = {name: getattr(fresh, name) for name in ("clinician", "patient", "laboratory")}
        found = {name for name, reader in readers.items() if "needs verification" in text(report(reader, result, language="en"))}
        person_listed = next(item for item in fresh.clinician.everything("/api/v1/profiles") if item["id"] == person)
        point = fresh.clinician.ask(200, "GET", f"/api/v1/profiles/{person}/trend")["latest"]
        shown = [fresh.clinician.ask(200, "GET", f"/api/v1/results/{result['id']}"), person_listed["latestResult"], point]
        found |= {number for number, item in enumerate(shown) if item["needsVerification"]}
        rows = csv.DictReader(io.StringIO(fresh.clinician.get("/api/v1/results.csv").content.decode("utf-8-sig")))
        found |= {"csv" for row in rows if row["id"] == result["id"] and row["needsVerification"] == "true"}
        summary = fresh.patient.ask(200, "GET", f"/api/v1/results/{result['id']}", headers={"Accept-Language": "en"})["summary"]["text"]
        found |= {"summary"} if "not verified yet" in summary else set()
        found |= {"alert"} if fresh.clinician.ask(200, "GET", f"/api/v1/alerts/{alert['id']}")["needsVerification"] else set()
        return found

    assert asks() == {"clinician", "patient", "laboratory", 0, 1, 2, "csv", "summary", "alert"}
    fresh.laboratory.ask(200, "POST", f"/api/v1/results/{result['id']}/release")
    assert asks() == set()


def test_a_withdrawn_result_asks_for_nothing(fresh):
    result = tested(fresh, 1500)
    withdrawal = {"reason": "wrong tube", "status": "entered-in-error"}
    withdrawn = fresh.laboratory.ask(201, "POST", f"/api/v1/results/{result['id']}/corrections", json=withdrawal)
    assert not withdrawn["needsVerification"] and "heldFor" not in withdrawn
    whole = text(report(fresh.clinician, result, language="en"))
    assert "withdrawn" in whole and "verification" not in whole


def test_a_report_is_pdf_a(world, tmp_path):
    """What Debian's tools can check of PDF/A-2b; there is no veraPDF among them."""
    pdf = report(world.patient, tested(world, 120, 820))
    (tmp_path / "report.pdf").write_bytes(pdf)
    checked = subprocess.run(["qpdf", "--check", tmp_path / "report.pdf"], capture_output=True)
    assert checked.returncode == 0, checked.stderr
    with pikepdf.open(io.BytesIO(pdf)) as file:
        assert not file.is_encrypted and file.Root.MarkInfo.Marked and file.Root.StructTreeRoot.K is not None
        (intent,) = file.Root.OutputIntents
        assert intent.S == "/GTS_PDFA1" and intent.DestOutputProfile.N == 3 and intent.DestOutputProfile.read_bytes()[36:40] == b"acsp"
        with file.open_metadata() as facts:
            assert facts["pdfaid:part"] == "2" and facts["pdfaid:conformance"] == "B"
            assert facts["dc:title"] == str(file.docinfo["/Title"]) and facts["pdf:Producer"] == str(file.docinfo["/Producer"]) == "FairKit"
        assert len(file.trailer.ID) == 2
        fonts = [thing for thing in file.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            if font.Subtype == "/CIDFontType2":
                assert font.CIDToGIDMap == "/Identity"
            if font.Subtype != "/Type0":
                assert "/FontFile2" in font.FontDescriptor
            if font.Subtype in ("/TrueType", "/Type0"):
                assert "/ToUnicode" in font
        for thing in file.objects:
            if isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                assert not {"/JS", "/JavaScript", "/AA", "/OpenAction", "/EmbeddedFile"} & set(thing.keys())


def test_names_of_any_script_are_drawn_and_none_turns_its_neighbours(world):
    id = world.profiles["patient"]
    before = world.patient.ask(200, "GET", f"/api/v1/profiles/{id}")
    result = tested(world, 150)
    given = "Aisha\u202e" + ARABIC
    try:
        version = before["version"]
        changed = world.patient.change(id, {"name": {"given": given, "family": HINDI + " " + "W" * 60}}, version)
        assert changed.status_code == 200, changed.text
        pdf = report(world.patient, result)
        whole = text(pdf)
        assert "\u202e" not in whole and "Aisha" in whole and "W" * 20 in whole.replace(" ", "")
        fonts = subprocess.run(["pdffonts", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
        assert "NotoSansArabic" in fonts and "NotoSansDevanagari" in fonts and " no " not in fonts.split("object ID")[1].replace(" no  no", "")
    finally:
        now = world.patient.ask(200, "GET", f"/api/v1/profiles/{id}")["version"]
        assert world.patient.change(id, {"name": before["name"]}, now).status_code == 200


def test_a_patient_never_prints_a_held_result(world):
    kit = world.other_patient.register(kit_code())
    assert world.administrator.report(kit["id"], "cancelled", reason="lost").status_code == 200
    held = world.laboratory.result(kit["kitCode"], 823, status=202)
    problem(world.other_patient.get(f"/api/v1/results/{held['id']}/report.pdf"), 404, "not-found")
    path = f"/api/v1/profiles/{world.profiles['other_patient']}"
    assert "823" not in text(world.other_patient.get(f"{path}/report.pdf").content)
    assert held["id"] not in world.other_patient.get("/api/v1/results.csv").text
    assert "yet to confirm" in text(report(world.clinician, held, language="en"))


def test_a_laboratory_prints_its_result_and_learns_no_name(world):
    result = tested(world, 150)
    name = world.patient.ask(200, "GET", f"/api/v1/profiles/{world.profiles['patient']}")["name"]
    whole = text(report(world.laboratory, result, language="en"))
    assert name["family"] not in whole and "Not shown to the reader" in whole
    problem(world.other_laboratory.get(f"/api/v1/results/{result['id']}/report.pdf"), 404, "not-found")
    problem(world.laboratory.get(f"/api/v1/profiles/{world.profiles['patient']}/report.pdf"), 404, "not-found")


def test_a_history_shows_every_result_and_a_chart(world):
    tested(world, 90, 110, 230)
    path = f"/api/v1/profiles/{world.profiles['patient']}"
    whole = text(world.patient.get(f"{path}/report.pdf", params={"language": "en"}).content)
    in_order(whole, "Alpha-1 antitrypsin tests: history", "Patient", "Trend", "230 mg/dL", "110 mg/dL", "90 mg/dL")
    svg = world.patient.get(f"{path}/trend.svg")
    assert svg.headers["content-type"] == "image/svg+xml" and svg.content.startswith(b"<?xml") and b"<script" not in svg.content
    png = world.patient.get(f"{path}/trend.png", params={"width": "400"})
    assert png.content.startswith(b"\x89PNG") and png.content[16:24] == (400).to_bytes(4, "big") + (200).to_bytes(4, "big")
    problem(world.patient.get(f"{path}/trend.png", params={"width": "99999"}), 422, "invalid")


def test_a_report_is_in_the_record_of_who_read_it(world):
    result = tested(world, 150)
    report(world.clinician, result)
    accesses = world.patient.everything(f"/api/v1/profiles/{world.profiles['patient']}/accesses")
    assert any(entry["action"] == "result.read" and entry.get("objectId") == result["id"] for entry in accesses)


def test_a_link_with_a_ticket_opens_once(world):
    doctor = staff(world, "clinician", "reports.doctor@example.org").signed_in
    result = world.laboratory.result(kit_code(), 150, status=202)
    path, stranger = f"/api/v1/results/{result['id']}/report.pdf", world.server.client()
    problem(stranger.get(path), 401, "unauthenticated")
    ticket = doctor.ask(200, "POST", "/api/v1/auth/ticket")["ticket"]
    assert stranger.get(path, params={"ticket": ticket}).content.startswith(b"%PDF-")
    problem(stranger.get(path, params={"ticket": ticket}), 401, "unauthenticated")
    # A ticket opens what its holder may read, and nothing else.
    ticket = doctor.ask(200, "POST", "/api/v1/auth/ticket")["ticket"]
    problem(stranger.get(f"/api/v1/profiles/{world.profiles['patient']}/report.pdf", params={"ticket": ticket}), 404, "not-found")


def test_a_list_as_csv_is_the_list_and_no_spreadsheet_executes_it(world):
    code = kit_code()
    world.patient.register(code)
    result = world.laboratory.result(code, 820, reference=FORMULA, method="+1-2")
    response = world.laboratory.get("/api/v1/results.csv")
    assert response.headers["content-type"].startswith("text/csv") and response.content.startswith(b"\xef\xbb\xbf")
    rows = {row["id"]: row for row in csv.DictReader(io.StringIO(response.content.decode("utf-8-sig")))}
    assert set(rows) == {item["id"] for item in world.laboratory.everything("/api/v1/results")}
    row = rows[result["id"]]
    assert (row["reference"], row["method"], row["level"], row["unit"], row["flag"]) == ("'" + FORMULA, "'+1-2", "820", "mg/dL", "HH")
    for row in rows.values():
        assert not [cell for cell in row.values() if cell[:1] in "=+-@\t\r" and cell]
    first = world.laboratory.get("/api/v1/results.csv", params={"limit": "1"})
    assert len(first.text.splitlines()) == 2 and 'rel="next"' in first.headers["link"]
    following = world.laboratory.get(re.search("<(.*?)>", first.headers["link"])[1])
    assert following.status_code == 200 and following.text.splitlines()[1] != first.text.splitlines()[1]
    problem(world.laboratory.get("/api/v1/results.csv", params={"flagg": "HH"}), 422, "invalid")


def drawers(world):
    """The zygotes that draw."""
    return [one for one in world.server.zygotes() if b"--draws" in pathlib.Path(f"/proc/{one}/cmdline").read_bytes()]


def test_a_drawing_process_starts_with_the_first_document_and_its_end_costs_no_other(fresh):
    result = tested(fresh, 150)
    assert drawers(fresh) == []
    report(fresh.patient, result)
    (zygote,) = drawers(fresh)
    limits = pathlib.Path(f"/proc/{zygote}/status").read_text()
    assert "NoNewPrivs:\t1" in limits
    os.kill(zygote, signal.SIGKILL)
    # The next document comes all the same, and so do photos.
    report(fresh.patient, result)
    assert zygote not in drawers(fresh) and fresh.consumer.scan(photo()).status_code == 200
