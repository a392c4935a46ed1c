"""FairKit's plainest route beside Hummingbird's empty one."""

import re
import signal
import subprocess

from .report import spread
from .server import Server, free_port, wait


def measure(setting, report):
    report.part("A plain HTTP route", "Requests a second over 32 kept connections (wrk, one thread), in turns.")
    fresh, _ = setting.empty_store()
    port = free_port()
    empty = subprocess.Popen([setting.benchmarks, "empty-route", "--port", str(port)], stderr=subprocess.DEVNULL)
    try:
        wait(port, "/", empty)
        with Server(setting, fresh) as server:
            ours, theirs = [], []
            for round in range(setting.rounds):
                turns = [(ours, f"{server.port}/health/live"), (theirs, f"{port}/")]
                for rates, address in turns if round % 2 == 0 else reversed(turns):
                    rates.append(load(address, 1 if setting.quick else 3))
    finally:
        empty.send_signal(signal.SIGTERM)
        empty.wait()
    ratio = [one / other for one, other in zip(ours, theirs)]
    report.row("GET /health/live", spread(ours), f"Hummingbird's empty route: {spread(theirs)}", f"{spread(ratio)} ×")


def load(address, seconds, connections=32, header="Accept: */*"):
    """Answers a second, all of them 2xx."""
    done = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "-H", header, f"http://127.0.0.1:{address}"], stdout=subprocess.PIPE, text=True, check=True
    )
    if "Non-2xx" in done.stdout or "Socket errors" in done.stdout:
        raise RuntimeError(f"not every request was answered with 2xx:\n{done.stdout}")
    return float(re.search(r"Requests/sec:\s*([\d.]+)", done.stdout).group(1))
