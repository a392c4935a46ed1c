import ArgumentParser
import FairKitAPI
import FairKitServer

/// `fairkit tenant import`
struct TenantImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Create a tenant from an archive of fairkit tenant export.",
        discussion: """
            The tenant keeps its id, its people, accounts, API keys, results, alerts, photos, settings and audit log. All users are \
            signed out. It is compared with the archive and checked before it exists: an interrupted import leaves nothing, and can be \
            repeated. The archive is only read.

            A tenant that was suspended when it was exported is active from then on. An imported copy of an active tenant is suspended: \
            fairkit tenant resume lets it work.

            With --name default, it takes the place of the tenant that fairkit init created, if that one holds no data. The API keys of \
            that one end.

            On a terminal it shows its progress. Ctrl-C cancels it and removes what it imported.

            Example:
              fairkit tenant import /var/lib/fairkit-backups/kisumu \\
                --archive-key-file /var/lib/fairkit-backups/kisumu.key
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The archive.", completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The file of the archive's key.", valueName: "file"), completion: .file())
    var archiveKeyFile: String

    @Option(help: "The new name of the tenant.")
    var name: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let body = TenantImportRequest(path: absolute(file), keyFile: absolute(archiveKeyFile), name: name)
        let reply = try await options.settings().withServer {
            try await $0.work(
                "\(TenantCommand.path)/import", json: body, counting: "rows", saying: "Nothing was imported.")
        }
        if json { return print(reply.text) }
        let imported = try reply.decode(ImportedTenantBody.self)
        showFacts([("tenant", imported.tenant.name), ("state", imported.tenant.state)] + imported.rows.facts)
        if imported.tenant.state == "suspended" {
            note(
                "This is a copy of a tenant that was active: resume it with fairkit tenant resume \(imported.tenant.name). Suspend the other one first, or both send messages."
            )
        }
    }
}
