import FairKitCore
import FairKitServer
import FairKitService
import FairKitStore
import FairKitVault
import Logging
import NIOHTTP1
import ServiceLifecycle

/// Sees to it that somebody serves the data directory: the server that is there, or else this process, for as long as its
/// command takes. There is one opener at any time, since only the directory's lock makes one.
struct LocalServer: Sendable {
    private let line: ControlLine
    private let settings: ServerSettings
    private let open: @Sendable () async throws -> Installation
    private let asks: AsyncStream<CheckedContinuation<Void, any Error>>
    private let asking: AsyncStream<CheckedContinuation<Void, any Error>>.Continuation

    /// How long a directory may be in use by somebody who does not answer: it is starting or ending.
    private static let patience: Duration = .seconds(10)

    /// How long a server that is gone may take to come back before the commands that were connected to it start one themselves: systemd starts it
    /// again after a second, and it could not take the directory from them.
    private static let longestRestart: Duration = .seconds(4)

    /// How long other commands may stay connected when this process's command is done. An import goes on with another server.
    private static let longestDrain: Duration = .seconds(1)

    /// The server in this process.
    private struct Own {
        let services: ServiceGroup
        let connections: OpenConnections
    }

    init(line: ControlLine, settings: ServerSettings, open: @escaping @Sendable () async throws -> Installation) {
        self.line = line
        self.settings = settings
        self.open = open
        (asks, asking) = AsyncStream.makeStream()
    }

    /// Returns when somebody serves. A command calls it at first, and again when its server has ended.
    func reach() async throws {
        try await withCheckedThrowingContinuation { asking.yield($0) }
    }

    /// Ends `run`, after which nobody may call `reach`.
    func finish() {
        asking.finish()
    }

    /// Answers those who call `reach`, one after the other.
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
                // Whoever comes now looks for another server; whoever is here gets what was asked for.
                line.socket.remove()
                await own.connections.drain(within: LocalServer.longestDrain)
                await own.services.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
    }

    /// Returns when somebody answers on the socket again, or has been gone for too long.
    private func awaitReturn() async throws {
        let end = ContinuousClock.now + LocalServer.longestRestart
        while try await !line.answers(), ContinuousClock.now < end {
            try await ContinuousClock().sleep(for: .milliseconds(50))
        }
    }

    /// The installation, for this process to serve; nil if somebody answers on the socket.
    private func installationUnlessServed() async throws -> Installation? {
        let end = ContinuousClock.now + LocalServer.patience
        while true {
            if try await line.answers() { return nil }
            do {
                try line.socket.checkOwner()
                return try await open()
            } catch let error as StoreError where error.isInUse {
                guard ContinuousClock.now < end else {
                    throw OperatorError(
                        "\(error) Or, if it is only starting or ending, run this again: it does not answer on control.sock."
                    )
                }
                try await ContinuousClock().sleep(for: .milliseconds(50))
            }
        }
    }

    /// Runs the server on the socket; returns when it takes requests.
    private func serve(
        _ installation: Installation, in tasks: inout ThrowingTaskGroup<Void, any Error>
    ) async throws -> Own {
        let quiet = Logger(label: "fairkit") { _ in SwiftLogNoOpLogHandler() }
        // Pictures are the server's: a pool that was stopped takes none.
        let workers = scanWorkers(acceptsWeakerCage: false, logger: quiet)
        workers.stop()
        let connections = OpenConnections()
        let (started, starting) = AsyncStream.makeStream(of: Void.self)
        let tenants = OpenTenants(
            installation, now: systemTime, clock: ContinuousClock(), logger: quiet
        ) { [settings] tenant, store in
            TenantApps.quiet(store, of: tenant.name, workers: workers, settings: settings)
        }
        let server = ControlServer(
            socket: line.socket, tenants: tenants,
            // Nobody is let in by tokens here: the next server reads what was stored.
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
            try await group.run()
        }
        for await _ in started { return Own(services: group, connections: connections) }
        try await tasks.next()
        throw OperatorError("The store was closed before it was used. Run this again.")
    }
}
