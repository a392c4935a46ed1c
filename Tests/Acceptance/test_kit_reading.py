"""Lists, views and searches of kits: who sees which kits, in which order, with which members. Photos that wait for a review."""

import io

import pytest
from PIL import Image
from stdnum.iso7064 import mod_37_36

from examples import FOREIGN, ID, NO_ID, NOT_A_KIT, VALID, WRONG_CHECK
from fairkit import problem
from kits import kit_code, photo

KITS, SEARCH = "/api/v1/test-kits", "/api/v1/test-kits/search"
READERS, OTHERS = ["administrator", "clinician", "laboratory", "patient"], ["other_patient", "consumer"]


@pytest.fixture
def unread(world):
    """A kit whose photo could not be read."""
    return world.patient.register(kit_code(), photo(comment=b"marker in the comment of a photo"))


def ids(items):
    return [item["id"] for item in items]


def test_a_kit_reads_alike_wherever_it_is_shown(world):
    code = kit_code()
    kit = world.patient.register(photo=photo(code))
    shown = world.patient.kit(kit["id"])
    assert set(shown) == {"id", "kitCode", "status", "profileId", "registeredAt", "sendBy", "readFrom", "needsReview", "nextStatuses", "remindersSent", "patientName", "history"}
    assert {name: shown[name] for name in kit if name != "message"} == {name: kit[name] for name in kit if name != "message"}
    [event] = shown["history"]
    assert set(event) == {"status", "at", "implied"} and event["at"] == kit["registeredAt"]
    [told] = world.administrator.kit(kit["id"])["history"]
    assert {name: told[name] for name in told if name != "actor"} == event and ID.fullmatch(told["actor"])
    for role in READERS:
        client = getattr(world, role)
        expected = {name: shown[name] for name in shown if role != "laboratory" or name not in ("profileId", "patientName", "remindersSent")}
        if role == "administrator":
            expected["history"] = [told]
        # What comes next depends on who reports it.
        expected["nextStatuses"] = client.kit(kit["id"])["nextStatuses"]
        assert set(expected["nextStatuses"]) >= {"administrator": {"mailed", "received", "cancelled"}, "laboratory": {"received", "rejected"}}.get(role, {"mailed"})
        assert role == "administrator" or "cancelled" not in expected["nextStatuses"]
        assert client.kit(kit["id"]) == expected, role
        assert client.ask(200, "POST", SEARCH, json={"kitCode": code}) == expected, role
        assert {**next(each for each in client.everything(KITS) if each["id"] == kit["id"]), "history": expected["history"]} == expected, role


def test_a_kit_is_hidden_from_callers_without_access(world):
    code = kit_code()
    id = world.patient.register(code)["id"]
    problem(world.other_patient.get(f"{KITS}/{id}"), 404, "not-found")
    problem(world.other_patient.post(SEARCH, json={"kitCode": code}), 404, "not-found")
    assert id not in ids(world.other_patient.everything(KITS))
    for response in (world.consumer.get(f"{KITS}/{id}"), world.consumer.post(SEARCH, json={"kitCode": code}), world.consumer.get(KITS)):
        problem(response, 403, "forbidden")
    for wrong in (NO_ID, "17", code, id.upper() + "0"):
        problem(world.clinician.get(f"{KITS}/{wrong}"), 404, "not-found")


def test_a_patient_cannot_see_an_unregistered_kit(world):
    [item] = world.administrator.issue(kit_code())
    problem(world.patient.get(f"{KITS}/{item['id']}"), 404, "not-found")
    problem(world.patient.post(SEARCH, json={"kitCode": item["kitCode"]}), 404, "not-found")
    assert item["id"] not in ids(world.patient.everything(KITS))
    shown = world.laboratory.kit(item["id"])
    assert not {"profileId", "registeredAt", "sendBy", "readFrom"} & set(shown) and shown["needsReview"] is False


def test_a_laboratory_never_learns_the_person_of_a_kit(world):
    id = world.patient.register(kit_code())["id"]
    answers = [world.laboratory.get(f"{KITS}/{id}"), world.laboratory.get(KITS), world.laboratory.report(id, "received"), world.laboratory.report(id, "received")]
    answers += [world.laboratory.post(f"{KITS}/{id}/review", json={})]
    assert all(answer.status_code == 200 for answer in answers)
    assert not [answer.text for answer in answers if world.profiles["patient"] in answer.text or "profileId" in answer.text]
    # Nor by asking whose they are.
    asked = world.laboratory.get(KITS, params={"profileId": world.profiles["patient"]})
    assert asked.status_code in (403, 422) or asked.json()["items"] == [], asked.text


def test_a_search_forgives_what_typing_does_and_tells_mistakes_apart(world):
    code = kit_code()
    id = world.patient.register(code)["id"]
    assert world.clinician.ask(200, "POST", SEARCH, json={"kitCode": f" fu kit {code[7:17]}–{code[-1].lower()} "})["id"] == id
    problem(world.clinician.post(SEARCH, json={"kitCode": kit_code()}), 404, "not-found")
    assert problem(world.clinician.post(SEARCH, json={"kitCode": FOREIGN}), 422, "not-a-kit")["detail"] == NOT_A_KIT
    problem(world.clinician.post(SEARCH, json={"kitCode": WRONG_CHECK}), 422, "checksum-mismatch")
    for body in ({}, {"kitCode": None}, {"kitCode": 17}):
        assert problem(world.clinician.post(SEARCH, json=body), 422, "invalid")["errors"][0]["pointer"] == "/kitCode"
    assert mod_37_36.is_valid(VALID.replace("-", ""))


def test_the_newest_kit_comes_first_and_pages_join(fresh):
    made = [fresh.patient.register(kit_code())["id"] for _ in range(5)]
    other = fresh.other_patient.register(kit_code())["id"]
    assert ids(fresh.clinician.everything(KITS, limit=2)) == [other, *reversed(made)]
    assert ids(fresh.patient.everything(KITS, limit=2)) == made[::-1] and ids(fresh.other_patient.everything(KITS)) == [other]
    first = fresh.clinician.ask(200, "GET", KITS, params={"limit": 3})
    late = fresh.patient.register(kit_code())["id"]
    rest = fresh.clinician.ask(200, "GET", KITS, params={"limit": 100, "cursor": first["nextCursor"]})
    assert ids(first["items"] + rest["items"]) == [other, *reversed(made)] and late not in ids(rest["items"]) and "nextCursor" not in rest


def test_each_filter_narrows_and_all_of_them_together(fresh):
    plain = fresh.patient.register(kit_code())["id"]
    mailed = fresh.patient.register(kit_code())["id"]
    fresh.patient.report(mailed, "mailed").raise_for_status()
    unread = fresh.patient.register(kit_code(), photo())["id"]
    theirs = fresh.other_patient.register(kit_code(), photo())["id"]
    issued, shipped = fresh.administrator.issue(kit_code())[0]["id"], fresh.administrator.issue(kit_code(), status="shipped")[0]["id"]
    profiles = fresh.profiles

    def found(role, **filters):
        return set(ids(getattr(fresh, role).everything(KITS, limit=1, **filters)))

    assert found("administrator") == {plain, mailed, unread, theirs, issued, shipped}
    assert [found("clinician", status=status) for status in ("mailed", "issued", "shipped", "resulted")] == [{mailed}, {issued}, {shipped}, set()]
    assert found("laboratory", needsReview="true") == {unread, theirs}
    assert found("laboratory", needsReview="false") == {plain, mailed, issued, shipped}
    assert found("clinician", profileId=profiles["other_patient"]) == {theirs}
    assert found("administrator", status="registered", needsReview="true", profileId=profiles["patient"]) == {unread}
    assert found("patient", needsReview="true") == {unread} and found("patient", profileId=profiles["patient"]) == {plain, mailed, unread}
    # Another's id as a filter never widens what a patient sees.
    response = fresh.patient.get(KITS, params={"profileId": profiles["other_patient"]})
    assert response.status_code in (403, 404) or response.json()["items"] == []


@pytest.mark.parametrize("query", ["status=lost", "status=", "needsReview=maybe", "profileId=17", "limit=0", "limit=101", "cursor=zz", "state=mailed", "code=FU"])
def test_an_invalid_filter_is_refused(world, query):
    body = problem(world.clinician.get(f"{KITS}?{query}"), 422, "invalid")
    assert [error["pointer"] for error in body["errors"]] == [f"/{query.split('=')[0]}"]


def test_the_copy_is_small_grey_and_without_metadata(world, unread):
    for role in ("laboratory", "administrator", "patient"):
        response = getattr(world, role).get(f"{KITS}/{unread['id']}/photo")
        assert (response.status_code, response.headers["content-type"]) == (200, "image/jpeg")
        assert response.headers["content-disposition"] == f'attachment; filename="fairkit-{unread["id"]}.jpg"'
        assert len(response.content) <= 256 * 1024 and b"marker" not in response.content and response.headers["cache-control"] == "no-store"
        with Image.open(io.BytesIO(response.content)) as picture:
            assert (picture.format, picture.mode) == ("JPEG", "L") and not picture.getexif()
    for role in ("clinician", "consumer"):
        problem(getattr(world, role).get(f"{KITS}/{unread['id']}/photo"), 403, "forbidden")
    problem(world.other_patient.get(f"{KITS}/{unread['id']}/photo"), 404, "not-found")


def test_without_a_kept_copy_there_is_no_photo(world):
    read = world.patient.register(photo=photo(kit_code()))["id"]
    damaged = world.patient.register(kit_code(), b"\xff\xd8\xff" + b"garbage" * 99)
    assert damaged["needsReview"] is True
    for id in (read, damaged["id"], NO_ID):
        problem(world.laboratory.get(f"{KITS}/{id}/photo"), 404, "not-found")


def test_a_review_clears_the_mark_and_deletes_the_copy(fresh):
    one, two = (fresh.patient.register(kit_code(), photo())["id"] for _ in range(2))
    for role in ("patient", "clinician", *OTHERS):
        problem(getattr(fresh, role).post(f"{KITS}/{one}/review", json={}), 403, "forbidden")
    reviewed = fresh.laboratory.ask(200, "POST", f"{KITS}/{one}/review", json={})
    assert reviewed["needsReview"] is False and reviewed == fresh.laboratory.kit(one)
    assert fresh.administrator.ask(200, "POST", f"{KITS}/{one}/review", json={}) == fresh.administrator.kit(one), "again is no error"
    problem(fresh.laboratory.get(f"{KITS}/{one}/photo"), 404, "not-found")
    assert ids(fresh.laboratory.everything(KITS, needsReview="true")) == [two]
    problem(fresh.laboratory.post(f"{KITS}/{NO_ID}/review", json={}), 404, "not-found")
    assert fresh.server.stop() == 0
    connection = fresh.store.witness()
    assert connection.execute("SELECT count(*) FROM kit_photo").fetchall() == [(1,)]
    connection.close()
