package import FairKitCore
package import HTTPTypes
package import Hummingbird

/// One path with one method, and all that the frame has to know about it.
///
/// Tenants, rate limits, scopes, denials, metrics, `Allow` and the check of `openapi.yaml` read these values: nothing else knows a path.
/// See the decision `0029-routes-are-values`.
package struct Route: Sendable {
    package typealias Handler = @Sendable (Request, FairKitContext) async throws -> Response

    package let method: HTTPRequest.Method
    /// As in `openapi.yaml`: `/api/v1/profiles/{id}`.
    package let path: String
    package let audience: Audience
    package private(set) var entrances: Set<Entrance> = [.network, .machine]
    package private(set) var limit: RateClass = .none
    /// Whether API keys are looked up even for an address from which many unknown keys came: alerts must not wait for that.
    package private(set) var isUrgent = false
    /// Whether it runs at once, and not in the turns of its tenant: nothing that is critical waits for lists. See the decision
    /// `0050-turns-of-tenants`.
    package private(set) var runsAtOnce = false
    /// What `{id}` in the path names, if that is a piece of a person's record.
    package private(set) var record: RecordKind?
    /// Whether health probes call it, which reach the server beside the proxy.
    package private(set) var isProbe = false
    let handler: Handler

    /// Who may call a route, and what for.
    package enum Audience: Hashable, Sendable {
        /// Every client. The route belongs to no tenant.
        case everyone
        /// A client of a tenant that has no identity yet: it signs in, or sends a secret in the body.
        case unauthenticated
        /// A caller with an API key or a session, whose role and key allow the action; nil: it acts on its own account, whatever its role.
        case authenticated(Action?)
        /// The operator of the machine, who acts on all tenants.
        case machineOperator
    }

    /// Which rate limit holds.
    package enum RateClass: Sendable {
        case none
        /// The limit of the caller's key or account.
        case caller
        /// The same, but not for the roles that read, claim or operate alerts.
        case alerts
        /// The same, where those roles read lists: these have a limit of their own.
        case alertLists
        /// The limit of the caller's account, and that of sign-ins: it shows its password again, which is hashed.
        case confirmation
        /// The limit of the address and of the blocks that it is in, for each attempt.
        case signIn
        /// The same, but not for a person at a place that they have signed in from: others there can't keep them out.
        case login
        /// The limit of the address, for attempts that fail.
        case failedAttempts
        /// The limit of the address, for what everyone may read.
        case open
    }

    /// The kinds of record that a path can name.
    package enum RecordKind: Sendable {
        case profile, result, kit, alert
    }

    private init<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ path: String, _ audience: Audience,
        _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) {
        self.method = method
        self.path = path
        self.audience = audience
        self.handler = { try await handler($0, $1).response(from: $0, context: $1) }
    }
}

// MARK: - How a noun lists its routes

extension Route {
    /// A route of a tenant's API, for callers whose role and key allow an action; nil: for every caller.
    static func api<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ path: String, for action: Action?,
        _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) -> Route {
        Route(method, "/api/v1\(path)", .authenticated(action), handler).limited(.caller)
    }

    /// A route about alerts, which no limit keeps from the roles that have to do with them.
    static func alerts<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ path: String, for action: Action,
        _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) -> Route {
        Route(method, "/api/v1\(path)", .authenticated(action), handler).limited(.alerts).urgent.atOnce
    }

    /// A route that reads a list of alerts: nothing but how many lists a caller reads keeps the roles from it that have to do with alerts.
    static func alertList<Answer: ResponseGenerator>(
        _ path: String, for action: Action,
        _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) -> Route {
        Route(.get, "/api/v1\(path)", .authenticated(action), handler).limited(.alertLists).urgent
    }

    /// A route of a tenant's API for clients without an identity.
    static func unauthenticated<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ path: String, limit: RateClass,
        _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) -> Route {
        Route(method, "/api/v1\(path)", .unauthenticated, handler).limited(limit)
    }

    /// A route for commands on the server's machine, which act in one tenant.
    static func local<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ path: String, for action: Action,
        _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) -> Route {
        Route(method, "/local\(path)", .authenticated(action), handler).only(.machine)
    }

    /// A route for the operator of the machine, about all tenants.
    static func operation<Answer: ResponseGenerator>(
        _ method: HTTPRequest.Method, _ path: String,
        _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) -> Route {
        Route(method, "/local\(path)", .machineOperator, handler).only(.machine)
    }

    /// A route that everyone may read, whichever tenants there are, as often as its address may.
    static func everyone<Answer: ResponseGenerator>(
        _ path: String, _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) -> Route {
        Route(.get, path, .everyone, handler).limited(.open)
    }

    /// A route outside the API, for callers whose role and key allow an action; no limit holds for it.
    static func page<Answer: ResponseGenerator>(
        _ path: String, for action: Action,
        _ handler: @escaping @Sendable (Request, FairKitContext) async throws -> Answer
    ) -> Route {
        Route(.get, path, .authenticated(action), handler).urgent
    }

    /// The same, which runs at once: what is critical until it is looked at.
    var atOnce: Route { with { $0.runsAtOnce = true } }

    /// The same at one entrance only.
    func only(_ entrance: Entrance) -> Route { with { $0.entrances = [entrance] } }

    /// The same, where `{id}` names a piece of a person's record.
    func of(_ record: RecordKind) -> Route { with { $0.record = record } }

    /// The same, where the caller shows the password of their account again.
    var confirming: Route { limited(.confirmation) }

    /// The same without a limit: it costs next to nothing.
    var unlimited: Route { limited(.none) }

    /// The same for health probes.
    var forProbes: Route { with { $0.isProbe = true } }

    private func limited(_ limit: RateClass) -> Route { with { $0.limit = limit } }

    private var urgent: Route { with { $0.isUrgent = true } }

    private func with(_ change: (inout Route) -> Void) -> Route {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Route.RecordKind {
    /// The record of this kind that a text names; nil: it can't be an id.
    func id(_ text: String) -> RecordID? {
        switch self {
        case .profile: ProfileID(text).map { .profile($0) }
        case .result: ResultID(text).map { .result($0) }
        case .kit: KitID(text).map { .kit($0) }
        case .alert: AlertID(text).map { .alert($0) }
        }
    }
}
