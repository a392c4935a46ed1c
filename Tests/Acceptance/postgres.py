"""The PostgreSQL server of this test process, and its databases: with FAIRKIT_TEST_STORE=postgres, every data directory has one."""

import functools
import os
import pathlib
import subprocess
import urllib.parse

import psycopg

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# Whether stores are kept in PostgreSQL; otherwise they are files.
KEEPS_STORES = os.environ.get("FAIRKIT_TEST_STORE") == "postgres"


@functools.cache
def server():
    """The server. It runs until this process ends, however it ends."""
    return Server()


class Server:
    def __init__(self):
        self.process = subprocess.Popen([REPOSITORY / "Tests/postgres"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.folder, self.port, _ = self.process.stdout.readline().split()
        self.databases = {}  # by the resolved path of the data directory
        self.count = 0
        self.administer("CREATE ROLE store LOGIN CREATEROLE")

    def connection(self, database="postgres", user="fairkit"):
        return psycopg.connect(host=self.folder, port=self.port, user=user, dbname=database, autocommit=True)

    def administer(self, *statements):
        with self.connection() as connection:
            for statement in statements:
                connection.execute(statement)

    def database(self, path):
        """The database of a data directory, made when it is first needed."""
        place = pathlib.Path(path).resolve()
        if place not in self.databases:
            self.databases[place] = self.new("")
        return self.databases[place]

    def new(self, how):
        self.count += 1
        name = f"store_{self.count}"
        self.administer(f"CREATE DATABASE {name} OWNER store {how}")
        return name

    def address(self, path):
        """The setting FAIRKIT_STORE for a data directory."""
        return f"postgres://store@{urllib.parse.quote(self.folder, safe='')}:{self.port}/{self.database(path)}"

    def copy(self, path, new):
        """Gives a new data directory a copy of a store that no server has open."""
        self.databases[pathlib.Path(new).resolve()] = self.new(f"TEMPLATE {self.database(path)}")

    def drop(self, path):
        """Drops the database of a data directory, if it has one."""
        if name := self.databases.pop(pathlib.Path(path).resolve(), None):
            self.administer(f"DROP DATABASE {name} WITH (FORCE)")

    def witness(self, path):
        """A connection to the schema of a store's first tenant."""
        connection = self.connection(self.database(path), "store")
        schema = connection.execute("SELECT folder FROM control.tenant ORDER BY created_at, id LIMIT 1").fetchone()[0]
        connection.execute(f'SET search_path TO "{schema}"')
        return connection
