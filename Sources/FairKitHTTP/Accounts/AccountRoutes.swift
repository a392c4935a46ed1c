import FairKitCore
import FairKitFrame
import HTTPTypes

extension Route {
    /// Accounts, API keys and settings, as administrators manage them.
    static let accounts: [Route] = [
        .api(.get, "/settings", for: .manageSettings, Accounts.settings),
        .api(.patch, "/settings", for: .manageSettings, Accounts.changeSettings).confirming,
        .api(.get, "/settings/logo", for: nil, Logo.show),
        .api(.put, "/settings/logo", for: .changeLogo, Logo.set),
        .api(.delete, "/settings/logo", for: .changeLogo, Logo.remove),
        .api(.get, "/keys", for: .readKeys, Keys.list),
        .api(.post, "/keys", for: .manageKeys, Keys.create).confirming,
        .api(.post, "/keys/{id}/approve", for: .manageKeys, Keys.approve).confirming,
        .api(.post, "/keys/{id}/rotate", for: .manageKeys, Keys.rotate).confirming,
        .api(.post, "/keys/{id}/revoke", for: .manageKeys, Keys.revoke).confirming,
        .api(.get, "/accounts", for: .manageAccounts, Accounts.list),
        .api(.get, "/accounts/invitations", for: .manageAccounts, Accounts.invitations),
        .api(.post, "/accounts/invitations", for: .manageAccounts, Accounts.invite),
        .api(.post, "/accounts/invitations/{id}/approve", for: .manageAccounts, Accounts.approve),
        .api(.delete, "/accounts/invitations/{id}", for: .manageAccounts, Accounts.revoke),
        .api(.get, "/accounts/{id}", for: .manageAccounts, Accounts.show),
        .api(.delete, "/accounts/{id}", for: .manageAccounts, Accounts.delete),
        .api(.post, "/accounts/{id}/suspend", for: .manageAccounts, Accounts.suspend),
        .api(.post, "/accounts/{id}/resume", for: .manageAccounts, Accounts.resume),
        .api(.post, "/accounts/{id}/sign-out", for: .manageAccounts, Accounts.signOut),
        .api(.delete, "/accounts/{id}/mfa", for: .manageAccounts, Accounts.removeFactor),
    ]
}
