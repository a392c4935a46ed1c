"""Every error a client can meet: its status, its stable code, its kind of body."""

import pytest

from conftest import PERSON
from examples import ACK, CLAIM, FOREIGN, LEVEL, NO_ID, NOT_A_KIT, PROFILES, REGISTER, RESULTS, VALID, WRONG_CHECK, result
from fairkit import TODAY, problem
from kits import kit_code, photo


def person(**changes):
    return {name: member for name, member in {**PERSON, **changes}.items() if member is not None}


def picture(bytes, **fields):
    return {"files": {"photo": ("kit.jpg", bytes, "image/jpeg")}, "data": fields}


# role, method, path, content → status, code, pointer of the field at fault
REFUSED = {
    "an unknown path": ("clinician", "GET", "/api/v1/nothing", {}, 404, "not-found"),
    "an unknown result": ("clinician", "GET", f"{RESULTS}/{NO_ID}", {}, 404, "not-found"),
    "an id that is none": ("clinician", "GET", f"{RESULTS}/17", {}, 404, "not-found"),
    "an unknown profile": ("clinician", "GET", f"{PROFILES}/{NO_ID}", {}, 404, "not-found"),
    "an unknown alert": ("clinician", "GET", f"/api/v1/alerts/{NO_ID}", {}, 404, "not-found"),
    "a correction of nothing": ("laboratory", "POST", f"{RESULTS}/{NO_ID}/corrections", {"json": {"reason": "x"}}, 404, "not-found"),
    "broken JSON": ("clinician", "POST", PROFILES, {"content": b'{"name":', "headers": {"content-type": "application/json"}}, 400, "malformed-json"),
    "JSON that is no object": ("patient", "POST", REGISTER, {"json": ["x"]}, (400, 422), ("malformed-json", "invalid")),
    "garbage for multipart": ("patient", "POST", REGISTER, {"content": b"\0garbage", "headers": {"content-type": "multipart/form-data; boundary=b"}}, 400, "malformed-body"),
    "multipart without boundary": ("patient", "POST", REGISTER, {"content": b"x", "headers": {"content-type": "multipart/form-data"}}, 400, "malformed-body"),
    "text for a registration": ("patient", "POST", REGISTER, {"content": b"x", "headers": {"content-type": "text/plain"}}, 415, "unsupported-media-type"),
    "text for a result": ("laboratory", "POST", RESULTS, {"content": b"x", "headers": {"content-type": "text/plain"}}, 415, "unsupported-media-type"),
    "a GIF": ("patient", "POST", REGISTER, picture(b"GIF89a\1\0\1\0\0\0\0;"), 415, "unsupported-media-type"),
    "nothing sent": ("patient", "POST", REGISTER, {"json": {}}, 422, "nothing-sent"),
    "no profile": ("clinician", "POST", REGISTER, {"json": {"barcode": VALID}}, 422, "profile-required"),
    "an unknown profile": ("clinician", "POST", REGISTER, {"json": {"barcode": VALID, "profileId": NO_ID}}, 404, "not-found"),
    "a damaged photo": ("patient", "POST", REGISTER, picture(b"\xff\xd8\xff" + b"garbage" * 99), 422, "photo-damaged"),
    "a photo without a barcode": ("patient", "POST", REGISTER, picture(photo()), 422, "no-barcode"),
    "a photo with a wrong check character": ("patient", "POST", REGISTER, picture(photo(WRONG_CHECK)), 422, "checksum-mismatch"),
    "an unknown group": ("consumer", "POST", "/api/v1/alert-groups/defualt/claim", {"json": {}}, 404, "group-unknown"),
    "an unknown token": ("consumer", "POST", ACK, {"json": {"token": "nonsense"}}, 404, "not-found"),
    "a range that umol/L lacks": ("laboratory", "POST", RESULTS, {"json": result(level={"value": 20, "unit": "umol/L"})}, 422, "range-required"),
    "a result for a foreign code": ("laboratory", "POST", RESULTS, {"json": result(kitCode=FOREIGN)}, 422, "not-a-kit"),
    "a result for a misread code": ("laboratory", "POST", RESULTS, {"json": result(kitCode=WRONG_CHECK)}, 422, "checksum-mismatch"),
    "a name left out": ("clinician", "POST", PROFILES, {"json": person(name=None)}, 422, "invalid", "/name"),
    "an empty name": ("clinician", "POST", PROFILES, {"json": person(name={"given": "", "family": ""})}, 422, "invalid", "/name/family"),
    "a birth date that is none": ("clinician", "POST", PROFILES, {"json": person(birthDate="1981-02-29")}, 422, "invalid", "/birthDate"),
    "an unknown sex": ("clinician", "POST", PROFILES, {"json": person(sex="F")}, 422, "invalid", "/sex"),
    "an unknown language": ("clinician", "POST", PROFILES, {"json": person(language="de")}, 422, "invalid", "/language"),
    "a malformed time zone": ("clinician", "POST", PROFILES, {"json": person(timeZone="not a zone!")}, 422, "invalid", "/timeZone"),
    "an unknown genotype": ("clinician", "POST", PROFILES, {"json": person(knownGenotype="??")}, 422, "invalid", "/knownGenotype"),
    "no reference": ("laboratory", "POST", RESULTS, {"json": result(reference=None)}, 422, "invalid", "/reference"),
    "no test date": ("laboratory", "POST", RESULTS, {"json": result(testDate=None)}, 422, "invalid", "/testDate"),
    "a test date that is none": ("laboratory", "POST", RESULTS, {"json": result(testDate="2026-13-01")}, 422, "invalid", "/testDate"),
    "a negative level": ("laboratory", "POST", RESULTS, {"json": result(level={"value": -1, "unit": "mg/dL"})}, 422, "invalid", "/level/value"),
    "a level of four decimals": ("laboratory", "POST", RESULTS, {"json": result(level={"value": 0.1234, "unit": "g/L"})}, 422, "invalid", "/level/value"),
    "a level too large": ("laboratory", "POST", RESULTS, {"json": result(level={"value": 1000000, "unit": "mg/dL"})}, 422, "invalid", "/level/value"),
    "a level in words": ("laboratory", "POST", RESULTS, {"json": result(level={"value": "820", "unit": "mg/dL"})}, 422, "invalid", "/level/value"),
    "an unknown unit": ("laboratory", "POST", RESULTS, {"json": result(level={"value": 1, "unit": "mmol/L"})}, 422, "invalid", "/level/unit"),
    "an unknown comparator": ("laboratory", "POST", RESULTS, {"json": result(level={**LEVEL, "comparator": "~"})}, 422, "invalid", "/level/comparator"),
    "an unknown status": ("laboratory", "POST", RESULTS, {"json": result(status="corrected")}, 422, "invalid", "/status"),
    "a range upside down": ("laboratory", "POST", RESULTS, {"json": result(range={"low": 200, "high": 100})}, 422, "invalid", "/range"),
    "a limit of nothing": ("clinician", "GET", f"{RESULTS}?limit=0", {}, 422, "invalid"),
    "a limit too large": ("clinician", "GET", f"{RESULTS}?limit=101", {}, 422, "invalid"),
    "a cursor made up": ("clinician", "GET", f"{RESULTS}?cursor=zz", {}, 422, "invalid"),
    "a flag that is none": ("clinician", "GET", f"{RESULTS}?flag=XX", {}, 422, "invalid"),
    "a date that is none": ("clinician", "GET", f"{RESULTS}?from=yesterday", {}, 422, "invalid"),
    "a claim of too many": ("consumer", "POST", CLAIM, {"json": {"limit": 101}}, 422, "invalid", "/limit"),
    "a lease too short": ("consumer", "POST", CLAIM, {"json": {"leaseSeconds": 4}}, 422, "invalid", "/leaseSeconds"),
    "a lease too long": ("consumer", "POST", CLAIM, {"json": {"leaseSeconds": 901}}, 422, "invalid", "/leaseSeconds"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_each_error_has_its_status_and_code(world, case):
    role, method, path, content, status, code, *pointer = REFUSED[case]
    response = getattr(world, role).request(method, path, **content)
    if isinstance(status, tuple):
        assert response.status_code in status and response.json()["code"] in code
        status, code = response.status_code, response.json()["code"]
    body = problem(response, status, code)
    if pointer:
        assert any(error["pointer"].startswith(pointer[0]) and error["detail"] for error in body["errors"]), body


@pytest.mark.parametrize("typed", [FOREIGN, "XX-KIT-2025110701-X", "FU-KIT-20251107-X", "FU-KIT-20251107O1-X", "x", ""])
def test_an_invalid_code_gets_the_exact_message(world, typed):
    response = world.patient.post(REGISTER, json={"barcode": typed})
    if typed or response.json()["code"] != "nothing-sent":
        assert problem(response, 422, "not-a-kit")["detail"] == NOT_A_KIT


def test_a_photo_of_a_foreign_code_gets_the_exact_message(world):
    body = problem(world.patient.post(REGISTER, **picture(photo(FOREIGN))), 422, "not-a-kit")
    assert body["detail"] == NOT_A_KIT and FOREIGN not in str(body)


def test_a_wrong_check_character_has_its_own_message(world):
    for typed in (WRONG_CHECK, "fu kit 2025110701 y"):
        assert problem(world.patient.post(REGISTER, json={"barcode": typed}), 422, "checksum-mismatch")["detail"].startswith("Check the last character")


def test_a_forgiven_spelling_registers_the_same_kit(world):
    code = kit_code()
    assert world.patient.register(f"  fu kit {code[7:17]}–{code[-1].lower()} ")["kitCode"] == code
    problem(world.patient.post(REGISTER, json={"barcode": code.replace("-", "")}), 409, "already-registered")


def test_several_kits_are_named_and_a_typed_one_picks(world):
    one, two, three = kit_code(), kit_code(), kit_code()
    both = photo(one, two)
    assert sorted(problem(world.patient.post(REGISTER, **picture(both)), 422, "several-kits")["codes"]) == [one, two]
    disagreeing = world.patient.post(REGISTER, **picture(photo(one), barcode=three))
    body = problem(disagreeing, 422, "barcode-disagrees")
    assert (body["typed"], body["photo"]) == (three, one)
    assert world.patient.register(two, both)["kitCode"] == two


def test_an_unreadable_photo_with_a_typed_code_is_marked(world):
    for bytes in (photo(), b"\xff\xd8\xff" + b"garbage" * 99):
        kit = world.patient.register(kit_code(), bytes)
        assert kit["needsReview"] is True and kit["readFrom"] == "typed"


def test_a_withdrawn_result_stays_withdrawn(world):
    code = kit_code()
    world.patient.register(code)
    first = world.laboratory.result(code)
    corrections = f"{RESULTS}/{first['id']}/corrections"
    body = problem(world.laboratory.post(corrections, json={}), 422, "invalid")
    assert body["errors"][0]["pointer"] == "/reason"
    problem(world.other_laboratory.post(corrections, json={"reason": "not mine"}), 404, "not-found")
    world.laboratory.ask(201, "POST", corrections, json={"reason": "wrong tube", "status": "entered-in-error"})
    problem(world.laboratory.post(corrections, json={"reason": "again"}), 409, "result-withdrawn")


def test_another_body_under_a_reference_names_its_fields(world):
    code = kit_code()
    first = world.laboratory.result(code, 150, status=202)
    changed = result(reference=first["reference"], kitCode=code, testDate=TODAY, level={"value": 151, "unit": "mg/dL"}, genotype="MZ")
    assert sorted(problem(world.laboratory.post(RESULTS, json=changed), 409, "reference-taken")["fields"]) == ["genotype", "level"]
    assert world.other_laboratory.post(RESULTS, json=result(reference=first["reference"], kitCode=kit_code())).status_code == 202


WORDS = [
    ("clinician", RESULTS, "from", "2026-13-01", "a date as YYYY-MM-DD"),
    ("clinician", RESULTS, "to", "today", "a date as YYYY-MM-DD"),
    ("clinician", RESULTS, "flag", "hh", "one of LL, L, N, H, HH"),
    ("clinician", RESULTS, "patientId", "17", "an id: a UUID such as 0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b"),
    ("clinician", RESULTS, "unmatched", "yes", "true or false"),
    ("clinician", RESULTS, "limit", "101", "1 to 100"),
    ("administrator", "/api/v1/test-kits", "needsReview", "1", "true or false"),
    ("administrator", "/api/v1/audit", "from", "2026-11-21", "a time in UTC such as 2026-11-21T08:00:00Z (RFC 3339)"),
    ("administrator", "/api/v1/audit", "action", "result.red", "an action such as result.read; the documentation lists them"),
    ("administrator", "/api/v1/accounts", "role", "nurse", "one of patient, laboratory, clinician, coordinator, administrator"),
    ("administrator", "/api/v1/figures", "period", "2026-Q5", "7d, 30d, 2026-Q4, 2026, or 2026-01-05..2026-03-09"),
    ("consumer", "/api/v1/alerts/events", "after", "-1", "the number of an event, 0 or more"),
]


@pytest.mark.parametrize("role, path, name, text, detail", WORDS)
def test_an_invalid_parameter_is_explained_like_a_member(world, role, path, name, text, detail):
    refused = problem(getattr(world, role).get(path, params={name: text}), 422, "invalid")
    assert refused["errors"] == [{"pointer": f"/{name}", "detail": detail}]


def test_a_request_is_found_in_the_log_by_the_number_in_its_problem(world):
    refused = problem(world.consumer.get("/api/v1/alerts", params={"limit": 0}), 422, "invalid")
    assert any(refused["requestId"] in line for line in world.server.log.splitlines())
    again = problem(world.consumer.get("/api/v1/alerts", params={"limit": 0}), 422, "invalid")
    assert again["requestId"] != refused["requestId"]
