import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit break-glass …`: records that clinicians opened in emergencies.
struct BreakGlassCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "break-glass", abstract: "List and review records that clinicians opened in emergencies.",
        discussion: """
            Examples:
              fairkit break-glass
              fairkit break-glass review 0193…
            """,
        subcommands: [List.self, Review.self], defaultSubcommand: List.self)

    private static let path = "/api/v1/break-glass"

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List emergencies that wait for a review, newest first.",
            discussion: """
                Reasons can hold health data, so the audit log records that the list was read.

                Examples:
                  fairkit break-glass
                  fairkit break-glass list --all
                """)

        @OptionGroup var options: StoreOptions

        @Flag(help: "Include reviewed emergencies.")
        var all = false

        @Flag(help: "Print the result as JSON.")
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
            commandName: "review", abstract: "Mark an emergency as reviewed.",
            discussion: """
                Example:
                  fairkit break-glass review 0193…
                """)

        @OptionGroup var options: StoreOptions

        @Argument(help: "The emergency's id.")
        var id: String

        @Flag(help: "Print the result as JSON.")
        var json = false

        func validate() throws {
            guard BreakGlassID(id) != nil else {
                throw ValidationError("This is not the id of an emergency. fairkit break-glass list shows the ids.")
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
