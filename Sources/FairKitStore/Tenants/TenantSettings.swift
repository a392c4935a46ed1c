package import FairKitCore
package import Relational

extension Connection {
    /// The tenant's settings, with the default of each that was never set.
    package func settings() throws(DatabaseError) -> TenantSettings {
        var settings = TenantSettings()
        for (name, value) in try storedSettings() { _ = settings.take(value, as: name) }
        return settings
    }

    /// The names of settings whose stored values their routes would refuse: they have their defaults.
    package func refusedSettings() throws(DatabaseError) -> [String] {
        var settings = TenantSettings()
        return try storedSettings().filter { !settings.take($0.value, as: $0.name) }.map(\.name)
    }

    /// All at once: there are few, and a result needs several.
    private func storedSettings() throws(DatabaseError) -> [(name: String, value: String)] {
        try all("SELECT name, value FROM setting ORDER BY name") { row throws(DatabaseError) in
            let name: String = try row.value(0)
            return (name: name, value: try row.value(1, as: String.self, sealed: .settingValue, of: name))
        }
    }
}

extension WriteTransaction {
    package func setTenantSettings(_ settings: TenantSettings) throws(DatabaseError) {
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
    /// - Returns: whether the value was set.
    fileprivate mutating func take(_ value: String, as name: String) -> Bool {
        switch name {
        case "registration": return set(\.registration, to: Registration(rawValue: value))
        case "issued-kits": return set(\.issuedKits, to: IssuedKits(rawValue: value))
        case "inactivity-seconds":
            return set(\.inactivityLimit, to: seconds(value, in: TenantSettings.inactivityLimits))
        case "display-name": return set(\.displayName, to: DisplayName(value).map(Optional.some))
        case "operator-contact": return set(\.operatorContact, to: MailAddress(value).map(Optional.some))
        case "forbid-values": return set(\.forbidsValues, to: Bool(value))
        case "suspect-hold-seconds": return set(\.suspectHold, to: seconds(value, in: TenantSettings.suspectHolds))
        case "molar-mass": return set(\.molarMass, to: MolarMass(rawValue: value))
        case "consent-notice":
            // There is none.
            if value.isEmpty { return true }
            let parts = value.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let id = ConsentNoticeID(parts[0]) else { return false }
            consentNotice = ConsentNotice(
                id: id, text: parts[2].isEmpty ? nil : parts[2], url: parts[1].isEmpty ? nil : parts[1])
            return true
        case "news-hosts":
            let hosts = value.split(separator: " ").map { TenantSettings.newsHost(String($0)) }
            newsHosts = hosts.prefix(TenantSettings.mostNewsHosts).compactMap(\.self)
            return newsHosts.count == hosts.count
        default:
            // Other values stand there, too, which no one sets.
            guard let unit = AATUnit.allCases.first(where: { name == "jump-factor-\($0.rawValue)" }) else {
                return true
            }
            guard let factor = Int64(value).map({ Thousandths(count: $0) }), JumpFactors.allowed.contains(factor)
            else { return false }
            jumpFactors[unit: unit] = factor
            return true
        }
    }

    private mutating func set<Value>(_ setting: WritableKeyPath<TenantSettings, Value>, to value: Value?) -> Bool {
        guard let value else { return false }
        self[keyPath: setting] = value
        return true
    }

    private func seconds(_ text: String, in limits: ClosedRange<Duration>) -> Duration? {
        Int64(text).map { .seconds($0) }.flatMap { limits.contains($0) ? $0 : nil }
    }
}
