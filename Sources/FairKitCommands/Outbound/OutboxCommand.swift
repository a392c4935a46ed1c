import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit outbox …`: mail that is to be sent.
struct OutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "List, show, retry and test mail that is to be sent.",
        subcommands: [List.self, OutboxShowCommand.self, Retry.self, OutboxTestCommand.self],
        defaultSubcommand: List.self)

    static let path = "/local/outbox"

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List mail that waits or was refused, newest first.",
            discussion: """
                It is on record that the list was read. Addresses are shown in part.

                Examples:
                  fairkit outbox
                  fairkit outbox list --all
                """)

        @OptionGroup var options: StoreOptions

        @Flag(help: "Also what was sent or has expired in the last thirty days.")
        var all = false

        @Flag(help: "Answer as JSON.")
        var json = false

        func run() async throws {
            let filters = [("all", all ? "true" : nil)]
            let mails = try await options.settings().withServer {
                try await $0.everything(OutboxCommand.path, filters, of: JSONTree.self)
            }
            let header = ["ID", "KIND", "TO", "STATE", "TRIED", "LAST ERROR", "NEXT"]
            try showList(mails, json: json, header) { (mail: MailBody) in mail.cells }
        }
    }

    struct Retry: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "retry", abstract: "Try a mail at once that waits or was refused.",
            discussion: """
                Example:
                  fairkit outbox retry 0193…
                """)

        @OptionGroup var options: StoreOptions

        @Argument(help: "The mail's id.")
        var id: String

        @Flag(help: "Answer as JSON.")
        var json = false

        func validate() throws { try OutboxCommand.check(id) }

        func run() async throws {
            let path = "\(OutboxCommand.path)/\(id)/retry"
            let reply = try await options.settings().withServer {
                try await $0.post(path, repeatable: true)
            }
            if json { print(reply.text) } else { print("It is tried again.") }
        }
    }

    static func check(_ id: String) throws {
        guard MailID(id) != nil else { throw ValidationError("The id is the one that outbox shows.") }
    }
}

extension MailBody {
    fileprivate var cells: [String] {
        [id, kind, orDash(recipient), state, "\(attempts)", lastError ?? "", dueAt.map { minute($0) } ?? ""]
    }
}
