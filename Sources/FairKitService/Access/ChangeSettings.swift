package import FairKitCore
package import FairKitStore

/// Shows and changes what a tenant's administrators decide.
package struct ChangeSettings: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package func read(by caller: Caller) async throws(OperationFailure) -> TenantSettings {
        guard caller.subject.may(.manageSettings) else { throw .forbidden }
        do { return try await store.read { (tx) throws(DatabaseError) in try tx.settings() } } catch {
            throw .store(error)
        }
    }

    package func callAsFunction(
        registration: TenantSettings.Registration, by caller: Caller
    ) async throws(OperationFailure) -> TenantSettings {
        guard caller.subject.may(.manageSettings) else { throw .forbidden }
        let entry = caller.entry(.settingChanged, "registration=\(registration.rawValue)", about: nil, at: now())
        do {
            return try await store.write { (tx) throws(DatabaseError) in
                var settings = try tx.settings()
                settings.registration = registration
                try tx.set(settings)
                try tx.record(entry)
                return settings
            }
        } catch { throw .store(error) }
    }
}
