"""The whole workflow: a photo registers a kit, a result raises an alert, a consumer acks it, a clinician reads."""

import datetime

import pytest

from alerts import delivered
from conftest import OTHER_PERSON, PERSON
from examples import ID, TIME
from fairkit import problem
from kits import kit_code, photo


def as_posted(result):
    """A result without what only its readers get, or no list shows unasked."""
    return {name: value for name, value in result.items() if name not in ("laboratory", "converted", "summary", "readAt", "patientName", "pdfUrl")}


def test_a_profile_is_kept_as_it_was_given(world):
    created = world.clinician.post("/api/v1/profiles", json=PERSON)
    body = created.json()
    assert created.status_code == 201 and ID.fullmatch(body["id"])
    assert created.headers["location"] == f"/api/v1/profiles/{body['id']}"
    assert {name: body[name] for name in PERSON} == PERSON
    assert body["version"] == 1 and TIME.fullmatch(body["createdAt"])
    assert world.administrator.ask(200, "GET", f"/api/v1/profiles/{body['id']}") == body
    other = world.other_patient.ask(200, "GET", f"/api/v1/profiles/{world.profiles['other_patient']}")
    assert other["language"] == "en" and other.get("sex", "unknown") == "unknown" and "knownGenotype" not in other


def test_the_whole_story(fresh):
    patient, laboratory, clinician, consumer = fresh.patient, fresh.laboratory, fresh.clinician, fresh.consumer

    # A photo registers each kit.
    usual, critical = kit_code(), kit_code()
    answer = patient.post("/api/v1/test-kits/register", files={"photo": ("kit.jpg", photo(usual), "image/jpeg")})
    kit = answer.json()
    assert answer.status_code == 201 and answer.headers["location"] == f"/api/v1/test-kits/{kit['id']}"
    assert ID.fullmatch(kit["id"]) and TIME.fullmatch(kit["registeredAt"])
    assert kit["message"] == "Send your sample to lab within 7 days"
    assert (kit["kitCode"], kit["status"], kit["readFrom"], kit["needsReview"]) == (usual, "registered", "photo", False)
    assert kit["profileId"] == fresh.profiles["patient"]
    second = patient.register(photo=photo(critical, format="PNG"))

    # The laboratory posts a normal result, and a critical one.
    normal = laboratory.result(usual, 150, method="nephelometry", genotype="MM")
    assert (normal["flag"], normal["version"], normal["status"], normal["matched"]) == ("N", 1, "final", True)
    assert normal["range"] == {"low": 100, "high": 200, "source": "standard", "number": 1} and normal["level"] == {"value": 150, "unit": "mg/dL"}
    assert normal["kitId"] == kit["id"] and "patientId" not in normal, "a laboratory does not see whose a result is"
    assert "alertId" not in normal and "reason" not in normal and TIME.fullmatch(normal["recordedAt"])
    high = laboratory.result(critical, 820)
    assert (high["flag"], high["kitId"]) == ("HH", second["id"]) and ID.fullmatch(high["alertId"])

    # The alert is open, claimed, acked; still open, as an ack does not acknowledge it.
    alert = consumer.ask(200, "GET", f"/api/v1/alerts/{high['alertId']}")
    payload = {
        "type": "critical_alert",
        "title": "⚠️ AAT Level Alert",
        "body": "Your AAT level is 4x normal (820 mg/dL). Contact your doctor today.",
        "priority": "high",
        "sound": "critical_alert.wav",
        "badge": 1,
        "data": {"testId": high["id"], "aatLevel": 820, "unit": "mg/dL", "normalRange": "100-200", "timestamp": alert["raisedAt"]},
    }
    assert alert == {
        "id": high["alertId"], "band": 0, "rule": "critical-high", "ruleVersion": 2, "state": "open", "raisedAt": alert["raisedAt"],
        "resultId": high["id"], "resultVersion": 1, "patientId": fresh.profiles["patient"], "payload": payload,
        "explanation": "820 mg/dL is at or above 4 × the upper limit of 200 mg/dL, which is 800.", "needsVerification": True,
    }  # fmt: skip
    [item] = delivered(consumer, alert["id"])
    assert set(item) == {"deliveryId", "token", "leaseExpiresAt", "deliveryAttempts", "replay", "band", "alertId", "resultId", "patientId", "needsVerification", "state", "payload"}
    assert (item["band"], item["deliveryAttempts"], item["resultId"], item["payload"]) == (0, 0, high["id"], payload)
    acked = consumer.ack(item["token"]).json()
    assert acked["deliveryId"] == item["deliveryId"] and acked["state"] == "acked"
    assert consumer.ack(item["token"]).json() == acked
    assert alert["id"] in [each["id"] for each in clinician.everything("/api/v1/alerts")]

    # The clinician and the patient query, and see whose it is.
    whose = {"patientId": fresh.profiles["patient"]}
    for reader in (clinician, patient):
        listed = reader.everything("/api/v1/results", patientId=fresh.profiles["patient"])
        assert [as_posted(each) for each in listed if each["id"] in (high["id"], normal["id"])] == [as_posted(high | whose), as_posted(normal | whose)]
    flagged = clinician.everything("/api/v1/results", flag="HH", patientId=fresh.profiles["patient"])
    assert as_posted(high | whose) in map(as_posted, flagged) and all(each["flag"] == "HH" for each in flagged)
    assert high["id"] not in [each["id"] for each in fresh.other_patient.everything("/api/v1/results")]
    assert high["id"] not in [each["id"] for each in fresh.other_laboratory.everything("/api/v1/results")]

    # A correction is a version with its reason; a new critical level follows the first alert, a normal one retracts it.
    correct = f"/api/v1/results/{high['id']}/corrections"
    worse = laboratory.ask(201, "POST", correct, json={"reason": "Decimal misread", "level": {"value": 1000, "unit": "mg/dL"}})
    assert (worse["version"], worse["status"], worse["reason"], worse["id"]) == (2, "corrected", "Decimal misread", high["id"])
    followed = consumer.ask(200, "GET", f"/api/v1/alerts/{worse['alertId']}")
    assert (followed["followsAlertId"], followed["resultVersion"]) == (alert["id"], 2)
    assert followed["payload"]["body"] == "Your AAT level was corrected. It is 5x normal (1000 mg/dL). Contact your doctor today."
    right = laboratory.ask(201, "POST", correct, json={"reason": "Samples swapped", "level": {"value": 82, "unit": "mg/dL"}}, headers={"If-Match": '"2"'})
    assert (right["version"], right["flag"], right["testDate"]) == (3, "L", high["testDate"])
    assert consumer.ask(200, "GET", f"/api/v1/alerts/{worse['alertId']}")["state"] == "retracted"
    stale = laboratory.post(correct, json={"reason": "Again"}, headers={"If-Match": '"2"'})
    problem(stale, 412, "version-mismatch")

    # Every version stays readable, oldest first.
    answer = clinician.get(f"/api/v1/results/{high['id']}")
    versions = answer.json()["versions"]
    assert answer.headers["etag"] == '"3"' and answer.json()["version"] == 3
    assert [(each["version"], each["status"], each["level"]["value"], each["flag"], each.get("reason")) for each in versions] == [
        (1, "final", 820, "HH", None),
        (2, "corrected", 1000, "HH", "Decimal misread"),
        (3, "corrected", 82, "L", "Samples swapped"),
    ]


def test_no_answer_says_more_than_its_reader_needs(world):
    foreign, code = "PARCEL-0012345678", kit_code()
    kit = world.patient.register(code)
    result = world.laboratory.result(code, 912.345)
    alert = result["alertId"]
    bodies = {
        "scan": world.patient.scan(photo(foreign)).text,
        "registering": str(kit),
        "result": world.laboratory.get(f"/api/v1/results/{result['id']}").text,
        "alerts": world.consumer.get("/api/v1/alerts").text,
        "alert": world.consumer.get(f"/api/v1/alerts/{alert}").text,
        "item": str(delivered(world.consumer, alert)),
        "refusal": str(world.laboratory.result(code, 4321, status=409)),
    }  # fmt: skip
    texts = {foreign, *PERSON["name"].values(), *PERSON["contact"].values(), PERSON["identifiers"][0]["value"], *OTHER_PERSON["name"].values()}
    for of, body in bodies.items():
        assert not [text for text in texts if text in body], of
        assert "fk_" not in body and "Markerkeyname" not in body, of
    for of in ("alerts", "alert", "item"):
        assert code not in bodies[of] and code[7:17] not in bodies[of], of
    assert "4321" not in bodies["refusal"] and "912.345" not in bodies["refusal"]


@pytest.mark.parametrize("who, hours", [("patient", 14), ("other_patient", -11)])
def test_the_due_date_is_the_patients_own(world, who, hours):
    code, client = kit_code(), getattr(world, who)
    kit = client.register(code)
    here = datetime.datetime.fromisoformat(kit["registeredAt"]) + datetime.timedelta(hours=hours)
    assert kit["sendBy"] == (here + datetime.timedelta(days=7)).date().isoformat()
    again = problem(client.post("/api/v1/test-kits/register", json={"barcode": code}), 409, "already-registered")
    assert again["detail"] == f"This kit is already registered on {here.date().isoformat()}"
    assert again["registeredAt"] == kit["registeredAt"]


def test_a_result_before_its_kit_is_kept_and_bound_later(world):
    code = kit_code()
    early = world.laboratory.result(code, 860, status=202)
    assert early["matched"] is False and early["flag"] == "HH" and "patientId" not in early and "kitId" not in early
    assert "patientId" not in world.consumer.ask(200, "GET", f"/api/v1/alerts/{early['alertId']}")
    assert early["id"] in [each["id"] for each in world.clinician.everything("/api/v1/results", unmatched="true")]
    kit = world.patient.register(code)
    assert kit["needsReview"] and world.laboratory.ask(200, "POST", f"/api/v1/test-kits/{kit['id']}/review")["status"] == "resulted"
    bound = world.clinician.ask(200, "GET", f"/api/v1/results/{early['id']}")
    assert (bound["matched"], bound["kitId"], bound["patientId"]) == (True, kit["id"], world.profiles["patient"])
    assert early["id"] in [each["id"] for each in world.patient.everything("/api/v1/results")]
    assert early["id"] not in [each["id"] for each in world.clinician.everything("/api/v1/results", unmatched="true")]


def test_pages_join_without_gap_or_repeat(world):
    days = ["2026-10-03", "2026-10-05", "2026-10-05", "2026-10-04", "2026-10-01"]
    posted = [world.laboratory.result(kit_code(), 150 + place, status=202, testDate=day) for place, day in enumerate(days)]
    window = {"from": "2026-10-01", "to": "2026-10-05"}
    listed = world.laboratory.everything("/api/v1/results", limit=2, **window)
    assert [as_posted(each) for each in listed] == [as_posted(posted[place]) for place in (2, 1, 3, 0, 4)]
    assert [each["testDate"] for each in world.clinician.everything("/api/v1/results", **{"from": "2026-10-04", "to": "2026-10-04"})] == ["2026-10-04"]
