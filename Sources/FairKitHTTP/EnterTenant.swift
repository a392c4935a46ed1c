import FairKitCore
import HTTPTypes
package import Hummingbird

/// A tenant that is open, at least for as long as this value lives.
package struct TenantVisit: Sendable {
    let respond: @Sendable (Request, FairKitContext) async throws -> Response
    private let keeper: any Sendable

    /// - Parameters:
    ///   - responder: answers for the tenant.
    ///   - keeper: keeps the tenant open.
    package init(_ responder: RouterResponder<FairKitContext>, keeper: any Sendable) {
        respond = { try await responder.respond(to: $0, context: $1) }
        self.keeper = keeper
    }
}

/// Hands a request to the tenant that it names in `X-Tenant-ID`, or to the first one.
///
/// Everything behind it belongs to that tenant alone: its keys, its data, its cursors. See the decision `0022-many-tenants`.
struct EnterTenant: RouterMiddleware {
    let entrance: Entrance
    let strangers: LimitStrangers
    let enter: @Sendable (TenantName) async throws -> TenantVisit

    private static let header = HTTPField.Name("X-Tenant-ID")

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        guard isTenants(request.uri.path) else { return try await next(request, context) }
        let visit: TenantVisit
        do {
            visit = try await find(try name(in: request))
        } catch  where EnterTenant.isNone(error) {
            // Counted like others that are refused, or the difference would tell which tenants there are.
            throw strangers.refusalOfNoTenant(request, context)
        }
        var response = try await visit.respond(request, context)
        // What is written as it comes needs the tenant until it ends.
        if response.body.contentLength == nil {
            let body = response.body
            response.body = ResponseBody { writer in
                defer { withExtendedLifetime(visit) {} }
                try await body.write(writer)
            }
        }
        return response
    }

    private static func isNone(_ error: any Error) -> Bool {
        let problem = error as? Problem ?? (error as? any ProblemConvertible)?.problem
        return problem == .noTenant
    }

    private func find(_ name: TenantName) async throws -> TenantVisit {
        do {
            return try await enter(name)
        } catch let failure as any ProblemConvertible {
            switch (entrance, failure.problem) {
            case (.machine, .noTenant):
                throw Problem(.notFound, "tenant-unknown", "There is no tenant \(name). See fairkit tenant list.")
            // Who has no key is not told that there is such a tenant, and who has one can't be known without its file.
            case (.network, .tenantSuspended): throw Problem.noTenant
            default: throw failure
            }
        }
    }

    /// Whether a path is one that a tenant answers.
    private func isTenants(_ path: String) -> Bool {
        if path == "/metrics" || path.hasPrefix("/api/") { return true }
        guard entrance == .machine, path.hasPrefix("/local/") else { return false }
        return path != "/local/backup" && !path.hasPrefix("/local/tenants") && !path.hasPrefix("/local/signing-keys")
    }

    private func name(in request: Request) throws(Problem) -> TenantName {
        let names = EnterTenant.header.map { request.headers[values: $0] } ?? []
        guard let text = names.first else { return .standard }
        // A name that can't be one names nobody; two would leave it to chance which of them a proxy has looked at.
        guard names.count == 1, let name = TenantName(text) else { throw .noTenant }
        return name
    }
}

extension Problem {
    /// The same as to whoever has no key: who asks is not told which tenants there are.
    static let noTenant = Problem.unauthenticated
    static let tenantSuspended = Problem(
        .forbidden, "tenant-suspended", "This tenant was suspended, and answers nobody. Ask the operator of the server."
    )
}
