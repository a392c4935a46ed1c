import ArgumentParser
import FairKitServer

extension ConnectionLimits {
    /// What is not given is as it is by default.
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

/// What `serve` is told about how many connections may be open.
struct ConnectionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many connections may be open at once; fewer where descriptors are few (FAIRKIT_CONNECTIONS, 10000).",
            valueName: "number"))
    var connections: String?

    @Option(
        help: ArgumentHelp(
            "The same of an address, but the proxy's (FAIRKIT_CONNECTIONS_PER_ADDRESS, 1000).", valueName: "number"))
    var connectionsPerAddress: String?

    var values: [SettingName: String?] {
        [.connections: connections, .connectionsPerAddress: connectionsPerAddress]
    }
}
