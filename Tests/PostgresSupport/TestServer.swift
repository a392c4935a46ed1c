import Glibc
package import PostgreSQL
import Relational

/// The PostgreSQL server of this test process, which `Tests/postgres` starts. It ends with the process.
package struct TestServer: Sendable {
    /// The server of all tests, started by the first one. It blocks until the server is ready.
    package static let shared = Result { try TestServer() }

    package struct Missing: Error, CustomStringConvertible {
        package let description =
            "Tests/postgres did not start a server. Its errors are above; scripts/setup --tests installs PostgreSQL."

        package init() {}
    }

    /// The folder of its unix socket.
    package let folder: String
    package let port: String
    /// The file of the authority that signed its certificate, for "localhost".
    package let authorities: String

    /// The writing end of the pipe to the script's input.
    private let input: Int32

    private init() throws {
        var ends: [Int32] = [0, 0]
        // The script runs until its input ends. This process keeps the other end, until it exits in any way. A child that
        // another test starts at this moment may have it, too, and then the server outlives that child at most.
        guard unsafe pipe(&ends) == 0, fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0 else { throw Missing() }
        let file = "\(#filePath)"
        let script = file.dropLast("PostgresSupport/TestServer.swift".count) + "postgres"
        let output = unsafe popen("exec '\(script)' </proc/self/fd/\(ends[0])", "re")
        close(ends[0])
        var line = [CChar](repeating: 0, count: 1024)
        guard let output = unsafe output, unsafe fgets(&line, Int32(line.count), output) != nil else { throw Missing() }
        let words = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 3 else { throw Missing() }
        (folder, port, authorities) = (words[0], words[1], words[2])
        input = ends[1]
    }

    /// A server of one test, which may crash. It runs until the test process exits.
    package static func own() throws -> TestServer { try TestServer() }

    /// Kills the server's processes as a crash does, and returns when it accepts connections again.
    package func crash() throws {
        let before = try started()
        guard unsafe write(input, "crash\n", 6) == 6 else { throw Missing() }
        while true {
            if let after = try? started(), after != before { return }
        }
    }

    /// Makes a synchronous standby, `test_standby`. It does not wait for it.
    package func makeStandby() {
        _ = unsafe write(input, "standby\n", 8)
    }

    /// When the server was started.
    private func started() throws -> String? {
        let session = try PostgresSession(address(), password: nil)
        return try ReadTransaction(session).first("SELECT CAST(pg_postmaster_start_time() AS TEXT)") {
            row throws(DatabaseError) in try row.value(0)
        }
    }

    /// As an address names it.
    package var encodedFolder: String { folder.split(separator: "/").reduce("") { "\($0)%2F\($1)" } }

    /// Its address over the unix socket.
    package func address(
        user: String = "fairkit", database: String = "postgres"
    ) throws(PostgresAddress.Refusal) -> PostgresAddress {
        try PostgresAddress("postgres://\(user)@\(encodedFolder):\(port)/\(database)")
    }
}
