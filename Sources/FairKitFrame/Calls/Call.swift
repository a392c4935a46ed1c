package import FairKitCore
package import FairKitService
package import Hummingbird

/// A request as its handler receives it: with all that the frame knows of it by then. A handler says by its parameter
/// which callers it is for, and nothing that it needs can be missing. See decision 0029.
package protocol AnyCall: Sendable {
    /// The request without its tenant and its caller.
    var open: PublicCall { get }
}

/// A call to a tenant.
package protocol AnyTenantCall: AnyCall {
    /// The call without its caller.
    var unauthenticated: UnauthenticatedCall { get }
}

/// A call to a public route, which belongs to no tenant.
///
/// It is an object, as are the calls that hold it: each step of the frame passes it on, and a waiting step keeps a pointer
/// instead of all of it.
package final class PublicCall: AnyCall {
    package let request: Request
    package let context: FairKitContext
    package let shared: SharedServices
    /// The client's address; nil on the control socket.
    package let address: IPAddress?
    /// Responds to the parts of a batch of requests; nil: this request is such a part.
    package let parts: PartResponder?

    init(
        _ request: Request, _ context: FairKitContext, _ shared: SharedServices, from address: IPAddress?,
        parts: PartResponder?
    ) {
        (self.request, self.context, self.shared) = (request, context, shared)
        (self.address, self.parts) = (address, parts)
    }

    package var open: PublicCall { self }
}

/// A call of an unauthenticated client to a tenant: it signs in, or sends a secret.
package final class UnauthenticatedCall: AnyTenantCall {
    package let open: PublicCall
    package let tenant: TenantHandle
    /// The rate limits of this request.
    package let limits: RequestLimits
    /// The cursors of the requested list.
    package let cursors: ListCursors
    /// Why a sign-in is refused unless its account has signed in from this client address before, or its secret is
    /// right; nil: it is not limited.
    package let throttledBy: RateLimiter.Verdict?

    init(
        _ open: PublicCall, to tenant: TenantHandle, _ limits: RequestLimits, _ cursors: ListCursors,
        throttledBy: RateLimiter.Verdict? = nil
    ) {
        (self.open, self.tenant, self.limits, self.cursors) = (open, tenant, limits, cursors)
        self.throttledBy = throttledBy
    }

    package var unauthenticated: UnauthenticatedCall { self }
}

/// A call of an authenticated caller to a tenant.
package struct Call: AnyTenantCall {
    package let unauthenticated: UnauthenticatedCall
    package let caller: Caller

    package init(unauthenticated: UnauthenticatedCall, caller: Caller) {
        (self.unauthenticated, self.caller) = (unauthenticated, caller)
    }

    /// The same caller's call with another request.
    package func replacing(_ request: Request) -> Call {
        let new = PublicCall(request, context, shared, from: address, parts: open.parts)
        return Call(
            unauthenticated: UnauthenticatedCall(new, to: tenant, limits, unauthenticated.cursors), caller: caller)
    }

    package var open: PublicCall { unauthenticated.open }

    /// The holder of the slots that this request takes.
    package var holder: Slots.Holder { Slots.Holder(caller.subject.id, of: tenant.id) }
}

/// A call of the operator, about all tenants.
package struct OperatorCall: AnyCall {
    package let open: PublicCall
    package let caller: Caller
    package let operation: SharedServices.Operation
}

extension AnyCall {
    package var request: Request { open.request }
    package var context: FairKitContext { open.context }
    package var shared: SharedServices { open.shared }
    package var address: IPAddress? { open.address }

    /// The client as it is recorded where nobody is authenticated.
    package var origin: Origin {
        Origin(
            address: address?.description, client: request.headers[.userAgent], requestID: context.requestID)
    }

    /// A parameter of the path. A malformed one is not found.
    package func parameter<T>(_ name: String, _ parse: (String) -> T?) throws(Problem) -> T {
        guard let text = context.parameters.get(name), let value = parse(text) else { throw Problem.notFound }
        return value
    }

    /// An id in the path. A malformed one is not found.
    package func id<Thing>(_ name: String = "id") throws(Problem) -> ID<Thing> { try parameter(name) { ID<Thing>($0) } }
}

extension AnyTenantCall {
    package var tenant: TenantHandle { unauthenticated.tenant }
    package var limits: RequestLimits { unauthenticated.limits }
    package var throttledBy: RateLimiter.Verdict? { unauthenticated.throttledBy }

    /// The use cases of the tenant.
    package var tenancy: Tenancy { tenant.tenancy }

    /// The access tokens of the tenant; nil: people can't sign in here.
    package var tokens: TenantTokens? { shared.tokens.map { TenantTokens($0, of: tenant.id) } }
}
