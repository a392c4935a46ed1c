import FairKitCore
import FairKitService
import Hummingbird

/// Routes say what they are for. A key that was narrowed to something else is told which scope it lacks, before a byte of the body is read.
/// Whether its role may do it, and with whose data, the use case asks.
extension RouterMethods where Context == FairKitContext {
    func get(
        _ path: RouterPath = "", for action: Action,
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) {
        on(path, method: .get, use: demanding(action, handler))
    }

    func post(
        _ path: RouterPath, for action: Action,
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) {
        on(path, method: .post, use: demanding(action, handler))
    }

    func put(
        _ path: RouterPath, for action: Action,
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) {
        on(path, method: .put, use: demanding(action, handler))
    }

    func patch(
        _ path: RouterPath, for action: Action,
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) {
        on(path, method: .patch, use: demanding(action, handler))
    }

    func delete(
        _ path: RouterPath, for action: Action,
        use handler: @escaping @Sendable (Request, Context) async throws -> some ResponseGenerator
    ) {
        on(path, method: .delete, use: demanding(action, handler))
    }

    private func demanding<Answer: ResponseGenerator>(
        _ action: Action, _ handler: @escaping @Sendable (Request, Context) async throws -> Answer
    ) -> @Sendable (Request, Context) async throws -> Answer {
        { request, context in
            if let scope = try context.caller.subject.scopeMissing(for: action) { throw Problem.scopeMissing(scope) }
            do { return try await handler(request, context) } catch let error where RecordNotFound.isMeant(by: error) {
                guard let record = context.record else { throw error }
                throw RecordNotFound(record: record, action: action)
            }
        }
    }
}

extension Problem {
    static func scopeMissing(_ scope: Scope) -> Problem {
        Problem(
            .forbidden, "scope-missing",
            "This key's role may do that, but the key lacks the scope \(scope). Use a key that has it."
        ).with("scope", .text(scope.rawValue))
    }
}
