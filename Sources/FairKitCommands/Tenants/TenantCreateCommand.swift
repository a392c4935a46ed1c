import ArgumentParser
import FairKitAPI

/// `fairkit tenant create`
struct TenantCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a tenant with a separate key and store, and print the API key of its administrator.",
        discussion: """
            The key is shown only once. Requests name the tenant in the header X-Tenant-ID, and commands with --tenant.

            Example:
              fairkit tenant create kisumu-clinic
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant's name: lower-case letters, digits and hyphens.")
    var name: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    private struct Made: Encodable {
        let tenant: JSONTree
        let key: String
    }

    func run() async throws {
        let name = name
        let (tenant, key) = try await options.settings().withServer { client in
            let tenant = try await client.post(TenantCommand.path, json: TenantRequest(name: name))
                .decode(JSONTree.self)
            var inside = client
            inside.tenant = try tenantName(name)
            let key = try await inside.post(KeyCommand.path, json: KeyRequest(name: "first", role: "administrator"))
                .decode(MadeKeyBody.self)
            return (tenant, key)
        }
        if json { return print(try jsonLine(Made(tenant: tenant, key: key.key))) }
        note("\(name) is ready. The administrator's API key (\(key.id)) is on standard output. It is shown only once.")
        print(key.key)
    }
}
