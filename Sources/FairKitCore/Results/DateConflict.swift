/// Why the reported test date can't be right (requirement R2.10).
///
/// A result with such a date is refused, unless its level is critical: then it is stored, raises its alert and is held.
/// See decision 0073.
package enum DateConflict: Sendable, CaseIterable {
    case inFuture
    case beforeBirth
    case beforeIssue
    /// No reference range was in force, though there is one for later tests.
    case beforeRanges

    /// The first conflict of a date; nil: none.
    ///
    /// Dates are in the laboratory's time zone and may be a day ahead of UTC or behind it.
    /// - Parameters:
    ///   - today: by UTC.
    ///   - birthDate: nil: the patient is unknown.
    ///   - issued: the day on which the kit was issued, by UTC; nil: it was not issued, or the day is unknown.
    package init?(of date: CalendarDate, today: CalendarDate, birthDate: CalendarDate?, issued: CalendarDate?) {
        if date > today.adding(days: 1) {
            self = .inFuture
        } else if let birthDate, date < birthDate {
            self = .beforeBirth
        } else if let issued, date < issued.adding(days: -1) {
            self = .beforeIssue
        } else {
            return nil
        }
    }

    /// The message for the laboratory whose result is refused.
    package var sentence: String {
        switch self {
        case .inFuture: "in the future: report a test on its day, or later"
        case .beforeBirth: "before the patient was born"
        case .beforeIssue:
            "before the kit was issued. If it was handed out earlier, the organisation that sent it can name that day"
        case .beforeRanges:
            "before any reference range for this unit and method came into force. Correct the date, or send the laboratory's own range in range"
        }
    }

    /// Why a critical result with this conflict is held.
    package var hold: ResultHold {
        switch self {
        case .inFuture: .dateInFuture
        case .beforeBirth: .dateBeforeBirth
        case .beforeIssue: .dateBeforeIssue
        case .beforeRanges: .dateBeforeRanges
        }
    }
}
