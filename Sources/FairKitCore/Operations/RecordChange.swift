/// That a record was made, changed or erased: an entry of a tenant's change log, in ids. See the decision `0040-change-log`.
package struct RecordChange: Hashable, Sendable {
    /// From 1 on, without gaps, in the order of the commits.
    package let number: Int64
    package let record: ChangedRecord
    /// The record's version from then on; nil of kinds that have none.
    package let version: Int?
    package let at: Timestamp

    package init(number: Int64, record: ChangedRecord, version: Int?, at: Timestamp) {
        self.number = number
        self.record = record
        self.version = version
        self.at = at
    }
}

/// Which record was changed. One that is not there any more was erased.
package enum ChangedRecord: Hashable, Sendable {
    case profile(ProfileID)
    case kit(KitID)
    case result(ResultID)
    case alert(AlertID)
}
