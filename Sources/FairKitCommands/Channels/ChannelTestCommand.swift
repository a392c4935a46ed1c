import ArgumentParser
import Channels
import FairKitCore
import FairKitServer
import FoundationEssentials

/// `fairkit channel test`
struct ChannelTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Send a test message by a channel, and show whether the provider accepted it.",
        discussion: """
            The message goes to the provider directly, without a store and without retries. The exit status is 0 only if the provider \
            accepted it.

            Examples:
              fairkit channel test sms --to +15551234567 --settings channels.json
              fairkit channel test slack --to https://hooks.slack.com/services/… --json
            """)

    @Argument(help: "The channel.")
    var kind: ContactKind

    @Option(
        help: ArgumentHelp(
            "The address: a telephone number, a URL, a routing key, a device token.", valueName: "address"))
    var to: String

    @Option(help: "The title of the message.")
    var title = "Test message from FairKit"

    @Option(help: "The text of the message.")
    var text = "This is a test. No action is needed."

    @Option(help: ArgumentHelp("A link in the message.", valueName: "url"))
    var link: String?

    @Flag(help: "Send it as a critical message, which breaks through silence.")
    var critical = false

    @OptionGroup var push: ChannelPushOptions

    @OptionGroup var options: ChannelOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard kind != .email else {
            throw ValidationError("E-mail goes by the mail server: use fairkit outbox test ADDRESS.")
        }
    }

    func run() async throws {
        let (settings, makeSender) = try options.load()
        guard let channel = settings.channels[kind] else {
            throw OperatorError(
                "The file of channels has no \(kind.memberOfFile). Add it: docs/channels.md has an example.")
        }
        let message = try message()
        let carrier = channel.carrier(try makeSender(), .standard, systemTime)
        let started = ContinuousClock.now
        let answer = await carrier.send(message, to: to)
        let milliseconds = (ContinuousClock.now - started) / .milliseconds(1)
        await carrier.close()
        let body = TestBody(kind, channel, answer, milliseconds: Int(milliseconds))
        if json { print(try jsonLine(body)) } else { body.show() }
        guard answer.outcome == .accepted else { throw OperatorError(answer.advice) }
    }

    private func message() throws -> OutgoingMessage {
        OutgoingMessage(
            id: UUID().uuidString.lowercased(), title: title, body: text, link: link,
            lane: critical ? .critical : .others,
            badge: push.badge, collapseID: push.collapse, data: try push.dataBytes(),
            expiresAt: systemTime().advanced(by: .seconds(600)))
    }
}

extension ContactKind {
    /// The member of the file of channels.
    fileprivate var memberOfFile: String { self == .webPush ? "webPush" : rawValue }
}

private struct TestBody: Encodable {
    let kind: String
    let provider: String
    let outcome: String
    let status: Int?
    let reference: String?
    let retryAfterSeconds: Int64?
    let milliseconds: Int

    init(_ kind: ContactKind, _ channel: ChannelSettings.Channel, _ answer: SendAnswer, milliseconds: Int) {
        self.kind = kind.rawValue
        provider = channel.provider
        outcome = answer.outcome.rawValue
        status = answer.status
        reference = answer.reference
        retryAfterSeconds = answer.retryAfter?.delay.components.seconds
        self.milliseconds = milliseconds
    }

    func show() {
        showFacts([
            ("channel", "\(kind) by \(provider)"), ("outcome", outcome), ("status", status.map { "\($0)" }),
            ("reference", reference), ("retry after", retryAfterSeconds.map { "\($0) s" }),
            ("time", "\(milliseconds) ms"),
        ])
    }
}

extension SendAnswer {
    /// Advice to an operator about a test that failed.
    fileprivate var advice: String {
        switch outcome {
        case .accepted: "The provider accepted the message."
        case .refused: "The provider refuses the message. Check the address, the sender and the channel's settings."
        case .gone:
            "The provider says that the address does not exist or no longer accepts messages. Use another address."
        case .postponed: "The provider asks for a later attempt. Check the account's credit and limits, and try again."
        case .unauthorized: "The provider refuses the credentials. Check the account and its secret files."
        case .unknownHost: "The provider's host has no address. Check the URL and this machine's name server."
        case .unreachable: "The provider can't be reached. Check the URL and this machine's firewall."
        case .tlsError:
            "The provider's certificate is not trusted, or its URL is not https. Check the URL, or name its authority with --webhook-ca (FAIRKIT_WEBHOOK_CA)."
        case .withoutTLS: "The mail server does not offer STARTTLS, and no mail is sent unencrypted."
        case .timeout: "The provider did not answer in time. Try again, and check this machine's network."
        case .disconnected: "The provider closed the connection before it answered. Try again."
        case .malformed: "The provider's answer can't be understood. Check the URL and the channel's settings."
        case .privateAddress:
            "The address is on this machine or a private network. Use a public one, or allow it with --allow-private-webhooks (FAIRKIT_ALLOW_PRIVATE_WEBHOOKS=true)."
        case .unconfigured: "The channel is not configured. docs/channels.md has an example."
        case .stopped: "The attempt was interrupted. Try again."
        }
    }
}
