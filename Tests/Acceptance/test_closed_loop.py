"""A critical alert ends only when a clinician has read it back. Until then it escalates step by step, across restarts."""

import time

import pytest

from accounts import PUBLIC, Visitor, patient, staff
from conftest import World
from examples import ALERTS, BIRTH, CARE, DETAILS, POLICY
from fairkit import problem, until, words
from kits import kit_code
from mail_server import Post, Server, plain

PLACE = {"FAIRKIT_PUBLIC_URL": PUBLIC, "FAIRKIT_RATE_SIGN_IN": "off"}


@pytest.fixture(scope="module")
def post():
    return Post()


@pytest.fixture(scope="module")
def ward(template, tmp_path_factory, post):
    """A patient with an account, the doctor in charge of her, and another doctor. Mail arrives."""
    server = Server(post)
    server.start()
    world = World(template, tmp_path_factory.mktemp("loop") / "data", **PLACE)
    world.doctor, world.colleague = (staff(world, "clinician", f"{name}@hospital.example") for name in ("doctor", "colleague"))
    world.njeri = patient(world, "njeri@example.net", None, DETAILS)
    world.njeri_profile = world.njeri.account["profileId"]
    world.administrator.ask(201, "POST", CARE, json={"accountId": world.doctor.account["accountId"], "profileId": world.njeri_profile})
    assert world.server.stop() == 0
    world.post_server = server
    begin(world)
    yield world
    assert world.server.stop() == 0
    server.stop()


def begin(world):
    """Starts the server with mail; people who were signed in stay so."""
    world.start(**PLACE, FAIRKIT_MAIL_SERVER=plain(world.post_server), FAIRKIT_MAIL_FROM="kit@example.org")
    for person in (world.doctor, world.colleague, world.njeri):
        person.signed_in = Visitor(world, person.tokens)


def policy(world, *steps):
    """Steps of seconds, whom they tell, and the repetition of the last one."""
    made = [{"afterSeconds": after, "tell": tell.split(), **({"repeatSeconds": 60} if place == len(steps) - 1 else {})} for place, (after, tell) in enumerate(steps)]
    return world.administrator.ask(200, "PUT", POLICY, json={"steps": made})


def raised(world, level=820):
    """A critical result of the patient: its alert, and its kit's code."""
    code = kit_code()
    world.administrator.register(code, profile=world.njeri_profile)
    return world.laboratory.result(code, level)["alertId"], code


def read_back(code, value=820, unit="mg/dL", **identifiers):
    return {"value": value, "unit": unit, "identifiers": identifiers or {"birthDate": BIRTH, "kitCode": code}, "reached": "patient-by-phone"}


def escalation(client, alert):
    return client.ask(200, "GET", f"{ALERTS}/{alert}/escalation")


def told(client, alert, kind="alert-staff"):
    return [notice["receiver"].get("id", "operator") for notice in escalation(client, alert)["notices"] if notice["kind"] == kind]


def to(post, address):
    return [mail for mail in post.parsed() if address in mail["To"]]


def test_the_patient_and_the_clinician_in_care_are_told_at_once(ward, post):
    assert ward.administrator.delete(POLICY).status_code == 204
    alert, code = raised(ward)
    doctor = ward.doctor.account["accountId"]
    shown = until(lambda: (found := escalation(ward.doctor.signed_in, alert)) and all(send["state"] == "sent" for one in found["notices"] for send in one["sends"]) and found["notices"] and found)
    assert {(one["kind"], one["receiver"]["id"]) for one in shown["notices"]} == {("alert-staff", doctor), ("alert-patient", ward.njeri.account["accountId"])}
    assert [step["state"] for step in shown["steps"]] == ["fired", "waiting", "waiting", "waiting", "waiting"]
    assert shown["steps"][1]["wouldTell"] == [{"kind": "account", "id": doctor, "name": "doctor@hospital.example"}]
    assert [one["receiver"].get("name") for one in shown["notices"] if one["kind"] == "alert-patient"] == [None]
    told = [" ".join(mail.get_content().split()) for mail in to(post, "njeri@example.net")]
    assert sum("Your AAT level is 4x normal (820 mg/dL). Contact your doctor today." in text for text in told) == 1
    staffed = to(post, "doctor@hospital.example")[-1]
    assert "Njeri Mwangi" in staffed.get_content() and "Njeri" not in staffed["Subject"] and "820" not in staffed["Subject"]
    assert f"{PUBLIC}/alert/acknowledge#{alert}" in staffed.get_content()


def test_a_read_back_that_fits_acknowledges_and_cancels_every_step(ward):
    alert, code = raised(ward)
    done = ward.doctor.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/acknowledge", json={**read_back(code), "note": "Comes to casualty now"})
    assert done["alert"]["state"] == "acknowledged" and done["failedReadBacks"] == 0
    assert done["acknowledgement"]["accountId"] == ward.doctor.account["accountId"] and done["acknowledgement"]["identifiers"] == ["birth-date", "kit-code"]
    assert {step["state"] for step in escalation(ward.doctor.signed_in, alert)["steps"]} <= {"fired", "cancelled"}
    again = ward.doctor.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/acknowledge", json=read_back(code))
    assert again["acknowledgement"] == done["acknowledgement"]
    problem(ward.colleague.signed_in.post(f"{ALERTS}/{alert}/acknowledge", json=read_back(code)), 404, "not-found")


@pytest.mark.parametrize(
    "wrong, pointers",
    [
        ({"value": 280}, ["/value"]),
        ({"value": 8.2, "unit": "g/L"}, ["/value", "/unit"]),
        ({"birthDate": "1979-12-25", "familyName": "Mwangi"}, ["/identifiers/birthDate"]),
        ({"familyName": "Kamau", "reference": "LAB-1"}, ["/identifiers/familyName", "/identifiers/reference"]),
    ],
)
def test_a_read_back_that_differs_is_refused_and_says_where_only(ward, wrong, pointers):
    alert, code = raised(ward)
    refused = problem(ward.doctor.signed_in.post(f"{ALERTS}/{alert}/acknowledge", json=read_back(code, **wrong)), 422, "read-back-mismatch")
    assert [error["pointer"] for error in refused["errors"]] == pointers
    assert "820" not in words(refused) and BIRTH not in str(refused) and "Mwangi" not in str(refused)
    assert ward.doctor.signed_in.ask(200, "GET", f"{ALERTS}/{alert}")["state"] == "open"
    events = ward.doctor.signed_in.ask(200, "GET", f"{ALERTS}/{alert}/events")["items"]
    assert [event["reason"] for event in events if event["event"] == "read-back-failed"] == [" ".join(pointers)]


def test_one_identifier_is_too_few(ward):
    alert, code = raised(ward)
    refused = problem(ward.doctor.signed_in.post(f"{ALERTS}/{alert}/acknowledge", json=read_back(code, birthDate=BIRTH)), 422, "invalid")
    assert refused["errors"][0]["pointer"] == "/identifiers"


def test_the_third_wrong_read_back_makes_the_next_step_due_at_once(ward):
    policy(ward, (0, "care"), (3600, "operator"))
    alert, code = raised(ward)
    # The first step is due at once, and is the next one until it is carried out.
    until(lambda: told(ward.doctor.signed_in, alert))
    for _ in range(3):
        assert told(ward.doctor.signed_in, alert, "alert-unreachable") == []
        problem(ward.doctor.signed_in.post(f"{ALERTS}/{alert}/acknowledge", json=read_back(code, 28)), 422, "read-back-mismatch")
    until(lambda: told(ward.doctor.signed_in, alert, "alert-unreachable") == ["operator"])


def test_a_step_that_reaches_no_one_is_not_waited_out(ward):
    """The first two steps would take an hour, and there is no such team."""
    policy(ward, (600, "team:nights"), (3600, "team:nowhere"), (3600, "operator"))
    alert, _ = raised(ward)
    assert told(ward.doctor.signed_in, alert, "alert-unreachable") == []
    policy(ward, (0, "team:nights"), (3600, "team:nowhere"), (3600, "operator"))
    alert, _ = raised(ward)
    until(lambda: told(ward.doctor.signed_in, alert, "alert-unreachable") == ["operator"])
    states = [step["state"] for step in escalation(ward.doctor.signed_in, alert)["steps"]]
    assert states == ["skipped", "skipped", "fired", "waiting"]


def test_a_patient_who_is_told_does_not_end_the_search_for_a_clinician(ward):
    policy(ward, (0, "patient team:nowhere"), (3600, "operator"))
    alert, _ = raised(ward)
    until(lambda: told(ward.doctor.signed_in, alert, "alert-unreachable") == ["operator"])


def test_steps_go_on_after_the_server_was_killed(ward):
    policy(ward, (0, "care"), (2, "operator"))
    alert, _ = raised(ward)
    ward.server.process.kill()
    ward.server.process.wait()
    time.sleep(2.5)
    begun = time.monotonic()
    begin(ward)
    until(lambda: told(ward.doctor.signed_in, alert, "alert-unreachable") == ["operator"], 2 + time.monotonic() - begun)
    assert len(told(ward.doctor.signed_in, alert)) == 1, "the clinician is told once for a step"


def test_an_acknowledged_alert_never_escalates_again(ward):
    policy(ward, (0, "care"), (2, "operator"))
    alert, code = raised(ward)
    ward.doctor.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/acknowledge", json=read_back(code))
    time.sleep(3)
    assert told(ward.doctor.signed_in, alert, "alert-unreachable") == []


def test_a_policy_is_copied_when_the_alert_is_raised(ward):
    policy(ward, (0, "care"), (3600, "operator"))
    alert, _ = raised(ward)
    policy(ward, (0, "care operator"))
    assert [step["tell"] for step in escalation(ward.doctor.signed_in, alert)["steps"]] == [["care"], ["operator"]]


@pytest.mark.parametrize(
    "steps, pointer",
    [
        ([], "/steps"),
        ([{"afterSeconds": 0, "tell": ["care"]}], "/steps/0/repeatSeconds"),
        ([{"afterSeconds": 0, "tell": ["patient"], "repeatSeconds": 60}], "/steps/0/tell"),
        ([{"afterSeconds": 0, "tell": ["patient", "operator"], "repeatSeconds": 60}], "/steps/0/tell"),
        ([{"afterSeconds": 0, "tell": ["everyone"], "repeatSeconds": 60}], "/steps/0/tell"),
        ([{"afterSeconds": 60, "tell": ["care"]}, {"afterSeconds": 0, "tell": ["care"], "repeatSeconds": 60}], "/steps/1/afterSeconds"),
        ([{"afterSeconds": 0, "tell": ["care"], "repeatSeconds": 1}], "/steps/0/repeatSeconds"),
        ([{"afterSeconds": 601, "tell": ["operator"], "repeatSeconds": 60}], "/steps/0/afterSeconds"),
        ([{"afterSeconds": 0, "tell": ["patient"]}, {"afterSeconds": 601, "tell": ["care"], "repeatSeconds": 60}], "/steps/1/afterSeconds"),
        ([{"afterSeconds": 0, "tell": ["care"]}, {"afterSeconds": 3601, "tell": ["operator"], "repeatSeconds": 60}], "/steps/1/afterSeconds"),
        ([{"afterSeconds": 0, "tell": ["care"], "repeatSeconds": 3601}], "/steps/0/repeatSeconds"),
        ([{"afterSeconds": 0, "tell": ["care"]}, {"afterSeconds": 60, "tell": ["team:nobody"], "repeatSeconds": 60}], "/steps/1/tell"),
    ],
)
def test_a_policy_that_could_end_in_silence_is_refused(ward, steps, pointer):
    refused = problem(ward.administrator.put(POLICY, json={"steps": steps}), 422, "invalid")
    assert pointer in [error["pointer"] for error in refused["errors"]]


def test_a_correction_opens_the_loop_again_and_tells_everyone_who_was_told(ward):
    policy(ward, (0, "patient care"), (3600, "operator"))
    code = kit_code()
    ward.administrator.register(code, profile=ward.njeri_profile)
    result = ward.laboratory.result(code, 820)
    alert = result["alertId"]
    until(lambda: told(ward.doctor.signed_in, alert))
    ward.doctor.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/acknowledge", json=read_back(code))
    ward.laboratory.ask(201, "POST", f"/api/v1/results/{result['id']}/corrections", json={"reason": "The sample was diluted", "level": {"value": 910, "unit": "mg/dL"}})
    follows = next(one for one in ward.doctor.signed_in.ask(200, "GET", ALERTS)["items"] if one.get("followsAlertId") == alert)
    assert told(ward.doctor.signed_in, follows["id"], "alert-corrected-staff") == [ward.doctor.account["accountId"]]
    assert told(ward.doctor.signed_in, follows["id"], "alert-corrected-patient") == [ward.njeri.account["accountId"]]
    problem(ward.doctor.signed_in.post(f"{ALERTS}/{follows['id']}/acknowledge", json=read_back(code)), 422, "read-back-mismatch")
    ward.doctor.signed_in.ask(200, "POST", f"{ALERTS}/{follows['id']}/acknowledge", json=read_back(code, 910))


def test_a_critical_alert_is_acknowledged_before_it_is_resolved(ward):
    alert, code = raised(ward)
    problem(ward.doctor.signed_in.post(f"{ALERTS}/{alert}/resolve", json={"outcome": "false-alarm"}), 409, "not-acknowledged")
    ward.doctor.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/acknowledge", json=read_back(code))
    done = ward.doctor.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/resolve", json={"outcome": "patient-reached", "note": "On the ward"})
    assert done["alert"]["state"] == "resolved" and done["resolution"]["outcome"] == "patient-reached"
    problem(ward.doctor.signed_in.post(f"{ALERTS}/{alert}/resolve", json={"outcome": "other"}), 409, "alert-ended")


def test_any_clinician_may_acknowledge_while_it_is_open_and_goes_on_seeing_it(ward):
    alert, code = raised(ward)
    done = ward.colleague.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/acknowledge", json=read_back(code))
    assert done["acknowledgement"]["accountId"] == ward.colleague.account["accountId"]
    ward.colleague.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/resolve", json={"outcome": "repeat-ordered"})
    until(lambda: told(ward.doctor.signed_in, alert, "alert-acknowledged-staff") == [ward.doctor.account["accountId"]] or not told(ward.doctor.signed_in, alert))


def test_neither_a_key_nor_a_patient_acknowledges(ward):
    alert, code = raised(ward)
    for client in (ward.clinician, ward.consumer, ward.administrator, ward.laboratory, ward.njeri.signed_in):
        problem(client.post(f"{ALERTS}/{alert}/acknowledge", json=read_back(code)), 403, "forbidden")


def test_an_alert_of_an_unregistered_kit_goes_past_care_at_once(ward):
    """Its patient is unknown, so no clinician cares for them."""
    assert ward.administrator.delete(POLICY).status_code == 204
    code = kit_code()
    alert = ward.laboratory.result(code, 820, status=202)["alertId"]
    until(lambda: told(ward.colleague.signed_in, alert, "alert-unreachable") == ["operator"])
    done = ward.colleague.signed_in.ask(200, "POST", f"{ALERTS}/{alert}/acknowledge", json=read_back(code, kitCode=code, reference=f"LAB-{code[7:17]}"))
    assert done["acknowledgement"]["identifiers"] == ["kit-code", "reference"]


def test_the_operator_learns_that_an_alert_waits_and_nothing_about_the_patient(ward, post):
    mail = until(lambda: to(post, "marker.operator@example.org"))[-1]
    text = mail["Subject"] + mail.get_content()
    assert not any(word in text for word in ("820", "Njeri", "Mwangi", BIRTH, "mg/dL"))
