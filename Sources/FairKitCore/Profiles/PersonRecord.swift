/// Everything that is stored about a person, as of one moment.
package struct PersonRecord: Sendable {
    /// A kit with its history, and the grey copy of its photo, if one is kept.
    package typealias KitPart = (kit: Kit, events: [KitEvent], photo: [UInt8]?)
    package typealias ResultPart = (result: TestResult, versions: [ResultVersion])
    package typealias AlertPart = (alert: Alert, events: [AlertEvent])
    package typealias NoticePart = (notice: Notice, sends: [NoticeSend])

    package let profile: Profile
    package let kits: [KitPart]
    /// The newest test first, including those that were withdrawn before their kit was registered.
    package let results: [ResultPart]
    package let alerts: [AlertPart]
    package let accesses: [AuditEntry]
    package let accounts: [PersonAccount]
    package let keys: [APIKey]
    /// Shares, care assignments and emergency accesses of the record; the newest first.
    package let shares: [Share]
    package let care: [CareAssignment]
    package let emergencies: [BreakGlass]
    /// The messages that the person got, and over which channels, the earliest first.
    package let notices: [NoticePart]
    /// The addresses of the profile that do not take messages.
    package let failedContacts: [FailedContact]

    package init(
        profile: Profile, kits: [KitPart], results: [ResultPart], alerts: [AlertPart], accesses: [AuditEntry],
        accounts: [PersonAccount], keys: [APIKey], shares: [Share], care: [CareAssignment], emergencies: [BreakGlass],
        notices: [NoticePart], failedContacts: [FailedContact]
    ) {
        self.profile = profile
        self.kits = kits
        self.results = results
        self.alerts = alerts
        self.accesses = accesses
        self.accounts = accounts
        self.keys = keys
        self.shares = shares
        self.care = care
        self.emergencies = emergencies
        self.notices = notices
        self.failedContacts = failedContacts
    }

    /// The most rows that an export may contain; a larger record is not read.
    package static let maxRows = 100_000
    /// The most bytes of photos that an export may contain.
    package static let maxPhotoBytes = 32 << 20
}
