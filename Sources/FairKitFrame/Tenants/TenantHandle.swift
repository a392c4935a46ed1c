import FairKitAPI
package import FairKitCore
package import FairKitService
import HTTPTypes
import Hummingbird

/// A tenant that stays open while this value lives.
package struct TenantHandle: Sendable {
    package let id: TenantID
    package let name: TenantName
    package let tenancy: Tenancy
    private let keeper: any Sendable

    /// - Parameters:
    ///   - tenancy: the use cases of the tenant.
    ///   - keeper: keeps the tenant open.
    package init(_ id: TenantID, _ name: TenantName, _ tenancy: Tenancy, keeper: any Sendable) {
        self.id = id
        self.name = name
        self.tenancy = tenancy
        self.keeper = keeper
    }
}

extension TenantOperations {
    /// Opens a tenant for a request.
    package func enter(_ name: TenantName) async throws(TenantFailure) -> TenantHandle {
        let open = try await keepOpen(name)
        return TenantHandle(open.tenant.id, open.tenant.name, open.tenancy, keeper: open.keeper)
    }
}

extension Frame {
    /// Opens the tenant that a request names in `X-Tenant-ID`, in a link's parameter `tenant` or in a page's path, or the
    /// first one. See decision 0022.
    ///
    /// - Parameter credentials: nil: the route is for unauthenticated clients.
    /// - Returns: with the rate limits of the request, and the holder of its access token, if it was checked before.
    func tenant(
        of call: PublicCall, by route: Route, for credentials: Credentials?
    ) async throws -> (tenant: TenantHandle, limits: RequestLimits, holder: AccessTokens.Holder?) {
        let request = call.request
        var names = route.isByLink || route.isPage ? [] : Frame.header.map { request.headers[values: $0] } ?? []
        if route.isPage, let name = call.context.parameters.get("tenant") { names = [name] }
        if names.isEmpty, route.isByLink || route.takesTickets {
            names = request.uri.queryParameters[values: StreamCredential.tenant].map { String($0) }
        }
        // A malformed name names no tenant. With two names a proxy may have checked the other one.
        let name = names.isEmpty ? TenantName.standard : names.count == 1 ? TenantName(names[0]) : nil
        let limits = RequestLimits(shared.limiter, in: name ?? .standard, from: call.address)
        var holder: AccessTokens.Holder?
        if entrance == .network, let name, name != .standard, let known = await shared.summary(name) {
            // Opening takes descriptors and memory, so a request that can be refused without it is refused before.
            let precheck = TenantPrecheck(
                summary: known.summary, file: known.file, limits: limits, tokens: shared.tokens)
            switch try precheck.look(at: credentials, for: route) {
            case .refused(let refusal):
                known.summary.count(call.context.pattern, from: call.address?.description, call.context.requestID)
                throw refusal
            // A token that was checked before the tenant was opened may have been revoked by the time it is open.
            case .goesOn(let found): if case .open = known.file { holder = found }
            }
        }
        do throws(TenantFailure) {
            guard let name else { throw .unknown }
            return (try await shared.enter(name), limits, holder)
        } catch {
            switch (entrance, error) {
            case (.machine, .unknown):
                guard let name else { throw Problem.unauthenticated }
                throw Problem(.notFound, .tenantUnknown, "There is no tenant \(name). See fairkit tenant list.")
            // A client without a key must not learn that the tenant exists, so it is counted like other refused
            // clients.
            case (.network, .unknown), (.network, .suspended):
                throw limits.refusal(route.limit)
            default: throw error
            }
        }
    }

    private static let header = HTTPField.Name("X-Tenant-ID")
}
