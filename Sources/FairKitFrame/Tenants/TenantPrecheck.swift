import FairKitCore
import FairKitService

/// Decides whether to refuse a request before the tenant that it names is opened.
///
/// The first tenant needs no such check: it is always open, and its existence is no secret. See the decision
/// `0058-made-up-keys-open-nothing`.
struct TenantPrecheck: Sendable {
    let summary: TenantSummary
    let file: TenantFile
    let limits: RequestLimits
    /// nil: people can't sign in here.
    let tokens: AccessTokens?

    enum Verdict {
        case refused(Problem)
        /// With the holder of the request's access token; nil: it has none.
        case goesOn(AccessTokens.Holder?)
    }

    /// Refuses a client without valid credentials for this tenant: it gets the same response, after the same work, as
    /// for a tenant that does not exist. If its address sent too many unknown keys, they are not even checked. Alert
    /// routes are exempt, because consumers must not wait for strangers at their address.
    ///
    /// - Parameter credentials: nil: the route is for unauthenticated clients.
    func look(at credentials: Credentials?, for route: Route) throws -> Verdict {
        guard let credentials else {
            if case .closed = file { try limits.open(for: route.limit) }
            return .goesOn(nil)
        }
        if case .unclear = credentials { return .refused(limits.refusal()) }
        if !route.isUrgent { try limits.refuseGuess(of: credentials.text) }
        switch credentials {
        case .key(let key): return try mayHave(key) ? .goesOn(nil) : refused(credentials.text)
        case .token(let token): return try verdict(on: token) ?? refused(credentials.text)
        case .tokenInApp(let token, let key):
            guard try mayHave(key), let verdict = try verdict(on: token) else { return refused(credentials.text) }
            return verdict
        // The cookie can be checked only in the store: an opening for it counts like that for a sign-in.
        case .cookie:
            if case .closed = file { try limits.open(for: route.limit) }
            return .goesOn(nil)
        // A tenant that has issued a ticket is open.
        case .ticket: if case .open = file { return .goesOn(nil) } else { return refused(credentials.text) }
        case .unclear: return .refused(limits.refusal())
        }
    }

    /// nil: the token is for another tenant.
    private func verdict(on token: String) throws -> Verdict? {
        try tokens.map { TenantTokens($0, of: summary.id) }?.check(token).map { .goesOn($0) }
    }

    private func refused(_ credential: String) -> Verdict {
        limits.forget(credential)
        return .refused(limits.refusal())
    }

    private func mayHave(_ text: String) throws(AuthenticationFailure) -> Bool {
        guard let key = APIKeySecret(text) else { return false }
        do { return try summary.mayHave(key) } catch { throw .key(error) }
    }
}
