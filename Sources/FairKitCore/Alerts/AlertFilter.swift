/// Narrows and sorts a list of alerts; nil: no restriction.
package struct AlertFilter: Equatable, Sendable {
    package var profileID: ProfileID?
    package var band: Band?
    package var state: AlertState?
    package var order: AlertOrder
    /// Only these.
    package var ids: [AlertID]?

    package init(
        profileID: ProfileID? = nil, band: Band? = nil, state: AlertState? = .open, order: AlertOrder = .urgent,
        ids: [AlertID]? = nil
    ) {
        self.profileID = profileID
        self.band = band
        self.state = state
        self.order = order
        self.ids = ids
    }
}

/// The order of a list of alerts.
package enum AlertOrder: String, Sendable, CaseIterable {
    /// Critical ones first, then by band and age. Only alerts that wait for a clinician are kept in this order.
    case urgent
    /// The alert that was raised last comes first.
    case newest
}

extension AlertState {
    /// Whether it waits for a clinician: to be acknowledged, or for an outcome.
    package var waitsForClinician: Bool { self == .open || self == .acknowledged }
}
