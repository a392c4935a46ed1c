package import FairKitCore
package import SQLCipher

extension Connection {
    /// The tenant's settings, with the default of each that was never set.
    package func settings() throws(DatabaseError) -> TenantSettings {
        var settings = TenantSettings()
        if let text = try setting("registration"), let registration = TenantSettings.Registration(rawValue: text) {
            settings.registration = registration
        }
        if let text = try setting("issued-kits"), let kits = TenantSettings.IssuedKits(rawValue: text) {
            settings.issuedKits = kits
        }
        if let text = try setting("inactivity-seconds"), let seconds = Int64(text) {
            settings.inactivityLimit = .seconds(seconds)
        }
        settings.displayName = try setting("display-name").flatMap { DisplayName($0) }
        settings.operatorContact = try setting("operator-contact").flatMap { MailAddress($0) }
        settings.forbidsValues = try setting("forbid-values") == "true"
        return settings
    }

    private func setting(_ name: String) throws(DatabaseError) -> String? {
        try first("SELECT value FROM setting WHERE name = \(name)") { row throws(DatabaseError) in try row.value(0) }
    }
}

extension Connection where Access == Writing {
    package func set(_ settings: TenantSettings) throws(DatabaseError) {
        var values = [
            ("registration", settings.registration.rawValue), ("issued-kits", settings.issuedKits.rawValue),
            ("inactivity-seconds", "\(settings.inactivityLimit.components.seconds)"),
            ("forbid-values", "\(settings.forbidsValues)"),
        ]
        if let name = settings.displayName { values.append(("display-name", name.text)) }
        if let address = settings.operatorContact { values.append(("operator-contact", address.description)) }
        for (name, value) in values {
            try run("DELETE FROM setting WHERE name = \(name)")
            try run("INSERT INTO setting (name, value) VALUES (\(name), \(value))")
        }
    }
}
