"""A repeated request with the same Idempotency-Key has no second effect, whatever happened in between."""

import pytest

from conftest import PERSON
from examples import PROFILES, REGISTER, RESULTS, result
from fairkit import problem
from kits import kit_code, photo
from replays import ROUTES, key, made, prepared, send


@pytest.mark.parametrize("route", ROUTES)
def test_another_body_under_a_used_key_is_refused(world, route):
    (client, request), under = prepared(world, route), key()
    first = send(client, request, under)
    other = prepared(world, route)[1]
    changed = (other[0], request[1], other[2])
    before = made(world)
    problem(send(client, changed, under), 422, "idempotency-key-reused")
    assert made(world) == before
    assert send(client, request, under).json() == first.json(), "the first stays what the key stands for"


def test_nothing_stands_for_a_key_across_keys_and_routes(world):
    under, code = key(), kit_code()
    body = {"barcode": code}
    kit = world.patient.ask(201, "POST", REGISTER, json=body, headers=under)
    problem(world.other_patient.post(REGISTER, json=body, headers=under), 409, "already-registered")
    mine, theirs = (getattr(world, who).post(RESULTS, json=result(reference="ONE", kitCode=kit_code()), headers=under) for who in ("laboratory", "other_laboratory"))
    assert {mine.status_code, theirs.status_code} == {202} and mine.json()["id"] != theirs.json()["id"]
    person = world.clinician.ask(201, "POST", PROFILES, json=PERSON, headers=under)
    second = world.clinician.ask(201, "POST", REGISTER, json={"barcode": kit_code(), "profileId": person["id"]}, headers=under)
    assert len({kit["id"], person["id"], second["id"]}) == 3


def test_a_correction_of_another_result_is_not_taken_for_the_first(world):
    one, two = (world.laboratory.result(kit_code(), 820, status=202) for _ in range(2))
    body, under = {"reason": "Decimal misread", "level": {"value": 82, "unit": "mg/dL"}}, key()
    assert world.laboratory.ask(201, "POST", f"{RESULTS}/{one['id']}/corrections", json=body, headers=under)["id"] == one["id"]
    other = world.laboratory.post(f"{RESULTS}/{two['id']}/corrections", json=body, headers=under)
    assert (other.status_code, other.json().get("id")) == (201, two["id"]) or other.json()["code"] == "idempotency-key-reused"


def test_a_repeated_correction_answers_its_own_version_whatever_came_after(world):
    """The repeated request succeeds although its If-Match names an old version by then."""
    client, (method, path, content) = prepared(world, "correction")
    under = {**key(), "If-Match": '"1"'}
    first = client.ask(201, method, path, headers=under, **content)
    assert client.ask(201, method, path, json={"reason": "Samples swapped", "level": {"value": 150, "unit": "mg/dL"}}, headers={"If-Match": '"2"'})["version"] == 3
    again = client.request(method, path, headers=under, **content)
    assert (again.status_code, again.json()["version"], again.json()["level"], again.json()["reason"]) == (201, 2, first["level"], first["reason"])
    assert client.ask(200, "GET", path.removesuffix("/corrections"))["version"] == 3


def test_a_repeated_request_stands_by_what_was_made_though_that_has_changed(world):
    client, request = prepared(world, "registration")
    under = key()
    kit = send(client, request, under).json()
    client.report(kit["id"], "mailed").raise_for_status()
    again = send(client, request, under)
    assert (again.status_code, again.json()["id"]) == (201, kit["id"]) and len(client.kit(kit["id"])["history"]) == 2
    profile, under = prepared(world, "profile")[1], key()
    person = send(world.clinician, profile, under).json()
    world.clinician.change(person["id"], {"language": "es"}).raise_for_status()
    again = send(world.clinician, profile, under)
    assert (again.status_code, again.json()["id"]) == (201, person["id"])
    assert world.clinician.ask(200, "GET", f"{PROFILES}/{person['id']}")["language"] == "es"


@pytest.mark.parametrize("text", ["tab\there", "käse".encode("latin-1")])
@pytest.mark.parametrize("route", ["profile", "registration", "batch", "result", "correction"])
def test_a_malformed_key_is_refused_and_nothing_is_made(world, route, text):
    client, request = prepared(world, route)
    before = made(world)
    problem(send(client, request, [(b"Idempotency-Key", text if isinstance(text, bytes) else text.encode())]), 400, "malformed-idempotency-key")
    assert made(world) == before


def test_two_keys_at_once_are_none(world):
    client, request = prepared(world, "profile")
    problem(send(client, request, [("Idempotency-Key", "one"), ("Idempotency-Key", "two")]), 400, "malformed-idempotency-key")


@pytest.mark.parametrize("text", ["!", "x" * 255, '"8e03978e-40d5-43dd-bc93-6894a57f9324"', "~;'--\\"])
def test_every_visible_character_may_stand_in_a_key(world, text):
    client, request = prepared(world, "profile")
    ids = [send(client, request, {"Idempotency-Key": text}).raise_for_status().json()["id"] for _ in range(2)]
    assert ids[0] == ids[1]


def test_a_refused_request_leaves_its_key_free(world):
    under, code = key(), kit_code()
    problem(world.clinician.post(PROFILES, json={**PERSON, "birthDate": "1981-02-29"}, headers=under), 422, "invalid")
    problem(world.patient.post(PROFILES, json=PERSON, headers=under), 403, "forbidden")
    assert world.clinician.post(PROFILES, json=PERSON, headers=under).headers.get("idempotency-replayed") is None
    under = key()
    world.other_patient.register(code)
    for _ in range(2):
        refused = world.patient.post(REGISTER, json={"barcode": code}, headers=under)
        problem(refused, 409, "already-registered")
        assert "idempotency-replayed" not in refused.headers
    assert world.patient.ask(201, "POST", REGISTER, json={"barcode": kit_code()}, headers=under)["status"] == "registered"


def test_a_form_is_the_same_by_its_parts_and_not_by_its_boundary(world):
    bytes, under = photo(kit_code()), key()

    def posted(name, boundary, content=bytes):
        headers = {**under, "content-type": f"multipart/form-data; boundary={boundary}"}
        return world.patient.post(REGISTER, files={"photo": (name, content, "image/jpeg")}, headers=headers)

    first, again = posted("kit.jpg", "one"), posted("renamed.jpg", "another-boundary")
    assert first.status_code == again.status_code == 201 and again.json() == first.json() and again.headers["idempotency-replayed"] == "true"
    problem(posted("kit.jpg", "one", photo(kit_code())), 422, "idempotency-key-reused")
    problem(posted("kit.jpg", "one", bytes + b"\0"), 422, "idempotency-key-reused")
    # The photo is read before the key is looked up: the response says which of the two differs.
    other = world.patient.post(REGISTER, files={"photo": ("kit.jpg", bytes, "image/jpeg")}, data={"barcode": kit_code()}, headers=under)
    problem(other, 422, "barcode-disagrees")


def test_a_reference_sent_again_under_another_key_is_no_replay_but_is_remembered(world):
    code = kit_code()
    body = {"reference": f"R-{code}", "kitCode": code, "testDate": "2026-11-20", "level": {"value": 150, "unit": "mg/dL"}}
    first = world.laboratory.post(RESULTS, json=body, headers=key())
    under = key()
    again = world.laboratory.post(RESULTS, json=body, headers=under)
    assert (first.status_code, again.status_code) == (202, 200) and again.json() == first.json()
    assert "idempotency-replayed" not in again.headers
    problem(world.laboratory.post(RESULTS, json={**body, "reference": "another"}, headers=under), 422, "idempotency-key-reused")
