"""Users who see others' records or run the server need two-factor authentication: until it is set up, an account has no access."""

import re

import pytest

from accounts import AUTH, ME, PASSWORD, VERIFY, WRONG, App, Visitor, invited, staff
from asking import SAMPLES
from conftest import World
from document import DOCUMENT
from examples import RESULTS
from fairkit import problem
from kits import kit_code

STAFF = {"laboratory": ["--laboratory", "Markerlaboratory One"], "clinician": [], "administrator": []}
# What each role can read and write after the sign-in.
WORK = {
    "laboratory": lambda person: (person.get(RESULTS), person.post(RESULTS, json=result())),
    "clinician": lambda person: (person.get(RESULTS), person.post("/api/v1/profiles", json=SAMPLES["POST /api/v1/profiles"])),
    "administrator": lambda person: (person.get("/api/v1/audit"), person.post("/api/v1/teams", json={"name": "nights", "timeZone": "UTC"})),
}


def result():
    code = kit_code()
    return {"reference": code, "kitCode": code, "testDate": "2026-11-20", "level": {"value": 120, "unit": "mg/dL"}}


@pytest.fixture(scope="module")
def house(template, tmp_path_factory):
    """A served store without rate limits per address."""
    world = World(template, tmp_path_factory.mktemp("second-factor") / "data", FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ADDRESS="off")
    yield world
    assert world.server.stop() == 0


def closed():
    """Every operation that wants a key or a token, with an address that is one."""
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            if method in ("get", "post", "put", "patch", "delete") and operation.get("security") != []:
                yield method.upper(), re.sub(r"\{[^}]*\}", "01990000-0000-7000-8000-000000000000", path), SAMPLES.get(re.sub("{[^}]*}", "{}", f"{method.upper()} {path}"))


@pytest.mark.parametrize("role", STAFF)
def test_a_password_alone_opens_nothing_but_setting_the_second_factor_up(house, role):
    email = f"begins@{role}.example"
    visitor, _, account = invited(house, role, email, None, *STAFF[role])
    assert account["role"] == role
    challenge = visitor.ask(200, "POST", f"{AUTH}/login", json={"email": email, "password": PASSWORD})
    assert challenge["mfaRequired"] and challenge["mfaSetupRequired"] and not {"accessToken", "refreshToken"} & set(challenge)
    begun = visitor.ask(200, "POST", f"{AUTH}/mfa/setup", json={"mfaToken": challenge["mfaToken"]})
    count = 0
    for token in {challenge["mfaToken"], begun["mfaToken"]}:
        bearer = house.server.client()
        bearer.headers["Authorization"] = f"Bearer {token}"
        key = house.server.client(token)
        for method, path, body in closed():
            for holder in (bearer, key):
                problem(holder.request(method, path, json=body), 401, "unauthenticated")
                count += 1
        problem(visitor.post(f"{AUTH}/refresh", json={"refreshToken": token}), 401, "refresh-failed")
    assert count > 100
    # Neither a guess nor nothing is a second factor.
    problem(visitor.post(VERIFY, json={"mfaToken": begun["mfaToken"], "code": "000000"}), 401, "code-wrong")
    problem(visitor.post(VERIFY, json={"mfaToken": begun["mfaToken"], "backupCode": "AAAA-AAAA"}), 401, "code-wrong")
    assert visitor.post(VERIFY, json={"mfaToken": begun["mfaToken"]}).status_code in (401, 422)
    entries = house.administrator.everything("/api/v1/audit", action="session.started")
    assert account["accountId"] not in [entry.get("accountId") for entry in entries]

    tokens = visitor.ask(200, "POST", VERIFY, json={"mfaToken": begun["mfaToken"], "code": App(begun["otpauthUri"]).code()})
    assert [answer.status_code // 100 for answer in WORK[role](Visitor(house, tokens))] == [2, 2]
    (entry,) = (entry for entry in house.administrator.everything("/api/v1/audit", action="session.started") if entry.get("accountId") == account["accountId"])
    assert entry["role"] == role


@pytest.mark.parametrize("role", STAFF)
def test_the_second_factor_is_asked_for_each_time_and_cannot_be_given_up(house, role):
    person = staff(house, role, f"stays@{role}.example", None, *STAFF[role])
    proof = {"password": PASSWORD, "code": person.app.code()}
    problem(person.signed_in.request("DELETE", f"{ME}/mfa", json=proof), 409, "mfa-not-possible")
    assert person.signed_in.ask(200, "GET", ME)["mfaEnabled"] is True
    visitor = Visitor(house)
    again = visitor.ask(200, "POST", f"{AUTH}/login", json={"email": person.email, "password": PASSWORD})
    assert again["mfaRequired"] and again["mfaSetupRequired"] is False and "accessToken" not in again
    # Nor can a user who knows only the password replace it.
    problem(visitor.post(f"{AUTH}/mfa/setup", json={"mfaToken": again["mfaToken"]}), 401, "challenge-unknown")


@pytest.mark.parametrize("role", STAFF)
def test_whose_second_factor_was_taken_away_sets_another_up_first(house, role):
    person = staff(house, role, f"loses@{role}.example", None, *STAFF[role])
    house.administrator.delete(f"/api/v1/accounts/{person.account['accountId']}/mfa").raise_for_status()
    problem(person.signed_in.get(ME), 401, "unauthenticated")
    problem(Visitor(house).post(f"{AUTH}/refresh", json={"refreshToken": person.tokens["refreshToken"]}), 401, "refresh-failed")
    challenge = Visitor(house).login(person.email).json()
    assert challenge["mfaSetupRequired"] and "accessToken" not in challenge
    problem(Visitor(house).login(person.email, WRONG), 401, "sign-in-failed")


def test_patients_and_coordinators_may_do_without_and_see_no_record_of_others(house):
    visitor, _, _ = invited(house, "coordinator", "partner@house.example")
    partner = Visitor(house, visitor.ask(200, "POST", f"{AUTH}/login", json={"email": "partner@house.example", "password": PASSWORD}))
    assert partner.ask(200, "GET", ME)["mfaEnabled"] is False
    for path in (RESULTS, "/api/v1/alerts", "/api/v1/test-kits", "/api/v1/audit", f"/api/v1/profiles/{house.profiles['patient']}"):
        problem(partner.get(path), 403, "forbidden")
