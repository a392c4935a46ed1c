"""Access that was revoked after a backup does not come back with it: shares, used codes, passwords, second factors, care."""

import json
import shutil
import types

import pytest

import databases
from accounts import AUTH, ME, OTHER, PASSWORD, VERIFY, App, Visitor, mailed, patient, secret, staff
from fairkit import Store, api, command, problem


def kept(world, place):
    """Keeps the present state: as a backup, or as a copy of the database, as its operators have one for each moment."""
    if not databases.IN_USE:
        return command("backup", place, "--data", world.store.path)
    databases.keep(world.store.path, place)


def brought_back(world, place, path, *more):
    """Restores a state that was kept; answers what FairKit says. The directory of a database's server stays as it is."""
    key = ("--key-file", world.store.master)
    if not databases.IN_USE:
        return command("restore", place, "--data", path, *key, *more).stdout
    shutil.copytree(world.store.path, path)
    databases.create(path, template=place)
    assert command("audit", "verify", "--data", path, status=1).stdout, "the log ends before what this server has noted"
    said = command("db", "restored", "--data", path, *key, *more, typed="restored\n").stdout
    assert "sound" in command("audit", "verify", "--data", path).stdout
    assert {"store.log-cut", "store.restored"} <= {entry["action"] for entry in api(path, "audit", "--all")["items"]}
    return said


@pytest.fixture
def before(fresh, tmp_path):
    """A backup, and the access that was ended after it: a share, a backup code, two passwords, a second factor and care."""
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_RATE_SIGN_IN="off")
    data = ("--data", fresh.store.path)
    fresh.ada = patient(fresh, "ada@example.org")
    fresh.ben = patient(fresh, "ben@example.org")
    fresh.grace = staff(fresh, "clinician", "grace@clinic.example")
    fresh.joy = staff(fresh, "clinician", "joy@clinic.example")
    profile = fresh.ada.account["profileId"]
    care = {"accountId": fresh.grace.account["accountId"], "profileId": profile}
    fresh.care = fresh.administrator.ask(201, "POST", "/api/v1/care-assignments", json=care)["id"]
    shares = f"/api/v1/profiles/{profile}/shares"
    share = fresh.ada.signed_in.ask(201, "POST", shares, json={"link": True, "pin": "314159"})
    fresh.link = {"link": share["link"].split("#")[-1], "pin": "314159"}
    assert Visitor(fresh).post("/api/v1/shared", json=fresh.link).status_code == 200
    kept(fresh, tmp_path / "backup")

    assert fresh.ada.signed_in.delete(f"{shares}/{share['id']}").status_code == 200
    change = {"oldPassword": PASSWORD, "newPassword": OTHER}
    assert fresh.ada.signed_in.post(f"{AUTH}/password", json=change).status_code == 204
    fresh.code = fresh.grace.tokens["backupCodes"][0]
    challenge = Visitor(fresh).login("grace@clinic.example").json()
    Visitor(fresh).ask(200, "POST", VERIFY, json={"mfaToken": challenge["mfaToken"], "backupCode": fresh.code})
    command("account", "reset-mfa", fresh.joy.account["accountId"], *data)
    fresh.administrator.ask(200, "POST", f"/api/v1/care-assignments/{fresh.care}/end")
    (tmp_path / "ended.json").write_text(command("db", "ended", "--json", *data).stdout)
    assert fresh.server.stop() == 0
    return fresh


def restored(world, tmp_path, *more):
    store = Store(tmp_path / "restored")
    key = ("--key-file", world.store.master)
    told = brought_back(world, tmp_path / "backup", store.path, *more)
    server = store.serve(*key, FAIRKIT_RATE_SIGN_IN="off")
    return types.SimpleNamespace(store=store, server=server, told=told, administrator=server.client(world.keys["administrator"]))


def test_shares_and_used_codes_do_not_come_back(before, tmp_path):
    world = restored(before, tmp_path)
    problem(Visitor(world).post("/api/v1/shared", json=before.link), 404, "share-unknown")
    challenge = Visitor(world).login("grace@clinic.example").json()
    sent = {"mfaToken": challenge["mfaToken"], "backupCode": before.code}
    problem(Visitor(world).post(VERIFY, json=sent), 401, "code-wrong")
    assert "backup codes are no longer valid" in world.told.replace("\n", " ")
    assert world.server.stop() == 0


def test_a_list_of_ended_access_ends_old_passwords_factors_and_care(before, tmp_path):
    world = restored(before, tmp_path, "--ended", tmp_path / "ended.json")
    for email in ("ada@example.org", "joy@clinic.example"):
        problem(Visitor(world).login(email), 401, "sign-in-failed")
    # Who has changed nothing goes on, with the app.
    assert Visitor(world).login("ben@example.org").status_code == 200
    challenge = Visitor(world).login("grace@clinic.example").json()
    Visitor(world).ask(200, "POST", VERIFY, json={"mfaToken": challenge["mfaToken"], "code": before.grace.app.code()})
    [care] = world.administrator.ask(200, "GET", "/api/v1/care-assignments")["items"]
    assert care["id"] == before.care and care["active"] is False
    # By mail they choose another, and set another factor up.
    Visitor(world).ask(202, "POST", f"{AUTH}/password/forgot", json={"email": "joy@clinic.example"})
    token = secret(mailed(types.SimpleNamespace(store=world.store)))
    assert Visitor(world).post(f"{AUTH}/password/reset", json={"token": token, "password": OTHER}).status_code == 204
    challenge = Visitor(world).login("joy@clinic.example", OTHER).json()
    begun = Visitor(world).ask(200, "POST", f"{AUTH}/mfa/setup", json={"mfaToken": challenge["mfaToken"]})
    tokens = Visitor(world).ask(200, "POST", VERIFY, json={"mfaToken": begun["mfaToken"], "code": App(begun["otpauthUri"]).code()})
    assert Visitor(world, tokens).get(ME).status_code == 200
    assert world.server.stop() == 0


def test_a_list_of_an_earlier_version_is_taken(before, tmp_path):
    listed = json.loads((tmp_path / "ended.json").read_text())
    assert [care for care in listed["care"]] == [before.care]
    (tmp_path / "earlier.json").write_text(json.dumps({"keys": [], "accounts": []}))
    world = restored(before, tmp_path, "--ended", tmp_path / "earlier.json")
    assert Visitor(world).login("ada@example.org").status_code == 200
    assert world.server.stop() == 0
