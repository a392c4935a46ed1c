"""What one tenant's clients do to a server so that it serves no other: each a flood that goes on for as long as it is entered."""

import contextlib
import os
import resource
import select
import socket
import subprocess
import sys
import tempfile
import threading

NICE = 19


class Flooded:
    """What floods are aimed at: a server, and the credentials of the tenant that floods."""

    def __init__(self, port, keys, token, codes, photo):
        self.port = port
        # API keys by role.
        self.keys = keys
        # A clinician's access token.
        self.token = token
        # Kits that results can be of.
        self.codes = codes
        self.photo = photo


@contextlib.contextmanager
def wrk(flooded, path, connections, *headers, script=None):
    """Requests over kept connections as fast as they are answered. The client gives way to all others, so that what it takes of the cores is not counted against the server."""
    arguments = ["nice", "-n", str(NICE), "wrk", "-t1", f"-c{connections}", "-d600s", "--timeout", "60s"]
    for header in headers:
        arguments += ["-H", header]
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as file:
        if script:
            file.write(script)
            file.flush()
            arguments += ["-s", file.name]
        process = subprocess.Popen([*arguments, f"http://127.0.0.1:{flooded.port}{path}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield
        finally:
            process.kill()
            process.wait()


def lists(flooded):
    """Full pages of results."""
    return wrk(flooded, "/api/v1/results?limit=100", 16, f"X-API-Key: {flooded.keys['laboratory']}")


def peeks(flooded):
    """A clinician who looks at what waits, and has nobody in care."""
    return wrk(flooded, "/api/v1/alert-groups/default/waiting?limit=100", 20, f"Authorization: Bearer {flooded.token}")


def sign_ins(flooded):
    """Strangers from addresses without number, each with a wrong password for an account of its own."""
    return wrk(
        flooded, "/api/v1/auth/login", 16, "Content-Type: application/json",
        script="""
            local count = 0
            request = function()
                count = count + 1
                local address = string.format("10.%d.%d.%d", math.floor(count / 65536) % 256, math.floor(count / 256) % 256, count % 256)
                local body = string.format('{"email":"stranger.%d@example.org","password":"seven herons wade slowly"}', count)
                return wrk.format("POST", nil, {["Content-Type"] = "application/json", ["X-Forwarded-For"] = address}, body)
            end
        """,
    )


def uploads(flooded):
    """Photos in which no kit is found, which takes longest."""
    name = f"{tempfile.gettempdir()}/flood-{os.getpid()}.photo"
    with open(name, "wb") as file:
        file.write(b'--b\r\nContent-Disposition: form-data; name="photo"; filename="p"\r\n\r\n' + flooded.photo + b"\r\n--b--\r\n")
    return wrk(
        flooded, "/api/v1/test-kits/scan", 40, f"X-API-Key: {flooded.keys['clinician']}",
        script=f"""
            wrk.method = "POST"
            wrk.headers["Content-Type"] = "multipart/form-data; boundary=b"
            local file = io.open("{name}", "rb")
            wrk.body = file:read("*a")
            file:close()
        """,
    )


@contextlib.contextmanager
def held_open(port, count, request=b"", again=False):
    """Connections that send this, or send it again and again, and read no answer, from 64 addresses; those that the server closes are opened again."""
    allow_descriptors()
    stop = threading.Event()

    def hold():
        lines = {}
        while not stop.is_set():
            while len(lines) < count and not stop.is_set():
                line = connect(port, len(lines))
                if line is None:
                    break
                with contextlib.suppress(OSError):
                    line.send(request)
                lines[line.fileno()] = line
            for line in lines.values() if again else ():
                send_all_that_fits(line, request)
            stop.wait(0.2)
            poll = select.poll()
            for number in lines:
                poll.register(number, select.POLLHUP | select.POLLERR | select.POLLRDHUP)
            for number, _ in poll.poll(0):
                lines.pop(number).close()
        for line in lines.values():
            line.close()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def connect(port, place):
    """A connection from one of 64 addresses of this machine; None: there is none to be had now."""
    line = socket.socket()
    try:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.bind((f"127.1.0.{1 + place % 64}", 0))
        line.settimeout(1)
        line.connect(("127.0.0.1", port))
        line.setblocking(False)
        return line
    except OSError:
        line.close()
        return None


def send_all_that_fits(line, request):
    """Until the server, and the kernel's buffers, take no more."""
    with contextlib.suppress(OSError):
        while line.send(request) == len(request):
            pass


def idle(flooded):
    """Connections that send nothing."""
    return apart(flooded.port, 2_000)


def unread(flooded):
    """Connections that ask for the documents again and again and read none."""
    return apart(flooded.port, 500, b"GET /docs HTTP/1.1\r\nHost: flood\r\n\r\n" * 10, again=True)


@contextlib.contextmanager
def streams(flooded):
    """Streams of alerts that are not read, beside eight connections that post critical results."""
    ask = f"GET /api/v1/alerts/stream HTTP/1.1\r\nHost: flood\r\nX-API-Key: {flooded.keys['consumer']}\r\n\r\n".encode()
    with apart(flooded.port, 500, ask), wrk(
        flooded, "/api/v1/results", 8, f"X-API-Key: {flooded.keys['laboratory']}", "Content-Type: application/json",
        script="""
            wrk.method = "POST"
            local count, run = 0, os.time()
            local codes = {CODES}
            request = function()
                count = count + 1
                return wrk.format("POST", nil, nil, string.format(
                    '{"reference":"F-%d-%d","kitCode":"%s","testDate":"%s","level":{"value":820,"unit":"mg/dL"}}',
                    run, count, codes[count % #codes + 1], os.date("!%Y-%m-%d")))
            end
        """.replace("CODES", ", ".join(f'"{code}"' for code in flooded.codes)),
    ):
        yield


@contextlib.contextmanager
def apart(port, count, request=b"", again=False):
    """`held_open` in a process of its own, which gives way to all others."""
    process = subprocess.Popen(
        ["nice", "-n", str(NICE), sys.executable, "-m", "measure.floods", str(port), str(count), str(int(again))], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        cwd=os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
    )
    try:
        process.stdin.write(len(request).to_bytes(4, "big") + request)
        process.stdin.flush()
        yield
    finally:
        process.stdin.close()
        process.wait(timeout=60)


def allow_descriptors():
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def main():
    port, count, again = map(int, sys.argv[1:])
    size = int.from_bytes(sys.stdin.buffer.read(4), "big")
    with held_open(port, count, sys.stdin.buffer.read(size), bool(again)):
        sys.stdin.buffer.read()


if __name__ == "__main__":
    main()
