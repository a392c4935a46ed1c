"""Receipts of Twilio, and of Vonage as a gateway, signed by the libraries of others: they change the state of a message, and nothing else can."""

import base64
import hashlib
import hmac
import json
import re
import threading
import time
import types
import urllib.parse
import uuid

import jwt
import pytest
from twilio.request_validator import RequestValidator

from accounts import CONTACTS
from fairkit import REPOSITORY, Client, problem, until
from notices import mailing_town, member, result
from providers import KEY, SECRET, TOKEN, Channels, Twilio, Vonage

CALLBACK = "https://kit.example.org/hooks/twilio"
SIGNATURE_SECRET = "vonage-signature-secret-0123456789"
NUMBERS = iter(range(10_000))


class NumberedTwilio(Twilio):
    """Each message has another id, as at Twilio. `hurry` posts a receipt for it, which is at the server before the answer to the message is."""

    hurry = None

    def answer(self, request):
        status, body, headers = super().answer(request)
        if status == 201:
            body["sid"] = f"{body['sid'][:2]}{uuid.uuid4().hex}"
            request.sid = body["sid"]
            if self.hurry:
                receipt = threading.Thread(target=self.hurry, args=(request.sid,))
                receipt.start()
                # A server that does not wait for the answer ends it at once.
                receipt.join(0.3)
        return status, body, headers


@pytest.fixture(scope="module")
def twilio_town(template, tmp_path_factory):
    with NumberedTwilio() as twilio:
        channels = Channels(tmp_path_factory.mktemp("twilio"))
        channels.twilio(twilio, statusCallback=CALLBACK)
        path = tmp_path_factory.mktemp("receipts") / "data"
        with mailing_town(template, path, FAIRKIT_CHANNELS=channels.file, FAIRKIT_ALLOW_PRIVATE_WEBHOOKS="true") as town:
            town.provider = twilio
            yield town
            for word in ("+2547000", TOKEN):
                assert word not in town.server.log


@pytest.fixture(scope="module")
def vonage_town(template, tmp_path_factory):
    with Vonage() as vonage:
        channels = Channels(tmp_path_factory.mktemp("vonage"))
        (channels.folder / "secrets").mkdir()
        channels.secret("secrets/vonage", f"Basic {base64.b64encode(f'{KEY}:{SECRET}'.encode()).decode()}")
        channels.secret("secrets/vonage-signature", SIGNATURE_SECRET)
        page = (REPOSITORY / "docs/channels.md").read_text()
        described = json.loads(re.search(r"cat > vonage\.json <<'JSON'\n(.*?)\nJSON\n", page, re.DOTALL)[1])["sms"]
        channels.write(sms={**described, "url": vonage.url(path="/v1/messages")}, http={"url": vonage.url(path="/others"), "receipts": {
            **described["receipts"], "reference": "id", "signatureHeader": "X-Signature"}})  # fmt: skip
        path = tmp_path_factory.mktemp("receipts") / "data"
        with mailing_town(template, path, FAIRKIT_CHANNELS=channels.file, FAIRKIT_ALLOW_PRIVATE_WEBHOOKS="true") as town:
            town.provider = vonage
            yield town
            for word in ("2547000", SECRET, SIGNATURE_SECRET):
                assert word not in town.server.log


def alarmed(town):
    """A patient with a proven number, an alert that was sent to it, and the provider's request."""
    number = f"+2547000{next(NUMBERS):05}"
    person = member(town, f"n{number[1:]}@receipts.example")
    before = len(town.provider.requests)
    contact = person.signed_in.ask(201, "POST", CONTACTS, json={"kind": "sms", "address": number})
    until(lambda: len(town.provider.requests) > before)
    request = town.provider.requests[-1]
    code = re.search(r"\b(\d{6})\b", request.json["text"] if isinstance(town.provider, Vonage) else request.form["Body"])[1]
    person.signed_in.ask(200, "POST", f"{CONTACTS}/{contact['id']}/verify", json={"code": code})
    before = len(town.provider.requests)
    person.alert = result(town, person, 820)["alertId"]
    until(lambda: len(town.provider.requests) > before)
    request = town.provider.requests[-1]
    until(lambda: sms(town, person)["state"] == "sent")
    return person, request


def sms(town, person):
    """The SMS about the alert, as the escalation shows it."""
    shown = town.clinician.ask(200, "GET", f"/api/v1/alerts/{person.alert}/escalation")
    [told] = [one for one in shown["notices"] if one["kind"] == "alert-patient"]
    [send] = [send for send in told["sends"] if send["channel"] == "sms"]
    return send


def post(town, path, **content):
    with Client(town.server.address) as client:
        return client.post(f"/api/v1/receipts/{path}", **content)


def twilio(town, sid, status, url=CALLBACK, path="twilio", token=TOKEN, **fields):
    form = {"MessageSid": sid, "MessageStatus": status, "AccountSid": "AC1", "To": "+254700000000", **fields}
    signature = RequestValidator(token).compute_signature(url, form)
    return post(town, path, data=form, headers={"X-Twilio-Signature": signature})


def count(town, provider, outcome):
    text = town.administrator.get("/metrics").text
    found = re.search(rf'fairkit_receipts_total\{{outcome="{outcome}",provider="{provider}"\}} (\d+)', text)
    found = found or re.search(rf'fairkit_receipts_total\{{provider="{provider}",outcome="{outcome}"\}} (\d+)', text)
    return int(found[1]) if found else 0


def test_a_receipt_of_twilio_says_that_a_message_arrived_once_and_for_all(twilio_town):
    person, request = alarmed(twilio_town)
    assert request.form["StatusCallback"] == CALLBACK
    assert twilio(twilio_town, request.sid, "sent").status_code == 204 and sms(twilio_town, person)["state"] == "sent"
    assert twilio(twilio_town, request.sid, "delivered").status_code == 204
    delivered = sms(twilio_town, person)
    assert delivered["state"] == "delivered"
    # Again, or a failure that comes late: nothing changes.
    for status in ("delivered", "undelivered", "failed"):
        assert twilio(twilio_town, request.sid, status, ErrorCode="30005").status_code == 204
        assert sms(twilio_town, person) == delivered
    assert count(twilio_town, "twilio", "unchanged") >= 3


def test_a_receipt_that_is_faster_than_the_answer_to_its_message_is_not_lost(twilio_town):
    person, _ = alarmed(twilio_town)
    before = len(twilio_town.provider.requests)
    twilio_town.provider.hurry = lambda sid: twilio(twilio_town, sid, "delivered")
    try:
        person.alert = result(twilio_town, person, 830)["alertId"]
        until(lambda: len(twilio_town.provider.requests) > before)
        until(lambda: sms(twilio_town, person)["state"] == "delivered", seconds=10)
    finally:
        twilio_town.provider.hurry = None


def test_a_message_that_was_lost_and_then_arrives_has_arrived(twilio_town):
    person, request = alarmed(twilio_town)
    assert twilio(twilio_town, request.sid, "undelivered", ErrorCode="30003").status_code == 204
    send = sms(twilio_town, person)
    assert (send["state"], send["lastError"]) == ("failed", "undelivered 30003")
    [contact] = person.signed_in.ask(200, "GET", CONTACTS)["items"]
    assert "disabledAt" not in contact, "a phone that is off is no reason to give a number up"
    assert twilio(twilio_town, request.sid, "delivered").status_code == 204 and sms(twilio_town, person)["state"] == "delivered"


def test_a_number_that_no_longer_exists_is_disabled_and_its_owner_told(twilio_town):
    person, request = alarmed(twilio_town)
    assert twilio(twilio_town, request.sid, "undelivered", ErrorCode="30005").status_code == 204
    [contact] = person.signed_in.ask(200, "GET", CONTACTS)["items"]
    assert "disabledAt" in contact and sms(twilio_town, person)["state"] == "failed"
    kinds = [one["kind"] for one in person.signed_in.ask(200, "GET", "/api/v1/notices")["items"]]
    assert kinds.count("contact-disabled") == 1


def test_a_receipt_that_twilio_did_not_sign_changes_nothing(twilio_town):
    person, request = alarmed(twilio_town)
    form = {"MessageSid": request.sid, "MessageStatus": "delivered"}
    signature = RequestValidator(TOKEN).compute_signature(CALLBACK, form)
    before = count(twilio_town, "twilio", "unsigned")
    attacks = [
        post(twilio_town, "twilio", data=form),
        post(twilio_town, "twilio", data=form, headers={"X-Twilio-Signature": ""}),
        post(twilio_town, "twilio", data={**form, "MessageStatus": "failed"}, headers={"X-Twilio-Signature": signature}),
        post(twilio_town, "twilio", data={**form, "More": "x"}, headers={"X-Twilio-Signature": signature}),
        post(twilio_town, "twilio?tenant=siaya", data=form, headers={"X-Twilio-Signature": signature}),
        post(twilio_town, "twilio?tenant=nowhere", data=form, headers={"X-Twilio-Signature": signature}),
        post(twilio_town, "twilio?tenant=default&tenant=siaya", data=form, headers={"X-Twilio-Signature": signature}),
        post(twilio_town, "twilio", json=form, headers={"X-Twilio-Signature": signature}),
        post(twilio_town, "twilio", content=b"\xff\xfe%", headers={"X-Twilio-Signature": signature}),
        twilio(twilio_town, request.sid, "delivered", token="another token"),
        twilio(twilio_town, request.sid, "delivered", url="https://evil.example/hooks/twilio"),
        post(twilio_town, "gateway/sms", data=form, headers={"X-Twilio-Signature": signature}),
    ]
    for response in attacks:
        problem(response, 403, "receipt-refused")
        assert request.sid not in response.text
    assert sms(twilio_town, person)["state"] == "sent"
    assert count(twilio_town, "twilio", "unsigned") == before + len(attacks) - 1
    too_much = post(twilio_town, "twilio", data={**form, "Body": "x" * 20_000}, headers={"X-Twilio-Signature": signature})
    problem(too_much, 413, "too-large")


def test_a_receipt_about_an_unknown_message_or_tenant_is_taken_and_forgotten(twilio_town):
    before = count(twilio_town, "twilio", "unknown")
    assert twilio(twilio_town, "SM" + "9" * 32, "delivered").status_code == 204
    # It was signed for a tenant that has been erased since.
    there = f"{CALLBACK}?tenant=nowhere"
    assert twilio(twilio_town, "SM" + "9" * 32, "delivered", url=there, path="twilio?tenant=nowhere").status_code == 204
    assert count(twilio_town, "twilio", "unknown") == before + 2
    problem(post(twilio_town, "twilio", data={"A": "1"}, headers={"X-Twilio-Signature": RequestValidator(TOKEN).compute_signature(CALLBACK, {"A": "1"})}), 400, "malformed-body")


def vonage(town, request, status, secret=SIGNATURE_SECRET, at=None, algorithm="HS256", path="gateway/sms", sent=None, **more):
    """Signed as https://developer.vonage.com/en/getting-started/concepts/webhooks says, by PyJWT."""
    body = json.dumps({"message_uuid": request.id, "status": status, **more}).encode()
    claims = {"iat": int(at or time.time()), "jti": str(uuid.uuid4()), "iss": "Vonage", "payload_hash": hashlib.sha256(body).hexdigest()}
    token = jwt.encode(claims, secret, algorithm=algorithm)
    return post(town, path, content=sent or body, headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"})


def test_a_receipt_of_vonage_says_what_became_of_an_sms(vonage_town):
    person, request = alarmed(vonage_town)
    assert request.json["webhook_url"] == "https://kit.example.org/api/v1/receipts/gateway/sms?tenant=default"
    assert vonage(vonage_town, request, "submitted").status_code == 204 and sms(vonage_town, person)["state"] == "sent"
    assert vonage(vonage_town, request, "delivered", path="gateway/sms?tenant=default").status_code == 204
    assert sms(vonage_town, person)["state"] == "delivered"
    late = vonage(vonage_town, request, "rejected", error={"title": 1190})
    assert late.status_code == 204 and sms(vonage_town, person)["state"] == "delivered"
    other, request = alarmed(vonage_town)
    assert vonage(vonage_town, request, "rejected", error={"title": 1190}).status_code == 204
    assert (sms(vonage_town, other)["state"], sms(vonage_town, other)["lastError"]) == ("failed", "undelivered 1190")
    [contact] = other.signed_in.ask(200, "GET", CONTACTS)["items"]
    assert "disabledAt" in contact


def test_a_receipt_that_vonage_did_not_sign_or_signed_long_ago_changes_nothing(vonage_town):
    person, request = alarmed(vonage_town)
    body = json.dumps({"message_uuid": request.id, "status": "delivered"}).encode()
    attacks = [
        post(vonage_town, "gateway/sms", content=body, headers={"Content-Type": "application/json"}),
        vonage(vonage_town, request, "delivered", sent=body + b" "),
        vonage(vonage_town, request, "delivered", "another secret of thirty-two bytes"),
        vonage(vonage_town, request, "delivered", at=time.time() - 400),
        vonage(vonage_town, request, "delivered", at=time.time() + 400),
        vonage(vonage_town, request, "delivered", None, algorithm="none"),
        post(vonage_town, "gateway/sms", content=body, headers={"Authorization": "Basic YTpi"}),
        post(vonage_town, "gateway/sms", content=body, headers={"Authorization": "Bearer x.y.z"}),
        # No other channel has a provider that signs so.
        *(vonage(vonage_town, request, "delivered", path=f"gateway/{channel}") for channel in ("voice", "http", "email", "x")),
    ]
    for response in attacks:
        problem(response, 403, "receipt-refused")
        assert request.id not in response.text
    assert sms(vonage_town, person)["state"] == "sent" and count(vonage_town, "gateway", "outdated") == 2
    [malformed] = [vonage(vonage_town, types.SimpleNamespace(id=None), "delivered")]
    problem(malformed, 400, "malformed-body")


@pytest.mark.parametrize("form", [False, True])
def test_a_gateway_may_sign_its_receipts_in_a_header(vonage_town, form):
    fields = {"id": "unknown", "status": "delivered"}
    body = (urllib.parse.urlencode(fields) if form else json.dumps(fields)).encode()
    digest = hmac.digest(SIGNATURE_SECRET.encode(), body, hashlib.sha256)
    before = count(vonage_town, "gateway", "unknown")
    for signature in (digest.hex(), digest.hex().upper(), base64.b64encode(digest).decode()):
        assert post(vonage_town, "gateway/http", content=body, headers={"X-Signature": signature}).status_code == 204
        problem(post(vonage_town, "gateway/http", content=body + b"&", headers={"X-Signature": signature}), 403, "receipt-refused")
        problem(post(vonage_town, "gateway/sms", content=body, headers={"X-Signature": signature}), 403, "receipt-refused")
    problem(post(vonage_town, "gateway/http", content=body, headers={"X-Signature": ""}), 403, "receipt-refused")
    assert count(vonage_town, "gateway", "unknown") == before + 3


def test_strangers_are_slowed_down(template, tmp_path):
    """The limit of failed attempts by address; signed receipts are not limited."""
    channels = Channels(tmp_path)
    with NumberedTwilio() as provider:
        channels.twilio(provider, statusCallback=CALLBACK)
        with mailing_town(template, tmp_path / "data", FAIRKIT_CHANNELS=channels.file, FAIRKIT_ALLOW_PRIVATE_WEBHOOKS="true",
                FAIRKIT_RATE_ADDRESS="1/20") as town:  # fmt: skip
            statuses = [post(town, "twilio", data={"MessageSid": "x"}).status_code for _ in range(40)]
            assert statuses[0] == 403 and statuses[-1] == 429
            assert twilio(town, "SM" + "9" * 32, "delivered").status_code == 204
