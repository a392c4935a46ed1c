"""Arguments of commands can't inject paths or terminal sequences: each is stored exactly or refused."""

import json
import re
import subprocess

from fairkit import BINARY, surroundings
from hostile_inputs import PROBES
from wire import INSIDE

OBEYED = re.compile("[\x00-\x09\x0b-\x1f\x7f]")


def run(store, *words):
    """Runs a command with the given words."""
    line = [BINARY, *words, "--data", str(store.path)]
    return subprocess.run(line, env=surroundings({}, line), capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)


NAMES = ["../evil", "..", ".", "a/b", "/etc/passwd", "x\n", "x\r\ny", "-", "", " ", "'; DROP TABLE tenant; --", "..\\..\\x", "%2e%2e", "\u202ex", "a" * 300, "$(id)", "`id`", "~", "*", "con\x07"]


def test_no_tenant_has_a_name_that_leads_elsewhere(fresh):
    before = {path for path in fresh.store.path.parent.rglob("*")}
    for name in NAMES:
        for words in (["tenant", "create", name], ["tenant", "rename", "default", name], ["tenant", "suspend", name], ["tenant", "erase", name], ["key", "list", "--tenant", name]):
            done = run(fresh.store, *words)
            assert done.returncode in (1, 64), (words, done)
            assert not INSIDE.search(done.stderr), (words, done.stderr)
    assert {path for path in fresh.store.path.parent.rglob("*")} == before


def test_names_given_to_commands_are_kept_to_the_letter_or_refused(fresh):
    kept = []
    for probe, name in PROBES.items():
        if "\0" in name:
            continue
        for words in (["--role", "clinician"], ["--role", "laboratory", "--laboratory", name]):
            done = run(fresh.store, "key", "create", "--name", name, *words, "--json")
            assert done.returncode in (0, 1, 64), (probe, done)
            if done.returncode == 0:
                kept.append(name)
            assert not OBEYED.search(done.stdout + done.stderr), (probe, done)
    listed = json.loads(run(fresh.store, "key", "list", "--json").stdout)["items"]
    names = [item["name"] for item in listed]
    assert len(kept) > 10 and all(names.count(name) == kept.count(name) for name in kept), kept
    shown = run(fresh.store, "key", "list").stdout
    assert not OBEYED.search(shown) and shown.count("\n") == len(listed) + 1
    for words in (["account", "invite", "--role", "coordinator", "--email"], ["api"], ["api", "--as"], ["settings"], ["alert", "show"], ["outbox", "show"], ["key", "revoke"]):
        for probe, text in PROBES.items():
            if "\0" not in text:
                done = run(fresh.store, *words, text)
                assert done.returncode in (1, 64) and not INSIDE.search(done.stderr), (words, probe, done)
                assert not OBEYED.search(done.stdout + done.stderr), (words, probe, done)


def test_no_name_turns_a_line_of_a_table_round(fresh):
    run(fresh.store, "key", "create", "--role", "clinician", "--name", "a\u202eb\u2066c\u2028d")
    assert not re.search("[\u202a-\u202e\u2066-\u2069\u2028\u2029]", run(fresh.store, "key", "list").stdout)


def test_a_name_that_no_tenant_can_have_is_not_said_to_the_terminal(fresh):
    assert not OBEYED.search(run(fresh.store, "tenant", "erase", "x\x1b[2J\x07").stderr)
