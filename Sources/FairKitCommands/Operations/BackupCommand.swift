import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit backup`
struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the data into a new directory, while the server runs.",
        discussion: """
            The backup is encrypted with the same keys and verified. It does not hold the master key: keep the master key in another \
            place, because the backup can't be read without it. The server writes the backup, so it must be able to write to the place. \
            Under systemd, use /var/lib/fairkit-backups, not /tmp: the service has a private /tmp, which is deleted when it stops.

            On a terminal it shows its progress. Ctrl-C cancels it and removes the unfinished backup.

            Example:
              fairkit backup /var/lib/fairkit-backups/2026-11-21
            """)

    @OptionGroup var options: DirectoryOptions

    @Argument(help: "The new directory. It must not exist.", completion: .directory)
    var dir: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let body = BackupRequest(path: absolute(dir))
        let reply = try await options.settings().withServer {
            try await $0.work(
                "/local/backup", json: body, counting: "pages",
                saying: "The unfinished backup was removed.")
        }
        if json { return print(reply.text) }
        let made = try reply.decode(BackupBody.self)
        showFacts([("backup", made.path), ("size", size(made.bytes)), ("state of", made.at)] + made.rows.facts)
    }
}
