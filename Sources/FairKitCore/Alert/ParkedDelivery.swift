/// A delivery that was tried too often and waits for an operator, with why each attempt failed. Ids only.
package struct ParkedDelivery: Hashable, Sendable {
    /// An attempt that failed.
    package struct Failure: Hashable, Sendable {
        package let at: Timestamp
        /// In the words of the consumer that gave it back; nil if it let its lease run out.
        package let reason: String?

        package init(at: Timestamp, reason: String?) {
            self.at = at
            self.reason = reason
        }
    }

    package let number: Int64
    package let alertID: AlertID
    package let band: Band
    package let attempts: Int
    package let parkedAt: Timestamp
    /// The last ones, the newest first.
    package let failures: [Failure]

    /// Most failures that are told of one delivery.
    package static let mostFailures = 20

    package init(
        number: Int64, alertID: AlertID, band: Band, attempts: Int, parkedAt: Timestamp, failures: [Failure]
    ) {
        self.number = number
        self.alertID = alertID
        self.band = band
        self.attempts = attempts
        self.parkedAt = parkedAt
        self.failures = failures
    }
}
