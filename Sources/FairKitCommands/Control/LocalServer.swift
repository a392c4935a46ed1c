import FairKitCore
import FairKitRuntime
import FairKitServer
import FairKitService
import FairKitStore
import FairKitVault
import Logging
import NIOHTTP1
import ServiceLifecycle

/// Makes sure that the data directory is served: by a running server, or by this process for as long as its command takes.
/// Only one process can open the directory at a time, because it holds the directory's lock.
struct LocalServer: Sendable {
    private let line: ControlLine
    private let socket: ControlSocket
    private let settings: ServerSettings
    private let open: @Sendable () async throws -> any Installation
    private let asks: AsyncStream<CheckedContinuation<Void, any Error>>
    private let asking: AsyncStream<CheckedContinuation<Void, any Error>>.Continuation

    /// How long the directory can be in use by a process that does not respond, because it is starting or stopping.
    private static let timeout: Duration = .seconds(10)

    /// How long commands that were connected to a server wait for its restart before they serve the directory themselves: systemd
    /// restarts the server after a second, and it could not open the directory then.
    private static let longestRestart: Duration = .seconds(4)

    /// How long other commands may stay connected when this process's command is done. An import goes on with another server.
    private static let longestDrain: Duration = .seconds(1)

    /// The server in this process.
    private struct Own {
        let services: ServiceGroup
        let connections: OpenConnections
    }

    init(
        socket: ControlSocket, line: ControlLine, settings: ServerSettings,
        open: @escaping @Sendable () async throws -> any Installation
    ) {
        self.socket = socket
        self.line = line
        self.settings = settings
        self.open = open
        (asks, asking) = AsyncStream.makeStream()
    }

    /// Returns when the directory is served. A command calls it at its start, and again when its server has stopped.
    func reach() async throws {
        try await withCheckedThrowingContinuation { asking.yield($0) }
    }

    /// Ends `run`. Do not call `reach` afterwards.
    func finish() {
        asking.finish()
    }

    /// Serves the callers of `reach`, one after the other.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            var own: Own?
            var usesAnotherServer = false
            for await ask in asks {
                do {
                    if usesAnotherServer { try await awaitReturn() }
                    if let installation = try await installationUnlessServed() {
                        own = try await serve(installation, in: &tasks)
                    } else {
                        usesAnotherServer = true
                    }
                    ask.resume()
                } catch {
                    ask.resume(throwing: error)
                }
            }
            if let own {
                // New connections look for another server; the current requests are completed.
                socket.remove()
                await own.connections.drain(within: LocalServer.longestDrain)
                await own.services.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
    }

    /// Returns when a server responds on the socket again, or after the longest wait.
    private func awaitReturn() async throws {
        let end = ContinuousClock.now + LocalServer.longestRestart
        while try await !line.answers(), ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
    }

    /// The installation, for this process to serve; nil if a server responds on the socket.
    private func installationUnlessServed() async throws -> (any Installation)? {
        let end = ContinuousClock.now + LocalServer.timeout
        while true {
            if try await line.answers() { return nil }
            do {
                try socket.checkOwner()
                return try await open()
            } catch let error as StoreError where error.isInUse {
                guard ContinuousClock.now < end else {
                    throw OperatorError(
                        "\(error) It does not respond on control.sock: if it is only starting or stopping, run the command again."
                    )
                }
                try await ContinuousClock().sleep(for: .milliseconds(50))
            }
        }
    }

    /// Runs the server on the socket; returns when it is ready.
    private func serve(
        _ installation: any Installation, in tasks: inout ThrowingTaskGroup<Void, any Error>
    ) async throws -> Own {
        let quiet = Logger(label: "fairkit") { _ in SwiftLogNoOpLogHandler() }
        // Only a running server reads photos: a stopped pool refuses them.
        let workers = scanWorkers(acceptsWeakerCage: false, logger: quiet)
        workers.stop()
        let connections = OpenConnections()
        let (started, starting) = AsyncStream.makeStream(of: Void.self)
        let leases: CommandLeases
        do { leases = try await CommandLeases(installation) } catch {
            installation.close()
            throw error
        }
        let tenants = OpenTenants(
            installation, leases: leases.leases,
            traps: TenantTraps(
                in: installation.directory, isRecorded: false, at: systemTime(), logger: quiet), now: systemTime,
            clock: ContinuousClock(), logger: quiet
        ) { [settings] tenant, store in
            TenantApps.quiet(store, of: tenant.name, workers: workers, settings: settings)
        }
        let server = ControlServer(
            socket: socket, tenants: tenants,
            // No caller uses a token here: the next server reads the stored keys.
            rotate: RotateSigningKey(
                control: installation.control, keys: SigningKeys(), now: systemTime, logger: quiet),
            connections: connections, logger: quiet,
            onStart: { starting.yield() })
        let group = ServiceGroup(configuration: .init(services: [server], logger: quiet))
        tasks.addTask {
            defer {
                installation.close()
                starting.finish()
            }
            do { try await group.run() } catch {
                await leases.end()
                throw error
            }
            await leases.end()
        }
        for await _ in started { return Own(services: group, connections: connections) }
        try await tasks.next()
        throw OperatorError("The store was closed before it was used. Run the command again.")
    }
}
