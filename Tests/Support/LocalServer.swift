package import Hummingbird
import Logging

/// Runs a server of this machine, without TLS, while the body does.
/// - Parameter body: gets the server's port.
package func withLocalServer(
    _ router: Router<BasicRequestContext>, _ body: @Sendable (Int) async throws -> Void
) async throws {
    let (ports, started) = AsyncStream.makeStream(of: Int.self)
    let server = Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { started.yield($0.localAddress?.port ?? 0) },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { started.finish() }
            try await server.run()
        }
        for await port in ports {
            try await body(port)
            break
        }
        tasks.cancelAll()
    }
}
