import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit tenant suspend`
struct TenantSuspendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suspend", abstract: "Suspend a tenant: it refuses all requests, and keeps its data.",
        discussion: """
            Its alerts are not delivered meanwhile: deal with open alerts first.

            Example:
              fairkit tenant suspend kisumu-clinic
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    func run() async throws {
        try await changeTenant(name, "suspend", options)
    }
}

/// `fairkit tenant resume`
struct TenantResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: "Resume a tenant that is suspended, or left closed after traps.",
        discussion: """
            A tenant is left closed if its work has ended the server twice within an hour. Find the cause first: the log names the times.

            Example:
              fairkit tenant resume kisumu-clinic
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    func run() async throws {
        try await changeTenant(name, "resume", options)
    }
}

private func changeTenant(_ name: String, _ change: String, _ options: DirectoryOptions) async throws {
    let path = "\(TenantCommand.path)/\(name.percentEncoded)/\(change)"
    let reply = try await options.settings().withServer { try await $0.post(path) }
    Table(TenantBody.header, [try reply.decode(TenantBody.self).cells]).show()
}
