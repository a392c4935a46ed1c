/// The settings of one tenant, which its administrators choose. `TenantSetting.all` describes each.
package struct TenantSettings: Equatable, Sendable {
    /// Whether patients can register themselves; if not, they are invited.
    package enum Registration: String, Sendable, CaseIterable {
        case open
        case closed
    }

    /// The people who can register only kits that were issued (requirements R1.6, R1.9).
    package enum IssuedKits: String, Sendable, CaseIterable {
        case always
        /// Patients with an account, while patients can register themselves: a code alone proves little.
        case selfRegistration = "self-registration"
        case never
    }

    package var registration = Registration.open
    package var issuedKits = IssuedKits.selfRegistration
    /// The inactivity limit of sessions (requirement R4.11).
    package var inactivityLimit = Session.longestIdle
    /// The name by which people know the tenant; nil: it was not set.
    package var displayName: DisplayName?
    /// The address of the operator, who is notified if no clinician acknowledges a critical alert; nil: it was not set,
    /// and the administrators are notified.
    package var operatorContact: MailAddress?
    /// Whom patients ask, as they read it on pages: a telephone number, hours and the like; nil: it was not set.
    package var patientContact: String?
    /// Whether messages to people contain no level, name or other value: they say that there is news.
    package var forbidsValues = false
    /// How long a patient does not see a suspect level that no person has verified (requirement R2.12). Zero: suspect
    /// levels are marked, and not held.
    package var suspectHold = Duration.seconds(86_400)
    package var jumpFactors = JumpFactors.standard
    /// By which levels are converted for display.
    package var molarMass = MolarMass.kilodaltons52
    /// The hosts to which links of news lead, besides the server's public one.
    package var newsHosts: [String] = []
    /// The languages that pages offer; the first is for readers whose browser prefers none of them. A person whose language is
    /// no longer offered keeps it until they choose another.
    package var languages = Language.allCases
    /// The notice that people who register are shown, unless there is one in their language; nil: none.
    package var consentNotice: ConsentNotice?
    /// Those for readers of a language.
    package var consentNotices: [Language: ConsentNotice] = [:]

    package init() {}

    /// The settings with the name by which people know a tenant that has not set one.
    package func named(for tenant: TenantName) -> TenantSettings {
        var settings = self
        settings.displayName = displayName ?? DisplayName(of: tenant)
        return settings
    }

    /// What a reader of a language is shown before they consent.
    package func notice(in language: Language) -> ConsentNotice? { consentNotices[language] ?? consentNotice }

    /// The notice for readers of a language; nil: of those that have none of their own.
    package subscript(notice language: Language?) -> ConsentNotice? {
        get { if let language { consentNotices[language] } else { consentNotice } }
        set { if let language { consentNotices[language] = newValue } else { consentNotice = newValue } }
    }

    package static let noticeLanguages = [nil] + Language.allCases.map(Optional.some)

    /// Whether this caller can register only kits that were issued.
    package func requiresIssuedKit(of subject: Subject) -> Bool {
        switch issuedKits {
        case .always: true
        case .selfRegistration: registration == .open && subject.role.name == .patient && subject.account != nil
        case .never: false
        }
    }
}

extension TenantSetting {
    /// All settings, in the order of responses.
    package static let all =
        single + TenantSettings.noticeLanguages.map { consentNotice(in: $0) }
        + AATUnit.allCases.map { jumpFactor(of: $0) }

    package static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    private static let single: [TenantSetting] = [
        choice("registration", \.registration, "open or closed"),
        choice("issuedKits", \.issuedKits, "always, self-registration or never"),
        // A client refreshes every 15 minutes, when its access token expires. A shorter limit would end sessions that
        // are in use.
        duration(
            "inactivityMinutes", \.inactivityLimit, in: 15...10_080, of: 60, "15 to 10080 minutes (7 days)",
            stored: "inactivity-seconds"),
        TenantSetting(
            "displayName", \.displayName, "1 to \(DisplayName.longest) characters on one line", .name,
            text: { $0?.text }, value: { DisplayName($0).map(Optional.some) }),
        // The audit log, from which nothing is erased, has no addresses; the mail has both.
        TenantSetting(
            "operatorContact", \.operatorContact, "an address such as name@example.org",
            .alerting("operator contact", masked: { MailAddress(stored: $0)?.masked ?? "" }),
            text: { $0?.description }, value: { MailAddress(typed: $0).map(Optional.some) }),
        TenantSetting(
            "patientContact", \.patientContact, "1 to 200 characters on one line",
            text: { $0 }, value: { $0.isText(1...200) ? .some($0) : nil }),
        TenantSetting(
            "forbidValues", \.forbidsValues, "true or false", as: .flag, text: { "\($0)" }, value: { Bool($0) }),
        duration(
            "suspectHoldHours", \.suspectHold, in: 0...720, of: 3600, "0 to 720 hours (30 days)",
            .alerting("hold of suspect levels, in seconds"), stored: "suspect-hold-seconds"),
        choice("molarMass", \.molarMass, "52 or 54 (kDa)", .alerting("molar mass, in kDa"), as: .number(of: 1)),
        TenantSetting(
            "newsHosts", \.newsHosts, "at most 20 hosts such as news.example.org", as: .words,
            text: { $0.joined(separator: " ") }, value: { newsHosts($0.split(separator: " ")) }),
        TenantSetting(
            "languages", \.languages, "one or more of en, es and sw, each once, the first language first", as: .words,
            text: { $0.map(\.rawValue).joined(separator: " ") }, value: { languages($0.split(separator: " ")) }),
    ]

    /// The notice for readers of a language; nil: of those that have none of their own. Without a notice, the text is empty.
    package static func consentNotice(in language: Language?) -> TenantSetting {
        TenantSetting(
            language == nil ? "consentNotice" : "consentNotices", \.[notice: language], "", .nameIfChanged,
            as: .notice(language), stored: language.map { "consent-notice-\($0.rawValue)" },
            text: { $0?.stored ?? "" },
            value: { $0.isEmpty ? .some(nil) : ConsentNotice(stored: $0).map(Optional.some) })
    }

    package static func jumpFactor(of unit: AATUnit) -> TenantSetting {
        TenantSetting(
            "jumpFactors", \.jumpFactors[unit: unit], "1.5 to 100",
            .alerting("factor of an implausible jump, \(unit.rawValue)", shown: { thousandths($0)?.description ?? "" }),
            as: .factor(unit), stored: "jump-factor-\(unit.rawValue)", text: { "\($0.count)" },
            value: { thousandths($0).flatMap { JumpFactors.allowed.contains($0) ? $0 : nil } })
    }

    private static func thousandths(_ text: String) -> Thousandths? { Int64(text).map { Thousandths(count: $0) } }

    private static func languages(_ codes: [Substring]) -> [Language]? {
        let languages = codes.compactMap { Language(rawValue: String($0)) }
        return !codes.isEmpty && Set(languages).count == codes.count ? languages : nil
    }

    /// The hosts in lower case; nil: they are too many, or one is none.
    private static func newsHosts(_ texts: [Substring]) -> [String]? {
        let hosts = texts.compactMap { WebhookURL(stored: "https://\($0)") }
            .filter { $0.port == nil && $0.description.hasSuffix($0.host) }.map(\.host)
        return hosts.count == texts.count && hosts.count <= 20 ? hosts : nil
    }
}
