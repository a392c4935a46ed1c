"""A server on this machine that runs while a test needs it."""

import http.server
import threading


class LocalServer(http.server.ThreadingHTTPServer):
    """Serves at once, over TLS if there is a context. `lock` guards what handlers share; `ended` is set when it ends."""

    daemon_threads = True

    def __init__(self, handler, context=None):
        self.lock, self.ended = threading.Lock(), threading.Event()
        self.scheme = "https" if context else "http"
        super().__init__(("127.0.0.1", 0), handler)
        if context:
            self.socket = context.wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, address):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.ended.set()
        self.shutdown()
        self.server_close()
