import ArgumentParser
import FairKitServer

extension ConnectionLimits {
    /// Limits that are not given have their defaults.
    init(_ config: (SettingName) -> String?) throws {
        self = .standard
        func read(_ name: SettingName, _ option: String, or standard: Int) throws -> Int {
            guard let text = config(name) else { return standard }
            guard let number = Int(text), (1...1_000_000).contains(number) else {
                throw OperatorError("\(option) (\(name.variable)) is a number of connections, from 1 to 1000000.")
            }
            return number
        }
        all = try read(.connections, "--connections", or: all)
        ofAddress = try read(.connectionsPerAddress, "--connections-per-address", or: ofAddress)
    }
}

/// The options of `serve` that limit how many connections can be open.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most connections that can be open at once; fewer if the system allows fewer file descriptors (FAIRKIT_CONNECTIONS, 10000).",
            valueName: "number"))
    var connections: String?

    @Option(
        help: ArgumentHelp(
            "The most open connections per client address; the proxy is exempt (FAIRKIT_CONNECTIONS_PER_ADDRESS, 1000).",
            valueName: "number"))
    var connectionsPerAddress: String?

    var values: [SettingName: String?] {
        [.connections: connections, .connectionsPerAddress: connectionsPerAddress]
    }
}
