import ArgumentParser
import FairKitServer
import FairKitStore

/// `fairkit db restored`
struct DatabaseRestoredCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restored",
        abstract: "End the access that came back with an earlier state of a PostgreSQL database.",
        discussion: """
            Run it after the operators of the database have restored an earlier state of it, and before any server starts. All servers \
            must be stopped. Use the server that ran last. If the master key was changed after the restored state, name the earlier one \
            with --key-file: all servers need it again. On each other server, remove the folder tenants from its data directory: it holds \
            no data, only the ends of the audit logs as that server last saw them.

            All users are signed out. Sessions, unfinished sign-ins, invitations, open emergencies, shares, backup codes and keys that \
            wait for approval end. API keys and accounts are as they were at the time of the restored state. Those that were revoked, \
            suspended or deleted later are valid again, unless you name your latest lists of fairkit db ended with --ended. The command \
            lists all keys and accounts that give access. The audit log of each tenant records the restoration, and how far this server \
            knew the log if that was further. Type restored to confirm.

            Tenants that were erased or suspended later are back: erase or suspend them again. So are people who were erased later: erase \
            everyone again who is on your latest list of fairkit profile erased.

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
        note(
            "This signs out all users of all tenants, and ends their shares and backup codes. It can't be undone. Type restored to go on: ",
            end: "")
        guard readLine() == "restored" else { throw OperatorError("That was another word. Nothing was changed.") }
        let restored = try await installation.revokeRestoredAccess(ending: ended)
        for failure in restored.failures {
            note("In the tenant \(failure.tenant) this failed: mend the cause, and run it again. \(failure.error)")
        }
        try RestoredStore(restored.tenants, path: nil, missing: restored.failures.map(\.tenant)).show(json: json)
        if !restored.failures.isEmpty { throw ExitCode.failure }
    }
}
