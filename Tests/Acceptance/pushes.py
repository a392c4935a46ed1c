"""Servers that speak as Apple, Google and a browser's push service do, and check what they get with other people's libraries."""

import base64
import collections
import http.server
import json
import socket
import ssl
import threading
import time
import urllib.parse

import h2.config
import h2.connection
import h2.events
import http_ece
import jwt
import py_vapid
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from local_server import LocalServer

SCOPE = "https://www.googleapis.com/auth/firebase.messaging"


def pem(key):
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Apple:
    """An HTTP/2 server. `script` holds the next answers: (status, reason), or "hang" or "cut"; after them every push is taken."""

    team, key_id, topic = "DEF123GHIJ", "ABC123DEFG", "org.example.kit"

    def __init__(self, certificate, *script):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.script, self.pushes, self.tokens = collections.deque(script), [], []
        self.lock, self.ended = threading.Lock(), threading.Event()
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(*certificate)
        self.context.set_alpn_protocols(["h2"])
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"https://localhost:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, plain):
        try:
            with self.context.wrap_socket(plain, server_side=True) as connection:
                assert connection.selected_alpn_protocol() == "h2"
                self._speak(connection)
        except (OSError, AssertionError):
            pass

    def _speak(self, connection):
        state = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        state.initiate_connection()
        connection.sendall(state.data_to_send())
        streams = {}
        while data := connection.recv(65536):
            for event in state.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    streams[event.stream_id] = ({name.decode(): value.decode() for name, value in event.headers}, bytearray())
                elif isinstance(event, h2.events.DataReceived):
                    streams[event.stream_id][1].extend(event.data)
                    state.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    if not self._answer(state, connection, event.stream_id, *streams.pop(event.stream_id)):
                        return
            connection.sendall(state.data_to_send())

    def _answer(self, state, connection, stream, headers, body):
        with self.lock:
            step = self.script.popleft() if self.script else (200, None)
            token = headers.get("authorization", "").removeprefix("bearer ")
            claims = jwt.decode(token, self.key.public_key(), algorithms=["ES256"])
            assert set(claims) == {"iss", "iat"} and claims["iss"] == self.team and abs(claims["iat"] - time.time()) < 30
            head = jwt.get_unverified_header(token)
            assert (head["alg"], head["kid"]) == ("ES256", self.key_id)
            assert len(body) <= 4096
            self.tokens.append(token)
            self.pushes.append((headers, json.loads(body)))
        if step == "hang":
            self.ended.wait(30)
            return False
        if step == "cut":
            return False
        status, reason, *more = step
        fields = [(":status", str(status)), ("apns-id", headers["apns-id"]), *more]
        state.send_headers(stream, fields, end_stream=not reason)
        if reason:
            state.send_data(stream, json.dumps({"reason": reason}).encode(), end_stream=True)
        connection.sendall(state.data_to_send())
        return True

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.ended.set()
        self.listener.close()


class Posts(LocalServer):
    """An HTTPS server whose answers to POST are made by `answer(path, headers, body)`: (status, headers, body), or "hang"."""

    def __init__(self, certificate):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*certificate)
        super().__init__(_Post, context)
        self.url = f"https://localhost:{self.server_port}"


class _Post(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with self.server.lock:
            answer = self.server.answer(self.path, self.headers, body)
        if answer == "hang":
            self.server.ended.wait(30)
            self.close_connection = True
            return
        status, headers, body = answer
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


class Google(Posts):
    """The token endpoint and FCM's v1 API. `script` holds the next answers of FCM: (status, error, headers)."""

    email, project, key_id = "kit@kit-project.iam.gserviceaccount.com", "kit-project", "key-1"

    def __init__(self, certificate, *script, refuses_assertions=False):
        self.key = rsa.generate_private_key(65537, 2048)
        self.script, self.messages, self.issued = collections.deque(script), [], []
        self.refuses_assertions = refuses_assertions
        super().__init__(certificate)

    def account(self):
        """The key file that the operator downloads."""
        return {
            "type": "service_account", "project_id": self.project, "private_key_id": self.key_id, "private_key": pem(self.key),
            "client_email": self.email, "client_id": "1", "token_uri": f"{self.url}/token", "universe_domain": "googleapis.com",
        }  # fmt: skip

    def answer(self, path, headers, body):
        if path == "/token":
            form = dict(urllib.parse.parse_qsl(body.decode(), strict_parsing=True))
            assert form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer"
            claims = jwt.decode(form["assertion"], self.key.public_key(), algorithms=["RS256"], audience=f"{self.url}/token")
            assert claims["iss"] == self.email and claims["scope"] == SCOPE and claims["exp"] - claims["iat"] <= 3600
            assert jwt.get_unverified_header(form["assertion"])["kid"] == self.key_id
            if self.refuses_assertions:
                return 400, {}, b'{"error":"invalid_grant","error_description":"Invalid JWT Signature."}'
            self.issued.append(f"ya29.token-{len(self.issued)}")
            return 200, {}, json.dumps({"access_token": self.issued[-1], "expires_in": 3599, "token_type": "Bearer"}).encode()
        assert path == f"/v1/projects/{self.project}/messages:send"
        assert headers["Authorization"] == f"Bearer {self.issued[-1]}"
        message = json.loads(body)["message"]
        assert all(isinstance(value, str) for value in message["data"].values())
        self.messages.append(message)
        step = self.script.popleft() if self.script else None
        if step == "hang":
            return step
        if step:
            status, error, *more = step
            return status, dict(more), json.dumps({"error": {"code": status, **error}}).encode()
        return 200, {}, json.dumps({"name": f"projects/{self.project}/messages/{len(self.messages)}"}).encode()


class Browser(Posts):
    """A browser and its push service, which checks VAPID, and decrypts what only the browser can."""

    def __init__(self, certificate, *script):
        self.key, self.secret = ec.generate_private_key(ec.SECP256R1()), b"0123456789abcdef"
        self.script, self.messages, self.lengths, self.keys = collections.deque(script), [], [], set()
        super().__init__(certificate)

    def subscription(self, **changes):
        point = self.key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        keys = {"p256dh": b64(point), "auth": b64(self.secret)}
        return json.dumps({"endpoint": f"{self.url}/push/secret-id", "expirationTime": None, "keys": keys, **changes})

    def answer(self, path, headers, body):
        assert path == "/push/secret-id"
        authorization = headers["Authorization"]
        assert py_vapid.Vapid02.verify(authorization)
        parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
        self.keys.add(parts["k"])
        claims = json.loads(base64.urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
        assert claims["aud"] == self.url and claims["sub"] == "mailto:kit@example.org" and 0 < claims["exp"] - time.time() <= 86400
        assert headers["Content-Encoding"] == "aes128gcm" and len(body) <= 4096
        self.lengths.append(len(body))
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        self.messages.append((headers, json.loads(plain)))
        step = self.script.popleft() if self.script else 201
        if step == "hang":
            return step
        status, *more = step if isinstance(step, tuple) else (step,)
        return status, {"Location": f"{self.url}/message/secret-id", **dict(more)}, b""
