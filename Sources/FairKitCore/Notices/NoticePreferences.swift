/// A person's choices about notices (requirement R5.2).
package struct NoticePreferences: Equatable, Sendable, Codable {
    /// The channels that a person switches; push means all their devices.
    package enum Channel: String, Sendable, CaseIterable {
        case email, push, sms, voice
    }

    /// The categories that a person switches.
    package static let categories: [NoticeCategory] = [.criticalAlert, .testResult, .reminder, .educational]

    /// The person's switches, by category and channel. The others have their defaults.
    private var switched: [String: Bool] = [:]
    /// Non-critical notices wait until they end.
    package var quietHours: QuietHours?
    /// An IANA name; nil: the zone of the person's profile.
    package var timeZone: String?
    /// Whether a critical alert shows its text on a locked screen and in an SMS.
    package var showsCriticalText = true
    /// Whether other notices show values there.
    package var showsValues = false
    /// Critical alerts go by SMS even where the person has switched SMS off.
    package var alwaysSMSForCritical = false
    /// Non-critical notices go by e-mail instead of push.
    package var emailInsteadOfPush = false

    package init() {}

    package func isOn(_ category: NoticeCategory, by channel: Channel) -> Bool {
        switched["\(category.rawValue) \(channel.rawValue)"] ?? NoticePreferences.isOnByDefault(category, by: channel)
    }

    package mutating func set(_ category: NoticeCategory, by channel: Channel, _ isOn: Bool) {
        switched["\(category.rawValue) \(channel.rawValue)"] = isOn
    }

    /// SMS and calls cost money and wake people, so they are for critical alerts unless the person wants more.
    private static func isOnByDefault(_ category: NoticeCategory, by channel: Channel) -> Bool {
        switch channel {
        case .email, .push: true
        case .sms, .voice: category == .criticalAlert
        }
    }

    /// Whether a category is on by any channel.
    package func wants(_ category: NoticeCategory) -> Bool {
        Channel.allCases.contains { isOn(category, by: $0) }
    }

    /// Records every invalid choice.
    ///
    /// - Parameter knowsZone: whether this machine knows a time zone.
    package func check(_ faults: inout Faults, knowsZone: (String) -> Bool) {
        faults.require(
            isOn(.criticalAlert, by: .email), "/categories/CRITICAL_ALERT/email",
            "can't be switched off, so that a critical alert always has a way")
        faults.require(timeZone.map(knowsZone) ?? true, "/timeZone", "an IANA name such as Africa/Nairobi")
        faults.require(
            quietHours.map { $0.from != $0.to } ?? true, "/quietHours/to", "another time than from")
    }
}

/// A part of the day in which a person does not want to be disturbed, by the clock on their wall.
package struct QuietHours: Equatable, Sendable, Codable {
    /// Minutes since midnight, 0 to 1439. If `from` is after `to`, they go over midnight.
    package let from: Int
    package let to: Int

    package init(from: Int, to: Int) {
        self.from = from
        self.to = to
    }

    /// When they end, if it is quiet now.
    ///
    /// - Parameter offset: seconds east of UTC at a time, in the person's zone.
    package func end(at now: Timestamp, offset: (Timestamp) -> Int) -> Timestamp? {
        let minute = LocalDateTime(now, offset: offset(now)).minute
        let isQuiet = from < to ? (from..<to).contains(minute) : minute >= from || minute < to
        guard isQuiet else { return nil }
        let left = (to - minute + 1440) % 1440
        let minuteBegan = Timestamp(milliseconds: now.milliseconds - now.milliseconds % 60_000)
        let end = minuteBegan.advanced(by: .seconds(left * 60))
        // The clock may change before they end.
        return end.advanced(by: .seconds(offset(now) - offset(end)))
    }
}

extension NoticeKind {
    /// How many messages about contacts a person gets in an hour before further ones about devices and switched channels
    /// are left out.
    package static let mostAboutDevices = 5

    /// Whether it is told in quiet hours: critical alerts, what the reader has just requested, and what may be the work
    /// of a thief, whom quiet hours must not hide.
    package var breaksQuiet: Bool {
        priority == .critical
            || [
                .contactVerification, .test, .contactAdded, .contactRemoved, .newPlaceSignIn, .credentialsChanged,
                .calendarOpened,
            ].contains(self)
    }
}
