"""Patients who are reached by phone, SMS and mail, and the clinicians in care of them."""

import email
import email.policy
import json
import os
import shutil
import urllib.parse

from .house import layout

API = "/api/v1"
UNLIMITED = {f"FAIRKIT_RATE_{name}": "off" for name in ("KEY", "ACCOUNT", "ADDRESS", "SIGN_IN", "ALERT_LISTS")}


class Town:
    """A store with its people, copied from one that is kept; `patients` are {profile, phone, email, device}."""

    def __init__(self, setting, providers, count):
        self.setting, self.providers, self.count = setting, providers, count
        kept = f"{setting.scratch}/reach-{count}"
        if not _is_current(kept):
            print(f"Seeding {os.path.basename(kept)}", flush=True)
            shutil.rmtree(kept, ignore_errors=True)
            patients = setting.run("townspeople", "--dir", kept, "--count", count)
            for name, text in (("people.json", json.dumps(patients)), ("layout", layout())):
                with open(f"{kept}/{name}", "w") as file:
                    file.write(text)
        self.path = f"{setting.scratch}/reach"
        shutil.rmtree(self.path, ignore_errors=True)
        shutil.copytree(kept, self.path)
        with open(f"{kept}/people.json") as file:
            self.patients = json.load(file)
        more = {"administrator": [], "laboratory": ["--laboratory", "Laboratory"]}
        self.keys = {role: setting.fairkit_json("key", "create", "--data", self.path, "--role", role, "--name", role, *words)["key"] for role, words in more.items()}


def read(channel, message):
    """The receiver and the text of an SMS or a mail."""
    if channel == "sms":
        form = dict(urllib.parse.parse_qsl(message.decode()))
        return form["To"], form["Body"]
    to, _, mail = message.partition(b"\n")
    return to.decode(), email.message_from_bytes(mail, policy=email.policy.default).get_content()


def ask(client, path, body):
    status, answer = client.ask("POST", path, body)
    if status not in (200, 201, 202, 204):
        raise RuntimeError(f"{path}: {status} {answer}")
    return answer


def _is_current(path):
    try:
        with open(f"{path}/layout") as file:
            return file.read() == layout()
    except FileNotFoundError:
        return False
