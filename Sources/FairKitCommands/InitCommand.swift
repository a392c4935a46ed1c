import ArgumentParser
import FairKitCore
import FairKitServer
import FairKitService
import FairKitStore
import FairKitVault
import Glibc
import KeyRing
import Logging

/// `fairkit init`: creates a data directory, its master key, and the first administrator's API key.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract:
            "Create a store with its keys and the tenant default: a data directory, or with --store in a database.",
        discussion: """
            It prints the API key of the first administrator, which is shown only once.

            Examples:
              fairkit init --data /var/lib/fairkit
              fairkit init --data /var/lib/fairkit --key-file /etc/fairkit/master.key
              fairkit init --data /var/lib/fairkit --operator-contact pager@kisumu.example
              fairkit init --administrator grace@kisumu.example \\
                --administrator peter@kisumu.example
              fairkit init --data /var/lib/fairkit --store postgres://fairkit@db.kisumu.example/fairkit
            """)

    @OptionGroup var options: DirectoryOptions

    @Option(
        help: ArgumentHelp(
            "The e-mail address that is told if no clinician acknowledges a critical alert.", valueName: "address"))
    var operatorContact: String?

    @Option(
        help: ArgumentHelp(
            "The e-mail address of an administrator to invite. Name two: many steps take a second one.",
            valueName: "address"))
    var administrator: [String] = []

    func validate() throws {
        guard operatorContact.map({ MailAddress($0) != nil }) ?? true else {
            throw ValidationError("The operator contact is an e-mail address, such as pager@kisumu.example.")
        }
        guard administrator.allSatisfy({ MailAddress(typed: $0) != nil }) else {
            throw ValidationError("An administrator is an e-mail address, such as grace@kisumu.example.")
        }
    }

    func run() async throws {
        let settings = try options.settings()
        try settings.refuseAnotherUsersDirectory()
        let hadKey = (try? settings.masterKey()) != nil
        try make(settings)
        let installation = try await settings.openInstallation()
        defer { installation.close() }
        let store = try installation.open(folder: try await installation.folder(of: .standard))
        let quiet = Logger(label: "fairkit") { _ in SwiftLogNoOpLogHandler() }
        let first = tenancy(
            store: store, of: .standard, workers: scanWorkers(acceptsWeakerCage: false, logger: quiet),
            passwords: PasswordWork(), settings: settings.server)
        let (key, secret) = try await first.keys.create(name: "first", for: .administrator, by: .command)
        if let address = operatorContact.flatMap({ MailAddress($0) }) {
            _ = try await first.accounts.changeSettings(["operator-contact": address.description], by: .command)
        } else {
            note(
                "No operator contact is set. If no clinician acknowledges a critical alert, the administrators' accounts "
                    + "are told. To name an address, run: fairkit settings operatorContact ADDRESS")
        }
        for address in administrator {
            _ = try await first.accounts.invite(email: address, for: .administrator, by: .command)
            note("\(address) is invited. The mail leaves when the server runs and has a mail server.")
        }
        note(
            "\(settings.data.path) is ready. The administrator's API key (\(key.id)) is on standard output. It is shown only once."
        )
        print(secret.text)
        if !hadKey, settings.keyFile == nil {
            note(
                "The master key is \(settings.data.masterKey). With it, the data can be read; without it, the data is lost. "
                    + "Move it away from the data, keep a copy, and name it with --key-file.")
        } else if !hadKey {
            note(
                "The new master key is in \(settings.masterKeyFile). Keep a copy on another machine: without the key "
                    + "the data can't be read, and a backup does not hold it.")
        }
    }

    /// Makes the store, in files or in a database.
    private func make(_ settings: Settings) throws {
        guard let store = settings.store else {
            return try settings.data.initialise { () throws(KeyError) in try masterKey(settings) }
        }
        // Before anything is made in the database.
        try ServerDirectory.check(settings.data)
        try store.database.create(
            at: systemTime(), holding: { () throws(StoreError) in try ServerDirectory(settings.data) },
            masterKey: { () throws(KeyError) in try masterKey(settings) })
    }

    /// The existing key, or a new one.
    private func masterKey(_ settings: Settings) throws(KeyError) -> MasterKey {
        do {
            return try settings.masterKey()
        } catch .masterKeyMissing(let path) {
            let key = try MasterKey.random()
            try key.write(to: path)
            return key
        } catch {
            throw error
        }
    }
}

/// Writes a message for the user to standard error; standard output is for the result.
func note(_ text: String, end: String = "\n") {
    var stream = StandardError()
    print(text, terminator: end, to: &stream)
}

private struct StandardError: TextOutputStream {
    mutating func write(_ text: String) {
        let bytes = Array(text.utf8)
        // If even this fails, there is nowhere to report it.
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
