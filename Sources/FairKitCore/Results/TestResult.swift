/// What a laboratory found in one sample: an identity, and the version in force.
package struct TestResult: Hashable, Sendable {
    package let id: ResultID
    package let laboratoryID: LaboratoryID
    /// The laboratory's own name for the result, unique there.
    package let reference: String
    package let kitCode: KitCode
    /// nil until somebody registers the kit.
    package let kitID: KitID?
    /// Whose it is; nil until somebody registers the kit.
    package let profileID: ProfileID?
    package let current: ResultVersion
    /// The newest alert that it raised.
    package let alertID: AlertID?
    /// Why the patient does not see it yet; nil: nothing is in its way.
    package let hold: ResultHold?

    package init(
        id: ResultID, laboratoryID: LaboratoryID, reference: String, kitCode: KitCode, kitID: KitID?,
        profileID: ProfileID?, current: ResultVersion, alertID: AlertID?, hold: ResultHold? = nil
    ) {
        self.id = id
        self.laboratoryID = laboratoryID
        self.reference = reference
        self.kitCode = kitCode
        self.kitID = kitID
        self.profileID = profileID
        self.current = current
        self.alertID = alertID
        self.hold = hold
    }
}

/// One version of a result. A version never changes; a correction is the next one.
package struct ResultVersion: Hashable, Sendable {
    /// From 1.
    package let number: Int
    package let status: ResultStatus
    package let findings: Findings
    package let range: AppliedRange
    package let interpretation: Interpretation
    /// Why it replaces the version before; nil for the first.
    package let reason: String?
    package let recordedAt: Timestamp

    package init(
        number: Int, status: ResultStatus, findings: Findings, range: AppliedRange, interpretation: Interpretation,
        reason: String?, recordedAt: Timestamp
    ) {
        self.number = number
        self.status = status
        self.findings = findings
        self.range = range
        self.interpretation = interpretation
        self.reason = reason
        self.recordedAt = recordedAt
    }

    /// Whether somebody has to hear of it at once, unless it is withdrawn.
    package var isCritical: Bool { interpretation.flag == .criticallyHigh }
}

/// What the laboratory reports.
package struct Findings: Hashable, Sendable {
    package var testDate: CalendarDate
    package var level: Level
    package var genotype: Genotype?
    package var method: String?
    /// The range that came with the level, if any.
    package var reportedRange: ReportedRange?

    package init(
        testDate: CalendarDate, level: Level, genotype: Genotype?, method: String?, reportedRange: ReportedRange?
    ) {
        self.testDate = testDate
        self.level = level
        self.genotype = genotype
        self.method = method
        self.reportedRange = reportedRange
    }

    /// Notes everything that is wrong, whatever is known of patient and kit. The date is judged with them: see `DateConflict`.
    package func check(_ faults: inout Faults) {
        Findings.check(method: method, range: reportedRange, &faults)
    }

    /// The same of a part of them.
    package static func check(method: String?, range: ReportedRange?, _ faults: inout Faults) {
        faults.demand(method?.isText(1...100) ?? true, "/method", "1 to 100 characters")
        faults.demand(range.map { $0.low < $0.high } ?? true, "/range", "low is below high")
    }
}

/// A reference range in the level's unit, as a laboratory sent it.
package struct ReportedRange: Hashable, Sendable {
    package let low: Thousandths
    package let high: Thousandths

    package init(low: Thousandths, high: Thousandths) {
        self.low = low
        self.high = high
    }
}

/// Where a version of a result stands, by FHIR's ObservationStatus.
package enum ResultStatus: String, Sendable, CaseIterable {
    case registered
    case preliminary
    case final
    case amended
    case corrected
    case cancelled
    case enteredInError = "entered-in-error"

    /// No value of this version may be acted on, and nothing follows it.
    package var isWithdrawn: Bool { self == .cancelled || self == .enteredInError }

    /// What a laboratory may post first.
    package static let initial: [ResultStatus] = [.preliminary, .final]
    /// What a correction may say.
    package static let following: [ResultStatus] = [.final, .amended, .corrected, .cancelled, .enteredInError]
}

/// Who measures. Its results, references and ranges are its own.
package struct Laboratory: Hashable, Sendable {
    package let id: LaboratoryID
    package let name: String

    package init(id: LaboratoryID, name: String) {
        self.id = id
        self.name = name
    }
}

package typealias ResultID = ID<TestResult>
package typealias LaboratoryID = ID<Laboratory>
