/// The numbers of rows that the erasure of a person removed. The audit log stores this text, so it contains numbers
/// only.
package struct ErasedRows: Equatable, Sendable, CustomStringConvertible {
    package var kits = 0
    package var photos = 0
    package var results = 0
    package var versions = 0
    package var alerts = 0
    package var deliveries = 0
    package var accounts = 0
    package var sessions = 0
    package var keys = 0
    package var mails = 0

    package init() {}

    package var description: String {
        "kits \(kits), photos \(photos), results \(results), versions \(versions), alerts \(alerts), "
            + "deliveries \(deliveries), accounts \(accounts), sessions \(sessions), keys \(keys), mails \(mails)"
    }
}

/// The record of an erasure. The id no longer identifies a person.
package struct ErasedProfile: Equatable, Sendable {
    package let id: ProfileID
    package let at: Timestamp

    package init(id: ProfileID, at: Timestamp) {
        self.id = id
        self.at = at
    }
}
