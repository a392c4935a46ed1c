import ArgumentParser
import FairKitCore
import FairKitServer
import FairKitService
import FairKitStore
import FairKitVault
import Glibc
import KeyRing
import Logging

/// `fairkit init`: makes a data directory, its master key, and the first administrator's key.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a data directory with its keys and the tenant default.",
        discussion: """
            Prints the first administrator's API key, once.

            Examples:
              fairkit init --data /var/lib/fairkit
              fairkit init --data /var/lib/fairkit --key-file /etc/fairkit/master.key
            """)

    @OptionGroup var options: DirectoryOptions

    func run() async throws {
        let settings = try options.settings()
        let hadKey = (try? settings.masterKey()) != nil
        try settings.data.initialise { () throws(KeyError) in try masterKey(settings) }
        let installation = try await settings.openInstallation()
        defer { installation.close() }
        let store = try installation.open(folder: DataDirectory.defaultTenant)
        let quiet = Logger(label: "fairkit") { _ in SwiftLogNoOpLogHandler() }
        let first = tenancy(
            store: store, of: .standard, workers: scanWorkers(acceptsWeakerCage: false, logger: quiet),
            passwords: PasswordWork(), settings: settings.server)
        let (key, secret) = try await first.keys.create(name: "first", for: .administrator, by: .command)
        note(
            "\(settings.data.path) is ready. The administrator's API key (\(key.id)) goes to standard output, this once."
        )
        print(secret.text)
        if !hadKey, settings.keyFile == nil {
            note(
                "The master key is \(settings.data.masterKey). Whoever has it and the data can read everything, and "
                    + "without it nobody can: move it away from the data, keep a copy, and name it with --key-file.")
        }
    }

    /// The key that is there, or a new one.
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

/// Tells the person at the terminal; standard output is for the answer.
func note(_ text: String, end: String = "\n") {
    var stream = StandardError()
    print(text, terminator: end, to: &stream)
}

private struct StandardError: TextOutputStream {
    mutating func write(_ text: String) {
        let bytes = Array(text.utf8)
        // There is nobody left to tell if even this fails.
        _ = unsafe Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
