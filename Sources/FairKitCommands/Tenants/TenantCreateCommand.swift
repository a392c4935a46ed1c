import ArgumentParser
import FairKitAPI

/// `fairkit tenant create`
struct TenantCreateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a tenant, with its own key and file. Its first administrator's API key is shown once.",
        discussion: """
            Requests name it in the header X-Tenant-ID, and commands with --tenant.

            Example:
              fairkit tenant create kisumu-clinic
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "Its name: small letters, digits and hyphens.")
    var name: String

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Made: Encodable {
        let tenant: TenantBody
        let key: String
    }

    func run() async throws {
        let name = name
        let (tenant, key) = try await options.settings().withServer { client in
            let tenant = try await client.post(TenantCommand.path, json: TenantRequest(name: name))
                .decode(TenantBody.self)
            var inside = client
            inside.tenant = try tenantName(name)
            let key = try await inside.post(KeyCommand.path, json: KeyRequest(name: "first", role: "administrator"))
                .decode(MadeKeyBody.self)
            return (tenant, key)
        }
        if json { return print(try jsonLine(Made(tenant: tenant, key: key.key))) }
        note("\(name) is ready. Its administrator's API key (\(key.id)) goes to standard output, this once.")
        print(key.key)
    }
}
