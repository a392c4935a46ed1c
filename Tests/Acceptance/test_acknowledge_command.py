"""An alert is acknowledged by command, by a clinician who signs in: being a user of the machine is not enough."""

import json
import subprocess

import pytest

from accounts import PASSWORD, PUBLIC, patient, staff
from commands import local
from conftest import World
from fairkit import BINARY, surroundings
from kits import kit_code


@pytest.fixture(scope="module")
def ward(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("acknowledge") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off")
    world.doctor = staff(world, "clinician", "grace@ward.example")
    world.codes = iter(world.doctor.tokens["backupCodes"])
    yield world
    assert world.server.stop() == 0
    assert PASSWORD not in world.server.log


def acknowledge(ward, alert, *lines, email="grace@ward.example", value="820"):
    """The lines are the password, and the code of the second factor or a backup code."""
    words = ["alert", "acknowledge", alert["alertId"], "--as", email, "--value", value, "--unit", "mg/dL", "--kit-code", alert["code"],
        "--reference", alert["reference"], "--reached", "patient-by-phone", "--note", "Spoke to her", "--data", ward.store.path, "--json"]  # fmt: skip
    return subprocess.run([BINARY, *map(str, words)], input="".join(f"{line}\n" for line in lines), capture_output=True, text=True, timeout=60, env=surroundings({}, words))


def alarm(ward):
    code = kit_code()
    posted = ward.laboratory.result(code, 820, status=202)
    return {"alertId": posted["alertId"], "reference": posted["reference"], "code": code}


def state(ward, alert):
    return ward.clinician.ask(200, "GET", f"/api/v1/alerts/{alert['alertId']}")["state"]


def test_a_clinician_acknowledges_by_command_and_is_named(ward):
    alert, account = alarm(ward), ward.doctor.account["accountId"]
    ended = acknowledge(ward, alert, PASSWORD, next(ward.codes))
    assert ended.returncode == 0, ended.stderr
    done = json.loads(ended.stdout)
    assert done["acknowledgement"]["accountId"] == account and done["alert"]["id"] == alert["alertId"]
    log = ward.administrator.everything("/api/v1/audit")
    [entry] = [entry for entry in log if entry["action"] == "alert.acknowledged" and entry.get("object") == alert["alertId"]]
    assert account in json.dumps(entry)
    # Its session has ended.
    assert len(ward.doctor.signed_in.ask(200, "GET", "/api/v1/auth/sessions")["items"]) == 1
    again = staff(ward, "clinician", "late@ward.example")
    late = acknowledge(ward, alert, PASSWORD, again.tokens["backupCodes"][0], email=again.email)
    assert late.returncode == 1 and state(ward, alert) == "acknowledged"


def test_a_wrong_password_code_or_value_acknowledges_nothing(ward):
    alert = alarm(ward)
    for lines, value, said in (
        (["wrong words here"], "820", "wrong"), ([PASSWORD, "000000"], "820", "code"), ([PASSWORD, "AAAA-AAAA"], "820", "code"),
        ([PASSWORD, next(ward.codes)], "802", "differs from the record"), ([], "820", "nothing was typed"), ([PASSWORD], "820", "nothing was typed"),
    ):  # fmt: skip
        ended = acknowledge(ward, alert, *lines, value=value)
        assert ended.returncode == 1 and said in ended.stderr and PASSWORD not in ended.stderr, ended.stderr
    assert state(ward, alert) == "open"


def test_a_patient_or_a_role_without_an_account_acknowledges_nothing(ward):
    alert, email = alarm(ward), patient(ward, "eve@ward.example").email
    assert acknowledge(ward, alert, PASSWORD, email=email).returncode == 1
    body = {"value": 820, "unit": "mg/dL", "identifiers": {"kitCode": alert["code"], "reference": alert["reference"]}, "reached": "patient-by-phone"}
    path = f"/api/v1/alerts/{alert['alertId']}/acknowledge"
    with local(ward.store, "clinician") as client:
        assert client.post(path, json=body).status_code == 403
        for token in ("Bearer x.y.z", "Bearer", "Basic YTpi"):
            # Whatever role the header names: a request with a token is its owner's.
            assert client.post(path, json=body, headers={"Authorization": token, "FairKit-Role": "administrator"}).status_code == 401
    assert state(ward, alert) == "open"


def test_a_person_at_the_socket_has_the_rights_of_their_role_only(ward):
    with local(ward.store, "administrator") as client:
        client.headers["Authorization"] = f"Bearer {ward.doctor.tokens['accessToken']}"
        assert client.get("/api/v1/alerts").status_code == 200
        for path in ("/api/v1/keys", "/local/statistics", "/api/v1/audit"):
            assert client.get(path).status_code == 403, path
