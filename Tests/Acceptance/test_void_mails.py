"""Mails whose link is no longer valid leave the outbox, and an emergency without an administrator to notify is reported in other ways."""

import json

import pytest

from accounts import AUTH, PASSWORD, Visitor, mailed, patient, secret, staff
from conftest import World
from fairkit import api, command, problem

REASON = "Unconscious in casualty, no relative to ask"


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    """A served store without a mail server, so that mails wait. Each test has people of its own in it."""
    world = World(template, tmp_path_factory.mktemp("mails") / "data", FAIRKIT_RATE_SIGN_IN="off")
    yield world
    assert world.server.stop() == 0


def waiting(world, email):
    """The kinds of the mails that wait for a recipient, oldest first."""
    items = json.loads(command("outbox", "list", "--all", "--data", world.store.path, "--json").stdout)["items"]
    whole = [json.loads(command("outbox", "show", item["id"], "--data", world.store.path, "--json").stdout) for item in items if item["state"] == "waiting"]
    return [mail["mail"]["kind"] for mail in reversed(whole) if mail["recipient"] == email]


def test_using_a_link_drops_all_waiting_mails_to_the_address(town):
    visitor, email = Visitor(town), "ada@void.example"
    visitor.ask(202, "POST", f"{AUTH}/register", json={"email": email})
    assert waiting(town, email) == ["confirmation"]
    patient(town, "bea@void.example")
    assert waiting(town, "bea@void.example") == [] and waiting(town, email) == ["confirmation"], "another one's"
    visitor.ask(202, "POST", f"{AUTH}/password/forgot", json={"email": "bea@void.example"})
    assert waiting(town, "bea@void.example") == ["reset"]
    link = {"token": secret(mailed(town)), "password": "nine herons wade slowly"}
    assert visitor.post(f"{AUTH}/password/reset", json=link).status_code in (200, 204)
    assert waiting(town, "bea@void.example") == []


def test_revoking_an_invitation_drops_only_its_mail(town):
    for email in ("carol@void.example", "dora@void.example"):
        command("account", "invite", "--role", "coordinator", "--email", email, "--data", town.store.path)
    [carol] = [item for item in town.administrator.everything("/api/v1/accounts/invitations") if item["email"] == "carol@void.example"]
    link = secret(mailed(town))
    api(town.store, "DELETE", f"accounts/invitations/{carol['id']}")
    assert (waiting(town, "carol@void.example"), waiting(town, "dora@void.example")) == ([], ["invitation"])
    assert link, "the newest is the other one's, and still good"
    assert Visitor(town).post(f"{AUTH}/confirm", json={"token": link, "password": PASSWORD}).status_code == 201


def change(town, how, person):
    """Suspends, resumes or deletes an account at the server's socket."""
    path = f"accounts/{person.account['accountId']}"
    api(town.store, *(["DELETE", path] if how == "delete" else ["POST", f"{path}/{how}"]))


def test_deleting_an_account_drops_its_mails(town):
    ada = patient(town, "eva@void.example")
    Visitor(town).ask(202, "POST", f"{AUTH}/password/forgot", json={"email": ada.email})
    assert waiting(town, ada.email) == ["reset"]
    change(town, "delete", ada)
    assert waiting(town, ada.email) == []
    problem(Visitor(town).login(ada.email), 401, "sign-in-failed")


def test_an_account_that_ends_takes_the_mails_about_itself_along(town):
    """Its owner is gone, or shut out: a request to change its address is of no use any more."""
    for name, end in (("fay", "delete"), ("gil", "suspend")):
        person = patient(town, f"{name}@void.example")
        person.signed_in.ask(202, "POST", f"{AUTH}/me/email", json={"email": f"{name}@other.example", "password": PASSWORD})
        assert (waiting(town, person.email), waiting(town, f"{name}@other.example")) == (["email-change-asked"], ["email-change"])
        # A mail about the record stays, so that a thief can't hide it.
        proof = {"confirm": person.account["profileId"], "password": PASSWORD}
        person.signed_in.ask(202, "POST", f"/api/v1/profiles/{person.account['profileId']}/erase", json=proof)
        change(town, end, person)
        assert (waiting(town, person.email), waiting(town, f"{name}@other.example")) == (["erasure"], [])


def test_a_link_to_a_new_address_does_not_outlive_a_suspension(town):
    """A thief who asked for the change would have the account once it is resumed."""
    person = patient(town, "ida@void.example")
    person.signed_in.ask(202, "POST", f"{AUTH}/me/email", json={"email": "thief@void.example", "password": PASSWORD})
    [item] = [each for each in json.loads(command("outbox", "list", "--data", town.store.path, "--json").stdout)["items"] if each["kind"] == "email-change"]
    token = secret(json.loads(command("outbox", "show", item["id"], "--data", town.store.path, "--json").stdout))
    for call in ("suspend", "resume"):
        change(town, call, person)
    problem(Visitor(town).post(f"{AUTH}/email/confirm", json={"token": token}), 404, "link-unknown")
    assert "accountId" in Visitor(town).login(person.email).json()


@pytest.mark.parametrize("end", ["suspend", "delete"])
def test_an_administrator_who_has_left_gets_no_mail_about_records(town, end):
    leaving, staying = (staff(town, "administrator", f"{name}.{end}@void.example") for name in ("leaving", "staying"))
    doctor = staff(town, "clinician", f"doctor.{end}@void.example").signed_in
    doctor.ask(201, "POST", f"/api/v1/profiles/{town.profiles['patient']}/break-glass", json={"reason": REASON})
    assert "break-glass" in waiting(town, leaving.email) and "break-glass" in waiting(town, staying.email)
    change(town, end, leaving)
    assert waiting(town, leaving.email) == ["alerting-changed"], "only that the account has ended"
    assert {"break-glass", "alerting-changed"} <= set(waiting(town, staying.email))


def moved(town, person, email):
    """The person has proven another address."""
    factor = {"backupCode": person.tokens["backupCodes"][0]} if "backupCodes" in person.tokens else {}
    person.signed_in.ask(202, "POST", f"{AUTH}/me/email", json={"email": email, "password": PASSWORD, **factor})
    items = json.loads(command("outbox", "list", "--data", town.store.path, "--json").stdout)["items"]
    item = next(each for each in items if each["kind"] == "email-change")
    token = secret(json.loads(command("outbox", "show", item["id"], "--data", town.store.path, "--json").stdout))
    assert Visitor(town).post(f"{AUTH}/email/confirm", json={"token": token}).status_code == 204


def test_waiting_mails_follow_an_administrator_to_a_new_address_but_not_a_patient(town):
    """A thief who changes a patient's address must not receive what warns the patient."""
    boss, doctor = staff(town, "administrator", "boss@void.example"), staff(town, "clinician", "night.two@void.example").signed_in
    path = f"/api/v1/profiles/{town.profiles['patient']}/break-glass"
    doctor.ask(201, "POST", path, json={"reason": REASON})
    assert "break-glass" in waiting(town, boss.email)
    moved(town, boss, "boss@new.example")
    assert (waiting(town, boss.email), "break-glass" in waiting(town, "boss@new.example")) == (["email-change-asked", "email-changed"], True)
    ida = patient(town, "ina@void.example")
    proof = {"confirm": ida.account["profileId"], "password": PASSWORD}
    ida.signed_in.ask(202, "POST", f"/api/v1/profiles/{ida.account['profileId']}/erase", json=proof)
    moved(town, ida, "ina@new.example")
    assert "erasure" in waiting(town, ida.email) and waiting(town, "ina@new.example") == []


def test_an_emergency_without_an_administrator_warns_and_is_logged_and_counted(fresh):
    doctor = staff(fresh, "clinician", "night@void.example").signed_in
    path = f"/api/v1/profiles/{fresh.profiles['other_patient']}/break-glass"
    opened = doctor.ask(201, "POST", path, json={"reason": REASON})
    assert opened["warnings"] == ["no-administrator"]
    assert doctor.ask(200, "POST", path, json={"reason": REASON})["warnings"] == ["no-administrator"], "a repeated request gets the warning again"
    page = fresh.administrator.get("/metrics").text
    assert "\nfairkit_break_glass_total 1" in page and "\nfairkit_break_glass_unheard_total 1" in page
    lines = [line for line in fresh.server.log.splitlines() if "no administrator has an account" in line]
    assert len(lines) == 1 and "error" in lines[0] and opened["id"] in lines[0] and REASON not in lines[0]
    listed = fresh.administrator.everything("/api/v1/break-glass")
    assert [each["id"] for each in listed] == [opened["id"]] and "warnings" not in listed[0]

    staff(fresh, "administrator", "root@void.example")
    heard = doctor.ask(201, "POST", f"/api/v1/profiles/{fresh.profiles['patient']}/break-glass", json={"reason": REASON})
    assert "warnings" not in heard and waiting(fresh, "root@void.example") == ["break-glass"]
    assert "\nfairkit_break_glass_unheard_total 1" in fresh.administrator.get("/metrics").text


def test_a_new_share_and_a_new_assignment_say_where_they_are(fresh):
    mine = fresh.profiles["patient"]
    doctor = staff(fresh, "clinician", "day@void.example")
    made = fresh.patient.post(f"/api/v1/profiles/{mine}/shares", json={"with": {"email": "sister@example.org"}})
    assert made.status_code == 201 and made.headers["location"] == f"/api/v1/profiles/{mine}/shares/{made.json()['id']}"
    assert fresh.patient.ask(200, "GET", made.headers["location"]) == made.json()
    assert fresh.patient.ask(200, "GET", made.headers["location"], params={"fields": "active,endedAt"}) == {"active": True}
    problem(fresh.other_patient.get(made.headers["location"]), 404, "not-found")
    ended = fresh.patient.delete(made.headers["location"]).json()
    assert fresh.patient.ask(200, "GET", made.headers["location"]) == ended and ended["active"] is False
    care = fresh.administrator.post("/api/v1/care-assignments", json={"accountId": doctor.account["accountId"], "profileId": mine})
    assert care.status_code == 201 and care.headers["location"] == f"/api/v1/care-assignments/{care.json()['id']}"
    assert fresh.administrator.ask(200, "GET", care.headers["location"]) == care.json()
    problem(doctor.signed_in.get(care.headers["location"]), 403, "forbidden")
    problem(fresh.administrator.get(f"/api/v1/care-assignments/{made.json()['id']}"), 404, "not-found")
    link = fresh.patient.post(f"/api/v1/profiles/{mine}/shares", json={"link": True, "pin": "27182818"})
    assert "link" in link.json() and "link" not in fresh.patient.ask(200, "GET", link.headers["location"]), "it is shown once"
