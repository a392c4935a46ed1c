import ArgumentParser
import FairKitCore
import FairKitServer
import FairKitStore
import FairKitVault
import FoundationEssentials

/// `fairkit restore`
struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Make a data directory out of a backup.",
        discussion: """
            The backup is verified and only read. The directory must not hold a store. The master key is the one that the
            store had when the backup was made: name it with --key-file.

            Whoever was erased since the backup was made is in it again, and the backup can't know of them: erase everybody
            again who is on the list of fairkit profile erased that was kept apart from it.

            Example:
              fairkit restore /var/lib/fairkit-backups/2026-11-21 --data /var/lib/fairkit --key-file /etc/fairkit/master.key
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The backup's directory.", completion: .directory)
    var backup: String

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Restored: Encodable {
        let path: String
        let profiles: Int
        let kits: Int
        let results: Int
        let alerts: Int
        /// The ids of tenants that the backup lacks.
        let missing: [String]
    }

    func run() async throws {
        let settings = try options.settings()
        // A directory that is there has to be this user's: files of another's in it would lock its owner out.
        if FileManager.default.fileExists(atPath: settings.data.path) {
            try ControlSocket(in: settings.data.path).checkOwner()
        }
        let counts = try Store.restore(from: backup, to: settings.data, masterKey: settings.masterKey)
        let restored = Restored(
            path: settings.data.path, profiles: counts.profiles, kits: counts.kits, results: counts.results,
            alerts: counts.alerts, missing: try DataDirectory.missing(inBackup: backup))
        if !restored.missing.isEmpty {
            note(
                "This backup lacks tenants that could not be copied: \(restored.missing.joined(separator: ", ")). "
                    + "They are listed, and can't be used: restore them from another backup.")
        }
        if json { return print(try jsonLine(restored)) }
        showFacts([
            ("store", restored.path), ("profiles", "\(restored.profiles)"), ("kits", "\(restored.kits)"),
            ("results", "\(restored.results)"), ("alerts", "\(restored.alerts)"),
        ])
        print(
            """

            Whoever was erased since this backup was made is in it again: erase everybody again who is on your list of
            fairkit profile erased.
            """)
    }
}
