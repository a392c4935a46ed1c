"""Accounts in a store, made as people make them: invited, confirmed by the mail that waits, with a second factor."""

import base64
import hmac
import struct
import time

from .server import Client

PASSWORD = "seven herons wade slowly"
AUTH = "/api/v1/auth"


class Person:
    """Somebody who was invited by a command beside the running server."""

    def __init__(self, setting, path, port, role, *more):
        self.email, self.client = f"bench.{time.time_ns()}@example.org", Client(port)
        setting.fairkit_json("account", "invite", "--data", path, "--role", role, "--email", self.email, *more)
        newest = setting.fairkit_json("outbox", "list", "--data", path)["items"][0]["id"]
        text = setting.fairkit_json("outbox", "show", newest, "--data", path)["text"]
        token = next(word for word in text.split() if word.startswith("fi_"))
        self.account = self.ask("confirm", token=token, password=PASSWORD)["accountId"]

    def ask(self, call, **body):
        status, answer = self.client.ask("POST", f"{AUTH}/{call}", body)
        if status not in (200, 201):
            raise RuntimeError(f"{call}: {status} {answer}")
        return answer

    def login(self):
        return self.ask("login", email=self.email, password=PASSWORD)

    def token(self):
        """An access token for a quarter of an hour, of whoever has to set up a second factor first."""
        challenge = self.login()["mfaToken"]
        secret = self.ask("mfa/setup", mfaToken=challenge)["secret"]
        return self.ask("mfa/verify", mfaToken=challenge, code=one_time_password(secret))["accessToken"]


def one_time_password(secret):
    """The one of now, by RFC 6238."""
    digest = hmac.digest(base64.b32decode(secret), struct.pack(">q", int(time.time()) // 30), "sha1")
    place = digest[-1] & 15
    return f"{(struct.unpack_from('>I', digest, place)[0] & 0x7FFFFFFF) % 1_000_000:06}"
