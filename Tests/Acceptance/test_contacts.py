"""Contact points are proven by a code that is sent to them, and are not used before."""

import re

import pytest

from accounts import CONTACTS, patient
from fairkit import at_once, problem, until
from notices import NOTICES, mailing_town, member, result, texts


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    with mailing_town(template, tmp_path_factory.mktemp("contacts") / "data") as world:
        yield world
        # No code, no address and no number stands in the log.
        assert not re.search(r"contacts\.example|\+2547", world.server.log)


def code(town, address, count=1):
    until(lambda: len(texts(town, address)) >= count)
    return re.search(r"\b(\d{6})\b", texts(town, address)[-1])[1]


def add(person, address, kind="email", status=201):
    return person.signed_in.ask(status, "POST", CONTACTS, json={"kind": kind, "address": address})


def verify(person, contact, text):
    return person.signed_in.post(f"{CONTACTS}/{contact['id']}/verify", json={"code": text})


def other(text):
    """Another code."""
    return f"{(int(text) + 1) % 1_000_000:06}"


def test_a_contact_point_is_proven_by_the_code_that_it_received(town):
    ada = member(town, "ada@contacts.example")
    made = add(ada, "Ada.Second@contacts.example")
    assert made["address"] == "ada.second@contacts.example" and "verifiedAt" not in made
    right = code(town, made["address"])
    answer = verify(ada, made, f" {right[:3]} {right[3:]}")
    assert answer.status_code == 200 and answer.json()["verifiedAt"]
    assert ada.signed_in.ask(200, "GET", CONTACTS)["items"] == [answer.json()]
    # Adding it again sends nothing more.
    assert add(ada, made["address"], status=200)["verifiedAt"]
    assert len(texts(town, made["address"])) == 1
    log = [entry["action"] for entry in town.administrator.everything("/api/v1/audit") if entry.get("object") == made["id"]]
    assert log == ["contact.verified", "contact.added"]
    assert ada.signed_in.delete(f"{CONTACTS}/{made['id']}").status_code == 204
    assert ada.signed_in.ask(200, "GET", CONTACTS)["items"] == []


def test_an_alert_reaches_proven_contact_points_only(town):
    ben = member(town, "ben@contacts.example")
    proven, unproven = add(ben, "ben.proven@contacts.example"), add(ben, "ben.unproven@contacts.example")
    assert verify(ben, proven, code(town, proven["address"])).status_code == 200
    code(town, unproven["address"])
    result(town, ben, 820)
    until(lambda: all(any("820" in text for text in texts(town, address)) for address in (proven["address"], ben.email)))
    assert len(texts(town, unproven["address"])) == 1


def test_guessing_a_code_ends_after_five(town):
    eve = member(town, "eve@contacts.example")
    made = add(eve, "victim@contacts.example")
    right = code(town, made["address"])
    for _ in range(5):
        problem(verify(eve, made, other(right)), 422, "contact-code-wrong")
    problem(verify(eve, made, right), 409, "contact-code-expired")
    # Another code makes the first one void, and counts from one again.
    assert "verifiedAt" not in add(eve, made["address"], status=200)
    second = code(town, made["address"], 2)
    if second != right:
        problem(verify(eve, made, right), 422, "contact-code-wrong")
    assert verify(eve, made, second).status_code == 200
    refused = [entry for entry in town.administrator.everything("/api/v1/audit", action="contact.refused") if entry.get("object") == made["id"]]
    assert len(refused) >= 5 and {entry["outcome"] for entry in refused} == {"failed"}


def test_guesses_at_the_same_time_are_counted_one_by_one(town):
    fay = member(town, "fay@contacts.example")
    made = add(fay, "fay.second@contacts.example")
    right = code(town, made["address"])
    answers = at_once(*[lambda number=number: verify(fay, made, f"{(int(right) + 1 + number) % 1_000_000:06}").status_code for number in range(12)])
    assert sorted(answers) == [409] * 7 + [422] * 5


def test_a_code_proves_one_contact_point_of_one_account(town):
    gus, hal = member(town, "gus@contacts.example"), member(town, "hal@contacts.example")
    mine = add(gus, "shared@contacts.example")
    codes = [code(town, "shared@contacts.example")]
    theirs = add(hal, "shared@contacts.example")
    codes.append(code(town, "shared@contacts.example", 2))
    problem(verify(hal, mine, codes[0]), 404, "not-found")
    problem(hal.signed_in.delete(f"{CONTACTS}/{mine['id']}"), 404, "not-found")
    assert {verify(gus, mine, one).status_code for one in codes if codes[0] != codes[1]} <= {200, 422}
    assert "verifiedAt" not in next(item for item in hal.signed_in.ask(200, "GET", CONTACTS)["items"] if item["id"] == theirs["id"])


def test_a_code_is_not_in_the_history(town):
    """A thief with an open session must not read there what was sent to the contact point."""
    ida = member(town, "ida@contacts.example")
    right = code(town, add(ida, "ida.second@contacts.example")["address"])
    assert ida.signed_in.ask(200, "GET", NOTICES)["items"] == [] and right not in ida.signed_in.get(NOTICES).text
    assert ida.signed_in.ask(200, "GET", f"{NOTICES}/unread") == {"count": 0}


def test_codes_are_limited_for_an_address_and_for_an_account(town):
    joe, kim = member(town, "joe@contacts.example"), member(town, "kim@contacts.example")
    for status in (201, 200, 200, 200, 200):
        add(joe, "flooded@contacts.example", status=status)
    for person in (joe, kim):
        answer = person.signed_in.post(CONTACTS, json={"kind": "email", "address": "flooded@contacts.example"})
        problem(answer, 429, "contact-codes-limited")
        assert 0 < int(answer.headers["retry-after"]) <= 86_401
    # Numbers are counted together for SMS and calls.
    for kind, status in (("sms", 201), ("voice", 201), ("sms", 200), ("voice", 200), ("sms", 200)):
        add(kim, "+254700000777", kind, status)
    problem(kim.signed_in.post(CONTACTS, json={"kind": "voice", "address": "+254700000777"}), 429, "contact-codes-limited")
    for number in range(5):
        add(kim, f"kim.{number}@contacts.example")
    problem(kim.signed_in.post(CONTACTS, json={"kind": "email", "address": "kim.9@contacts.example"}), 429, "contact-codes-limited")


def test_what_is_no_contact_point_is_refused(town):
    lea = member(town, "lea@contacts.example")
    for kind, address, pointer in (
        ("email", "lea", "/address"), ("email", "a@b\r\nBcc: x@y.example", "/address"), ("email", "LEA@contacts.example", "/address"), ("sms", "0700", "/address"),
        ("sms", "+0700000000", "/address"), ("voice", "+1 555 12", "/address"), ("apns", "ab" * 32, "/kind"), ("slack", "https://hooks.slack.example/1", "/kind"),
    ):  # fmt: skip
        answer = problem(lea.signed_in.post(CONTACTS, json={"kind": kind, "address": address}), 422, "invalid")
        assert [error["pointer"] for error in answer["errors"]] == [pointer], (kind, address)
    made = add(lea, "+254700000123", "sms")
    for text in ("12345", "1234567", "12345a", ""):
        assert problem(verify(lea, made, text), 422, "invalid")["errors"][0]["pointer"] == "/code"
    problem(town.patient.get(CONTACTS), 403, "no-account")


def test_the_store_keeps_no_code(fresh):
    mia = patient(fresh, "mia@contacts.example")
    add(mia, "mia.second@contacts.example")
    assert fresh.server.stop() == 0
    store = fresh.store.witness()
    assert len(store.execute("SELECT digest FROM contact_code").fetchone()[0]) == 32
