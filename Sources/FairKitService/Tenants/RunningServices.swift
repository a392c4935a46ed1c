import Logging
import ServiceLifecycle

/// What runs for an open tenant, until it is closed.
struct RunningServices: Sendable {
    private let group: ServiceGroup
    private let task: Task<Void, Never>

    /// - Parameter ended: is called when they have ended, by themselves, too.
    init(_ services: [any Service], logger: Logger, ended: @escaping @Sendable ((any Error)?) async -> Void) {
        var quiet = logger
        quiet.logLevel = .warning
        let group = ServiceGroup(configuration: .init(services: services, logger: quiet))
        self.group = group
        // Not a child: it ends when it is told to, not with the request that opened the tenant.
        task = Task.detached {
            do {
                try await group.run()
                await ended(nil)
            } catch {
                await ended(error)
            }
        }
    }

    /// Returns when all have ended.
    func stop() async {
        await group.triggerGracefulShutdown()
        await task.value
    }

    /// Does not wait for what they are at.
    func cancel() { task.cancel() }
}
