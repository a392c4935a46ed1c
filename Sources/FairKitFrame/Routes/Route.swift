package import FairKitCore
package import HTTPTypes
package import Hummingbird

/// One method of one path, with everything that the frame has to know about it.
///
/// Tenants, rate limits, scopes, denials, metrics, `Allow` and the check of `openapi.yaml` read these values: no other
/// code knows paths. See decision 0029.
package struct Route: Sendable {
    /// Handles the calls of one kind of caller.
    package typealias Handler<Call, Answer> = @Sendable (Call) async throws -> Answer

    package let method: HTTPRequest.Method
    /// As in `openapi.yaml`: `/api/v1/profiles/{id}`.
    package var path: String { prefix + name }
    private var prefix = "/api/v1"
    private let name: String
    package let audience: Audience
    package private(set) var entrances: Set<Entrance> = [.network, .machine]
    package private(set) var limit: RateClass = .none
    /// Looks up API keys even from an address that sent many unknown keys: alerts must not wait for that.
    package private(set) var isUrgent = false
    /// Runs at once instead of in the tenant's turns: critical requests never wait for lists. See the decision
    /// `0050-turns-of-tenants`.
    package private(set) var runsAtOnce = false
    /// A streamed body runs at once, too, and not in the tenant's turns.
    package private(set) var streamsAtOnce = false
    /// The kind of record that `{id}` names, if it is part of a person's record.
    package private(set) var record: RecordKind?
    /// Also authenticates by a ticket in the address, since a browser can't set headers for streams.
    package private(set) var takesTickets = false
    /// Called by health probes, which bypass the proxy.
    package private(set) var isProbe = false
    /// Read by clients that send no headers: the tenant is in the parameter `tenant`.
    package private(set) var isByLink = false
    /// Shows a problem to a person; nil: the route answers programs, by problem details.
    private(set) var refusal: Refusal?
    /// Shows it to a signed-in person, in their language and with their navigation.
    private(set) var ownRefusal: OwnRefusal?
    /// Whether its responses are JSON, in one piece.
    let answersJSON: Bool

    /// Whether it may be one of several in a request: see `RequestBatch`.
    package var isReadInBatches: Bool {
        guard case .authenticated = audience else { return false }
        return method == .get && answersJSON && path.hasPrefix("/api/v1/")
    }

    /// Shows a problem as a page.
    package typealias Refusal = @Sendable (Problem, Request, FairKitContext) -> Response
    package typealias OwnRefusal = @Sendable (Problem, Call) async throws -> Response

    /// Whether it is a page: its callers have a cookie, and name the tenant in the path. See decision 0159.
    var isPage: Bool { refusal != nil }

    /// The paths that lead to it. A page of another tenant than the first stands below `/at/NAME`.
    var paths: [String] { isPage ? [path, "/at/{tenant}\(path)"] : [path] }

    /// The callers of a route, with its handler of their calls.
    package enum Audience: Sendable {
        /// All clients. The route belongs to no tenant.
        case everyone(Handler<PublicCall, Response>)
        /// An unauthenticated client of a tenant: it signs in, or sends a secret in the body.
        case unauthenticated(Handler<UnauthenticatedCall, Response>)
        /// A caller with an API key or a session, whose role and key allow the action; nil: the caller's own account,
        /// in any role.
        case authenticated(Action?, Handler<Call, Response>)
        /// The operator, who acts on all tenants.
        case machineOperator(Handler<OperatorCall, Response>)
    }

    /// The rate limit of a route.
    package enum RateClass: Sendable {
        case none
        /// The limit of the caller's key or account.
        case caller
        /// Like `caller`, but without a limit for roles that read, claim or operate alerts.
        case alerts
        /// Like `alerts`, for lists: they have their own limit.
        case alertLists
        /// The limit of the caller's account, and the one of sign-ins: the caller sends a password, which is hashed.
        case confirmation
        /// The limit of the client's address and its address blocks, for each attempt.
        case signIn
        /// Like `signIn`, but not for a person at an address that they have signed in from: others there can't lock
        /// them out.
        case login
        /// Like `signIn`, but who sends a right secret (of a mailed link, or of a sign-in that began) is counted by it.
        case secret
        /// The limit of the address, for failed attempts only.
        case failedAttempts
        /// The limit of the address, for public routes.
        case open
        /// Twice the limit of the caller's account, with its own count: a person leafs through pages.
        case page
    }

    /// The kinds of records in paths.
    package enum RecordKind: Sendable {
        case profile, result, kit, alert
    }

    private init<Call: AnyCall, Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ name: String, _ handler: @escaping Handler<Call, Answer>,
        _ audience: (@escaping Handler<Call, Response>) -> Audience
    ) {
        self.method = method
        self.name = name
        self.audience = audience { try await handler($0).response(from: $0.request, context: $0.context) }
        answersJSON = Answer.self is any AnswersJSON.Type
    }
}

// MARK: - How a noun lists its routes

extension Route {
    /// A route of a tenant, for callers whose role and key allow the action; nil: for every caller.
    package static func api<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ name: String, for action: Action?, _ handler: @escaping Handler<Call, Answer>
    ) -> Route {
        Route(method, name, handler) { .authenticated(action, $0) }.limited(.caller)
    }

    /// A route of a tenant, for unauthenticated clients.
    package static func unauthenticated<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ name: String, limit: RateClass,
        _ handler: @escaping Handler<UnauthenticatedCall, Answer>
    ) -> Route {
        Route(method, name, handler) { .unauthenticated($0) }.limited(limit)
    }

    /// A public route outside the API, limited by address.
    package static func everyone<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ name: String, _ handler: @escaping Handler<PublicCall, Answer>
    ) -> Route {
        Route(method, name, handler) { .everyone($0) }.limited(.open).at("")
    }

    /// A route for the operator, about all tenants.
    package static func operation<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ name: String, _ handler: @escaping Handler<OperatorCall, Answer>
    ) -> Route {
        Route(method, name, handler) { .machineOperator($0) }.local
    }

    /// The same route for commands on the server.
    package var local: Route { unlimited.at("/local").only(.machine) }

    /// The same route outside the API, without a rate limit.
    package var page: Route { unlimited.urgent.at("") }

    /// The same route outside the API for clients that have only a link: its path contains a secret.
    package var byLink: Route { at("").with { $0.isByLink = true } }

    /// The same route about alerts, which runs at once, without a rate limit for the roles that handle alerts.
    package var critical: Route { limited(.alerts).urgent.atOnce }

    /// The same route to a list of alerts; roles that handle alerts are limited only by the number of lists that they
    /// read.
    package var alertList: Route { limited(.alertLists).urgent }

    /// The same route, run at once, because its work is critical.
    package var atOnce: Route { with { $0.runsAtOnce = true } }

    /// The same route, whose streamed body does critical work, too.
    package var streamedAtOnce: Route {
        with {
            $0.runsAtOnce = true
            $0.streamsAtOnce = true
        }
    }

    /// The same route at one entrance only.
    package func only(_ entrance: Entrance) -> Route { with { $0.entrances = [entrance] } }

    /// The same route, where `{id}` names a part of a person's record.
    package func of(_ record: RecordKind) -> Route { with { $0.record = record } }

    /// The same route, where the caller confirms their password.
    package var confirming: Route { limited(.confirmation) }

    /// The same route without a rate limit: it costs next to nothing.
    package var unlimited: Route { limited(.none) }

    /// The same route, which also takes tickets.
    package var byTicket: Route { with { $0.takesTickets = true } }

    /// The same route as a page, which is no part of the API.
    ///
    /// - Parameters:
    ///   - refusal: shows its problems.
    ///   - own: shows them to a signed-in person.
    package func asPage(refusing refusal: @escaping Refusal, own: OwnRefusal? = nil) -> Route {
        (limit == .caller ? limited(.page) : self).at("").only(.network).with {
            ($0.refusal, $0.ownRefusal) = (refusal, own)
        }
    }

    /// The same route for health probes.
    package var forProbes: Route { with { $0.isProbe = true } }

    private func at(_ prefix: String) -> Route { with { $0.prefix = prefix } }

    private func limited(_ limit: RateClass) -> Route { with { $0.limit = limit } }

    private var urgent: Route { with { $0.isUrgent = true } }

    private func with(_ change: (inout Route) -> Void) -> Route {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Route.RecordKind {
    /// The record of this kind with an id; nil: the id is malformed.
    func id(_ text: String) -> RecordID? {
        switch self {
        case .profile: ProfileID(text).map { .profile($0) }
        case .result: ResultID(text).map { .result($0) }
        case .kit: KitID(text).map { .kit($0) }
        case .alert: AlertID(text).map { .alert($0) }
        }
    }
}
