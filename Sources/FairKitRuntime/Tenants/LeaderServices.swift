import Logging
import ServiceLifecycle

/// Runs services while this server is the leader: they are made when it becomes the leader, and stopped at once when it
/// is no longer.
struct LeaderServices: Service {
    let leadership: Leadership
    let services: @Sendable () -> [any Service]
    let logger: Logger

    private enum End: Sendable {
        case services
        case leadership
    }

    func run() async throws {
        while true {
            await cancelWhenGracefulShutdown { await leadership.begun() }
            guard !Task.isCancelled, !Task.isShuttingDownGracefully else { return }
            try await work()
        }
    }

    /// Returns when the services have ended.
    private func work() async throws {
        let group = ServiceGroup(configuration: .init(services: services(), logger: logger.ofServices))
        try await withThrowingTaskGroup(of: End.self) { tasks in
            tasks.addTask {
                try await group.run()
                return .services
            }
            tasks.addTask {
                await cancelWhenGracefulShutdown { await leadership.ended() }
                return .leadership
            }
            while let end = try await tasks.next(), end == .leadership { await group.triggerGracefulShutdown() }
            tasks.cancelAll()
        }
    }
}
