import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Signing in, and the signed-in person's own account. Other commands on the server have no accounts.
    static let signIn: [Route] = [
        // A command signs in for the person at the terminal: see decision 0013.
        .unauthenticated(.post, "/auth/login", limit: .login, SignIns.login),
        .unauthenticated(.post, "/auth/mfa/setup", limit: .secret, SignIns.setUp).only(.network),
        .unauthenticated(.post, "/auth/mfa/verify", limit: .secret, SignIns.verify),
        .unauthenticated(.post, "/auth/refresh", limit: .failedAttempts, SignIns.refresh).only(.network),
        .unauthenticated(.post, "/auth/register", limit: .signIn, SignIns.register).only(.network),
        .unauthenticated(.post, "/auth/link", limit: .failedAttempts, SignIns.link).only(.network),
        .unauthenticated(.post, "/auth/confirm", limit: .secret, SignIns.confirm).only(.network),
        .unauthenticated(.post, "/auth/password/forgot", limit: .signIn, SignIns.forgot).only(.network),
        .unauthenticated(.post, "/auth/password/reset", limit: .secret, SignIns.reset).only(.network),
        .unauthenticated(.post, "/auth/email/confirm", limit: .secret, SignIns.confirmEmail).only(.network),
        .api(.get, "/auth/me", for: nil, OwnAccounts.me).only(.network),
        .api(.patch, "/auth/me", for: nil, OwnAccounts.change).only(.network),
        .api(.post, "/auth/me/calendar", for: nil, CalendarFeeds.open).only(.network),
        .api(.delete, "/auth/me/calendar", for: nil, CalendarFeeds.close).only(.network),
        .unauthenticated(.get, "/calendar/{feed}", limit: .failedAttempts, CalendarFeeds.show).byLink.only(.network),
        .api(.post, "/auth/me/email", for: nil, OwnAccounts.changeEmail).confirming.only(.network),
        .api(.post, "/auth/me/email/confirm", for: nil, OwnAccounts.confirmEmail).only(.network),
        .api(.delete, "/auth/me", for: nil, OwnAccounts.delete).confirming.only(.network),
        .api(.post, "/auth/me/mfa", for: nil, OwnAccounts.setUpFactor).confirming.only(.network),
        .api(.delete, "/auth/me/mfa", for: nil, OwnAccounts.removeFactor).confirming.only(.network),
        .api(.post, "/auth/me/backup-codes", for: nil, OwnAccounts.renewCodes).confirming.only(.network),
        .api(.post, "/auth/password", for: nil, OwnAccounts.changePassword).confirming.only(.network),
        .api(.post, "/auth/logout", for: nil, OwnAccounts.logout),
        .api(.post, "/auth/ticket", for: nil, Tickets.issue).only(.network),
        .api(.get, "/auth/sessions", for: nil, OwnAccounts.list).only(.network),
        .api(.delete, "/auth/sessions", for: nil, OwnAccounts.endOthers).confirming.only(.network),
        .api(.delete, "/auth/sessions/{id}", for: nil, OwnAccounts.end).confirming.only(.network),
        .api(.get, "/auth/sign-ins", for: nil, OwnAccounts.signIns).only(.network),
        .everyone(.get, "/.well-known/jwks.json", TokenKeys.published).only(.network),
    ]
}
