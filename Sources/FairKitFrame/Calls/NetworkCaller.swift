import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// Authenticates the caller of a network request before a byte of the body is read.
struct NetworkCaller {
    private let credentials: Credentials
    private let call: UnauthenticatedCall
    private let holder: AccessTokens.Holder?

    /// - Parameter holder: the holder of the request's access token, if it was checked before.
    init(_ call: UnauthenticatedCall, _ credentials: Credentials, _ holder: AccessTokens.Holder?) {
        self.credentials = credentials
        self.call = call
        self.holder = holder
    }

    /// - Parameter isUrgent: looks up a key even if many unknown keys came from its address.
    func identify(isUrgent: Bool) async throws -> Caller {
        // Refused before anything is computed for a client that may be guessing.
        if !isUrgent { try call.limits.refuseGuess(of: credentials.text) }
        let found: Identity
        do {
            found = try await find()
        } catch AuthenticationFailure.unknown {
            call.limits.forget(credentials.text)
            let refusal = call.limits.refusal()
            if refusal.status == .unauthorized { try await call.recordUnknown() }
            throw refusal
        }
        call.limits.remember(credentials.text)
        return Caller(
            subject: found.subject, route: call.context.pattern, requestID: call.context.requestID,
            address: call.address?.description, until: found.until, app: found.app)
    }

    private typealias Identity = (subject: Subject, until: Timestamp?, app: KeyID?)

    private func find() async throws -> Identity {
        switch credentials {
        case .key(let key): return (try await call.tenancy.callers.authenticate(apiKey: key), nil, nil)
        case .token(let token): return try await person(by: token)
        case .tokenInApp(let token, let key):
            let app = try await call.tenancy.callers.authenticate(apiKey: key)
            guard case .key(let id) = app.actor else { throw AuthenticationFailure.unknown }
            var person = try await person(by: token)
            person.app = id
            return person
        case .ticket(let ticket):
            let found = try await call.tenancy.callers.authenticate(ticket: ticket)
            return (found.subject, found.until, nil)
        case .cookie(let value):
            let isInput = call.request.isInput
            return (try await call.tenancy.callers.authenticate(page: value, isInput: isInput), nil, nil)
        case .unclear: throw AuthenticationFailure.unknown
        }
    }

    private func person(by token: String) async throws -> Identity {
        guard let holder = try holder ?? call.tokens?.check(token) else {
            throw AuthenticationFailure.unknown
        }
        let subject = try await call.tenancy.callers.authenticate(session: holder.session, of: holder.account)
        return (subject, holder.until, nil)
    }
}

/// The credentials of a request.
enum Credentials {
    case key(String)
    case token(String)
    /// A person's token, whose rights count, and the API key of the app that they use.
    case tokenInApp(String, key: String)
    /// A browser's ticket for one stream.
    case ticket(String)
    /// The cookie of a page's session.
    case cookie(String)
    /// No credentials, or one of them twice, which would make the caller ambiguous.
    case unclear

    private static let header = HTTPField.Name("X-API-Key")

    init(_ request: Request, takesTickets: Bool) {
        let keys = Credentials.header.map { request.headers[values: $0] } ?? []
        let authorizations = request.headers[values: .authorization]
        self = .unclear
        guard keys.count <= 1, authorizations.count <= 1 else { return }
        let tickets = takesTickets ? request.uri.queryParameters[values: StreamCredential.parameter] : []
        if !tickets.isEmpty {
            if tickets.count == 1, keys.isEmpty, authorizations.isEmpty { self = .ticket(String(tickets[0])) }
            return
        }
        guard let authorization = authorizations.first else {
            if let key = keys.first { self = .key(key) }
            return
        }
        let parts = authorization.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return }
        let token = String(parts[1])
        self = keys.first.map { .tokenInApp(token, key: $0) } ?? .token(token)
    }

    /// A page takes nothing but its cookie, and no other route takes that: a browser adds it to each request.
    init(ofPage request: Request, in tenant: TenantName?) {
        let cookie = tenant.flatMap { request.cookie(named: PageCookie.session(of: $0)) }
        self = cookie.map { .cookie($0) } ?? .unclear
    }

    var text: String {
        switch self {
        case .key(let text), .token(let text), .ticket(let text), .cookie(let text): text
        case .tokenInApp(let token, let key): "\(token) \(key)"
        case .unclear: ""
        }
    }
}
