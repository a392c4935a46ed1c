import ArgumentParser
import Configuration
import FoundationEssentials
import Glibc

/// The Debian package's settings file, if it is there: commands that name neither a data directory nor a settings file use it.
private var installedSettings: String? {
    let path = "/etc/fairkit/fairkit.conf"
    return unsafe access(path, F_OK) == 0 ? path : nil
}

/// The options of every command that works on a data directory.
struct DirectoryOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The data directory (FAIRKIT_DATA).", valueName: "dir"))
    var data: String?

    @Option(
        help: ArgumentHelp(
            "The PostgreSQL database that keeps the data, postgres://USER@HOST/DATABASE; the data directory is then this server's own (FAIRKIT_STORE, none: files in the data directory).",
            valueName: "address"))
    var store: String?

    @Option(
        help: ArgumentHelp(
            "A file, mode 0600, that holds the password of the database's user (FAIRKIT_STORE_PASSWORD_FILE).",
            valueName: "file"))
    var storePasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "The file of the master key (FAIRKIT_KEY_FILE, master.key in the data directory).", valueName: "file"))
    var keyFile: String?

    @Option(
        help: ArgumentHelp(
            "A file of settings, NAME=value, one a line (FAIRKIT_CONFIG; without a data directory: /etc/fairkit/fairkit.conf, if it exists).",
            valueName: "file"))
    var config: String?

    /// - Parameters:
    ///   - more: the values of the command's own options; nil: the option was not given.
    ///   - fallback: the data directory to use if none is named; nil: a missing name is an error.
    func settings(_ more: [SettingName: String?] = [:], orData fallback: String? = nil) throws -> Settings {
        let environment = ProcessInfo.processInfo.environment
        let namesData = (data ?? fallback ?? environment["FAIRKIT_DATA"]) != nil
        let given = more.merging(
            [.data: data, .keyFile: keyFile, .store: store, .storePasswordFile: storePasswordFile]
        ) { $1 }
        return try Settings(
            configReader(given, file: config, usesInstalled: !namesData, fallback: fallback.map { [.data: $0] } ?? [:]))
    }
}

/// Settings from options, which override environment variables, which override a file.
///
/// - Parameters:
///   - given: the values of options; nil: the option was not given.
///   - file: the option that names the file.
///   - usesInstalled: whether the Debian package's file is read if no other is named.
///   - fallback: values that everything overrides.
func configReader(
    _ given: [SettingName: String?], file: String?, usesInstalled: Bool = true,
    fallback: [SettingName: String] = [:]
) throws -> ConfigReader {
    let secrets = SecretsSpecifier<String, String>.specific([SettingName.masterKey.variable])
    let environment = EnvironmentVariablesProvider(secretsSpecifier: secrets)
    var providers: [any ConfigProvider] = [
        InMemoryProvider(values: keyed(given.compactMapValues(\.self))), environment,
    ]
    let named = try file ?? environment.environmentValue(forName: "FAIRKIT_CONFIG")
    if let path = named ?? (usesInstalled ? installedSettings : nil) {
        let file = try SettingsFile(path: path)
        providers.append(EnvironmentVariablesProvider(environmentVariables: file.values, secretsSpecifier: secrets))
    }
    if !fallback.isEmpty { providers.append(InMemoryProvider(name: "fallback", values: keyed(fallback))) }
    return ConfigReader(providers: providers)
}

private func keyed(_ values: [SettingName: String]) -> [AbsoluteConfigKey: ConfigValue] {
    Dictionary(
        uniqueKeysWithValues: values.map { name, text in
            (AbsoluteConfigKey(ConfigKey("fairkit.\(name.rawValue)")), ConfigValue(.string(text), isSecret: false))
        })
}

/// The options of every command that applies to one tenant.
struct StoreOptions: ParsableArguments {
    @OptionGroup var directory: DirectoryOptions

    @Option(help: ArgumentHelp("The tenant (FAIRKIT_TENANT, default).", valueName: "name"))
    var tenant: String?

    /// - Parameter fallback: the data directory to use if none is named; nil: a missing name is an error.
    func settings(orData fallback: String? = nil) throws -> Settings {
        try directory.settings([.tenant: tenant], orData: fallback)
    }
}
