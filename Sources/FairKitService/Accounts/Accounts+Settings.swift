package import FairKitCore
import FairKitStore

extension Accounts {
    /// The tenant's settings.
    package func settings(by caller: Caller) async throws(Refusal<Never>) -> TenantSettings {
        try await tenant.read(.manageSettings, as: caller) {
            [name = tenant.name] (tx, _) throws(DatabaseError) -> Outcome<TenantSettings, Never> in
            .success(try tx.settings().named(for: name))
        }
    }

    /// Changes some settings.
    ///
    /// - Parameter texts: their new texts by the names that the store has for them.
    package func changeSettings(
        _ texts: [String: String], found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> TenantSettings {
        var (faults, wanted) = (faults, TenantSettings())
        let changed = TenantSetting.all.compactMap { setting in texts[setting.name].map { (setting, $0) } }
        for (setting, text) in changed where !setting.set(&wanted, text) {
            faults.record(Invalid(path: setting.path, setting.expected))
        }
        try faults.refuse(for: Never.self)
        return try await tenant.write(.manageSettings, as: caller) {
            [name = tenant.name] (tx, grant) throws(DatabaseError) -> Outcome<TenantSettings, Never> in
            let before = try tx.settings()
            var settings = before
            for (setting, text) in changed { _ = setting.set(&settings, text) }
            for language in TenantSettings.noticeLanguages {
                let old = before[notice: language]
                guard let notice = settings[notice: language], notice != old else { continue }
                if notice.says(old) {
                    settings[notice: language] = old
                } else {
                    try tx.insertConsentNotice(notice, at: grant.now)
                }
            }
            for (setting, _) in changed { try Accounts.log(setting, from: before, to: settings, &grant, in: tx) }
            try tx.setTenantSettings(settings)
            return .success(settings.named(for: name))
        }
    }

    /// Logs the change of a setting.
    private static func log(
        _ setting: TenantSetting, from before: TenantSettings, to after: TenantSettings, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        let (before, after) = (setting.text(before), setting.text(after))
        switch setting.audit {
        case .nameIfChanged where before == after: break
        case .name, .nameIfChanged: grant.log(.settingChanged, setting.name, about: nil)
        case .value: grant.log(.settingChanged, "\(setting.name)=\(after ?? "")", about: nil)
        case .alerting(let title, let shown, let masked):
            let (before, after) = (before.map(shown), after.map(shown))
            let object = "\(setting.name): \(before.map(masked) ?? "-") -> \(after.map(masked) ?? "-")"
            try Grant.logAlerting(
                .settingChanged, object, title, from: before, to: after, inAudit: false, &grant, in: tx)
        }
    }
}
