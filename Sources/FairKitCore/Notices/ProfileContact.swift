/// An address of a profile that does not take messages.
package struct FailedContact: Equatable, Sendable {
    /// `email` or `sms`.
    package let channel: ContactKind
    package let at: Timestamp
    /// The outcome of the attempt: `refused 550`. Never a word of the provider's.
    package let reason: String

    package init(channel: ContactKind, at: Timestamp, reason: String) {
        self.channel = channel
        self.at = at
        self.reason = reason
    }
}

// How a patient without an account is reached: by the e-mail address and the number of their profile, which they have
// not proven. See decision 0088.
extension ProfileDetails {
    /// The channels over which the profile can be reached.
    package var channels: [ContactKind] {
        [email.map { _ in .email }, phone.map { _ in .sms }].compactMap(\.self)
    }

    /// Where a message over a channel goes; nil: nowhere.
    package func address(over channel: ContactKind) -> String? {
        switch channel {
        case .email: email
        case .sms: phone
        case .voice, .apns, .fcm, .webPush, .slack, .teams, .pagerDuty, .http: nil
        }
    }

    /// How the person is told. A critical alert goes by e-mail and SMS, even where these have failed before. Others go
    /// by e-mail, or else by SMS, because SMS cost money.
    package func ways(for kind: NoticeKind, failed: Set<ContactKind>) -> [NoticeWay] {
        let ways = channels.map { NoticeWay($0, nil) }
        return kind.priority == .critical ? ways : Array(ways.filter { !failed.contains($0.channel) }.prefix(1))
    }
}

extension NoticePreferences {
    /// The preferences for a person who can't choose yet: non-critical messages wait until the morning.
    package static var withoutAccount: NoticePreferences {
        var preferences = NoticePreferences()
        preferences.quietHours = QuietHours(from: 21 * 60, to: 8 * 60)
        return preferences
    }

    /// How a notice is shown at an address that its reader has not proven: without values.
    package static func unprovenForm(on channel: ContactKind) -> NoticeForm {
        switch channel {
        case .email: .unprovenMail
        case .sms: .sms(showsValues: false)
        case .voice: .voice
        case .apns, .fcm, .webPush: .push(preview: false)
        case .slack, .teams, .pagerDuty, .http: .chat
        }
    }
}
