import ArgumentParser
import Channels
import Configuration
import FairKitAPI
import FairKitCore
import FairKitServer
import FairKitStore
import FairKitVault
import FoundationEssentials
import Glibc
import KeyRing
import Logging

/// The settings of a command. Options override `FAIRKIT_…` environment variables, which override the file of `--config`.
struct Settings {
    let data: DataDirectory
    /// The database that keeps the data; nil: files in the data directory.
    let store: StoreSettings?
    /// The file of the master key; nil: the one in the data directory.
    let keyFile: String?
    let server: ServerSettings
    let logLevel: Logger.Level
    /// The tenant that a command applies to.
    let tenant: TenantName
    private let masterKeyText: String?
    /// The file that systemd's `LoadCredential=fairkit-master-key:…` creates, if it exists.
    private let credential: SettingsFile.Credential?

    init(_ config: ConfigReader) throws {
        guard let data = config[.data], !data.isEmpty else {
            throw OperatorError("Name the data directory: --data DIR, or FAIRKIT_DATA.")
        }
        self.data = DataDirectory(path: data)
        keyFile = config[.keyFile]
        masterKeyText = config[.masterKey]
        guard keyFile == nil || masterKeyText == nil else {
            throw OperatorError(
                "Give the master key only once: as a file (--key-file, FAIRKIT_KEY_FILE) or in FAIRKIT_MASTER_KEY.")
        }
        guard keyFile != "" else {
            throw OperatorError("--key-file (FAIRKIT_KEY_FILE) is empty. Name a file, or remove the setting.")
        }
        credential =
            try keyFile == nil && masterKeyText == nil ? SettingsFile.Credential("fairkit-master-key", config) : nil
        store = try StoreSettings(
            { config[$0] }, credential: SettingsFile.Credential("fairkit-store-password", config)?.text)
        tenant = try tenantName(config[.tenant] ?? TenantName.standard.text)
        let host = config[.host] ?? "127.0.0.1"
        guard !host.isEmpty else {
            throw OperatorError("--host (FAIRKIT_HOST) is empty. Name an address to listen on, or remove the setting.")
        }
        let certificate = try Settings.certificate(chain: config[.tlsCertificate], key: config[.tlsKey])
        let proxies = try config[.behindProxy].flatMap(Settings.proxies)
        guard certificate != nil || proxies != nil || isOnlyHere(host) else {
            throw OperatorError(
                "\(host) can be reached from other machines, and without TLS, health data would be unencrypted. Set a certificate (--tls-certificate and --tls-key), or listen on 127.0.0.1. If a TLS proxy is in front of FairKit, set its address in --behind-proxy."
            )
        }
        let port = try Settings.port(config[.port] ?? "8080", "--port, FAIRKIT_PORT")
        let metricsPort = try config[.metricsPort].map(Settings.metricsPort)
        guard metricsPort != port || port == 0 else {
            throw OperatorError(
                "The metrics need a separate port: set --metrics-port (FAIRKIT_METRICS_PORT) to another number.")
        }
        var server = ServerSettings(host: host, port: port)
        server.certificate = certificate
        server.proxies = proxies
        server.metricsPort = metricsPort
        server.acceptsWeakerCage = try Settings.truth(config[.acceptWeakerCage] ?? "false", .acceptWeakerCage)
        server.allowsPrivateWebhooks = try Settings.truth(
            config[.allowPrivateWebhooks] ?? "false", .allowPrivateWebhooks)
        server.webhookAuthorities = config[.webhookCA]
        server.channels = try config[.channels].map { [server] in
            try ChannelSettings(path: $0, allowsPrivate: server.allowsPrivateWebhooks)
        }
        server.rateLimits = try RateLimits { config[$0] }
        server.sending = try SendingLimits { config[$0] }
        server.phones = try PhoneCountries { config[$0] }
        server.connections = try ConnectionLimits { config[$0] }
        server.mail = try MailSettings { config[$0] }
        server.publicURL = try config[.publicURL].map(PublicURL.init(setting:))
        self.server = server
        let level = config[.logLevel] ?? "info"
        guard let logLevel = Logger.Level(rawValue: level.lowercased()) else {
            let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw OperatorError("The log level (--log-level, FAIRKIT_LOG_LEVEL) is one of: \(levels).")
        }
        self.logLevel = logLevel
    }

    /// The file to which `init` writes a new master key, unless it exists.
    var masterKeyFile: String { keyFile ?? data.masterKey }

    /// The master key: from the environment, from its file, or from a systemd credential.
    func masterKey() throws(KeyError) -> MasterKey {
        if let masterKeyText { return try MasterKey(hexadecimal: masterKeyText, source: "FAIRKIT_MASTER_KEY") }
        if let credential { return try MasterKey(hexadecimal: credential.text, source: credential.path) }
        return try MasterKey(contentsOf: masterKeyFile)
    }

    /// The place of the master key, where a new one is stored, too.
    var masterKeyLocation: MasterKeyLocation {
        masterKeyText == nil && credential == nil ? .file(masterKeyFile) : .given
    }

    /// Checks `control.db` while no file is open.
    func checkControl() throws -> [PageFinding] {
        try FileInstallation.checkControl(of: data, keyFrom: masterKeyLocation, masterKey: masterKey)
    }

    /// Opens what a server serves. No other process can use the data directory then.
    func openInstallation() async throws -> any Installation {
        guard let store else { return try await openFiles() }
        return try await open(store)
    }

    private func open(_ store: StoreSettings) async throws -> DatabaseInstallation {
        try refuseAnotherUsersDirectory()
        return try await store.database.open(
            server: ServerDirectory(data), keyFrom: masterKeyLocation, now: systemTime, masterKey: masterKey)
    }

    /// Opens the database for work that needs the server to be stopped.
    func openStoppedDatabase() async throws -> DatabaseInstallation {
        guard let store else {
            throw OperatorError(
                "This command is for a store in a PostgreSQL database: name it with --store (FAIRKIT_STORE). A store of files is restored "
                    + "with fairkit restore.")
        }
        return try await whileStopped { try await open(store) }
    }

    /// Opens the data directory for work on its files.
    func openFiles(damagedControlLog: Store.DamagedLog = .refused) async throws -> FileInstallation {
        try refuseDatabase()
        try refuseAnotherUsersDirectory()
        return try await FileInstallation.open(
            data, at: systemTime(), keyFrom: masterKeyLocation, damagedControlLog: damagedControlLog,
            masterKey: masterKey)
    }

    /// Whether a database keeps the store. A command that a running server carries out need not name it.
    var isInDatabase: Bool { store != nil || data.isOfServer }

    /// Work on files is refused where a database keeps the data.
    func refuseDatabase() throws {
        guard store == nil else {
            throw OperatorError(
                "This command works on files, and a PostgreSQL database keeps this store (--store, FAIRKIT_STORE). Its operators back "
                    + "it up, restore and check it there: see docs/postgres.md. Nothing was changed.")
        }
        guard !data.isOfServer else {
            throw OperatorError(
                "\(data.path) is the directory of a server whose data is in a database. Name the database with --store (FAIRKIT_STORE)."
            )
        }
    }

    /// Files that root makes in the directory of the server's user would lock the server out.
    func refuseAnotherUsersDirectory() throws {
        guard unsafe access(data.path, F_OK) == 0 else { return }
        try ControlSocket(in: data.path).checkOwner()
    }

    /// Opens the data directory for work on its files that needs the server to be stopped.
    func openStoppedFiles() async throws -> FileInstallation {
        try await whileStopped { try await openFiles() }
    }

    private func whileStopped<T>(_ open: () async throws -> T) async throws -> T {
        do {
            return try await open()
        } catch let error as StoreError where error.isInUse {
            throw OperatorError(
                "Stop the server first: this command needs the data directory for itself. Nothing was changed. \(error)"
            )
        }
    }

    private static func certificate(chain: String?, key: String?) throws -> CertificateFiles? {
        switch (chain, key) {
        case (let chain?, let key?): return CertificateFiles(chain: chain, key: key)
        case (nil, nil): return nil
        default:
            throw OperatorError(
                "Set certificate and private key together: --tls-certificate (FAIRKIT_TLS_CERTIFICATE) and --tls-key (FAIRKIT_TLS_KEY)."
            )
        }
    }

    private static func proxies(_ text: String) throws -> TrustedProxies? {
        // The values of earlier versions, which knew only yes and no.
        guard text != "none", text != "false" else { return nil }
        do throws(TrustedProxies.Malformed) {
            return try TrustedProxies(text)
        } catch {
            let say =
                "Name the proxy's addresses, such as 10.0.0.7 or 10.0.0.0/24, separated by commas; local if it is on this machine; none if there is no proxy."
            switch error {
            case .part(let part):
                throw OperatorError(
                    "--behind-proxy (FAIRKIT_BEHIND_PROXY) holds \"\(part)\", which is no address. \(say)")
            case .everyAddress(let part):
                throw OperatorError(
                    "--behind-proxy (FAIRKIT_BEHIND_PROXY) holds \(part), which means every address. \(say)")
            }
        }
    }

    private static func port(_ text: String, _ names: String) throws -> Int {
        guard let number = Int(text), (0...65_535).contains(number) else {
            throw OperatorError("The port (\(names)) is a number from 0 to 65535; with 0, the system chooses one.")
        }
        return number
    }

    /// A port, or a loopback address and a port: without an API key, only this machine can read the metrics.
    private static func metricsPort(_ text: String) throws -> Int {
        let names = "--metrics-port, FAIRKIT_METRICS_PORT"
        guard let colon = text.lastIndex(of: ":") else { return try port(text, names) }
        guard ["127.0.0.1", "localhost"].contains(text[..<colon]) else {
            throw OperatorError(
                "The metrics (\(names)) need no key, so they are served only on 127.0.0.1: give the port alone. "
                    + "From other machines, read /metrics on the API's port with an administrator's key.")
        }
        return try port(String(text[text.index(after: colon)...]), names)
    }

    /// The only setting of a command without a store: its option overrides the environment variable.
    static func acceptsWeakerCage(option: Bool?) throws -> Bool {
        let variable = SettingName.acceptWeakerCage.variable
        return try option ?? truth(ProcessInfo.processInfo.environment[variable] ?? "false", .acceptWeakerCage)
    }

    static func truth(_ text: String, _ name: SettingName) throws -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default: throw OperatorError("\(name.variable) is true or false.")
        }
    }
}

/// Parses a tenant's name that the user typed.
func tenantName(_ text: String) throws -> TenantName {
    guard let name = TenantName(text) else {
        throw OperatorError(
            "A tenant's name (--tenant, FAIRKIT_TENANT) is 1 to 63 lower-case letters, digits and hyphens, without a hyphen at either end."
        )
    }
    return name
}

extension ConfigReader {
    subscript(name: SettingName) -> String? {
        string(forKey: ConfigKey("fairkit.\(name.rawValue)"), isSecret: name == .masterKey)
    }
}

/// Whether an address can be reached only from this machine.
private func isOnlyHere(_ host: String) -> Bool {
    if host.lowercased() == "localhost" { return true }
    guard let address = IPAddress(host) else { return false }
    return address == IPAddress("::1") || (address.bytes.count == 4 && address.bytes[0] == 127)
}
