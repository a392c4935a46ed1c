import ArgumentParser
import FairKitServer
import FairKitStore

/// `fairkit db restored`
struct DatabaseRestoredCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restored",
        abstract: "End the access that came back with an earlier state of a PostgreSQL database.",
        discussion: """
            Run it once the operators of the database have restored an earlier state of it, before any server starts. Stop all servers \
            before the restoration. On each other server, remove the folder tenants from its data directory: it holds no data, only the \
            ends of the audit logs as that server last saw them.

            All users are signed out: sessions, unfinished sign-ins, invitations and open emergencies end. API keys and accounts are as \
            they were at the time of the restored state. Those that were revoked, suspended or deleted later are valid again, unless you \
            name your latest lists of fairkit db ended with --ended. The command lists all keys and accounts that give access. The audit \
            log of each tenant records the restoration, and the last entry that this server knew.

            The database holds people again who were erased later. Erase everyone again who is on your latest list of fairkit profile \
            erased.

            Example:
              fairkit db restored --ended /mnt/elsewhere/ended.json
            """)

    @OptionGroup var options: DirectoryOptions

    @OptionGroup var lists: EndedLists

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let settings = try options.settings()
        let ended = try lists.access()
        let installation = try await settings.openStoppedDatabase()
        defer { installation.close() }
        try RestoredStore(await installation.endWhatCameBack(ending: ended), path: nil, missing: []).show(json: json)
    }
}
