import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit db stats`
struct DatabaseStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show the size of the data, and the deliveries and alerts that wait.",
        discussion: """
            Example:
              fairkit db stats
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let settings = try options.settings()
        let reply = try await settings.withServer { try await $0.get("/local/statistics") }
        if json { return print(reply.text) }
        let found = try reply.decode(StoreStatistics.self)
        let storage: [(String, String?)] =
            settings.isInDatabase
            ? [("in the database", size(found.fileBytes))]
            : [
                ("file", "\(size(found.fileBytes)), \(found.pages) pages, \(found.freePages) of them free"),
                ("log", size(found.logBytes)), ("last checkpoint", found.lastCheckpoint),
            ]
        showFacts(
            storage + [("schema", "version \(found.schemaVersion)")] + found.rows.facts + [
                ("open alerts", "\(found.openAlerts)"),
                ("deliveries waiting", "\(found.deliveries.pending) pending, \(found.deliveries.leased) leased"),
                ("kept photos", "\(found.keptPhotos) of \(KeptPhotoLimit.tenant.most) at most"),
            ])
    }
}
