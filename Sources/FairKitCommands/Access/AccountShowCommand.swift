import ArgumentParser
import FairKitAPI

/// `fairkit account show`
struct AccountShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show an account.",
        discussion: """
            Example:
              fairkit account show 0193…
            """)

    @OptionGroup var account: AccountOptions

    func run() async throws {
        let path = "\(AccountCommand.path)/\(account.id)"
        let reply = try await account.options.settings().withServer { try await $0.get(path) }
        if account.json { return print(reply.text) }
        let body = try reply.decode(AccountBody.self)
        showFacts(zip(AccountBody.header, body.cells).map { ($0.lowercased(), $1.isEmpty ? nil : $1) })
    }
}
