import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The steps around every handler, from the router to the handler's first line: tenant, authentication, authorization,
/// rate limits.
///
/// The route's value decides all of them. See decision 0029.
struct Frame: Sendable {
    let entrance: Entrance
    let shared: SharedServices

    /// Responds to a request for a route.
    func answer(_ request: Request, _ context: FairKitContext, by route: Route) async throws -> Response {
        var context = context
        context.services = shared
        context.address = shared.source.address(of: request, context)
        guard route.isProbe || !shared.source.isDetour(context) else { throw Problem.notByProxy }
        switch route.audience {
        case .everyone:
            let limits = RequestLimits(shared.limiter, in: .standard, from: context.address)
            return try await limits.reading(route.limit).limiting { [context] in
                try await route.handler(request, context)
            }
        case .machineOperator:
            context.identified = try MachineCaller.operator(of: request, context)
            return try await route.handler(request, context)
        case .unauthenticated, .authenticated:
            let entered = try await enter(request, context, by: route)
            let visit = entered.visit
            context.visit = visit
            context.tokenHolder = entered.holder
            context.cursors = ListCursors(seal: visit.tenancy.cursors, of: request.uri)
            let lane = try lane(of: visit.id, for: route)
            let response = try await withTaskExecutorPreference(lane) { [context] in
                try await answer(request, context, in: visit, by: route)
            }
            return response.keeping(visit, in: route.streamsAtOnce ? nil : shared.turns?.anyLane(of: visit.id))
        }
    }

    /// The executor for a route's work in a tenant; nil: runs at once.
    ///
    /// Unauthenticated clients are not refused for a full queue. Otherwise a flood of them would lock out clients from
    /// known addresses, which are told apart only later.
    private func lane(of tenant: TenantID, for route: Route) throws(Problem) -> (any TaskExecutor)? {
        guard !route.runsAtOnce else { return nil }
        if case .unauthenticated = route.audience { return shared.turns?.anyLane(of: tenant) }
        return try shared.turns?.lane(of: tenant)
    }

    private func answer(
        _ request: Request, _ context: FairKitContext, in visit: TenantHandle, by route: Route
    ) async throws -> Response {
        var context = context
        let limits = RequestLimits(shared.limiter, in: visit.name, from: context.address)
        guard case .authenticated(let action) = route.audience else {
            let verdict = limits.attempt(route.limit)
            if route.limit == .login || route.limit == .secret, let verdict, !verdict.isAllowed,
                limits.checksKnownLocation()
            {
                context.throttledBy = verdict
                return try await answerUnidentified(request, context, limits, by: route)
            }
            return try await verdict.limiting { [context] in
                try await answerUnidentified(request, context, limits, by: route)
            }
        }
        let caller = try await identify(request, context, limits, by: route)
        context.identified = caller
        return try await limits.request(of: caller.subject, route.limit).limiting { [context] in
            do {
                if let action { try permit(action, to: caller.subject) }
                return try await route.handler(request, context)
            } catch {
                if (error as? any ProblemConvertible)?.isUnrecordedDenial == true {
                    let record = context.parameters.get("id").flatMap { id in route.record?.id(id) }
                    try await context.tenancy.denials.forbidden(record, to: caller)
                }
                throw error
            }
        }
    }

    /// Refusals of an unauthenticated client are recorded by its address.
    private func answerUnidentified(
        _ request: Request, _ context: FairKitContext, _ limits: RequestLimits, by route: Route
    ) async throws -> Response {
        do {
            return try await route.handler(request, context)
        } catch let failure as any ProblemConvertible where failure.problem.isRecordedByAddress {
            try await context.tenancy.denials.unknown(
                context.pattern, from: context.address?.description, requestID: context.requestID)
            if route.limit == .failedAttempts { try limits.failedAttempt() }
            throw failure
        }
    }

    private func identify(
        _ request: Request, _ context: FairKitContext, _ limits: RequestLimits, by route: Route
    ) async throws -> Caller {
        switch entrance {
        case .network:
            try await NetworkCaller(request, context, limits, takesTickets: route.takesTickets)
                .identify(isUrgent: route.isUrgent)
        // A person who signed in at the socket acts with their own rights, and is named in the audit log.
        case .machine where request.headers[.authorization] != nil:
            try await NetworkCaller(request, context, limits, takesTickets: false).identify(isUrgent: true)
        case .machine: try await MachineCaller.caller(of: request, context)
        case .metrics: throw Problem.unauthenticated
        }
    }

    /// Refuses actions that the caller's role or key does not allow, before a byte of the body is read. The use case
    /// checks the record later.
    private func permit(_ action: Action, to subject: Subject) throws(Problem) {
        if let scope = subject.scopeMissing(for: action) { throw .scopeMissing(scope) }
        guard subject.may(action) else { throw .forbidden }
    }
}

extension Response {
    /// Keeps the tenant open until a streamed body ends, which is produced in the tenant's turns.
    fileprivate func keeping(_ visit: TenantHandle, in lane: (any TaskExecutor)?) -> Response {
        guard body.contentLength == nil else { return self }
        var copy = self
        copy.body = ResponseBody { [body] writer in
            defer { withExtendedLifetime(visit) {} }
            try await withTaskExecutorPreference(lane) { try await body.write(writer) }
        }
        return copy
    }
}

extension Problem {
    static let notByProxy = Problem(
        .misdirectedRequest, .notByProxy,
        "This server accepts requests through its proxy only. If you did use the proxy, its operator has to list the proxy's address in --behind-proxy."
    )

    static func scopeMissing(_ scope: Scope) -> Problem {
        Problem(
            .forbidden, .scopeMissing,
            "This key's role allows this, but the key lacks the scope \(scope). Use a key that has it."
        ).with("scope", .text(scope.rawValue))
    }
}
