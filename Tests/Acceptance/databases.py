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
# The data directories whose databases are on a server of their own: its folder, its port and its process.
APART = {}


@functools.cache
def server():
    """Starts the server; answers the folder of its socket, and its port."""
    return started()[:2]


def started(**environment):
    """Starts a server in this environment; answers the folder of its socket, its port, and the process that ends with its input."""
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
    """Gives the database of a data directory that no program uses a server of its own, started in this environment: its clock can be set. `drop` ends it."""
    if not IN_USE:
        return
    new = started(**{variable: str(text) for variable, text in environment.items()})
    if name(path) in existing(*server()):
        # The roles that each server has are there already.
        handed_over(server(), new, "pg_dumpall", "--roles-only")
        handed_over(server(), new, "pg_dump", "--create", name(path), settings=["-v", "ON_ERROR_STOP=1"])
        drop(path)
    APART[str(path)] = new


def handed_over(source, target, *words, settings=(), database="postgres"):
    """Has psql carry out on one server what a program of PostgreSQL writes down of another."""
    program("psql", target, "-X", "-q", "-d", database, *settings, input=program(words[0], source, *words[1:]))


def keep(path, place):
    """Copies the database of a data directory under the name that another one's would have, while a server uses it."""
    create(place)
    server = server_of(path)
    handed_over(server, server, "pg_dump", name(path), settings=["-v", "ON_ERROR_STOP=1"], database=name(place))


def program(tool, server, *words, input=None):
    """Runs a program of PostgreSQL for a server, and answers what it says."""
    line = [unpacked(f"usr/lib/postgresql/15/bin/{tool}"), "-h", server[0], "-p", server[1], "-U", "fairkit", *words]
    return subprocess.run(line, input=input, check=True, capture_output=True).stdout


def unpacked(path):
    """A file of a Debian package, installed or unpacked by scripts/setup."""
    for root in (pathlib.Path("/"), TESTS.parent / ".build/postgresql", TESTS.parent / ".build/etcd"):
        if (found := root / path).exists():
            return found
    raise AssertionError(f"/{path} is missing. Run scripts/setup --long.")


def dump(path):
    """All rows of the database of a data directory; bytes stand there as hexadecimal digits."""
    return program("pg_dump", server_of(path), "--data-only", name(path))


def existing(folder, port):
    """The databases of a server."""
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
    if name(path) not in existing(*server_of(path)):
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
    if IN_USE:
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
