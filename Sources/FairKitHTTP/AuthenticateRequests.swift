import FairKitCore
import FairKitService
import FairKitStore
import HTTPTypes
import Hummingbird

/// Finds out who asks, before a byte of the body is read.
struct AuthenticateRequests: RouterMiddleware {
    let authenticate: Authenticate
    let denials: RecordDenials
    let tokens: TenantTokens?
    let source: RequestSource
    /// nil: nobody is held up.
    let limits: TenantLimits?
    /// Whether a key is looked at however many came from its address that open nothing.
    let isUrgent: Bool

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let credentials = Credentials(request)
        let address = source.address(of: request, context)
        let block = AddressBlock(address)
        let guest = limits.map { KnownGuests.Guest(apiKey: credentials.text, in: $0.tenant, from: block) }
        // Before anything is computed for somebody who may be guessing. Whose key has opened lately is not shut out by others at
        // the same address.
        if !isUrgent, let limits, let guest, !limits.limiter.knows(guest),
            let verdict = limits.limiter.refuse(.address(block))
        {
            throw verdict.problem
        }
        let (subject, until): (Subject, Timestamp?)
        do throws(Authenticate.Failure) {
            (subject, until) = try await find(credentials)
        } catch {
            guard case .unknown = error else { throw error }
            if let guest { limits?.limiter.dismiss(guest) }
            let refusal = LimitStrangers(limiter: limits?.limiter, source: source).refusal(of: request, context)
            if refusal.status == .unauthorized {
                try await denials.unknown(context.pattern, from: address?.description, requestID: context.requestID)
            }
            throw refusal
        }
        if let guest { limits?.limiter.welcome(guest) }
        var context = context
        context.subject = Caller(
            subject: subject, requestID: context.requestID, address: address?.description, until: until)
        return try await next(request, context)
    }

    private func find(_ credentials: Credentials) async throws(Authenticate.Failure) -> (Subject, until: Timestamp?) {
        switch credentials {
        case .key(let key): return (try await authenticate(apiKey: key), nil)
        case .token(let token):
            guard let holder = await tokens?.check(token) else { throw .unknown }
            return (try await authenticate(session: holder.session, of: holder.account), holder.until)
        case .unclear: throw .unknown
        }
    }
}

/// What somebody shows to be let in.
private enum Credentials {
    case key(String)
    case token(String)
    /// Nothing, or both, or one twice: that would leave it to chance who they are.
    case unclear

    private static let header = HTTPField.Name("X-API-Key")

    init(_ request: Request) {
        let keys = Credentials.header.map { request.headers[values: $0] } ?? []
        let authorizations = request.headers[values: .authorization]
        self = .unclear
        guard keys.count + authorizations.count == 1 else { return }
        if let key = keys.first { self = .key(key) }
        guard let parts = authorizations.first?.split(separator: " "), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return }
        self = .token(String(parts[1]))
    }

    var text: String {
        switch self {
        case .key(let text), .token(let text): text
        case .unclear: ""
        }
    }
}

/// Notes where a request comes from, for those routes at which nobody is known yet.
struct FindAddress: RouterMiddleware {
    let source: RequestSource

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.address = source.address(of: request, context)?.description
        return try await next(request, context)
    }
}
