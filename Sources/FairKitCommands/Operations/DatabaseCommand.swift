import ArgumentParser
import FairKitCore

/// `fairkit db …`: the store as a whole.
struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "db", abstract: "Check the store, see how large it is, and open it again after damage.",
        subcommands: [
            DatabaseCheckCommand.self, DatabaseStatsCommand.self, DatabaseCutLogCommand.self, DatabaseEndedCommand.self,
        ])
}

extension RowCounts {
    /// As a command shows them.
    var facts: [(String, String?)] {
        [
            ("profiles", "\(profiles)"), ("kits", "\(kits)"), ("results", "\(results), \(resultVersions) versions"),
            ("alerts", "\(alerts), \(alertEvents) events"), ("deliveries", "\(deliveries)"),
            ("audit entries", "\(auditEntries)"), ("API keys", "\(keys)"),
        ]
    }
}

/// `4.2 MB`, as disks are sold: by thousands.
package func size(_ bytes: Int) -> String {
    var (tenths, unit) = (bytes * 10, "bytes")
    for next in ["KB", "MB", "GB", "TB"] where tenths >= 10_000 { (tenths, unit) = (tenths / 1000, next) }
    return unit == "bytes" ? "\(bytes) bytes" : "\(tenths / 10).\(tenths % 10) \(unit)"
}
