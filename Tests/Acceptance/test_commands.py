"""Commands: they use the running server, or serve the data directory themselves if none runs."""

import csv
import io
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import stat
import subprocess
import time

import pytest

import databases
from commands import COLUMNS, LABORATORY, answer, csv_file, local, run
from examples import CLAIM, NO_ID, RESULTS
from fairkit import BINARY, REPOSITORY, Store, api, at_once, command, opened, problem, surroundings
from kits import kit_code, photo


@pytest.fixture
def stopped(fresh):
    """A store that no server uses, and its keys."""
    assert fresh.server.stop() == 0
    return fresh


# The socket.


def test_the_socket_is_its_owners_alone_and_ends_with_the_server(fresh):
    path = fresh.store.path / "control.sock"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_ISSOCK(path.stat().st_mode)
    assert stat.S_IMODE(fresh.store.path.stat().st_mode) == 0o700
    assert fresh.server.stop() == 0
    assert not path.exists() and not list(fresh.store.path.glob(".control*"))


def test_what_is_local_is_not_reachable_over_tcp(fresh):
    for method, path in (("POST", "/local/check"), ("GET", "/local/statistics"), ("POST", "/local/backup"), ("GET", "/local/outbox"), ("POST", "/local/outbox/test"), ("POST", "/local/signing-keys/rotate")):
        for client in (fresh.administrator, fresh.server.client()):
            response = client.request(method, path, headers={"FairKit-Role": "administrator"}, json={"path": "/tmp"} if method == "POST" else None)
            problem(response, 404, "not-found")
    problem(fresh.server.client().get(RESULTS, headers={"FairKit-Role": "clinician"}), 401, "unauthenticated")
    problem(fresh.consumer.get(RESULTS, headers={"FairKit-Role": "clinician"}), 403, "forbidden")
    with local(fresh.store, "clinician") as client:
        assert client.get(RESULTS).status_code == 200
        assert client.get(RESULTS, headers={"X-API-Key": "nonsense"}).status_code == 200


def test_a_server_in_a_deep_directory_has_a_socket_too(template, tmp_path):
    deep = tmp_path.joinpath(*["a-directory-that-is-deep"] * 8) / "data"
    deep.parent.mkdir(parents=True)
    databases.copy(template.store.path, deep)
    store = Store(deep)
    assert len(str(deep)) > 200
    alone = answer(store, "key", "list")
    server = store.serve()
    try:
        assert answer(store, "key", "list") == alone
    finally:
        assert server.stop() == 0


def test_a_socket_of_a_killed_server_does_no_harm(fresh):
    fresh.server.process.kill()
    fresh.server.process.wait()
    assert (fresh.store.path / "control.sock").exists()
    assert len(answer(fresh.store, "key", "list")["items"]) == len(fresh.keys)
    assert not (fresh.store.path / "control.sock").exists()
    fresh.start()
    fresh.server.process.kill()
    fresh.server.process.wait()
    fresh.start()
    assert len(answer(fresh.store, "key", "list")["items"]) == len(fresh.keys)


def test_the_audit_log_records_requests_on_the_socket_as_the_machines(fresh):
    api(fresh.store, f"profiles/{fresh.profiles['patient']}")
    assert fresh.server.stop() == 0
    rows = fresh.store.witness().execute("SELECT actor, request_id FROM audit ORDER BY number DESC LIMIT 1").fetchall()
    assert rows[0][0] == bytes(16) and rows[0][1]


def test_a_server_that_is_stopped_while_it_starts_ends_cleanly(template, tmp_path):
    """The socket gets its name a moment after the port is open."""
    databases.copy(template.store.path, tmp_path / "data")
    store = Store(tmp_path / "data")
    for _ in range(5):
        server = store.serve()
        assert server.stop() == 0, server.log
        assert not list(store.path.glob("*.sock*")) and not list(store.path.glob(".control*"))


# Who serves.


def test_a_command_works_beside_a_running_server(fresh):
    """Turned round: commands used to refuse while a server ran."""
    pid = fresh.server.pid
    made = answer(fresh.store, "key", "create", "--role", "consumer", "--name", "late")
    client = fresh.server.client(made["key"])
    assert client.claim() == []
    run(fresh.store, "key", "revoke", made["id"])
    problem(client.post(CLAIM, json={}), 401, "unauthenticated")
    assert fresh.server.pid == pid and fresh.server.process.poll() is None


def test_a_command_beside_a_server_needs_no_master_key(fresh):
    fresh.store.master.rename(fresh.store.master.with_suffix(".away"))
    assert answer(fresh.store, "key", "list")["items"]
    assert fresh.server.stop() == 0
    assert "master" in run(fresh.store, "key", "list", status=1).stderr


def test_simultaneous_commands_share_one_server(stopped):
    names = [f"at once {number}" for number in range(8)]
    made = at_once(*[lambda name=name: answer(stopped.store, "key", "create", "--role", "consumer", "--name", name) for name in names])
    assert len({key["id"] for key in made}) == 8
    listed = {key["name"] for key in answer(stopped.store, "key", "list")["items"]}
    assert listed >= set(names)
    assert not (stopped.store.path / "control.sock").exists()


def test_commands_survive_restarts_of_the_server(stopped):
    """Each command succeeds or gives a reason; none hangs, and no key is created twice or lost."""

    def servers():
        for with_signal in (signal.SIGTERM, signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            try:
                server = stopped.store.serve()
            except AssertionError:  # A command held the directory: the server said so and ended.
                continue
            time.sleep(0.3)
            server.process.send_signal(with_signal)
            server.process.wait(20)

    def commands():
        outcomes = []
        for number in range(12):
            line = [BINARY, "key", "create", "--data", str(stopped.store.path), "--role", "consumer", "--name", f"key {number}", "--json"]
            done = subprocess.run(line, env=surroundings({}, line), capture_output=True, text=True, timeout=60)
            assert done.returncode == 0 or (done.returncode == 1 and "Error: " in done.stderr and len(done.stderr) < 400), done.stderr
            outcomes.append((f"key {number}", done.returncode))
        return outcomes

    _, outcomes = at_once(servers, commands)
    names = [key["name"] for key in answer(stopped.store, "key", "list")["items"]]
    for name, status in outcomes:
        assert names.count(name) == 1 if status == 0 else names.count(name) <= 1, name
    assert sum(status == 0 for _, status in outcomes) >= 6


def test_a_command_continues_when_its_serving_command_is_killed(stopped, tmp_path):
    """The import serves the store itself; another import uses it, and takes over."""
    hosts, guests = [kit_code() for _ in range(4000)], [kit_code() for _ in range(60)]
    line = [BINARY, "result", "import", "--data", str(stopped.store.path), "--laboratory", LABORATORY]
    host = subprocess.Popen(
        [*line, str(csv_file(tmp_path / "host.csv", hosts))], env=surroundings({}, line), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)  # fmt: skip
    assert host.stdout.readline()
    guest = subprocess.Popen(
        [*line, "--json", str(csv_file(tmp_path / "guest.csv", guests))], env=surroundings({}, line), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)  # fmt: skip
    assert json.loads(guest.stdout.readline())["line"] == 2
    host.kill()
    host.wait()
    assert [json.loads(line)["line"] for line in guest.stdout] == list(range(3, 62))
    assert guest.wait(60) == 0, guest.stderr.read()


def test_a_command_waits_for_a_killed_server_to_restart(fresh, tmp_path):
    """As systemd does it, a second later. The import used to take the directory, and kept the server and its alerts out."""
    file = csv_file(tmp_path / "results.csv", [kit_code() for _ in range(3000)])
    line = [BINARY, "result", "import", "--data", str(fresh.store.path), "--laboratory", LABORATORY, "--json", str(file)]
    guest = subprocess.Popen(line, env=surroundings({}, line), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert json.loads(guest.stdout.readline())["line"] == 2
    fresh.server.stop(signal.SIGKILL)
    time.sleep(1)
    fresh.start()
    outcomes = [json.loads(line)["outcome"] for line in guest.stdout]
    assert guest.wait(60) == 0, guest.stderr.read()
    assert len(outcomes) == 2999 and fresh.server.process.poll() is None


def test_an_unresponsive_directory_is_named_with_its_process(fresh):
    """A stopped process holds the lock and does not respond."""
    fresh.server.process.send_signal(signal.SIGSTOP)
    try:
        started = time.monotonic()
        refusal = run(fresh.store, "key", "list", status=1).stderr
        assert str(fresh.server.pid) in refusal and str(fresh.store.path) in refusal
        assert time.monotonic() - started < 60
    finally:
        fresh.server.process.send_signal(signal.SIGCONT)
    assert answer(fresh.store, "key", "list")["items"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a directory to another user")
def test_a_store_of_another_user_is_left_alone(stopped):
    for path in [stopped.store.path, *stopped.store.path.rglob("*")]:
        os.chown(path, 65534, 65534)
    before = stopped.store.fingerprint()
    for words in (("key", "list"), ("serve", "--port", "0"), ("init",), ("db", "check"), ("tenant", "rekey", "default")):
        refusal = run(stopped.store, *words, status=1).stderr
        assert "belongs to the user nobody" in refusal and stopped.store.fingerprint() == before, words


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_a_user_without_permission_gets_a_sentence(fresh, tmp_path):
    binary = pathlib.Path("/tmp") / f"fairkit-{os.getpid()}"
    shutil.copy(BINARY, binary)
    try:
        opened(tmp_path / "data")
        line = [binary, "key", "list", "--data", str(fresh.store.path)]
        done = subprocess.run(line, env=surroundings({}, line), capture_output=True, text=True, timeout=60, user=65534, group=65534)
        assert done.returncode == 1 and "belongs to the user root" in done.stderr
    finally:
        binary.unlink()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is let in to another user's socket")
def test_root_can_have_a_served_store_of_another_user_checked(stopped, tmp_path):
    """As under systemd, whose service has a user of its own."""
    binary = pathlib.Path("/tmp") / f"fairkit-{os.getpid()}"
    shutil.copy(BINARY, binary)
    for path in [stopped.store.path, *stopped.store.path.rglob("*")]:
        os.chown(path, 65534, 65534)
    opened(stopped.store.path)
    line = [binary, "serve", "--data", str(stopped.store.path), "--port", "0"]
    server = subprocess.Popen(line, env=surroundings({}, line), stderr=subprocess.PIPE, text=True, user=65534, group=65534)
    try:
        assert any("listening" in said for said in server.stderr)
        assert answer(stopped.store, "db", "check") == {"sound": True, "files": False, "findings": []}
    finally:
        server.kill()
        server.wait()
        binary.unlink()


def test_a_missing_store_is_reported(tmp_path):
    for path in (tmp_path, tmp_path / "nothing"):
        if databases.IN_USE:
            databases.create(path)
        assert "fairkit init" in command("key", "list", "--data", path, status=1).stderr
        assert not path.exists() or not list(path.iterdir())


# What they say.


def test_every_command_has_examples_and_is_in_the_help():
    def below(*words):
        text = command(*words, "--help").stdout
        names = re.findall(r"^  ([a-z-]+)[ (]", text.partition("SUBCOMMANDS:")[2], re.MULTILINE)
        if not names:
            assert "Example" in text and "USAGE" in text, words
            yield words
        for name in names:
            if name != "help":
                yield from below(*words, name)

    found = {" ".join(words) for words in below()}
    assert found >= {
        "init", "serve", "scan", "demo", "api", "settings", "tenant create", "tenant list", "tenant rename", "tenant suspend", "tenant resume", "tenant erase", "key create", "key list", "key revoke", "signing-key rotate",
        "account invite", "account list", "account reset-mfa", "account suspend", "kit new", "kit issue", "kit check", "profile erase", "profile erased", "profile notes", "result import",
        "alert list", "alert show", "alert watch", "alert acknowledge", "audit verify", "audit export", "outbox list", "outbox show", "outbox retry", "outbox test",
        "db check", "db stats", "db cut-log", "db ended", "db restored", "db confirm-clock", "backup", "restore",
    }  # fmt: skip


def pages(*words):
    """Every command with its help, as it stands on 80 columns."""
    text = command(*words, "--help").stdout
    yield words, text
    for name in re.findall(r"^  ([a-z-]+)[ (]", text.partition("SUBCOMMANDS:")[2], re.MULTILINE):
        if name != "help":
            yield from pages(*words, name)


def test_help_is_wrapped_once_and_its_examples_can_be_pasted():
    """Long texts had short ragged lines, and long examples were broken without a backslash."""
    for words, text in pages():
        overview = text.partition("USAGE:")[0]
        lines = overview.split("\n")
        for line, following in zip(lines, lines[1:]):
            assert len(line) < 80, (words, line)
            if not line or not following or line.startswith("  ") or re.fullmatch(r"Examples?:", following):
                continue
            if not re.fullmatch(r"Examples?:", line):
                assert len(line) + 1 + len(following.split()[0]) >= 80, f"{words}: {line!r} ends early"
        examples = re.sub(r"\\\n +", "", overview.partition("Example")[2])
        for line in re.findall(r"^  (.*)$", examples, re.MULTILINE):
            assert re.match(r"(FAIRKIT_\w+=\S+ )?fairkit |echo ", line), (words, line)
            subprocess.run(["bash", "-n", "-c", line], check=True)


def test_a_tenant_is_asked_for_where_it_means_something():
    without = {"init", "serve", "tenant create", "tenant list", "tenant rename", "tenant suspend", "tenant resume", "tenant rekey", "tenant erase", "tenant export", "tenant import", "signing-key rotate", "master-key rotate", "db restored", "db confirm-clock", "backup", "scan", "demo", "kit check", "channel check", "channel test", "channel webpush-key"}
    found = {" ".join(words) for words, text in pages() if "SUBCOMMANDS:" not in text and "--tenant <" not in text}
    assert found == without


@pytest.mark.parametrize(
    "line, thing",
    [
        (["api", "profiles/{id}"], "no profile"), (["api", "results/{id}", "--as", "clinician"], "no result"), (["alert", "show", "{id}"], "no alert"), (["account", "suspend", "{id}"], "no account"),
        (["api", "DELETE", "accounts/invitations/{id}"], "no invitation"), (["api", "care-assignments/{id}/end"], "no care"), (["api", "break-glass/{id}/review"], "no emergency"), (["key", "revoke", "{id}"], "no such key"),
        (["outbox", "show", "{id}"], "no such mail"), (["api", "test-kits/search", "-f", "kitCode=FU-KIT-2025110701-X"], "no kit with this code"),
    ],
)  # fmt: skip
def test_missing_things_are_reported_in_words_for_a_shell(world, line, thing):
    said = run(world.store, *(word.replace("{id}", NO_ID) for word in line), status=1).stderr
    assert thing in said and "address" not in said and "/api" not in said and said.count("\n") == 1


def test_a_directory_with_other_files_becomes_no_store(tmp_path):
    (tmp_path / "thesis.tex").write_text("kept")
    said = command("init", "--data", tmp_path, status=1).stderr
    assert "thesis.tex" in said and [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    # A volume that was just formatted, and a key that was put there before, are no reason.
    volume = tmp_path / "volume"
    (volume / "lost+found").mkdir(parents=True)
    command("init", "--data", tmp_path / "first")
    shutil.copy(tmp_path / "first/master.key", volume / "master.key")
    assert command("init", "--data", volume).stdout.startswith("fk_")
    assert "already contains a FairKit store" in command("init", "--data", volume, status=1).stderr


def test_an_invalid_command_line_exits_with_64(stopped):
    for line in (
        ["key", "create", "--role", "king", "--name", "x"], ["key", "revoke", "17"], ["profile", "erase", "17"], ["kit", "new", "--count", "0"], ["kit", "issue"], ["alert", "show", "17"], ["account", "suspend", "17"],
        ["outbox", "show", "17"], ["outbox", "retry", "17"], ["outbox", "test", "nobody"], ["api"], ["api", "GET", "settings", "more"], ["api", "settings", "-f", "x"], ["settings", "registration", "shut"],
    ):  # fmt: skip
        done = run(stopped.store, *line, status=64)
        assert done.stdout == "" and done.stderr.strip(), line


@pytest.mark.parametrize("shell, mark", [("bash", "complete "), ("zsh", "#compdef fairkit"), ("fish", "complete ")])
def test_shells_can_complete_the_commands(shell, mark):
    script = command("--generate-completion-script", shell).stdout
    assert mark in script and "rotate" in script and "if-match" in script


def test_a_refusal_names_the_fields(stopped):
    done = run(stopped.store, "key", "create", "--role", "consumer", "--name", "x" * 101, status=1)
    assert done.stderr == "Error: name: 1 to 100 characters\n" and done.stdout == ""


def test_a_table_fits_80_columns_and_has_no_colours(fresh):
    table = run(fresh.store, "key", "list").stdout
    assert "\x1b" not in table and "Markerlaboratory One" in table
    master, slave = pty.openpty()
    import fcntl
    import struct
    import termios

    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    line = [BINARY, "key", "list", "--data", str(fresh.store.path)]
    done = subprocess.Popen(line, env=surroundings({"TERM": "xterm"}, line), stdout=slave, stderr=slave)
    text = heard(master, done, slave)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert "\x1b[1m" in text and max(map(len, plain.splitlines())) <= 80


def heard(master, process, slave):
    """What a program says to its terminal."""
    os.close(slave)
    text = b""
    while True:
        ready, _, _ = select.select([master], [], [], 60)
        try:
            part = os.read(master, 65536) if ready else b""
        except OSError:
            part = b""
        if not part:
            break
        text += part
    os.close(master)
    process.wait(20)
    return text.decode()


# Keys.


def test_a_rotated_key_and_its_successor_open_the_same_for_a_while(fresh):
    made = answer(fresh.store, "key", "create", "--role", "consumer", "--name", "pager")
    new = api(fresh.store, f"keys/{made['id']}/rotate", "-f", "overlapSeconds=2")
    assert new["replaces"]["id"] == made["id"] and new["name"] == "pager"
    for key in (made["key"], new["key"]):
        assert fresh.server.client(key).claim() == []
    assert "revoked or rotated" in run(fresh.store, "api", f"keys/{made['id']}/rotate", status=1).stderr
    deadline = time.monotonic() + 20
    while fresh.server.client(made["key"]).post(CLAIM, json={}).status_code != 401:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert fresh.server.client(new["key"]).claim() == []
    shown = {key["id"]: key for key in answer(fresh.store, "key", "list", "--all")["items"]}
    assert shown[made["id"]]["active"] is False and shown[new["id"]]["active"] is True
    assert made["id"] not in {key["id"] for key in answer(fresh.store, "key", "list")["items"]}


def test_a_key_of_more_than_a_page_is_listed(fresh):
    with local(fresh.store) as client:
        for number in range(120):
            assert client.post("/api/v1/keys", json={"name": f"many {number}", "role": "consumer"}).status_code == 201
    listed = answer(fresh.store, "key", "list")["items"]
    assert len(listed) == 120 + len(fresh.keys) and listed[0]["name"] == "many 119"
    assert "fk_" not in json.dumps(listed)


def test_init_names_the_key_it_printed(tmp_path):
    done = command("init", "--data", tmp_path / "data")
    listed = answer(Store(tmp_path / "data"), "key", "list")["items"]
    assert len(listed) == 1 and listed[0]["id"] in done.stderr and done.stdout.startswith("fk_")


# Results.


def test_a_file_of_results_is_imported_and_again_harmlessly(fresh, tmp_path):
    codes = [kit_code() for _ in range(40)]
    for code in codes[:5]:
        fresh.patient.register(code)
    file = csv_file(tmp_path / "november.csv", codes, method="turbidimetry")
    line = ["result", "import", "--laboratory", LABORATORY, file]
    first = run(fresh.store, *line, "--json")
    outcomes = [json.loads(text) for text in first.stdout.splitlines()]
    assert [one["line"] for one in outcomes] == list(range(2, 42))
    assert [one["outcome"] for one in outcomes] == ["recorded"] * 5 + ["unmatched"] * 35
    assert "40 lines" in first.stderr and "5 recorded, 35 unmatched" in first.stderr and "\r" not in first.stderr
    again = run(fresh.store, *line)
    assert again.stderr.strip().endswith("40 repeated.") and "november-40  repeated" in again.stdout
    assert len(fresh.laboratory.everything(RESULTS)) == 40


def test_a_refused_line_is_named_and_the_import_continues(stopped, tmp_path):
    good, text = kit_code(), io.StringIO()
    rows = [
        ["R-1", good, "2026-11-20", "150", "mg/dL", "", "", "", "", "", ""],
        ["R-2", "FU-KIT-2025110701-Y", "2026-11-20", "150", "mg/dL", "", "", "", "", "", ""],
        ["R-3", kit_code(), "2026-11-20", "1,234", "g/L", "", "", "", "", "", ""],
        ["R-4", kit_code(), "2026-11-20", "20", "umol/L", "", "", "an \"odd\"\r\nmethod", "20", "50", ""],
        ["R-5", kit_code(), "2026-02-30", "150", "mg/dL", "", "", "", "", "", ""],
        ["R-6", kit_code(), "2026-11-20", "150"],
        ["R-1", kit_code(), "2026-11-20", "151", "mg/dL", "", "", "", "", "", ""],
        ["R-8", kit_code(), "2026-11-20", "900", "mg/dL", ">", "ZZ", "", "", "", "preliminary"],
    ]
    csv.writer(text).writerows([COLUMNS, *rows])
    file = tmp_path / "mixed.csv"
    file.write_bytes(b"\xef\xbb\xbf" + text.getvalue().encode() + b'"open, and never closed')
    done = run(stopped.store, "result", "import", "--laboratory", LABORATORY, "--json", file, status=1)
    outcomes = [json.loads(line) for line in done.stdout.splitlines()]
    told = [(one["line"], one["reference"], one["outcome"], one.get("code")) for one in outcomes]
    assert told == [
        (2, "R-1", "unmatched", None), (3, "R-2", "refused", "checksum-mismatch"), (4, "R-3", "refused", "malformed-line"),
        (5, "R-4", "refused", "invalid"), (7, "R-5", "refused", "malformed-line"), (8, "", "refused", "malformed-line"),
        (9, "R-1", "refused", "reference-taken"), (10, "R-8", "unmatched", None), (11, "", "refused", "malformed-line"),
    ]  # fmt: skip
    assert all(one["detail"] for one in outcomes if one["outcome"] == "refused")
    assert "testDate" in outcomes[4]["detail"] and outcomes[7]["flag"] == "HH" and outcomes[7]["alertId"]
    assert "9 lines" in done.stderr and "2 unmatched, 7 refused" in done.stderr


def test_ndjson_is_imported_flat_or_as_the_api_has_it(stopped, tmp_path):
    flat = {"reference": "J-1", "kitCode": kit_code(), "testDate": "2026-11-20", "value": 1.25, "unit": "g/L", "method": None}
    whole = {"reference": "J-2", "kitCode": kit_code(), "testDate": "2026-11-20", "level": {"value": 20, "unit": "umol/L"}, "range": {"low": 20, "high": 50}}
    lines = [json.dumps(flat), "", json.dumps(whole), '["none"]', json.dumps({**flat, "reference": "J-3", "levle": 1})]
    file = tmp_path / "november.ndjson"
    file.write_text("\r\n".join(lines))
    done = run(stopped.store, "result", "import", "--laboratory", LABORATORY, "--json", file, status=1)
    told = [(one["line"], one["outcome"]) for one in map(json.loads, done.stdout.splitlines())]
    assert told == [(1, "unmatched"), (3, "unmatched"), (4, "refused"), (5, "refused")]


@pytest.mark.parametrize("kind", ["csv", "ndjson"])
def test_results_are_imported_from_standard_input(stopped, tmp_path, kind):
    file = csv_file(tmp_path / "stdin.csv", [kit_code() for _ in range(3)])
    if kind == "ndjson":
        rows = list(csv.DictReader(io.StringIO(file.read_text())))
        file.write_text("\n" + "\n".join(json.dumps({**row, "value": float(row["value"])}) for row in rows) + "\n")
    line = ["result", "import", "--data", str(stopped.store.path), "--laboratory", LABORATORY, "--json", "-"]
    # A pipe, which has no size and no suffix, and a file.
    for way, outcome in ((subprocess.PIPE, "unmatched"), (file.open("rb"), "repeated")):
        text = file.read_bytes() if way == subprocess.PIPE else None
        process = subprocess.Popen([BINARY, *line], env=surroundings({}, line), stdin=way, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        out, err = process.communicate(text, timeout=60)
        assert process.returncode == 0, err
        assert [json.loads(one)["outcome"] for one in out.splitlines()] == [outcome] * 3
    for text, said in ((b"", "Standard input holds no results"), (b"reference,valeu\n", "The first line of standard input must name the columns")):
        done = subprocess.run([BINARY, *line], env=surroundings({}, line), input=text, capture_output=True, timeout=60)
        assert done.returncode == 1 and said in done.stderr.decode(), done.stderr
    assert "-" in command("result", "import", "--help").stdout and "standard input" in command("result", "import", "--help").stdout


def test_a_file_with_wrong_columns_is_refused_as_a_whole(stopped, tmp_path):
    for name, text in (("a.csv", "reference,kitCode,testDate,valeu,unit\n"), ("b.csv", ""), ("c.csv", "reference,kitCode,testDate,value\n"), ("d.txt", "x"), ("none.csv", None)):
        if text is not None:
            (tmp_path / name).write_text(text)
        assert name in run(stopped.store, "result", "import", "--laboratory", LABORATORY, tmp_path / name, status=1).stderr
    file = csv_file(tmp_path / "good.csv", [kit_code()])
    done = run(stopped.store, "result", "import", "--laboratory", "Unknown Laboratory", file, status=1)
    assert "There is no laboratory with this name" in done.stderr and done.stdout == ""


def test_an_import_shows_its_progress_to_a_terminal_only(fresh, tmp_path):
    file = csv_file(tmp_path / "many.csv", [kit_code() for _ in range(600)])
    master, slave = pty.openpty()
    line = [BINARY, "result", "import", "--data", str(fresh.store.path), "--laboratory", LABORATORY, str(file)]
    with open(tmp_path / "out", "wb") as out:
        process = subprocess.Popen(line, env=surroundings({"TERM": "xterm"}, line), stdout=out, stderr=slave)
        text = heard(master, process, slave)
    assert process.returncode == 0
    assert re.search(r"\r\[#* *\] +\d+ %  \d+ lines, \d+/s", text), text[:500]
    assert len((tmp_path / "out").read_text().splitlines()) == 600 and "%" not in (tmp_path / "out").read_text()


# Kits.


def test_kits_are_made_and_shipped(stopped):
    made = run(stopped.store, "kit", "new", "--count", "120").stdout.split()
    assert len(set(made)) == 120 and command("kit", "check", *made[:5]).stdout.split() == made[:5]
    assert len(api(stopped.store, "GET", "test-kits", "-f", "status=issued", "--all")["items"]) == 120
    shipped = answer(stopped.store, "kit", "issue", made[0], made[1].lower(), "--shipped")["items"]
    assert [item["outcome"] for item in shipped] == ["advanced", "advanced"]
    shown = api(stopped.store, "test-kits/search", "-f", f"kitCode={made[0]}")
    assert shown["status"] == "shipped" and {step["actor"] for step in shown["history"]} == {"00000000-0000-0000-0000-000000000000"}


def test_kits_that_are_printed_already_are_issued_from_a_file(stopped, tmp_path):
    codes = [kit_code() for _ in range(150)]
    file = tmp_path / "codes.txt"
    file.write_text("\n".join([*codes, "", f"  {codes[0]} ", "PARCEL-1"]))
    done = run(stopped.store, "kit", "issue", "--file", file, "--json", status=1)
    outcomes = [item["outcome"] for item in json.loads(done.stdout)["items"]]
    assert outcomes == ["created"] * 150 + ["unchanged", "refused"]
    assert "Not a Fair Underwriting test kit" in run(stopped.store, "kit", "issue", "PARCEL-1", status=1).stdout


# Alerts.


def test_open_alerts_are_listed_and_watched(fresh):
    first = kit_code()
    fresh.patient.register(first)
    raised = fresh.laboratory.result(first, 820)
    assert answer(fresh.store, "alert", "list")["items"][0]["id"] == raised["alertId"]
    assert "820 mg/dL" in run(fresh.store, "alert", "list").stdout
    line = [BINARY, "alert", "watch", "--json", "--data", str(fresh.store.path)]
    watch = subprocess.Popen(line, env=surroundings({}, line), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    line = json.loads(watch.stdout.readline())
    assert (line["event"], line["alert"]["id"]) == ("opened", raised["alertId"])
    second = kit_code()
    fresh.patient.register(second)
    other = fresh.laboratory.result(second, 900)
    line = json.loads(watch.stdout.readline())
    assert (line["event"], line["alert"]["id"]) == ("opened", other["alertId"])
    fresh.laboratory.ask(201, "POST", f"{RESULTS}/{raised['id']}/corrections", json={"reason": "typo", "level": {"value": 150, "unit": "mg/dL"}})
    events = {}
    while raised["alertId"] not in events:
        line = json.loads(watch.stdout.readline())
        events[line["alert"]["id"]] = line["event"]
    assert events[raised["alertId"]] == "closed"
    assert fresh.server.stop() == 0
    assert "Waiting" in watch.stderr.readline()
    fresh.start()
    watch.send_signal(signal.SIGINT)
    assert watch.wait(20) == 0


# The store as a whole.


def test_the_store_is_measured_and_checked(fresh):
    fresh.patient.register(kit_code())
    beside = answer(fresh.store, "db", "stats")
    assert beside["rows"]["kits"] == 1 and beside["rows"]["profiles"] == 2 and beside["fileBytes"] > 0
    assert re.search(r"^kits +1$", run(fresh.store, "db", "stats").stdout, re.MULTILINE)
    assert answer(fresh.store, "db", "check") == {"sound": True, "files": False, "findings": []}
    assert fresh.server.stop() == 0
    assert answer(fresh.store, "db", "check") == {"sound": True, "files": not databases.IN_USE, "findings": []}
    assert "sound" in run(fresh.store, "db", "check").stdout


@pytest.mark.on_files
def test_a_damaged_page_is_found(stopped):
    with open(stopped.store.database, "r+b") as file:
        file.seek(5 * 4096 + 100)
        file.write(b"damaged")
    before = stopped.store.fingerprint()
    done = run(stopped.store, "db", "check", "--json", status=1)
    found = json.loads(done.stdout)
    assert found["sound"] is False and [finding["code"] for finding in found["findings"]] == ["page-damaged"]
    assert "Page 6" in run(stopped.store, "db", "check", status=1).stdout and stopped.store.fingerprint() == before


@pytest.mark.on_files
@pytest.mark.parametrize("is_served", [True, False])
def test_a_backup_is_made_and_restored(fresh, tmp_path, is_served):
    code = kit_code()
    fresh.patient.register(code)
    fresh.laboratory.result(code, 820)
    if not is_served:
        assert fresh.server.stop() == 0
    backup = answer(fresh.store, "backup", tmp_path / "backup")
    assert backup["rows"]["results"] == 1 and pathlib.Path(backup["path"]) == tmp_path / "backup"
    assert "already" in run(fresh.store, "backup", tmp_path / "backup", status=1).stderr
    assert not list((tmp_path / "backup").rglob("master.key"))
    restored = Store(tmp_path / "restored")
    line = ["restore", tmp_path / "backup", "--data", restored.path, "--key-file", fresh.store.master]
    assert json.loads(command(*line, "--json").stdout)["results"] == 1
    assert "already contains a FairKit store" in command(*line, status=1).stderr
    server = restored.serve("--key-file", fresh.store.master)
    try:
        assert [one["kitCode"] for one in server.client(fresh.keys["clinician"]).everything(RESULTS)] == [code]
    finally:
        assert server.stop() == 0


@pytest.mark.on_files
def test_a_relative_backup_path_starts_at_the_working_directory(fresh, tmp_path):
    line = [BINARY, "backup", "here", "--data", str(fresh.store.path)]
    done = subprocess.run(line, env=surroundings({}, line), cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and (tmp_path / "here" / "tenants").is_dir(), done.stderr


# The manual page.


def test_the_manual_page_is_current():
    page = subprocess.run(["python3", REPOSITORY / "scripts/manual", BINARY], capture_output=True, text=True, check=True).stdout
    assert page == (REPOSITORY / "generated/fairkit.1").read_text(), "run scripts/manual >generated/fairkit.1"


@pytest.mark.skipif(not shutil.which("mandoc"), reason="mandoc is not installed")
def test_the_manual_page_is_clean():
    done = subprocess.run(["mandoc", "-Tlint", REPOSITORY / "generated/fairkit.1"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


# Files that others may have put there.


@pytest.mark.on_files
def test_a_backup_does_not_follow_a_link_of_another_user(stopped, tmp_path):
    victim = tmp_path / "victim"
    (victim / "tenants").mkdir(parents=True)
    (victim / "control.db").write_text("of another user")
    victim.chmod(0o755)
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / ".b.new").symlink_to(victim)
    said = run(stopped.store, "backup", shared / "b", status=1).stderr
    assert ".b.new" in said and (victim / "control.db").read_text() == "of another user" and victim.stat().st_mode & 0o777 == 0o755
    (shared / ".b.new").unlink()
    if os.geteuid() == 0:
        (shared / ".b.new").mkdir()
        os.chown(shared / ".b.new", 65534, 65534)
        assert "belongs to another user" in run(stopped.store, "backup", shared / "b", status=1).stderr


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_a_secret_in_a_file_of_another_user_is_refused(stopped, tmp_path):
    key = tmp_path / "master.key"
    shutil.copy(stopped.store.master, key)
    key.chmod(0o600)
    os.chown(key, 65534, 65534)
    assert "belongs to another user" in run(stopped.store, "db", "stats", "--key-file", key, status=1).stderr
    settings = tmp_path / "settings"
    settings.write_text(f"FAIRKIT_MASTER_KEY={key.read_text()}")
    settings.chmod(0o600)
    os.chown(settings, 65534, 65534)
    assert "belongs to another user" in run(stopped.store, "db", "stats", "--config", settings, status=1).stderr


def test_a_drawing_overwrites_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kit.jpg").write_bytes(photo(kit_code()))
    (tmp_path / "victim").write_text("kept")
    (tmp_path / "kit.jpg.svg").symlink_to(tmp_path / "victim")
    assert "exists already" in command("scan", "--explain", "kit.jpg", status=1).stderr
    assert (tmp_path / "victim").read_text() == "kept"
