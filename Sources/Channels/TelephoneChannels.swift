import FairKitCore
import Gateways

/// The member `sms`.
func smsChannel(
    _ members: consuming ChannelMembers, _ receipts: inout ReceiptReaders
) throws(ChannelsFileError) -> ChannelSettings.Channel {
    switch try members.text("provider") {
    case "twilio":
        let account = try twilioAccount(&members)
        let from = try members.text("from")
        let service = try members.text("messagingServiceSID")
        let origin: TwilioSMS.Origin
        switch (from, service) {
        case (let from?, nil): origin = .from(from)
        case (nil, let service?): origin = .service(service)
        default: throw members.error("from", "or messagingServiceSID must be set, and only one of them.")
        }
        try members.end()
        receipts.twilio.append(ReceiptReaders.Twilio(account))
        let facts = twilioFacts(account) + [.init("from", from ?? service ?? "")]
        return ChannelSettings.Channel(provider: "twilio", facts: facts) { sender, tenant, now in
            TwilioSMS(account: account.reporting(to: tenant), origin: origin, sender: sender, now: now)
        }
    case "http": return try httpChannel(members, .sms, &receipts)
    default: throw members.error("provider", "must be twilio or http.")
    }
}

/// The member `voice`.
func voiceChannel(
    _ members: consuming ChannelMembers, _ receipts: inout ReceiptReaders
) throws(ChannelsFileError) -> ChannelSettings.Channel {
    switch try members.text("provider") {
    case "twilio":
        let account = try twilioAccount(&members)
        let from = try members.phoneNumber("from")
        let language = try members.language()
        try members.end()
        receipts.twilio.append(ReceiptReaders.Twilio(account))
        let facts = twilioFacts(account) + [.init("from", "\(from)"), .init("language", language)]
        return ChannelSettings.Channel(provider: "twilio", facts: facts) { sender, tenant, _ in
            TwilioVoice(account: account.reporting(to: tenant), from: from, language: language, sender: sender)
        }
    case "http": return try httpChannel(members, .voice, &receipts)
    default: throw members.error("provider", "must be twilio or http.")
    }
}

private func twilioAccount(_ members: inout ChannelMembers) throws(ChannelsFileError) -> TwilioAccount {
    let account = TwilioAccount(
        sid: try members.neededText("accountSID", "the account's id, which begins with AC"),
        authToken: try members.secret("authTokenFile", "the account's auth token"),
        baseURL: try members.url("baseURL"), statusCallback: try members.url("statusCallback"))
    guard let account else { throw members.error("accountSID", "must be AC and 32 hexadecimal digits.") }
    return account
}

private func twilioFacts(_ account: TwilioAccount) -> [ChannelSettings.Fact] {
    [.init("account", account.sid), .init("receipts", account.statusCallback == nil ? "none" : "signed")]
}
