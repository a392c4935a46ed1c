import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit tenant erase`
struct TenantEraseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Destroy a tenant's key, and with it everything of the tenant, after its name was typed.",
        discussion: """
            The key is destroyed, every other key is tried on the tenant's file, and the file is removed. The master key is \
            changed, since with the old one the tenant's key could be opened in a backup: keep the old one for as long as you keep \
            backups of others that were made with it, and destroy it then. Old master keys that fairkit master-key rotate has kept open the \
            tenant in backups of before, too.

            Example:
              fairkit tenant erase kisumu-clinic
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Where the new master key is put, if it does not come from a file that FairKit may replace.",
            valueName: "file"))
    var newKeyFile: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let settings = try options.settings()
        try await refuseWhatCannotBeErased(settings)
        note(
            "Everything of the tenant \(name.printable) will be gone for ever, and a new master key takes the old one's place: backups from before, of all tenants, can be restored with the old one only, so copy it first if you need them. Type the tenant's name to go on: ",
            end: "")
        guard readLine() == name else { throw OperatorError("That is not its name. Nothing was erased.") }
        let here = FileManager.default.currentDirectoryPath
        let file = newKeyFile.map { $0.hasPrefix("/") ? $0 : "\(here)/\($0)" }
        let (path, body) = (
            "\(TenantCommand.path)/\(name.percentEncoded)/erase", TenantErasureRequest(name: name, newKeyFile: file)
        )
        let reply = try await settings.withServer { try await $0.post(path, json: body, patience: .seconds(600)) }
        if json { return print(reply.text) }
        let erased = try reply.decode(ErasedTenantBody.self)
        print(
            "\(name) is erased: its key is destroyed. Each of the \(erased.keysTried) keys that are left was tried on its file of \(size(erased.bytes)), opened nothing, and the file was removed."
        )
        if let file {
            note("The master key is \(file) now. Give FairKit that from its next start on.")
        } else {
            note("The master key's file holds a new key now: keep a copy.")
        }
        if let old = erased.oldKeyFile {
            note(
                "Another tenant's key.json could not be read, so the old master key is kept in \(old). Put that tenant's key.json back from a backup, use the tenant once, and destroy \(old) then: until that is done, it opens the erased tenant in old backups."
            )
        }
    }

    /// Before anybody types a name, or copies a key, for nothing.
    private func refuseWhatCannotBeErased(_ settings: Settings) async throws {
        guard name != TenantName.standard.text else {
            throw OperatorError(
                "Requests that name no tenant mean \(name), so it is not erased. To destroy everything, destroy the master key."
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
