import FairKitCore
import Gateways
import KeyRing

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
    case "vonage":
        let settings = VonageSMS.Settings(
            apiKey: try members.neededText("apiKey", "the account's API key"),
            apiSecret: try members.secret("apiSecretFile", "the account's API secret"),
            from: try members.neededText("from", "a number without +, or a name of at most 11 characters"),
            baseURL: try members.url("baseURL"), callback: try members.url("statusCallback"))
        try readSignatureSecret(&members, &receipts)
        try members.end()
        let facts = [ChannelSettings.Fact("from", settings.from)]
        return ChannelSettings.Channel(provider: "vonage", facts: facts) { sender, tenant, now in
            VonageSMS(settings.reporting(to: tenant), sender: sender, now: now)
        }
    case "http": return try httpChannel(members)
    default: throw members.error("provider", "must be twilio, vonage or http.")
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
    case "vonage":
        let pem = try members.secretFile("privateKeyFile", "the application's private key")
        let key: RSAPrivateKey
        do { key = try RSAPrivateKey(pem: pem) } catch {
            throw members.error(
                "privateKeyFile",
                "names a file that must hold the application's RSA private key in PEM, of 2048 bits or more.")
        }
        let settings = VonageVoice.Settings(
            applicationID: try members.neededText("applicationID", "the application's id"), key: key,
            from: try members.phoneNumber("from"), language: try members.language(),
            baseURL: try members.url("baseURL"), eventURL: try members.url("statusCallback"))
        try readSignatureSecret(&members, &receipts)
        try members.end()
        let facts: [ChannelSettings.Fact] = [
            .init("application", settings.applicationID), .init("from", "\(settings.from)"),
            .init("language", settings.language),
        ]
        return ChannelSettings.Channel(provider: "vonage", facts: facts) { sender, tenant, now in
            VonageVoice(settings.reporting(to: tenant), sender: sender, now: now)
        }
    case "http": return try httpChannel(members)
    default: throw members.error("provider", "must be twilio, vonage or http.")
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

/// Without the secret, receipts are refused.
private func readSignatureSecret(
    _ members: inout ChannelMembers, _ receipts: inout ReceiptReaders
) throws(ChannelsFileError) {
    guard let path = try members.text("signatureSecretFile") else { return }
    receipts.vonage.append(
        VonageReceipts(signatureSecret: try members.secretLine(at: path, "signatureSecretFile")))
}
