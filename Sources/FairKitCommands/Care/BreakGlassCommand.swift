import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit break-glass …`: records that clinicians have opened in emergencies.
struct BreakGlassCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "break-glass", abstract: "List records that were opened in emergencies, and review that.",
        subcommands: [List.self, Review.self], defaultSubcommand: List.self)

    private static let path = "/api/v1/break-glass"

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what nobody has looked at, newest first.",
            discussion: """
                It is on record that the list was read: a reason may tell of somebody's health.

                Examples:
                  fairkit break-glass
                  fairkit break-glass list --all
                """)

        @OptionGroup var options: StoreOptions

        @Flag(help: "Also what somebody has looked at.")
        var all = false

        @Flag(help: "Answer as JSON.")
        var json = false

        func run() async throws {
            let filters = [("all", all ? "true" : nil)]
            let found = try await options.settings().withServer {
                try await $0.everything(BreakGlassCommand.path, filters, of: JSONTree.self)
            }
            let header = ["ID", "ACCOUNT", "PROFILE", "OPENED", "REVIEWED", "REASON"]
            try showList(found, json: json, header) { (glass: BreakGlassBody) in glass.cells }
        }
    }

    struct Review: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "review", abstract: "Note that you have looked at one.",
            discussion: """
                Example:
                  fairkit break-glass review 0193…
                """)

        @OptionGroup var options: StoreOptions

        @Argument(help: "Its id.")
        var id: String

        @Flag(help: "Answer as JSON.")
        var json = false

        func validate() throws {
            guard BreakGlassID(id) != nil else {
                throw ValidationError("The id is the one that break-glass list shows.")
            }
        }

        func run() async throws {
            let path = "\(BreakGlassCommand.path)/\(id)/review"
            let reply = try await options.settings().withServer {
                try await $0.post(path, repeatable: true)
            }
            if json { print(reply.text) } else { print("noted") }
        }
    }
}

extension BreakGlassBody {
    fileprivate var cells: [String] {
        [id, accountId, profileId, minute(openedAt), reviewedAt.map { minute($0) } ?? "–", reason]
    }
}
