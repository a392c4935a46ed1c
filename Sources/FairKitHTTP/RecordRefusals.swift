import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Records what somebody who is known is refused, or does not find since it is hidden from them: the one place that does, whichever
/// route or use case refuses.
struct RecordRefusals: RouterMiddleware {
    let record: RecordDenials

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal where RecordRefusals.isForbidden(refusal) {
            try await record(context.pattern, context.record, by: try context.caller)
            throw refusal
        } catch let missing as RecordNotFound {
            try await record.notFound(
                context.pattern, missing.record, for: missing.action, by: try context.caller)
            throw missing
        }
    }

    private static func isForbidden(_ error: any Error) -> Bool {
        let problem = error as? Problem ?? (error as? any ProblemConvertible)?.problem
        return problem?.status == .forbidden
    }
}

/// Records what is refused to those whom nobody knows yet: sign-ins while they are locked, and links, challenges and refresh tokens that are
/// none. A wrong password or code has an entry of its own, which says whose account it was.
struct RecordStrangers: RouterMiddleware {
    let record: RecordDenials
    let source: RequestSource

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = error as? Problem ?? (error as? any ProblemConvertible)?.problem
            if let problem, RecordStrangers.codes.contains(problem.code) {
                let address = source.address(of: request, context)?.description
                try await record.unknown(context.pattern, from: address, requestID: context.requestID)
            }
            throw error
        }
    }

    private static let codes: Set<String> = [
        "sign-in-locked", "sign-ins-busy", "challenge-unknown", "refresh-failed", "link-unknown", "account-suspended",
    ]
}
