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
            The backup is verified and only read. The directory must not hold a store. The master key is the one that the \
            store had when the backup was made: name it with --key-file.

            Whoever was erased since the backup was made is in it again, and the backup can't know of them: erase everybody \
            again who is on the list of fairkit profile erased that was kept apart from it.

            Everybody is signed out: sessions, sign-ins under way, invitations and open emergencies end. API keys and accounts are as they \
            were when the backup was made: those that were revoked, suspended or deleted since come back, unless a list of fairkit \
            db ended that was kept apart from the backup is named with --ended; accounts on it come back suspended. What lets \
            somebody in again is listed.

            With --tenant one tenant of the backup takes the place of the one that is in the data directory, after its name was typed; all \
            others stay as they are. No server may run. What was ended in it since stays ended, if its file can still be \
            opened. A tenant that was erased since comes back only with --even-erased. The backup's master key is found if it is the \
            one that is used, or one that fairkit master-key rotate kept; else name it with --backup-key-file.

            With --drill the backup is restored into a scratch folder beside it, opened, checked, counted and removed again: \
            the exit status is 0 only if all of it is sound. Where there is a data directory (--data), its counts are shown \
            beside.

            On a terminal it shows how far it is. Ctrl-C stops it, and leaves nothing behind.

            Examples:
              fairkit restore /var/lib/fairkit-backups/2026-11-21 \\
                --data /var/lib/fairkit --key-file /etc/fairkit/master.key
              fairkit restore /var/lib/fairkit-backups/2026-11-21 --tenant kisumu-clinic
              fairkit restore --drill /var/lib/fairkit-backups/2026-11-21 \\
                --key-file /etc/fairkit/master.key
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The backup's directory.", completion: .directory)
    var backup: String

    @Option(
        help: ArgumentHelp(
            "A list of fairkit db ended: what is on it stays ended. May be given again.", valueName: "file"),
        completion: .file())
    var ended: [String] = []

    @Option(
        name: .customLong("as"), help: ArgumentHelp("With --tenant: what it is called from now on.", valueName: "name"))
    var newName: String?

    @Option(
        help: ArgumentHelp("With --tenant: the backup's master key, if it is another one.", valueName: "file"),
        completion: .file())
    var backupKeyFile: String?

    @Flag(help: "With --tenant: restore it though it was erased since.")
    var evenErased = false

    @Flag(help: "Try whether the backup can be restored, in a scratch folder that is removed again.")
    var drill = false

    @Option(
        help: ArgumentHelp("With --drill: where the scratch folder is made.", valueName: "dir"), completion: .directory)
    var into: String?

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
        let keys: [RestoredTenant.Key]
        let accounts: [RestoredTenant.Account]
    }

    func validate() throws {
        guard !drill || options.tenant == nil && ended.isEmpty else {
            throw ValidationError("A drill is of the whole backup: leave --tenant and --ended out.")
        }
        guard drill || into == nil else { throw ValidationError("--into belongs to --drill.") }
        guard options.tenant != nil || newName == nil && backupKeyFile == nil && !evenErased else {
            throw ValidationError("--as, --backup-key-file and --even-erased belong to --tenant.")
        }
    }

    func run() async throws {
        if drill { return try await RestoreDrill(options, backup: backup, into: into, json: json).run() }
        if let tenant = options.tenant {
            return try await TenantRestore(
                backup: backup, tenant: tenantName(tenant), newName: newName.map(tenantName),
                backupKey: backupKeyFile, evenErased: evenErased, ending: endedAccess(), json: json
            ).run(options.settings())
        }
        let settings = try options.settings()
        // A directory that is there has to be this user's: files of another's in it would lock its owner out.
        if FileManager.default.fileExists(atPath: settings.data.path) {
            try ControlSocket(in: settings.data.path).checkOwner()
        }
        let ended = try endedAccess()
        let tenants = try interruptibly(
            saying: "Nothing was restored: what was copied is removed.", counting: "pages"
        ) {
            try Store.restore(
                from: backup, to: settings.data, at: systemTime(), ending: ended, masterKey: settings.masterKey)
        }
        let counts = tenants.map(\.counts).reduce(.none, +)
        let keys = tenants.flatMap(\.shownKeys)
        let accounts = tenants.flatMap(\.shownAccounts)
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
            fairkit profile erased. Everybody is signed out. Shares and backup codes have ended: patients share again, and people
            make new backup codes. Care that was ended since, and passwords and second factors from before a change, are back, but
            for those that a list of fairkit db ended names (--ended).
            """)
        showAccess(keys, accounts)
    }

    /// What the lists name that were kept apart.
    private func endedAccess() throws -> EndedAccess {
        var all = EndedAccess()
        for path in ended {
            guard let file = try? Data(contentsOf: URL(filePath: path)),
                let list = try? JSONDecoder().decode(EndedAccessBody.self, from: file)
            else { throw OperatorError("\(path) can't be read. Name a list of fairkit db ended --json.") }
            guard let named = list.ended else {
                throw OperatorError("\(path) holds what is no id. Name a list of fairkit db ended --json.")
            }
            all.keys += named.keys
            all.accounts += named.accounts
            all.care += named.care
            all.signIns += named.signIns
        }
        return all
    }
}
