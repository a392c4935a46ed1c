import ArgumentParser
import Channels
import FairKitCore
import FairKitServer
import OutboundHTTP

/// `fairkit channel …`: the providers that reach people. No store is opened.
struct ChannelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "channel", abstract: "Check the file of channels, and send test messages.",
        discussion: """
            Examples:
              fairkit channel check --settings channels.json
              fairkit channel test sms --to +15551234567 --settings channels.json
            """,
        subcommands: [ChannelCheckCommand.self, ChannelTestCommand.self, ChannelWebPushKeyCommand.self])
}

/// The options of commands about channels, which need no data directory.
struct ChannelOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The file of channels, in JSON (FAIRKIT_CHANNELS).", valueName: "file"))
    var settings: String?

    @Option(
        help: ArgumentHelp(
            "A file of settings, NAME=value, one a line (FAIRKIT_CONFIG; /etc/fairkit/fairkit.conf, if it exists).",
            valueName: "file"))
    var config: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Allow providers at private addresses, and by http (FAIRKIT_ALLOW_PRIVATE_WEBHOOKS, false).")
    var allowPrivateWebhooks: Bool?

    @Option(
        help: ArgumentHelp(
            "Certificate authorities to trust for providers, in PEM, in addition to the system's (FAIRKIT_WEBHOOK_CA, none).",
            valueName: "file"))
    var webhookCA: String?

    /// The channels, and what sends to them.
    func load() throws -> (settings: ChannelSettings, sender: @Sendable () throws -> HTTPSender) {
        let config = try configReader(
            [
                .channels: settings, .allowPrivateWebhooks: allowPrivateWebhooks.map { "\($0)" },
                .webhookCA: webhookCA,
            ], file: config)
        guard let path = config[.channels] else {
            throw OperatorError("Name the file of channels: --settings FILE, or FAIRKIT_CHANNELS.")
        }
        let allowsPrivate = try Settings.truth(config[.allowPrivateWebhooks] ?? "false", .allowPrivateWebhooks)
        let authorities = config[.webhookCA]
        let settings = try ChannelSettings(
            path: path, allowsPrivate: allowsPrivate, allowsPrivateReceivers: allowsPrivate)
        return (
            settings,
            {
                try httpSender(
                    authorityFile: authorities, allowsPrivate: allowsPrivate,
                    connections: HTTPSender.connectionsToProviders)
            }
        )
    }
}

extension ContactKind: ExpressibleByArgument {
    package init?(argument: String) { self.init(rawValue: argument) }
    package static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
