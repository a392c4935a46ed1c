import Hummingbird
import Logging

/// Turns whatever a route throws into problem details. What a client may not see goes to the log.
struct AnswerProblems: RouterMiddleware {
    let methods: RefuseMethods

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let response = try await answer(request, context, next)
        // RFC 9110: what answers HEAD has the fields of the answer to GET, and no body.
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The same without a look at the method, for whoever has something to add to the answer.
    func answer(
        _ request: Request, _ context: FairKitContext, _ next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let problem = problem(for: error, at: request.uri.path)
            // A full disk is told once, when it is found full: a line for each refusal could be what fills it.
            if problem.status.kind == .serverError, problem.status != .insufficientStorage {
                // Our own failures hold no health data; of a stranger's error only its type is known to hold none.
                let known = (error as? any ProblemConvertible).map { "\($0)" } ?? "\(type(of: error))"
                context.logger.error("request failed", metadata: ["code": "\(problem.code)", "error": "\(known)"])
            }
            return try problem.response(from: request, context: context)
        }
    }

    private func problem(for error: any Error, at path: String) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let failure as any ProblemConvertible: failure.problem
        case let error as HTTPError where error.status == .notFound: methods.problem(for: path) ?? .notFound
        case let error as HTTPError where error.status.kind == .clientError:
            Problem(error.status, "malformed-request", "The request can't be understood. Check it and send it again.")
        default: .internal
        }
    }
}
