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

    @OptionGroup var options: StoreOptions

    @Argument(help: "The account's id.")
    var id: String

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws { try AccountCommand.check(id) }

    func run() async throws {
        let path = "\(AccountCommand.path)/\(id)"
        let reply = try await options.settings().withServer { try await $0.get(path) }
        if json { return print(reply.text) }
        let account = try reply.decode(AccountBody.self)
        showFacts(zip(AccountBody.header, account.cells).map { ($0.lowercased(), $1.isEmpty ? nil : $1) })
    }
}
