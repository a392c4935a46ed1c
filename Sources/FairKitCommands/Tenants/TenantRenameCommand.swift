import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit tenant rename`
struct TenantRenameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Give a tenant another name. Its data and its keys stay.",
        discussion: """
            Requests that name the old one are refused from then on.

            Example:
              fairkit tenant rename kisumu-clinic kisumu-hospital
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    @Argument(help: "Its new name: small letters, digits and hyphens.")
    var newName: String

    func run() async throws {
        let (path, body) = ("\(TenantCommand.path)/\(name.percentEncoded)/rename", TenantRequest(name: newName))
        let reply = try await options.settings().withServer { try await $0.post(path, json: body) }
        Table(TenantBody.header, [try reply.decode(TenantBody.self).cells]).show()
    }
}
