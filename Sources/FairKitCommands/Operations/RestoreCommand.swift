import ArgumentParser
import FairKitAPI
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

            Everybody is signed out: sessions, sign-ins under way, invitations and open emergencies end. API keys and accounts are as they
            were when the backup was made: those that were revoked, suspended or deleted since come back, unless a list of fairkit
            db ended that was kept apart from the backup is named with --ended; accounts on it come back suspended. What lets
            somebody in again is listed.

            Example:
              fairkit restore /var/lib/fairkit-backups/2026-11-21 --data /var/lib/fairkit --key-file /etc/fairkit/master.key
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The backup's directory.", completion: .directory)
    var backup: String

    @Option(
        help: ArgumentHelp(
            "A list of fairkit db ended: what is on it stays ended. May be given again.", valueName: "file"),
        completion: .file())
    var ended: [String] = []

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
        /// What lets somebody in again.
        let keys: [Key]
        let accounts: [Account]
    }

    private struct Key: Encodable {
        let tenant: String
        let id: String
        let name: String
        let role: String
        let usedAt: String?
    }

    private struct Account: Encodable {
        let tenant: String
        let id: String
        let role: String
    }

    func run() async throws {
        let settings = try options.settings()
        // A directory that is there has to be this user's: files of another's in it would lock its owner out.
        if FileManager.default.fileExists(atPath: settings.data.path) {
            try ControlSocket(in: settings.data.path).checkOwner()
        }
        let tenants = try Store.restore(
            from: backup, to: settings.data, at: systemTime(), ending: try endedAccess(), masterKey: settings.masterKey)
        let counts = tenants.map(\.counts).reduce(.none, +)
        let keys = tenants.flatMap { tenant in
            tenant.keys.map {
                Key(
                    tenant: tenant.folder, id: "\($0.id)", name: $0.name, role: $0.role,
                    usedAt: $0.usedAt.map { "\($0)" })
            }
        }
        let accounts = tenants.flatMap { tenant in
            tenant.accounts.map { Account(tenant: tenant.folder, id: "\($0.id)", role: $0.role) }
        }
        let restored = Restored(
            path: settings.data.path, profiles: counts.profiles, kits: counts.kits, results: counts.results,
            alerts: counts.alerts, missing: try DataDirectory.missing(inBackup: backup),
            keys: keys, accounts: accounts)
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
            fairkit profile erased. Everybody is signed out.

            These API keys and accounts let somebody in again, also if they were revoked, suspended or deleted since, which a
            backup can't know. End what should not be: fairkit key revoke ID, fairkit account suspend ID.

            """)
        Table(
            ["WHAT", "TENANT", "ID", "ROLE", "NAME", "LAST USED"],
            keys.map { ["key", $0.tenant, $0.id, $0.role, $0.name, $0.usedAt ?? "never"] }
                + accounts.map { ["account", $0.tenant, $0.id, $0.role, "", ""] }
        ).show()
    }

    /// What the lists name that were kept apart.
    private func endedAccess() throws -> EndedAccess {
        var all = EndedAccess()
        for path in ended {
            guard let file = try? Data(contentsOf: URL(filePath: path)),
                let list = try? JSONDecoder().decode(EndedAccessBody.self, from: file)
            else { throw OperatorError("\(path) can't be read. Name a list of fairkit db ended --json.") }
            let (keys, accounts) = (list.keys.compactMap { KeyID($0) }, list.accounts.compactMap { AccountID($0) })
            guard keys.count == list.keys.count, accounts.count == list.accounts.count else {
                throw OperatorError("\(path) holds what is no id. Name a list of fairkit db ended --json.")
            }
            all.keys += keys
            all.accounts += accounts
        }
        return all
    }
}
