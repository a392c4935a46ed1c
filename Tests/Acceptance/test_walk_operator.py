"""An operator's work, by the documents alone: README's first walk as written, then a first week with the commands and their help."""

import json
import re
import subprocess
import types

import pytest

import databases
from fairkit import BINARY, REPOSITORY, Store, api, command, surroundings
from kits import kit_code
from ports import free_port

README = (REPOSITORY / "README.md").read_text()


def block(heading):
    """The first shell block under a heading of README."""
    return re.search(rf"^## {heading}$.*?^```sh$(.*?)^```$", README, re.MULTILINE | re.DOTALL)[1]


@pytest.fixture(scope="module")
def week(tmp_path_factory):
    """What one step leaves to the next."""
    folder = tmp_path_factory.mktemp("operator")
    week = types.SimpleNamespace(folder=folder, store=Store(folder / "data"), server=None)
    yield week
    if week.server:
        assert week.server.stop() == 0


def run(week, *arguments, **more):
    return command(*arguments, "--data", week.store.path, **more)


def answer(week, *arguments):
    return json.loads(run(week, *arguments, "--json").stdout)


def test_the_first_walk_is_done_as_it_is_written(week):
    """Nothing is pasted by hand, and no date in it can lie in a reader's future."""
    walk = block("A first walk")
    assert "…" not in walk and not re.search(r"20[2-9]\d-\d\d-\d\d", walk)
    port = free_port()
    for written, here in (("localhost:8080", f"localhost:{port}"), ("/tmp/fairkit.log", str(week.folder / "log")), ("/tmp/fairkit", str(week.store.path)), ("$PWD/.build/debug", str(week.folder / "bin"))):
        assert written in walk
        walk = walk.replace(written, here)
    (week.folder / "bin").mkdir()
    (week.folder / "bin/fairkit").symlink_to(BINARY)
    environment = surroundings({"FAIRKIT_PORT": port}, ["init", "--data", week.store.path])
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", walk + "wait"], cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    ready, kit, result, acked, listed = (json.loads(line) for line in done.stdout.splitlines())
    assert ready["status"] == "ready"
    assert kit["kitCode"] == "FU-KIT-2025110701-X" and kit["message"] == "Send your sample to lab within 7 days" and kit["readFrom"] == "photo"
    assert result["flag"] == "HH" and result["alertId"] and result["matched"] is True
    assert acked["state"] == "acked"
    assert [one["id"] for one in listed["items"]] == [result["id"]]
    log = (week.folder / "log").read_text()
    assert f"docs=http://127.0.0.1:{port}/docs" in log and log.rstrip().endswith("stopped")
    said = done.stderr.splitlines()
    assert sum("shown this once" in line for line in said) == 0 and any("master.key" in line for line in said)


def test_it_continues_after_a_restart(week):
    week.server = week.store.serve()
    assert "listening" in week.server.log
    (result,) = api(week.store, "GET", "results", "-f", "flag=HH", "--as", "clinician")["items"]
    assert result["level"] == {"value": 820, "unit": "mg/dL"}
    week.person = result["patientId"]
    assert api(week.store, f"profiles/{week.person}")["name"]["family"] == "Otieno"


def test_every_command_has_help_that_says_how_it_is_used(week):
    text = command("--help").stdout
    names = re.findall(r"^  ([a-z-]+) ", text.partition("SUBCOMMANDS:")[2], re.MULTILINE)
    assert {"init", "serve", "tenant", "account", "key", "kit", "profile", "result", "alert", "audit", "api", "settings", "db", "backup", "restore", "scan"} <= set(names)
    for name in names:
        assert "USAGE: fairkit " + name in command(name, "--help").stdout


def test_a_request_on_paper_is_answered_with_the_record(week):
    (found,) = api(week.store, "profiles/search", "-f", "name.family=Otieno", "-f", "birthDate=1980-02-29")["items"]
    assert found["id"] == week.person
    run(week, "api", f"profiles/{week.person}/export", "--as", f"patient:{week.person}", "--output", week.folder / "record.zip")
    assert (week.folder / "record.zip").stat().st_mode & 0o777 == 0o600
    hold = f"profiles/{week.person}/hold"
    api(week.store, "PUT", hold, "-f", "reason=High Court of Kenya, E017 of 2026")
    assert "E017" in api(week.store, hold)["reason"]
    refused = run(week, "profile", "erase", week.person, "--confirm", week.person, status=1).stderr
    assert "legal hold" in refused
    api(week.store, "DELETE", hold)


def test_kits_are_made_sent_and_followed(week):
    codes = run(week, "kit", "new", "--count", "3", "--laboratory", "Nairobi Central").stdout.split()
    kit = api(week.store, "test-kits/search", "-f", f"kitCode={codes[0]}")["id"]
    shown = api(week.store, f"test-kits/{kit}/status", "-f", "status=shipped", "-f", "carrier=Posta", "-f", "trackingNumber=RR123456789KE")
    assert shown["shipment"] == {"carrier": "Posta", "trackingNumber": "RR123456789KE"} and shown["laboratory"] == "Nairobi Central"
    assert run(week, "api", "GET", "test-kits", "-f", "status=issued", "--table", "kitCode").stdout.count("FU-KIT-") == 2
    assert "check" in command("kit", "check", "FU-KIT-2025110701-Y", status=1).stdout.lower()


def test_a_colleague_is_invited_and_the_link_waits_where_no_mail_server_is(week):
    run(week, "account", "invite", "--role", "administrator", "--email", "wanjiru@example.org")
    (mail,) = answer(week, "outbox", "list")["items"]
    assert "fi_" in run(week, "outbox", "show", mail["id"]).stdout
    assert "The server can't send mail" in run(week, "outbox", "test", "wanjiru@example.org", status=1).stderr
    assert len(answer(week, "outbox", "list")["items"]) == 1
    api(week.store, "DELETE", f"accounts/invitations/{api(week.store, 'accounts/invitations')['items'][0]['id']}")


def test_keys_are_listed_changed_and_ended(week):
    keys = {key["name"]: key["id"] for key in answer(week, "key", "list")["items"]}
    assert {"first", "phone", "analyser", "pager", "Dr. Wanjiru"} == set(keys)
    new = api(week.store, f"keys/{keys['pager']}/rotate", "-f", "overlapSeconds=0")
    assert week.server.client(new["key"]).claim() == []
    run(week, "key", "revoke", keys["phone"])
    assert keys["phone"] not in {key["id"] for key in answer(week, "key", "list")["items"]}


def test_another_organisation_moves_in_and_out(week):
    key = run(week, "tenant", "create", "kisumu-clinic").stdout.strip()
    client = week.server.client(key)
    client.headers["X-Tenant-ID"] = "kisumu-clinic"
    assert client.ask(200, "GET", "/api/v1/test-kits") == {"items": []}
    line = [BINARY, "tenant", "erase", "--data", str(week.store.path)]
    for name, said in (("default", "can't be erased"), ("nobody", "There is no tenant nobody")):
        refused = subprocess.run([*line, name], env=surroundings({}, line), stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert refused.returncode == 1 and said in refused.stderr and "Type" not in refused.stderr
    gone = subprocess.run([*line, "kisumu-clinic"], env=surroundings({}, line), input="kisumu-clinic\n", capture_output=True, text=True, timeout=60)
    assert gone.returncode == 0 and "its key is destroyed" in gone.stdout
    assert "erased" in run(week, "tenant", "list").stdout


def test_the_audit_log_lists_all_actions_and_verifies(week):
    assert "tenant.erased" in run(week, "api", "audit", "--all", "--table", "action").stdout
    assert "sound" in run(week, "audit", "verify").stdout
    exported = [json.loads(line) for line in run(week, "audit", "export").stdout.splitlines()]
    assert exported[0]["type"] == "key" and exported[-1]["type"] == "checkpoint"
    # The checkpoint covers all that the export holds.
    assert exported[-1]["number"] == max(entry["number"] for entry in exported if entry["type"] == "entry")
    assert api(week.store, "figures")["least"] == 10


def test_the_store_is_checked_copied_and_the_copy_tried(week):
    assert "The store is sound." in run(week, "db", "check").stdout
    assert run(week, "db", "stats").stdout
    if databases.IN_USE:
        assert "operators back it up" in run(week, "backup", week.folder / "backup", status=1).stderr
        return
    run(week, "backup", week.folder / "backup")
    drill = command("restore", "--drill", week.folder / "backup", "--key-file", week.store.master, "--data", week.store.path)
    assert "yes" in drill.stdout
    assert "already exists" in run(week, "backup", week.folder / "backup", status=1).stderr


def test_the_master_key_is_changed_and_moved_away(week):
    run(week, "master-key", "rotate")
    assert week.server.stop() == 0
    week.store.master.rename(week.folder / "master.key")
    week.store.serve(status=1)
    assert "no master key at" in week.store.serve(status=1).stderr
    week.server = week.store.serve("--key-file", week.folder / "master.key")
    assert api(week.store, "GET", "results", "-f", "flag=HH", "--as", "clinician")["items"]


def test_a_second_server_on_the_same_port_is_one_sentence(week):
    port = week.server.address.rpartition(":")[2]
    command("init", "--data", week.folder / "other")
    said = command("serve", "--data", week.folder / "other", "--port", port, status=1).stderr
    assert said == f"Error: Port {port} on 127.0.0.1 is in use. Stop the other program, or choose another --port.\n"


@pytest.mark.on_files
def test_a_week_later_a_machine_is_lost_and_the_backup_brings_it_back(week):
    old = next(week.store.path.glob("master.key.*"))
    restored = command("restore", week.folder / "backup", "--data", week.folder / "restored", "--key-file", old)
    assert "All users are signed out" in restored.stdout
    listed = api(week.folder / "restored", "results", "--as", "clinician", "--key-file", old)["items"]
    assert [result["flag"] for result in listed] == ["HH"]
    assert "sound" in command("db", "check", "--data", week.folder / "restored", "--key-file", old).stdout
    assert kit_code() not in json.dumps(listed)
