/// An entry of a tenant's change log: a record was created, changed or erased. Ids only. See the decision
/// `0040-change-log`.
package struct RecordChange: Equatable, Sendable {
    /// From 1, without gaps, in commit order.
    package let number: Int64
    package let record: ChangedRecord
    /// The record's new version; nil for records without versions.
    package let version: Int?
    package let at: Timestamp

    package init(number: Int64, record: ChangedRecord, version: Int?, at: Timestamp) {
        self.number = number
        self.record = record
        self.version = version
        self.at = at
    }
}

/// The changed record. A record that no longer exists was erased.
package enum ChangedRecord: Equatable, Sendable {
    case profile(ProfileID)
    case kit(KitID)
    case result(ResultID)
    case alert(AlertID)
}
