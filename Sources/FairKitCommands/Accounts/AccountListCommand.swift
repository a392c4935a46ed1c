import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit account list`
struct AccountListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List accounts, newest first.",
        discussion: """
            Examples:
              fairkit account list
              fairkit account list --role clinician --json
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: "Only accounts in this role.", completion: .list(RoleName.ofAccounts.map(\.rawValue)))
    var role: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let filters = [("role", role)]
        let found = try await options.settings().withServer {
            try await $0.everything(AccountCommand.path, filters, of: JSONTree.self)
        }
        try showList(found, json: json, AccountBody.header) { (account: AccountBody) in account.cells }
    }
}
