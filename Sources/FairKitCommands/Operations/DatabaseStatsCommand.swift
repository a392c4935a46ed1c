import ArgumentParser

/// `fairkit db stats`
struct DatabaseStatsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Tell how large the store is and what waits in it.",
        discussion: """
            Example:
              fairkit db stats
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Statistics: Decodable {
        struct Deliveries: Decodable {
            let pending: Int
            let leased: Int
        }
        let fileBytes: Int
        let logBytes: Int
        let pageSize: Int
        let pages: Int
        let freePages: Int
        let schemaVersion: Int
        let rows: RowsReply
        let openAlerts: Int
        let deliveries: Deliveries
        let keptPhotos: Int
        let lastCheckpoint: String?
    }

    func run() async throws {
        let reply = try await options.settings().withServer { try await $0.get("/local/statistics") }
        if json { return print(reply.text) }
        let found = try reply.decode(Statistics.self)
        showFacts(
            [
                ("file", "\(size(found.fileBytes)), \(found.pages) pages, \(found.freePages) of them free"),
                ("log", size(found.logBytes)), ("last checkpoint", found.lastCheckpoint),
                ("schema", "version \(found.schemaVersion)"),
            ] + found.rows.facts + [
                ("open alerts", "\(found.openAlerts)"),
                ("on their way", "\(found.deliveries.pending) pending, \(found.deliveries.leased) leased"),
                ("kept photos", "\(found.keptPhotos)"),
            ])
    }
}
