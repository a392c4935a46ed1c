"""Start to first answer, and memory, of the real binary on the real stores."""

import time

from .mix import Keys, send
from .report import number, spread
from .server import Server, reset


def measure(setting, report):
    report.part(
        "Start and memory of the release binary",
        "From the start of the process to the first 200 of /health/ready. Memory is PSS: the server's, and that of each zygote with its idle worker.",
    )
    sizes = {"an empty store": setting.empty_store()[0]} | {
        f"{size:,} results": setting.store(size) for size in (setting.medium, setting.large)
    }
    _starts(setting, report, sizes)
    _memory(setting, report, sizes)


def _starts(setting, report, sizes):
    times = {name: {"warm": [], "cold": []} for name in sizes}
    for _ in range(setting.rounds + 2):
        for name, path in sizes.items():
            for state in ("cold", "warm"):
                if state == "cold":
                    reset(path)
                with Server(setting, path) as server:
                    times[name][state].append(server.start * 1000)
    names = list(sizes)
    for state in ("warm", "cold"):
        base = times[names[0]][state]
        for name in names[1:]:
            goal = {}
            if name == names[-1]:
                worst = max(times[name][state])
                goal = dict(goal="< 300 ms", met=worst < 300)
            report.row(
                f"start to first answer, {name}, {state} file", f"{spread(times[name][state])} ms",
                f"{names[0]}: {spread(base)} ms", "", **goal,
            )


def _memory(setting, report, sizes):
    photo = open("images/kit-01.jpg", "rb").read()
    count = 2_000 if setting.quick else 10_000
    for size, (name, path) in zip((setting.medium, setting.large), list(sizes.items())[1:]):
        patient = setting.run("patient", "--results", size)
        keys = Keys(setting, path, patient[0]["id"])
        with Server(setting, path) as server:
            time.sleep(1)  # until the workers wait for their first photo
            before, idle = server.memory()
            outcomes = send(count, server.port, keys, photo)
            failed = {what: times for what, times in outcomes.items() if not what.split()[1].startswith("2")}
            if failed:
                print(f"  not every request was answered with 2xx: {failed}")
            after, workers = server.memory()
        goal = {}
        if name == list(sizes)[-1]:
            goal = dict(goal="< 100 MB", met=after + sum(workers) < 100)
        report.row(
            f"PSS at {name}, after {count:,} requests", f"{number(after)} MB and {len(workers)} workers {number(sum(workers))} MB",
            f"after the start: {number(before)} and {number(sum(idle))} MB", "", **goal,
        )
