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
        abstract: "Create a data directory from a backup.",
        discussion: """
            The backup is verified, and never changed. The data directory must not hold data. Name the master key of the time of the \
            backup with --key-file.

            The backup still holds people who were erased after it was made. Erase everyone again who is on your latest list of fairkit \
            profile erased.

            All users are signed out: sessions, unfinished sign-ins, invitations and open emergencies end. API keys and accounts are as \
            they were when the backup was made. Those that were revoked, suspended or deleted later are valid again, unless you name your \
            latest list of fairkit db ended with --ended. Accounts on this list come back suspended. The command lists all keys \
            and accounts that give access.

            With --tenant, one tenant of the backup replaces the one in the data directory. You type its name to confirm. The other tenants \
            stay as they are. Stop the server first. Access that was ended after the backup stays ended, if the tenant's file can be \
            opened. A tenant that was erased after the backup needs --even-erased. If the backup needs another master key than the \
            current one or one that fairkit master-key rotate kept, name it with --backup-key-file.

            With --drill, the command tests the backup: it restores it into a scratch folder, checks and counts the data, and removes the \
            folder. The exit status is 0 only if all data is sound. With --data, it also shows the counts of that data directory.

            On a terminal it shows its progress. Ctrl-C cancels it and removes what it restored.

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

    @OptionGroup var lists: EndedLists

    @Option(
        name: .customLong("as"), help: ArgumentHelp("With --tenant: the new name of the tenant.", valueName: "name"))
    var newName: String?

    @Option(
        help: ArgumentHelp("With --tenant: the master key of the backup, if it is another one.", valueName: "file"),
        completion: .file())
    var backupKeyFile: String?

    @Flag(help: "With --tenant: restore a tenant that was erased after the backup.")
    var evenErased = false

    @Flag(help: "Test whether the backup can be restored, in a scratch folder.")
    var drill = false

    @Option(
        help: ArgumentHelp("With --drill: the folder in which the scratch folder is created.", valueName: "dir"),
        completion: .directory)
    var into: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard !drill || options.tenant == nil && lists.ended.isEmpty else {
            throw ValidationError("A drill tests the whole backup: remove --tenant and --ended.")
        }
        guard drill || into == nil else { throw ValidationError("--into needs --drill.") }
        guard options.tenant != nil || newName == nil && backupKeyFile == nil && !evenErased else {
            throw ValidationError("--as, --backup-key-file and --even-erased need --tenant.")
        }
    }

    func run() async throws {
        if drill { return try await RestoreDrill(options, backup: backup, into: into, json: json).run() }
        if let tenant = options.tenant {
            return try await TenantRestore(
                backup: backup, tenant: tenantName(tenant), newName: newName.map(tenantName),
                backupKey: backupKeyFile, evenErased: evenErased, ending: lists.access(), json: json
            ).run(options.settings())
        }
        let settings = try options.settings()
        try settings.refuseDatabase()
        // An existing directory must belong to this user: files of another user would lock its owner out.
        if FileManager.default.fileExists(atPath: settings.data.path) {
            try ControlSocket(in: settings.data.path).checkOwner()
        }
        let ended = try lists.access()
        let tenants = try interruptibly(
            saying: "Nothing was restored. The copied files were removed.", counting: "pages"
        ) {
            try Store.restore(
                from: backup, to: settings.data, at: systemTime(), ending: ended, masterKey: settings.masterKey)
        }
        let restored = RestoredStore(
            tenants, path: settings.data.path, missing: try DataDirectory.missing(inBackup: backup))
        if !restored.missing.isEmpty {
            note(
                "This backup lacks tenants that could not be copied: \(restored.missing.joined(separator: ", ")). "
                    + "They are listed but can't be used. Restore them from another backup.")
        }
        try restored.show(json: json)
    }
}
