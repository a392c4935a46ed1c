"""A mail server of the tests, which follows a script."""

import asyncio
import email
import email.policy
import socket
import ssl
import threading

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

from ports import free_port

SENDER = "kit@example.org"


class Post:
    """The behaviour of a mail server: it follows its script, and then accepts every message."""

    def __init__(self):
        self.messages, self.script, self.connections = [], [], 0
        self.taken = threading.Event()
        self.lock = threading.Lock()

    def step(self, command):
        with self.lock:
            if self.script and self.script[0][0] == command:
                return self.script.pop(0)[1]
        return None

    async def handle_RCPT(self, server, session, envelope, address, options):
        if said := self.step("RCPT"):
            return said
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        said = self.step("DATA")
        if said == "hang":
            self.messages.append((session, envelope))
            self.taken.set()
            await asyncio.sleep(60)
        if said:
            return said
        self.messages.append((session, envelope))
        return "250 OK"

    def parsed(self):
        return [email.message_from_bytes(envelope.original_content, policy=email.policy.default) for _, envelope in self.messages]


class Server(Controller):
    """aiosmtpd on a port of this machine."""

    def __init__(self, post, tls=None, starttls=None, login=None, port=0):
        self.tls_from_the_start, self.starttls, self.login, self.post = tls, starttls, login, post
        super().__init__(post, hostname="127.0.0.1", port=port or free_port(), ssl_context=tls)

    def factory(self):
        self.post.connections += 1

        def authenticate(server, session, envelope, mechanism, data):
            right = isinstance(data, LoginPassword) and (data.login.decode(), data.password.decode()) == self.login
            return AuthResult(success=right, handled=right)

        return SMTP(
            self.post,
            tls_context=self.starttls,
            require_starttls=bool(self.starttls),
            authenticator=authenticate if self.login else None,
            auth_required=bool(self.login),
            auth_require_tls=bool(self.starttls),
            hostname="127.0.0.1",
        )

    def _trigger_server(self):
        """The base class probes the server with the system's authorities; this connection is not counted."""
        if self.tls_from_the_start is None:
            super()._trigger_server()
        else:
            trusting = ssl.create_default_context()
            trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
            with socket.create_connection((self.hostname, self.port), 10) as plain, trusting.wrap_socket(plain) as secured:
                secured.recv(100)
        self.post.connections = 0


def context(authority, name="mail", **more):
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    made.load_cert_chain(*authority.sign(name, **more))
    return made


def plain(server):
    return f"smtp+plain://127.0.0.1:{server.port}"
