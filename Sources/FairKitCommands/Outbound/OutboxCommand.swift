import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit outbox …`: mail that waits to be sent.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List, show and retry mail; send a test message.",
        discussion: """
            Examples:
              fairkit outbox
              fairkit outbox show 0193…
              fairkit outbox test operator@example.org
            """,
        subcommands: [List.self, OutboxShowCommand.self, Retry.self, OutboxTestCommand.self],
        defaultSubcommand: List.self)

    static let path = "/local/outbox"

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List mails that wait or were refused, newest first.",
            discussion: """
                Addresses are masked. The audit log records that the list was read.

                Examples:
                  fairkit outbox
                  fairkit outbox list --all
                """)

        @OptionGroup var options: StoreOptions

        @Flag(help: "Include mails that were sent or have expired in the last 30 days.")
        var all = false

        @Flag(help: "Print the result as JSON.")
        var json = false

        func run() async throws {
            let filters = [("all", all ? "true" : nil)]
            let mails = try await options.settings().withServer {
                try await $0.everything(OutboxCommand.path, filters, of: JSONTree.self)
            }
            let header = ["ID", "KIND", "TO", "STATE", "TRIED", "LAST ERROR", "NEXT"]
            try showList(mails, json: json, header) { (mail: OutboxBody) in mail.cells }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Retry a mail at once that waits or was refused.",
            discussion: """
                Example:
                  fairkit outbox retry 0193…
                """)

        @OptionGroup var options: StoreOptions

        @Argument(help: "The mail's id.")
        var id: String

        @Flag(help: "Print the result as JSON.")
        var json = false

        func validate() throws { try OutboxCommand.check(id) }

        func run() async throws {
            let path = "\(OutboxCommand.path)/\(id)/retry"
            let reply = try await options.settings().withServer {
                try await $0.post(path, repeatable: true)
            }
            if json { print(reply.text) } else { print("The mail is sent again now.") }
        }
    }

    static func check(_ id: String) throws {
        guard NoticeSendID(id) != nil else {
            throw ValidationError("This is not the id of a mail. fairkit outbox shows the ids.")
        }
    }
}

extension OutboxBody {
    fileprivate var cells: [String] {
        [id, kind, orDash(recipient), state, "\(attempts)", lastError ?? "", dueAt.map { minute($0) } ?? ""]
    }
}
