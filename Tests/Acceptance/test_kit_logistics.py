"""The logistics of kits: carriers and tracking numbers, due dates, and the assigned laboratory."""

import datetime

import pytest

from fairkit import command, problem
from kits import kit_code, photo

KITS = "/api/v1/test-kits"


def kits(client, **filters):
    return {kit["kitCode"] for kit in client.everything(KITS, **filters)}


def test_a_parcel_is_followed_both_ways(fresh):
    code = kit_code()
    [issued] = fresh.administrator.issue(code)
    path = f"{KITS}/{issued['id']}/status"
    shipped = fresh.administrator.ask(200, "POST", path, json={"status": "shipped", "carrier": "DHL", "trackingNumber": "JD0146000038"})
    assert shipped["shipment"] == {"carrier": "DHL", "trackingNumber": "JD0146000038"} and "returnShipment" not in shipped
    fresh.patient.register(code)
    mailed = fresh.patient.ask(200, "POST", path, json={"status": "mailed", "trackingNumber": "RR 123-456"})
    assert mailed["shipment"]["carrier"] == "DHL" and mailed["returnShipment"] == {"trackingNumber": "RR 123-456"}
    # The same step again corrects it, and adds nothing to the history.
    again = fresh.patient.ask(200, "POST", path, json={"status": "mailed", "carrier": "Posta", "trackingNumber": "RR 123-457"})
    assert again["returnShipment"] == {"carrier": "Posta", "trackingNumber": "RR 123-457"} and again["history"] == mailed["history"]
    assert fresh.laboratory.kit(issued["id"])["returnShipment"]["carrier"] == "Posta"
    assert "RR 123" not in fresh.server.log


@pytest.mark.parametrize(
    "body, pointer",
    [
        ({"status": "received", "carrier": "DHL"}, "/carrier"), ({"status": "mailed", "carrier": ""}, "/carrier"), ({"status": "mailed", "carrier": "x" * 61}, "/carrier"),
        ({"status": "mailed", "trackingNumber": "abc"}, "/trackingNumber"), ({"status": "mailed", "trackingNumber": "1234\n5"}, "/trackingNumber"),
    ],
)  # fmt: skip
def test_what_carries_nothing_is_refused(world, body, pointer):
    kit = world.patient.register(kit_code())
    refused = problem(world.administrator.post(f"{KITS}/{kit['id']}/status", json=body), 422, "invalid")
    assert [error["pointer"] for error in refused["errors"]] == [pointer] and world.administrator.kit(kit["id"])["status"] == "registered"


def test_the_numbers_go_with_a_persons_record_and_are_erased_with_it(fresh):
    code = kit_code()
    kit = fresh.patient.register(code)
    fresh.patient.ask(200, "POST", f"{KITS}/{kit['id']}/status", json={"status": "mailed", "trackingNumber": "RR123456789"})
    assert b"RR123456789" in unpacked(fresh.patient.get(f"/api/v1/profiles/{fresh.profiles['patient']}/export").content)
    command("profile", "erase", fresh.profiles["patient"], "--confirm", fresh.profiles["patient"], "--data", fresh.store.path)
    assert "returnShipment" not in fresh.administrator.kit(kit["id"])


def unpacked(archive):
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(archive)) as files:
        return files.read("kits.json")


def assign(world, id, laboratory):
    world.administrator.ask(200, "PUT", f"{KITS}/{id}/laboratory", json={"laboratory": laboratory})


def test_a_laboratory_with_kits_of_its_own_sees_no_others(fresh):
    mine, theirs, nobodys = kit_code(), kit_code(), kit_code()
    for code in (mine, theirs, nobodys):
        fresh.patient.register(code, photo())
    ids = {kit["kitCode"]: kit["id"] for kit in fresh.administrator.everything(KITS)}
    assert kits(fresh.laboratory) == kits(fresh.other_laboratory) == {mine, theirs, nobodys}
    assign(fresh, ids[mine], "Markerlaboratory One")
    assert kits(fresh.laboratory) == {mine} and kits(fresh.other_laboratory) == {theirs, nobodys}
    body = {"laboratory": "Markerlaboratory Two"}
    assert fresh.administrator.ask(200, "PUT", f"{KITS}/{ids[theirs]}/laboratory", json=body)["laboratory"] == "Markerlaboratory Two"
    assert kits(fresh.laboratory) == {mine} and kits(fresh.other_laboratory) == {theirs}
    assert kits(fresh.laboratory, needsReview=True) == {mine}
    # The other's kit is not found, by no way.
    for method, path, body in (("GET", "", None), ("GET", "/photo", None), ("POST", "/review", None), ("POST", "/status", {"status": "received"})):
        for id in (ids[theirs], ids[nobodys]):
            problem(fresh.laboratory.request(method, f"{KITS}/{id}{path}", json=body), 404, "not-found")
    problem(fresh.laboratory.post(f"{KITS}/search", json={"kitCode": theirs}), 404, "not-found")
    assert fresh.laboratory.ask(200, "POST", f"{KITS}/{ids[mine]}/status", json={"status": "received"})["status"] == "received"
    # The others see all, and the patient where it goes.
    assert kits(fresh.administrator) == kits(fresh.patient) == {mine, theirs, nobodys}
    assert fresh.patient.kit(ids[mine])["laboratory"] == "Markerlaboratory One"
    # A result is taken from every laboratory.
    assert fresh.laboratory.result(theirs, 820, reference="ASTRAY-1")["flag"] == "HH"
    assign(fresh, ids[mine], None)
    assert kits(fresh.laboratory) == {mine, nobodys}
    assert [entry["object"] for entry in fresh.administrator.everything("/api/v1/audit", action="kit.assigned")][-1] == ids[mine]


def test_a_laboratory_keeps_the_samples_in_its_hands_when_a_first_kit_is_assigned_to_it(fresh):
    here, elsewhere, expected = kit_code(), kit_code(), kit_code()
    for code, laboratory in ((here, fresh.laboratory), (elsewhere, fresh.other_laboratory), (expected, None)):
        fresh.patient.register(code)
        if laboratory:
            laboratory.ask(200, "POST", f"{KITS}/arrivals", json={"kitCode": code, "status": "received"})
    assert kits(fresh.laboratory) == {here, elsewhere, expected}
    issued = command("kit", "new", "--count", "1", "--laboratory", "Markerlaboratory One", "--data", fresh.store.path).stdout.split()
    assert kits(fresh.laboratory) == {here, *issued} and kits(fresh.other_laboratory) == {elsewhere, expected}


def test_a_sample_that_arrives_is_its_laboratorys_unless_the_kit_is_another_ones(fresh):
    mine, theirs, free = kit_code(), kit_code(), kit_code()
    for code in (mine, theirs, free):
        fresh.patient.register(code)
    for code, laboratory in ((mine, "One"), (theirs, "Two")):
        assign(fresh, fresh.administrator.ask(200, "POST", f"{KITS}/search", json={"kitCode": code})["id"], f"Markerlaboratory {laboratory}")
    unknown = kit_code()
    for code in (mine, free, unknown):
        arrival = {"kitCode": code, "status": "received"}
        kit = fresh.laboratory.ask(200, "POST", f"{KITS}/arrivals", json=arrival)
        assert kit["laboratory"] == "Markerlaboratory One" and kit["status"] == "received"
        assert fresh.laboratory.ask(200, "POST", f"{KITS}/arrivals", json=arrival) == kit == fresh.laboratory.kit(kit["id"]), "once more adds nothing"
    assert kits(fresh.laboratory) == {mine, free, unknown}
    for code in (theirs, free):
        client = fresh.laboratory if code == theirs else fresh.other_laboratory
        problem(client.post(f"{KITS}/arrivals", json={"kitCode": code, "status": "received"}), 404, "not-found")
    assert fresh.administrator.ask(200, "POST", f"{KITS}/search", json={"kitCode": theirs})["status"] == "registered"
    assigned = fresh.administrator.everything("/api/v1/audit", action="kit.assigned")
    assert [entry["role"] for entry in assigned][:2] == ["laboratory"] * 2


def test_new_kits_are_assigned_and_have_a_last_day(fresh):
    day = (datetime.date.today() + datetime.timedelta(days=400)).isoformat()
    line = ["kit", "new", "--count", "3", "--laboratory", "Markerlaboratory One", "--use-by", day, "--data", fresh.store.path]
    codes = set(command(*line).stdout.split())
    assert kits(fresh.laboratory) == codes
    shown = fresh.administrator.ask(200, "POST", f"{KITS}/search", json={"kitCode": min(codes)})
    assert shown["useBy"] == day and shown["laboratory"] == "Markerlaboratory One"
    wrong = problem(fresh.administrator.post(KITS, json={"count": 1, "laboratory": "Unknown Laboratory"}), 422, "invalid")
    assert wrong["errors"][0]["pointer"] == "/laboratory"
    late = problem(fresh.administrator.post(KITS, json={"count": 1, "useBy": "2020-01-31"}), 422, "invalid")
    assert late["errors"][0]["pointer"] == "/useBy"


def test_a_fresh_kit_is_not_due(fresh):
    kit = fresh.patient.register(kit_code())
    assert "due" not in fresh.patient.kit(kit["id"])
    assert kits(fresh.administrator, due="soon") == kits(fresh.administrator, due="overdue") == set()
    problem(fresh.administrator.get(KITS, params={"due": "never"}), 422, "invalid")
    assert 'fairkit_kits_due{due="overdue",tenant="default"} 0' in fresh.administrator.get("/metrics").text
