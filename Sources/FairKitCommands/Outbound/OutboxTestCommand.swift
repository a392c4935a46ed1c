import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer

/// `fairkit outbox test`
struct OutboxTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test message, and show whether the mail server accepted it.",
        discussion: """
            Example:
              fairkit outbox test operator@example.org
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The recipient's address.")
    var address: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard MailAddress(address) != nil else {
            throw ValidationError("The address looks like name@example.org.")
        }
    }

    func run() async throws {
        let body = MailTestRequest(to: address)
        let reply = try await options.settings().withServer {
            try await $0.post("\(OutboxCommand.path)/test", json: body)
        }
        let mail = try reply.decode(OutboxBody.self)
        if json { print(reply.text) }
        if mail.state == "sent" {
            if !json { print("The mail server accepted the message.") }
        } else if mail.state == "failed" {
            throw OperatorError(
                "The mail server refused the message (\(mail.lastError ?? "")). Check the address and --mail-from.")
        } else {
            let reason = mail.lastError ?? "it has not been tried yet"
            throw OperatorError(
                "The message was not sent yet (\(reason)). It waits as \(mail.id), and will be retried. See fairkit outbox and the server's log."
            )
        }
    }
}
