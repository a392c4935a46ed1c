import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer

/// `fairkit outbox test`
struct OutboxTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test message, and say whether the mail server took it.",
        discussion: """
            Example:
              fairkit outbox test operator@example.org
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "Who gets it.")
    var address: String

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        guard MailAddress(address) != nil else {
            throw ValidationError("The address is one such as name@example.org.")
        }
    }

    func run() async throws {
        let body = MailTestRequest(to: address)
        let reply = try await options.settings().withServer {
            try await $0.post("\(OutboxCommand.path)/test", json: body)
        }
        let mail = try reply.decode(MailBody.self)
        if json { print(reply.text) }
        if mail.state == "sent" {
            if !json { print("The mail server took it.") }
        } else if mail.state == "refused" {
            throw OperatorError(
                "The mail server refused it (\(mail.lastError ?? "")). Check the address and --mail-from.")
        } else {
            let reason = mail.lastError ?? "it has not been tried yet"
            throw OperatorError(
                "It waits as \(mail.id), and is tried again: \(reason). See fairkit outbox, and the server's log."
            )
        }
    }
}
