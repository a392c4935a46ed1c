package import FairKitCore
import FairKitStore

extension Accounts {
    /// The tenant's settings.
    package func settings(by caller: Caller) async throws(Refusal<Never>) -> TenantSettings {
        try await tenant.read(.manageSettings, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<TenantSettings, Never> in .success(try tx.settings())
        }
    }

    /// Changes some settings.
    package func change(
        _ change: TenantSettingsChange, found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<Never>) -> TenantSettings {
        var faults = faults
        faults.require(
            change.inactivityLimit.map { TenantSettings.inactivityLimits.contains($0) } ?? true, "/inactivityMinutes",
            "15 to 10080 minutes (7 days)")
        faults.require(
            change.suspectHold.map { TenantSettings.suspectHolds.contains($0) } ?? true, "/suspectHoldHours",
            "0 to 720 hours (30 days)")
        for (unit, factor) in change.jumpFactors {
            let isAllowed = JumpFactors.allowed.contains(factor)
            if !isAllowed { faults.record(Invalid(path: ["jumpFactors", unit.rawValue], "1.5 to 100")) }
        }
        if let shown = change.consentNotice { ConsentNotice.check(text: shown.text, url: shown.url, &faults) }
        try faults.refuse(for: Never.self)
        return try await tenant.write(.manageSettings, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<TenantSettings, Never> in
            var settings = try tx.settings()
            if let registration = change.registration {
                settings.registration = registration
                grant.log(.settingChanged, "registration=\(registration.rawValue)", about: nil)
            }
            if let issuedKits = change.issuedKits {
                settings.issuedKits = issuedKits
                grant.log(.settingChanged, "issued-kits=\(issuedKits.rawValue)", about: nil)
            }
            if let limit = change.inactivityLimit {
                settings.inactivityLimit = limit
                grant.log(.settingChanged, "inactivity-seconds=\(limit.components.seconds)", about: nil)
            }
            if let name = change.displayName {
                settings.displayName = name
                grant.log(.settingChanged, "display-name", about: nil)
            }
            if let address = change.operatorContact {
                // The audit log, from which nothing is erased, has no addresses; the mail has both.
                let before = settings.operatorContact
                try Grant.logAlerting(
                    .settingChanged, "operator-contact: \(before?.masked ?? "-") -> \(address.masked)",
                    "operator contact", from: before?.description, to: address.description, inAudit: false, &grant,
                    in: tx)
                settings.operatorContact = address
            }
            if let forbidsValues = change.forbidsValues {
                settings.forbidsValues = forbidsValues
                grant.log(.settingChanged, "forbid-values=\(forbidsValues)", about: nil)
            }
            if let hold = change.suspectHold {
                try Grant.logAlerting(
                    .settingChanged, "suspect-hold-seconds", "hold of suspect levels, in seconds",
                    from: "\(settings.suspectHold.components.seconds)", to: "\(hold.components.seconds)", &grant, in: tx
                )
                settings.suspectHold = hold
            }
            for (unit, factor) in change.jumpFactors.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                try Grant.logAlerting(
                    .settingChanged, "jump-factor-\(unit.rawValue)", "factor of an implausible jump, \(unit.rawValue)",
                    from: "\(settings.jumpFactors[unit: unit])", to: "\(factor)", &grant, in: tx)
                settings.jumpFactors[unit: unit] = factor
            }
            if let mass = change.molarMass {
                try Grant.logAlerting(
                    .settingChanged, "molar-mass", "molar mass, in kDa", from: settings.molarMass.rawValue,
                    to: mass.rawValue, &grant, in: tx)
                settings.molarMass = mass
            }
            if let hosts = change.newsHosts {
                settings.newsHosts = hosts
                grant.log(.settingChanged, "news-hosts=\(hosts.joined(separator: " "))", about: nil)
            }
            if let shown = change.consentNotice,
                shown != settings.consentNotice.map({ TenantSettingsChange.Shown(text: $0.text, url: $0.url) })
            {
                let isOn = shown.text != nil || shown.url != nil
                settings.consentNotice =
                    isOn ? ConsentNotice(id: .new(at: grant.now), text: shown.text, url: shown.url) : nil
                if let notice = settings.consentNotice { try tx.insertConsentNotice(notice, at: grant.now) }
                grant.log(.settingChanged, "consent-notice", about: nil)
            }
            try tx.setTenantSettings(settings)
            return .success(settings)
        }
    }
}
