import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit care …`: which clinician cares for whom.
struct CareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "care", abstract: "Say which clinician cares for whom, list and end that.",
        subcommands: [CareAssignCommand.self, List.self, End.self])

    static let path = "/api/v1/care-assignments"

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List who cares for whom, newest first, with what is over.",
            discussion: """
                It is on record that the list was read.

                Examples:
                  fairkit care list --account 0193…
                  fairkit care list --profile 0193… --json
                """)

        @OptionGroup var options: StoreOptions

        @Option(help: "Only of this clinician: the account's id.")
        var account: String?

        @Option(help: "Only of this person: the profile's id.")
        var profile: String?

        @Flag(help: "Answer as JSON.")
        var json = false

        func validate() throws { try CareCommand.check(account: account, profile: profile) }

        func run() async throws {
            let filters = [("accountId", account), ("profileId", profile)]
            let found = try await options.settings().withServer {
                try await $0.everything(CareCommand.path, filters, of: JSONTree.self)
            }
            let header = ["ID", "ACCOUNT", "PROFILE", "FROM", "TO", "NOW"]
            try showList(found, json: json, header) { (care: CareBody) in care.cells }
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "End an assignment at once; that it was stays known.",
            discussion: """
                Example:
                  fairkit care end 0193…
                """)

        @OptionGroup var options: StoreOptions

        @Argument(help: "The assignment's id.")
        var id: String

        @Flag(help: "Answer as JSON.")
        var json = false

        func validate() throws {
            guard CareAssignmentID(id) != nil else { throw ValidationError("The id is the one that care list shows.") }
        }

        func run() async throws {
            let path = "\(CareCommand.path)/\(id)/end"
            let reply = try await options.settings().withServer { try await $0.post(path) }
            if json { print(reply.text) } else { print("ended") }
        }
    }

    static func check(account: String?, profile: String?) throws {
        guard account.map({ AccountID($0) != nil }) ?? true else {
            throw ValidationError("--account is the id of an account.")
        }
        guard profile.map({ ProfileID($0) != nil }) ?? true else {
            throw ValidationError("--profile is the id of a profile.")
        }
    }
}

extension CareBody {
    fileprivate var cells: [String] {
        [id, accountId, profileId, minute(from), to.map { minute($0) } ?? "–", active ? "yes" : "no"]
    }
}
