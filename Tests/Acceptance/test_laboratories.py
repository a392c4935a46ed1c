"""Laboratories: the address, phone number and director that an administrator sets, and that reports print."""

import io
import json
import zipfile

import pytest

from examples import NO_ID
from fairkit import command, problem
from kits import kit_code
from reports import in_order, report, text
from reports import tested as resulted

LABORATORIES = "/api/v1/laboratories"
ONE, TWO = "Markerlaboratory One", "Markerlaboratory Two"
DETAILS = {"address": "Marker Road 12\nKisumu\nKenya", "phone": "+254700000012", "director": "Dr. Marker Director"}


def found(world, name=ONE):
    return next(item for item in world.administrator.everything(LABORATORIES) if item["name"] == name)


def put(world, body, name=ONE, client=None):
    return (client or world.administrator).put(f"{LABORATORIES}/{found(world, name)['id']}", json=body)


@pytest.fixture
def bare(world):
    """Laboratories of which names alone are known, before and after."""
    yield world
    for name in (ONE, TWO):
        assert put(world, {}, name).status_code == 200


def test_an_administrator_sets_what_the_report_prints(bare):
    result = resulted(bare, 150)
    before = text(report(bare.patient, result, language="en"))
    assert "Not recorded here" in before and "Laboratory director" not in before
    changed = put(bare, DETAILS)
    assert changed.status_code == 200 and changed.json() == {**DETAILS, "id": found(bare)["id"], "name": ONE}
    for client in (bare.patient, bare.clinician, bare.laboratory):
        whole = text(report(client, result, language="en"))
        in_order(whole, "Laboratory", "Name", ONE, "Address", "Marker Road 12 Kisumu Kenya", "Phone", "+254700000012", "Laboratory director", "Dr. Marker Director")
        assert "Not recorded here" not in whole
    assert "Responsable del laboratorio" in text(report(bare.patient, result, language="es"))
    # JSON of a result, and lists for spreadsheets, stay as they are.
    assert "Marker Road" not in bare.patient.get(f"/api/v1/results/{result['id']}").text + bare.patient.get("/api/v1/results.csv").text


def test_a_course_and_the_record_print_each_laboratory_once(bare):
    resulted(bare, 120, 150)
    code = kit_code()
    bare.patient.register(code)
    bare.other_laboratory.result(code, 140)
    assert put(bare, DETAILS).status_code == put(bare, {"address": "Coast Street 3"}, TWO).status_code == 200
    path = f"/api/v1/profiles/{bare.profiles['patient']}"
    course = bare.patient.get(f"{path}/report.pdf", params={"language": "en"}).content
    with zipfile.ZipFile(io.BytesIO(bare.patient.get(f"{path}/export").content)) as archive:
        record = archive.read("record.pdf")
    for pdf in (course, record):
        whole = text(pdf)
        in_order(whole, TWO, "Coast Street 3", ONE, "Marker Road 12 Kisumu Kenya")
        assert whole.count("Marker Road 12") == whole.count("Coast Street 3") == 1


def test_each_change_is_in_the_audit_log_once(bare):
    def changes():
        return [entry for entry in bare.administrator.everything("/api/v1/audit", limit=100) if entry["action"] == "laboratory.changed"]

    before = len(changes())
    assert put(bare, DETAILS).status_code == put(bare, DETAILS).status_code == 200
    after = changes()
    assert len(after) == before + 1 and "Marker" not in json.dumps(after) and found(bare)["id"] in json.dumps(after)


BAD = {
    "address": ["", " \n ", "x" * 501, "a\r\nb", "a\tb", "a\x1b[31mb", "a\x00b", 7, ["Road"]],
    "phone": ["", "0700000012", "+0700000012", "+254/700/000012", "+" + "1" * 16, "+123456", 254700000012],
    "director": ["", "  ", "d" * 201, "Dr.\nMarker", "Dr.\x00Marker", {}],
}


@pytest.mark.parametrize(("member", "value"), [(member, value) for member, values in BAD.items() for value in values])
def test_an_invalid_text_is_refused_by_its_place_and_nothing_changes(bare, member, value):
    assert put(bare, DETAILS).status_code == 200
    refused = put(bare, {**DETAILS, member: value})
    assert [error["pointer"] for error in problem(refused, 422, "invalid")["errors"]] == [f"/{member}"]
    assert {name: found(bare)[name] for name in DETAILS} == DETAILS


def test_all_faults_come_in_one_answer(bare):
    errors = problem(put(bare, {name: "\x07" for name in DETAILS}), 422, "invalid")["errors"]
    assert {error["pointer"] for error in errors} == {"/address", "/phone", "/director"}
    assert "\x07" not in json.dumps(errors)


def test_no_log_and_no_error_repeats_what_was_sent(bare):
    assert put(bare, DETAILS).status_code == 200
    refused = put(bare, {"address": "Marker Road 99\t", "phone": "0700000099", "director": "Marker Nobody\n"})
    said = refused.text + bare.server.log
    assert refused.status_code == 422 and not [text for text in ("Marker Road", "Marker Director", "Marker Nobody", "0700000099", "254700000012") if text in said]


def test_the_longest_texts_of_any_script_are_kept_and_drawn(bare):
    details = {"address": "\n".join(["شارع المستشفى"] * 30)[:498] + "\nZ", "phone": "+123456789012345", "director": "Д" * 200}
    kept = put(bare, details)
    assert kept.status_code == 200 and {name: kept.json()[name] for name in details} == details
    assert "+123456789012345" in text(report(bare.patient, resulted(bare, 150), language="en"))


def test_no_address_turns_or_marks_up_what_stands_beside_it(bare):
    assert put(bare, {"address": "\u202eMarker <b>Road</b> & {date}"}).status_code == 200
    whole = text(report(bare.patient, resulted(bare, 150), language="en"))
    assert "\u202e" not in whole and "Marker <b>Road</b> & {date}" in whole


def test_only_administrators_change_laboratories_and_clinicians_read_them(bare):
    for role in ("clinician", "consumer", "patient", "laboratory"):
        problem(put(bare, DETAILS, client=getattr(bare, role)), 403, "forbidden")
    for role in ("consumer", "patient", "laboratory"):
        problem(getattr(bare, role).get(LABORATORIES), 403, "forbidden")
    assert [item["name"] for item in bare.clinician.everything(LABORATORIES, limit=1)] == [ONE, TWO]
    assert "address" not in found(bare)
    reader = bare.server.client(bare.store.key("administrator", "reads kits", "--scope", "kits:read")["key"])
    assert reader.get(LABORATORIES).status_code == 200
    assert problem(put(bare, DETAILS, client=reader), 403, "scope-missing")["scope"] == "settings:manage"


def test_an_unknown_laboratory_is_not_found(bare):
    for id in (NO_ID, "1", "Markerlaboratory%20One", bare.profiles["patient"]):
        problem(bare.administrator.put(f"{LABORATORIES}/{id}", json=DETAILS), 404, "not-found")


def test_a_laboratory_of_another_tenant_is_not_found(fresh):
    key = command("tenant", "create", "siaya", "--data", fresh.store.path).stdout.strip()
    other = fresh.server.client(key)
    other.headers["X-Tenant-ID"] = "siaya"
    assert other.ask(200, "GET", LABORATORIES)["items"] == []
    problem(put(fresh, DETAILS, client=other), 404, "not-found")
    assert "address" not in found(fresh)
    command("key", "create", "--data", fresh.store.path, "--tenant", "siaya", "--role", "laboratory", "--laboratory", ONE, "--name", "n")
    other.ask(200, "PUT", f"{LABORATORIES}/{other.everything(LABORATORIES)[0]['id']}", json={"address": "Siaya"})
    assert other.ask(200, "GET", LABORATORIES)["items"][0]["address"] == "Siaya" and "address" not in found(fresh)
    command("tenant", "suspend", "siaya", "--data", fresh.store.path)
    problem(other.get(LABORATORIES), 401, "unauthenticated")
    assert "is suspended" in command("api", "laboratories", "--data", fresh.store.path, "--tenant", "siaya", status=1).stderr


def test_what_is_set_outlives_a_restart_and_a_crash(fresh):
    assert put(fresh, DETAILS).status_code == 200
    fresh.server.process.kill()
    fresh.server.process.wait()
    assert json.loads(command("api", "laboratories", "--data", fresh.store.path).stdout)["items"][0]["director"] == DETAILS["director"]
