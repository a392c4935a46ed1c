"""A kit that was issued with an activation secret is not registered by its code alone."""

import json

import pytest

from accounts import stranger
from examples import REGISTER
from fairkit import command, problem
from kits import kit_code, photo

KITS = "/api/v1/test-kits"


def issued(world, **body):
    return world.administrator.ask(200, "POST", KITS, json={"count": 1, "secrets": True, **body})["items"][0]


def test_the_code_alone_registers_no_kit_that_has_a_secret(world):
    kit = issued(world)
    other = issued(world)
    for eve in (world.patient, world.administrator):
        for more in ({}, {"secret": ""}, {"secret": "AAAA-AAAA"}, {"secret": other["secret"]}):
            body = {"barcode": kit["kitCode"], "profileId": world.profiles["patient"], **more}
            problem(eve.post(REGISTER, json=body), 409, "activation-secret")
    registered = world.patient.ask(201, "POST", REGISTER, json={"barcode": kit["kitCode"], "secret": kit["secret"].lower().replace("-", " ")})
    assert registered["kitCode"] == kit["kitCode"]


def test_a_scanned_code_asks_for_the_secret_as_a_typed_one_does(world):
    code = kit_code()
    [kit] = world.administrator.ask(200, "POST", KITS, json={"codes": [code], "secrets": True})["items"]
    send = lambda **more: world.patient.post(REGISTER, files={"photo": ("kit.jpg", photo(code), "image/jpeg")}, data=more)  # noqa: E731
    problem(send(), 409, "activation-secret")
    problem(send(secret="AAAA-AAAA"), 409, "activation-secret")
    assert send(secret=kit["secret"]).status_code == 201


def test_a_wrong_secret_counts_as_a_refused_code(fresh):
    kit = issued(fresh)
    eve = stranger(fresh)
    for _ in range(20):
        problem(eve.post(REGISTER, json={"barcode": kit["kitCode"], "secret": "AAAA-AAAA"}), 409, "activation-secret")
    problem(eve.post(REGISTER, json={"barcode": kit["kitCode"], "secret": kit["secret"]}), 429, "too-many-refused-codes")


def test_a_secret_is_shown_once_and_stored_as_a_digest(world):
    body, under = {"count": 2, "secrets": True}, {"Idempotency-Key": "with-secrets"}
    first = world.administrator.ask(200, "POST", KITS, json=body, headers=under)["items"]
    again = world.administrator.ask(200, "POST", KITS, json=body, headers=under)["items"]
    assert all("secret" in item for item in first) and not any("secret" in item for item in again)
    assert [item["kitCode"] for item in first] == [item["kitCode"] for item in again]
    assert first[0]["secret"] not in world.administrator.get(f"{KITS}/{first[0]['id']}").text
    # What is there already gets none.
    [known] = world.administrator.ask(200, "POST", KITS, json={"codes": [first[0]["kitCode"]], "secrets": True})["items"]
    assert known["outcome"] == "unchanged" and "secret" not in known


@pytest.mark.parametrize("words", [["kit", "new"], ["kit", "issue"]])
def test_a_command_prints_the_secrets_beside_the_codes(fresh, words):
    codes = [kit_code()] if words[1] == "issue" else []
    out = command(*words, *codes, "--with-secrets", "--data", fresh.store.path).stdout.split()
    code = next(word for word in out if word.startswith("FU-KIT-"))
    secret = next(word for word in out if len(word) == 9 and word[4] == "-")
    problem(fresh.patient.post(REGISTER, json={"barcode": code}), 409, "activation-secret")
    fresh.patient.ask(201, "POST", REGISTER, json={"barcode": code, "secret": secret})
    listed = fresh.administrator.ask(200, "POST", f"{KITS}/search", json={"kitCode": code})
    assert secret not in json.dumps(listed)
