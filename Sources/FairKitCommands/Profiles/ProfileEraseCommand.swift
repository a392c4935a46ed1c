import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit profile erase`
struct ProfileEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Remove everything that is kept about a person, after the profile's id was typed.",
        discussion: """
            Profile, results with all their versions, alerts, photos, accounts and keys are removed for ever; kits stay, as nobody's. The \
            A patient or an administrator who has signed in can ask for it, too: that is carried out after three days, unless they, or you \
            with --cancel, take it back. The \
            audit stays, and knows the person by an id that names nobody any more. A legal hold, or a critical alert that has yet to \
            reach somebody, is in the way. Backups from before hold the person until they are thrown away: after one of them was \
            restored, erase again whom profile erased lists here.

            Examples:
              fairkit profile erase 0193…
              fairkit profile erase 0193… --confirm 0193…
              fairkit profile erase 0193… --cancel
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The profile's id.")
    var id: String

    @Option(help: ArgumentHelp("The id once more, instead of typing it: for scripts.", valueName: "id"))
    var confirm: String?

    @Flag(help: "Keep the person, for whom an erasure was asked.")
    var cancel = false

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws { try ProfileCommand.check(id) }

    func run() async throws {
        if cancel {
            let path = "/api/v1/profiles/\(id)/erase"
            try await options.settings().withServer { try await $0.delete(path) }
            return print("\(id) is kept: nobody is erased.")
        }
        if confirm == nil {
            note("Everything that is kept about \(id) will be gone for ever. Type the profile's id to go on: ", end: "")
        }
        guard let typed = confirm ?? readLine(), ProfileID(typed) == ProfileID(id) else {
            throw OperatorError("That is not its id. Nothing was erased.")
        }
        let (path, body) = ("/local/profiles/\(id)/erase", ErasureRequest(confirm: typed))
        let reply = try await options.settings().withServer { try await $0.post(path, json: body) }
        if json { return print(reply.text) }
        let erased = try reply.decode(ErasureBody.self)
        let rows = erased.rows
        print(
            "\(id) is erased: the profile, \(rows.results) results, \(rows.resultVersions) versions, \(rows.alerts) alerts, \(rows.photos) photos, \(rows.accounts) accounts, \(rows.keys) keys, \(rows.mails) mails. \(rows.kits) kits are nobody's now."
        )
        if !erased.logEmptied {
            note(
                "A backup or a check was in the way of emptying the write-ahead log. It is emptied when the server ends."
            )
        }
    }
}
