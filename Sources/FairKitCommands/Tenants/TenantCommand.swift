import ArgumentParser
import FairKitAPI

/// `fairkit tenant …`: organisations, each with a separate encrypted file.
struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Manage tenants: organisations whose data is separate.",
        discussion: """
            Examples:
              fairkit tenant create kisumu-clinic
              fairkit settings displayName "Kisumu Clinic" --tenant kisumu-clinic
              fairkit tenant list
            """,
        subcommands: [
            TenantCreateCommand.self, TenantListCommand.self, TenantRenameCommand.self,
            TenantSuspendCommand.self, TenantResumeCommand.self, TenantExportCommand.self, TenantImportCommand.self,
            TenantRekeyCommand.self, TenantEraseCommand.self,
        ])

    static let path = "/local/tenants"
}

extension TenantBody {
    static let header = ["NAME", "STATE", "OPEN", "CREATED", "ID"]

    var cells: [String] { [name, state, open ? "open" : "", String(createdAt.prefix(10)), id] }
}
