"""Results, alerts and kits are found by filters, counted, sorted and named, only as far as the caller may see them."""

import datetime

import pytest

from accounts import PUBLIC, staff
from conftest import World
from fairkit import TODAY, api, command, problem
from kits import kit_code

API = "/api/v1"
RESULTS, ALERTS, KITS, DASHBOARD = f"{API}/results", f"{API}/alerts", f"{API}/test-kits", f"{API}/dashboard"
SEARCHES = f"{API}/auth/me/searches"
WORDS = "Markernote: her sister Markersister takes the message"


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """Ten results of one patient, two held or unmatched ones, and a clinician with an account who cares for the patient."""
    world = World(template, tmp_path_factory.mktemp("finding") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off")
    world.results = []
    for number, value in enumerate((20, 57, 90, 120, 150, 150, 199.5, 260, 799.9, 820)):
        day = (datetime.date.fromisoformat(TODAY) - datetime.timedelta(days=number % 4)).isoformat()
        kit = world.patient.register(kit_code())
        more = {"genotype": "ZZ"} if value < 60 else {"method": "nephelometry"} if value == 150 else {}
        laboratory = world.other_laboratory if number % 5 == 4 else world.laboratory
        world.results.append(laboratory.result(kit["kitCode"], value, testDate=day, **more))
    world.held = world.laboratory.result(world.results[0]["kitCode"], 150, status=202, reference="held")
    world.unmatched = world.laboratory.result(kit_code(), 0.9, unit="g/L", status=202)
    world.doctor = staff(world, "clinician", "doctor@finding.example")
    world.stranger = staff(world, "clinician", "stranger@finding.example")
    world.administrator.ask(201, "POST", f"{API}/care-assignments", json={"accountId": world.doctor.account["accountId"], "profileId": world.profiles["patient"]})
    yield world
    world.server.stop()


def levels(client, **filters):
    return [item["level"]["value"] for item in client.everything(RESULTS, **filters)]


def test_results_are_found_by_level_genotype_method_and_laboratory_in_each_order(town):
    everyone = [town.clinician, town.doctor.signed_in]
    for client in everyone:
        assert levels(client, unit="mg/dL", levelFrom=100, levelTo=199.5, held="false", sort="lowest")[:2] == [120, 150]
        assert levels(client, unit="mg/dL", sort="highest")[:3] == [820, 799.9, 260]
        assert levels(client, unit="mg/dL", sort="highest") == levels(client, unit="mg/dL", sort="lowest")[::-1]
        assert sorted(levels(client, genotype="ZZ")) == [20, 57] and levels(client, genotype="ZZ", method="nephelometry") == []
        assert levels(client, method="nephelometry", limit=1) == [150, 150]
        assert levels(client, unit="g/L") == [0.9]
        other = town.results[4]["laboratoryId"]
        assert sorted(levels(client, laboratoryId=other)) == [150, 820]
        assert levels(client, sort="oldest") == levels(client)[::-1]
        dates = [item["testDate"] for item in client.everything(RESULTS, sort="oldest", limit=3)]
        assert dates == sorted(dates)
        assert levels(client, unit="mg/dL", sort="highest", limit=2, flag="HH") == [820]
    assert levels(town.laboratory, unit="mg/dL", sort="lowest")[:2] == [20, 57] and 820 not in levels(town.laboratory)
    assert levels(town.laboratory, laboratoryId=town.results[4]["laboratoryId"]) == []
    assert levels(town.patient, unit="mg/dL", sort="highest")[0] == 820 and len(levels(town.patient)) == 10


def test_a_total_counts_what_the_caller_may_see(town):
    def total(client, path=RESULTS, **filters):
        page = client.ask(200, "GET", path, params={"total": "true", "limit": 1, **filters})
        assert "totalIsLowerBound" not in page
        return page["total"]

    assert total(town.patient) == 10 and total(town.clinician) == 12 and total(town.doctor.signed_in) == 12
    assert total(town.stranger.signed_in) == 1, "the unmatched one"
    assert total(town.other_patient) == 0 and total(town.patient, held="true") == 0 and total(town.clinician, held="true") == 1
    assert total(town.clinician, unit="mg/dL", levelTo=57) == 2 and total(town.other_laboratory) == 2
    assert total(town.patient, KITS) == 10 and total(town.other_patient, KITS) == 0 and total(town.stranger.signed_in, KITS) == 0
    assert total(town.clinician, ALERTS) == len(town.clinician.everything(ALERTS))
    assert "total" not in town.patient.ask(200, "GET", RESULTS)


@pytest.mark.parametrize(
    "parameters, pointer",
    [
        ({"levelFrom": 5}, "/unit"), ({"sort": "highest"}, "/unit"), ({"levelTo": "1e3", "unit": "mg/dL"}, "/levelTo"),
        ({"levelFrom": "-1", "unit": "mg/dL"}, "/levelFrom"), ({"unit": "mg"}, "/unit"), ({"genotype": "zz?"}, "/genotype"),
        ({"sort": "best"}, "/sort"), ({"laboratoryId": "x"}, "/laboratoryId"), ({"method": " "}, "/method"), ({"total": "yes"}, "/total"),
    ],
)  # fmt: skip
def test_a_faulty_filter_is_refused_with_what_it_needs(town, parameters, pointer):
    told = problem(town.clinician.get(RESULTS, params=parameters), 422, "invalid")
    assert [field["pointer"] for field in told["errors"]] == [pointer]


def test_a_cursor_of_another_order_is_refused(town):
    page = town.clinician.ask(200, "GET", RESULTS, params={"limit": 1, "unit": "mg/dL", "sort": "highest"})
    told = problem(town.clinician.get(RESULTS, params={"cursor": page["nextCursor"]}), 422, "invalid")
    assert told["errors"][0]["pointer"] == "/cursor"


def test_alerts_are_found_by_patient_band_and_state(town):
    person = town.profiles["patient"]
    mine = town.clinician.everything(ALERTS, patientId=person)
    assert {alert["patientId"] for alert in mine} == {person} and all(alert["state"] == "open" for alert in mine)
    assert [alert["band"] for alert in town.clinician.everything(ALERTS, band=0)] == [0] * len([one for one in town.clinician.everything(ALERTS) if one["band"] == 0])
    critical = next(alert for alert in mine if alert["band"] == 0)
    body = {"value": 820, "unit": "mg/dL", "identifiers": {"familyName": "Markerfamily", "kitCode": town.results[9]["kitCode"]}, "reached": "patient-by-phone"}
    seen = town.doctor.signed_in.get(f"{API}/profiles/{person}").json()
    body["identifiers"]["familyName"] = seen["name"]["family"]
    town.doctor.signed_in.ask(200, "POST", f"{ALERTS}/{critical['id']}/acknowledge", json=body)
    assert [alert["id"] for alert in town.doctor.signed_in.everything(ALERTS, state="acknowledged")] == [critical["id"]]
    assert [alert["id"] for alert in town.clinician.everything(ALERTS, state="acknowledged", sort="newest")] == [critical["id"]]
    assert critical["id"] in [alert["id"] for alert in town.patient.everything(ALERTS, state="any")]
    assert critical["id"] not in [alert["id"] for alert in town.stranger.signed_in.everything(ALERTS, state="any")]
    assert town.stranger.signed_in.everything(ALERTS, state="acknowledged", patientId=person) == []
    told = problem(town.clinician.get(ALERTS, params={"state": "resolved", "sort": "urgent"}), 422, "invalid")
    assert told["errors"][0]["pointer"] == "/sort"


def test_names_stand_beside_ids_for_those_who_may_read_the_profile(town):
    name = town.clinician.get(f"{API}/profiles/{town.profiles['patient']}").json()["name"]
    name = f"{name['given']} {name['family']}"
    result, kit = town.results[3]["id"], town.results[3]["kitId"]
    scoped = town.server.client(town.store.key("clinician", "n", "--scope", "results:read", "--scope", "kits:read", "--scope", "alerts:read")["key"])
    for client, sees in ((town.clinician, True), (town.doctor.signed_in, True), (town.patient, True), (scoped, False)):
        for path in (RESULTS, f"{RESULTS}/{result}", KITS, f"{KITS}/{kit}", f"{ALERTS}?state=any"):
            answer = client.get(path)
            assert answer.status_code == 200 and (name in answer.text) is sees, path
    # Every clinician sees an open critical alert of any patient, but no name.
    for client in (town.laboratory, town.consumer, town.stranger.signed_in):
        for path in (RESULTS, KITS, ALERTS):
            assert name not in client.get(path).text
    claimed = town.consumer.claim(limit=100)
    assert claimed and "patientName" not in str(claimed) and name not in str(claimed)


def test_a_dashboard_has_what_waits_for_the_caller_and_is_304_until_that_changes(town):
    staff = town.doctor.signed_in.ask(200, "GET", DASHBOARD)
    assert staff["heldResults"]["count"] == 1 and staff["heldResults"]["items"][0]["id"] == town.held["id"]
    assert staff["unmatchedResults"]["items"][0]["id"] == town.unmatched["id"]
    assert "latestResult" not in staff and "pendingKits" not in staff
    stranger = town.stranger.signed_in.ask(200, "GET", DASHBOARD)
    assert stranger["heldResults"]["count"] == 0 and town.profiles["patient"] not in str(stranger["unmatchedResults"])
    assert set(town.laboratory.ask(200, "GET", DASHBOARD)) == {"heldResults", "unmatchedResults", "overdueKits", "kitsToReview", "turnaround"}
    assert set(town.administrator.ask(200, "GET", DASHBOARD)) == {"overdueKits", "kitsToReview", "invitationsToApprove", "setup"}
    kit = town.patient.register(kit_code())
    answer = town.patient.get(DASHBOARD)
    own, tag = answer.json(), answer.headers["etag"]
    assert own["pendingKits"]["count"] == 1 and own["pendingKits"]["items"][0]["id"] == kit["id"]
    assert set(own) == {"pendingKits", "latestResult"}
    assert town.patient.get(DASHBOARD, headers={"If-None-Match": tag}).status_code == 304
    town.laboratory.result(kit["kitCode"], 151)
    changed = town.patient.get(DASHBOARD, headers={"If-None-Match": tag})
    assert changed.status_code == 200 and changed.json()["pendingKits"]["count"] == 0
    read = [entry for entry in town.administrator.everything(f"{API}/audit", action="dashboard.read", patientId=town.profiles["patient"])]
    assert read, "each poll is an access"


def test_a_timeline_has_everything_once_and_hides_what_the_person_must_not_see(town):
    person = town.profiles["patient"]
    path = f"{API}/profiles/{person}/timeline"
    own, staff = town.patient.everything(path, limit=100), town.doctor.signed_in.everything(path, limit=100)
    assert town.held["id"] not in str(own) and town.held["id"] in str(staff)
    kinds = {line["kind"].split(".")[0] for line in own}
    assert {"kit", "result", "alert", "access"} <= kinds and "notice" not in kinds
    assert not any(line["kind"].startswith("access.") for line in staff)
    events = [line for line in own if not line["kind"].startswith("access.")]
    assert [line["at"] for line in events] == sorted((line["at"] for line in events), reverse=True)
    pages = [line for line in town.patient.everything(path, limit=7) if not line["kind"].startswith("access.")]
    assert pages == events
    for client in (town.stranger.signed_in, town.other_patient):
        problem(client.get(path), 404, "not-found")
    problem(town.laboratory.get(path), 403, "forbidden")


def test_notes_reach_staff_and_never_a_patient_another_laboratory_or_a_consumer(town):
    result, kit = town.results[2], town.results[2]["kitId"]
    alert = town.clinician.everything(ALERTS, state="any", patientId=town.profiles["patient"])[0]["id"]
    doctor = town.doctor.signed_in
    for path in (f"{RESULTS}/{result['id']}", f"{KITS}/{kit}", f"{ALERTS}/{alert}"):
        note = doctor.ask(201, "POST", f"{path}/notes", json={"text": WORDS})
        assert note["author"] == town.doctor.account["accountId"]
        assert [one["text"] for one in town.clinician.everything(f"{path}/notes")] == [WORDS]
        outside = (town.patient, town.consumer, town.other_patient, *([] if path.startswith(RESULTS) else [town.laboratory]))
        for client in outside:
            problem(client.get(f"{path}/notes"), 403, "forbidden")
            problem(client.post(f"{path}/notes", json={"text": "x"}), 403, "forbidden")
        for method, text in (("PUT", "y"), ("PATCH", "y"), ("DELETE", None)):
            assert town.clinician.request(method, f"{path}/notes", json={"text": text}).status_code == 405
        for bad in ("", " ", "x" * 2001, "a\nb"):
            problem(doctor.post(f"{path}/notes", json={"text": bad}), 422, "invalid")
    # A laboratory has its own notes on its own results.
    own = f"{RESULTS}/{result['id']}/notes"
    assert town.laboratory.everything(own) == []
    town.laboratory.ask(201, "POST", own, json={"text": "Measured twice"})
    assert [one["text"] for one in town.laboratory.everything(own)] == ["Measured twice"]
    assert [one["text"] for one in town.clinician.everything(own)] == ["Measured twice", WORDS]
    for method in ("GET", "POST"):
        problem(town.other_laboratory.request(method, own, json={"text": "x"}), 404, "not-found")
    problem(town.stranger.signed_in.get(own), 404, "not-found")
    problem(town.administrator.get(f"{RESULTS}/{result['id']}/notes"), 403, "forbidden")
    # Nothing else holds them, whoever reads it.
    paths = [RESULTS, f"{RESULTS}/{result['id']}", KITS, f"{KITS}/{kit}", f"{ALERTS}?state=any", DASHBOARD, f"{API}/profiles/{town.profiles['patient']}/timeline"]
    for client in (town.patient, town.laboratory, town.consumer, town.clinician, doctor, town.administrator):
        for path in paths:
            assert "Marker" + "note" not in client.get(path).text
    assert b"Markernote" not in town.patient.get(f"{API}/profiles/{town.profiles['patient']}/export").content
    assert "Markernote" not in str(town.consumer.claim(limit=100)) + town.administrator.get(f"{API}/audit").text + town.server.log


def test_a_share_and_an_emergency_do_not_let_a_clinician_write_notes(town):
    path = f"{RESULTS}/{town.results[1]['id']}/notes"
    other = staff(town, "clinician", "night@finding.example")
    share = {"recipient": {"accountId": other.account["accountId"]}}
    if town.patient.post(f"{API}/profiles/{town.profiles['patient']}/shares", json=share).status_code == 201:
        problem(other.signed_in.get(path), 403, "forbidden")
        problem(other.signed_in.post(path, json={"text": "x"}), 403, "forbidden")
    town.stranger.signed_in.ask(201, "POST", f"{API}/profiles/{town.profiles['patient']}/break-glass", json={"reason": "unconscious on arrival"})
    assert town.stranger.signed_in.get(path).status_code == 200
    problem(town.stranger.signed_in.post(path, json={"text": "x"}), 403, "forbidden")
    town.stranger.signed_in.delete(f"{API}/profiles/{town.profiles['patient']}/break-glass")


def test_searches_are_kept_by_their_person_and_checked_by_the_lists_parser(town):
    doctor, path = town.doctor.signed_in, f"{SEARCHES}/low-levels"
    filters = {"unit": "mg/dL", "levelTo": "57", "sort": "lowest"}
    saved = doctor.ask(200, "PUT", path, json={"list": "results", "filters": filters})
    assert saved["filters"] == filters and levels(doctor, **saved["filters"]) == [20, 57]
    assert [one["name"] for one in doctor.ask(200, "GET", SEARCHES)["items"]] == ["low-levels"] and doctor.ask(200, "GET", path) == saved
    problem(town.stranger.signed_in.get(path), 404, "not-found")
    assert town.stranger.signed_in.ask(200, "GET", SEARCHES)["items"] == []
    for list, bad, pointer in (
        ("results", {"levelTo": "57"}, "/filters/unit"), ("results", {"patientId": town.profiles["patient"]}, "/filters/patientId"),
        ("alerts", {"state": "gone"}, "/filters/state"), ("kits", {"flag": "HH"}, "/filters/flag"), ("kits", {"limit": "5"}, "/filters/limit"),
    ):  # fmt: skip
        told = problem(doctor.put(path, json={"list": list, "filters": bad}), 422, "invalid")
        assert pointer in [field["pointer"] for field in told["errors"]]
    problem(doctor.put(f"{SEARCHES}/a.b", json={"list": "kits", "filters": {}}), 422, "invalid")
    problem(town.clinician.get(SEARCHES), 403, "no-account")
    assert doctor.delete(path).status_code == 204 and doctor.delete(path).status_code == 404


def test_a_command_lists_all_notes_about_a_person(town):
    api(town.store, "POST", f"results/{town.results[5]['id']}/notes", "-f", "text=Markernote by an operator", "--as", "clinician")
    assert "Markernote by an operator" in command("profile", "notes", town.profiles["patient"], "--data", town.store.path).stdout
