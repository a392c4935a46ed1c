package import FairKitCore
package import FairKitService
import HTTPTypes
import Hummingbird

/// The limits that hold for a tenant's callers. The limiter is the same for all tenants.
package struct TenantLimits: Sendable {
    let limiter: RateLimiter
    let tenant: TenantName

    package init(_ limiter: RateLimiter, in tenant: TenantName) {
        self.limiter = limiter
        self.tenant = tenant
    }
}

/// Holds up a key or an account that asks too fast, once it is known whose request it is.
///
/// Reading, claiming and acking alerts is exempt: it never depends on what else a key has asked for.
struct LimitRates: RouterMiddleware {
    /// nil: nobody is held up.
    let limits: TenantLimits?
    let answer: AnswerProblems
    /// Who is let by, whatever they ask for.
    var spares: Set<RoleName> = []

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        guard let limits, !spares.contains(try context.caller.subject.role.name),
            let holder = RateHolder(try context.caller.subject.actor, in: limits.tenant),
            let verdict = limits.limiter.take(holder)
        else { return try await next(request, context) }
        return try await answer.limited(by: verdict, request, context, next)
    }
}

/// Holds up an address from which too many sign in, before a password is looked at; and one whose refresh tokens are none, after they were:
/// whoever has a good one is not shut out by others at the same address.
struct LimitSignIns: RouterMiddleware {
    let limits: TenantLimits
    let source: RequestSource
    let answer: AnswerProblems

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let block = AddressBlock(source.address(of: request, context))
        if request.isRefresh {
            do {
                return try await next(request, context)
            } catch RefreshSession.Failure.unknown {
                guard let verdict = limits.limiter.take(.address(block)), !verdict.isLetIn else {
                    throw RefreshSession.Failure.unknown
                }
                throw verdict.problem
            }
        }
        guard request.isAboutSigningIn, let verdict = limits.limiter.take(.signIn(block)) else {
            return try await next(request, context)
        }
        return try await answer.limited(by: verdict, request, context, next)
    }
}

extension Request {
    fileprivate var isRefresh: Bool { uri.path.split(separator: "/") == ["api", "v1", "auth", "refresh"] }

    /// Whether it is one of those that somebody sends who is not let in yet, or who has a link and its PIN; a refresh is none, since nobody
    /// guesses its token, and sessions in use send one each quarter of an hour. As the router takes a path apart: more slashes change nothing.
    fileprivate var isAboutSigningIn: Bool {
        let parts = uri.path.split(separator: "/")
        if parts == ["api", "v1", "shared"] { return true }
        guard parts.count > 3, parts.starts(with: ["api", "v1", "auth"]) else { return false }
        // The password alone is changed by people who are signed in.
        return ["login", "mfa", "register", "confirm"].contains(parts[3]) || parts[3] == "password" && parts.count > 4
    }
}

/// Counts requests that nobody's key opens, by the address that they come from.
struct LimitStrangers: Sendable {
    /// nil: nobody is held up.
    let limiter: RateLimiter?
    let source: RequestSource

    /// What such a request is answered: 401, or 429 once too many came.
    func refusal(of request: Request, _ context: FairKitContext) -> Problem {
        refusal(.address(AddressBlock(source.address(of: request, context))))
    }

    /// The same of a request for a tenant that there is not: it is counted as it would be for one that there is.
    func refusalOfNoTenant(_ request: Request, _ context: FairKitContext) -> Problem {
        guard request.isAboutSigningIn else { return refusal(of: request, context) }
        return refusal(.signIn(AddressBlock(source.address(of: request, context))))
    }

    private func refusal(_ holder: RateHolder) -> Problem {
        guard let verdict = limiter?.take(holder) else { return .unauthenticated }
        return verdict.isLetIn ? .unauthenticated.with(verdict.headers) : verdict.problem
    }
}

extension AnswerProblems {
    /// Goes on if the verdict is good, and says on every answer, whatever comes of it, what is left.
    fileprivate func limited(
        by verdict: RateLimiter.Verdict, _ request: Request, _ context: FairKitContext,
        _ next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        guard verdict.isLetIn else { throw verdict.problem }
        var response = try await answer(request, context, next)
        for field in verdict.headers { response.headers[field.name] = field.value }
        return response
    }
}

/// In the fields of draft-ietf-httpapi-ratelimit-headers-10.
extension RateLimiter.Verdict {
    private static let policy = HTTPField.Name("RateLimit-Policy")
    private static let rate = HTTPField.Name("RateLimit")

    var headers: HTTPFields {
        var headers: HTTPFields = [:]
        let name = "\"\(kind.rawValue)\""
        if let policy = Self.policy { headers[policy] = "\(name);q=\(limit.burst);w=\(limit.window)" }
        if let rate = Self.rate { headers[rate] = "\(name);r=\(answer.remaining);t=\(answer.secondsToNext)" }
        return headers
    }

    /// What is told to whoever asks too fast.
    var problem: Problem {
        var problem = Problem(
            .tooManyRequests, "rate-limited",
            "Too many requests come from this \(said). Send the same again after Retry-After, and more slowly.")
        problem.headers = headers
        problem.headers[.retryAfter] = "\(max(1, answer.secondsToNext))"
        return problem
    }

    private var said: String {
        switch kind {
        case .key: "key"
        case .account: "account"
        case .address, .signIn: "address"
        }
    }
}
