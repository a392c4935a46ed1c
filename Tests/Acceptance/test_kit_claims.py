"""A kit's code alone reveals no result: results from before the registration wait, and clients that try many codes are blocked."""

import pytest

from accounts import stranger
from fairkit import problem, words
from kits import kit_code

RESULTS, REGISTER, SETTINGS = "/api/v1/results", "/api/v1/test-kits/register", "/api/v1/settings"


@pytest.fixture
def open_to_all(fresh):
    """A tenant in which accounts may register kits that were never issued, as an attacker would like it."""
    fresh.administrator.ask(200, "PATCH", SETTINGS, json={"issuedKits": "never"})
    return fresh


def kits(client):
    return client.everything("/api/v1/test-kits")


def metric(world, event):
    page = world.administrator.get("/metrics").text
    return [line for line in page.splitlines() if line.startswith("fairkit_security_events_total") and f'event="{event}"' in line]


def test_a_stranger_who_names_a_code_gets_no_result_and_no_alert(open_to_all):
    world, code = open_to_all, kit_code()
    posted = world.laboratory.result(code, 820, status=202)
    eve = stranger(world)
    claimed = eve.register(code)
    assert claimed["needsReview"] is True and claimed["status"] == "registered" and "820" not in words(claimed)
    assert eve.everything(RESULTS) == []
    problem(eve.get(f"{RESULTS}/{posted['id']}"), 404, "not-found")
    [delivery] = world.consumer.claim(limit=10)
    assert delivery["alertId"] == posted["alertId"] and "patientId" not in delivery
    assert world.laboratory.ask(200, "GET", f"{RESULTS}/{posted['id']}")["matched"] is False
    [waits] = world.laboratory.everything("/api/v1/test-kits", needsReview="true")
    assert (waits["kitCode"], waits["resultsCameFirst"]) == (code, True)


@pytest.mark.parametrize("who", ["laboratory", "administrator"])
def test_a_confirmed_registration_gives_the_patient_what_waited(open_to_all, who):
    world, code = open_to_all, kit_code()
    posted = world.laboratory.result(code, 820, status=202)
    ada = stranger(world, "ada")
    kit = ada.register(code)
    [before] = world.consumer.claim()
    assert world.consumer.ack(before["token"]).status_code == 200
    for role in ("clinician", "patient", "consumer"):
        problem(getattr(world, role).post(f"/api/v1/test-kits/{kit['id']}/review"), 403, "forbidden")
    reviewed = getattr(world, who).ask(200, "POST", f"/api/v1/test-kits/{kit['id']}/review")
    assert reviewed["needsReview"] is False and reviewed["status"] == "resulted" and "resultsCameFirst" not in reviewed
    assert [result["id"] for result in ada.everything(RESULTS)] == [posted["id"]]
    [after] = world.consumer.claim()
    assert after["alertId"] == posted["alertId"] and after["patientId"] == kit["profileId"]


def test_a_registration_by_an_administrator_is_a_confirmation(world):
    code = kit_code()
    posted = world.laboratory.result(code, 150, status=202)
    kit = world.administrator.register(code, profile=world.profiles["patient"])
    assert kit["status"] == "resulted" and kit["needsReview"] is False
    assert posted["id"] in [result["id"] for result in world.patient.everything(RESULTS)]


def test_what_is_known_of_the_patient_judges_a_result_again(fresh):
    """The known genotype is ZZ, and the level before was 40: 160 goes with neither."""
    person = {"name": {"given": "A", "family": "B"}, "birthDate": "1980-02-29", "timeZone": "UTC", "knownGenotype": "ZZ", "consents": {"clinicians": True}}
    profile = fresh.administrator.ask(201, "POST", "/api/v1/profiles", json=person)["id"]
    first = fresh.administrator.register(kit_code(), profile=profile)
    fresh.laboratory.result(first["kitCode"], 40, testDate="2026-10-01")
    code = kit_code()
    posted = fresh.laboratory.result(code, 160, status=202)
    assert "verify" not in posted and "alertId" not in posted
    fresh.administrator.register(code, profile=profile)
    judged = fresh.laboratory.ask(200, "GET", f"{RESULTS}/{posted['id']}")
    assert sorted(judged["verify"]) == ["genotype-contradicts", "implausible-jump"] and judged["version"] == 2
    assert [version["version"] for version in judged["versions"]] == [1, 2] and "kit was registered" in judged["versions"][1]["reason"]
    rules = {alert["rule"] for alert in fresh.clinician.everything("/api/v1/alerts") if alert["resultId"] == posted["id"]}
    assert rules == {"implausible-jump", "genotype-mismatch"}


def test_an_account_has_five_kits_open_at_most(open_to_all):
    eve = stranger(open_to_all)
    first, *_ = [eve.register(kit_code()) for _ in range(5)]
    problem(eve.post(REGISTER, json={"barcode": kit_code()}), 409, "too-many-open-kits")
    assert open_to_all.laboratory.report(first["id"], "received").status_code == 200
    eve.register(kit_code())
    problem(eve.post(REGISTER, json={"barcode": kit_code()}), 409, "too-many-open-kits")
    assert len(kits(eve)) == 6


def test_an_account_that_tries_twenty_codes_is_stopped_and_told_of(open_to_all):
    world = open_to_all
    eve, taken = stranger(world), [kit_code() for _ in range(20)]
    for code in taken:
        world.patient.register(code)
    assert all(line.endswith(" 0") for line in metric(world, "kit.codes-refused"))
    for code in taken:
        problem(eve.post(REGISTER, json={"barcode": code}), 409, "already-registered")
    fresh_code = kit_code()
    answer = eve.post(REGISTER, json={"barcode": fresh_code})
    problem(answer, 429, "too-many-refused-codes")
    assert 80_000 < int(answer.headers["Retry-After"]) <= 86_401
    entries = [entry for entry in world.administrator.everything("/api/v1/audit") if entry["action"] == "kit.codes-refused"]
    assert len(entries) == 1
    # A mistyped code is no guess, and others go on.
    world.patient.register(fresh_code)
    ada = stranger(world, "ada")
    ada.register(kit_code())


def test_a_mistyped_code_counts_for_nothing(open_to_all):
    eve = stranger(open_to_all)
    for _ in range(25):
        problem(eve.post(REGISTER, json={"barcode": "FU-KIT-2025110701-A"}), 422, "checksum-mismatch")
    eve.register(kit_code())


def test_only_the_owner_learns_when_a_kit_was_registered(open_to_all):
    eve, ada, code = stranger(open_to_all), stranger(open_to_all, "ada"), kit_code()
    ada.register(code)
    own = problem(ada.post(REGISTER, json={"barcode": code}), 409, "already-registered")
    assert own["registeredAt"] and own["detail"].startswith("This kit is already registered on 20")
    theirs = problem(eve.post(REGISTER, json={"barcode": code}), 409, "already-registered")
    assert "registeredAt" not in theirs and "20" not in theirs["detail"]
    closed = open_to_all.administrator.issue(kit_code())[0]
    open_to_all.administrator.report(closed["id"], "cancelled")
    assert "cancelled" not in problem(eve.post(REGISTER, json={"barcode": closed["kitCode"]}), 409, "kit-closed")["detail"]


def test_who_makes_their_own_account_registers_issued_kits_only(fresh):
    settings = fresh.administrator.ask(200, "GET", SETTINGS)
    assert (settings["registration"], settings["issuedKits"]) == ("open", "self-registration")
    ada, code = stranger(fresh, "ada"), kit_code()
    problem(ada.post(REGISTER, json={"barcode": code}), 409, "kit-not-issued")
    fresh.administrator.issue(code)
    ada.register(code)
    fresh.patient.register(kit_code())
    # Where people are invited, it is not asked for; and an administrator decides otherwise.
    fresh.administrator.ask(200, "PATCH", SETTINGS, json={"registration": "closed"})
    ada.register(kit_code())
    fresh.administrator.ask(200, "PATCH", SETTINGS, json={"issuedKits": "always"})
    for patient in (ada, fresh.patient):
        problem(patient.post(REGISTER, json={"barcode": kit_code()}), 409, "kit-not-issued")


def test_drawn_codes_have_no_check_character_that_is_taken_for_a_digit(world):
    drawn = [kit["kitCode"] for _ in range(5) for kit in world.administrator.issue(count=100)]
    assert len(drawn) == 500 and not {code[-1] for code in drawn} & set("OI")
