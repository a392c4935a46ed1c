package import FairKitCore
package import Relational

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
        settings.suspectHold = try suspectHold()
        settings.jumpFactors = try jumpFactors()
        settings.molarMass = try molarMass()
        return settings
    }

    /// How long a patient does not see a suspect level that no person has verified.
    package func suspectHold() throws(DatabaseError) -> Duration {
        guard let text = try setting("suspect-hold-seconds"), let seconds = Int64(text) else {
            return TenantSettings().suspectHold
        }
        return .seconds(seconds)
    }

    /// The factors of an implausible jump.
    package func jumpFactors() throws(DatabaseError) -> JumpFactors {
        var factors = JumpFactors.standard
        for unit in AATUnit.allCases {
            guard let text = try setting("jump-factor-\(unit.rawValue)"), let count = Int64(text) else { continue }
            factors[unit: unit] = Thousandths(count: count)
        }
        return factors
    }

    /// By which molar mass levels are converted.
    package func molarMass() throws(DatabaseError) -> MolarMass {
        try setting("molar-mass").flatMap { MolarMass(rawValue: $0) } ?? TenantSettings().molarMass
    }

    private func setting(_ name: String) throws(DatabaseError) -> String? {
        try first("SELECT value FROM setting WHERE name = \(name)") { row throws(DatabaseError) in
            try row.value(0, sealed: .settingValue, of: name)
        }
    }
}

extension Connection where Access == Writing {
    package func set(_ settings: TenantSettings) throws(DatabaseError) {
        var values = [
            ("registration", settings.registration.rawValue), ("issued-kits", settings.issuedKits.rawValue),
            ("inactivity-seconds", "\(settings.inactivityLimit.components.seconds)"),
            ("forbid-values", "\(settings.forbidsValues)"),
            ("suspect-hold-seconds", "\(settings.suspectHold.components.seconds)"),
            ("molar-mass", settings.molarMass.rawValue),
        ]
        values += AATUnit.allCases.map {
            ("jump-factor-\($0.rawValue)", "\(settings.jumpFactors[unit: $0].count)")
        }
        if let name = settings.displayName { values.append(("display-name", name.text)) }
        if let address = settings.operatorContact { values.append(("operator-contact", address.description)) }
        for (name, value) in values {
            try run("DELETE FROM setting WHERE name = \(name)")
            try run(
                "INSERT INTO setting (name, value) VALUES (\(name), \(sealed: value, .settingValue, of: name))")
        }
    }
}
