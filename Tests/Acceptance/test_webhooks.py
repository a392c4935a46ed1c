"""Webhooks: a real HTTPS server that accepts, fails, hangs, disconnects and lies gets every alert, signed, and none is lost."""

import json
import re
import signal
import ssl
import time

import pytest
import standardwebhooks

from alerts import raise_alerts
from certificates import Authority
from fairkit import problem, until
from receivers import WEBHOOK, Receiver, checked

ATTEMPTS = "/api/v1/alert-groups/default/delivery-attempts"
MEMBERS = {"type", "idempotencyKey", "deliveryId", "alertId", "resultId", "band", "deliveryAttempts", "replay", "needsVerification", "raisedAt", "state", "timestamp"}


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    """An authority's certificate, and a server's context with one for localhost that it signed."""
    authority = Authority(tmp_path_factory.mktemp("authority"))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*authority.sign("server", names="DNS:localhost"))
    return authority.certificate, context


@pytest.fixture
def near(fresh, authority):
    """A server that sends to this machine, and trusts the test's authority."""
    assert fresh.server.stop() == 0
    fresh.start("--allow-private-webhooks", "--webhook-ca", authority[0])
    return fresh


def hook(world, url, status=201, **more):
    return world.administrator.ask(status, "PUT", WEBHOOK, json={"url": url, **more})


def history(world, kind):
    """The events of a kind, all of them: they are read on after the last one."""
    events, last = [], 0
    while page := world.administrator.ask(200, "GET", "/api/v1/alerts/events", params={"after": last, "limit": 100})["items"]:
        events, last = events + page, page[-1]["number"]
    return [event for event in events if event["event"] == kind]


def acked(world):
    """The alerts whose delivery was acked, by the history; one entry for each time."""
    return [event["alertId"] for event in history(world, "acked")]


def attempts(world):
    return world.administrator.everything(ATTEMPTS)


def outcomes(world):
    """The oldest first."""
    return [(attempt["outcome"], attempt.get("httpStatus")) for attempt in reversed(attempts(world))]


def test_alerts_are_pushed_signed_and_acked(near, authority):
    with Receiver(context=authority[1]) as receiver:
        before = raise_alerts(near, 3)
        secret = hook(near, receiver.url())["secret"]
        after = raise_alerts(near, 3)
        until(lambda: len(acked(near)) == 6)
        messages = receiver.messages(secret)
    assert sorted(message["alertId"] for message in messages) == sorted(before + after) == sorted(acked(near))
    assert all(set(message) == MEMBERS and (message["type"], message["band"], message["deliveryAttempts"], message["replay"]) == ("alert.raised", 0, 0, False) for message in messages)
    for headers, body, path in receiver.requests:
        assert path == "/hook?from=fairkit" and headers["Content-Type"] == "application/json" and headers["Host"] == f"localhost:{receiver.server_port}"
        assert headers["webhook-id"] == json.loads(body)["idempotencyKey"] and "." not in headers["webhook-id"]
        assert [name for name in headers if "fairkit" in name.lower() or "idempotency" in name.lower()] == []
        # As a number of its own: three digits of a time or an id may be these by chance.
        assert not re.search(rb'[:" ]820(?![0-9a-f-])', body)
        for word in (b"aatLevel", b"payload", b"patientId", b"FU-KIT", near.profiles["patient"].encode()):
            assert word not in body
    assert near.consumer.claim(limit=100) == []
    listed = attempts(near)
    assert [(attempt["outcome"], attempt["httpStatus"], attempt["attempt"], attempt["channel"]) for attempt in listed] == [("delivered", 200, 1, "webhook")] * 6
    first = near.administrator.ask(200, "GET", ATTEMPTS, params={"limit": 4})
    second = near.administrator.ask(200, "GET", ATTEMPTS, params={"limit": 4, "cursor": first["nextCursor"]})
    assert first["items"] + second["items"] == listed and "nextCursor" not in second
    page = near.administrator.get("/metrics").text
    assert 'fairkit_delivery_attempts_total{channel="webhook",outcome="delivered"} 6' in page
    assert 'fairkit_delivery_attempt_duration_seconds_count{channel="webhook"} 6' in page
    assert secret not in near.server.log and "/hook" not in near.server.log


@pytest.mark.parametrize(
    "step, outcome",
    [
        ("redirect", ("redirected", 307)), ("garbage", ("malformed", None)), ("cut", ("disconnected", None)), ("wait", ("failed", 503)),
        pytest.param("hang", ("timeout", None), marks=pytest.mark.long), pytest.param("trickle", ("timeout", None), marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_what_goes_wrong_is_sent_again_under_the_same_key(near, authority, step, outcome):
    with Receiver(step, context=authority[1]) as receiver:
        secret = hook(near, receiver.url())["secret"]
        started = time.monotonic()
        [alert] = raise_alerts(near, 1)
        until(lambda: acked(near) == [alert])
        took = time.monotonic() - started
        messages = receiver.messages(secret)
        paths = {path for _, _, path in receiver.requests}
    assert outcomes(near) == [outcome, ("delivered", 200)]
    assert [message["deliveryAttempts"] for message in messages] == [0, 1] and len({message["idempotencyKey"] for message in messages}) == 1
    assert paths == {"/hook?from=fairkit"}, "no redirect is followed"
    assert took < 10 and (step != "wait" or took > 4), took
    assert [event["reason"] for event in history(near, "released")] == [f"HTTP {outcome[1]}" if outcome[1] else outcome[0]]


@pytest.mark.parametrize("step", ["slow", "endless"])
def test_slow_and_long_responses_are_accepted(near, authority, step):
    with Receiver(step, context=authority[1]) as receiver:
        hook(near, receiver.url())
        [alert] = raise_alerts(near, 1)
        until(lambda: acked(near) == [alert])
    assert outcomes(near) == [("delivered", 200)]


def test_a_certificate_of_nobody_that_is_trusted_or_for_another_name_is_refused(near, authority, fresh):
    with Receiver(context=authority[1]) as receiver:
        secret = hook(near, receiver.url(host="127.0.0.1"))["secret"]
        [alert] = raise_alerts(near, 1)
        until(lambda: outcomes(near))
        assert set(outcomes(near)) == {("tls-error", None)} and receiver.messages(secret) == []
        near.server.stop()
        near.start("--allow-private-webhooks")
        before = len(outcomes(near))
        hook(near, receiver.url(), status=200)
        until(lambda: len(outcomes(near)) > before)
        # The stop ended the attempt that was under way, if there was one.
        assert set(outcomes(near)) - {("stopped", None)} == {("tls-error", None)} and receiver.messages(secret) == []
        near.server.stop()
        near.start("--allow-private-webhooks", "--webhook-ca", authority[0])
        until(lambda: acked(near) == [alert])


def test_an_altered_message_a_strange_one_and_an_old_one_are_refused_by_the_standard_library(near, authority):
    with Receiver(context=authority[1]) as receiver:
        secret = hook(near, receiver.url())["secret"]
        [alert] = raise_alerts(near, 1)
        until(lambda: acked(near) == [alert])
        [(headers, body, _)] = receiver.requests
    assert checked(secret, headers, body)["alertId"] == alert
    kept = {name: headers[name] for name in ("webhook-id", "webhook-timestamp", "webhook-signature")}
    old = str(int(kept["webhook-timestamp"]) - 301)
    others = [
        ({**kept, "webhook-id": kept["webhook-id"] + "1"}, body), ({**kept, "webhook-timestamp": old}, body), (kept, body.replace(b'"band":0', b'"band":3')),
        ({**kept, "webhook-signature": kept["webhook-signature"].replace("v1,", "v2,")}, body), ({**kept, "webhook-signature": ""}, body),
    ]  # fmt: skip
    for altered, content in others:
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            checked(secret, altered, content)


def test_a_private_target_of_before_gets_nothing_without_the_setting(near, authority):
    with Receiver(context=authority[1]) as receiver:
        for host in ("127.1", "2130706433", "0x7f000001", "LOCALHOST", "localhost"):
            hook(near, f"https://{host}:{receiver.server_port}/", status=201 if host == "127.1" else 200)
        assert near.server.stop() == 0
        near.start("--webhook-ca", authority[0])
        raise_alerts(near, 1)
        until(lambda: outcomes(near))
        assert set(outcomes(near)) == {("private-address", None)} and receiver.requests == []
    assert acked(near) == []


def test_http_is_for_private_targets_only(near):
    with Receiver() as receiver:
        hook(near, receiver.url("127.0.0.1"))
        [alert] = raise_alerts(near, 1)
        until(lambda: acked(near) == [alert])
        assert len(receiver.requests) == 1


def test_a_webhook_is_set_changed_rotated_and_removed_while_the_server_runs(near, authority):
    with Receiver("hang", context=authority[1]) as first, Receiver(context=authority[1]) as second:
        old = hook(near, first.url())["secret"]
        [alert] = raise_alerts(near, 1)
        until(lambda: len(first.requests) == 1)
        changed = hook(near, second.url(), status=200)
        assert "secret" not in changed
        until(lambda: acked(near) == [alert], 3)
        assert [message["alertId"] for message in second.messages(old)] == [alert], "it did not wait for the one that hangs"
        shown = near.administrator.ask(200, "GET", WEBHOOK)
        assert shown == {"group": "default", "url": second.url(), "sendsPayload": False, "createdAt": changed["createdAt"]}
        new = hook(near, second.url(), status=200, rotateSecret=True)["secret"]
        assert new != old
        raise_alerts(near, 1)
        until(lambda: len(acked(near)) == 2)
        headers, body, _ = second.requests[-1]
        checked(new, headers, body)
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            checked(old, headers, body)
        assert near.administrator.delete(WEBHOOK).status_code == 204
        problem(near.administrator.delete(WEBHOOK), 404, "not-found")
        problem(near.administrator.get(WEBHOOK), 404, "not-found")
        raised = raise_alerts(near, 1)
        assert [item["alertId"] for item in near.consumer.claim(limit=10)] == raised and len(second.requests) == 2
    problem(near.administrator.put("/api/v1/alert-groups/defualt/webhook", json={"url": "https://a.example/"}), 404, "group-unknown")


def test_many_alerts_and_a_receiver_that_fails_in_every_way(near, authority):
    script = ["fail", "cut", "garbage", "take", "redirect", "gone", "take", "hang", "take", "trickle", "fail", "take", "slow"] * 2
    with Receiver(*script, context=authority[1]) as receiver:
        raised = raise_alerts(near, 30)
        secret = hook(near, receiver.url())["secret"]
        until(lambda: len(acked(near)) >= 30, 90)
        messages = receiver.messages(secret)
    assert sorted(acked(near)) == sorted(raised), "each once, and none is lost"
    keys = {message["alertId"]: set() for message in messages}
    for message in messages:
        keys[message["alertId"]].add(message["idempotencyKey"])
    assert set(keys) == set(raised) and all(len(each) == 1 for each in keys.values())


@pytest.mark.long
def test_a_receiver_that_is_down_is_probed_and_then_gets_everything(near, authority):
    with Receiver(context=authority[1]) as receiver:
        url = receiver.url()
    hook(near, url)
    raised = raise_alerts(near, 12)
    until(lambda: "a webhook fails" in near.server.log)
    before = len(attempts(near))
    time.sleep(7)
    assert 1 <= len(attempts(near)) - before <= 6, "critical alerts probe every three seconds"
    assert acked(near) == [] and url not in near.server.log
    near.administrator.put(WEBHOOK, json={"url": url, "sendsPayload": False})
    late = Receiver(context=authority[1])
    with late:
        hook(near, late.url(), status=200)
        until(lambda: len(acked(near)) == 12, 60)
    assert sorted(acked(near)) == sorted(raised)


def test_kill_nine_in_the_middle_loses_nothing(near, authority):
    arguments = ("--allow-private-webhooks", "--webhook-ca", authority[0])
    with Receiver(*["slow"] * 12, context=authority[1]) as receiver:
        secret = hook(near, receiver.url())["secret"]
        raised = raise_alerts(near, 20)
        until(lambda: len(receiver.requests) >= 4)
        near.server.stop(signal.SIGKILL)
        near.start(*arguments)
        until(lambda: len(receiver.requests) >= 14)
        near.server.stop(signal.SIGKILL)
        near.start(*arguments)
        until(lambda: len(set(acked(near))) == 20, 60)
        messages = receiver.messages(secret)
    assert sorted(acked(near)) == sorted(raised), "each is acked once in the history"
    assert {message["alertId"] for message in messages} == set(raised)
    assert len({message["idempotencyKey"] for message in messages}) == 20, "what was sent twice can be told by its key"


def test_a_stop_releases_hanging_pushes(near, authority):
    with Receiver("hang", context=authority[1]) as receiver:
        hook(near, receiver.url())
        [alert] = raise_alerts(near, 1)
        until(lambda: receiver.requests)
        started = time.monotonic()
        assert near.server.stop() == 0 and time.monotonic() - started < 5
        near.start("--allow-private-webhooks", "--webhook-ca", authority[0])
        until(lambda: acked(near) == [alert], 5)
    assert outcomes(near) in ([("stopped", None), ("delivered", 200)], [("timeout", None), ("delivered", 200)])


def test_the_attempts_of_all_groups_are_listed_also_of_a_removed_one(near, authority):
    groups = lambda path: [attempt["group"] for attempt in near.administrator.everything(path)]  # noqa: E731
    with Receiver(context=authority[1]) as receiver:
        made = near.administrator.ask(201, "PUT", WEBHOOK, json={"url": receiver.url()})
        secret = near.administrator.ask(200, "PUT", WEBHOOK, json={"url": receiver.url(), "rotateSecret": True})["secret"]
        assert made["secret"] != secret
        near.administrator.ask(201, "POST", "/api/v1/alert-groups", json={"name": "paging", "bands": [0]})
        near.administrator.ask(201, "PUT", "/api/v1/alert-groups/paging/webhook", json={"url": receiver.url()})
        raise_alerts(near, 1)
        until(lambda: len(acked(near)) == 2)
    assert sorted(groups("/api/v1/delivery-attempts")) == ["default", "paging"]
    assert groups("/api/v1/alert-groups/paging/delivery-attempts") == ["paging"]
    for path in ("paging/webhook", "paging"):
        assert near.administrator.delete(f"/api/v1/alert-groups/{path}").status_code == 204
    assert sorted(groups("/api/v1/delivery-attempts")) == ["default", "paging"]


def test_an_authority_that_cannot_be_read_is_refused_at_the_start(fresh, tmp_path):
    (tmp_path / "empty.pem").write_text("no certificate\n")
    assert fresh.server.stop() == 0
    for file in (tmp_path / "empty.pem", tmp_path / "missing.pem"):
        assert "--webhook-ca" in fresh.store.serve("--webhook-ca", file, status=1).stderr
    fresh.start()
