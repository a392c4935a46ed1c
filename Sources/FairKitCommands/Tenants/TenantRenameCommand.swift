import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit tenant rename`
struct TenantRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a tenant. Its data and its keys stay.",
        discussion: """
            Requests with the old name are refused from then on.

            Example:
              fairkit tenant rename kisumu-clinic kisumu-hospital
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    @Argument(help: "The new name: lower-case letters, digits and hyphens.")
    var newName: String

    func run() async throws {
        let (path, body) = ("\(TenantCommand.path)/\(name.percentEncoded)/rename", TenantRequest(name: newName))
        let reply = try await options.settings().withServer { try await $0.post(path, json: body) }
        Table(TenantBody.header, [try reply.decode(TenantBody.self).cells]).show()
    }
}
