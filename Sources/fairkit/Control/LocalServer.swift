import FairKitService
import FairKitStore
import Logging
import NIOHTTP1
import ServiceLifecycle

/// Sees to it that somebody serves the data directory: the server that is there, or else this process, for as long as its
/// command takes. There is one opener at any time, since only the directory's lock makes one.
struct LocalServer: Sendable {
    private let line: ControlLine
    private let requiresIssuedKits: Bool
    private let open: @Sendable () throws -> Store
    private let asks: AsyncStream<CheckedContinuation<Void, any Error>>
    private let asking: AsyncStream<CheckedContinuation<Void, any Error>>.Continuation

    /// How long a directory may be in use by somebody who does not answer: it is starting or ending.
    private static let patience: Duration = .seconds(10)

    /// How long guests may stay when this process's command is done. An import goes on elsewhere.
    private static let farewell: Duration = .seconds(1)

    /// The server in this process.
    private struct Own {
        let services: ServiceGroup
        let guests: Guests
    }

    init(line: ControlLine, requiresIssuedKits: Bool, open: @escaping @Sendable () throws -> Store) {
        self.line = line
        self.requiresIssuedKits = requiresIssuedKits
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
            for await ask in asks {
                do {
                    if let store = try await storeUnlessServed() { own = try await serve(store, in: &tasks) }
                    ask.resume()
                } catch {
                    ask.resume(throwing: error)
                }
            }
            if let own {
                // Whoever comes now looks for another server; whoever is here gets what was asked for.
                line.socket.remove()
                await own.guests.leave(within: LocalServer.farewell)
                await own.services.triggerGracefulShutdown()
            }
            try await tasks.waitForAll()
        }
    }

    /// The store, for this process to serve; nil if somebody answers on the socket.
    private func storeUnlessServed() async throws -> Store? {
        let end = ContinuousClock.now + LocalServer.patience
        while true {
            if try await answers() { return nil }
            do {
                try line.socket.checkOwner()
                return try open()
            } catch let error as StoreError where error.isInUse {
                guard ContinuousClock.now < end else {
                    throw Refusal(
                        "\(error) Or, if it is only starting or ending, run this again: it does not answer on control.sock."
                    )
                }
                try await ContinuousClock().sleep(for: .milliseconds(50))
            }
        }
    }

    private func answers() async throws -> Bool {
        var probe = ControlLine.Request(.GET, "/health/live")
        probe.patience = .seconds(2)
        do {
            _ = try await line.send(probe)
            return true
        } catch {
            switch error {
            case .forbidden: throw line.socket.foreign
            case .unreached, .lost, .tooSlow: return false
            }
        }
    }

    /// Runs the server on the socket; returns when it takes requests.
    private func serve(_ store: Store, in tasks: inout ThrowingTaskGroup<Void, any Error>) async throws -> Own {
        let quiet = Logger(label: "fairkit") { _ in SwiftLogNoOpLogHandler() }
        // Pictures are the server's: a pool that was stopped takes none.
        let workers = scanWorkers(logger: quiet)
        workers.stop()
        let guests = Guests()
        let (started, starting) = AsyncStream.makeStream(of: Void.self)
        let server = ControlServer(
            socket: line.socket,
            cases: useCases(store: store, workers: workers, requiresIssuedKits: requiresIssuedKits),
            guests: guests, logger: quiet, onStart: { starting.yield() })
        let group = ServiceGroup(configuration: .init(services: [server], logger: quiet))
        tasks.addTask {
            defer {
                store.close()
                starting.finish()
            }
            try await group.run()
        }
        for await _ in started { return Own(services: group, guests: guests) }
        try await tasks.next()
        throw Refusal("The store was closed before it was used. Run this again.")
    }
}
