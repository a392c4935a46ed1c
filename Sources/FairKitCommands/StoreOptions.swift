import ArgumentParser
import Configuration
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
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        let given = more.merging([.data: data, .keyFile: keyFile]) { $1 }
        for case (let name, let text?) in given {
            values[AbsoluteConfigKey(ConfigKey("fairkit.\(name.rawValue)"))] = ConfigValue(
                .string(text), isSecret: false)
        }
        let secrets = SecretsSpecifier<String, String>.specific([SettingName.masterKey.variable])
        let environment = EnvironmentVariablesProvider(secretsSpecifier: secrets)
        var providers: [any ConfigProvider] = [InMemoryProvider(values: values), environment]
        let named = try config ?? environment.environmentValue(forName: "FAIRKIT_CONFIG")
        let namesData = try (data ?? fallback ?? environment.environmentValue(forName: "FAIRKIT_DATA")) != nil
        if let path = named ?? (namesData ? nil : installedSettings) {
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
