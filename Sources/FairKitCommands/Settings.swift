import ArgumentParser
import Configuration
import FairKitAPI
import FairKitCore
import FairKitServer
import FairKitStore
import FairKitVault
import FoundationEssentials
import KeyRing
import Logging

/// What a command is told: by its options first, then by `FAIRKIT_…` variables, then by the file of `--config`.
struct Settings {
    let data: DataDirectory
    /// The master key's file; nil: the data directory's.
    let keyFile: String?
    let server: ServerSettings
    let logLevel: Logger.Level
    /// Which tenant a command is about.
    let tenant: TenantName
    private let masterKeyText: String?
    /// The file that systemd's `LoadCredential=fairkit-master-key:…` makes, if it is there.
    private let credential: SettingsFile.Credential?

    init(_ config: ConfigReader) throws {
        guard let data = config[.data], !data.isEmpty else {
            throw OperatorError("Say where the data directory is: --data DIR, or FAIRKIT_DATA.")
        }
        self.data = DataDirectory(path: data)
        keyFile = config[.keyFile]
        masterKeyText = config[.masterKey]
        guard keyFile == nil || masterKeyText == nil else {
            throw OperatorError(
                "Give the master key once: by its file (--key-file, FAIRKIT_KEY_FILE) or by FAIRKIT_MASTER_KEY.")
        }
        guard keyFile != "" else {
            throw OperatorError("--key-file (FAIRKIT_KEY_FILE) is empty: name a file, or leave it out.")
        }
        credential = try keyFile == nil && masterKeyText == nil ? SettingsFile.Credential(config) : nil
        tenant = try tenantName(config[.tenant] ?? TenantName.standard.text)
        let host = config[.host] ?? "127.0.0.1"
        guard !host.isEmpty else {
            throw OperatorError("--host (FAIRKIT_HOST) is empty: name an address to listen on, or leave it out.")
        }
        let certificate = try Settings.certificate(chain: config[.tlsCertificate], key: config[.tlsKey])
        let proxies = try config[.behindProxy].flatMap(Settings.proxies)
        guard certificate != nil || proxies != nil || isOnlyHere(host) else {
            throw OperatorError(
                "Others reach \(host), and without TLS health data would go there in clear. Name a certificate (--tls-certificate and --tls-key), or listen on 127.0.0.1; if a proxy in front of FairKit has TLS, name its address in --behind-proxy."
            )
        }
        let port = try Settings.port(config[.port] ?? "8080", "--port, FAIRKIT_PORT")
        let metricsPort = try config[.metricsPort].map(Settings.metricsPort)
        guard metricsPort != port || port == 0 else {
            throw OperatorError(
                "The metrics need a port of their own: set --metrics-port (FAIRKIT_METRICS_PORT) to another.")
        }
        var server = ServerSettings(host: host, port: port)
        server.certificate = certificate
        server.proxies = proxies
        server.metricsPort = metricsPort
        server.acceptsWeakerCage = try Settings.truth(config[.acceptWeakerCage] ?? "false", .acceptWeakerCage)
        server.allowsPrivateWebhooks = try Settings.truth(
            config[.allowPrivateWebhooks] ?? "false", .allowPrivateWebhooks)
        server.webhookAuthorities = config[.webhookCA]
        server.rateLimits = try RateLimits { config[$0] }
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

    /// The file that `init` writes a new master key to, unless it is there.
    var masterKeyFile: String { keyFile ?? data.masterKey }

    /// The master key that was given: from the environment, from its file, or as a credential.
    func masterKey() throws(KeyError) -> MasterKey {
        if let masterKeyText { return try MasterKey(hexadecimal: masterKeyText, source: "FAIRKIT_MASTER_KEY") }
        if let credential { return try MasterKey(hexadecimal: credential.text, source: credential.path) }
        return try MasterKey(contentsOf: masterKeyFile)
    }

    /// Where the master key comes from, and so where a new one goes.
    var masterKeyPlace: MasterKeyPlace {
        masterKeyText == nil && credential == nil ? .file(masterKeyFile) : .given
    }

    /// Takes the data directory.
    /// Checks `control.db` while nothing is open.
    func checkControl() throws -> [PageFinding] {
        try Installation.checkControl(of: data, keyFrom: masterKeyPlace, masterKey: masterKey)
    }

    func openInstallation(damagedControlLog: Store.DamagedLog = .refused) async throws -> Installation {
        try await Installation.open(
            data, at: systemTime(), keyFrom: masterKeyPlace, damagedControlLog: damagedControlLog, masterKey: masterKey)
    }

    /// For what must be done while no server uses the directory.
    func openStoppedInstallation() async throws -> Installation {
        do {
            return try await openInstallation()
        } catch let error as StoreError where error.isInUse {
            throw OperatorError("This is done while no server runs, and nothing was changed: stop it first. \(error)")
        }
    }

    private static func certificate(chain: String?, key: String?) throws -> CertificateFiles? {
        switch (chain, key) {
        case (let chain?, let key?): return CertificateFiles(chain: chain, key: key)
        case (nil, nil): return nil
        default:
            throw OperatorError(
                "A certificate and its private key belong together: set --tls-certificate (FAIRKIT_TLS_CERTIFICATE) and --tls-key (FAIRKIT_TLS_KEY)."
            )
        }
    }

    private static func proxies(_ text: String) throws -> TrustedProxies? {
        // What it was called when there was but yes and no.
        guard text != "none", text != "false" else { return nil }
        do throws(TrustedProxies.Malformed) {
            return try TrustedProxies(text)
        } catch {
            let say =
                "Name the addresses that the proxy's requests come from, such as 10.0.0.7 or 10.0.0.0/24, with commas between them; local if it is on this machine; none if there is no proxy."
            switch error {
            case .part(let part):
                throw OperatorError(
                    "--behind-proxy (FAIRKIT_BEHIND_PROXY) says \"\(part)\", which is no address. \(say)")
            case .everybody(let part):
                throw OperatorError("--behind-proxy (FAIRKIT_BEHIND_PROXY) says \(part), which is everybody. \(say)")
            }
        }
    }

    private static func port(_ text: String, _ names: String) throws -> Int {
        guard let number = Int(text), (0...65_535).contains(number) else {
            throw OperatorError("The port (\(names)) is a number from 0 to 65535; 0 lets the system choose.")
        }
        return number
    }

    /// A port, or this machine's own address and a port: without a key the metrics are for this machine only.
    private static func metricsPort(_ text: String) throws -> Int {
        let names = "--metrics-port, FAIRKIT_METRICS_PORT"
        guard let colon = text.lastIndex(of: ":") else { return try port(text, names) }
        guard ["127.0.0.1", "localhost"].contains(text[..<colon]) else {
            throw OperatorError(
                "The metrics (\(names)) are served without a key, so only on 127.0.0.1: give the port alone. "
                    + "From other machines, read /metrics on the API's port with an administrator's key.")
        }
        return try port(String(text[text.index(after: colon)...]), names)
    }

    /// For a command that has no store, and so no settings but this: its option first, then the variable.
    static func acceptsWeakerCage(option: Bool?) throws -> Bool {
        let variable = SettingName.acceptWeakerCage.variable
        return try option ?? truth(ProcessInfo.processInfo.environment[variable] ?? "false", .acceptWeakerCage)
    }

    private static func truth(_ text: String, _ name: SettingName) throws -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default: throw OperatorError("\(name.variable) is true or false.")
        }
    }
}

/// A tenant's name as somebody has typed it.
func tenantName(_ text: String) throws -> TenantName {
    guard let name = TenantName(text) else {
        throw OperatorError(
            "A tenant (--tenant, FAIRKIT_TENANT) is named by 1 to 63 small letters, digits and hyphens, with no hyphen at either end."
        )
    }
    return name
}

/// Every setting, by the last part of its key: `port` is `FAIRKIT_PORT`.
enum SettingName: String, CaseIterable {
    case data
    case tenant
    case keyFile = "key.file"
    case masterKey = "master.key"
    case host
    case port
    case tlsCertificate = "tls.certificate"
    case tlsKey = "tls.key"
    case behindProxy = "behind.proxy"
    case metricsPort = "metrics.port"
    case acceptWeakerCage = "accept.weaker.cage"
    case allowPrivateWebhooks = "allow.private.webhooks"
    case webhookCA = "webhook.ca"
    case rateKey = "rate.key"
    case rateAccount = "rate.account"
    case rateAddress = "rate.address"
    case rateSignIn = "rate.sign.in"
    case rateAlertLists = "rate.alert.lists"
    case connections
    case connectionsPerAddress = "connections.per.address"
    case mailServer = "mail.server"
    case mailFrom = "mail.from"
    case mailUser = "mail.user"
    case mailPasswordFile = "mail.password.file"
    case mailCA = "mail.ca"
    case publicURL = "public.url"
    case logLevel = "log.level"

    var variable: String { "FAIRKIT_" + rawValue.uppercased().map { $0 == "." ? "_" : String($0) }.joined() }
}

extension ConfigReader {
    fileprivate subscript(name: SettingName) -> String? {
        string(forKey: ConfigKey("fairkit.\(name.rawValue)"), isSecret: name == .masterKey)
    }
}

/// Whether only this machine reaches an address.
private func isOnlyHere(_ host: String) -> Bool {
    if host.lowercased() == "localhost" { return true }
    guard let address = IPAddress(host) else { return false }
    return address == IPAddress("::1") || (address.bytes.count == 4 && address.bytes[0] == 127)
}

/// The options of every command that works on a data directory.
struct DirectoryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The data directory (FAIRKIT_DATA).", valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The master key's file, by default master.key in there (FAIRKIT_KEY_FILE).", valueName: "file"))
    var keyFile: String?

    @Option(help: ArgumentHelp("A file of settings, NAME=value, one a line (FAIRKIT_CONFIG).", valueName: "file"))
    var config: String?

    /// - Parameters:
    ///   - more: what the command's own options say; nil was not given.
    ///   - fallback: the data directory, where none is named; nil: that is an error.
    func settings(_ more: [SettingName: String?] = [:], orData fallback: String? = nil) throws -> Settings {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        let given = more.merging([.data: data, .keyFile: keyFile]) { $1 }
        for case (let name, let text?) in given {
            values[AbsoluteConfigKey(ConfigKey("fairkit.\(name.rawValue)"))] = ConfigValue(
                .string(text), isSecret: false)
        }
        let secrets = SecretsSpecifier<String, String>.specific([SettingName.masterKey.variable])
        let environment = EnvironmentVariablesProvider(secretsSpecifier: secrets)
        var providers: [any ConfigProvider] = [InMemoryProvider(values: values), environment]
        if let path = try config ?? environment.environmentValue(forName: "FAIRKIT_CONFIG") {
            let file = try SettingsFile(path: path)
            providers.append(EnvironmentVariablesProvider(environmentVariables: file.values, secretsSpecifier: secrets))
        }
        if let fallback {
            let data = AbsoluteConfigKey(ConfigKey("fairkit.\(SettingName.data.rawValue)"))
            let value = ConfigValue(.string(fallback), isSecret: false)
            providers.append(InMemoryProvider(name: "fallback", values: [data: value]))
        }
        return try Settings(ConfigReader(providers: providers))
    }
}

/// The options of every command that is about one tenant.
struct StoreOptions: ParsableArguments {
    @OptionGroup var directory: DirectoryOptions

    @Option(help: ArgumentHelp("Which tenant it is about (FAIRKIT_TENANT, default).", valueName: "name"))
    var tenant: String?

    /// - Parameter fallback: the data directory, where none is named; nil: that is an error.
    func settings(orData fallback: String? = nil) throws -> Settings {
        try directory.settings([.tenant: tenant], orData: fallback)
    }
}
