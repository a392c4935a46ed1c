import ArgumentParser
import Configuration
import FairKitStore
import KeyRing

/// What a command is told: by its options first, then by `FAIRKIT_…` variables.
struct Settings {
    let data: DataDirectory
    /// The master key's file; nil: the data directory's.
    let keyFile: String?
    let host: String
    let port: Int
    private let masterKeyText: String?

    init(_ config: ConfigReader) throws {
        guard let data = config.string(forKey: "fairkit.data"), !data.isEmpty else {
            throw Refusal("Say where the data directory is: --data DIR, or FAIRKIT_DATA.")
        }
        self.data = DataDirectory(path: data)
        keyFile = config.string(forKey: "fairkit.key.file")
        masterKeyText = config.string(forKey: "fairkit.master.key", isSecret: true)
        guard keyFile == nil || masterKeyText == nil else {
            throw Refusal(
                "Give the master key once: by its file (--key-file, FAIRKIT_KEY_FILE) or by FAIRKIT_MASTER_KEY.")
        }
        host = config.string(forKey: "fairkit.host", default: "127.0.0.1")
        let port = config.string(forKey: "fairkit.port", default: "8080")
        guard let number = Int(port), (0...65_535).contains(number) else {
            throw Refusal("The port (--port, FAIRKIT_PORT) is a number from 0 to 65535; 0 lets the system choose.")
        }
        self.port = number
    }

    /// The file that `init` writes a new master key to, unless it is there.
    var masterKeyFile: String { keyFile ?? data.masterKey }

    /// The master key that was given: from the environment, or from its file.
    func masterKey() throws(KeyError) -> MasterKey {
        if let masterKeyText { return try MasterKey(hexadecimal: masterKeyText, source: "FAIRKIT_MASTER_KEY") }
        return try MasterKey(contentsOf: masterKeyFile)
    }

    /// Opens the store.
    func openStore() throws -> Store {
        try Store.open(data, masterKey: masterKey)
    }
}

/// The options of every command that works on a store.
struct StoreOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The data directory (FAIRKIT_DATA).", valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The master key's file, by default master.key in there (FAIRKIT_KEY_FILE).", valueName: "file"))
    var keyFile: String?

    func settings(_ more: [AbsoluteConfigKey: ConfigValue] = [:]) throws -> Settings {
        var values = more
        if let data { values["fairkit.data"] = ConfigValue(.string(data), isSecret: false) }
        if let keyFile { values["fairkit.key.file"] = ConfigValue(.string(keyFile), isSecret: false) }
        let secrets = SecretsSpecifier<String, String>.specific(["FAIRKIT_MASTER_KEY"])
        return try Settings(
            ConfigReader(providers: [
                InMemoryProvider(values: values), EnvironmentVariablesProvider(secretsSpecifier: secrets),
            ]))
    }
}
