import ArgumentParser
import FairKitAPI

/// `fairkit tenant list`
struct TenantListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tenants; erased tenants come last.",
        discussion: """
            A tenant in the state "erasing" can't be used any more, but some of its files are still on the disk. To finish, erase it again or \
            restart the server.

            Example:
              fairkit tenant list
            """)

    @OptionGroup var options: DirectoryOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let tenants = try await options.settings().withServer {
            try await $0.get(TenantCommand.path).decode(ListBody<JSONTree>.self).items
        }
        try showList(tenants, json: json, TenantBody.header) { (tenant: TenantBody) in tenant.cells }
    }
}
