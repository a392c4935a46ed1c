"""Phones and browsers: Apple's, Google's and a push service's protocol, spoken by the binary to servers that check every token, signature and cipher."""

import json
import re
import time
import uuid

import pytest

from certificates import Authority
from fairkit import command
from pushes import Apple, Browser, Google, pem
from trials import rows

TOKEN = "0123456789abcdef" * 4
CRITICAL = {"type": "critical_alert", "data": {"testId": "T-1", "aatLevel": 820, "unit": "mg/dL", "normalRange": "100-200"}}


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """An authority's certificate, and the files of one for localhost that it signed."""
    authority = Authority(tmp_path_factory.mktemp("authority"))
    return authority.certificate, authority.sign("server")


@pytest.fixture
def channels(tmp_path):
    """Writes the file of channels, and the files with secrets that it names."""

    def write(secrets=(), **members):
        for name, text in dict(secrets).items():
            (tmp_path / name).touch(mode=0o600)
            (tmp_path / name).write_text(text)
        (tmp_path / "channels.json").write_text(json.dumps(members))
        return tmp_path / "channels.json"

    return write


@pytest.fixture
def push(authority, tmp_path):
    """Sends a test message by a channel. It answers the outcome as JSON."""

    def send(kind, to, settings, *options, status=0, near=True, data=None):
        if data is not None:
            (tmp_path / "data.json").write_text(json.dumps(data))
            options = (*options, "--data", tmp_path / "data.json")
        more = ("--allow-private-webhooks",) if near else ()
        done = command(
            "channel", "test", kind, "--to", to, "--settings", settings, "--webhook-ca", authority[0], "--json", *more, *options, status=status
        )
        # A contact stands neither in the answer nor in an error.
        assert TOKEN not in done.stdout + done.stderr and "secret-id" not in done.stdout + done.stderr
        return json.loads(done.stdout)

    return send


def apns(channels, apple, **changes):
    members = {"keyFile": "AuthKey.p8", "keyID": apple.key_id, "teamID": apple.team, "topic": apple.topic, "baseURL": apple.url}
    return channels({"AuthKey.p8": pem(apple.key)}, apns={**members, **changes})


def fcm(channels, google, **changes):
    return channels({"account.json": json.dumps(google.account())}, fcm={"serviceAccountFile": "account.json", "baseURL": google.url, **changes})


def web_push(channels, tmp_path):
    """The settings, and the public key that the command printed."""
    file = tmp_path / "webpush.pem"
    public = command("channel", "webpush-key", "--out", file, "--json") if not file.exists() else None
    settings = channels(webPush={"keyFile": "webpush.pem", "subject": "mailto:kit@example.org"})
    return settings, json.loads(public.stdout)["publicKey"] if public else None


# APNs


def test_a_critical_message_reaches_an_iphone(authority, channels, push):
    with Apple(authority[1]) as apple:
        options = ("--critical", "--title", "⚠️ AAT Level Alert", "--text", "Call", "--link", "https://k.example/a", "--badge", 3, "--collapse", "alert-1")
        answer = push("apns", f"apns:{TOKEN.upper()}", apns(channels, apple), *options, data=CRITICAL)
        assert (answer["outcome"], answer["status"]) == ("accepted", 200)
        [(headers, body)] = apple.pushes
    assert headers[":method"] == "POST" and headers[":path"] == f"/3/device/{TOKEN}"
    assert headers["apns-topic"] == apple.topic and headers["apns-push-type"] == "alert" and headers["apns-priority"] == "10"
    assert headers["apns-collapse-id"] == "alert-1" and 0 < int(headers["apns-expiration"]) - time.time() <= 600
    assert str(uuid.UUID(headers["apns-id"])) == headers["apns-id"] == answer["reference"]
    assert body["aps"] == {
        "alert": {"title": "⚠️ AAT Level Alert", "body": "Call"}, "badge": 3, "interruption-level": "critical", "mutable-content": 1,
        "sound": {"critical": 1, "name": "critical_alert.wav", "volume": 1},
    }  # fmt: skip
    assert body["type"] == "critical_alert" and body["data"] == CRITICAL["data"] and body["link"] == "https://k.example/a"


def test_a_usual_message_is_quiet(authority, channels, push):
    with Apple(authority[1]) as apple:
        push("apns", TOKEN, apns(channels, apple))
        [(headers, body)] = apple.pushes
    assert headers["apns-priority"] == "5" and "apns-collapse-id" not in headers
    assert body["aps"]["sound"] == "default" and body["aps"]["interruption-level"] == "active" and "badge" not in body["aps"]


def test_an_app_cannot_overwrite_what_a_message_shows(authority, channels, push):
    with Apple(authority[1]) as apple:
        push("apns", TOKEN, apns(channels, apple), "--text", "True", data={"aps": {"alert": "Forged"}})
        assert apple.pushes[0][1]["aps"]["alert"]["body"] == "True"


@pytest.mark.parametrize("text", ["a" * 9000, '"\\' * 5000, "👩‍👩‍👧‍👦é" * 900], ids=["plain", "escaped", "families"])
def test_a_long_text_is_shortened_and_stays_a_text(text, authority, channels, push):
    with Apple(authority[1]) as apple:
        push("apns", TOKEN, apns(channels, apple), "--text", text, data=CRITICAL)
        body = apple.pushes[0][1]
    short = body["aps"]["alert"]["body"]
    assert short.endswith("…") and text.startswith(short[:-1]) and len(short) > 20
    assert body["data"] == CRITICAL["data"]
    # No family was divided.
    assert "👩" not in text or short[:-1].endswith(("👦", "é"))


@pytest.mark.parametrize(
    "answer, outcome",
    [
        ((410, "Unregistered"), "gone"),
        ((429, "TooManyRequests", ("retry-after", "7")), "postponed"),
        ("cut", "disconnected"),
    ],
)
def test_each_answer_of_apple_has_its_outcome(answer, outcome, authority, channels, push):
    with Apple(authority[1], answer) as apple:
        result = push("apns", TOKEN, apns(channels, apple), status=1)
    assert result["outcome"] == outcome and result.get("retryAfterSeconds") == (7 if len(answer) == 3 and outcome == "postponed" and "retry" in answer[2][0] else None)


def test_a_device_that_is_gone_stays_gone(authority, channels, push):
    with Apple(authority[1], *[(410, "Unregistered")] * 3) as apple:
        settings = apns(channels, apple)
        assert [push("apns", TOKEN, settings, status=1)["outcome"] for _ in range(3)] == ["gone"] * 3


def test_an_expired_token_is_renewed_once(authority, channels, push):
    with Apple(authority[1], (403, "ExpiredProviderToken")) as apple:
        assert push("apns", TOKEN, apns(channels, apple))["outcome"] == "accepted"
        assert len(set(apple.tokens)) == 2
    with Apple(authority[1], *[(403, "ExpiredProviderToken")] * 9) as apple:
        assert push("apns", TOKEN, apns(channels, apple), status=1)["outcome"] == "unauthorized"
        assert len(apple.pushes) == 2


@pytest.mark.parametrize("token", rows("../../3/device/" + TOKEN, TOKEN + "\r\napns-topic: evil", TOKEN + "/../x", TOKEN + "?x=1", TOKEN[:-1], "apns:", TOKEN + "٣٣", short=2))
def test_a_device_token_cannot_change_the_request(token, authority, channels, push):
    with Apple(authority[1]) as apple:
        assert push("apns", token, apns(channels, apple), status=1)["outcome"] == "gone"
        assert apple.pushes == []


@pytest.mark.long
def test_a_server_that_hangs_is_left_after_ten_seconds(authority, channels, push):
    with Apple(authority[1], "hang") as apple:
        started = time.monotonic()
        assert push("apns", TOKEN, apns(channels, apple), status=1)["outcome"] == "timeout"
        assert 9 < time.monotonic() - started < 20


def test_a_server_with_another_certificate_gets_nothing(tmp_path, channels, push):
    (tmp_path / "other").mkdir()
    other = Authority(tmp_path / "other")
    with Apple(other.sign("server")) as apple:
        assert push("apns", TOKEN, apns(channels, apple), status=1)["outcome"] == "tls-error"
        assert apple.pushes == []


# FCM


def test_a_critical_message_reaches_an_android_phone(authority, channels, push):
    with Google(authority[1]) as google:
        options = ("--critical", "--title", "Alert", "--text", "Call", "--link", "https://k.example/a", "--badge", 3, "--collapse", "alert-1")
        answer = push("fcm", "fcm:device:APA91b-token", fcm(channels, google), *options, data=CRITICAL)
        assert answer["outcome"] == "accepted" and answer["reference"] == "projects/kit-project/messages/1"
        [message] = google.messages
    assert message["token"] == "device:APA91b-token" and message["notification"] == {"title": "Alert", "body": "Call"}
    assert message["data"].pop("data") and message["data"] == {"type": "critical_alert", "link": "https://k.example/a"}
    android = message["android"]
    assert android["priority"] == "high" and re.fullmatch("(59[0-9]|600)s", android["ttl"]) and android["collapse_key"] == "alert-1"
    assert android["notification"] == {"channel_id": "critical_alerts", "notification_count": 3, "sound": "critical_alert", "tag": "alert-1"}


FCM = "type.googleapis.com/google.firebase.fcm.v1.FcmError"


@pytest.mark.parametrize(
    "answer, outcome",
    [
        ((404, {"details": [{"@type": FCM, "errorCode": "UNREGISTERED"}]}), "gone"),
        ((429, {"details": [{"@type": FCM, "errorCode": "QUOTA_EXCEEDED"}]}, ("Retry-After", "60")), "postponed"),
        pytest.param("hang", "timeout", marks=pytest.mark.long),
    ],
)
def test_each_answer_of_google_has_its_outcome(answer, outcome, authority, channels, push):
    with Google(authority[1], answer) as google:
        result = push("fcm", "device", fcm(channels, google), status=1)
    assert result["outcome"] == outcome and result.get("retryAfterSeconds") == (60 if outcome == "postponed" else None)


def test_a_refused_access_token_is_replaced_once(authority, channels, push):
    with Google(authority[1], (401, {"status": "UNAUTHENTICATED"})) as google:
        assert push("fcm", "device", fcm(channels, google))["outcome"] == "accepted"
        assert len(google.issued) == len(google.messages) == 2
    with Google(authority[1], *[(401, {"status": "UNAUTHENTICATED"})] * 9) as google:
        assert push("fcm", "device", fcm(channels, google), status=1)["outcome"] == "unauthorized"
        assert len(google.issued) == len(google.messages) == 2


def test_a_deleted_key_of_a_service_account_is_unauthorized(authority, channels, push):
    with Google(authority[1], refuses_assertions=True) as google:
        assert push("fcm", "device", fcm(channels, google), status=1)["outcome"] == "unauthorized"
        assert google.messages == []


# Web Push


def test_a_message_reaches_a_browser_encrypted(authority, channels, push, tmp_path):
    settings, public = web_push(channels, tmp_path)
    with Browser(authority[1]) as browser:
        options = ("--critical", "--title", "Alert", "--text", "Call", "--link", "https://k.example/a", "--badge", 3, "--collapse", "alert of Ada")
        assert push("web-push", browser.subscription(), settings, *options, data=CRITICAL)["outcome"] == "accepted"
        [(headers, message)] = browser.messages
        assert browser.keys == {public}
    assert 0 < int(headers["TTL"]) <= 600 and headers["Urgency"] == "high" and re.fullmatch("[A-Za-z0-9_-]{32}", headers["Topic"])
    assert uuid.UUID(message.pop("id"))
    assert message == {"title": "Alert", "body": "Call", "link": "https://k.example/a", "badge": 3, "critical": True, "tag": "alert of Ada", "data": CRITICAL}


def test_the_length_of_a_message_tells_nothing(authority, channels, push, tmp_path):
    settings, _ = web_push(channels, tmp_path)
    with Browser(authority[1]) as browser:
        for text in ("Yes", "No, and here is much more to say about it. " * 10):
            push("web-push", browser.subscription(), settings, "--text", text)
        assert len(set(browser.lengths)) == 1
        push("web-push", browser.subscription(), settings, "--text", "ü" * 9000)
        assert browser.lengths[2] == 4096 and browser.messages[2][1]["body"].endswith("ü…")


@pytest.mark.parametrize("answer, outcome", [(410, "gone"), ((429, ("Retry-After", "9")), "postponed"), (307, "refused")])
def test_each_answer_of_a_push_service_has_its_outcome(answer, outcome, authority, channels, push, tmp_path):
    settings, _ = web_push(channels, tmp_path)
    with Browser(authority[1], answer) as browser:
        assert push("web-push", browser.subscription(), settings, status=1)["outcome"] == outcome
        assert len(browser.messages) == 1


@pytest.mark.parametrize("endpoint", rows("https://localhost:{port}/push/secret-id", "https://127.0.0.1:{port}/push/secret-id", "https://169.254.169.254/latest", "https://kit.internal/x", "https://127.1:{port}/x"))
def test_an_endpoint_at_a_private_address_gets_nothing(endpoint, authority, channels, push, tmp_path):
    settings, _ = web_push(channels, tmp_path)
    with Browser(authority[1]) as browser:
        subscription = browser.subscription(endpoint=endpoint.format(port=browser.server_port))
        assert push("web-push", subscription, settings, near=False, status=1)["outcome"] == "private-address"
        assert browser.messages == []


@pytest.mark.parametrize(
    "changes",
    rows(
        {"endpoint": "https://localhost/x\r\nTTL: 9"}, {"endpoint": "http://localhost/x"}, {"endpoint": "https://user@localhost/x"}, {"endpoint": "file:///etc/passwd"},
        {"keys": {"p256dh": "BAAA", "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}}, {"keys": {"p256dh": "B" + "A" * 86, "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}}, {"keys": {}}, {"keys": None},
    ),
)  # fmt: skip
def test_a_malformed_subscription_is_gone(changes, authority, channels, push, tmp_path):
    settings, _ = web_push(channels, tmp_path)
    with Browser(authority[1]) as browser:
        assert push("web-push", browser.subscription(**changes), settings, status=1)["outcome"] == "gone"
        assert browser.messages == []


def test_a_key_for_web_push_is_private_and_never_overwritten(tmp_path):
    file = tmp_path / "key.pem"
    printed = command("channel", "webpush-key", "--out", file).stdout
    assert file.stat().st_mode & 0o777 == 0o600 and re.search("^B[A-Za-z0-9_-]{86}$", printed, re.MULTILINE)
    key = file.read_bytes()
    assert str(file) in command("channel", "webpush-key", "--out", file, status=1).stderr
    assert file.read_bytes() == key


# The file of channels


def test_what_is_configured_is_shown_without_secrets(authority, channels, tmp_path):
    with Apple(authority[1]) as apple, Google(authority[1]) as google:
        web_push(channels, tmp_path)
        secrets = {"AuthKey.p8": pem(apple.key), "account.json": json.dumps(google.account())}
        settings = channels(
            secrets,
            apns={"keyFile": "AuthKey.p8", "keyID": apple.key_id, "teamID": apple.team, "topic": apple.topic, "environment": "sandbox"},
            fcm={"serviceAccountFile": "account.json"}, webPush={"keyFile": "webpush.pem", "subject": "mailto:kit@example.org"},
        )  # fmt: skip
        shown = command("channel", "check", "--settings", settings, "--allow-private-webhooks").stdout
    assert "api.sandbox.push.apple.com" in shown and google.email in shown and "mailto:kit@example.org" in shown
    assert "PRIVATE" not in shown


def test_each_mistake_in_the_file_is_named(authority, channels, tmp_path):
    with Apple(authority[1]) as apple, Google(authority[1]) as google:
        good = {"keyFile": "k.p8", "keyID": apple.key_id, "teamID": apple.team, "topic": apple.topic}
        account = google.account()
        for members, secrets, words in [
            ({"apns": {**good, "keyID": "abc"}}, {"k.p8": pem(apple.key)}, "apns.keyID"),
            ({"apns": {**good, "topic": "a b"}}, {"k.p8": pem(apple.key)}, "apns.topic"),
            ({"apns": {**good, "environment": "test"}}, {"k.p8": pem(apple.key)}, "apns.environment"),
            ({"apns": {**good, "colour": "red"}}, {"k.p8": pem(apple.key)}, "apns.colour"),
            ({"apns": good}, {"k.p8": pem(google.key)}, "apns.keyFile"),
            ({"fcm": {"serviceAccountFile": "a.json"}}, {"a.json": "{}"}, "fcm.serviceAccountFile"),
            ({"fcm": {"serviceAccountFile": "a.json"}}, {"a.json": json.dumps({**account, "private_key": "x"})}, "private_key"),
            ({"fcm": {"serviceAccountFile": "a.json"}}, {"a.json": json.dumps({**account, "project_id": "../x"})}, "project_id"),
            ({"webPush": {"keyFile": "k.p8", "subject": "kit@example.org"}}, {"k.p8": pem(apple.key)}, "webPush.subject"),
        ]:
            settings = channels(secrets, **members)
            error = command("channel", "check", "--settings", settings, "--allow-private-webhooks", status=1).stderr
            assert words in error and "PRIVATE" not in error
        settings = channels({"k.p8": pem(apple.key)}, apns=good)
        (tmp_path / "k.p8").chmod(0o644)
        assert "chmod 600" in command("channel", "check", "--settings", settings, status=1).stderr
