"""Users who see others' records or run the server need two-factor authentication: until it is set up, an account has no access."""

import re

import pytest

from accounts import AUTH, ME, PASSWORD, VERIFY, App, Visitor, invited
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

    app = App(begun["otpauthUri"])
    tokens = visitor.ask(200, "POST", VERIFY, json={"mfaToken": begun["mfaToken"], "code": app.code()})
    assert [answer.status_code // 100 for answer in WORK[role](Visitor(house, tokens))] == [2, 2]
    (entry,) = (entry for entry in house.administrator.everything("/api/v1/audit", action="session.started") if entry.get("accountId") == account["accountId"])
    assert entry["role"] == role
    # Nor can it be given up.
    proof = {"password": PASSWORD, "code": app.code()}
    problem(Visitor(house, tokens).request("DELETE", f"{ME}/mfa", json=proof), 409, "mfa-not-possible")
