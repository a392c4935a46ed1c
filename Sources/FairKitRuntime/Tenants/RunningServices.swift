import Coordination
import Logging
import ServiceLifecycle

/// The background work of an open tenant.
struct RunningServices: Sendable {
    private let group: ServiceGroup
    private let task: Task<Void, Never>

    /// - Parameter ended: called when the work has ended, also unexpectedly.
    init(
        _ services: [any Service], of holder: WorkHolder, logger: Logger,
        ended: @escaping @Sendable ((any Error)?) async -> Void
    ) {
        let group = ServiceGroup(configuration: .init(services: services, logger: logger.ofServices))
        self.group = group
        // Detached: it ends when it is stopped, not with the request that opened the tenant.
        task = Task.detached {
            do {
                try await holder.inTask { try await group.run() }
                await ended(nil)
            } catch {
                await ended(error)
            }
        }
    }

    /// Returns when all services have ended.
    func stop() async {
        await group.triggerGracefulShutdown()
        await task.value
    }

    /// Does not wait for running work.
    func cancel() { task.cancel() }
}

extension Logger {
    /// For groups of services, which tell of each start and each end.
    var ofServices: Logger {
        var logger = self
        logger.logLevel = .warning
        return logger
    }
}
