package import FairKitCore
import Gateways
package import OutboundHTTP

/// The channels that an operator configured: the file of `FAIRKIT_CHANNELS`, strictly read. See `docs/channels.md`.
package struct ChannelSettings: Sendable {
    /// By kind. E-mail is configured apart, by the settings of the mail server.
    package let channels: [ContactKind: Channel]
    /// How receipts of SMS and calls are checked.
    package let receipts: ReceiptReaders

    /// One configured channel.
    package struct Channel: Sendable {
        /// - Parameters:
        ///   - sender: is closed by the carrier.
        ///   - tenant: whose messages it carries: providers report to the address of this tenant.
        package typealias MakeCarrier =
            @Sendable (_ sender: HTTPSender, _ tenant: TenantName, _ now: @escaping Now) -> any MessageCarrier

        /// `twilio`
        package let provider: String
        /// The facts that an operator wants to see of it: no secrets.
        package let facts: [Fact]
        package let carrier: MakeCarrier

        package init(
            provider: String, facts: [Fact],
            carrier: @escaping MakeCarrier
        ) {
            self.provider = provider
            self.facts = facts
            self.carrier = carrier
        }
    }

    package struct Fact: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// - Parameters:
    ///   - path: of the file.
    ///   - allowsPrivate: accepts http and private addresses in the file.
    ///   - allowsPrivateReceivers: sends to private addresses of receivers, too: the operator names them, not users.
    package init(
        path: String, allowsPrivate: Bool, allowsPrivateReceivers: Bool = false
    ) throws(ChannelsFileError) {
        var file = try ChannelsFile(
            path: path, allowsPrivate: allowsPrivate, allowsPrivateReceivers: allowsPrivateReceivers
        ).members()
        var channels: [ContactKind: Channel] = [:]
        var receipts = ReceiptReaders()
        if let members = try file.object("sms") { channels[.sms] = try smsChannel(members, &receipts) }
        if let members = try file.object("voice") { channels[.voice] = try voiceChannel(members, &receipts) }
        if let members = try file.object("slack") {
            try members.end()
            channels[.slack] = Channel(provider: "slack", facts: []) { sender, _, _ in SlackWebhook(sender: sender) }
        }
        if let members = try file.object("teams") {
            try members.end()
            channels[.teams] = Channel(provider: "teams", facts: []) { sender, _, _ in TeamsWebhook(sender: sender) }
        }
        if let members = try file.object("pagerduty") { channels[.pagerDuty] = try pagerDutyChannel(members) }
        if let members = try file.object("apns") { channels[.apns] = try apnsChannel(members) }
        if let members = try file.object("fcm") { channels[.fcm] = try fcmChannel(members) }
        if let members = try file.object("webPush") { channels[.webPush] = try webPushChannel(members) }
        if let members = try file.object("http") { channels[.http] = try httpChannel(members, .http, &receipts) }
        try file.end()
        self.channels = channels
        self.receipts = receipts
    }
}
