"""The history of alerts as it grows: server-sent events and WebSockets, read by independent clients and cut at random."""

import contextlib
import json
import os
import random
import time

import httpx
import pytest
import websockets
from alerts import raise_alerts
from fairkit import at_once, command, later, problem
from streams import STREAM, opened
from trials import rows
from websockets.sync.client import connect

EVENTS = "/api/v1/alerts/events"
WAYS = ["sse", "websocket"]


def history(world):
    """Every event there is, by the list."""
    events = []
    while page := world.consumer.ask(200, "GET", EVENTS, params={"after": len(events), "limit": 100})["items"]:
        events += page
    return events


@pytest.mark.parametrize("way", WAYS)
def test_events_hold_the_same_data_as_the_list(fresh, way):
    with opened(fresh, way) as events:
        [alert] = raise_alerts(fresh, 1)
        [item] = fresh.consumer.claim()
        fresh.consumer.ack(item["token"])
        told = [next(events) for _ in range(3)]
    assert [event["event"] for event in told] == ["raised", "leased", "acked"]
    assert told == history(fresh)[-3:] and {event["alertId"] for event in told} == {alert}
    assert (told[1]["deliveryId"], told[1]["group"], told[1]["band"]) == (item["deliveryId"], "default", 0)


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_without_a_last_event_begins_now(fresh, way):
    raise_alerts(fresh, 2)
    with opened(fresh, way) as events:
        [alert] = raise_alerts(fresh, 1)
        assert next(events)["alertId"] == alert
    with opened(fresh, way, after=0) as events:
        assert [next(events)["number"] for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("way", rows(*WAYS))
def test_a_line_that_is_cut_at_random_misses_nothing_and_gets_nothing_twice(fresh, way):
    """The client continues after the last event it has seen, while alerts are raised, claimed, released and acked."""
    last = []

    def work():
        for turn in range(12):
            raise_alerts(fresh, 10)
            items = fresh.consumer.claim(limit=20)
            for item in items[:8]:
                fresh.consumer.ack(item["token"])
            for item in items[8:]:
                fresh.consumer.ask(200, "POST", "/api/v1/alert-groups/default/release", json={"token": item["token"]})
        # The last event comes when its number is known, so that nothing waits for one more.
        last.append(history(fresh)[-1]["number"] + 1)
        raise_alerts(fresh, 1)

    dice, seen, cuts = random.Random(20261122), [], 0
    working = later(work)
    while not last or len(seen) < last[0]:
        with opened(fresh, way, after=len(seen)) as events:
            for _ in range(dice.randint(1, 40)):
                if last and len(seen) == last[0]:
                    break
                seen.append(next(events)["number"])
        cuts += 1
    working.result(60)
    assert len(seen) == len(history(fresh))
    assert seen == list(range(1, len(seen) + 1)) and cuts > 5 and len(seen) > 300


@pytest.mark.parametrize("way", WAYS)
def test_many_follow_at_once_and_all_see_the_same(fresh, way):
    def follow(who):
        with opened(fresh, way, key=fresh.keys[who], after=0, timeout=30) as events:
            return [next(events)["number"] for _ in range(50)]

    # One key has fifty streams.
    following = [later(lambda who=who: follow(who)) for who in ["consumer", "clinician"] * 30]
    time.sleep(0.5)
    raise_alerts(fresh, 50)
    assert all(each.result(60) == list(range(1, 51)) for each in following)


@pytest.mark.parametrize("way", WAYS)
def test_those_who_go_away_leave_nothing_behind(fresh, way):
    descriptors = f"/proc/{fresh.server.process.pid}/fd"
    raise_alerts(fresh, 1)
    before = len(os.listdir(descriptors))
    # Three times 24 are more than the fifty that one key may have, twice 24 are not: those of the round before may still be ending.
    for _ in range(3):
        with contextlib.ExitStack() as stack:
            lines = [stack.enter_context(opened(fresh, way, after=0)) for _ in range(24)]
            assert all(next(line)["number"] == 1 for line in lines)
            assert len(os.listdir(descriptors)) >= before + 24
        deadline = time.monotonic() + 10
        while len(os.listdir(descriptors)) > before + 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(os.listdir(descriptors)) <= before + 2


@pytest.mark.parametrize("way", WAYS)
def test_a_key_that_is_revoked_follows_no_longer(fresh, way):
    made = fresh.store.key("consumer", "pager")
    with opened(fresh, way, key=made["key"]) as events:
        [alert] = raise_alerts(fresh, 1)
        assert next(events)["alertId"] == alert
        command("key", "revoke", made["id"], "--data", fresh.store.path)
        raise_alerts(fresh, 1)
        assert next(events, "ended") == "ended"


@pytest.mark.parametrize("way", WAYS)
def test_a_stopping_server_ends_streams_at_once(fresh, way):
    with opened(fresh, way) as events:
        started = time.monotonic()
        fresh.server.process.terminate()
        assert next(events, "ended") == "ended"
    assert fresh.server.process.wait(5) == 0 and time.monotonic() - started < 3


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_a_quiet_line_has_a_heartbeat(fresh, way):
    def heartbeat():
        if way == "websocket":
            with opened(fresh, way, after=0) as events:
                return next(events)
        with httpx.stream("GET", f"http://{fresh.server.address}{STREAM}", headers={"X-API-Key": fresh.keys["consumer"]}, timeout=20) as response:
            return next(line for line in response.iter_lines() if line.startswith(":"))

    started = time.monotonic()
    assert heartbeat() == {"websocket": None, "sse": ": heartbeat"}[way]
    assert 14 < time.monotonic() - started < 18


def test_what_can_not_be_followed_is_refused(fresh):
    problem(fresh.consumer.get(STREAM, headers={"Last-Event-ID": "1"}), 422, "invalid")
    problem(fresh.consumer.get(STREAM, headers={"Last-Event-ID": "yesterday"}), 422, "invalid")
    problem(fresh.consumer.get(STREAM, params={"after": "-1"}), 422, "invalid")
    problem(fresh.patient.get(STREAM), 403, "forbidden")
    problem(fresh.server.client().get(STREAM), 401, "unauthenticated")
    for path in ("/api/v1/ws", "/api/v1/ws?after=0"):
        answer = fresh.consumer.get(path)
        problem(answer, 426, "upgrade-required")
        assert answer.headers["upgrade"] == "websocket"
    problem(fresh.consumer.get("/api/v1/ws", headers={"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "8", "Sec-WebSocket-Key": "x"}), 426, "upgrade-required")
    for role, status in (("patient", 403), ("laboratory", 403)):
        with pytest.raises(websockets.InvalidStatus) as refused, opened(fresh, "websocket", key=fresh.keys[role]):
            pass
        assert refused.value.response.status_code == status


def test_a_websocket_answers_pings_and_says_goodbye(fresh):
    with connect(f"ws://{fresh.server.address}/api/v1/ws", additional_headers={"X-API-Key": fresh.keys["consumer"]}, proxy=None) as socket:
        assert socket.ping().wait(5)
        socket.send("what a client says is heard")
        raise_alerts(fresh, 1)
        assert json.loads(socket.recv(timeout=5))["event"] == "raised"
        socket.close(1000, "done")
        assert socket.protocol.close_code == 1000
    with connect(f"ws://{fresh.server.address}/api/v1/ws", additional_headers={"X-API-Key": fresh.keys["consumer"]}, proxy=None) as socket:
        socket.send("x" * 100_000)
        with pytest.raises(websockets.ConnectionClosedError) as closed:
            socket.recv(timeout=5)
        assert closed.value.rcvd.code == 1009


@pytest.mark.parametrize("way", WAYS)
def test_the_page_of_another_origin_follows_nothing(fresh, way):
    def status(*origins, **more):
        headers = [("X-API-Key", fresh.keys["consumer"]), *(("Origin", origin) for origin in origins)]
        if way == "sse":
            with httpx.stream("GET", f"http://{fresh.server.address}{STREAM}", headers=headers) as answer:
                answer.status_code == 403 and problem(httpx.Response(403, headers=answer.headers, content=answer.read()), 403, "foreign-origin")
                return answer.status_code
        try:
            with connect(f"ws://{fresh.server.address}/api/v1/ws", additional_headers=headers, close_timeout=5, proxy=None):
                return 200
        except websockets.InvalidStatus as refused:
            return refused.response.status_code

    assert fresh.server.stop() == 0
    fresh.start("--public-url", "https://Kit.example.org/fairkit/")
    assert status() == status("https://kit.example.org") == 200
    foreign = ["https://elsewhere.example", "http://kit.example.org", "https://kit.example.org:8443", "https://kit.example.org.elsewhere.example", "https://a.kit.example.org", "null", ""]
    assert {origin: status(origin) for origin in foreign} == {origin: 403 for origin in foreign}
    assert status("https://kit.example.org", "https://elsewhere.example") == 403
    assert fresh.server.stop() == 0
    fresh.start()
    # Some programs name the server that they ask, as a page of its own would.
    assert status() == status(f"http://{fresh.server.address}") == 200 and status("https://kit.example.org") == 403


@pytest.mark.parametrize("way", WAYS)
def test_a_line_ends_when_its_session_is_signed_out(fresh, way):
    from accounts import staff

    clinician = staff(fresh, "clinician", "wanjiru@example.org")
    with opened(fresh, way, token=clinician.tokens["accessToken"]) as events:
        [alert] = raise_alerts(fresh, 1)
        assert next(events)["alertId"] == alert
        assert clinician.signed_in.post("/api/v1/auth/logout").status_code == 204
        # Whatever happens next, or the next heartbeat, ends it.
        raise_alerts(fresh, 1)
        assert next(events, "ended") == "ended"


def test_curl_follows_too(fresh):
    """curl has its own parser for chunks: it prints what a browser would get."""
    import subprocess

    arguments = ["curl", "-sN", "--max-time", "20", "-H", f"X-API-Key: {fresh.keys['consumer']}", f"http://{fresh.server.address}{STREAM}?after=0"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as curl:
        assert curl.stdout.readline() == "retry: 1000\n"
        raise_alerts(fresh, 1)
        lines = [curl.stdout.readline().strip() for _ in range(4)]
        curl.kill()
    assert lines[:3] == ["", "id: 1", "event: raised"] and json.loads(lines[3].removeprefix("data: "))["number"] == 1


def test_events_and_claims_do_not_hold_each_other_up(fresh):
    """Streams get each alert at once, while claims wait for it."""
    with opened(fresh, "sse") as events:
        waiting = later(lambda: fresh.consumer.claim(wait=20))
        started = time.monotonic()
        [alert] = raise_alerts(fresh, 1)
        told, claimed = at_once(lambda: next(events), lambda: waiting.result(20))
        assert told["alertId"] == claimed[0]["alertId"] == alert and time.monotonic() - started < 10
