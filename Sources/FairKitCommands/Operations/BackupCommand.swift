import ArgumentParser
import FairKitAPI
import FairKitCore
import FoundationEssentials

/// `fairkit backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy the store into a new directory, while the server works.",
        discussion: """
            The copy is encrypted with the same key and verified. It holds no master key: keep that elsewhere, since without \
            it the backup can't be read. The server writes it, so the place must be one that the server may write to: under \
            systemd /var/lib/fairkit-backups, and not /tmp, which is the service's own and goes when it stops.

            On a terminal it shows how far it is; Ctrl-C stops it, and leaves nothing behind.

            Example:
              fairkit backup /var/lib/fairkit-backups/2026-11-21
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "A directory that does not exist yet.", completion: .directory)
    var dir: String

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let here = FileManager.default.currentDirectoryPath
        let body = BackupRequest(path: dir.hasPrefix("/") ? dir : "\(here)/\(dir)")
        let reply = try await options.settings().withServer {
            try await $0.work(
                "/local/backup", json: body, counting: "pages",
                saying: "There is no backup: what was written of it is removed.")
        }
        if json { return print(reply.text) }
        let made = try reply.decode(BackupBody.self)
        showFacts([("backup", made.path), ("size", size(made.bytes)), ("state of", made.at)] + made.rows.facts)
    }
}
