import ArgumentParser
import Channels
import FairKitCore

/// `fairkit channel check`
struct ChannelCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Read the file of channels, and show what is configured.",
        discussion: """
            Nothing is sent, and no secret is shown. The exit status is 0 only if the file is valid.

            Example:
              fairkit channel check --settings channels.json
            """)

    @OptionGroup var options: ChannelOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() throws {
        let settings = try options.load().settings
        let channels = ContactKind.allCases.compactMap { kind in
            settings.channels[kind].map { ChannelBody(kind, $0) }
        }
        if json { return print(try jsonLine(ChannelsBody(channels: channels))) }
        guard !channels.isEmpty else { return print("No channel is configured.") }
        let rows = channels.map { channel in
            [channel.kind, channel.provider, channel.settings.map { "\($0.name) \($0.value)" }.joined(separator: ", ")]
        }
        Table(["CHANNEL", "PROVIDER", "SETTINGS"], rows).show()
    }
}

private struct ChannelsBody: Encodable {
    let channels: [ChannelBody]
}

private struct ChannelBody: Encodable {
    let kind: String
    let provider: String
    let settings: [Setting]

    struct Setting: Encodable {
        let name: String
        let value: String
    }

    init(_ kind: ContactKind, _ channel: ChannelSettings.Channel) {
        self.kind = kind.rawValue
        provider = channel.provider
        settings = channel.facts.map { Setting(name: $0.name, value: $0.value) }
    }
}
