package import FairKitCore
package import Relational

extension Connection {
    /// The tenant's settings, with the default of each that was never set.
    package func settings() throws(DatabaseError) -> TenantSettings { try readSettings().settings }

    /// The names of settings whose stored values their routes would refuse: they have their defaults.
    package func refusedSettings() throws(DatabaseError) -> [String] { try readSettings().refused }

    /// Reads all settings at once: there are few, and a result needs several.
    private func readSettings() throws(DatabaseError) -> (settings: TenantSettings, refused: [String]) {
        let rows = try all("SELECT name, value FROM setting ORDER BY name") { row throws(DatabaseError) in
            let name: String = try row.value(0)
            return (name: name, value: try row.value(1, as: String.self, sealed: .settingValue, of: name))
        }
        var settings = TenantSettings()
        // Other values stand there, too, which no one sets.
        let refused = rows.filter { TenantSetting.named[$0.name]?.set(&settings, $0.value) == false }
        return (settings, refused.map(\.name))
    }
}

extension WriteTransaction {
    package func setTenantSettings(_ settings: TenantSettings) throws(DatabaseError) {
        for setting in TenantSetting.all {
            if let text = setting.text(settings) { try keep(text, as: setting.name) }
        }
    }

    /// Stores one value under a name.
    func keep(_ value: String, as name: String) throws(DatabaseError) {
        try run("DELETE FROM setting WHERE name = \(name)")
        try run("INSERT INTO setting (name, value) VALUES (\(name), \(sealed: value, .settingValue, of: name))")
    }
}
