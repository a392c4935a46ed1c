import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit tenant erase`
struct TenantEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a tenant: destroy its key, and with it all its data.",
        discussion: """
            You type the tenant's name to confirm. FairKit destroys the key, tries every other key on the tenant's store, and removes the \
            store. It also changes the master key, because the old one could decrypt the tenant's key in a backup. Keep the old master \
            key as long as you keep backups of other tenants that need it, and destroy it then. Older master keys that fairkit \
            master-key rotate kept can decrypt the tenant in older backups, too.

            Example:
              fairkit tenant erase kisumu-clinic
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "The file of the new master key, if FairKit can't replace the old file.",
            valueName: "file"))
    var newKeyFile: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let settings = try options.settings()
        try await refuseWhatCannotBeErased(settings)
        note(
            "All data of the tenant \(name.printable) will be lost for ever, and a new master key replaces the old one. Older backups, of all tenants, need the old one, so copy it first if you need them. Type the tenant's name to go on: ",
            end: "")
        guard readLine() == name else { throw OperatorError("The name does not match. Nothing was erased.") }
        let file = newKeyFile.map(absolute)
        let (path, body) = (
            "\(TenantCommand.path)/\(name.percentEncoded)/erase", TenantErasureRequest(name: name, newKeyFile: file)
        )
        let reply = try await settings.withServer { try await $0.post(path, json: body, timeout: .seconds(600)) }
        if json { return print(reply.text) }
        let erased = try reply.decode(ErasedTenantBody.self)
        print(
            "\(name) is erased: its key is destroyed. None of the \(erased.keysTried) remaining keys could decrypt its \(size(erased.bytes)) of data, and the data was removed."
        )
        if let file {
            note("The new master key is \(file). Give it to FairKit from its next start on.")
        } else {
            note("The file of the master key holds a new key: keep a copy.")
        }
        if let old = erased.oldKeyFile {
            note(
                "Another tenant's key.json could not be read, so the old master key is kept in \(old). Put that tenant's key.json back from a backup, use the tenant once, and destroy \(old) then: until that is done, it opens the erased tenant in old backups."
            )
        }
    }

    /// Refuses before the user types the name or copies a key.
    private func refuseWhatCannotBeErased(_ settings: Settings) async throws {
        guard name != TenantName.standard.text else {
            throw OperatorError(
                "Requests that name no tenant mean \(name), so it can't be erased. To destroy all data, destroy the master key."
            )
        }
        let known = try await settings.withServer {
            try await $0.get(TenantCommand.path).decode(ListBody<TenantBody>.self).items
        }
        guard known.contains(where: { $0.name == name && $0.state != "erased" }) else {
            throw OperatorError("There is no tenant \(name.printable). See fairkit tenant list.")
        }
    }
}
