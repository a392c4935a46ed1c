/// What a key may be used for, of all that its role may do. The texts are stored and sent; append only.
/// See the decision `0024-scopes-and-rates`.
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
    /// Takes alerts, and tells what came of them.
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

    package static func < (left: Scope, right: Scope) -> Bool { left.rawValue < right.rawValue }

    package var description: String { rawValue }
}

extension Set<Scope> {
    /// As it is stored: their texts in order, a space between.
    package var text: String { sorted().map(\.rawValue).joined(separator: " ") }

    /// What is stored. A scope that is not known any more gives nothing.
    package init(stored text: String) {
        self.init(text.split(separator: " ").compactMap { Scope(rawValue: String($0)) })
    }
}
