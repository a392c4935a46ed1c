"""Changing a profile by a JSON merge patch: its effect, its limits, the rights of each role, and simultaneous changes."""

import datetime
import json
import signal

import pytest
from accounts import staff
from asking import operations
from conftest import OTHER_PERSON, PERSON
from examples import PROFILES, RESULTS
from fairkit import at_once, problem
from kits import kit_code

CONSENTS = {"clinicians": True, "research": False, "partners": False}


@pytest.fixture
def person(world):
    """A new profile, whole."""
    return world.clinician.ask(201, "POST", PROFILES, json=PERSON)


def read(world, id):
    return world.administrator.ask(200, "GET", f"{PROFILES}/{id}")


# patch → the members that differ afterwards; None: the member is gone
CHANGES = {
    "a member": ({"language": "es"}, {"language": "es"}),
    "a member of a member": ({"name": {"given": "Ada"}}, {"name": {"given": "Ada", "family": PERSON["name"]["family"]}}),
    "an address alone": ({"contact": {"email": "new@example.org"}}, {"contact": {"email": "new@example.org", "phone": PERSON["contact"]["phone"]}}),
    "an address taken away": ({"contact": {"email": None}}, {"contact": {"phone": PERSON["contact"]["phone"]}}),
    "a whole contact taken away": ({"contact": None}, {"contact": None}),
    "a contact replaced by its members": ({"contact": {"email": None, "phone": "+34600000000"}}, {"contact": {"phone": "+34600000000"}}),
    "a genotype taken away": ({"knownGenotype": None}, {"knownGenotype": None}),
    "a sex taken away": ({"sex": None}, {"sex": "unknown"}),
    "a language taken away": ({"language": None}, {"language": "en"}),
    "a time zone taken away": ({"timeZone": None}, {"timeZone": "UTC"}),
    "a list is replaced whole": ({"identifiers": [{"system": "urn:x", "value": "1"}]}, {"identifiers": [{"system": "urn:x", "value": "1"}]}),
    "a list emptied": ({"identifiers": []}, {"identifiers": []}),
    "one consent": ({"consents": {"partners": True}}, {"consents": {**CONSENTS, "partners": True}}),
    "several at once": ({"birthDate": "1981-01-01", "sex": "other", "knownGenotype": "MZ"}, {"birthDate": "1981-01-01", "sex": "other", "knownGenotype": "MZ"}),
    "nothing": ({}, {}),
    "what it is already": ({"language": PERSON["language"], "name": PERSON["name"]}, {}),
    "what is not there": ({"contact": {}}, {}),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGES)
def test_a_patch_changes_what_it_names_and_nothing_else(world, person, case):
    patch, differing = CHANGES[case]
    response = world.administrator.change(person["id"], patch)
    version = 2 if differing else 1
    assert response.status_code == 200 and response.headers["etag"] == f'"{version}"', response.text
    expected = {**person, **differing, "version": version}
    for body in (response.json(), read(world, person["id"])):
        # The time of a changed consent is another one: see test_consents.
        names = {*body, *expected} - {"consentChanges"}
        assert {name: body.get(name) or None for name in names} == {name: expected.get(name) or None for name in names}
    assert response.json() == read(world, person["id"])


@pytest.mark.parametrize("content", [b"", b"[]", b"null", b'"x"', b"7", b"{", b'{"language":}', b'{"a":' * 9_000 + b"1" + b"}" * 9_000, b"[" * 60_000, b'{"language":"es\xff"}'])
def test_what_is_no_patch_is_refused(world, person, content):
    headers = {"content-type": "application/merge-patch+json", "if-match": '"1"'}
    response = world.administrator.patch(f"{PROFILES}/{person['id']}", content=content, headers=headers)
    assert (response.status_code, response.json()["code"]) in ((400, "malformed-json"), (422, "invalid"))
    assert read(world, person["id"]) == person


def test_unknown_members_are_not_stored(world, person):
    response = world.administrator.change(person["id"], {"favourite": {"colour": None, "number": 7}, "__proto__": {"role": "administrator"}})
    assert response.status_code == 422 or response.headers["etag"] == '"1"', response.text
    assert read(world, person["id"]) == person


@pytest.mark.parametrize("kind, status", [("application/json", 200), ("application/merge-patch+json; charset=utf-8", 200), ("text/plain", 415), ("application/json-patch+json", 415), (None, 415)])
def test_a_patch_says_what_it_is(world, person, kind, status):
    headers = {"if-match": '"1"', **({"content-type": kind} if kind else {})}
    response = world.administrator.patch(f"{PROFILES}/{person['id']}", content=json.dumps({"language": "es"}), headers=headers)
    assert response.status_code == status and (status == 200 or response.json()["code"] == "unsupported-media-type"), response.text


PATCHES = {
    "/profiles/{profile}": {"language": "es"},
    "/settings": {"registration": "open"},
    "/alert-rules/severe-low": {"enabled": False},
    "/alert-groups/default": {"maxInFlight": 100},
    "/auth/me": {"language": "en"},
}


def test_the_document_says_that_every_patch_is_a_merge_patch():
    patches = {name: set(operation["requestBody"]["content"]) for name, operation in operations().items() if name.startswith("PATCH ")}
    assert len(patches) >= len(PATCHES) and {name: kinds for name, kinds in patches.items() if kinds != {"application/merge-patch+json"}} == {}


@pytest.mark.parametrize("path", PATCHES)
def test_every_patch_takes_both_media_types_and_refuses_what_it_does_not_know(fresh, path):
    client = staff(fresh, "administrator", "patch@example.org").signed_in if path == "/auth/me" else fresh.administrator
    url = f"/api/v1{path.format(profile=fresh.profiles['patient'])}"

    def sent(kind, body):
        return client.patch(url, content=json.dumps(body), headers={"content-type": kind, "if-match": "*"})

    for kind in ("application/merge-patch+json", "application/json", "Application/Merge-Patch+JSON; charset=utf-8"):
        assert sent(kind, PATCHES[path]).status_code == 200, kind
        refused = problem(sent(kind, {**PATCHES[path], "langauge": "es"}), 422, "invalid")
        assert refused["errors"] == [{"pointer": "/langauge", "detail": "can't be changed"}]
    for kind in ("text/plain", "application/json-patch+json"):
        refused = sent(kind, PATCHES[path])
        assert problem(refused, 415, "unsupported-media-type")["detail"] == "Send the body as application/merge-patch+json or application/json."
        assert refused.headers["accept-patch"] == "application/merge-patch+json, application/json"


def test_a_patch_too_large_is_refused(world, person):
    problem(world.administrator.change(person["id"], {"padding": "x" * 65_536}), 413, "too-large")


def test_consents_are_the_patients_own_and_hide_results_at_once(fresh):
    mine = fresh.profiles["patient"]
    code = kit_code()
    fresh.patient.register(code)
    result = fresh.laboratory.result(code, 150)
    for consents in ({"clinicians": True, "partners": True}, {"clinicians": False}):
        problem(fresh.clinician.change(mine, {"language": "es", "consents": consents}), 403, "forbidden")
    assert read(fresh, mine)["version"] == 1 and fresh.clinician.ask(200, "GET", f"{RESULTS}/{result['id']}")
    seen = result | {"patientId": mine}  # which laboratories do not see
    del seen["pdfUrl"]  # which no list shows unasked
    problem(fresh.other_patient.change(mine, {"consents": {"clinicians": False}}), 404, "not-found")
    assert fresh.patient.change(mine, {"consents": {"clinicians": False}}).json()["consents"] == {**CONSENTS, "clinicians": False}
    problem(fresh.clinician.get(f"{RESULTS}/{result['id']}"), 404, "not-found")
    assert fresh.clinician.everything(RESULTS) == [] and seen.items() <= fresh.patient.everything(RESULTS)[0].items()
    for nothing in (None, {"clinicians": None}):
        problem(fresh.administrator.change(mine, {"consents": nothing}, version=2), 422, "invalid")
    assert fresh.clinician.everything(RESULTS) == []
    assert fresh.administrator.change(mine, {"consents": {"clinicians": True}}, version=2).json()["consents"] == CONSENTS
    [shown] = fresh.clinician.everything(RESULTS)
    assert seen.items() <= shown.items()


def test_a_new_time_zone_is_the_one_of_the_next_kit(fresh):
    fresh.patient.change(fresh.profiles["patient"], {"timeZone": "Pacific/Pago_Pago"}).raise_for_status()
    kit = fresh.patient.register(kit_code())
    here = datetime.datetime.fromisoformat(kit["registeredAt"]) - datetime.timedelta(hours=11)
    assert kit["sendBy"] == (here + datetime.timedelta(days=7)).date().isoformat()


def test_one_of_many_changes_to_a_version_succeeds(world, person):
    answers = at_once(*(lambda place=place: world.clinician.change(person["id"], {"name": {"given": f"Number {place}"}}) for place in range(16)))
    assert sorted(answer.status_code for answer in answers) == [200] + [412] * 15
    [taken] = [answer.json() for answer in answers if answer.status_code == 200]
    assert taken == read(world, person["id"]) and taken["version"] == 2
    assert {problem(answer, 412, "version-mismatch")["version"] for answer in answers if answer.status_code == 412} == {2}


def test_a_change_survives_kill_nine_and_stays_out_of_the_log(fresh):
    patch = {"name": {"family": "Markermarriedname"}, "contact": {"phone": "+254799000111222"}, "identifiers": [{"system": "urn:marker:new", "value": "MARKER-NEW-1"}]}
    changed = fresh.patient.change(fresh.profiles["patient"], patch).json()
    problem(fresh.patient.change(fresh.profiles["patient"], {"birthDate": "Markerbroken"}, version=2), 422, "invalid")
    log = fresh.server.log
    fresh.server.stop(signal.SIGKILL)
    fresh.start()
    assert read(fresh, changed["id"]) == changed and changed["version"] == 2
    assert read(fresh, fresh.profiles["other_patient"])["name"] == OTHER_PERSON["name"]
    texts = ["Markermarried", "+254799000111222", "urn:marker", "MARKER-NEW", "Markerbroken", changed["id"]]
    assert not [text for text in texts if text in log]
