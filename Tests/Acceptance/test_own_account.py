"""Accounts show a name and the last sign-in; changing the address needs the password and a link, and sends a notice."""


import pytest

from accounts import ACCOUNTS, AUTH, ME, OTHER, PASSWORD, PUBLIC, Visitor, change, invited, mailed, mails_to, patient, secret, staff
from conftest import World
from fairkit import command, problem

EMAIL, CONFIRM, AUDIT = f"{ME}/email", f"{AUTH}/email/confirm", "/api/v1/audit"


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("own-account") / "data", FAIRKIT_PUBLIC_URL=PUBLIC,
        FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off")  # fmt: skip
    yield world
    assert world.server.stop() == 0


def test_a_patient_begins_with_the_name_and_language_of_the_profile(town):
    ada = patient(town, "ada@example.org")
    me = ada.signed_in.ask(200, "GET", ME)
    assert (me["name"], me["language"], me["email"]) == ("Ada Otieno", "en", "ada@example.org") and "phone" not in me
    assert me["lastSignInAt"] >= me["createdAt"]


def test_people_change_what_their_account_says(town):
    ben = patient(town, "ben@example.org")
    changed = change(ben.signed_in, name="Benson O.", phone="+254700000001", language="sw").json()
    assert (changed["name"], changed["phone"], changed["language"]) == ("Benson O.", "+254700000001", "sw")
    assert change(ben.signed_in, phone=None, language=None).json() == {**{key: value for key, value in changed.items() if key != "phone"}, "language": "en"}
    errors = problem(change(ben.signed_in, name="", phone="070", language="de", email="x@example.org", theme=7), 422, "invalid")["errors"]
    assert sorted(error["pointer"] for error in errors) == ["/email", "/language", "/name", "/phone", "/theme"]
    assert ben.signed_in.ask(200, "GET", ME)["name"] == "Benson O."
    # The account's words are its own: the profile stays.
    assert ben.signed_in.ask(200, "GET", f"/api/v1/profiles/{ben.account['profileId']}")["name"] == {"given": "Ada", "family": "Otieno"}
    assert [entry["object"] for entry in town.administrator.everything(AUDIT, action="account.changed")].count(ben.account["accountId"]) == 2
    problem(town.patient.patch(ME, json={"name": "x"}), 403, "no-account")


def test_an_administrator_names_an_invited_person_and_sees_their_last_sign_in(town):
    _, _, doctor = invited(town, "clinician", "doctor@example.org", None, "--name", "Grace Wanjiru")
    account = town.administrator.ask(200, "GET", f"{ACCOUNTS}/{doctor['accountId']}")
    assert account["name"] == "Grace Wanjiru" and "lastSignInAt" not in account
    nurse = staff(town, "clinician", "nurse@example.org")
    assert town.administrator.ask(200, "GET", f"{ACCOUNTS}/{nurse.account['accountId']}")["lastSignInAt"]
    listed = command("account", "list", "--data", town.store.path).stdout
    assert "LAST SIGN-IN" in listed and "Grace Wanjiru" in listed and "never" in listed
    problem(town.administrator.post(f"{ACCOUNTS}/invitations", json={"email": "x@example.org", "role": "coordinator", "name": " "}), 422, "invalid")


def asked(visitor, email, status=202, **more):
    return visitor.ask(status, "POST", EMAIL, json={"email": email, "password": PASSWORD, **more})


def test_the_address_is_changed_by_a_link_to_the_new_one(town):
    eve = patient(town, "eve@old.example")
    asked(eve.signed_in, "Eve@New.example")
    [link], [notice] = mails_to(town, "eve@new.example"), [mail for mail in mails_to(town, "eve@old.example") if mail["mail"]["kind"] == "email-change-asked"]
    assert link["mail"]["kind"] == "email-change" and f"\n{PUBLIC}/profile/email/code#{secret(link)}\n" in link["text"]
    assert eve.account["accountId"] not in notice["text"] and " UTC\n" in notice["text"] and "eve@new.example" not in notice["text"] and "fi_" not in notice["text"]
    # Nothing changes before the link is opened.
    visitor = Visitor(town)
    problem(visitor.login("eve@new.example"), 401, "sign-in-failed")
    assert eve.signed_in.ask(200, "GET", ME)["email"] == "eve@old.example"
    # It makes no account and sets no password.
    problem(visitor.post(f"{AUTH}/confirm", json={"token": secret(link), "password": OTHER, "profile": None}), 404, "link-unknown")
    problem(visitor.post(f"{AUTH}/password/reset", json={"token": secret(link), "password": OTHER}), 404, "link-unknown")
    assert visitor.post(CONFIRM, json={"token": secret(link)}).status_code == 204
    problem(visitor.post(CONFIRM, json={"token": secret(link)}), 404, "link-unknown")
    assert eve.signed_in.ask(200, "GET", ME)["email"] == "eve@new.example", "the session goes on"
    problem(visitor.login("eve@old.example"), 401, "sign-in-failed")
    assert visitor.login("eve@new.example").json()["accountId"] == eve.account["accountId"]
    assert [mail["mail"]["kind"] for mail in mails_to(town, "eve@old.example")][0] == "email-changed"
    actions = [entry["action"] for entry in town.administrator.everything(AUDIT, actor=eve.account["accountId"])]
    assert {"account.email-change-asked", "account.email-changed"} <= set(actions)


def test_it_takes_the_password_and_a_second_factor(town):
    doctor = staff(town, "clinician", "factor@old.example")
    problem(doctor.signed_in.post(EMAIL, json={"email": "factor@new.example", "password": "Markerwrong phrase of words"}), 401, "sign-in-failed")
    problem(doctor.signed_in.post(EMAIL, json={"email": "factor@new.example", "password": PASSWORD}), 401, "code-wrong")
    errors = problem(doctor.signed_in.post(EMAIL, json={"email": "factor", "code": "1", "backupCode": "2"}), 422, "invalid")["errors"]
    assert sorted(error["pointer"] for error in errors) == ["/code", "/email", "/password"]
    asked(doctor.signed_in, "factor@new.example", code=doctor.app.code())
    assert mails_to(town, "factor@new.example")


def test_an_address_in_use_is_not_revealed(town):
    one, two = patient(town, "one@example.org"), patient(town, "two@example.org")
    free, taken = asked(one.signed_in, "free@example.org"), asked(two.signed_in, "one@example.org")
    assert free == taken and not any(mail["mail"]["kind"] == "email-change" for mail in mails_to(town, "one@example.org"))
    problem(one.signed_in.post(EMAIL, json={"email": "one@example.org", "password": PASSWORD}), 422, "invalid")
    # A person who is invited with this address meanwhile gets it.
    token = secret(mails_to(town, "free@example.org")[0])
    invited(town, "coordinator", "free@example.org")
    problem(Visitor(town).post(CONFIRM, json={"token": token}), 404, "link-unknown")


def test_a_new_password_takes_the_link_back_and_so_does_another_link(town):
    ida = patient(town, "ida@example.org")
    asked(ida.signed_in, "ida@first.example")
    first = secret(mails_to(town, "ida@first.example")[0])
    asked(ida.signed_in, "ida@second.example")
    second = secret(mails_to(town, "ida@second.example")[0])
    problem(Visitor(town).post(CONFIRM, json={"token": first}), 404, "link-unknown")
    assert ida.signed_in.post(f"{AUTH}/password", json={"oldPassword": PASSWORD, "newPassword": OTHER}).status_code == 204
    problem(Visitor(town).post(CONFIRM, json={"token": second}), 404, "link-unknown")


def test_links_of_other_kinds_change_no_address(town):
    ova = patient(town, "ova@example.org")
    Visitor(town).ask(202, "POST", f"{AUTH}/password/forgot", json={"email": "ova@example.org"})
    reset = secret(mailed(town))
    problem(Visitor(town).post(CONFIRM, json={"token": reset}), 404, "link-unknown")
    problem(Visitor(town).post(CONFIRM, json={"token": "fi_" + "A" * 43}), 404, "link-unknown")
    assert ova.signed_in.ask(200, "GET", ME)["email"] == "ova@example.org"


def test_a_deleted_account_leaves_no_details(town):
    uma = patient(town, "uma@example.org")
    change(uma.signed_in, name="Markername Uma", phone="+254711111111")
    assert uma.signed_in.request("DELETE", ME, json={"password": PASSWORD}).status_code == 204
    town.server.stop()
    with town.store.witness() as database:
        rows = {id.hex(): row for id, *row in database.execute("SELECT id, email, name, phone FROM account")}
    town.start(FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off")
    assert rows[uma.account["accountId"].replace("-", "")] == [None, None, None]
