"""No result is refused because of its kit's state: a contradictory result is stored, alerts at once, and is held until its laboratory confirms it."""

import io
import zipfile

import pytest

from alerts import delivered
from fairkit import problem
from kits import kit_code

RESULTS, REGISTER = "/api/v1/results", "/api/v1/test-kits/register"
WITHDRAWN = {"reason": "wrong tube", "status": "entered-in-error"}
# How a registered kit comes to its end, step by step.
ENDS = {
    "kit-rejected": ["received", "rejected"],
    "kit-expired": ["expired"],
    "kit-cancelled": ["cancelled"],
    "kit-replaced": ["replaced"],
}


def ended(world, end):
    """A kit of the patient that has come to its end."""
    kit = world.other_patient.register(kit_code())
    for status in ENDS[end]:
        assert world.administrator.report(kit["id"], status, reason="lost").status_code == 200
    return kit


def seen(client, **filters):
    return [result["id"] for result in client.everything(RESULTS, **filters)]


def of_this(world, alert):
    """The delivery of one alert, acked."""
    [delivery] = delivered(world.consumer, alert)
    assert world.consumer.ack(delivery["token"]).status_code == 200
    return delivery


@pytest.mark.parametrize("end", ENDS)
def test_a_critical_result_is_stored_and_alerts_whatever_became_of_its_kit(world, end):
    kit = ended(world, end)
    posted = world.laboratory.result(kit["kitCode"], 820, status=202)
    assert (posted["heldFor"], posted["flag"], posted["needsVerification"], posted["matched"]) == (end, "HH", True, True)
    delivery = of_this(world, posted["alertId"])
    assert "has yet to confirm" in world.clinician.ask(200, "GET", f"/api/v1/alerts/{posted['alertId']}")["explanation"]
    assert delivery["band"] == 0 and delivery["needsVerification"] is True and delivery["heldFor"] == end
    assert delivery["patientId"] == world.profiles["other_patient"]
    assert world.laboratory.ask(200, "GET", f"{RESULTS}/{posted['id']}")["heldFor"] == end
    assert posted["id"] in seen(world.clinician) and posted["id"] in seen(world.clinician, held="true")
    assert posted["id"] in seen(world.laboratory, held="true") and posted["id"] not in seen(world.other_laboratory, held="true")
    # The patient gets it nowhere: not by its id, in no list, not in the archive.
    problem(world.other_patient.get(f"{RESULTS}/{posted['id']}"), 404, "not-found")
    assert posted["id"] not in seen(world.other_patient) + seen(world.other_patient, held="true")
    with zipfile.ZipFile(io.BytesIO(world.other_patient.get(f"/api/v1/profiles/{world.profiles['other_patient']}/export").content)) as archive:
        told = {name: archive.read(name).decode() for name in ("results.json", "alerts.json")}
    assert posted["id"] not in "".join(told.values())
    assert world.other_patient.kit(kit["id"])["status"] == ENDS[end][-1]


def test_a_kit_that_expired_unregistered_takes_its_result(world):
    kit = world.administrator.issue(kit_code())[0]
    assert world.administrator.report(kit["id"], "expired").status_code == 200
    posted = world.laboratory.result(kit["kitCode"], 820, status=202)
    assert (posted["heldFor"], posted["matched"]) == ("kit-expired", False)
    assert "patientId" not in of_this(world, posted["alertId"])


def test_a_normal_result_is_not_refused_either(world):
    posted = world.laboratory.result(ended(world, "kit-expired")["kitCode"], 150, status=202)
    assert posted["heldFor"] == "kit-expired" and posted["needsVerification"] is True


@pytest.mark.parametrize("who", ["laboratory", "other_laboratory"])
def test_of_two_results_of_a_kit_the_patient_gets_the_first(world, who):
    kit = world.other_patient.register(kit_code())
    first = world.laboratory.result(kit["kitCode"], 150)
    second = getattr(world, who).result(kit["kitCode"], 820, status=202, reference=f"2-{kit['kitCode']}")
    assert second["heldFor"] == "other-result" and "heldFor" not in first
    assert of_this(world, second["alertId"])["heldFor"] == "other-result"
    assert first["id"] in seen(world.other_patient) and second["id"] not in seen(world.other_patient)
    assert [first["id"] in seen(world.clinician, held="true"), second["id"] in seen(world.clinician, held="true")] == [False, True]


def test_of_two_results_before_the_registration_the_patient_gets_the_first(world):
    code = kit_code()
    first = world.laboratory.result(code, 150, status=202)
    second = world.other_laboratory.result(code, 820, status=202)
    assert "heldFor" not in first and second["heldFor"] == "other-result"
    kit = world.administrator.register(code, profile=world.profiles["other_patient"])
    assert kit["status"] == "resulted"
    assert first["id"] in seen(world.other_patient) and second["id"] not in seen(world.other_patient)
    assert of_this(world, second["alertId"])["patientId"] == world.profiles["other_patient"], "its alert knows the patient now"


def test_a_level_that_is_held_is_no_earlier_level(fresh):
    kit = fresh.other_patient.register(kit_code())
    fresh.laboratory.result(kit["kitCode"], 150, testDate="2026-11-01")
    fresh.laboratory.result(kit["kitCode"], 900, status=202, testDate="2026-11-02", reference="held")
    later = fresh.laboratory.result(fresh.other_patient.register(kit_code())["kitCode"], 160, testDate="2026-11-20")
    assert "verify" not in later, "150 is what came before, and not 900"


def test_a_released_result_reaches_its_patient_and_everybody_who_was_alerted(world):
    kit = ended(world, "kit-rejected")
    posted = world.laboratory.result(kit["kitCode"], 820, status=202)
    of_this(world, posted["alertId"])
    release = f"{RESULTS}/{posted['id']}/release"
    problem(world.other_laboratory.post(release), 404, "not-found")
    for role in ("clinician", "patient", "administrator", "consumer"):
        problem(getattr(world, role).post(release), 403, "forbidden")
    assert posted["id"] not in seen(world.other_patient)
    for _ in range(2):
        released = world.laboratory.ask(200, "POST", release)
        assert "heldFor" not in released and released["needsVerification"] is False
    assert posted["id"] in seen(world.other_patient)
    again = of_this(world, posted["alertId"])
    assert "heldFor" not in again
    with pytest.raises(AssertionError, match="not delivered"):  # A release without a change sends no alert.
        delivered(world.consumer, posted["alertId"])


def test_the_second_result_is_released_only_when_the_first_is_withdrawn(world):
    kit = world.other_patient.register(kit_code())
    first = world.laboratory.result(kit["kitCode"], 820)
    second = world.laboratory.result(kit["kitCode"], 150, status=202, reference=f"2-{kit['kitCode']}")
    problem(world.laboratory.post(f"{RESULTS}/{second['id']}/release"), 409, "kit-already-resulted")
    world.laboratory.ask(201, "POST", f"{RESULTS}/{first['id']}/corrections", json=WITHDRAWN)
    assert second["id"] not in seen(world.other_patient), "it is not confirmed"
    world.laboratory.ask(200, "POST", f"{RESULTS}/{second['id']}/release")
    assert second["id"] in seen(world.other_patient)


def test_a_held_result_can_be_withdrawn_and_is_not_released_then(world):
    posted = world.laboratory.result(ended(world, "kit-expired")["kitCode"], 820, status=202)
    world.laboratory.ask(201, "POST", f"{RESULTS}/{posted['id']}/corrections", json=WITHDRAWN)
    problem(world.laboratory.post(f"{RESULTS}/{posted['id']}/release"), 409, "result-withdrawn")


def test_the_same_result_sent_again_is_answered_as_the_first_time(world):
    code = ended(world, "kit-expired")["kitCode"]
    body = {"reference": f"S-{code}", "kitCode": code, "testDate": "2026-11-20", "level": {"value": 820, "unit": "mg/dL"}}
    headers = {"Idempotency-Key": f"held-{code}"}
    first = world.laboratory.ask(202, "POST", RESULTS, json=body, headers=headers)
    assert world.laboratory.ask(202, "POST", RESULTS, json=body, headers=headers) == first
    assert world.laboratory.ask(200, "POST", RESULTS, json=body)["heldFor"] == "kit-expired"
