/// Everything that is kept about a person, as it was at one moment.
package struct PersonRecord: Sendable {
    /// A kit with its history, and the grey copy of its photo, if one is kept.
    package typealias KitPart = (kit: Kit, events: [KitEvent], photo: [UInt8]?)
    package typealias ResultPart = (result: TestResult, versions: [ResultVersion])
    package typealias AlertPart = (alert: Alert, events: [AlertEvent])

    package let profile: Profile
    package let kits: [KitPart]
    /// The newest test first, also those that were withdrawn before their kit was registered.
    package let results: [ResultPart]
    package let alerts: [AlertPart]
    package let accesses: [AuditEntry]
    package let accounts: [PersonAccount]
    package let keys: [APIKey]
    /// With whom they shared their results, who cared for them, and who opened their record in an emergency; the newest first.
    package let shares: [Share]
    package let care: [CareAssignment]
    package let emergencies: [BreakGlass]

    package init(
        profile: Profile, kits: [KitPart], results: [ResultPart], alerts: [AlertPart], accesses: [AuditEntry],
        accounts: [PersonAccount], keys: [APIKey], shares: [Share], care: [CareAssignment], emergencies: [BreakGlass]
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
    }

    /// Rows that can be taken along at once; a record of more is not read.
    package static let mostRows = 100_000
    /// Bytes of photos that can be taken along at once.
    package static let mostPhotoBytes = 32 << 20
}
