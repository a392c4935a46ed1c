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
        let credentials = Credentials(request)
        if case .unclear = credentials { return .refused(limits.refusal()) }
        if !route.isUrgent { try limits.refuseGuess(of: credentials.text) }
        switch credentials {
        case .key(let key): return try mayHave(key) ? .goesOn(nil) : refused(credentials.text)
        case .token(let token): return try verdict(on: token) ?? refused(credentials.text)
        case .tokenInApp(let token, let key):
            guard try mayHave(key), let verdict = try verdict(on: token) else { return refused(credentials.text) }
            return verdict
        case .unclear: return .refused(limits.refusal())
        }
    }

    /// nil: the token is not of this tenant.
    private func verdict(on token: String) throws -> Verdict? {
        try tokens.map { TenantTokens($0, of: outline.id) }?.check(token).map { .goesOn($0) }
    }

    private func refused(_ credential: String) -> Verdict {
        limits.forget(credential)
        return .refused(limits.refusal())
    }

    private func mayHave(_ text: String) throws(AuthenticationFailure) -> Bool {
        guard let key = APIKeySecret(text) else { return false }
        do { return try outline.mayHave(key) } catch { throw .key(error) }
    }
}
