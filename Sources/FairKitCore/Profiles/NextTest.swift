/// When a person wants to be reminded of the next test (requirement R7.7).
package struct NextTest: Equatable, Sendable {
    package enum Plan: Equatable, Sendable {
        /// So many months after the last test.
        case every(months: Int)
        case on(CalendarDate)
    }

    package let plan: Plan
    package let setAt: Timestamp
    package let setBy: ActorID
    /// Whether a clinician set it; otherwise the person did.
    package let isByClinician: Bool

    /// How many months an interval may have.
    package static let intervals = 1...120
    /// How many days before it is due the person is told for the first time.
    package static let daysAhead = 14
    /// After so many days, a person who was not told on the day itself is not told any more.
    package static let daysLate = 7

    package init(_ plan: Plan, setAt: Timestamp, setBy: ActorID, isByClinician: Bool) {
        self.plan = plan
        self.setAt = setAt
        self.setBy = setBy
        self.isByClinician = isByClinician
    }

    /// The day on which the test is due. An interval counts from the last test, or else from the day on which it was
    /// set, and never leads to a day before that.
    ///
    /// - Parameter lastTest: the date of the last test whose result the person sees; nil: there is none.
    package func dueOn(after lastTest: CalendarDate?) -> CalendarDate {
        switch plan {
        case .on(let day): day
        case .every(let months): max((lastTest ?? setAt.date()).adding(months: months), setAt.date())
        }
    }
}

/// A reminder of the next test.
package struct NextTestReminder: Equatable, Sendable {
    package let dueOn: CalendarDate
    /// Until it is due; 0: it is due.
    package let days: Int

    /// - Parameter local: the time on the person's clock.
    /// - Returns: nil if the person is not told now.
    package init?(of dueOn: CalendarDate, at local: LocalDateTime) {
        let left = dueOn.daysSince1970 - local.date.daysSince1970
        guard local.isDaytime, (-NextTest.daysLate...NextTest.daysAhead).contains(left) else { return nil }
        self.dueOn = dueOn
        days = max(left, 0)
    }

    /// Tells apart the reminder ahead and the one on the day, for each day on which a test is due.
    package var number: Int { dueOn.daysSince1970 * 2 + (days == 0 ? 1 : 0) }
}

extension CalendarDate {
    /// The same day of a later month, or the last day of that month: one month after 31 January is 28 or 29 February.
    package func adding(months: Int) -> CalendarDate {
        let month = CalendarMonth(of: self)
        let (first, target, end) = (month.firstDay, month.adding(months).firstDay, month.adding(months + 1).firstDay)
        let day = min(daysSince1970 - first.daysSince1970, end.daysSince1970 - target.daysSince1970 - 1)
        return target.adding(days: day)
    }
}
