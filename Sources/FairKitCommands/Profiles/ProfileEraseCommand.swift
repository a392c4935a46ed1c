import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit profile erase`
struct ProfileEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a person's record for ever.",
        discussion: """
            You type the profile's id to confirm. The command deletes the profile, all versions of the results, alerts, photos, accounts \
            and keys. Kits stay, without a person. The audit log stays: it holds only the person's id, which no longer leads to a name. \
            A legal hold prevents the erasure, and so does a critical alert that no consumer has acked yet. Older backups still hold the \
            person: after you restore one, erase everyone again whom profile erased lists.

            Signed-in patients and administrators can request an erasure, too. It is carried out after three days, unless they cancel it, \
            or you do with --cancel.

            Examples:
              fairkit profile erase 0193…
              fairkit profile erase 0193… --confirm 0193…
              fairkit profile erase 0193… --cancel
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Option(help: ArgumentHelp("The id again, so that a script need not type it.", valueName: "id"))
    var confirm: String?

    @Flag(help: "Cancel a requested erasure.")
    var cancel = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws { try ProfileCommand.check(id) }

    func run() async throws {
        if cancel {
            let path = "/api/v1/profiles/\(id)/erase"
            try await options.settings().withServer { try await $0.delete(path) }
            return print("The erasure was cancelled. \(id) is kept.")
        }
        if confirm == nil {
            note("All data about \(id) will be erased for ever. Type the profile's id to go on: ", end: "")
        }
        guard let typed = confirm ?? readLine(), ProfileID(typed) == ProfileID(id) else {
            throw OperatorError("The id does not match. Nothing was erased.")
        }
        let (path, body) = ("/local/profiles/\(id)/erase", ErasureRequest(confirm: typed))
        let reply = try await options.settings().withServer { try await $0.post(path, json: body) }
        if json { return print(reply.text) }
        let erased = try reply.decode(ErasureBody.self)
        let rows = erased.rows
        print(
            "\(id) is erased: the profile, \(rows.results) results, \(rows.resultVersions) versions, \(rows.alerts) alerts, \(rows.photos) photos, \(rows.accounts) accounts, \(rows.keys) keys, \(rows.mails) mails. \(rows.kits) kits have no person now."
        )
        switch erased.logEmptied {
        case true?: break
        case false?:
            note(
                "The write-ahead log could not be emptied, because a backup or a check is running. It is emptied when the server stops."
            )
        case nil:
            note(
                "The database keeps the erased rows until it is vacuumed, and in its log and backups until these are deleted. Names, contacts and free text are encrypted there."
            )
        }
    }
}
