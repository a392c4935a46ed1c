"""Finding people by parts of their values, and lists of people: through the whole server."""

import json
import time

import pytest

from accounts import AUDIT, patient, staff
from fairkit import command, problem

SEARCH, PEOPLE = "/api/v1/profiles/search", "/api/v1/profiles"
SAVED = "/api/v1/auth/me/searches"


def person(given, family, born="1980-02-29", **contact):
    return {"name": {"given": given, "family": family}, "birthDate": born, "contact": contact}


PERSONS = {
    "ada": person("Imani", "Ndégwa-Weiß", "1947-03-17", email="imani.ndegwa@example.org", phone="+254700123456"),
    "grace": person("Grace", "Ndegwa", "1971-05-03"),
    "wei": person("伟", "王", "1990-01-01"),
    "ahmad": person("أحمد", "Li", "1991-01-01"),
}


@pytest.fixture
def town(fresh):
    fresh.people = {name: fresh.administrator.ask(201, "POST", PEOPLE, json=body)["id"] for name, body in PERSONS.items()}
    return fresh


def found(client, text, **more):
    return [entry["id"] for entry in client.ask(200, "POST", SEARCH, json={"text": text, **more})["items"]]


def care(town, doctor, *names, **more):
    for name in names:
        town.administrator.ask(201, "POST", "/api/v1/care-assignments", json={"accountId": doctor.account["accountId"], "profileId": town.people[name], **more})


FINDS = [
    ("ndegwa", ["grace", "ada"]), ("NDEGWA weiss", ["ada"]), ("degw", ["grace", "ada"]), ("imani 1947", ["ada"]), ("17.3.1947", ["ada"]),
    ("0700123456", ["ada"]), ("700 123 456", ["ada"]), ("ndegwa@exam", ["ada"]), ("王伟", ["wei"]), ("احمد", ["ahmad"]), ("li احم", ["ahmad"]),
    ("mwangi", []), ("ndegwa mwangi", []), ("%egw%", ["grace", "ada"]), ("_degwa", ["grace", "ada"]),
]  # fmt: skip


def test_people_are_found_by_parts_at_once_and_after_indexing(town):
    for text, names in FINDS:
        assert found(town.administrator, text) == [town.people[name] for name in names], text
    # The job indexes within a second. Either way the answer is the same.
    deadline = time.monotonic() + 1.5
    while time.monotonic() < deadline:
        for text, names in FINDS:
            assert found(town.administrator, text) == [town.people[name] for name in names], text


def test_a_changed_person_is_found_by_the_new_values_only(town):
    town.administrator.ask(200, "PATCH", f"{PEOPLE}/{town.people['grace']}", json={"name": {"given": "Grace", "family": "Hopper"}}, headers={"If-Match": '"1"'})
    assert found(town.administrator, "hopper") == [town.people["grace"]]
    assert found(town.administrator, "ndegwa") == [town.people["ada"]]


def test_a_kit_leads_to_its_owner_by_a_part_of_its_code(town):
    town.administrator.register("FU-KIT-2025110701-X", profile=town.people["ada"])
    for text in ("FU-KIT-2025110701-X", "fukit2025110701x", "110701-x", "ndegwa 0701x"):
        assert found(town.administrator, text) == [town.people["ada"]], text


def test_pages_go_on_where_the_last_one_ended(town):
    body = {"text": "ndegwa", "limit": 1}
    first = town.administrator.ask(200, "POST", SEARCH, json=body)
    second = town.administrator.ask(200, "POST", SEARCH, json={**body, "cursor": first["nextCursor"]})
    assert [first["items"][0]["id"], second["items"][0]["id"]] == [town.people["grace"], town.people["ada"]]
    assert "nextCursor" not in second
    refused = problem(town.administrator.post(SEARCH, json={**body, "cursor": first["nextCursor"][:-2] + "AA"}), 422, "invalid")
    assert refused["errors"][0]["pointer"] == "/cursor"


@pytest.mark.parametrize(
    "body, pointer",
    [({"text": "ab"}, "/text"), ({"text": " "}, "/text"), ({"text": "a" * 101}, "/text"), ({"text": "a b c d e f g h i j"}, "/text"), ({"text": "ndegwa", "limit": 51}, "/limit"), ({"text": "ndegwa", "email": "ada@example.org"}, "/text"), ({"email": "ada@example.org", "limit": 3}, "/limit")],
)  # fmt: skip
def test_a_search_that_asks_too_little_or_too_much_is_refused(town, body, pointer):
    refused = problem(town.administrator.post(SEARCH, json=body), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == [pointer]


def test_a_clinician_finds_and_lists_their_own_people_and_learns_nothing_of_others(town):
    doctor = staff(town, "clinician", "wanjiru@example.org")
    assert found(doctor.signed_in, "ndegwa") == [] and doctor.signed_in.ask(200, "GET", PEOPLE) == {"items": []}
    care(town, doctor, "ada")
    assert found(doctor.signed_in, "ndegwa") == [town.people["ada"]]
    # The page is full, but no cursor tells that others match.
    assert "nextCursor" not in doctor.signed_in.ask(200, "POST", SEARCH, json={"text": "ndegwa", "limit": 1})
    [listed] = doctor.signed_in.ask(200, "GET", PEOPLE)["items"]
    assert (listed["id"], listed["relation"], listed["openAlerts"]) == (town.people["ada"], "care", 0)
    entries = [entry for entry in town.administrator.everything(AUDIT) if entry.get("accountId") == doctor.account["accountId"] and entry["action"] in ("profile.searched", "profile.listed")]
    assert {tuple(entry.get("patientIds", ())) for entry in entries} == {(), (town.people["ada"],)}
    assert "degwa" not in json.dumps(entries) and "degwa" not in town.server.log


def test_of_a_person_who_shares_results_only_the_name_is_searched_and_shown(town):
    ada = patient(town, "ada@example.org")
    mine = ada.account["profileId"]
    town.administrator.ask(200, "PATCH", f"{PEOPLE}/{mine}", json={"name": {"given": "Ada", "family": "Shareholder"}, "birthDate": "1950-12-31"}, headers={"If-Match": '"1"'})
    doctor = staff(town, "clinician", "wanjiru@example.org")
    ada.signed_in.ask(201, "POST", f"{PEOPLE}/{mine}/shares", json={"with": {"email": "wanjiru@example.org"}})
    assert doctor.signed_in.ask(200, "POST", SEARCH, json={"text": "sharehold"})["items"] == [{"id": mine, "name": {"given": "Ada", "family": "Shareholder"}}]
    for text in ("1950", "31.12.1950", "shareholder 1950", "ada@example"):
        assert found(doctor.signed_in, text) == [], text
    exact = {"name": {"family": "Shareholder"}, "birthDate": "1950-12-31"}
    assert doctor.signed_in.ask(200, "POST", SEARCH, json=exact)["items"] == []
    [listed] = doctor.signed_in.ask(200, "GET", f"{PEOPLE}?relation=share")["items"]
    assert (listed["name"]["family"], listed["relation"]) == ("Shareholder", "share") and "birthDate" not in listed


def test_a_list_has_the_latest_result_and_the_open_alerts_beside_each_name(fresh):
    fresh.administrator.ask(201, "POST", PEOPLE, json=PERSONS["grace"])
    owner = fresh.administrator.ask(201, "POST", PEOPLE, json={**PERSONS["ada"], "consents": {"clinicians": True}})["id"]
    fresh.administrator.register("FU-KIT-2025110701-X", profile=owner)
    result = fresh.laboratory.result("FU-KIT-2025110701-X", 820)
    everyone = fresh.clinician.get(PEOPLE)
    listed = {entry["id"]: entry for entry in everyone.json()["items"]}
    assert (listed[owner]["latestResult"]["id"], listed[owner]["latestResult"]["flag"], listed[owner]["openAlerts"]) == (result["id"], "HH", 1)
    assert [entry["id"] for entry in fresh.clinician.ask(200, "GET", f"{PEOPLE}?openAlerts=true")["items"]] == [owner]
    assert fresh.clinician.get(PEOPLE, headers={"If-None-Match": everyone.headers["etag"]}).status_code == 304
    # An administrator sees neither.
    for entry in fresh.administrator.ask(200, "GET", PEOPLE)["items"]:
        assert not {"latestResult", "openAlerts"} & set(entry)
    problem(fresh.administrator.get(f"{PEOPLE}?openAlerts=true"), 403, "forbidden")
    problem(fresh.clinician.get(f"{PEOPLE}?relation=friend"), 422, "invalid")
    pages = fresh.clinician.everything(PEOPLE, limit=1)
    assert [entry["id"] for entry in pages] == list(listed)


def test_a_search_of_people_is_saved_checked_and_used_again(town):
    doctor = staff(town, "clinician", "wanjiru@example.org")
    care(town, doctor, "ada")
    client, path = doctor.signed_in, f"{SAVED}/the-ndegwas"
    saved = client.ask(200, "PUT", path, json={"list": "people", "filters": {"text": "ndegwa"}})
    assert client.ask(200, "GET", path) == saved and found(client, **saved["filters"]) == [town.people["ada"]]
    listed = client.ask(200, "PUT", f"{SAVED}/in-my-care", json={"list": "people", "filters": {"relation": "care", "openAlerts": "false"}})
    assert [one["id"] for one in client.ask(200, "GET", PEOPLE, params=listed["filters"])["items"]] == [town.people["ada"]]
    for bad, pointer in (
        ({"text": "ab"}, "/filters/text"), ({"text": "a" * 101}, "/filters/text"), ({"text": "ndegwa", "relation": "care"}, "/filters/text"), ({"relation": "friend"}, "/filters/relation"),
        ({"text": "ndegwa", "email": "ada@example.org"}, "/filters/email"), ({"profileId": town.people["ada"]}, "/filters/profileId"), ({"limit": "5"}, "/filters/limit"),
    ):  # fmt: skip
        refused = problem(client.put(path, json={"list": "people", "filters": bad}), 422, "invalid")
        assert [error["pointer"] for error in refused["errors"]] == [pointer] and "ndegwa" not in json.dumps(refused)
    problem(client.put(path, json={"list": "kits", "filters": {"text": "ndegwa"}}), 422, "invalid")
    assert client.ask(200, "GET", path) == saved
    # Another clinician does not see it, and neither the log nor the audit log has the text.
    problem(staff(town, "clinician", "other@example.org").signed_in.get(path), 404, "not-found")
    assert "degwa" not in json.dumps(town.administrator.everything(AUDIT)) and "degwa" not in town.server.log


def test_a_patient_saves_no_search_of_people(town):
    amani = patient(town, "amani@example.org").signed_in
    refused = problem(amani.put(f"{SAVED}/all", json={"list": "people", "filters": {"text": "ndegwa"}}), 422, "invalid")
    assert refused["errors"] == [{"pointer": "/list", "detail": "one of results, alerts, kits"}]
    assert amani.ask(200, "GET", SAVED)["items"] == []


def test_an_erasure_removes_the_saved_searches_that_find_the_person(town):
    client = staff(town, "clinician", "wanjiru@example.org").signed_in
    for name, text in (("ada", "imani"), ("both", "ndegwa"), ("wei", "王伟")):
        client.ask(200, "PUT", f"{SAVED}/{name}", json={"list": "people", "filters": {"text": text}})
    command("profile", "erase", town.people["ada"], "--confirm", town.people["ada"], "--data", town.store.path)
    assert [one["name"] for one in client.ask(200, "GET", SAVED)["items"]] == ["wei"]


def test_other_roles_neither_search_nor_list(town):
    for client in (town.patient, town.laboratory, town.consumer, patient(town, "somebody@example.org").signed_in):
        problem(client.post(SEARCH, json={"text": "ndegwa"}), 403, "forbidden")
        problem(client.get(PEOPLE), 403, "forbidden")
