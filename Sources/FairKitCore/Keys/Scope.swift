/// A part of what the role of an API key allows. The texts are stored and sent; append only. See the decision
/// `0024-scopes-and-rates`.
package enum Scope: String, Sendable, CaseIterable, Comparable, CustomStringConvertible {
    case readProfiles = "profiles:read"
    case writeProfiles = "profiles:write"
    case readKits = "kits:read"
    case registerKits = "kits:register"
    /// Issues kits, and reports where they are.
    case writeKits = "kits:write"
    case reviewKits = "kits:review"
    case scanPhotos = "photos:scan"
    case readResults = "results:read"
    case writeResults = "results:write"
    case readAlerts = "alerts:read"
    /// Claims alerts and reports the outcome.
    case consumeAlerts = "alerts:consume"
    case readGroups = "groups:read"
    case operateQueue = "queue:operate"
    case readAudit = "audit:read"
    case readAccesses = "accesses:read"
    case readKeys = "keys:read"
    case readMetrics = "metrics:read"
    case exportRecords = "records:export"
    case eraseRecords = "records:erase"
    case holdRecords = "records:hold"
    case manageCare = "care:manage"
    case reviewBreakGlass = "break-glass:review"
    case shareResults = "shares:manage"
    case readFigures = "figures:read"
    case manageAccounts = "accounts:manage"
    case manageSettings = "settings:manage"
    case readTeams = "teams:read"
    case manageTeams = "teams:manage"
    /// Reads, publishes and withdraws news.
    case manageNews = "news:manage"
    /// Beside `alerts:consume`: a claim names the people to tell, with their addresses. No key has it by its role alone.
    case readContacts = "contacts:read"
    case readNotes = "notes:read"
    case writeNotes = "notes:write"

    package static func < (left: Scope, right: Scope) -> Bool { left.rawValue < right.rawValue }

    package var description: String { rawValue }
}

extension Set<Scope> {
    /// The stored form: the texts in order, separated by spaces.
    package var text: String { sorted().map(\.rawValue).joined(separator: " ") }

    /// Reads the stored form. An unknown scope allows nothing.
    package init(stored text: String) {
        self.init(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) })
    }
}
