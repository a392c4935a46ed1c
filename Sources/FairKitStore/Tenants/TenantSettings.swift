package import FairKitCore
package import Relational

extension Connection {
    /// The tenant's settings, with the default of each that was never set.
    package func settings() throws(DatabaseError) -> TenantSettings {
        var settings = TenantSettings()
        // All at once: there are few, and a result needs several.
        let stored = try all("SELECT name, value FROM setting") { row throws(DatabaseError) in
            let name: String = try row.value(0)
            return (name: name, value: try row.value(1, as: String.self, sealed: .settingValue, of: name))
        }
        for (name, value) in stored { settings.set(name, to: value) }
        return settings
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
            ("news-hosts", settings.newsHosts.joined(separator: " ")),
        ]
        values += AATUnit.allCases.map {
            ("jump-factor-\($0.rawValue)", "\(settings.jumpFactors[unit: $0].count)")
        }
        if let name = settings.displayName { values.append(("display-name", name.text)) }
        let notice = settings.consentNotice
        values.append(("consent-notice", notice.map { "\($0.id)\n\($0.url ?? "")\n\($0.text ?? "")" } ?? ""))
        if let address = settings.operatorContact { values.append(("operator-contact", address.description)) }
        for (name, value) in values { try keep(value, as: name) }
    }

    /// Stores one value under a name.
    func keep(_ value: String, as name: String) throws(DatabaseError) {
        try run("DELETE FROM setting WHERE name = \(name)")
        try run("INSERT INTO setting (name, value) VALUES (\(name), \(sealed: value, .settingValue, of: name))")
    }
}

extension TenantSettings {
    /// Sets what the store holds under a name. A value that this version does not know, or that its route would refuse,
    /// leaves the default.
    fileprivate mutating func set(_ name: String, to value: String) {
        switch name {
        case "registration": registration = Registration(rawValue: value) ?? registration
        case "issued-kits": issuedKits = IssuedKits(rawValue: value) ?? issuedKits
        case "inactivity-seconds":
            inactivityLimit = seconds(value, in: TenantSettings.inactivityLimits) ?? inactivityLimit
        case "display-name": displayName = DisplayName(value)
        case "operator-contact": operatorContact = MailAddress(value)
        case "forbid-values": forbidsValues = value == "true"
        case "suspect-hold-seconds": suspectHold = seconds(value, in: TenantSettings.suspectHolds) ?? suspectHold
        case "consent-notice":
            let parts = value.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let id = ConsentNoticeID(parts[0]) else { return }
            consentNotice = ConsentNotice(
                id: id, text: parts[2].isEmpty ? nil : parts[2], url: parts[1].isEmpty ? nil : parts[1])
        case "molar-mass": molarMass = MolarMass(rawValue: value) ?? molarMass
        case "news-hosts":
            newsHosts = value.split(separator: " ").prefix(TenantSettings.mostNewsHosts).compactMap {
                TenantSettings.newsHost(String($0))
            }
        default:
            for unit in AATUnit.allCases where name == "jump-factor-\(unit.rawValue)" {
                guard let factor = Int64(value).map({ Thousandths(count: $0) }), JumpFactors.allowed.contains(factor)
                else { continue }
                jumpFactors[unit: unit] = factor
            }
        }
    }

    private func seconds(_ text: String, in limits: ClosedRange<Duration>) -> Duration? {
        Int64(text).map { .seconds($0) }.flatMap { limits.contains($0) ? $0 : nil }
    }
}
