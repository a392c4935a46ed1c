import TextEncodings

/// The facts of a notice. Each kind needs some of them: see `NoticeKind.needs`.
package struct NoticeFacts: Equatable, Sendable, Codable {
    /// A level in the unit in which it was reported.
    package struct Level: Equatable, Sendable, Codable {
        /// With its comparator and a decimal point: `820`, `>1.25`.
        package let number: String
        /// `mg/dL`.
        package let unit: String

        package init(number: String, unit: String) {
            self.number = number
            self.unit = unit
        }

        package init(_ level: FairKitCore.Level) {
            self.init(number: "\(level.comparator?.rawValue ?? "")\(level.value)", unit: level.unit.rawValue)
        }
    }

    /// What a person signs in with. The texts are stored and name the words of the catalogue; append only.
    package enum Credential: String, Sendable, Codable, CaseIterable {
        case password
        case secondFactor
        case backupCodes
    }

    package var level: Level?
    /// Of a correction: the level before.
    package var earlierLevel: Level?
    /// In the unit of the level, with decimal points: `100-200`.
    package var range: String?
    /// The 4 of "4x normal".
    package var times: Int?
    package var patientName: String?
    package var birthDate: CalendarDate?
    package var phone: String?
    package var kitCode: String?
    package var laboratory: String?
    package var date: CalendarDate?
    package var time: LocalDateTime?
    /// Until something is due, or since it was.
    package var days: Int?
    /// How often it was told, this time included.
    package var count: Int?
    package var reason: String?
    package var carrier: String?
    package var tracking: String?
    package var code: String?
    /// The page that it opens.
    package var link: String?
    package var actorName: String?
    /// Of a mail about an account: names and times, one a line, with English labels: `label  value`. They have no id.
    package var lines: String?
    /// Where a sign-in came from.
    package var place: String?
    package var isUnverified: Bool?
    /// False: the alert is of a lower band than the critical one, whatever its kind.
    package var isUrgent: Bool?
    /// Whether the level is critically high.
    package var isCritical: Bool?
    package var resultVersion: Int?
    package var deadline: LocalDateTime?
    /// The id of an article or a study, by which an app opens it.
    package var news: String?
    /// The title of an article or a study.
    package var topic: String?
    /// The kind of a contact point: `sms`.
    package var channel: String?
    /// What was changed.
    package var credential: Credential?
    /// The name of a team.
    package var team: String?
    /// Of an alert: the id of the result that raised it, and when (RFC 3339).
    package var resultID: String?
    package var raisedAt: String?
    /// Of an alert: the first one that it follows, over others. Messages of one thread replace each other on a device.
    package var thread: String?
    /// The alerts that are over, at services that keep incidents.
    package var ends: [String]?
    /// How many alerts one message ends. A result that is corrected more often has none open that are older.
    package static let mostEnds = 100

    package init() {}

    /// Sets the facts of the level that raised an alert.
    mutating func setLevel(of alert: Alert) {
        guard let interpreted = alert.standing else { return }
        level = Level(interpreted.level)
        range = "\(interpreted.range)"
        // The words of requirement R3.2 are for critically high levels only.
        if alert.rule == .criticalHigh { times = Int(interpreted.range.times(interpreted.level)) }
    }

    /// The text or number of a fact in a language; nil: absent.
    func value(_ fact: NoticeFact, in language: Language) -> TextTemplate.Value? {
        switch fact {
        case .level: level.map { $0.value(in: language) }
        case .earlierLevel: earlierLevel.map { $0.value(in: language) }
        case .range: range.map { .text([language.decimal($0), level?.unit].compactMap(\.self).joined(separator: " ")) }
        case .times: times.map { .number($0) }
        case .patientName: patientName.map { .line($0) }
        case .birthDate: birthDate.map { .text(language.text(of: $0)) }
        case .phone: phone.map { .line($0) }
        case .kitCode: kitCode.map { .line($0) }
        case .laboratory: laboratory.map { .line($0) }
        case .date: date.map { .text(language.text(of: $0)) }
        case .time: time.map { .text(language.clock($0)) }
        case .days: days.map { .number($0) }
        case .count: count.map { .number($0) }
        case .reason: reason.map { .line($0) }
        case .carrier: carrier.map { .line($0) }
        case .tracking: tracking.map { .line($0) }
        case .code: code.map { .line($0) }
        case .actorName: actorName.map { .line($0) }
        case .place: place.map { .line($0) }
        // It has no text: it decides whether a part of a template is there.
        case .unverified: isUnverified == true ? .text("") : nil
        case .critical: isCritical == true ? .text("") : nil
        case .resultVersion: resultVersion.map { .number($0) }
        case .deadline: deadline.map { .text(language.clock($0)) }
        case .topic: topic.map { .line($0) }
        case .channel: channel.map { .line(language.frame.channels[$0] ?? $0) }
        case .credential: credential.map { .line(language.frame.credentials[$0.rawValue] ?? $0.rawValue) }
        case .team: team.map { .line($0) }
        case .link: .text(link ?? "")
        case .lines: .text(language.translated(lines ?? ""))
        case .sender: nil
        }
    }
}

extension NoticeFacts.Level {
    fileprivate func value(in language: Language) -> TextTemplate.Value { .text("\(language.decimal(number)) \(unit)") }
}

extension TextTemplate.Value {
    /// A text from a person or a device, on one line.
    static func line(_ text: String) -> TextTemplate.Value {
        .text(text.onOneLine)
    }
}
