import FairKitAPI
import FairKitCore
import HTTPTypes
import Hummingbird
import Synchronization

/// The operator's running long tasks, by the names that their commands chose. See decision 0013.
package final class Works: Sendable {
    private let underWay = Mutex<[String: WorkProgress]>([:])

    package init() {}

    fileprivate func begin(_ name: String, _ progress: WorkProgress) { underWay.withLock { $0[name] = progress } }
    fileprivate func end(_ name: String) { _ = underWay.withLock { $0.removeValue(forKey: name) } }
    fileprivate func progress(of name: String) -> WorkProgress? { underWay.withLock { $0[name] } }
}

extension Works {
    /// The progress of a task.
    static func show(_ request: Request, _ context: FairKitContext) async throws -> Answer<WorkBody> {
        _ = try context.caller
        guard let name = context.parameters.get("name"),
            let progress = try context.operation.works.progress(of: name)
        else { throw Problem.notFound }
        let now = progress.now
        return Answer(WorkBody(done: now.done, all: now.all))
    }
}

extension FairKitContext {
    /// Runs a long task. If it has a name, it reports its progress, and is cancelled when its command disconnects.
    func work<T: Sendable>(
        for request: Request, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        guard let name = workName.flatMap({ request.headers[$0] }) else { return try await body() }
        let progress = WorkProgress()
        let works = try shared.operation?.works
        works?.begin(name, progress)
        defer { works?.end(name) }
        return try await untilClosed {
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
