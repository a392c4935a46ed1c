import AsyncHTTPClient
import FairKitCommands
import FairKitCore
import FairKitServer
import FoundationEssentials
import Glibc
import Logging
import NIOHTTP1
import Support
import Testing

@Suite struct `The control socket` {
    /// While all other tests run, a response can be slow.
    private static let timeout = Duration.seconds(600)

    /// A server on the socket of a directory, and the response that a command gets.
    private func withServer(in directory: String, _ body: (ControlLine) async throws -> Void) async throws {
        let house = try await TenantHouse()
        let tenants = house.open { store in
            TenantApps.quiet(
                store, of: .standard, workers: house.workers, settings: ServerSettings(host: "127.0.0.1", port: 0))
        }
        let (started, starting) = AsyncStream.makeStream(of: Void.self)
        let server = ControlServer(
            socket: try ControlSocket(in: directory), tenants: tenants,
            rotate: house.rotation(),
            logger: .quiet,
            onStart: { starting.yield() })
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { starting.finish() }
                try await server.run()
            }
            for await _ in started { break }
            try await HTTPClient.withHTTPClient(configuration: ControlLine.configuration) { http in
                try await body(ControlLine(socket: try ControlSocket(in: directory), http: http))
            }
            tasks.cancelAll()
        }
    }

    private func withDirectory(_ below: String = "", _ body: (String) async throws -> Void) async throws {
        let root = FileManager.default.temporaryDirectory.path() + "fairkit-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(atPath: root + below, withIntermediateDirectories: true)
        try await body(root + below)
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test func `answers its owner alone, and is gone with the server`() async throws {
        try await withDirectory { directory in
            try await withServer(in: directory) { line in
                #expect(mode(of: "\(directory)/control.sock") == S_IFSOCK | 0o600)
                let reply = try await line.send(ControlLine.Request(.GET, "/api/v1/keys", timeout: Self.timeout))
                #expect(reply.status == 200)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == [])
        }
    }

    @Test func `works in a directory deeper than a socket's path may be`() async throws {
        try await withDirectory(String(repeating: "/a-deep-directory", count: 20)) { directory in
            #expect(directory.utf8.count > 300)
            try await withServer(in: directory) { line in
                let reply = try await line.send(ControlLine.Request(.GET, "/health/live", timeout: Self.timeout))
                #expect(reply.status == 200)
            }
        }
    }

    @Test func `replaces the socket of a killed server`() async throws {
        try await withDirectory { directory in
            for name in ["control.sock", ".control.sock.new"] {
                let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                var address = sockaddr_un()
                address.sun_family = sa_family_t(AF_UNIX)
                unsafe withUnsafeMutableBytes(of: &address.sun_path) {
                    unsafe $0.copyBytes(from: Array("\(directory)/\(name)".utf8.prefix(107)))
                }
                let size = socklen_t(MemoryLayout<sockaddr_un>.size)
                let bound = unsafe withUnsafePointer(to: &address) {
                    unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(left, $0, size) }
                }
                try #require(bound == 0)
                close(left)
            }
            try await withServer(in: directory) { line in
                let reply = try await line.send(ControlLine.Request(.GET, "/health/live", timeout: Self.timeout))
                #expect(reply.status == 200)
            }
        }
    }

    @Test func `distinguishes a missing server from a broken connection`() async throws {
        try await withDirectory { directory in
            try await HTTPClient.withHTTPClient(configuration: ControlLine.configuration) { http in
                let line = ControlLine(socket: try ControlSocket(in: directory), http: http)
                await #expect(throws: ControlLine.Failure.unreached) {
                    try await line.send(ControlLine.Request(.GET, "/health/live", timeout: Self.timeout))
                }
            }
        }
    }

    @Test func `is not looked for where there is no directory`() {
        #expect(throws: OperatorError.self) { try ControlSocket(in: "/nonexistent/fairkit") }
    }
}
