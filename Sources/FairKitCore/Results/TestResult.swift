/// A laboratory's result for one sample: an identity, and the current version.
package struct TestResult: Equatable, Sendable {
    package let id: ResultID
    package let laboratoryID: LaboratoryID
    /// The laboratory's own reference for the result, unique per laboratory.
    package let reference: String
    package let kitCode: KitCode
    /// nil until the kit is registered.
    package let kitID: KitID?
    /// The patient; nil until the kit is registered.
    package let profileID: ProfileID?
    package let current: ResultVersion
    /// The newest alert that it raised.
    package let alertID: AlertID?
    /// Why the patient does not see it yet; nil: it is not held.
    package let hold: ResultHold?
    /// When its patient read the current version; nil: not yet.
    package let readAt: Timestamp?
    /// How a person verified the level of the current version; nil: no one did.
    package let verification: ResultVerification?
    package var verifiedAt: Timestamp? { verification?.at }

    package init(
        id: ResultID, laboratoryID: LaboratoryID, reference: String, kitCode: KitCode, kitID: KitID?,
        profileID: ProfileID?, current: ResultVersion, alertID: AlertID?, hold: ResultHold? = nil,
        readAt: Timestamp? = nil, verification: ResultVerification? = nil
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
        self.readAt = readAt
        self.verification = verification
    }
}

/// A person has verified a level, or its laboratory has confirmed the result.
package struct ResultVerification: Equatable, Sendable {
    package let at: Timestamp
    /// The account or the API key; nil: it was verified before this was kept.
    package let by: ActorID?
    package let reason: String?

    package init(at: Timestamp, by: ActorID?, reason: String?) {
        self.at = at
        self.by = by
        self.reason = reason
    }
}

/// One version of a result. A version never changes; a correction is the next one.
package struct ResultVersion: Equatable, Sendable {
    /// From 1.
    package let number: Int
    package let status: ResultStatus
    package let findings: Findings
    /// nil: no level was reported.
    package let range: AppliedRange?
    package let interpretation: Interpretation
    /// Why it replaces the previous version; nil for the first.
    package let reason: String?
    package let recordedAt: Timestamp

    package init(
        number: Int, status: ResultStatus, findings: Findings, range: AppliedRange?, interpretation: Interpretation,
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

    /// Whether a clinician must hear of it at once, unless it is withdrawn.
    package var isCritical: Bool { interpretation.flag == .criticallyHigh }

    /// nil: no level was reported.
    package var interpreted: InterpretedLevel? { InterpretedLevel(findings.level, in: range) }

    /// Whether its level would be interpreted alike by a range; nil: there is no level.
    package func isInterpreted(as other: AppliedRange?) -> Bool {
        guard let range, let other else { return range == nil && other == nil }
        return range.interpretsLike(other)
    }

    /// Whether what a person verified or saw of an earlier version still holds: the level, and all that makes it suspect.
    package func keepsVerification(of before: ResultVersion) -> Bool {
        findings.level == before.findings.level
            && Set(interpretation.verify).isSubset(of: before.interpretation.verify)
    }
}

/// The laboratory's findings.
package struct Findings: Equatable, Sendable {
    package var testDate: CalendarDate
    /// nil: none was reported, or the laboratory withdrew it. A genotype or a phenotype is a result, too.
    package var level: Level?
    package var genotype: Genotype?
    package var phenotype: Phenotype?
    package var method: String?
    /// The range that came with the level, if any.
    package var reportedRange: ReportedRange?
    package var sample: SampleFacts
    /// The meaning of the result, in the laboratory's words: many lines.
    package var interpretation: String?
    /// The details of a critical result that were kept aside.
    package var conflicts: [DetailConflict]

    package init(
        testDate: CalendarDate, level: Level?, genotype: Genotype?, phenotype: Phenotype? = nil, method: String?,
        reportedRange: ReportedRange?, sample: SampleFacts = SampleFacts(), interpretation: String? = nil,
        conflicts: [DetailConflict] = []
    ) {
        self.testDate = testDate
        self.level = level
        self.genotype = genotype
        self.phenotype = phenotype
        self.method = method
        self.reportedRange = reportedRange
        self.sample = sample
        self.interpretation = interpretation
        self.conflicts = conflicts
    }

    /// Records every invalid field that needs no knowledge of patient and kit. `DateConflict` judges the date.
    package func check(_ faults: inout Faults) {
        Findings.check(method: method, range: reportedRange, interpretation: interpretation, &faults)
        sample.check(&faults)
        guard let missing, !faults.concern(["/level", "/genotype", "/phenotype"]) else { return }
        faults.record(missing)
    }

    /// Why this is no result; nil: it is one.
    package var missing: Invalid? {
        guard level == nil else { return nil }
        guard reportedRange == nil else { return Invalid("/range", "needs a level") }
        guard phenotype == nil, genotype == nil || genotype == .unknown else { return nil }
        return Invalid("/level", "is required, unless a genotype or a phenotype is reported")
    }

    /// The longest interpretation, in characters.
    package static let longestInterpretation = 20_000

    /// Checks method, range and interpretation alone.
    package static func check(
        method: String?, range: ReportedRange?, interpretation: String?, _ faults: inout Faults
    ) {
        faults.require(
            interpretation?.isLongText(longestInterpretation, allowing: ["\n", "\t"]) ?? true, "/interpretation",
            "1 to 20,000 characters, without control characters but line feeds and tabs")
        faults.require(method?.isText(1...100) ?? true, "/method", "1 to 100 characters")
        faults.require(range.map { $0.low < $0.high } ?? true, "/range", "low must be below high")
    }
}

/// A reference range in the level's unit, as a laboratory sent it.
package struct ReportedRange: Equatable, Sendable {
    package let low: Thousandths
    package let high: Thousandths

    package init(low: Thousandths, high: Thousandths) {
        self.low = low
        self.high = high
    }
}

/// The status of a version, by FHIR's ObservationStatus.
package enum ResultStatus: String, Sendable, CaseIterable {
    case registered
    case preliminary
    case final
    case amended
    case corrected
    case cancelled
    case enteredInError = "entered-in-error"

    /// No value of this version may be acted on, and no version follows it.
    package var isWithdrawn: Bool { self == .cancelled || self == .enteredInError }

    /// The statuses of a first version.
    package static let initial: [ResultStatus] = [.preliminary, .final]
    /// The statuses of a correction.
    package static let following: [ResultStatus] = [.final, .amended, .corrected, .cancelled, .enteredInError]
}

package typealias ResultID = ID<TestResult>
