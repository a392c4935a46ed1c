import Glibc
import PostgreSQL
import Relational
import Testing

@Suite struct `Connecting to a server` {
    let server: TestServer

    init() throws {
        server = try TestServer.shared.get()
    }

    /// Connects over TCP, as the address says.
    private func connect(
        to host: String = "localhost", database: String = "postgres", _ parameters: String = ""
    ) throws -> PostgresSession {
        try PostgresSession(
            PostgresAddress("postgres://fairkit@\(host):\(server.port)/\(database)\(parameters)"), password: nil)
    }

    private func refusal(_ connect: () throws -> PostgresSession) -> EngineFailure? {
        let error = #expect(throws: DatabaseError.self) { try connect() }
        guard case .engine(let failure)? = error else { return nil }
        return failure
    }

    @Test func `over TCP is encrypted, with a server whose certificate is from a known authority`() throws {
        #expect(try isEncrypted(connect("?sslrootcert=\(server.authorities)")))
    }

    @Test func `is refused if the certificate is from an unknown authority`() throws {
        let failure = refusal { try connect() }
        #expect(failure?.kind == .cannotOpen)
        #expect(failure?.message.contains("certificate verify failed") == true)
        #expect(failure?.message.contains("?sslrootcert=FILE") == true)
    }

    @Test func `is refused if the certificate has another name`() throws {
        let failure = refusal { try connect(to: "127.0.0.1", "?sslrootcert=\(server.authorities)") }
        #expect(failure?.kind == .cannotOpen)
        #expect(failure?.message.contains("does not match host name") == true)
    }

    @Test func `is refused if the file of authorities is missing`() throws {
        let failure = refusal { try connect("?sslrootcert=/nowhere.pem") }
        #expect(failure?.kind == .cannotOpen)
        #expect(failure?.message.contains("/nowhere.pem") == true)
        // libpq would have the operator switch the check off.
        #expect(failure?.message.contains("sslmode") == false)
        #expect(failure?.message.hasSuffix("; name a file that exists in ?sslrootcert=") == true)
    }

    @Test func `over TCP is encrypted, whatever the environment says`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer.shared.get()
            for (name, value) in [
                ("PGSSLMODE", "disable"), ("PGSSLROOTCERT", "/nowhere.pem"), ("PGGSSENCMODE", "require"),
                ("PGHOSTADDR", "127.0.0.9"), ("PGOPTIONS", "-c default_transaction_read_only=on"),
            ] {
                unsafe setenv(name, value, 1)
            }
            let session = try PostgresSession(
                PostgresAddress(
                    "postgres://fairkit@localhost:\(server.port)/postgres?sslrootcert=\(server.authorities)"),
                password: nil)
            try #require(try isEncrypted(session))
            try session.control("CREATE TEMPORARY TABLE writable (id BIGINT)")
        }
    }

    @Test func `over TCP is plain only if the address says so`() throws {
        #expect(try !isEncrypted(connect("?sslmode=disable")))
    }

    @Test(arguments: [
        "d%27%20sslmode=%27disable", "d%5C%27%20sslmode=%27disable", "d%27%CC%81%20sslmode=%27disable",
    ])
    func `keeps a setting inside the name of a database as part of the name`(database: String) throws {
        let failure = refusal { try connect(database: database) }
        #expect(failure?.message.contains("certificate verify failed") == true)
    }

    @Test func `keeps a setting inside a password as part of the password`() throws {
        let address = try PostgresAddress("postgres://fairkit@localhost:\(server.port)/postgres")
        for password in ["p' sslmode='disable", "p\\' sslmode='disable"] {
            let failure = refusal { try PostgresSession(address, password: password) }
            #expect(failure?.message.contains("certificate verify failed") == true)
            #expect(failure?.message.contains("p'") == false)
        }
        #expect(refusal { try PostgresSession(address, password: "p\u{0}") }?.message == "a setting has a zero byte")
    }

    @Test func `needs the password of the user, and no error has it`() throws {
        let password = "pass'word \\ of ë"
        let session = try PostgresSession(server.address(), password: nil)
        try session.control("CREATE ROLE guarded LOGIN PASSWORD 'pass''word \\ of ë'")
        let address = try server.address(user: "guarded")
        #expect(try ReadTransaction(PostgresSession(address, password: password)).number("SELECT 1") == 1)
        for wrong in ["another word", ""] {
            let failure = refusal { try PostgresSession(address, password: wrong) }
            #expect(failure?.kind == .cannotOpen)
            #expect(failure?.message.contains("word \\") == false && failure?.message.contains("another") == false)
            let advice = wrong.isEmpty ? "FAIRKIT_STORE_PASSWORD_FILE" : "correct the user"
            #expect(failure?.message.contains(advice) == true)
        }
        let failure = refusal { try PostgresSession(address, password: nil) }
        #expect(failure?.kind == .cannotOpen && failure?.message.contains("FAIRKIT_STORE_PASSWORD_FILE") == true)
    }

    @Test func `goes to the next host if one is down`() throws {
        let hosts = "%2Fnowhere,\(server.encodedFolder):\(server.port)"
        let address = try PostgresAddress("postgres://fairkit@\(hosts)/postgres")
        #expect(try ReadTransaction(PostgresSession(address, password: nil)).number("SELECT 1") == 1)
    }

    @Test func `names the database that is missing`() throws {
        let address = try server.address(database: "nowhere")
        let failure = refusal { try PostgresSession(address, password: nil) }
        #expect(failure?.kind == .cannotOpen)
        #expect(failure?.message.contains("\"nowhere\"") == true)
    }

    @Test func `is refused if the database has another encoding`() throws {
        let session = try PostgresSession(server.address(), password: nil)
        try session.control("CREATE DATABASE ascii ENCODING 'SQL_ASCII' TEMPLATE template0")
        let failure = refusal { try PostgresSession(server.address(database: "ascii"), password: nil) }
        #expect(failure?.kind == .cannotOpen)
        #expect(failure?.message.contains("ENCODING 'UTF8'") == true)
    }
}

/// Whether the server says that the connection is encrypted.
private func isEncrypted(_ session: PostgresSession) throws -> Bool {
    try ReadTransaction(session).number("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") == 1
}
