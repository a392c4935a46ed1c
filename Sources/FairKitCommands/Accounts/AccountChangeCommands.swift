import ArgumentParser
import FairKitAPI

/// The options of every command about one account.
struct AccountOptions: ParsableArguments {
    @OptionGroup var options: StoreOptions

    @Argument(help: "The account's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws { try AccountCommand.check(id) }

    private struct Done: Encodable {
        let id: String
        let done = true
    }

    /// Deletes something on the server, and reports it.
    func delete(_ part: String?, _ sentence: String) async throws {
        let path = "\(AccountCommand.path)/\(id)\(part ?? "")"
        try await options.settings().withServer { try await $0.delete(path) }
        print(json ? try jsonLine(Done(id: id)) : sentence)
    }

    /// Changes the account on the server, and reports it.
    func post(_ change: String, _ sentence: (AccountBody) -> String) async throws {
        let path = "\(AccountCommand.path)/\(id)/\(change)"
        let reply = try await options.settings().withServer {
            try await $0.post(path, repeatable: true)
        }
        if json { print(reply.text) } else { print(sentence(try reply.decode(AccountBody.self))) }
    }
}

/// `fairkit account suspend`
struct AccountSuspendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend", abstract: "Suspend an account: it can't sign in, and its sessions end.",
        discussion: """
            Example:
              fairkit account suspend 0193…
            """)

    @OptionGroup var account: AccountOptions

    func run() async throws {
        try await account.post("suspend") { "\($0.email) is suspended. Its sessions have ended." }
    }
}

/// `fairkit account reset-mfa`
struct AccountResetMFACommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-mfa",
        abstract: "Reset the lost second factor of an account; its sessions end.",
        discussion: """
            First make sure that the request comes from the person. In roles that require two-factor authentication, they set up a new \
            second factor at their next sign-in.

            Example:
              fairkit account reset-mfa 0193…
            """)

    @OptionGroup var account: AccountOptions

    func run() async throws {
        try await account.delete("/mfa", "The second factor was reset, and all sessions have ended.")
    }
}
