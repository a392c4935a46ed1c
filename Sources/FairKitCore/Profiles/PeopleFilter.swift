/// Narrows a list of people.
package struct PeopleFilter: Equatable, Sendable {
    /// Only those whom the caller sees by this relation; nil: all.
    package var relation: Relation.Kind?
    /// Only those about whom an alert is open that the caller sees.
    package var hasOpenAlerts: Bool

    package init(relation: Relation.Kind? = nil, hasOpenAlerts: Bool = false) {
        self.relation = relation
        self.hasOpenAlerts = hasOpenAlerts
    }
}

/// The position of the next page: the last person of this one, newest profile first.
package struct ProfileCursor: Equatable, Sendable, CustomStringConvertible {
    package let id: ProfileID

    package init(id: ProfileID) { self.id = id }

    package init?(_ text: String) {
        guard let id = ProfileID(text) else { return nil }
        self.id = id
    }

    package var description: String { "\(id)" }
}
