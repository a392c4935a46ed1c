"""The PostgreSQL server of this test process, with FAIRKIT_TEST_STORE=postgres: each data directory of the tests then has a database of its own."""

import atexit
import functools
import hashlib
import os
import pathlib
import shutil
import subprocess
import time
import urllib.parse

import psycopg
from psycopg import sql

IN_USE = os.environ.get("FAIRKIT_TEST_STORE") == "postgres"
TESTS = pathlib.Path(__file__).resolve().parents[1]
BINARIES = "lib/postgresql/15/bin"


# The data directories whose databases are on a server of their own: its folder, its port and its process.
APART = {}


@functools.cache
def server():
    """Starts the server; answers the folder of its socket, and its port."""
    return started()[:2]


def started(**environment):
    process = subprocess.Popen([TESTS / "postgres"], env=os.environ | environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.stdin.close)
    folder, port, _ = process.stdout.readline().split()
    with administrator(folder, port) as connection:
        # As docs/postgres.md says: it may make schemas and roles, and nothing else.
        connection.execute("CREATE ROLE fairkit_server LOGIN CREATEROLE")
    return folder, port, process


def server_of(path):
    """The server that has the database of a data directory."""
    return APART[str(path)][:2] if str(path) in APART else server()


def apart(path, environment):
    """Gives the database of a data directory, which no program uses now, a server of its own that is started in an environment: its clock can be set.

    `drop` ends it."""
    if not IN_USE:
        return
    exists = name(path) in databases(*server())
    old, new = server(), started(**{variable: str(text) for variable, text in environment.items()})
    binaries = next(place for place in (pathlib.Path("/usr"), TESTS.parent / ".build/postgresql/usr") if (place / BINARIES / "pg_dump").exists()) / BINARIES
    reach = lambda place: ["-h", place[0], "-p", place[1], "-U", "fairkit"]  # noqa: E731
    for words in ([["pg_dumpall", "--roles-only"], ["pg_dump", "--create", name(path)]] if exists else []):
        dump = subprocess.run([binaries / words[0], *reach(old), *words[1:]], check=True, capture_output=True).stdout
        # The roles of each server are there already.
        stop = "0" if words[0] == "pg_dumpall" else "1"
        subprocess.run([binaries / "psql", *reach(new), "-X", "-q", "-v", f"ON_ERROR_STOP={stop}", "-d", "postgres"], input=dump, check=True, capture_output=True)
    drop(path)
    APART[str(path)] = new


def databases(folder, port):
    with administrator(folder, port) as connection:
        return {row[0] for row in connection.execute("SELECT datname FROM pg_database")}


def administrator(folder, port, database="postgres"):
    return psycopg.connect(host=folder, port=port, user="fairkit", dbname=database, autocommit=True)


def name(path):
    """The database of a data directory."""
    return f"store_{hashlib.sha256(str(path).encode()).hexdigest()[:20]}"


def address(path):
    folder, port = server_of(path)
    return f"postgres://fairkit_server@{urllib.parse.quote(folder, safe='')}:{port}/{name(path)}"


def create(path, template=None):
    """Makes the database of a data directory: an empty one, or a copy of another directory's."""
    if not IN_USE:
        return
    if name(path) not in databases(*server_of(path)):
        with administrator(*server_of(path)) as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER fairkit_server TEMPLATE {}").format(
                    sql.Identifier(name(path)), sql.Identifier(name(template) if template else "template0")))


def witness(path):
    """A connection to the schema of the first tenant, as the server's administrator. What is sealed stays sealed."""
    connection = administrator(*server_of(path), database=name(path))
    # What a killed server had sent may still be carried out.
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'fairkit_server'"
    deadline = time.monotonic() + 5
    while connection.execute(others).fetchone() != (0,) and time.monotonic() < deadline:
        time.sleep(0.01)
    (schema,) = connection.execute("SELECT folder FROM control.tenant WHERE name = 'default'").fetchone()
    connection.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(schema)))
    return connection


def key_file(path, folder):
    """The bytes that the file key.json of a tenant would have; the folder of all but the first tenant is their id."""
    query = """SELECT k.keys FROM control.wrapped_key k JOIN control.tenant t ON t.folder = k.label
        WHERE CASE t.name WHEN 'default' THEN 'default' ELSE encode(t.id, 'hex') END = %s"""
    with administrator(*server_of(path), database=name(path)) as connection:
        return connection.execute(query, [folder.replace("-", "")]).fetchone()[0]


def schemas(path):
    """The schemas of all tenants of a data directory, also of what is left of one."""
    with administrator(*server_of(path), database=name(path)) as connection:
        return {row[0] for row in connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tenant%'")}


def copy(source, target, **options):
    """Copies a data directory that no server uses, with its database."""
    shutil.copytree(source, target, **options)
    create(target, template=source)


def drop(path):
    """Drops the database of a data directory."""
    if str(path) in APART:
        *_, process = APART.pop(str(path))
        process.stdin.close()
        process.wait(60)
    elif IN_USE:
        with administrator(*server()) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name(path))))


def setting(arguments, environment):
    """The settings that name the database of a command's data directory; none if it names another store, or no directory."""
    words = [str(word) for word in arguments]
    path = words[words.index("--data") + 1] if "--data" in words else environment.get("FAIRKIT_DATA")
    if not IN_USE or not path or "--store" in words:
        return {}
    if "init" in words[:2]:
        create(path)
    return {"FAIRKIT_STORE": address(path)}
