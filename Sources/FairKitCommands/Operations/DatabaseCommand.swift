import ArgumentParser
import FairKitCore

/// `fairkit db …`: the whole database.
struct DatabaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "db", abstract: "Check the data and its size, and recover after damage.",
        discussion: """
            Examples:
              fairkit db check
              fairkit db stats
            """,
        subcommands: [
            DatabaseCheckCommand.self, DatabaseStatsCommand.self, DatabaseCutLogCommand.self, DatabaseEndedCommand.self,
            DatabaseRestoredCommand.self, DatabaseConfirmClockCommand.self,
        ])
}

extension RowCounts {
    /// The counts, as commands show them.
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
