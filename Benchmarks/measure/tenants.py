"""Many tenants in one server: their memory, and the time to the first answer of one that nobody has used yet."""

import time

from .report import median, number, percentile, spread
from .server import Client, LocalClient, Server, descriptors, pss, rss

PATH = "/api/v1/test-kits?limit=20"
# Seconds after which what rests has been closed, and no tenant yet.
REST = 25
UNLIMITED = {"FAIRKIT_RATE_KEY": "off", "FAIRKIT_RATE_ADDRESS": "off"}


def measure(setting, report):
    count = 50 if setting.quick else 500
    report.part(
        f"{count} tenants",
        f"Each asked once by its administrator's key after the server's start, when it is closed (GET {PATH}, audited), and again when it is open; in {setting.rounds} turns, "
        "each with a server of its own. Memory is the server's, with every tenant open, beside a server that has none but the first: just after they were asked, and at rest "
        f"{REST} s later.",
    )
    path, administrator = setting.empty_store()
    with Server(setting, path, **UNLIMITED) as server:
        Client(server.port, administrator).ask("GET", PATH)
        time.sleep(1)
        before, files = pss(server.process.pid), descriptors(server.process.pid)
    keys, making = make(setting, path, count)
    closed, opened, grown, held, rested, kept, totals, starts = [], [], [], [], [], [], [], []
    for _ in range(setting.rounds):
        with Server(setting, path, **UNLIMITED) as server:
            pid = server.process.pid
            starts.append(server.start * 1000)
            Client(server.port, administrator).ask("GET", PATH)
            closed.append(ask(server.port, keys))
            opened.append(ask(server.port, keys))
            totals.append((pss(pid), rss(pid)))
            grown.append((totals[-1][0] - before) * 1024 / count)
            held.append((descriptors(pid) - files) / count)
            time.sleep(REST)
            rested.append((pss(pid) - before) * 1024 / count)
            kept.append((descriptors(pid) - files) / count)
    report.row(f"making {count}, each with its key and file", f"{spread(making)} ms each", f"{number(sum(making) / 1000)} s in all")
    report.row("start to first answer, with all of them closed", f"{spread(starts)} ms")
    ratios = [median(some) / median(others) for some, others in zip(closed, opened)]
    every, again = sum(closed, []), sum(opened, [])
    report.row(
        "first answer of a closed tenant: p50 / p99", f"{number(median(every))} / {number(percentile(every, 0.99))} ms",
        f"of an open one: {number(median(again))} / {number(percentile(again, 0.99))} ms", f"{spread(ratios)} ×",
        "p99 < 500 ms", percentile(every, 0.99) < 500,
    )
    shares, wholes = ([pair[place] for pair in totals] for place in (0, 1))
    report.row("PSS and RSS with all open", f"{number(median(shares))} and {number(median(wholes))} MB", f"with the first alone: {number(before)} MB PSS")
    report.row("PSS of each open tenant: asked just now / at rest", f"{spread(grown)} / {spread(rested)} KB", "", "", "≤ 1,024 KB at rest", median(rested) <= 1024)
    report.row("descriptors of each open tenant: asked just now / at rest", f"{number(median(held))} / {number(median(kept))}", "", "", "≤ 5 at rest", median(kept) <= 5)


def make(setting, path, count):
    """Their administrators' keys by name, and how long each took to make, in milliseconds."""
    keys, times = {}, []
    with Server(setting, path, **UNLIMITED):
        local = LocalClient(f"{path}/control.sock")
        for place in range(count):
            name, start = f"tenant-{place}", time.monotonic()
            local.headers = {}
            status, made = local.ask("POST", "/local/tenants", {"name": name})
            if status == 201:
                local.headers = {"X-Tenant-ID": name}
                status, made = local.ask("POST", "/api/v1/keys", {"name": "benchmark", "role": "administrator"})
            times.append((time.monotonic() - start) * 1000)
            if status != 201:
                raise RuntimeError(f"making {name}: {status} {made}")
            keys[name] = made["key"]
    return keys, times


def ask(port, keys):
    """Milliseconds to the answer of each tenant, over one kept connection."""
    client, times = Client(port), []
    for name, key in keys.items():
        client.headers = {"X-API-Key": key, "X-Tenant-ID": name}
        start = time.monotonic()
        status, answer = client.ask("GET", PATH)
        times.append((time.monotonic() - start) * 1000)
        if status != 200:
            raise RuntimeError(f"{name}: {status} {answer}")
    return times
