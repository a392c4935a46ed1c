/// A private calendar: a patient's due dates, the times at which a member of a team is on call, or a team's.
package enum CalendarFeed: AccountSecretKind {
    package static let secretPrefix = "fcal_"
}

/// The secret in the address of a calendar feed.
package typealias CalendarSecret = Secret<CalendarFeed>

/// A task that is due on a day.
package enum DueEvent: Equatable, Sendable {
    case sendSample
    case nextTest

    /// The title in a calendar, which other people may see: it says nothing about a result.
    ///
    /// - Parameter sender: the name by which people know the tenant.
    package func title(in language: Language, from sender: DisplayName) -> String {
        "\(language.calendar.title(of: self)) – \(sender)"
    }
}
