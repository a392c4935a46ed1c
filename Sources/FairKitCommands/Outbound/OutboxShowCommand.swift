import ArgumentParser
import FairKitAPI

/// `fairkit outbox show`
struct OutboxShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a mail with its text and link, for example to hand it over without a mail server.",
        discussion: """
            The link gives access to the account: give it only to the recipient. The audit log records that the mail was shown.

            Example:
              fairkit outbox show 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The mail's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws { try OutboxCommand.check(id) }

    func run() async throws {
        let path = "\(OutboxCommand.path)/\(id)"
        let reply = try await options.settings().withServer { try await $0.get(path) }
        if json { return print(reply.text) }
        let whole = try reply.decode(WholeOutboxBody.self)
        showFacts([
            ("Mail", whole.mail.id), ("Kind", whole.mail.kind), ("State", whole.mail.state),
            ("Written", whole.mail.createdAt), ("Expires", whole.mail.expiresAt), ("Next", whole.mail.dueAt),
            ("Ended", whole.mail.endedAt), ("Tried", "\(whole.mail.attempts)"), ("Last error", whole.mail.lastError),
            ("To", whole.recipient ?? "deleted, as is the text"), ("Subject", whole.subject),
        ])
        if let text = whole.text {
            print()
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) { print(String(line).printable) }
        }
    }
}
