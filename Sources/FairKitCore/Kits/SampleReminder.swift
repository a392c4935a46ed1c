/// The reminders about one kit that its patient got.
package struct SampleReminders: Equatable, Sendable {
    package let sent: Int
    /// How many of them came after the last day to send the sample.
    package let overdue: Int
    /// The patient's day on which they got the last one.
    package let lastOn: CalendarDate

    /// A patient whose sample is overdue gets no more reminders than this, one a day.
    package static let mostOverdue = 14

    package init(sent: Int, overdue: Int, lastOn: CalendarDate) {
        self.sent = sent
        self.overdue = overdue
        self.lastOn = lastOn
    }
}

/// A reminder to send a sample (requirement R1.8).
package enum SampleReminder: Equatable, Sendable {
    /// - Parameter daysLeft: 0: today is the last day.
    case dueSoon(daysLeft: Int)
    /// - Parameter days: since the last day.
    case overdue(days: Int)
}

extension Kit {
    /// The reminder that is due; nil: none.
    ///
    /// It is decided by the patient's day, so reminders that a stopped server missed are not made up for, and a clock that
    /// is set back reminds no patient twice.
    ///
    /// - Parameters:
    ///   - local: the time on the patient's clock.
    ///   - earlier: the reminders so far; nil: none.
    package func reminder(at local: LocalDateTime, after earlier: SampleReminders?) -> SampleReminder? {
        guard status == .registered, patient != nil, let sendBy, local.isDaytime else { return nil }
        let left = sendBy.daysSince1970 - local.date.daysSince1970
        guard left < 0 else { return left <= Kit.daysDueSoon && earlier == nil ? .dueSoon(daysLeft: left) : nil }
        guard let earlier else { return .overdue(days: -left) }
        return earlier.lastOn < local.date && earlier.overdue < SampleReminders.mostOverdue
            ? .overdue(days: -left) : nil
    }
}

extension SampleReminders? {
    /// The reminders after one more.
    package func adding(_ reminder: SampleReminder, on day: CalendarDate) -> SampleReminders {
        let isOverdue = if case .overdue = reminder { true } else { false }
        return SampleReminders(
            sent: (self?.sent ?? 0) + 1, overdue: (self?.overdue ?? 0) + (isOverdue ? 1 : 0), lastOn: day)
    }
}

extension LocalDateTime {
    /// Whether reminders may be told: from 09:00 to 21:00.
    package var isDaytime: Bool { (9 * 60..<21 * 60).contains(minute) }
}
