import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

/// The signed-in person's preferences about notices (requirement R5.2).
enum OwnPreferences {
    static func show(_ call: Call) async throws -> Answer<PreferencesBody> {
        let (chosen, zone) = try await call.tenancy.preferences.show(by: call.caller)
        return Answer(PreferencesBody(chosen, timeZone: zone))
    }

    /// Replaces all choices: a missing member gets its default.
    static func replace(_ call: Call) async throws -> Answer<PreferencesBody> {
        var (body, faults) = try await call.jsonAndFaults(PreferencesBody.self)
        let (chosen, zone) = try await call.tenancy.preferences.set(
            body.preferences(&faults), found: faults, by: call.caller)
        return Answer(PreferencesBody(chosen, timeZone: zone))
    }
}

struct PreferencesBody: Decodable, JSONBody {
    struct Quiet: Decodable, JSONBody {
        let from: String
        let to: String
    }

    struct Preview: Decodable, JSONBody {
        let criticalAlerts: Bool?
        let others: Bool?
    }

    /// By category and channel.
    let categories: [String: [String: Bool]]?
    let quietHours: Quiet?
    let timeZone: String?
    let lockScreenPreview: Preview?
    let alwaysSMSForCritical: Bool?
    let emailInsteadOfPush: Bool?

    init(_ chosen: NoticePreferences, timeZone: String) {
        var categories: [String: [String: Bool]] = [:]
        for category in NoticePreferences.categories {
            for channel in NoticePreferences.Channel.allCases {
                categories[category.rawValue, default: [:]][channel.rawValue] = chosen.isOn(category, by: channel)
            }
        }
        self.categories = categories
        quietHours = chosen.quietHours.map { Quiet(from: clock($0.from), to: clock($0.to)) }
        self.timeZone = timeZone
        lockScreenPreview = Preview(criticalAlerts: chosen.showsCriticalText, others: chosen.showsValues)
        alwaysSMSForCritical = chosen.alwaysSMSForCritical
        emailInsteadOfPush = chosen.emailInsteadOfPush
    }

    func preferences(_ faults: inout Faults) -> NoticePreferences {
        var chosen = NoticePreferences()
        for (name, channels) in (categories ?? [:]).sorted(by: { $0.key < $1.key }) {
            guard let category = NoticePreferences.categories.first(where: { $0.rawValue == name }) else {
                let names = NoticePreferences.categories.map(\.rawValue).joined(separator: ", ")
                faults.record(Invalid(path: ["categories", name], "unknown category; the categories are \(names)"))
                continue
            }
            for (channel, isOn) in channels.sorted(by: { $0.key < $1.key }) {
                guard let known = NoticePreferences.Channel(rawValue: channel) else {
                    let names = NoticePreferences.Channel.allCases.map(\.rawValue).joined(separator: ", ")
                    faults.record(
                        Invalid(path: ["categories", name, channel], "unknown channel; the channels are \(names)"))
                    continue
                }
                chosen.set(category, by: known, isOn)
            }
        }
        if let quietHours {
            let (from, to) = (minute(quietHours.from), minute(quietHours.to))
            faults.require(from != nil, "/quietHours/from", "a time of the day such as 22:00")
            faults.require(to != nil, "/quietHours/to", "a time of the day such as 07:00")
            if let from, let to { chosen.quietHours = QuietHours(from: from, to: to) }
        }
        chosen.timeZone = timeZone
        chosen.showsCriticalText = lockScreenPreview?.criticalAlerts ?? true
        chosen.showsValues = lockScreenPreview?.others ?? false
        chosen.alwaysSMSForCritical = alwaysSMSForCritical ?? false
        chosen.emailInsteadOfPush = emailInsteadOfPush ?? false
        return chosen
    }
}

/// `22:00`.
private func clock(_ minute: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minute / 60)):\(two(minute % 60))"
}

/// Minutes since midnight; nil for anything but `HH:MM`.
private func minute(_ text: String) -> Int? {
    guard text.utf8.count == 5 else { return nil }
    return Timestamp("2000-01-01T\(text):00Z").map { LocalDateTime($0, offset: 0).minute }
}
