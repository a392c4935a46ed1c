"""A page of 20 results over HTTP, by an access token and by an API key, beside what the store alone does of it."""

from collections import defaultdict

from .people import Person
from .report import spread
from .route import load
from .server import Server

PATH = "/api/v1/results?limit=20"
UNLIMITED = {"FAIRKIT_RATE_KEY": "off", "FAIRKIT_RATE_ACCOUNT": "off", "FAIRKIT_RATE_SIGN_IN": "off"}


def measure(setting, report):
    path = setting.store(setting.medium)
    report.part(
        f"Lists of 20 results, at {setting.medium:,}",
        "Full pages of a laboratory a second, by one caller and by 8 at once, in turns: GET /api/v1/results?limit=20 over kept connections (wrk, one thread), and in process "
        "the store's query alone, and the same with its audit entry durable before the answer, which HTTP has, too. Ratios are within a turn.",
    )
    rates = collect(setting, path)
    for callers, name in ((1, "one caller"), (8, "8 callers")):
        read, audited, key, token = (rates[way, callers] for way in ("read", "audited", "key", "token"))
        report.row(f"{name}: in process, with its audit", spread(audited), f"the store's query alone: {spread(read)}", quotient(audited, read))
        for what, ours in (("an API key", key), ("an access token", token)):
            report.row(f"{name}: over HTTP by {what}", spread(ours), f"in process, with its audit: {spread(audited)}", quotient(ours, audited))
            report.row(f"{name}: the same", "", f"the store's query alone: {spread(read)}", quotient(ours, read))
        report.row(f"{name}: an access token against an API key", spread(token), f"key: {spread(key)}", quotient(token, key))


def collect(setting, path):
    """(way, callers) → rates, one a round."""
    rates, person = defaultdict(list), None
    seconds = 1 if setting.quick else 2
    laboratory = ("--role", "laboratory", "--laboratory", "Laboratory 7")
    key = setting.fairkit_json("key", "create", "--data", path, "--name", "benchmark", *laboratory)
    try:
        for round in range(setting.rounds):
            with Server(setting, path, **UNLIMITED) as server:
                if person is None:
                    person = Person(setting, path, server.port, *laboratory[1:])
                    # A session outlives the server: this one is good for all rounds.
                    token = person.token()
                ways = [("key", f"X-API-Key: {key['key']}"), ("token", f"Authorization: Bearer {token}")]
                for callers in (1, 8):
                    for way, header in ways if round % 2 == 0 else reversed(ways):
                        rates[way, callers].append(load(f"{server.port}{PATH}", seconds, callers, header))
            for line in setting.run("lists", "--dir", path, "--results", setting.medium, "--seconds", seconds):
                rates[line["way"], line["callers"]].append(line["perSecond"])
    finally:
        setting.fairkit_json("key", "revoke", key["id"], "--data", path)
        if person:
            setting.fairkit_json("api", "DELETE", f"accounts/{person.account}", "--data", path)
    return rates


def quotient(some, others):
    return f"{spread([one / other for one, other in zip(some, others)])} ×"
