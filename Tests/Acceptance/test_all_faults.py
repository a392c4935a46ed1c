"""One response lists every fault of a body with its place, on every route with a body."""

import json

import pytest

from conftest import PERSON, World
from document import DOCUMENT
from fairkit import problem
from kits import kit_code


@pytest.fixture(scope="module")
def world(template, tmp_path_factory):
    """A server whose rate limits are off, for many failed attempts."""
    world = World(template, tmp_path_factory.mktemp("faults") / "data", FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ADDRESS="off", FAIRKIT_RATE_KEY="off")
    yield world
    assert world.server.stop() == 0


RESULTS, PROFILES, GROUPS = "/api/v1/results", "/api/v1/profiles", "/api/v1/alert-groups"
NO_ID = "01990000-0000-7000-8000-000000000000"


def places(response):
    """Where the faults are, each with a sentence that is no other's place."""
    body = problem(response, 422, "invalid")
    assert all(error["detail"] for error in body["errors"]), body
    found = [error["pointer"] for error in body["errors"]]
    assert len(set(found)) == len(found), found
    return sorted(found)


# role, method, path, body → every place
FAULTY = {
    "an empty result": ("laboratory", "POST", RESULTS, {}, ["/kitCode", "/level", "/reference", "/testDate"]),
    "a result of nothing right": (
        "laboratory", "POST", RESULTS,
        {"reference": "", "kitCode": "x", "testDate": "bad", "level": {"value": -1, "unit": "zz", "comparator": "~"}, "genotype": "??", "method": "",
         "range": {"low": 2, "high": 1}, "status": "amended"},
        ["/genotype", "/kitCode", "/level/comparator", "/level/unit", "/level/value", "/method", "/range", "/reference", "/status", "/testDate"]),
    "a result of wrong types": (
        "laboratory", "POST", RESULTS,
        {"reference": 7, "kitCode": kit_code(), "testDate": ["2026-11-20"], "level": {"value": "820", "unit": None}, "range": {"low": 0.12345}, "status": {}},
        ["/level/unit", "/level/value", "/range/high", "/range/low", "/reference", "/status", "/testDate"]),
    "a result whose level is no object": ("laboratory", "POST", RESULTS, {"reference": "A", "kitCode": "x", "testDate": "2026-11-20", "level": 7}, ["/kitCode", "/level"]),
    "an empty person": ("clinician", "POST", PROFILES, {}, ["/birthDate", "/name"]),
    "a person of nothing right": (
        "clinician", "POST", PROFILES,
        {"name": {"given": "", "family": 7}, "birthDate": "1981-02-29", "sex": "F", "contact": {"email": "nobody", "phone": "070"}, "language": "de",
         "timeZone": "Nowhere/Atall", "knownGenotype": "??", "identifiers": [{"system": "", "value": "x"}, {"value": 1}, 7],
         "consents": {"clinicians": "yes", "family": True}},
        ["/birthDate", "/consents/clinicians", "/consents/family", "/contact/email", "/contact/phone", "/identifiers/0/system", "/identifiers/1/system",
         "/identifiers/1/value", "/identifiers/2", "/knownGenotype", "/language", "/name/family", "/sex", "/timeZone"]),
    "a step of a kit": ("laboratory", "POST", "/api/v1/test-kits/arrivals", {"kitCode": "x", "status": "lost", "reason": ""}, ["/kitCode", "/reason", "/status"]),
    "a claim": ("consumer", "POST", f"{GROUPS}/default/claim", {"limit": 0, "leaseSeconds": 1.5, "consumer": "", "wait": 31}, ["/consumer", "/leaseSeconds", "/limit", "/wait"]),
    "a release": ("consumer", "POST", f"{GROUPS}/default/release", {"reason": "", "delaySeconds": -1}, ["/delaySeconds", "/reason", "/token"]),
    "an extension": ("consumer", "POST", f"{GROUPS}/default/extend", {"leaseSeconds": 1}, ["/leaseSeconds", "/token"]),
    "a group": ("administrator", "POST", GROUPS, {"name": "No Name", "bands": [7], "leaseSeconds": 1, "maxInFlight": 0}, ["/bands", "/leaseSeconds", "/maxInFlight", "/name"]),
    "a group's change": ("administrator", "PATCH", f"{GROUPS}/default", {"bands": [], "leaseSeconds": "x", "maxInFlight": 0, "nmae": 1}, ["/bands", "/leaseSeconds", "/maxInFlight", "/nmae"]),
    "a redrive": ("administrator", "POST", f"{GROUPS}/default/redrive", {"deliveryIds": ["x"], "all": "yes"}, ["/all", "/deliveryIds"]),
    "a replay": ("administrator", "POST", f"{GROUPS}/default/replay", {"since": "x", "until": "y"}, ["/since", "/until"]),
    "care": ("administrator", "POST", "/api/v1/care-assignments", {"accountId": "x", "profileId": 7, "from": "now", "to": "then"}, ["/accountId", "/from", "/profileId", "/to"]),
    "care without account and profile": (
        "administrator", "POST", "/api/v1/care-assignments", {"accountId": NO_ID, "profileId": NO_ID, "to": "2020-01-01T00:00:00Z"}, ["/accountId", "/profileId", "/to"]),
    "an invitation": ("administrator", "POST", "/api/v1/accounts/invitations", {"email": "x", "role": "nurse"}, ["/email", "/role"]),
    "an invitation of a laboratory": (
        "administrator", "POST", "/api/v1/accounts/invitations", {"email": "x", "role": "laboratory", "profileId": NO_ID}, ["/email", "/laboratory", "/profileId"]),
    "settings": ("administrator", "PATCH", "/api/v1/settings", {"registration": "ajar", "issuedKits": 7}, ["/issuedKits", "/registration"]),
    "kits": ("administrator", "POST", "/api/v1/test-kits", {"count": 0, "status": "lost", "secrets": "no"}, ["/count", "/secrets", "/status"]),
    "a registration": ("patient", "POST", "/api/v1/test-kits/register", {"barcode": 7, "secret": "?", "profileId": "me"}, ["/barcode", "/profileId", "/secret"]),
    "a share's link": (None, "POST", "/api/v1/shared", {"limit": 0}, ["/limit", "/link", "/pin"]),
    "a sign-in": (None, "POST", "/api/v1/auth/login", {"email": 7}, ["/email", "/password"]),
    "a second factor": (None, "POST", "/api/v1/auth/mfa/verify", {}, ["/code", "/mfaToken"]),
    "a confirmation": (None, "POST", "/api/v1/auth/confirm", {"password": 7, "profile": {"name": {"given": "A"}, "birthDate": "never", "sex": "F"}},
                       ["/password", "/profile/birthDate", "/profile/sex", "/token"]),
    "a webhook": ("administrator", "PUT", f"{GROUPS}/default/webhook", {"url": "ftp://x", "sendsPayload": "no"}, ["/sendsPayload", "/url"]),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTY)
def test_every_fault_is_listed_at_once(world, case):
    role, method, path, body, expected = FAULTY[case]
    client = getattr(world, role) if role else world.server.client()
    response = client.request(method, path, json=body)
    assert places(response) == sorted(expected)


def test_a_share_lists_its_faults(world):
    path = f"{PROFILES}/{world.profiles['patient']}/shares"
    assert places(world.patient.post(path, json={"with": {"email": "x"}, "pin": "12", "expiresAt": "x"})) == ["/expiresAt", "/pin", "/with/email"]
    assert places(world.patient.post(path, json={"link": True, "pin": "12", "expiresAt": "2020-01-01T00:00:00Z"})) == ["/expiresAt", "/pin"]
    assert places(world.patient.post(path, json={"with": {"accountId": NO_ID}, "expiresAt": "2020-01-01T00:00:00Z"})) == ["/expiresAt", "/with/accountId"]


def test_a_patch_lists_its_faults(world):
    patch = {"name": {"given": "", "middle": "x"}, "birthDate": "x", "sex": None, "language": 7, "nmae": 1, "consents": {"clinicians": None}}
    found = places(world.patient.change(world.profiles["patient"], patch))
    assert found == ["/birthDate", "/consents/clinicians", "/language", "/name/middle", "/nmae"]


def test_a_correction_lists_its_faults_and_stores_nothing(world):
    posted = world.laboratory.result(kit_code(), status=202)
    body = {"reason": "", "status": "preliminary", "testDate": "x", "level": {"value": None, "unit": "x"}, "range": {"low": 2, "high": 2}, "method": 7}
    found = places(world.laboratory.post(f"{RESULTS}/{posted['id']}/corrections", json=body))
    assert found == ["/level/unit", "/level/value", "/method", "/range", "/reason", "/status", "/testDate"]
    assert len(world.laboratory.ask(200, "GET", f"{RESULTS}/{posted['id']}")["versions"]) == 1


def test_a_fault_says_what_is_expected_and_repeats_nothing(world):
    body = {"reference": {"Markersecret": "Markersecret"}, "kitCode": "Markersecret", "testDate": "Markersecret", "level": "Markersecret"}
    refused = problem(world.laboratory.post(RESULTS, json=body), 422, "invalid")
    told = {error["pointer"]: error["detail"] for error in refused["errors"]}
    assert told["/reference"] == "has the wrong type: expected a string" and told["/level"] == "has the wrong type: expected an object"
    assert "YYYY-MM-DD" in told["/testDate"] and "Markersecret" not in json.dumps(refused)


def test_a_long_list_of_faults_ends(world):
    body = {**PERSON, "identifiers": [7] * 5000}
    assert len(problem(world.clinician.post(PROFILES, json=body), 422, "invalid")["errors"]) == 100


def test_an_invalid_code_alone_has_its_own_problem_code(world):
    body = {"reference": "LAB-CODE", "kitCode": "FU-KIT-2025110701-Y", "testDate": "2026-11-20", "level": {"value": 150, "unit": "mg/dL"}}
    refused = problem(world.laboratory.post(RESULTS, json=body), 422, "checksum-mismatch")
    assert [error["pointer"] for error in refused["errors"]] == ["/kitCode"]
    assert places(world.laboratory.post(RESULTS, json={**body, "reference": ""})) == ["/kitCode", "/reference"]


BODIES = [
    (method.upper(), path, operation["requestBody"]["content"][kind]["schema"])
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
    for kind in ("application/json", "application/merge-patch+json")
    if method != "parameters" and kind in operation.get("requestBody", {}).get("content", {}) and path.startswith("/api/v1")
]  # fmt: skip


def required(schema):
    """The members that a body always has."""
    if "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    return set(schema.get("required", []))


@pytest.mark.parametrize(("method", "path", "schema"), BODIES, ids=[f"{method} {path}" for method, path, _ in BODIES])
def test_one_response_lists_all_missing_members(world, method, path, schema):
    """On every route with a body, an empty body gets all missing members listed, in the first role of the document."""
    lacks = required(schema)
    operation = DOCUMENT["paths"][path][method.lower()]
    roles = [role for role in operation.get("x-roles", []) if hasattr(world, role)]
    client = getattr(world, roles[0]) if roles else world.server.client()
    address = path.replace("{name}", "default").replace("{rule}", "severe-low").replace("{id}", world.profiles["patient"])
    response = client.request(method, address, json={}, headers={"If-Match": '"1"'})
    if roles:
        # A key gives no proof, and neither does the operator, who does what a key alone can't.
        lacks -= {"password"}
    if response.status_code != 422 or response.json()["code"] != "invalid":
        # The route needs an account, or the resource does not exist, or no member is always required.
        assert not lacks or response.json()["code"] == "profile-required" or response.status_code in (401, 403, 404, 409), response.text
        return
    assert {f"/{name}" for name in lacks} <= {error["pointer"] for error in response.json()["errors"]}, response.text


def test_a_query_names_all_its_faults(world):
    query = "from=bad&to=bad&flag=XX&limit=0&status=zz&nope=1&cursor=made-up&held=true&held=true"
    body = problem(world.clinician.get(f"/api/v1/results?{query}"), 422, "invalid")
    assert {error["pointer"] for error in body["errors"]} == {"/cursor", "/flag", "/from", "/held", "/limit", "/nope", "/status", "/to"}
