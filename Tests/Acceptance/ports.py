"""Ports for servers that must be told theirs before they start."""

import itertools
import os
import random
import socket

# Below the ports that the kernel gives to connections and to servers that name none: it gives none of these away before its use.
# Each process of a parallel run has a thousand of its own, in an order of its own.
_worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_candidates = itertools.cycle(random.sample(range(12_000 + 1_000 * _worker, 13_000 + 1_000 * _worker), 1_000))


def free_port():
    """A port of 127.0.0.1 on which no server listens, and which this process gives once."""
    for port in itertools.islice(_candidates, 1_000):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("Each of a thousand ports is in use.")
