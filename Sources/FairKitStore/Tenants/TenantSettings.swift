package import FairKitCore
package import Relational

/// The names of the values of a logo. See decision 0173.
private let (pictureName, markName) = ("logo", "logo-mark")

extension Connection {
    /// The tenant's settings, with the default of each that was never set.
    package func settings() throws(DatabaseError) -> TenantSettings { try readSettings().settings }

    /// The names of settings whose stored values their routes would refuse: they have their defaults.
    package func refusedSettings() throws(DatabaseError) -> [String] { try readSettings().refused }

    /// By which pages address the tenant's logo; nil: it has none.
    package func logoMark() throws(DatabaseError) -> String? { try kept(as: markName) }

    /// The tenant's logo in base64url; nil: it has none.
    package func logo() throws(DatabaseError) -> String? { try kept(as: pictureName) }

    private func kept(as name: String) throws(DatabaseError) -> String? {
        try first("SELECT value FROM setting WHERE name = \(name)") { row throws(DatabaseError) in
            try row.value(0, as: String.self, sealed: .settingValue, of: name)
        }
    }

    /// Reads all settings at once but the logo: there are few, and a result needs several.
    private func readSettings() throws(DatabaseError) -> (settings: TenantSettings, refused: [String]) {
        let rows = try all("SELECT name, value FROM setting WHERE name <> \(pictureName) ORDER BY name") {
            row throws(DatabaseError) in
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

    /// - Parameter picture: in base64url; nil: the tenant is to have no logo.
    /// - Returns: whether it is another one than before.
    package func setLogo(_ picture: String?, mark: String?) throws(DatabaseError) -> Bool {
        guard try logoMark() != mark else { return false }
        try run("DELETE FROM setting WHERE name IN (\(pictureName), \(markName))")
        if let picture, let mark {
            try keep(picture, as: pictureName)
            try keep(mark, as: markName)
        }
        return true
    }

    /// Stores one value under a name.
    func keep(_ value: String, as name: String) throws(DatabaseError) {
        try run("DELETE FROM setting WHERE name = \(name)")
        try run("INSERT INTO setting (name, value) VALUES (\(name), \(sealed: value, .settingValue, of: name))")
    }
}
