# receiver.py: receives one alert by webhook, with Python's standard library alone.
import base64
import hashlib
import hmac
import http.server
import json
import os
import time

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))


def is_genuine(headers, body):
    """Standard Webhooks: an HMAC-SHA-256 over id, timestamp and body."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    recent = abs(time.time() - int(headers["webhook-timestamp"])) < 300
    return recent and any(hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split())


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        genuine = is_genuine(self.headers, body)
        if genuine:
            message = json.loads(body)
            print(message["type"], message["alertId"], "band", message["band"], flush=True)
        self.send_response(204 if genuine else 401)
        self.end_headers()


http.server.HTTPServer(("127.0.0.1", 9000), Receiver).handle_request()
