package import FairKitCore
import FairKitStore

extension Accounts {
    /// What the tenant's administrators have decided.
    package func settings(by caller: Caller) async throws(Refusal<Never>) -> TenantSettings {
        try await tenant.read(.manageSettings, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<TenantSettings, Never> in .success(try tx.settings())
        }
    }

    /// Decides whether patients register themselves.
    package func setRegistration(
        _ registration: TenantSettings.Registration, by caller: Caller
    ) async throws(Refusal<Never>) -> TenantSettings {
        try await tenant.write(.manageSettings, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<TenantSettings, Never> in
            var settings = try tx.settings()
            settings.registration = registration
            try tx.set(settings)
            grant.note(.settingChanged, "registration=\(registration.rawValue)", about: nil)
            return .success(settings)
        }
    }
}
