package import FairKitCore
import FairKitStore

extension Accounts {
    /// What the tenant's administrators have decided.
    package func settings(by caller: Caller) async throws(Refusal<Never>) -> TenantSettings {
        try await tenant.read(.manageSettings, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<TenantSettings, Never> in .success(try tx.settings())
        }
    }

    /// Decides whether patients register themselves, and of whom kits must have been issued; nil leaves it as it is.
    package func set(
        _ registration: TenantSettings.Registration?, _ issuedKits: TenantSettings.IssuedKits?, by caller: Caller
    ) async throws(Refusal<Never>) -> TenantSettings {
        try await tenant.write(.manageSettings, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<TenantSettings, Never> in
            var settings = try tx.settings()
            if let registration {
                settings.registration = registration
                grant.note(.settingChanged, "registration=\(registration.rawValue)", about: nil)
            }
            if let issuedKits {
                settings.issuedKits = issuedKits
                grant.note(.settingChanged, "issued-kits=\(issuedKits.rawValue)", about: nil)
            }
            try tx.set(settings)
            return .success(settings)
        }
    }
}
