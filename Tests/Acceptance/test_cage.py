"""Sandboxed worker processes read photos: they reach nothing, have few resources, and can be lost."""

import contextlib
import os
import pathlib
import platform
import random
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import zlib

import pytest

from fairkit import BINARY, IMAGES, at_once, command, opened, problem, surroundings
from kits import kit_code, photo
from trials import rows
from wire import head, memory_holds, proc

REGISTER = "/api/v1/test-kits/register"


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, data=b""):
    """A tiny PNG that declares a size."""
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def jpeg(width, height):
    """The head of a JPEG that declares a size, and no picture."""
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"
    return b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" + frame + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00" + bytes(64) + b"\xff\xd9"


ENVIRONMENT = b"GLIBC_TUNABLES=glibc.malloc.hugetlb=1\0"
ADDRESS_SPACE = 512 * 1024 * 1024  # the last limit that a worker sets


def workers(world):
    """The process ids of the workers, once there is one a core; one that was just started needs a moment to cage itself."""
    some = len(os.sched_getaffinity(0))
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        found = world.server.workers()
        with contextlib.suppress(OSError):
            if len(found) >= some and all(str(ADDRESS_SPACE) in proc(worker, "limits").read_text() for worker in found):
                return found
        time.sleep(0.02)
    raise AssertionError(f"of the workers {found} there are too few, or some are without their cage")


def test_a_worker_has_nothing_to_reach(world):
    for worker in workers(world):
        assert proc(worker, "environ").read_bytes() == ENVIRONMENT
        targets = {link.name: os.readlink(link) for link in proc(worker, "fd").iterdir()}
        assert set(targets) == {"0", "1", "2"}, targets
        assert targets["0"].startswith("socket:") and targets["1"] == targets["0"] and targets["2"] == "/dev/null", targets


def test_a_zygote_has_nothing_to_reach_and_one_thread(world):
    """What is forked has to have one thread: the locks of the others would never be opened."""
    workers(world)
    for zygote in world.server.zygotes():
        assert proc(zygote, "environ").read_bytes() == ENVIRONMENT
        targets = {link.name: os.readlink(link) for link in proc(zygote, "fd").iterdir()}
        assert set(targets) == {"0", "1", "2"} and targets["0"].startswith("socket:"), targets
        assert targets["1"] == targets["2"] == "/dev/null"
        assert len(list(proc(zygote, "task").iterdir())) == 1
        assert "NoNewPrivs:\t1" in proc(zygote, "status").read_text()


def test_each_picture_has_a_worker_of_its_own(fresh):
    picture, seen = photo(kit_code()), set(workers(fresh))
    zygotes, each = fresh.server.zygotes(), len(seen)
    for _ in range(5):
        before = set(workers(fresh))
        assert fresh.patient.scan(picture).status_code == 200
        after = set(eventually(lambda: fresh.server.workers(), lambda now: len(now) == each and set(now) != before))
        assert len(after - before) == 1 and not (after - before) & seen, "one that has read a picture waits for another"
        seen |= after
    assert fresh.server.zygotes() == zygotes, "workers that did their work cost no zygote"


def eventually(look, fits):
    """What is seen once it fits, or after some seconds."""
    deadline = time.monotonic() + 5
    while not fits(seen := look()) and time.monotonic() < deadline:
        time.sleep(0.01)
    return seen


def test_a_zygote_whose_worker_has_failed_is_not_used_again(fresh):
    """The next worker would have the same address layout, about which a hostile picture may have learned."""
    for worker in workers(fresh):
        os.kill(worker, signal.SIGSEGV)
    before, code = fresh.server.zygotes(), kit_code()
    answers = [fresh.patient.scan(photo(code)).json()["codes"] for _ in range(2 * len(before))]
    assert answers == [[code]] * len(answers), "a picture that no worker has seen goes to the next"
    workers(fresh)
    assert not set(before) & set(fresh.server.zygotes())


def test_zygotes_that_die_take_their_workers_along_and_cost_no_picture(fresh):
    old, code = workers(fresh), kit_code()
    for zygote in fresh.server.zygotes():
        os.kill(zygote, signal.SIGKILL)
    assert not eventually(lambda: [worker for worker in old if alive(worker)], lambda left: not left)
    answers = [fresh.patient.scan(photo(code)).json()["codes"] for _ in range(2 * len(old))]
    assert answers == [[code]] * len(answers)


def test_a_worker_has_little_to_use(world):
    for worker in workers(world):
        limits = {line[:26].strip(): line[26:].split()[:2] for line in proc(worker, "limits").read_text().splitlines()[1:]}
        assert limits["Max address space"] == [str(ADDRESS_SPACE)] * 2
        assert limits["Max cpu time"][0] == "3" and int(limits["Max cpu time"][1]) <= 4
        assert limits["Max core file size"] == ["0", "0"]
        status = proc(worker, "status").read_text()
        assert "NoNewPrivs:\t1" in status and "Seccomp:\t2" in status


def test_the_workers_hold_no_secret(world):
    """Neither arguments nor memory of a worker show a key of the store; the server's own memory does, when it is looked through alike."""
    secrets = [world.store.master.read_text().strip().encode(), bytes.fromhex(world.store.master.read_text().strip()), world.store.unwrapped()[:32]]
    assert memory_holds(world.server.pid, secrets)
    for worker in workers(world):
        assert not any(secret in proc(worker, "cmdline").read_bytes() for secret in secrets)
        assert not memory_holds(worker, secrets)


PICTURES = {
    "a bomb": (png(60_000, 60_000), 422, "too-many-pixels"),
    "a narrow bomb": (png(1_000_000, 61), 422, "too-many-pixels"),
    "a JPEG of 61 megapixels": (jpeg(9_000, 6_800), 422, "too-many-pixels"),
    "a JPEG of no width": (jpeg(0, 6_800), 422, "photo-damaged"),
    "garbage after the JPEG magic": (b"\xff\xd8\xff\xe0" + os.urandom(5000), 422, "photo-damaged"),
    "garbage after the PNG magic": (b"\x89PNG\r\n\x1a\n" + os.urandom(5000), 422, "photo-damaged"),
    "a PNG that ends early": (png(800, 600, bytes(1000)), 422, "photo-damaged"),
    "a JPEG's first bytes": (photo("FU-KIT-2025110701-X")[:300], 422, "photo-damaged"),
    "no picture": (b"MZ" + bytes(600), 415, "unsupported-media-type"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_each_bad_picture_gets_a_clear_answer(world, name):
    bytes, status, code = PICTURES[name]
    started = time.monotonic()
    problem(world.patient.scan(bytes), status, code)
    problem(world.patient.post(REGISTER, files={"photo": ("a.jpg", bytes)}), status, code)
    assert time.monotonic() - started < 8
    good = kit_code()
    assert world.patient.scan(photo(good)).json()["codes"] == [good]


@pytest.mark.long
@pytest.mark.alone
@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_mutations_of_each_format_are_answered_in_time_and_the_server_stays_small(world, format):
    """Thousands of them are for scripts/fuzz and its hours; these go through the real server and its real cage."""
    chance = random.Random(7)
    picture = photo("FU-KIT-2025110701-X", format=format, size=(1200, 500))
    assert world.patient.scan(picture).json()["codes"] == ["FU-KIT-2025110701-X"]
    statuses, before, dead = set(), resident(world.server.pid), deaths(world)
    for round in range(40):
        mutated = bytearray(picture)
        for _ in range(1 + round % 8):
            at = chance.randrange(len(mutated)) if round % 2 else chance.randrange(min(len(mutated), 400))
            mutated[at] = chance.randrange(256)
        if round % 5 == 4:
            del mutated[chance.randrange(len(mutated)):]
        started = time.monotonic()
        answer = world.patient.scan(bytes(mutated))
        assert time.monotonic() - started < 3.5 and answer.status_code in (200, 415, 422), answer.text
        statuses.add(answer.status_code)
        if answer.status_code == 200:
            assert answer.json()["codes"] in ([], ["FU-KIT-2025110701-X"])
    assert deaths(world) == dead, "a worker has crashed, or took too long"
    assert (200 in statuses or format == "PNG") and resident(world.server.pid) < before + 40_000_000
    good = kit_code()
    assert world.patient.scan(photo(good, format=format)).json()["codes"] == [good]


def deaths(world):
    page = world.administrator.get("/metrics").text.splitlines()
    counts = [line.split()[-1] for line in page if line.startswith("fairkit_scan_worker_deaths_total")]
    assert len(counts) == 3
    return sum(map(int, counts))


def resident(pid):
    """The server's own memory, in bytes."""
    return int(proc(pid, "statm").read_text().split()[1]) * 4096


@pytest.mark.long
@pytest.mark.alone
@pytest.mark.parametrize(
    "size, padding, options",
    [
        ((7_700, 7_700), 0, {"quality": 60}),
        ((7_700, 7_700), 0, {"format": "WEBP", "lossless": True, "method": 0, "quality": 0}),
        ((7_700, 7_700), 0, {"format": "HEIF", "quality": 30}),
        ((1_600, 1_200), 19_500_000, {"quality": 60}),
    ],
)
def test_pictures_just_inside_the_limits_are_read(world, size, padding, options):
    code = kit_code()
    picture = photo(code, size=size, **options)
    assert world.patient.scan(picture + bytes(padding)).json()["codes"] == [code]


@pytest.mark.alone
@pytest.mark.parametrize("format", rows("HEIF", "JPEG", "PNG", "WEBP"))
def test_each_format_is_read_within_the_limits_also_for_a_user_without_rights(format, tmp_path):
    """Decoding HEIC once hung for users other than root: it needed one thread more than the process limit allowed."""
    code = kit_code()
    (tmp_path / "photo.jpg").write_bytes(photo(code, format=format, size=(4032, 3024)))
    opened(tmp_path / "photo.jpg")
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.getuid() == 0 else {}
    done = subprocess.run([BINARY, "scan", tmp_path / "photo.jpg"], env=surroundings({}), capture_output=True, text=True, timeout=30, **user)
    assert done.returncode == 0 and code in done.stdout, done.stdout + done.stderr


LANDLOCK, RESTRICT, SECCOMP = 444, 446, 317  # system calls of x86-64


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers of system calls are those of x86-64")
@pytest.mark.parametrize("call, name", [(LANDLOCK, "Landlock"), (SECCOMP, "seccomp")])
def test_where_the_kernel_lacks_a_layer_photos_are_refused_unless_a_setting_accepts_that(fresh, call, name):
    code, typed, picture = kit_code(), kit_code(), photo(kit_code())
    fresh.server.stop()
    fresh.store.launcher = [sys.executable, pathlib.Path(__file__).parent / "without_system_call.py", str(call)]
    fresh.start()
    assert "photos are refused" in fresh.server.log and f"layer={name}" in fresh.server.log
    assert fresh.server.zygotes() == []
    refused = fresh.patient.scan(picture)
    assert "retry-after" not in refused.headers
    problem(refused, 503, "photos-refused")
    problem(fresh.patient.post(REGISTER, files={"photo": ("a.jpg", picture)}), 503, "photos-refused")
    kit = fresh.patient.register(typed, picture)
    assert kit["kitCode"] == typed and kit["needsReview"] is True and kit["readFrom"] == "typed"
    scan = [*map(str, fresh.store.launcher), BINARY, "scan", IMAGES / "kit-01.jpg"]
    for accepts in ("false", "true"):
        done = subprocess.run(scan, env=surroundings({"FAIRKIT_ACCEPT_WEAKER_CAGE": accepts}), capture_output=True, text=True, timeout=30, check=False)
        assert (done.returncode == 0) == (accepts == "true") == ("FU-KIT-" in done.stdout), done.stdout + done.stderr
    fresh.server.stop()
    fresh.start(FAIRKIT_ACCEPT_WEAKER_CAGE="true")
    assert "weaker sandbox" in fresh.server.log and f"layer={name}" in fresh.server.log
    assert fresh.patient.scan(photo(code)).json()["codes"] == [code]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the numbers of system calls are those of x86-64")
def test_a_worker_that_cannot_enforce_landlock_reads_no_photo():
    """The kernel supports Landlock but refuses to enforce it: the worker never reads its input."""
    line = [BINARY, "scan-worker"]
    if subprocess.run(line, stdin=subprocess.DEVNULL, timeout=30, check=False).returncode != 0:
        pytest.skip("this kernel lacks a layer")
    without = [sys.executable, pathlib.Path(__file__).parent / "without_system_call.py", str(RESTRICT)]
    assert subprocess.run([*without, *line], stdin=subprocess.DEVNULL, timeout=30, check=False).returncode == 70  # EX_SOFTWARE


def test_a_killed_worker_costs_at_most_one_request(fresh):
    code = kit_code()
    picture = photo(code)
    for _ in range(3):
        os.kill(workers(fresh)[0], signal.SIGKILL)
        answers = [fresh.patient.scan(picture) for _ in range(4)]
        lost = [answer for answer in answers if answer.status_code != 200]
        assert len(lost) <= 1, [answer.text for answer in lost]
        assert all(answer.json()["codes"] == [code] for answer in answers if answer.status_code == 200)
    assert fresh.patient.register(photo=picture)["kitCode"] == code


def test_a_worker_that_hangs_costs_seconds_and_one_request(fresh):
    stopped = workers(fresh)
    for worker in stopped:
        os.kill(worker, signal.SIGSTOP)
    code, typed = kit_code(), kit_code()
    started = time.monotonic()
    kit = fresh.patient.register(typed, photo(typed))
    assert time.monotonic() - started < 15
    assert kit["kitCode"] == typed and kit["needsReview"] is True and kit["readFrom"] == "typed"
    for worker in stopped:
        if worker in fresh.server.workers():
            os.kill(worker, signal.SIGKILL)
    answers = [fresh.patient.scan(photo(code)) for _ in range(len(stopped) + 2)]
    assert answers[-1].json()["codes"] == [code]


def half_sent(world, who, **more):
    """A connection with a photo that has begun. The server asks for its body only once it has its place."""
    fields = {**more, "Content_Type": "multipart/form-data; boundary=b", "Content_Length": 9_000_000, "Expect": "100-continue"}
    made = socket.create_connection(world.server.address.split(":"), timeout=10)
    made.sendall(head("POST", "/api/v1/test-kits/scan", world.keys.get(who, who), **fields).encode())
    said = made.recv(4096)
    assert said.startswith(b"HTTP/1.1 100 "), said
    made.sendall(b'--b\r\nContent-Disposition: form-data; name="photo"\r\n\r\n' + bytes(1000))
    return made


@pytest.mark.alone
def test_eight_photos_have_a_place_six_of_one_tenant_and_four_of_one_key(fresh):
    code = kit_code()
    picture = photo(code)
    tenants = []
    for name in ("nairobi", "kisumu", "mombasa"):
        command("tenant", "create", name, "--data", fresh.store.path)
        key = fresh.store.key("clinician", "Photos", "--tenant", name)["key"]
        other = fresh.server.client(key)
        other.headers["X-Tenant-ID"] = name
        tenants.append((other, lambda key=key, name=name: half_sent(fresh, key, X_Tenant_ID=name)))
    with contextlib.ExitStack() as held:
        for _ in range(4):
            held.enter_context(half_sent(fresh, "patient"))
        problem(fresh.patient.scan(picture), 503, "busy")
        assert fresh.consumer.scan(picture).json()["codes"] == [code], "four of one key keep no other out"
        for _ in range(2):
            held.enter_context(half_sent(fresh, "clinician"))
        problem(fresh.consumer.scan(picture), 503, "busy")
        for other, _ in tenants:
            assert other.scan(picture).json()["codes"] == [code], "a tenant does not keep others out"
        for _, half in tenants[:2]:
            held.enter_context(half())
        for other, _ in tenants:
            problem(other.scan(picture), 503, "busy")
        assert fresh.patient.get(f"/api/v1/profiles/{fresh.profiles['patient']}/export").status_code == 200, "archives have places of their own"
    answer = eventually(lambda: fresh.consumer.scan(picture), lambda answer: answer.status_code == 200)
    assert answer.json()["codes"] == [code]


def test_photos_that_do_not_come_give_their_places_up_when_others_want_them(fresh):
    """They kept them for a minute, and then came again."""
    code = kit_code()
    with contextlib.ExitStack() as held:
        lines = [held.enter_context(half_sent(fresh, who)) for who in ["patient"] * 4 + ["clinician"] * 2]
        began = time.monotonic()
        answer = fresh.consumer.scan(photo(code))
        while answer.status_code == 503 and time.monotonic() - began < 15:
            time.sleep(0.2)
            answer = fresh.consumer.scan(photo(code))
        assert answer.json().get("codes") == [code], "a place was free in time"
        assert b"HTTP/1.1 408 " in lines[0].recv(4096)


@pytest.mark.long
@pytest.mark.alone
def test_a_flood_of_photos_is_read_or_told_to_come_again(fresh):
    picture, stop, slow = photo(kit_code(), size=(4000, 3000)), threading.Event(), []

    def ask():
        with fresh.server.client(fresh.keys["patient"]) as client:
            return client.scan(picture)

    def watch():
        while not stop.is_set():
            started = time.monotonic()
            fresh.server.client().ask(200, "GET", "/health/ready")
            slow.append(time.monotonic() - started)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    answers = at_once(*[ask] * 40)
    stop.set()
    watcher.join()
    busy = [answer for answer in answers if answer.status_code != 200]
    assert len(answers) - len(busy) >= 4, "as many as one key may have in hand are read"
    for answer in busy:
        problem(answer, 503, "busy")
        assert int(answer.headers["retry-after"]) >= 1
    assert max(slow) < 2, "reading photos delays other requests"
    assert fresh.server.client().ask(200, "GET", "/health/live")


def test_no_worker_outlives_its_server(fresh):
    left = workers(fresh) + fresh.server.zygotes()
    fresh.server.stop(signal.SIGKILL)
    deadline = time.monotonic() + 5
    while any(alive(worker) for worker in left) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not [worker for worker in left if alive(worker)]


def alive(worker):
    """Whether it runs: one that has ended may still be listed, until its status is read."""
    try:
        return "State:\tZ" not in proc(worker, "status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
