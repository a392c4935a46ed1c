"""Drives the built `fairkit` as its users do: by commands, over HTTP, and through the files it leaves."""

import base64
import concurrent.futures
import contextlib
import datetime
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import ssl
import subprocess
import tempfile
import threading
import time

import httpx
import sqlcipher3
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

import databases
from shims import shim

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("FAIRKIT_BINARY", str(REPOSITORY / ".build/release/fairkit"))
IMAGES = REPOSITORY / "images"
# No kit was issued later, which would make a test before it a mistake.
TODAY = datetime.datetime.now(datetime.UTC).date().isoformat()
# A time that is still to come, for as long as the tests run.
SOON = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=2)).strftime("%Y-%m-%dT%H:%M:%SZ")
# Most clients speak plain HTTP; httpx would read all certificates of the system for each of them, which takes 40 ms.
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def command(*arguments, status=0, typed=None, **environment):
    """Runs one `fairkit` command to its end, and asserts its exit status."""
    done = subprocess.run([BINARY, *map(str, arguments)], env=surroundings(environment, arguments), input=typed, capture_output=True, text=True, timeout=120)
    assert done.returncode == status, f"exit {done.returncode}\nstdout: {done.stdout[-2000:]}\nstderr: {done.stderr[-2000:]}"
    return done


def api(store, *words, status=0, **more):
    """Sends a request by `fairkit api`, and answers the JSON."""
    said = command("api", *words, "--data", getattr(store, "path", store), status=status, **more).stdout
    return json.loads(said) if said.strip() else None


def surroundings(more, line=()):
    """Nothing of the caller's FAIRKIT_… settings reaches the program under test; of the tests, the database of the data directory that its words name.
    Passwords cost it little, unless REAL_SCRYPT is set."""
    settings = databases.setting(line, more) | more
    settings["LD_PRELOAD"] = ":".join(str(library) for library in (settings.get("LD_PRELOAD"), shim("cheap_scrypt")) if library)
    return {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **{name: str(text) for name, text in settings.items()}}


def opened(path):
    """Lets every user through to a path: the folders that pytest makes are their owner's alone."""
    for folder in path.parents:
        if pathlib.Path(tempfile.gettempdir()) in folder.parents:
            folder.chmod(folder.stat().st_mode | 0o011)


def words(value):
    """The words and numbers of a value's text. A random id may have any digits in it, and is no such word."""
    return re.findall(r"\w+", str(value))


def problem(response, status, code):
    """Asserts that a response is this problem, and answers its body."""
    kind = response.headers.get("content-type", "").split(";")[0]
    assert (response.status_code, kind) == (status, "application/problem+json"), response.text
    body = response.json()
    assert body["code"] == code and body["status"] == status and body["title"] and body["detail"] and body["type"], body
    assert re.fullmatch("[0-9a-f]{17,32}", body["requestId"]), body
    return body


def said(response):
    """What an answer says, without the request's own number, which problems have."""
    return re.sub(r'"requestId":"[0-9a-f]+"', "", response.text)


def at_once(*works):
    """Runs functions at the same time, each in a thread, and answers what they returned; the first error is raised here."""
    answers, errors = [None] * len(works), []

    def run(place, work):
        try:
            answers[place] = work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    if errors:
        raise errors[0]
    return answers


def until(condition, seconds=30):
    """Waits until a condition holds, and returns what it says."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)
    return found


def later(work):
    """Runs a function in a thread of its own; the future that this answers knows its result, or its error."""
    future = concurrent.futures.Future()

    def run():
        try:
            future.set_result(work())
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future


class Store:
    """A data directory."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.database = self.path / "tenants/default/health.db"
        self.wrapped = self.path / "tenants/default/key.json"
        self.master = self.path / "master.key"
        self.launcher = []  # what starts the server: words before its own

    def key(self, role, name, *more):
        """Makes an API key; the answer has `id`, `key`, `role`."""
        return json.loads(command("key", "create", "--data", self.path, "--role", role, "--name", name, "--json", *more).stdout)

    def serve(self, *arguments, status=None, **environment):
        """Starts a server; with a status, runs `serve` until that exit instead, and returns its output."""
        if status is not None:
            return command("serve", "--data", self.path, "--port", 0, *arguments, status=status, **environment)
        return Server(self, arguments, environment)

    def fingerprint(self):
        """Every file except the lock, with its mode and content."""
        files = sorted(path for path in self.path.rglob("*") if path.is_file() and path.name != "lock")
        return {str(path.relative_to(self.path)): (path.stat().st_mode, hashlib.sha256(path.read_bytes()).hexdigest()) for path in files}

    def key_file(self, folder="default"):
        """What key.json says of a tenant, of which a database has a row. The folder of all but the first tenant is their id."""
        return json.loads(databases.key_file(self.path, folder) if databases.IN_USE else (self.path / "tenants" / folder / "key.json").read_text())

    def unwrapped(self, folder="default"):
        """The 48 bytes of a tenant's key, taken out of key.json as its description says."""
        return self.unwrap(self.key_file(folder))

    def unwrap(self, wrapped):
        """Opens what a key.json says with the master key."""
        opener = AESGCM(bytes.fromhex(self.master.read_text().strip()))
        nonce, sealed = (base64.b64decode(wrapped[name], validate=True) for name in ("nonce", "wrapped"))
        return opener.decrypt(nonce, sealed, f"fairkit/tenant-key/v{wrapped['version']}/{wrapped['tenant']}".encode())

    def witness(self):
        """Opens a copy of the stopped (or killed) store with another SQLCipher, or its schema with another client of PostgreSQL."""
        if databases.IN_USE:
            return databases.witness(self.path)
        folder = tempfile.mkdtemp(dir=self.path.parent)
        for file in self.database.parent.glob("health.db*"):
            shutil.copy(file, folder)
        return unlocked(pathlib.Path(folder) / "health.db", self.unwrapped())

    def tamper(self, *statements):
        """Changes rows of the store while no server runs, as an attacker with its key or with the database; answers how many each changed."""
        connection = databases.witness(self.path) if databases.IN_USE else unlocked(self.database, self.unwrapped())
        counts = [connection.execute(statement).rowcount for statement in statements]
        connection.commit()
        connection.close()
        return counts


def tables(witness):
    """The names of the tables that a witness sees."""
    query = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()" if databases.IN_USE else "SELECT name FROM sqlite_master WHERE type = 'table'"
    return [name for (name,) in witness.execute(query)]


def assert_whole(witness):
    """Asserts that the structure of a file is whole. A database sees to its own."""
    if not databases.IN_USE:
        # A checkpoint that a kill ended leaves holes in the file, of pages that are in the log. The first check reads the file alone.
        assert witness.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall() == [(0, 0, 0)]
        for pragma, sound in (("cipher_integrity_check", []), ("integrity_check", [("ok",)]), ("foreign_key_check", [])):
            assert witness.execute(f"PRAGMA {pragma}").fetchall() == sound, pragma


def unlocked(path, key):
    """A connection of PyPI's sqlcipher3 to an encrypted file."""
    connection = sqlcipher3.connect(str(path))
    connection.execute(f"PRAGMA key = \"x'{key.hex()}'\"")
    connection.execute("PRAGMA cipher_compatibility = 3")
    connection.execute("PRAGMA cipher_page_size = 4096")
    return connection


class Server:
    """A running `fairkit serve`."""

    def __init__(self, store, arguments, environment):
        self.log_file = store.path.parent / f"{store.path.name}-{time.monotonic_ns()}.log"
        line = [*store.launcher, BINARY, "serve", "--data", str(store.path), "--port", "0", *map(str, arguments)]
        with open(self.log_file, "wb") as log:
            self.process = subprocess.Popen(line, env=surroundings(environment, line), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.address = self._address()
        self.socket = store.path / "control.sock"
        # The socket for commands gets its name a moment after the port is open; where it can't be made, there is none to wait for.
        deadline = time.monotonic() + 2
        while not (store.path / "control.sock").exists() and self.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)

    def _address(self):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.process.poll() is None:
            if found := re.search(r"address=(?:127\.0\.0\.1|0\.0\.0\.0):([1-9]\d*)", self.log):
                return f"127.0.0.1:{found[1]}"
            time.sleep(0.01)
        status = self.process.poll()
        self.process.kill()
        raise AssertionError(f"the server did not start, exit {status}:\n{self.log}")

    @property
    def log(self):
        return self.log_file.read_text()

    @property
    def pid(self):
        return self.process.pid

    def client(self, key=None):
        return Client(self.address, key, self.socket)

    def stop(self, with_signal=signal.SIGTERM, within=20):
        """Ends it and answers the exit status."""
        self.process.send_signal(with_signal)
        return self.process.wait(within)

    def zygotes(self):
        """The process ids of its children, which the workers are forked from."""
        return children(self.pid)

    def workers(self):
        """The process ids of the workers that wait or work."""
        return sorted(worker for zygote in self.zygotes() for worker in children(zygote))


def children(pid):
    with contextlib.suppress(OSError):
        return sorted(int(child) for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split())
    return []


class Client(httpx.Client):
    """A client with an API key."""

    def __init__(self, address, key=None, socket=None):
        super().__init__(base_url=f"http://{address}", headers={"X-API-Key": key} if key else {}, verify=PLAIN, timeout=30)
        self.socket = socket

    def request(self, method, path, **content):
        """A key alone decides nothing about alerts: what it is refused, the operator does at the server's socket."""
        response = super().request(method, path, **content)
        if self.socket is None or response.status_code != 403 or "an API key alone is not enough" not in response.text:
            return response
        named = {name: self.headers[name] for name in ("X-Tenant-ID",) if name in self.headers}
        with httpx.Client(transport=httpx.HTTPTransport(uds=str(self.socket), verify=PLAIN), base_url="http://localhost", headers=named, timeout=30) as operator:
            return operator.request(method, path, **content)

    def ask(self, status, method, path, **content):
        """Sends, asserts the status, answers the body."""
        response = self.request(method, path, **content)
        assert response.status_code == status, f"{method} {path}: {response.status_code} {response.text}"
        return response.json()

    def register(self, barcode=None, photo=None, profile=None, status=201):
        fields = {name: text for name, text in (("barcode", barcode), ("profileId", profile)) if text}
        if photo is None:
            return self.ask(status, "POST", "/api/v1/test-kits/register", json=fields)
        return self.ask(status, "POST", "/api/v1/test-kits/register", data=fields, files={"photo": ("kit.jpg", photo, "image/jpeg")})

    def scan(self, photo):
        return self.post("/api/v1/test-kits/scan", files={"photo": ("kit", photo, "application/octet-stream")})

    def result(self, code, value=150, unit="mg/dL", status=201, **more):
        """Posts a result; the reference is the kit's code turned round, unless given."""
        body = {"reference": f"LAB-{code[7:17]}", "kitCode": code, "testDate": TODAY, "level": {"value": value, "unit": unit}, **more}
        return self.ask(status, "POST", "/api/v1/results", json=body)

    def everything(self, path, **filters):
        """The items of all pages of a list."""
        items, page = [], {"nextCursor": None}
        while "nextCursor" in page:
            page = self.ask(200, "GET", path, params={"limit": 100, **filters, **({"cursor": page["nextCursor"]} if items else {})})
            items += page["items"]
        return items

    def claim(self, limit=1, **more):
        return self.ask(200, "POST", "/api/v1/alert-groups/default/claim", json={"limit": limit, **more})["items"]

    def ack(self, token):
        return self.post("/api/v1/alert-groups/default/ack", json={"token": token})

    def extend(self, token, **more):
        return self.post("/api/v1/alert-groups/default/extend", json={"token": token, **more})

    def release(self, token, **more):
        return self.post("/api/v1/alert-groups/default/release", json={"token": token, **more})

    def issue(self, *codes, **more):
        """Issues kits by their codes, or as many as `count` says; answers the items."""
        return self.ask(200, "POST", "/api/v1/test-kits", json={**({"codes": codes} if codes else {}), **more})["items"]

    def kit(self, id, status=200):
        return self.ask(status, "GET", f"/api/v1/test-kits/{id}")

    def report(self, id, status, **more):
        """Reports a step of a kit."""
        return self.post(f"/api/v1/test-kits/{id}/status", json={"status": status, **more})

    def change(self, profile, patch, version=1):
        """Sends a merge patch for a version of a profile."""
        headers = {"content-type": "application/merge-patch+json", "if-match": f'"{version}"'}
        return self.patch(f"/api/v1/profiles/{profile}", content=json.dumps(patch), headers=headers)
