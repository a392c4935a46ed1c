"""How late the steps of many open alerts are: while the server runs, and after a start at which all are overdue."""

import datetime
import json
import re
import time

from .bursts import Burst, critical
from .channels import Providers
from .people import Person
from .report import number, percentile
from .server import Client, Server
from .townspeople import API, UNLIMITED

HOUR = 3600
# Seconds from an alert to its step, and in which the alerts are raised.
DELAY, MINUTE = 60, 50


def measure(setting, report):
    count = 1_000 if setting.quick else 10_000
    report.part(
        "Steps of an escalation",
        f"Milliseconds from the moment at which a step of an alert is due until the server carries it out. Each tells the clinician on call, by mail. {count:,} alerts are open, and their steps are due "
        f"within {MINUTE} s. Then as many steps fall due while the server is stopped: from the start of its process to the last of them.",
    )
    with Providers(f"{setting.scratch}/providers") as providers:
        settings = {**UNLIMITED, **providers.settings()}
        path, administrator = setting.empty_store()
        laboratory = setting.fairkit_json("key", "create", "--data", path, "--role", "laboratory", "--name", "laboratory", "--laboratory", "Laboratory")["key"]
        consumer = setting.fairkit_json("key", "create", "--data", path, "--role", "consumer", "--name", "consumer")["key"]
        with Server(setting, path, **UNLIMITED) as server:
            client = Client(server.port, administrator)
            doctor = Person(setting, path, server.port, "clinician")
            doctor.token()
            expect(client.ask("POST", f"{API}/teams", {"name": "nights", "timeZone": "UTC"}))
            setting.fairkit_json("api", "teams/nights/members", "-f", f"accountId={doctor.account}", "--data", path)
            in_a_day = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
            expect(client.ask("POST", f"{API}/teams/nights/overrides", {"accountId": doctor.account, "until": in_a_day}))
        with Server(setting, path, **settings) as server:
            lags = running(setting, path, server, administrator, laboratory, consumer, count)
            worst = percentile(lags, 0.99)
            report.row(f"{count:,} steps due within a minute: p50 / p99", f"{number(percentile(lags, 0.5))} / {number(worst)} ms", "", "", "p99 ≤ 1,000 ms", worst <= 1000)
            due = raise_alerts(setting, path, server, administrator, laboratory, count, "overdue", DELAY, 0)
        time.sleep(max(0, due + 1 - time.time()))
        begun = time.time()
        with Server(setting, path, **settings) as server:
            ready = time.time() - begun
            taken = caught_up(Client(server.port, consumer), 2 * count) - begun
        report.row(f"{count:,} steps overdue at a start: until the last", f"{number(taken * 1000)} ms", f"the server is ready: {number(ready * 1000)} ms", "", "≤ 2,000 ms", taken <= 2)


def expect(answered):
    status, answer = answered
    if status not in (200, 201):
        raise RuntimeError(f"{status} {answer}")
    return answer


def raise_alerts(setting, path, server, administrator, laboratory, count, name, delay, seconds):
    """When the last of their steps is due, in seconds since 1970."""
    steps = [{"afterSeconds": delay, "tell": ["team:nights"]}, {"afterSeconds": HOUR, "tell": ["team:nights"], "repeatSeconds": HOUR}]
    with open(f"{setting.scratch}/policy.json", "w") as file:
        json.dump({"steps": steps}, file)
    setting.fairkit_json("api", "PUT", "escalation-policies/0", "--input", file.name, "--data", path)
    codes = [kit["kitCode"] for _ in range(count // 1000) for kit in setting.fairkit_json("kit", "new", "--data", path, "--count", "1000")["items"]]
    Burst(server.port, laboratory, f"{API}/results", [critical(f"{name}-{place}", code) for place, code in enumerate(codes)], seconds, 16).run().expect(202)
    return time.time() + delay


def running(setting, path, server, administrator, laboratory, consumer, count):
    due = raise_alerts(setting, path, server, administrator, laboratory, count, "running", DELAY, MINUTE)
    time.sleep(max(0, due + 2 - time.time()))
    raised, lags = {}, []
    for event in events(Client(server.port, consumer)):
        if event["event"] == "raised":
            raised[event["alertId"]] = moment(event["at"])
        elif event["event"] == "escalated":
            lags.append((moment(event["at"]) - raised[event["alertId"]] - DELAY) * 1000)
    if len(lags) != count:
        raise RuntimeError(f"{len(lags)} of {count} steps were carried out")
    return lags


def caught_up(client, count):
    """When the last step was carried out, once so many were."""
    deadline = time.monotonic() + 120
    while len(times := fired(client)) < count:
        if time.monotonic() > deadline:
            raise RuntimeError(f"{len(times)} of {count} steps were carried out")
        time.sleep(2)
    return max(times)


def fired(client):
    return [moment(event["at"]) for event in events(client) if event["event"] == "escalated"]


def events(client, after=0):
    while True:
        page = expect(client.ask("GET", f"{API}/alerts/events?after={after}&limit=100"))["items"]
        yield from page
        if not page:
            return
        after = page[-1]["number"]


def moment(text):
    return datetime.datetime.fromisoformat(re.sub("Z$", "+00:00", text)).timestamp()
