"""A tenant keeps an administrator who can sign in; the operator on the server's machine needs none."""

from accounts import ACCOUNTS, ME, PASSWORD, staff
from fairkit import api, command, problem


def test_the_last_administrator_is_neither_suspended_nor_deleted(fresh):
    grace = staff(fresh, "administrator", "grace@office.example")
    one = f"{ACCOUNTS}/{grace.account['accountId']}"
    proof = lambda person: {"password": PASSWORD, "backupCode": person.tokens["backupCodes"].pop()}  # noqa: E731
    for client in (grace.signed_in, fresh.administrator):
        problem(client.post(f"{one}/suspend"), 409, "last-administrator")
    problem(grace.signed_in.request("DELETE", one, json=proof(grace)), 409, "last-administrator")
    problem(grace.signed_in.request("DELETE", ME, json=proof(grace)), 409, "last-administrator")
    # With another one it may be done; a suspended one is none.
    other = staff(fresh, "administrator", "wanjiru@office.example")
    assert grace.signed_in.post(f"{ACCOUNTS}/{other.account['accountId']}/suspend").status_code == 200
    problem(grace.signed_in.post(f"{one}/suspend"), 409, "last-administrator")
    assert grace.signed_in.post(f"{ACCOUNTS}/{other.account['accountId']}/resume").status_code == 200
    assert grace.signed_in.request("DELETE", one, json=proof(grace)).status_code == 204


def test_the_operator_of_the_machine_may_remove_the_last_administrator(fresh):
    grace = staff(fresh, "administrator", "grace@office.example")
    command("account", "suspend", grace.account["accountId"], "--data", fresh.store.path)
    api(fresh.store, "DELETE", f"accounts/{grace.account['accountId']}")
