"""Long work on a terminal: it shows its progress, and Ctrl-C cancels it without harm."""

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import time

import pytest

from commands import LABORATORY, csv_file
from fairkit import BINARY, Store, command, surroundings, unlocked
from kits import kit_code

MEGABYTES = 400


@pytest.fixture(scope="module")
def big(template, tmp_path_factory):
    """A stopped store with padding, so that reading its file takes a while."""
    store = Store(tmp_path_factory.mktemp("big") / "data")
    shutil.copytree(template.store.path, store.path)
    connection = unlocked(store.database, store.unwrapped())
    connection.execute("CREATE TABLE filler (content BLOB)")
    for _ in range(MEGABYTES):
        connection.execute("INSERT INTO filler VALUES (zeroblob(1000000))")
    connection.commit()
    connection.close()
    assert store.database.stat().st_size > MEGABYTES * 1_000_000
    yield store
    shutil.rmtree(store.path)


@pytest.fixture
def own(big, tmp_path):
    """A copy that a test may change; 400 MB are not kept."""
    shutil.copytree(big.path, tmp_path / "data")
    yield Store(tmp_path / "data")
    shutil.rmtree(tmp_path)


def on_a_terminal(*arguments, interrupt=None):
    """Runs a command whose standard error is a terminal, and interrupts it once it shows a pattern. Returns its status and its output."""
    master, slave = pty.openpty()
    process = subprocess.Popen([BINARY, *map(str, arguments)], env=surroundings({"TERM": "xterm"}, arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=slave, start_new_session=True)
    os.close(slave)
    text, stopped = b"", None
    while True:
        ready, _, _ = select.select([master], [], [], 60)
        try:
            part = os.read(master, 65536) if ready else b""
        except OSError:
            part = b""
        if not part:
            break
        text += part
        if interrupt and stopped is None and re.search(interrupt, text):
            process.send_signal(signal.SIGINT)
            stopped = time.monotonic()
    os.close(master)
    output = process.stdout.read().decode()
    status = process.wait(60)
    if interrupt:
        assert stopped, f"ended before it was interrupted: {text.decode()[-300:]}"
        assert time.monotonic() - stopped < 10
    return status, text.decode(), output


@pytest.mark.long
@pytest.mark.on_files
def test_a_backup_shows_how_far_it_is_and_what_is_left(big, tmp_path):
    status, said, output = on_a_terminal("backup", tmp_path / "b", "--data", big.path)
    assert status == 0 and "size" in output
    assert re.search(r"\d %  \d+ pages, \d+/s, \d+ s left", said), said
    shutil.rmtree(tmp_path / "b")


@pytest.mark.long
@pytest.mark.on_files
def test_no_bar_is_drawn_without_a_terminal(big, tmp_path):
    assert command("backup", tmp_path / "b", "--data", big.path).stderr == ""
    shutil.rmtree(tmp_path / "b")


@pytest.mark.long
@pytest.mark.on_files
def test_an_interrupted_backup_leaves_nothing_and_the_server_goes_on(own):
    server = own.serve()
    try:
        folder = own.path.parent
        status, said, output = on_a_terminal("backup", folder / "b", "--data", own.path, interrupt=rb" left")
        assert (status, output) == (130, "") and "Interrupted. The unfinished backup was removed" in said
        deadline = time.monotonic() + 10
        while (folder / ".b.new").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not (folder / "b").exists() and not (folder / ".b.new").exists()
        assert command("db", "stats", "--data", own.path).stdout
        command("backup", folder / "b", "--data", own.path)
    finally:
        assert server.stop() == 0


@pytest.mark.long
@pytest.mark.on_files
def test_a_backup_that_the_command_makes_itself_leaves_nothing(own):
    folder = own.path.parent
    status, said, _ = on_a_terminal("backup", folder / "b", "--data", own.path, interrupt=rb" left")
    assert status == 130 and "Interrupted." in said
    assert not (folder / "b").exists() and not (folder / ".b.new").exists()
    assert "sound" in command("db", "check", "--data", own.path).stdout


@pytest.mark.long
@pytest.mark.on_files
def test_an_interrupted_restoration_leaves_no_store(big, tmp_path):
    command("backup", tmp_path / "b", "--data", big.path)
    line = ["restore", tmp_path / "b", "--data", tmp_path / "new", "--key-file", big.master]
    status, said, output = on_a_terminal(*line, interrupt=rb" left")
    assert (status, output) == (130, "") and "Nothing was restored" in said
    assert not list((tmp_path / "new").rglob("*.db")) and not list((tmp_path / "new").rglob("key.json"))
    assert "profiles" in command(*line).stdout
    drill = on_a_terminal("restore", "--drill", tmp_path / "b", "--key-file", big.master, interrupt=rb" left")
    assert drill[0] == 130 and "The scratch folder was removed" in drill[1]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b", "new"]
    shutil.rmtree(tmp_path / "b")
    shutil.rmtree(tmp_path / "new")


@pytest.mark.long
@pytest.mark.on_files
def test_an_interrupted_check_changes_nothing(big):
    before = big.fingerprint()
    status, said, output = on_a_terminal("db", "check", "--data", big.path, interrupt=rb"pages")
    assert (status, output) == (130, "") and "The check is incomplete" in said
    after = big.fingerprint()
    assert before["tenants/default/health.db"] == after["tenants/default/health.db"]
    assert "The store and its files are sound." in command("db", "check", "--data", big.path).stdout


@pytest.mark.long
@pytest.mark.on_files
def test_a_tenant_whose_rekeying_is_interrupted_keeps_its_key(own):
    key = own.unwrapped()
    status, said, _ = on_a_terminal("tenant", "rekey", "default", "--data", own.path, interrupt=rb" left")
    assert status == 130 and "keeps its key" in said
    assert "sound" in command("db", "check", "--data", own.path).stdout
    assert own.unwrapped() == key and not list(own.path.rglob("*.rekey"))


def test_an_interrupted_import_can_be_continued(fresh, tmp_path):
    count = 3000
    file = csv_file(tmp_path / "results.csv", [kit_code() for _ in range(count)])
    line = ["result", "import", "--data", fresh.store.path, "--laboratory", LABORATORY, "--json", file]
    status, said, output = on_a_terminal(*line, interrupt=rb"[1-9]\d\d lines")
    assert status == 130 and "The results that were shown are stored" in said
    told = [json.loads(line) for line in output.splitlines()]
    assert 0 < len(told) < count and {one["outcome"] for one in told} == {"unmatched"}
    again = [json.loads(line)["outcome"] for line in command(*line).stdout.splitlines()]
    assert len(again) == count and set(again[: len(told)]) == {"repeated"} and set(again) <= {"repeated", "unmatched"}


def test_commands_that_read_the_audit_log_can_be_interrupted(fresh):
    for words in (["audit", "verify"], ["audit", "export"]):
        status, said, output = on_a_terminal(*words, "--data", fresh.store.path)
        assert status == 0 and output
    # A server that does not answer holds it up.
    fresh.server.process.send_signal(signal.SIGSTOP)
    try:
        line = [BINARY, "audit", "verify", "--data", str(fresh.store.path)]
        process = subprocess.Popen(line, env=surroundings({}, line), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) != 0
    finally:
        fresh.server.process.send_signal(signal.SIGCONT)
    assert "sound" in command("audit", "verify", "--data", fresh.store.path).stdout
