/// A dead letter: a delivery that failed too often and waits for an administrator, with the reason of each failure. Ids
/// only.
package struct ParkedDelivery: Equatable, Sendable {
    /// A failed attempt.
    package struct Failure: Equatable, Sendable {
        package let at: Timestamp
        /// In the words of the consumer that released it; nil if its lease expired.
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
    /// The last failures, the newest first.
    package let failures: [Failure]

    /// The most failures of a delivery that are shown.
    package static let maxFailures = 20

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
