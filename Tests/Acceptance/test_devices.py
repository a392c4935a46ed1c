"""Devices, as requirement R5.1 has them: an app registers its token, and a device belongs to the account that signed in on it last."""

import secrets

import pytest

from accounts import AUTH, DEVICES, OTHER, PASSWORD, PUBLIC, Visitor, patient, staff
from conftest import World
from fairkit import problem

SESSIONS = f"{AUTH}/sessions"
# The keys of RFC 8291, appendix A.
KEYS = {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "auth": "BTBZMqHH6r4Tts7J_aSIgg"}


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("devices") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off")
    assert world.administrator.delete("/api/v1/escalation-policies/0").status_code == 204
    yield world
    # No token stands in the log.
    assert "deviceToken" not in world.server.log and "push.example.org" not in world.server.log
    assert world.server.stop() == 0


def token():
    return f"apns:{secrets.token_hex(32)}"


def register(visitor, device=None, status=201, **more):
    return visitor.ask(status, "POST", DEVICES, json={"deviceToken": device or token(), "platform": "ios", **more})


def ids(visitor):
    return [device["id"] for device in visitor.ask(200, "GET", DEVICES)["items"]]


def test_an_app_registers_its_device_as_the_requirement_says(town):
    ada, device = patient(town, "ada@devices.example").signed_in, token()
    body = {"deviceToken": device, "platform": "ios", "osVersion": "19.1", "appVersion": "2.4.0",
        "preferences": {"criticalAlerts": True, "testResults": True, "reminders": True, "educational": False}}  # fmt: skip
    response = ada.post(DEVICES, json=body)
    made = response.json()
    assert response.status_code == 201 and response.headers["location"] == f"{DEVICES}/{made['id']}"
    assert {name: made[name] for name in body if name != "deviceToken"} == {name: body[name] for name in body if name != "deviceToken"}
    assert (made["reachable"], made["unreachableReason"]) == (False, "no-channel"), "this server has no key of Apple"
    assert made["channel"] == "apns" and made["active"] and made["lastSeenAt"] == made["registeredAt"]
    # The token alone is enough to send to the device: it is never shown.
    assert device.removeprefix("apns:") not in response.text + ada.get(DEVICES).text


def test_the_same_token_updates_its_device(town):
    ben, device = patient(town, "ben@devices.example").signed_in, token()
    made = register(ben, device, appVersion="1.0")
    again = register(ben, device.upper().replace("APNS", "apns"), 200, appVersion="1.1", label="Ben's phone")
    assert (again["id"], again["appVersion"], again["label"]) == (made["id"], "1.1", "Ben's phone") and again["lastSeenAt"] >= made["lastSeenAt"]
    assert ids(ben) == [made["id"]]
    assert ben.delete(f"{DEVICES}/{made['id']}").status_code == 204
    problem(ben.delete(f"{DEVICES}/{made['id']}"), 404, "not-found")
    assert ids(ben) == []
    log = [entry["action"] for entry in town.administrator.everything("/api/v1/audit") if entry.get("object") == made["id"]]
    assert log == ["device.removed", "device.registered"]


def test_each_push_service_has_its_own_form(town):
    eve = patient(town, "eve@devices.example").signed_in
    kinds = [register(eve, "fcm:dQw4:APA91b_x-Y.z", platform="android"), register(eve, {"endpoint": "https://push.example.org/v2/kq1", "keys": KEYS, "expirationTime": None}, platform="web")]
    assert [device["channel"] for device in kinds] == ["fcm", "web-push"]
    # The order of members and what is ignored do not make another device.
    register(eve, {"keys": dict(reversed(KEYS.items())), "endpoint": "https://push.example.org/v2/kq1"}, 200, platform="web")


@pytest.mark.parametrize("wrong, pointer", [
    ({"deviceToken": "apns:12"}, "/deviceToken"),
    ({"deviceToken": "apns:" + "zz" * 32}, "/deviceToken"),
    ({"deviceToken": "apns:" + "ab" * 101}, "/deviceToken"),
    ({"deviceToken": "ab" * 32}, "/deviceToken"),
    ({"deviceToken": "fcm:a/b"}, "/deviceToken"),
    ({"deviceToken": "fcm:a\r\nX-Header: 1"}, "/deviceToken"),
    ({"deviceToken": "fcm:" + "a" * 1025}, "/deviceToken"),
    ({"deviceToken": 7}, "/deviceToken"),
    ({"deviceToken": {"endpoint": "https://push.example.org/1"}}, "/deviceToken"),
    ({"deviceToken": {"endpoint": "http://push.example.org/1", "keys": KEYS}}, "/deviceToken/endpoint"),
    ({"deviceToken": {"endpoint": "https://127.0.0.1/1", "keys": KEYS}}, "/deviceToken/endpoint"),
    ({"deviceToken": {"endpoint": "https://169.254.169.254/latest", "keys": KEYS}}, "/deviceToken/endpoint"),
    ({"deviceToken": {"endpoint": "https://push.example.org/1", "keys": {**KEYS, "auth": "AAAA"}}}, "/deviceToken/keys/auth"),
    ({"deviceToken": {"endpoint": "https://push.example.org/1", "keys": {**KEYS, "p256dh": "AAAA"}}}, "/deviceToken/keys/p256dh"),
    ({"platform": "symbian"}, "/platform"),
    ({"platform": None}, "/platform"),
    ({"osVersion": ""}, "/osVersion"),
    ({"appVersion": "1" * 51}, "/appVersion"),
    ({"label": "a\u0000b"}, "/label"),
])  # fmt: skip
def test_a_bad_device_is_refused_with_its_pointer(town, wrong, pointer):
    if not hasattr(town, "fay"):
        town.fay = patient(town, "fay@devices.example").signed_in
    answer = problem(town.fay.post(DEVICES, json={"deviceToken": token(), "platform": "ios", **wrong}), 422, "invalid")
    assert [error["pointer"] for error in answer["errors"]] == [pointer]
    assert ids(town.fay) == []


def test_a_device_moves_to_the_account_that_signed_in_on_it_last(town):
    gus, hal, device = patient(town, "gus@devices.example").signed_in, patient(town, "hal@devices.example").signed_in, token()
    first = register(gus, device)
    second = register(hal, device)
    assert ids(gus) == [] and ids(hal) == [second["id"]] != [first["id"]]


def test_another_accounts_device_does_not_exist(town):
    ida, joe = patient(town, "ida@devices.example").signed_in, patient(town, "joe@devices.example").signed_in
    made = register(ida)
    problem(joe.delete(f"{DEVICES}/{made['id']}"), 404, "not-found")
    problem(joe.delete(f"{AUTH}/me/contacts/{made['id']}"), 404, "not-found")
    # As a contact point it can't be removed either: it is proven by the app, not by a code.
    problem(ida.delete(f"{AUTH}/me/contacts/{made['id']}"), 404, "not-found")
    problem(ida.post(f"{AUTH}/me/contacts/{made['id']}/verify", json={"code": "000000"}), 404, "not-found")
    assert ids(ida) == [made["id"]]
    problem(town.patient.post(DEVICES, json={"deviceToken": token(), "platform": "ios"}), 403, "no-account")
    problem(town.patient.get(DEVICES), 403, "no-account")


def test_an_account_has_twenty_devices_and_the_one_unseen_longest_goes(town):
    kim = patient(town, "kim@devices.example").signed_in
    devices = [token() for _ in range(21)]
    made = [register(kim, device)["id"] for device in devices[:20]]
    register(kim, devices[0], 200)
    last = register(kim, devices[20])["id"]
    assert set(ids(kim)) == {made[0], *made[2:], last} and len(ids(kim)) == 20


def test_signing_out_removes_the_devices_of_the_session(town):
    lea = patient(town, "lea@devices.example")
    phone, tablet = lea.signed_in, Visitor(town, Visitor(town).login(lea.email).json())
    on_phone, on_tablet = register(phone)["id"], register(tablet)["id"]
    assert tablet.post(f"{AUTH}/logout").status_code == 204
    assert ids(phone) == [on_phone]
    third = Visitor(town, Visitor(town).login(lea.email).json())
    on_third = register(third)["id"]
    assert set(ids(third)) == {on_phone, on_third}
    # Signing out everywhere else.
    assert third.request("DELETE", SESSIONS, json={"password": PASSWORD}).status_code == 204
    assert ids(third) == [on_third] and on_tablet != on_third


def test_a_new_password_and_an_administrator_remove_devices(town):
    mia = patient(town, "mia@devices.example")
    other = Visitor(town, Visitor(town).login(mia.email).json())
    register(other)
    kept = register(mia.signed_in)["id"]
    assert mia.signed_in.post(f"{AUTH}/password", json={"oldPassword": PASSWORD, "newPassword": OTHER}).status_code == 204
    assert ids(mia.signed_in) == [kept]
    assert town.administrator.post(f"/api/v1/accounts/{mia.account['accountId']}/sign-out").status_code in (200, 204)
    again = Visitor(town, Visitor(town).login(mia.email, OTHER).json())
    assert ids(again) == []


def test_an_account_that_leaves_takes_its_devices_along(fresh):
    ned, device = patient(fresh, "ned@devices.example"), token()
    register(ned.signed_in, device)
    assert ned.signed_in.request("DELETE", f"{AUTH}/me", json={"password": PASSWORD}).status_code == 204
    assert fresh.server.stop() == 0
    assert fresh.store.witness().execute("SELECT count(*) FROM contact_point").fetchone() == (0,)


def test_every_role_with_an_account_has_devices(town):
    doctor = staff(town, "clinician", "doctor@devices.example")
    assert register(doctor.signed_in)["active"]
