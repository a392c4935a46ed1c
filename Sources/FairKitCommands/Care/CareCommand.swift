import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit care …`: the people in a clinician's care.
struct CareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "care", abstract: "Assign clinicians to people; list and end assignments.",
        discussion: """
            Examples:
              fairkit care assign --account 0193… --profile 0193…
              fairkit care list --account 0193…
            """,
        subcommands: [CareAssignCommand.self, List.self, End.self])

    static let path = "/api/v1/care-assignments"

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List assignments, newest first, including those that have ended.",
            discussion: """
                The audit log records that the list was read.

                Examples:
                  fairkit care list --account 0193…
                  fairkit care list --profile 0193… --json
                """)

        @OptionGroup var options: StoreOptions

        @Option(help: "Only assignments of this clinician, by the account's id.")
        var account: String?

        @Option(help: "Only assignments of this person, by the profile's id.")
        var profile: String?

        @Flag(help: "Print the result as JSON.")
        var json = false

        func validate() throws { try CareCommand.check(account: account, profile: profile) }

        func run() async throws {
            let filters = [("accountId", account), ("profileId", profile)]
            let found = try await options.settings().withServer {
                try await $0.everything(CareCommand.path, filters, of: JSONTree.self)
            }
            let header = ["ID", "ACCOUNT", "PROFILE", "FROM", "TO", "STATE"]
            try showList(found, json: json, header) { (care: CareBody) in care.cells }
        }
    }

    struct End: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "end", abstract: "End an assignment at once. It stays in the list.",
            discussion: """
                Example:
                  fairkit care end 0193…
                """)

        @OptionGroup var options: StoreOptions

        @Argument(help: "The assignment's id.")
        var id: String

        @Flag(help: "Print the result as JSON.")
        var json = false

        func validate() throws {
            guard CareAssignmentID(id) != nil else {
                throw ValidationError("This is not the id of an assignment. fairkit care list shows the ids.")
            }
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
