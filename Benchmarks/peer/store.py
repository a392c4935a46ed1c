"""The encrypted file: one kept connection per thread, one write transaction at a time."""

import contextlib
import os
import threading

import sqlcipher3

_local = threading.local()
# A thread that waits here is woken at once; one that waits for SQLite's own lock sleeps and tries again.
_writer = threading.Lock()


def connect(path, key):
    connection = sqlcipher3.connect(path, isolation_level=None, cached_statements=256, timeout=30)
    connection.execute(f"PRAGMA key = \"x'{key}'\"")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cache_size = -32000")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def reading():
    """This thread's connection."""
    try:
        return _local.connection
    except AttributeError:
        _local.connection = connect(os.environ["PEER_DATABASE"], os.environ["PEER_KEY"])
        return _local.connection


@contextlib.contextmanager
def writing():
    """This thread's connection in a transaction, which is on the disk when the block ends."""
    connection = reading()
    with _writer:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")
