"""The real server as a process, and what is asked of it."""

import contextlib
import glob
import http.client
import json
import os
import signal
import socket
import subprocess
import time


class Server:
    """`fairkit serve` on a store, from its start to its end."""

    def __init__(self, setting, path, **settings):
        self.port = free_port()
        start = time.monotonic()
        self.process = subprocess.Popen(
            [setting.fairkit, "serve", "--data", path, "--port", str(self.port)],
            env=dict(setting.environment(), **settings), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        wait(self.port, "/health/ready", self.process)
        self.start = time.monotonic() - start

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)

    def memory(self):
        """Proportional set size in MB, of the server and of each zygote with its idle worker."""
        return pss(self.process.pid), [pss(zygote) + sum(pss(worker) for worker in children(zygote)) for zygote in children(self.process.pid)]


class Client:
    """One kept connection with one key, or without."""

    def __init__(self, port, key=None):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.headers = {"X-API-Key": key} if key else {}

    def ask(self, method, path, body=None, content_type="application/json"):
        """(status, JSON or None)"""
        headers = dict(self.headers)
        if body is not None:
            headers["Content-Type"] = content_type
        data = body if isinstance(body, (bytes, type(None))) else json.dumps(body).encode()
        self.connection.request(method, path, data, headers)
        response = self.connection.getresponse()
        text = response.read()
        return response.status, json.loads(text) if text else None

    def scan(self, photo):
        """(status, JSON) of a photo."""
        body = b'--b\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\n\r\n' + photo + b"\r\n--b--\r\n"
        return self.ask("POST", "/api/v1/test-kits/scan", body, "multipart/form-data; boundary=b")


class LocalClient(Client):
    """What a command is: trusted, by the socket in the data directory."""

    def __init__(self, path):
        super().__init__(0)
        self.connection.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.connection.sock.connect(path)


def pss(pid):
    """Proportional set size in MB."""
    return _megabytes(f"/proc/{pid}/smaps_rollup", "Pss:")


def rss(pid, peak=False):
    """Resident set size in MB, now or at its highest since `forget_peak`."""
    return _megabytes(f"/proc/{pid}/status", "VmHWM:" if peak else "VmRSS:")


def forget_peak(pid):
    with open(f"/proc/{pid}/clear_refs", "w") as file:
        file.write("5")


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def _megabytes(path, name):
    try:
        with open(path) as file:
            return sum(int(line.split()[1]) for line in file if line.startswith(name)) / 1024
    except (FileNotFoundError, ProcessLookupError):
        return 0


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def children(pid):
    """The process ids of those that it has started."""
    found = []
    for path in glob.glob(f"/proc/{pid}/task/*/children"):
        # A thread may end meanwhile.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(path) as file:
            found += file.read().split()
    return found


def descendants(pid):
    """The process ids of those that it has started, and of those that these have."""
    found = []
    for child in children(pid):
        found += [int(child), *descendants(child)]
    return found


def cpu(pid):
    """CPU seconds of a process and its descendants, and of those of them that have ended and were waited for."""
    ticks = 0
    for process in [pid, *descendants(pid)]:
        with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{process}/stat") as file:
            # utime, stime, cutime and cstime, after a name that may have spaces in it.
            ticks += sum(map(int, file.read().rpartition(")")[2].split()[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def wait(port, path, process):
    """Until a GET is answered with 200."""
    while process.poll() is None:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", path)
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.001)
    raise RuntimeError(f"the server ended with status {process.returncode}")


def reset(path):
    """Nothing of the file in the page cache, as after a boot."""
    for name in glob.glob(f"{path}/tenants/default/health.db*"):
        descriptor = os.open(name, os.O_RDONLY)
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)
