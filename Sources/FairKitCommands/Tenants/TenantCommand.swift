import ArgumentParser
import FairKitAPI

/// `fairkit tenant …`: organisations, each with an encrypted file of its own.
struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract:
            "Make, list, rename, suspend, rekey and erase tenants: organisations that see nothing of one another.",
        subcommands: [
            TenantCreateCommand.self, TenantListCommand.self, TenantRenameCommand.self, TenantSuspendCommand.self,
            TenantResumeCommand.self, TenantRekeyCommand.self, TenantEraseCommand.self,
        ])

    static let path = "/local/tenants"
}

extension TenantBody {
    static let header = ["NAME", "STATE", "OPEN", "MADE", "ID"]

    var cells: [String] { [name, state, open ? "open" : "", String(createdAt.prefix(10)), id] }
}
