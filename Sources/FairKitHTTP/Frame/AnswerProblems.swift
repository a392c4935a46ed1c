import FairKitAPI
import HTTPTypes
import Hummingbird
import Logging

/// Turns whatever a route throws into problem details. What a client may not see goes to the log.
struct AnswerProblems: RouterMiddleware {
    /// Those of the entrance.
    let routes: [Route]

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let response: Response
        do {
            response = try await next(request, context)
        } catch let limited as LimitedFailure {
            response = try answer(limited.error, limited.headers, request, context)
        } catch {
            response = try answer(error, [:], request, context)
        }
        // RFC 9110: what answers HEAD has the fields of the answer to GET, and no body.
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ error: any Error, _ headers: HTTPFields, _ request: Request, _ context: FairKitContext
    ) throws -> Response {
        // By its number a client names the request to the operator, who finds it in the log and in the audit.
        let problem = problem(for: error, at: request.uri.path).with(headers)
            .with("requestId", .text(context.requestID))
        // A full disk is told once, when it is found full: a line for each refusal could be what fills it.
        if problem.status.kind == .serverError, problem.status != .insufficientStorage {
            // Our own failures hold no health data; of a stranger's error only its type is known to hold none.
            // A problem says no more than its code, and to write it out costs more than to refuse a request.
            let known =
                error is Problem
                ? nil : (error as? any ProblemConvertible).map { "\($0)" } ?? "\(type(of: error))"
            var metadata: Logger.Metadata = ["code": "\(problem.code.rawValue)"]
            if let known { metadata["error"] = "\(known)" }
            context.logger.error("request failed", metadata: metadata)
        }
        return try problem.response(from: request, context: context)
    }

    private func problem(for error: any Error, at path: String) -> Problem {
        switch error {
        case let failure as any ProblemConvertible: failure.problem
        case let error as HTTPError where error.status == .notFound: routes.problem(forPath: path)
        case let error as HTTPError where error.status.kind == .clientError:
            Problem(error.status, .malformedRequest, "The request can't be understood. Check it and send it again.")
        default: .internal
        }
    }
}

extension [Route] {
    /// 405 with `Allow` (RFC 9110, section 15.5.6) where the path exists and the method does not; else 404.
    fileprivate func problem(forPath path: String) -> Problem {
        let parts = path.split(separator: "/")
        let matching = map { (route: $0, pattern: $0.path.split(separator: "/")) }.filter {
            $0.pattern.count == parts.count
                && zip($0.pattern, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // Of `/test-kits/register` and `/test-kits/{id}` the router takes the one in words.
        let captures = { (pattern: [Substring]) in pattern.count { $0.hasPrefix("{") } }
        guard let fewest = matching.map({ captures($0.pattern) }).min() else { return .notFound }
        let found = Set(matching.filter { captures($0.pattern) == fewest }.map(\.route.method.rawValue))
        let methods = found.union(found.contains("GET") ? ["HEAD"] : [])
        return Problem(
            .methodNotAllowed, .methodNotAllowed,
            "This address does not take that method. Allow names those it takes."
        ).with(.allow, methods.sorted().joined(separator: ", "))
    }
}
