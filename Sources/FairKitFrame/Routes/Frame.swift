import Coordination
import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes
import Hummingbird

/// The steps around every handler, from the router to the handler's first line: tenant, authentication, authorization,
/// rate limits.
///
/// The route's value decides all of them. See decision 0029. Steps are not inlined: the variables of one that has ended would be
/// kept while the handler waits, and thousands of claims wait.
struct Frame: Sendable {
    let entrance: Entrance
    let shared: SharedServices
    let parts: PartResponder?

    /// Responds to a request for a route.
    func answer(_ request: Request, _ context: FairKitContext, by route: Route) async throws -> Response {
        let open = PublicCall(
            request, context, shared, from: shared.source.address(of: request, context), parts: parts)
        guard route.isProbe || !shared.source.isDetour(context) else { throw Problem.notByProxy }
        switch route.audience {
        case .everyone(let handler):
            return try await answer(open, by: route, handler)
        case .machineOperator(let handler):
            return try await handler(operatorCall(open))
        case .unauthenticated(let handler):
            return try await enter(open, by: route, for: nil) { call, _ in
                try await answer(call, by: route, handler)
            }
        case .authenticated(let action, let handler):
            let credentials =
                route.isPage
                ? Credentials(ofPage: request, in: open.tenantInPath)
                : Credentials(request, takesTickets: route.takesTickets && entrance == .network)
            return try await enter(open, by: route, for: credentials) { call, holder in
                let caller = try await identify(call, credentials, holder, by: route)
                return try await answer(call, caller, by: route, for: action, handler)
            }
        }
    }

    @inline(never)
    private func answer(_ open: PublicCall, by route: Route, _ handler: Route.Handler<PublicCall, Response>)
        async throws -> Response
    {
        let limits = RequestLimits(shared.limiter, in: .standard, from: open.address)
        return try await limits.reading(route.limit).limiting { try await handler(open) }
    }

    @inline(never)
    private func operatorCall(_ open: PublicCall) throws -> OperatorCall {
        let caller = try MachineCaller.operator(of: open)
        guard let operation = shared.operation else { throw Problem.notFound }
        return OperatorCall(open: open, caller: caller, operation: operation)
    }

    /// Opens the tenant, and does a route's work on the executor for it.
    ///
    /// - Parameter work: with the holder of the request's access token, if it was checked before the tenant was opened.
    private func enter(
        _ open: PublicCall, by route: Route, for credentials: Credentials?,
        _ work: (UnauthenticatedCall, AccessTokens.Holder?) async throws -> Response
    ) async throws -> Response {
        let (tenant, limits, holder) = try await tenant(of: open, by: route, for: credentials)
        let call = UnauthenticatedCall(
            open, to: tenant, limits, ListCursors(seal: tenant.tenancy.cursors, of: open.request.uri))
        let executor = try executor(of: tenant.id, for: route)
        let response = try await WorkHolder(tenant.id.uuid).inTask {
            try await withTaskExecutorPreference(executor) { try await work(call, holder) }
        }
        return response.keeping(tenant, in: route.streamsAtOnce ? nil : shared.scheduler?.anyExecutor(of: tenant.id))
    }

    /// The executor for a route's work in a tenant; nil: runs at once.
    ///
    /// Unauthenticated clients are not refused for a full queue. Otherwise a flood of them would lock out clients from
    /// known addresses, which are told apart only later.
    private func executor(of tenant: TenantID, for route: Route) throws(Problem) -> (any TaskExecutor)? {
        guard !route.runsAtOnce else { return nil }
        if case .unauthenticated = route.audience { return shared.scheduler?.anyExecutor(of: tenant) }
        return try shared.scheduler?.executor(of: tenant)
    }

    /// Refusals of an unauthenticated client are recorded by its address.
    private func answer(
        _ call: UnauthenticatedCall, by route: Route, _ handler: Route.Handler<UnauthenticatedCall, Response>
    ) async throws -> Response {
        let limits = call.limits
        var verdict = limits.attempt(route.limit)
        var call = call
        if route.limit == .login || route.limit == .secret, let refusal = verdict, !refusal.isAllowed,
            limits.checksKnownLocation()
        {
            call = UnauthenticatedCall(call.open, to: call.tenant, limits, call.cursors, throttledBy: refusal)
            verdict = nil
        }
        return try await verdict.limiting { [call] in
            do {
                return try await handler(call)
            } catch let failure as any ProblemConvertible where failure.problem.isRecordedByAddress {
                try await call.recordUnknown()
                if route.limit == .failedAttempts { try limits.failedAttempt() }
                throw failure
            }
        }
    }

    @inline(never)
    private func answer(
        _ call: UnauthenticatedCall, _ caller: Caller, by route: Route, for action: Action?,
        _ handler: Route.Handler<Call, Response>
    ) async throws -> Response {
        try await call.limits.request(of: caller.subject, route.limit).limiting {
            do {
                if let action { try permit(action, to: caller.subject) }
                return try await handler(Call(unauthenticated: call, caller: caller))
            } catch {
                try await recordDenial(error, of: call, caller, by: route)
                throw await shown(error, of: call, caller, by: route)
            }
        }
    }

    /// An error of a page with what its reader is shown, if they are known.
    @inline(never)
    private func shown(
        _ error: any Error, of call: UnauthenticatedCall, _ caller: Caller, by route: Route
    ) async -> any Error {
        guard let show = route.ownRefusal, let failure = error as? any ProblemConvertible,
            let page = try? await show(failure.problem, Call(unauthenticated: call, caller: caller))
        else { return error }
        return ShownFailure(error: failure, page: page)
    }

    @inline(never)
    private func recordDenial(
        _ error: any Error, of call: UnauthenticatedCall, _ caller: Caller, by route: Route
    ) async throws {
        guard (error as? any ProblemConvertible)?.isUnrecordedDenial == true else { return }
        let record = call.context.parameters.get("id").flatMap { id in route.record?.id(id) }
        try await call.tenancy.denials.forbidden(record, to: caller)
    }

    @inline(never)
    private func identify(
        _ call: UnauthenticatedCall, _ credentials: Credentials, _ holder: AccessTokens.Holder?, by route: Route
    ) async throws -> Caller {
        switch entrance {
        case .network:
            try await NetworkCaller(call, credentials, holder).identify(isUrgent: route.isUrgent)
        // A person who signed in at the socket acts with their own rights, and is named in the audit log.
        case .machine where call.request.headers[.authorization] != nil:
            try await NetworkCaller(call, credentials, nil).identify(isUrgent: true)
        case .machine: try await MachineCaller.caller(of: call)
        case .metrics: throw Problem.unauthenticated
        }
    }

    /// Refuses actions that the caller's role or key does not allow, before a byte of the body is read. The use case
    /// checks the record later.
    @inline(never)
    private func permit(_ action: Action, to subject: Subject) throws(Problem) {
        if let scope = subject.scopeMissing(for: action) { throw .scopeMissing(scope) }
        guard subject.may(action) else { throw .forbidden }
    }
}

extension UnauthenticatedCall {
    /// Records the refusal of a client by its address.
    func recordUnknown() async throws {
        try await tenancy.denials.unknown(
            context.pattern, from: address?.description, requestID: context.requestID)
    }
}

extension Response {
    /// Keeps the tenant open until a streamed body ends, which is produced in the tenant's turns.
    fileprivate func keeping(_ handle: TenantHandle, in executor: (any TaskExecutor)?) -> Response {
        guard body.contentLength == nil else { return self }
        var copy = self
        copy.body = ResponseBody { [body] writer in
            defer { withExtendedLifetime(handle) {} }
            try await WorkHolder(handle.id.uuid).inTask {
                try await withTaskExecutorPreference(executor) { try await body.write(writer) }
            }
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
