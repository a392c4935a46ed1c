"""Signing in by e-mail and password: how many a second, and what they take of memory, beside the bare hash."""

import hashlib
import os
import threading
import time

from .launch import LaunchDay, People
from .people import PASSWORD, Person
from .report import number, percentile, spread
from .server import Client, Server, forget_peak, pss, rss

# Of Sources/KeyRing/PasswordHash.swift.
SCRYPT = dict(n=2**16, r=8, p=2, maxmem=256 << 20)


def measure(setting, report):
    report.part(
        "Signing in",
        "POST /api/v1/auth/login by patients, right each time, by one again and again and by 8 at once; scrypt (N 2^16, r 8, p 2, 64 MB) alone is Python's, which is OpenSSL's as FairKit's "
        "is, on one thread, in turn with it. FairKit hashes on two threads here, which give way to all others (nice 10, and scrypt alone, too). Memory is the server's: RSS at its "
        "peak, and RSS and PSS two seconds after each turn, the highest of all turns.",
    )
    path, administrator = setting.empty_store()
    count = 4 if setting.quick else 16
    bare, rates, memory = [], {1: [], 8: []}, {1: [], 8: []}
    with Server(setting, path, FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ADDRESS="off") as server:
        pid = server.process.pid
        people = [patient(setting, path, server.port, administrator) for _ in range(8)]
        before = rss(pid), pss(pid)
        for _ in range(setting.rounds):
            bare.append(hashes(count))
            for at_once in (1, 8):
                forget_peak(pid)
                rates[at_once].append(logins(server.port, people[:at_once], count))
                peak = rss(pid, peak=True)
                time.sleep(2)
                memory[at_once].append((peak, rss(pid), pss(pid)))
    reference = f"scrypt alone: {spread(bare)}"
    for at_once, name in ((1, "one after another"), (8, "by 8 at once")):
        ratios = [one / other for one, other in zip(rates[at_once], bare)]
        goal = dict(goal="≥ 0.8 × scrypt", met=sorted(ratios)[len(ratios) // 2] >= 0.8)
        report.row(f"sign-ins a second, {name}", spread(rates[at_once]), reference, f"{spread(ratios)} ×", **goal)
    for at_once, name in ((1, "one after another"), (8, "by 8 at once")):
        peak, settled, share = (max(values) for values in zip(*memory[at_once]))
        report.row(
            f"RSS at its peak, {name}", f"{number(peak)} MB", f"before any: {number(before[0])} MB", f"+{number(peak - before[0])} MB",
            "< 150 MB more", peak - before[0] < 150,
        )
        report.row(f"RSS and PSS two seconds later, {name}", f"{number(settled)} and {number(share)} MB", f"before any: {number(before[0])} and {number(before[1])} MB")
    launch_day(setting, report)


def launch_day(setting, report):
    """R4.14: people at known places are let in, each at the first try, whatever strangers do."""
    count, seconds, strangers = (100, 30, 50) if setting.quick else (2000, 600, 100)
    report.part(
        "Signing in on a launch day",
        f"{count:,} people sign in within {seconds} seconds, each once and at a moment of their own, from the place where they made their account, while {strangers} strangers a second try wrong passwords "
        "from other places, every other one for one of the people. Each request is a connection of its own. The wait is that of the people, from connecting to the answer; memory is the server's RSS at its peak.",
    )
    path, administrator = setting.empty_store()
    with Server(setting, path, FAIRKIT_BEHIND_PROXY="local", FAIRKIT_RATE_KEY="off") as server:
        pid = server.process.pid
        people = People(server.port, path, administrator, count)
        before = rss(pid)
        forget_peak(pid)
        day = LaunchDay(server.port, people, seconds, strangers).run()
        peak = rss(pid, peak=True)
    inside = day.answers["200"]
    others = "".join(f", {name} {times:,}" for name, times in day.answers.most_common() if name != "200")
    report.row("people let in at the first try", f"{inside:,}", f"of {count:,}{others}", goal="all", met=inside == count)
    if day.waits:
        report.row("what they waited, p50 and p99", " and ".join(f"{number(percentile(day.waits, share))} s" for share in (0.5, 0.99)))
    report.row("strangers", f"{sum(day.refusals.values()):,}", ", ".join(f"{name} {times:,}" for name, times in day.refusals.most_common()))
    report.row("RSS at its peak, on a launch day", f"{number(peak)} MB", f"before: {number(before)} MB", goal="≤ 300 MB", met=peak <= 300)


def hashes(count):
    """Bare hashes a second, in a thread that gives way to all others, as FairKit's does."""
    taken = []

    def work():
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)
        start = time.monotonic()
        for _ in range(count):
            hashlib.scrypt(PASSWORD.encode(), salt=os.urandom(16), dklen=32, **SCRYPT)
        taken.append(time.monotonic() - start)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return count / taken[0]


def patient(setting, path, port, administrator):
    profile = {"name": {"given": "Amina", "family": "Odhiambo"}, "birthDate": "1980-02-29"}
    status, made = Client(port, administrator).ask("POST", "/api/v1/profiles", profile)
    if status != 201:
        raise RuntimeError(f"a profile could not be made: {status} {made}")
    return Person(setting, path, port, "patient", "--profile", made["id"])


def logins(port, people, count):
    """Sign-ins a second, of all these people at once, who have a connection each."""
    failed, each = [], max(count // len(people), 1)

    def work(person):
        try:
            person.client = Client(port)
            for _ in range(each):
                person.login()
        except (OSError, RuntimeError) as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(person,)) for person in people]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    return each * len(people) / (time.monotonic() - start)
