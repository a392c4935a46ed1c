package import FairKitCore
package import SQLCipher

extension Connection {
    /// What a tenant's administrators have decided.
    package func settings() throws(DatabaseError) -> TenantSettings {
        let closed = try exists("SELECT 1 FROM setting WHERE name = 'registration' AND value = 'closed'")
        return TenantSettings(registration: closed ? .closed : .open)
    }
}

extension Connection where Access == Writing {
    package func set(_ settings: TenantSettings) throws(DatabaseError) {
        try run("DELETE FROM setting WHERE name = 'registration'")
        try run("INSERT INTO setting (name, value) VALUES ('registration', \(settings.registration.rawValue))")
    }
}
