import FairKitCore
import FairKitService
import Hummingbird

/// Decides what a request is answered before the tenant that it names is opened.
///
/// The first tenant has no such door: it is always open, and there is no secret that it exists. See the decision
/// `0058-made-up-keys-open-nothing`.
struct TenantDoor: Sendable {
    let outline: TenantOutline
    let file: TenantFile
    let limits: RequestLimits
    /// nil: people can't sign in here.
    let tokens: AccessTokens?

    enum Verdict {
        case refused(Problem)
        /// Whose access token the request shows; nil: it shows none.
        case goesOn(AccessTokens.Holder?)
    }

    /// Refuses a client without a credential, or with one that can't be of this tenant: it gets what it would get of a tenant that does not
    /// exist, after the same work. Where too many unknown keys came from its address, it is not looked at, but for alerts, which don't
    /// wait for strangers at their consumer's address.
    func look(at request: Request, for route: Route) throws -> Verdict {
        guard case .authenticated = route.audience else {
            if case .closed = file { try limits.open(for: route.limit) }
            return .goesOn(nil)
        }
        switch Credentials(request) {
        case .key(let text):
            if !route.isUrgent { try limits.refuseGuess(of: text) }
            guard let key = APIKeySecret(text), try mayHave(key) else { return refused(text) }
            return .goesOn(nil)
        case .token(let text):
            if !route.isUrgent { try limits.refuseGuess(of: text) }
            guard let holder = try tokens.map({ TenantTokens($0, of: outline.id) })?.check(text) else {
                return refused(text)
            }
            return .goesOn(holder)
        case .unclear: return .refused(limits.refusal())
        }
    }

    private func refused(_ credential: String) -> Verdict {
        limits.forget(credential)
        return .refused(limits.refusal())
    }

    private func mayHave(_ key: APIKeySecret) throws(AuthenticationFailure) -> Bool {
        do { return try outline.mayHave(key) } catch { throw .key(error) }
    }
}
