import FairKitAPI
package import FairKitCore
import HTTPTypes
import Hummingbird
import Synchronization

/// The operator's running long tasks, by the names that their commands chose. See decision 0013.
package final class Works: Sendable {
    private let underWay = Mutex<[String: WorkProgress]>([:])

    package init() {}

    fileprivate func begin(_ name: String, _ progress: WorkProgress) { underWay.withLock { $0[name] = progress } }
    fileprivate func end(_ name: String) { _ = underWay.withLock { $0.removeValue(forKey: name) } }
    package func progress(of name: String) -> WorkProgress? { underWay.withLock { $0[name] } }
}

extension AnyCall {
    /// Runs a long task. If it has a name, it reports its progress, and is cancelled when its command disconnects.
    package func work<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) async throws -> T {
        guard let name = workName.flatMap({ request.headers[$0] }) else { return try await body() }
        let progress = WorkProgress()
        let works = shared.operation?.works
        works?.begin(name, progress)
        defer { works?.end(name) }
        return try await context.untilClosed {
            try await withTaskCancellationHandler {
                try await WorkProgress.$current.withValue(progress) { try await body() }
            } onCancel: {
                progress.stop()
            }
        }
    }
}

/// The name that a command gives its task.
private let workName = HTTPField.Name(WorkBody.header)
