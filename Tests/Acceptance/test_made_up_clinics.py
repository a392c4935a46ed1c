"""`scripts/demo --serve`: two made-up clinics that a newcomer can sign in to."""

import datetime
import re
import signal
import subprocess
import sys

from accounts import LOGIN, VERIFY
from examples import ALERTS
from fairkit import BINARY, REPOSITORY, Client
from ports import free_port
from shims import shim


def test_a_newcomer_signs_in_to_a_made_up_clinic_by_what_is_printed(tmp_path):
    port = free_port()
    script = subprocess.Popen(
        [sys.executable, f"{REPOSITORY}/scripts/made-up-clinics", str(BINARY), "--port", str(port), "--data", tmp_path / "data"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, env={"PYTHONUNBUFFERED": "1", "PATH": "/usr/bin:/bin", "LD_PRELOAD": shim("cheap_scrypt")})  # fmt: skip
    try:
        lines = []
        for line in script.stdout:
            lines.append(line)
            if "patient2@sur.example" in line:
                break
        assert {line.split()[0] for line in lines if "@kisumu.example" in line} == {"administrator", "clinician", "laboratory", "coordinator", "patient"}
        password = next(line.partition("is: ")[2].strip() for line in lines if "password" in line)
        for email, code in re.findall(r"(\S+@kisumu\.example) +(\d{6})", "".join(line for line in lines if "clinician" in line)):
            visitor = Client(f"127.0.0.1:{port}")
            challenge = visitor.ask(200, "POST", LOGIN, json={"email": email, "password": password})
            tokens = visitor.ask(200, "POST", VERIFY, json={"mfaToken": challenge["mfaToken"], "code": code})
            visitor.headers["Authorization"] = f"Bearer {tokens['accessToken']}"
            critical = [alert for alert in visitor.ask(200, "GET", ALERTS)["items"] if alert["rule"] == "critical-high"]
            assert [alert["explanation"].split()[0] for alert in critical] == ["820", "905", "985"]
        partner = Client(f"127.0.0.1:{port}")
        tokens = partner.ask(200, "POST", LOGIN, json={"email": "coordinator@kisumu.example", "password": password})
        partner.headers["Authorization"] = f"Bearer {tokens['accessToken']}"
        [programme] = partner.ask(200, "GET", "/api/v1/programmes")["items"]
        today = datetime.datetime.now(datetime.UTC).date()
        year = f"{today - datetime.timedelta(days=365)}..{today - datetime.timedelta(days=1)}"
        people = partner.ask(200, "GET", f"/api/v1/programmes/{programme['id']}/figures", params={"period": year})["people"]
        assert all(people[measure]["people"] >= 10 for measure in ("enrolled", "registered", "completed"))
    finally:
        script.send_signal(signal.SIGTERM)
        ended = script.wait(20)
    assert ended == 0
