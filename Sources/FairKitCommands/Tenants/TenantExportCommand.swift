import ArgumentParser
import FairKitAPI
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit tenant export`
struct TenantExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write everything of a tenant into one encrypted archive.",
        discussion: """
            The archive is verified before it gets its name. It opens with the archive key only: FairKit creates its file if it does not \
            exist. Keep the archive and its key apart: together they give access to all data of the tenant.

            To move a tenant, export it with --suspend, import it elsewhere, and erase it here once all is well. While it is suspended, \
            nothing is written that the archive lacks. Never resume it here after that.

            With --active, the tenant goes on working, and the archive is a copy of one moment. An imported copy is suspended at first.

            On a terminal it shows its progress. Ctrl-C cancels it and removes the unfinished archive.

            Example:
              fairkit tenant export kisumu-clinic /var/lib/fairkit-backups/kisumu \\
                --archive-key-file /var/lib/fairkit-backups/kisumu.key --suspend
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The tenant.")
    var name: String

    @Argument(help: "The archive. It must not exist.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp("The file of the archive's key. It is created if it does not exist.", valueName: "file"),
        completion: .file())
    var archiveKeyFile: String

    @Flag(help: "Suspend the tenant first.")
    var suspend = false

    @Flag(help: "Copy a tenant that goes on working.")
    var active = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard !suspend || !active else { throw ValidationError("Use --suspend or --active, not both.") }
    }

    func run() async throws {
        let body = TenantExportRequest(
            path: absolute(file), keyFile: absolute(archiveKeyFile),
            ifActive: suspend ? "suspend" : active ? "active" : nil)
        let path = "\(TenantCommand.path)/\(name.percentEncoded)/export"
        let reply = try await options.settings().withServer {
            try await $0.work(path, json: body, counting: "rows", saying: "The unfinished archive was removed.")
        }
        if json { return print(reply.text) }
        let made = try reply.decode(ExportedTenantBody.self)
        showFacts([
            ("tenant", made.name), ("archive", made.path), ("size", size(made.bytes)), ("rows", "\(made.rows)"),
            ("audit entries", "\(made.auditEntries)"), ("archive key", made.keyFile),
        ])
    }
}

/// A path as the server needs it, which has another working directory.
func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(FileManager.default.currentDirectoryPath)/\(path)"
}
