import FairKitAPI
import HTTPTypes
import Hummingbird
import Logging

/// Turns the errors of routes into problem details, and those of pages into pages. Details that clients must not see go
/// to the log.
struct AnswerProblems: RouterMiddleware {
    /// The routes of this entrance.
    private let routes: [Route]
    /// By the pattern of a page.
    private let refusals: [String: Route.Refusal]

    init(routes: [Route]) {
        self.routes = routes
        let pages = routes.flatMap { route in route.paths.compactMap { path in route.refusal.map { (path, $0) } } }
        refusals = Dictionary(pages) { first, _ in first }
    }

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
        // The response to HEAD has the headers of GET and no body (RFC 9110).
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(
        _ error: any Error, _ headers: HTTPFields, _ request: Request, _ context: FairKitContext
    ) throws -> Response {
        let (error, page) = (error as? ShownFailure).map { ($0.error as any Error, $0.page) } ?? (error, nil)
        // The client can give the operator the request id, which is in the log and in the audit log.
        let problem = problem(for: error, at: request.uri.path).with(headers)
            .with("requestId", .text(context.requestID))
        // A full disk is logged once, when it is detected: a line for each refused request could fill the disk itself.
        if problem.status.kind == .serverError, problem.status != .insufficientStorage {
            // FairKit's own errors hold no health data; of other errors only the type is known to hold none. A
            // `Problem` says no more than its code, and formatting it costs more than refusing a request.
            let known =
                error is Problem
                ? nil : (error as? any ProblemConvertible).map { "\($0)" } ?? "\(type(of: error))"
            var metadata: Logger.Metadata = ["code": "\(problem.code.rawValue)"]
            if let known { metadata["error"] = "\(known)" }
            context.logger.error("request failed", metadata: metadata)
        }
        if var page {
            for field in headers { page.headers[field.name] = field.value }
            return page
        }
        if let refusal = refusals[context.pattern] ?? strange(request, context) {
            return refusal(problem, request, context)
        }
        return try problem.response(from: request, context: context)
    }

    /// For a browser at an address that does not exist.
    private func strange(_ request: Request, _ context: FairKitContext) -> Route.Refusal? {
        guard context.pattern == "none", request.headers[.accept]?.contains("text/html") == true,
            !["/api/", "/assets/"].contains(where: { request.uri.path.hasPrefix($0) })
        else { return nil }
        return refusals.values.first
    }

    private func problem(for error: any Error, at path: String) -> Problem {
        switch error {
        case let failure as any ProblemConvertible: failure.problem
        case let error as HTTPError where error.status == .notFound: routes.problem(forPath: path)
        case let error as HTTPError where error.status.kind == .clientError:
            Problem(error.status, .malformedRequest, "The request is malformed. Correct it and send it again.")
        default: .internal
        }
    }
}

/// A problem whose page is made.
struct ShownFailure: Error {
    let error: any ProblemConvertible
    let page: Response
}

extension [Route] {
    /// 405 with `Allow` (RFC 9110, section 15.5.6) if the path exists with other methods; else 404.
    fileprivate func problem(forPath path: String) -> Problem {
        let found = Set(routes(matching: path).map(\.method.rawValue))
        guard !found.isEmpty else { return .notFound }
        let methods = found.union(found.contains("GET") ? ["HEAD"] : [])
        return Problem(
            .methodNotAllowed, .methodNotAllowed,
            "This address does not support that method. See Allow for the supported methods."
        ).with(.allow, methods.sorted().joined(separator: ", "))
    }

    /// The routes of a path, one for each method.
    package func routes(matching path: String) -> [Route] {
        let parts = path.split(separator: "/")
        let matching = flatMap { route in
            route.paths.map { (route: route, pattern: $0.split(separator: "/")) }
        }.filter {
            $0.pattern.count == parts.count
                && zip($0.pattern, parts).allSatisfy { (name: Substring, part: Substring) in
                    name.hasPrefix("{") || name == part
                }
        }
        // The router prefers the literal `/test-kits/register` to `/test-kits/{id}`.
        let captures = { (pattern: [Substring]) in pattern.count { $0.hasPrefix("{") } }
        let fewest = matching.map { captures($0.pattern) }.min()
        return matching.filter { captures($0.pattern) == fewest }.map(\.route)
    }
}
