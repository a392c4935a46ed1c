"""API keys over the network: an administrator requests one, with password and code, and another one approves. Until then it is not valid."""

import json

import pytest

from accounts import AUDIT, PASSWORD, WRONG, mails, staff
from fairkit import api, command, problem

KEYS = "/api/v1/keys"


@pytest.fixture
def office(fresh):
    assert fresh.server.stop() == 0
    fresh.start(FAIRKIT_RATE_SIGN_IN="off")
    fresh.grace, fresh.wanjiru = (staff(fresh, "administrator", f"{name}@office.example") for name in ("grace", "wanjiru"))
    return fresh


def proof(person):
    return {"password": PASSWORD, "code": person.app.code()}


def asked(person, **more):
    body = {"name": "pager", "role": "consumer", **more, **proof(person)}
    made = person.signed_in.ask(202, "POST", KEYS, json=body)
    assert made["awaitsApproval"] is True
    return made


def opens(world, key):
    return world.server.client(key).get("/api/v1/alerts").status_code


def test_a_key_opens_nothing_until_another_administrator_agrees(office):
    made = asked(office.grace)
    assert opens(office, made["key"]) == 401
    approve = f"{KEYS}/{made['id']}/approve"
    problem(office.grace.signed_in.post(approve, json={"password": PASSWORD}), 409, "second-administrator")
    problem(office.administrator.post(approve, json={"password": PASSWORD}), 403, "no-account")
    problem(office.wanjiru.signed_in.post(approve, json={}), 422, "invalid")
    problem(office.wanjiru.signed_in.post(approve, json={"password": WRONG}), 401, "sign-in-failed")
    problem(office.wanjiru.signed_in.post(approve, json={"password": PASSWORD}), 401, "code-wrong")
    assert opens(office, made["key"]) == 401
    agreed = office.wanjiru.signed_in.ask(200, "POST", approve, json=proof(office.wanjiru))
    assert agreed["active"] is True and "preparedBy" not in agreed
    assert opens(office, made["key"]) == 200
    problem(office.wanjiru.signed_in.post(approve, json=proof(office.wanjiru)), 404, "not-found")
    entries = {entry["action"]: entry["accountId"] for entry in office.administrator.everything(AUDIT) if entry.get("object") == made["id"]}
    assert entries == {"key.prepared": office.grace.account["accountId"], "key.created": office.wanjiru.account["accountId"]}


def test_asking_takes_password_and_code_and_a_person(office):
    body = {"name": "mine", "role": "clinician"}
    problem(office.administrator.post(KEYS, json=body), 422, "invalid")
    problem(office.administrator.post(KEYS, json={**body, "password": PASSWORD}), 403, "no-account")
    problem(office.grace.signed_in.post(KEYS, json=body), 422, "invalid")
    problem(office.grace.signed_in.post(KEYS, json={**body, "password": WRONG}), 401, "sign-in-failed")
    problem(office.grace.signed_in.post(KEYS, json={**body, "password": PASSWORD}), 401, "code-wrong")
    assert office.administrator.everything(KEYS, awaited=True) == []


def test_what_waits_is_listed_and_can_be_withdrawn(office):
    made = asked(office.grace, role="laboratory", laboratory="Mombasa", scopes=["results:write"])
    [waiting] = office.administrator.everything(KEYS, awaited=True)
    assert waiting["id"] == made["id"] and waiting["preparedBy"] == office.grace.account["accountId"] and waiting["active"] is False
    assert made["id"] not in {key["id"] for key in office.administrator.everything(KEYS)}
    [mail] = mails(office, "key-prepared")
    assert mail["recipient"] == "wanjiru@office.example" and "results:write" in mail["text"], "all other administrators are told"
    assert made["key"] not in mail["text"] and made["id"] not in mail["text"]
    assert "awaits approval" in command("key", "list", "--awaited", "--data", office.store.path).stdout
    office.wanjiru.signed_in.ask(200, "POST", f"{KEYS}/{made['id']}/revoke", json=proof(office.wanjiru))
    assert office.administrator.everything(KEYS, awaited=True) == []
    problem(office.wanjiru.signed_in.post(f"{KEYS}/{made['id']}/approve", json={"password": PASSWORD}), 404, "not-found")
    assert "There is no such key" in command("api", f"keys/{made['id']}/approve", "--data", office.store.path, status=1).stderr


def test_the_machine_approves_if_there_is_one_administrator(office):
    made = asked(office.grace)
    assert api(office.store, f"keys/{made['id']}/approve")["role"] == "consumer"
    assert opens(office, made["key"]) == 200


def test_a_successor_is_agreed_to_before_the_old_key_ends(office):
    old = json.loads(command("key", "create", "--role", "consumer", "--name", "pager", "--data", office.store.path, "--json").stdout)
    body = {"overlapSeconds": 0, **proof(office.grace)}
    new = office.grace.signed_in.ask(202, "POST", f"{KEYS}/{old['id']}/rotate", json=body)
    assert new["replaces"] == {"id": old["id"]} and (opens(office, old["key"]), opens(office, new["key"])) == (200, 401)
    office.wanjiru.signed_in.ask(200, "POST", f"{KEYS}/{new['id']}/approve", json=proof(office.wanjiru))
    assert (opens(office, old["key"]), opens(office, new["key"])) == (401, 200)


def test_ending_a_key_takes_password_and_code(office):
    made = json.loads(command("key", "create", "--role", "consumer", "--name", "pager", "--data", office.store.path, "--json").stdout)
    revoke = f"{KEYS}/{made['id']}/revoke"
    problem(office.administrator.post(revoke, json={"password": PASSWORD}), 403, "no-account")
    problem(office.grace.signed_in.post(revoke, json={"password": PASSWORD}), 401, "code-wrong")
    assert opens(office, made["key"]) == 200
    assert office.grace.signed_in.ask(200, "POST", revoke, json=proof(office.grace)) == {"id": made["id"], "active": False}
    assert opens(office, made["key"]) == 401


def test_a_server_that_was_started_anew_knows_the_key_that_is_agreed_to(office):
    made = asked(office.grace)
    assert office.server.stop() == 0
    office.start(FAIRKIT_RATE_SIGN_IN="off")
    assert opens(office, made["key"]) == 401
    api(office.store, f"keys/{made['id']}/approve")
    assert opens(office, made["key"]) == 200


@pytest.mark.on_files
def test_a_restored_backup_has_no_key_that_waits(office, tmp_path):
    made = asked(office.grace)
    command("backup", tmp_path / "backup", "--data", office.store.path)
    command("restore", tmp_path / "backup", "--data", tmp_path / "restored", "--key-file", office.store.master)
    listed = command("key", "list", "--awaited", "--json", "--data", tmp_path / "restored", "--key-file", office.store.master).stdout
    assert made["id"] not in listed and json.loads(listed) == {"items": []}
