"""The receiver of webhooks."""

import collections
import http.server
import socket
import time

import standardwebhooks

from local_server import LocalServer

WEBHOOK = "/api/v1/alert-groups/default/webhook"


def checked(secret, headers, body):
    """What a receiver does with a request: the message, if it is from FairKit and new enough."""
    return standardwebhooks.Webhook(secret).verify(body, dict(headers))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        if len(body) < length:
            # The sender was killed in the middle of the request.
            self.close_connection = True
            return
        with self.server.lock:
            number = len(self.server.requests)
            self.server.requests.append((self.headers, body, self.path))
            script = self.server.script
            step = script.popleft() if script else "take"
        getattr(self, step)(number)

    def answer(self, status, body=b"{}", **headers):
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def take(self, number):
        self.answer(200)

    def fail(self, number):
        self.answer(500, b"<html>no</html>")

    def gone(self, number):
        self.answer(410)

    def wait(self, number):
        self.answer(503, Retry_After="4")

    def redirect(self, number):
        self.answer(307, Location=f"https://localhost:{self.server.server_port}/elsewhere")

    def slow(self, number):
        time.sleep(2)
        self.answer(200)

    def hang(self, number):
        self.server.ended.wait(20)
        self.close_connection = True

    def trickle(self, number):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        for _ in range(20):
            if self.server.ended.wait(0.5):
                break
            try:
                self.wfile.write(b"x")
            except OSError:
                break
        self.close_connection = True

    def garbage(self, number):
        self.wfile.write(b"\x00\xff this is no answer\r\n\r\n")
        self.close_connection = True

    def cut(self, number):
        self.send_response(200)
        self.send_header("Content-Length", "1000")
        self.end_headers()
        self.wfile.write(b"half")
        self.wfile.flush()
        self.connection.shutdown(socket.SHUT_RDWR)
        self.close_connection = True

    def endless(self, number):
        """A very long body after a 200."""
        self.send_response(200)
        self.send_header("Content-Length", str(1 << 30))
        self.end_headers()
        try:
            for _ in range(1 << 10):
                self.wfile.write(b"x" * (1 << 20))
        except OSError:
            pass
        self.close_connection = True

    def log_message(self, *arguments):
        pass


class Receiver(LocalServer):
    """A server whose first requests are handled by a script; all others are taken."""

    def __init__(self, *script, context=None):
        self.requests, self.script = [], collections.deque(script)
        super().__init__(Handler, context)

    def url(self, host="localhost"):
        return f"{self.scheme}://{host}:{self.server_port}/hook?from=fairkit"

    def messages(self, secret):
        with self.lock:
            requests = list(self.requests)
        return [checked(secret, headers, body) for headers, body, _ in requests]
