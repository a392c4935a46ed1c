"""The providers of a measurement as a process, and the settings with which FairKit sends to them."""

import base64
import json
import os
import subprocess
import sys

ACCOUNT = "AC0123456789abcdef0123456789abcdef"
PLACE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "providers.py")


class Providers:
    """`ports` by channel; `messages` are (channel, time of the monotonic clock, bytes)."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self._certificates()
        self.process = subprocess.Popen([sys.executable, PLACE, f"{folder}/server.pem", f"{folder}/server.key"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ports = json.loads(self.process.stdout.readline())

    def _openssl(self, *arguments):
        subprocess.run(["openssl", *arguments], cwd=self.folder, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def _certificates(self):
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-noenc"]
        self._openssl("req", "-x509", *curve, "-subj", "/CN=Benchmark", "-keyout", "authority.key", "-out", "authority.pem", "-days", "3650")
        self._openssl("req", "-x509", "-CA", "authority.pem", "-CAkey", "authority.key", *curve, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            "-addext", "basicConstraints=critical,CA:FALSE", "-keyout", "server.key", "-out", "server.pem", "-days", "3650")  # fmt: skip

    def settings(self):
        """The environment of a server that sends to them."""
        self._openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "apns.p8")
        self._openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", "rsa.pem")
        with open(f"{self.folder}/rsa.pem") as file:
            account = {"type": "service_account", "project_id": "benchmark", "private_key_id": "1", "private_key": file.read(),
                "client_email": "kit@benchmark.iam.gserviceaccount.com", "token_uri": f"https://localhost:{self.ports['fcm']}/token"}  # fmt: skip
        self._secret("account.json", json.dumps(account))
        self._secret("token", "benchmark-token")
        channels = {
            "apns": {"keyFile": "apns.p8", "keyID": "ABC123DEFG", "teamID": "DEF123GHIJ", "topic": "org.example.kit", "baseURL": f"https://localhost:{self.ports['apns']}"},
            "fcm": {"serviceAccountFile": "account.json", "baseURL": f"https://localhost:{self.ports['fcm']}"},
            "sms": {"provider": "twilio", "accountSID": ACCOUNT, "authTokenFile": "token", "from": "+15550001111", "baseURL": f"http://127.0.0.1:{self.ports['sms']}"},
        }
        self._secret("channels.json", json.dumps(channels))
        os.chmod(f"{self.folder}/apns.p8", 0o600)
        return {
            "FAIRKIT_CHANNELS": f"{self.folder}/channels.json", "FAIRKIT_ALLOW_PRIVATE_WEBHOOKS": "true", "FAIRKIT_WEBHOOK_CA": f"{self.folder}/authority.pem",
            "FAIRKIT_MAIL_SERVER": f"smtp+plain://127.0.0.1:{self.ports['email']}", "FAIRKIT_MAIL_FROM": "kit@example.org", "FAIRKIT_PUBLIC_URL": "https://kit.example.org",
        }  # fmt: skip

    def _secret(self, name, text):
        with open(os.open(f"{self.folder}/{name}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(text)

    def messages(self):
        """What came since it was last asked."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return [(channel, at, base64.b64decode(message)) for channel, at, message in json.loads(self.process.stdout.readline())]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(10)
