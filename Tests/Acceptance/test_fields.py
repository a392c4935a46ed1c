"""`?fields=` selects members, leaves their values unchanged, and never shows more."""

import pytest

from examples import NO_ID, PROFILES, RESULTS
from fairkit import problem
from kits import kit_code

KITS, ALERTS = "/api/v1/test-kits", "/api/v1/alerts"


@pytest.fixture(scope="module")
def seen(world):
    """A path for each kind of thing, and who reads it."""
    code = kit_code()
    kit = world.patient.register(code)
    result = world.laboratory.result(code, 912.345, method="nephelometry")
    world.laboratory.ask(201, "POST", f"{RESULTS}/{result['id']}/corrections", json={"reason": "Decimal misread", "level": {"value": 999999.999, "unit": "mg/dL"}})
    alert = world.clinician.ask(200, "GET", f"{RESULTS}/{result['id']}")["alertId"]
    return {
        "profile": (world.patient, f"{PROFILES}/{world.profiles['patient']}"),
        "kit": (world.patient, f"{KITS}/{kit['id']}"),
        "result": (world.clinician, f"{RESULTS}/{result['id']}"),
        "alert": (world.consumer, f"{ALERTS}/{alert}"),
    }


def fields(client, path, names, **more):
    return client.ask(200, "GET", path, params={"fields": names, **more})


@pytest.mark.parametrize("kind", ["profile", "kit", "result", "alert"])
def test_each_kind_is_reduced_to_the_selected_fields(seen, kind):
    client, path = seen[kind]
    whole = client.ask(200, "GET", path)
    assert len(whole) > 3
    for name in whole:
        assert fields(client, path, name) == {name: whole[name]}
    assert fields(client, path, ",".join(whole)) == whole
    for names, number in (("nothing", 1), ("id,nothing", 2), ("id.nothing", 1), ("id,ID,nothing", 2)):
        refused = problem(client.get(path, params={"fields": names}), 422, "invalid")
        assert refused["errors"] == [{"pointer": "/fields", "detail": f"names of members of the response; name number {number} is unknown"}]


@pytest.mark.parametrize(
    "kind, names, expected",
    [
        ("result", "flag,level.value", {"flag": "HH", "level": {"value": 999999.999}}),
        ("result", "level.value,level.unit", {"level": {"value": 999999.999, "unit": "mg/dL"}}),
        ("result", "level,level.unit", {"level": {"value": 999999.999, "unit": "mg/dL"}}),
        ("result", "level.unit,level", {"level": {"value": 999999.999, "unit": "mg/dL"}}),
        ("result", "versions.version,versions.level.value", {"versions": [{"version": 1, "level": {"value": 912.345}}, {"version": 2, "level": {"value": 999999.999}}]}),
        ("alert", "payload.data.aatLevel,payload.title", {"payload": {"title": "⚠️ AAT Level Corrected", "data": {"aatLevel": 999999.999}}}),
        ("profile", "name.given,contact.email", {"name": {"given": "Markiplessa-Given"}, "contact": {"email": "marker.address@example.org"}}),
        ("kit", "history.status", {"history": [{"status": step} for step in ("registered", "mailed", "received", "processing", "resulted")]}),
    ],
)
def test_dots_select_nested_members(seen, kind, names, expected):
    assert fields(*seen[kind], names) == expected


def test_numbers_stay_as_they_were_reported(seen):
    """To the last decimal: no level becomes 912.34500000000003."""
    client, path = seen["result"]
    text = client.get(path, params={"fields": "versions.level"}).text
    assert '"value":912.345}' in text.replace(" ", "") or '"value":912.345,' in text.replace(" ", "")
    assert "999999.999" in text and "0000000" not in text and "9999999999" not in text


def test_a_list_is_cut_in_its_items_and_keeps_its_cursor(world):
    ids = [world.laboratory.result(kit_code(), 150, status=202, testDate="2026-09-01")["id"] for _ in range(3)]
    window = {"from": "2026-09-01", "to": "2026-09-01", "limit": 2}
    page = fields(world.laboratory, RESULTS, "id,level.unit", **window)
    assert page["items"] == [{"id": id, "level": {"unit": "mg/dL"}} for id in ids[:0:-1]] and set(page) == {"items", "nextCursor"}
    assert page["nextCursor"] == world.laboratory.ask(200, "GET", RESULTS, params=window)["nextCursor"]
    assert world.laboratory.everything(RESULTS, fields="id", **window) == [{"id": id} for id in reversed(ids)]
    problem(world.laboratory.get(RESULTS, params={"fields": "id,nothing", **window}), 422, "invalid")
    nobodys = world.clinician.everything(RESULTS, fields="patientId,heldFor,genotype,versions.version", **window)
    assert nobodys == [{}, {}, {}], "they could be there"
    empty = {"from": "1990-01-01", "to": "1990-01-01"}
    assert fields(world.laboratory, RESULTS, "nothing", **empty) == {"items": []}, "an empty list shows no unknown member"


@pytest.mark.parametrize("role, path", [("consumer", ALERTS), ("clinician", KITS), ("patient", KITS), ("patient", RESULTS)])
def test_every_list_takes_fields(world, seen, role, path):
    items = getattr(world, role).everything(path, fields="id")
    assert items and all(set(item) == {"id"} for item in items)
    assert [item["id"] for item in items] == [item["id"] for item in getattr(world, role).everything(path)]


@pytest.mark.parametrize("text", ["id%2Cflag", "id,flag"])
def test_an_encoded_comma_is_a_comma(seen, text):
    client, path = seen["result"]
    assert set(client.ask(200, "GET", f"{path}?fields={text}")) == {"id", "flag"}


def test_what_is_encoded_twice_is_decoded_once(seen):
    client, path = seen["result"]
    for text in ("id%252Cflag", "%2569d", "id%2500"):
        problem(client.get(f"{path}?fields={text}"), 422, "invalid")


@pytest.mark.parametrize("names", ["", ",", "id,", ",id", "id,,flag", "level.", ".value", "level..value", "id flag", "id;flag", "i-d", "id1", "*", "level[value]", "$.id", "../id", "id\0"])
@pytest.mark.parametrize("kind", ["result", "list"])
def test_an_invalid_name_is_refused(seen, kind, names):
    client, path = seen["result"] if kind == "result" else (seen["result"][0], RESULTS)
    body = problem(client.get(path, params={"fields": names}), 422, "invalid")
    assert [error["pointer"] for error in body["errors"]] == ["/fields"]


def test_forty_names_are_taken_and_no_more(seen):
    client, path = seen["result"]
    assert fields(client, path, ",".join(["id"] * 40)).keys() == {"id"}
    problem(client.get(path, params={"fields": ",".join(["id"] * 41)}), 422, "invalid")


def test_what_a_reader_may_not_see_cannot_be_asked_for(world, seen):
    assert fields(world.laboratory, seen["kit"][1], "profileId,id").keys() == {"id"}
    assert all(item.keys() == {"id"} for item in fields(world.laboratory, KITS, "profileId,id")["items"])
    problem(world.clinician.get(seen["profile"][1], params={"fields": "apiKey,keys,digest"}), 422, "invalid")
    problem(world.other_patient.get(seen["kit"][1], params={"fields": "id"}), 404, "not-found")
    problem(world.laboratory.get(seen["profile"][1], params={"fields": "id"}), 403, "forbidden")


def test_problems_are_complete_and_etags_stay(seen):
    client, path = seen["result"]
    problem(client.get(f"{RESULTS}/{NO_ID}", params={"fields": "id"}), 404, "not-found")
    cut, head = client.get(path, params={"fields": "id"}), client.head(path, params={"fields": "id"})
    assert cut.headers["etag"] == '"2"' and cut.headers["content-type"] == "application/json"
    assert (head.headers["content-length"], head.headers["etag"]) == (str(len(cut.content)), '"2"')


def test_a_misspelt_filter_is_still_refused(world):
    problem(world.clinician.get(RESULTS, params={"fields": "id", "flg": "HH"}), 422, "invalid")
