import FairKitCore
import KeyRing
import OutboundHTTP
import Push

/// The member `apns`.
func apnsChannel(_ members: consuming ChannelMembers) throws(ChannelsFileError) -> ChannelSettings.Channel {
    let key = try p256Key(&members, "the key of APNs, which Apple calls AuthKey_….p8")
    let (keyID, teamID, topic) = (
        try members.neededText("keyID", "the id that Apple shows beside the key"),
        try members.neededText("teamID", "the id of the developer team"),
        try members.neededText("topic", "the app's bundle id")
    )
    let environment = try members.text("environment") ?? "production"
    let servers = ["production": APNsSettings.production, "sandbox": APNsSettings.sandbox]
    guard let usual = servers[environment].flatMap({ WebhookURL(stored: $0) }) else {
        throw members.error("environment", "must be production, or sandbox for an app that Xcode installed.")
    }
    let server = try members.url("baseURL") ?? usual
    let settings: APNsSettings
    do throws(Invalid) {
        settings = try APNsSettings(key: key, keyID: keyID, teamID: teamID, topic: topic, server: server)
    } catch {
        throw members.error(error)
    }
    try members.end()
    let facts: [ChannelSettings.Fact] = [
        .init("key", keyID), .init("team", teamID), .init("topic", topic), .init("host", server.host),
    ]
    let token = ProviderToken(settings)
    return ChannelSettings.Channel(provider: "apns", facts: facts) { sender, _, now in
        APNsCarrier(settings, token: token, sender: sender, now: now)
    }
}

/// The member `fcm`.
func fcmChannel(_ members: consuming ChannelMembers) throws(ChannelsFileError) -> ChannelSettings.Channel {
    let json = try members.secretFile("serviceAccountFile", "the key of a Google service account, in JSON")
    let account: ServiceAccount
    do throws(Invalid) {
        account = try ServiceAccount(json: json, allowsPrivate: members.allowsPrivate)
    } catch {
        let field = error.fields.first
        let place = field.map { $0.pointer.isEmpty ? "that" : "whose member \($0.pointer.dropFirst())" } ?? "that"
        throw members.error("serviceAccountFile", "names a file \(place) \(field?.detail ?? "is not valid").")
    }
    guard let usual = WebhookURL(stored: FCMSettings.google) else { throw members.error("baseURL", "is missing.") }
    let settings = FCMSettings(
        account: account, criticalChannel: try members.text("criticalChannel") ?? FCMSettings.usualCriticalChannel,
        channel: try members.text("channel") ?? FCMSettings.usualChannel, server: try members.url("baseURL") ?? usual)
    try members.end()
    let facts: [ChannelSettings.Fact] = [
        .init("project", account.project), .init("account", account.email),
        .init("critical channel", settings.criticalChannel), .init("channel", settings.channel),
    ]
    return ChannelSettings.Channel(provider: "fcm", facts: facts) { sender, _, now in
        FCMCarrier(settings, sender: sender, now: now)
    }
}

/// The member `webPush`.
func webPushChannel(_ members: consuming ChannelMembers) throws(ChannelsFileError) -> ChannelSettings.Channel {
    let key = try p256Key(&members, "the key that fairkit channel webpush-key made")
    let subject = try members.neededText("subject", "the operator's address, such as mailto:kit@example.org")
    let allowsPrivate = members.allowsPrivateReceivers
    let settings: WebPushSettings
    do throws(Invalid) { settings = try WebPushSettings(key: key, subject: subject) } catch {
        throw members.error(error)
    }
    try members.end()
    let facts: [ChannelSettings.Fact] = [.init("public key", settings.publicKeyText), .init("subject", subject)]
    return ChannelSettings.Channel(provider: "web-push", facts: facts) { sender, _, now in
        WebPushCarrier(settings, allowsPrivate: allowsPrivate, sender: sender, now: now)
    }
}

/// The key in the file of the member `keyFile`.
private func p256Key(_ members: inout ChannelMembers, _ what: String) throws(ChannelsFileError) -> P256PrivateKey {
    let pem = try members.secretFile("keyFile", what)
    do throws(P256PrivateKey.Malformed) { return try P256PrivateKey(pem: pem) } catch {
        throw members.error(
            "keyFile", "names a file that must hold a private key on P-256 in PEM, without a passphrase.")
    }
}

extension ChannelMembers {
    /// The sentence of a value's error, with the name of the member.
    fileprivate func error(_ invalid: Invalid) -> ChannelsFileError {
        let field = invalid.fields.first
        return error(String(field?.pointer.dropFirst() ?? ""), "\(field?.detail ?? "is not valid").")
    }
}
