"""Patients who are reached by phone, SMS and mail, and the clinicians in care of them: made over HTTP, as people do it."""

import concurrent.futures
import email
import email.policy
import itertools
import json
import os
import re
import shutil
import time
import urllib.parse

from .house import layout
from .people import AUTH, PASSWORD, one_time_password
from .server import Client, Server

API = "/api/v1"
UNLIMITED = {f"FAIRKIT_RATE_{name}": "off" for name in ("KEY", "ACCOUNT", "ADDRESS", "SIGN_IN", "ALERT_LISTS")}
# Patients of one clinician.
OF_EACH = 10
# Making people is mostly hashing passwords.
AT_ONCE = 8


class Town:
    """A store with its people; `patients` are {profile, phone, email, device}."""

    def __init__(self, setting, providers, count):
        self.setting, self.providers, self.count = setting, providers, count
        kept = f"{setting.scratch}/reach-{count}"
        if not _is_current(kept):
            self._make(kept)
        self.path = f"{setting.scratch}/reach"
        shutil.rmtree(self.path, ignore_errors=True)
        shutil.copytree(kept, self.path)
        with open(f"{kept}/people.json") as file:
            made = json.load(file)
        self.keys, self.patients = made["keys"], made["patients"]

    def _make(self, path):
        print(f"Making {self.count} patients", flush=True)
        start = time.monotonic()
        empty, administrator = self.setting.empty_store()
        shutil.rmtree(path, ignore_errors=True)
        shutil.move(empty, path)
        more = {"administrator": [], "laboratory": ["--laboratory", "Laboratory"]}
        keys = {role: self.setting.fairkit_json("key", "create", "--data", path, "--role", role, "--name", role, *words)["key"] for role, words in more.items()}
        with Server(self.setting, path, **UNLIMITED, **self.providers.settings()) as server:
            self.port, self.keys, self.messages = server.port, keys, []
            self.patients = [{"phone": f"+2547{number:08}", "email": f"patient{number}@example.org", "device": device(number)} for number in range(self.count)]
            self._invite()
            self._confirm()
            self._prove()
        with open(f"{path}/people.json", "w") as file:
            json.dump({"keys": keys, "patients": self.patients}, file)
        with open(f"{path}/layout", "w") as file:
            file.write(layout())
        print(f"  {time.monotonic() - start:.0f} s", flush=True)

    def _administrator(self):
        return Client(self.port, self.keys["administrator"])

    def _invite(self):
        client = self._administrator()
        self.doctors = [{"email": f"doctor{number}@example.org"} for number in range((self.count + OF_EACH - 1) // OF_EACH)]
        for doctor in self.doctors:
            ask(client, f"{API}/accounts/invitations", {"email": doctor["email"], "role": "clinician"})
        for patient in self.patients:
            body = {"name": {"given": "Amina", "family": "Odhiambo"}, "birthDate": "1980-02-29", "consents": {"clinicians": True}}
            patient["profile"] = ask(client, f"{API}/profiles", body)["id"]
            ask(client, f"{API}/accounts/invitations", {"email": patient["email"], "role": "patient", "profileId": patient["profile"]})

    def _confirm(self):
        tokens = self._wait("email", r"\bfi_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])")

        def confirm(person):
            client = Client(self.port)
            account = ask(client, f"{AUTH}/confirm", {"token": tokens[person["email"]], "password": PASSWORD})["accountId"]
            if "profile" not in person:
                person["account"] = account
                return
            signed_in = ask(client, f"{AUTH}/login", {"email": person["email"], "password": PASSWORD})
            client.headers = {"Authorization": f"Bearer {signed_in['accessToken']}"}
            ask(client, f"{API}/mobile/devices", {"deviceToken": person["device"], "platform": "ios" if person["device"].startswith("apns") else "android"})
            person["contact"] = ask(client, f"{AUTH}/me/contacts", {"kind": "sms", "address": person["phone"]})["id"]
            person["token"] = signed_in["accessToken"]

        each(confirm, self.doctors + self.patients)
        client = self._administrator()
        for patient, doctor in zip(self.patients, itertools.chain.from_iterable(itertools.repeat(doctor, OF_EACH) for doctor in self.doctors)):
            ask(client, f"{API}/care-assignments", {"accountId": doctor["account"], "profileId": patient["profile"]})

    def _prove(self):
        codes = self._wait("sms", r"\b\d{6}\b")

        def prove(person):
            client = Client(self.port)
            client.headers = {"Authorization": f"Bearer {person.pop('token')}"}
            ask(client, f"{AUTH}/me/contacts/{person.pop('contact')}/verify", {"code": codes[person["phone"]]})

        each(prove, self.patients)

    def _wait(self, channel, pattern):
        """What matches in the first message to each receiver, once all have come."""
        wanted = {patient["phone"] for patient in self.patients} if channel == "sms" else {person["email"] for person in self.doctors + self.patients}
        found, deadline = {}, time.monotonic() + 120
        while not wanted <= found.keys():
            if time.monotonic() > deadline:
                raise RuntimeError(f"{len(wanted - found.keys())} messages by {channel} did not come")
            time.sleep(0.2)
            for one, _, message in self.providers.messages():
                if one == channel:
                    to, text = read(channel, message)
                    if match := re.search(pattern, text):
                        found.setdefault(to, match[0])
        return found


def device(number):
    """Every second one is an iPhone."""
    return f"apns:{number:064x}" if number % 2 else f"fcm:{'x' * 22}:APA91b{number:0134}"


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


def each(work, people):
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for _ in pool.map(work, people):
            pass


def _is_current(path):
    try:
        with open(f"{path}/layout") as file:
            return file.read() == layout() and os.path.exists(f"{path}/people.json")
    except FileNotFoundError:
        return False
