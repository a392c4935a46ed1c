import ArgumentParser
import FairKitAPI

/// `fairkit tenant list`
struct TenantListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the tenants; those that were erased last.",
        discussion: """
            One that is "erasing" is erased for all, and something of it is still on the disk: erase it again, or start the server anew.

            Example:
              fairkit tenant list
            """)

    @OptionGroup var options: DirectoryOptions

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let tenants = try await options.settings().withServer {
            try await $0.get(TenantCommand.path).decode(ListBody<JSONTree>.self).items
        }
        try showList(tenants, json: json, TenantBody.header) { (tenant: TenantBody) in tenant.cells }
    }
}
