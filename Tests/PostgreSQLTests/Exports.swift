// All tests of this room use the server of the tests.
@_exported import PostgresSupport
