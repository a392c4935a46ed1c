# standard_receiver.py: verifies, stores and answers. An optional number ends it after so many messages.
import http.server
import os
import sys

from standardwebhooks import Webhook, WebhookVerificationError

webhook = Webhook(os.environ["SECRET"])  # whsec_…
known = set()  # a real receiver keeps this in a file or a database


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            message = webhook.verify(body, dict(self.headers))
        except WebhookVerificationError:
            self.send_response(401)
        else:
            if self.headers["webhook-id"] not in known:
                print("received:", message["type"], message["alertId"], flush=True)
                known.add(self.headers["webhook-id"])
            self.send_response(204)
        self.end_headers()


server = http.server.HTTPServer(("127.0.0.1", 9000), Receiver)
enough = int(sys.argv[1]) if len(sys.argv) > 1 else None
while enough is None or len(known) < enough:
    server.handle_request()
