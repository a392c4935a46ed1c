package import FairKitCore

/// A result on the wire, in its current version.
package struct ResultBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let reference: String
    package let laboratoryId: String
    /// The laboratory's name; absent where results are posted.
    package let laboratory: String?
    package let kitCode: String
    package let kitId: String?
    package let patientId: String?
    /// For callers who may read the patient's profile.
    package let patientName: String?
    package let matched: Bool
    package let version: Int
    package let status: String
    package let testDate: String
    /// Absent, with range and flag: the laboratory reported none.
    package let level: LevelBody?
    package let genotype: String?
    package let phenotype: String?
    package let method: String?
    package let range: RangeBody?
    package let flag: String?
    /// The meaning of the result, in the laboratory's words.
    package let interpretation: String?
    package let needsVerification: Bool
    package let verify: [String]?
    /// Why the patient does not see it yet; absent if they do.
    package let heldFor: String?
    /// The parts that were kept aside, since they can't be read or can't be right.
    package let conflicts: [ConflictBody]?
    /// When a person verified the level; absent: no one did.
    package let verifiedAt: String?
    /// The account or the API key that verified it, its name, and its reason; absent for patients.
    package let verifiedBy: String?
    package let verifiedByName: String?
    package let verificationReason: String?
    /// Remarks on the level that a reader should know.
    package let remarks: [String]?
    package let sample: SampleBody?
    /// The level in the other units; absent in lists, unless it is named.
    package let converted: [ConvertedBody]?
    package let recordedAt: String
    package let reason: String?
    package let alertId: String?
    package let versions: [Version]?
    /// Only for the patient.
    package let summary: SummaryBody?
    /// Only for the patient.
    package let readAt: String?
    /// Where its report is, for those who may read the result; absent in lists, unless it is named.
    package var pdfUrl: String?

    /// - Parameters:
    ///   - versions: all versions, oldest first; nil: not requested.
    ///   - patientName: nil: the caller may not read it.
    ///   - summary: nil: the reader is not the patient.
    ///   - laboratory: its name; nil: it is not told.
    ///   - molarMass: by which the level is converted; nil: it is not.
    ///   - verifierName: the name of who verified the level; nil: no one did, or it is not told.
    ///   - readAt: nil: the patient has not read it, or the reader is another.
    package init(
        _ result: TestResult, versions: [ResultVersion]?, patientName: String? = nil, summary: ResultSummary? = nil,
        readAt: Timestamp? = nil, laboratory: String? = nil, molarMass: MolarMass? = nil, verifierName: String? = nil
    ) {
        let current = result.current
        let verify = current.interpretation.verify
        id = result.id.description
        reference = result.reference
        laboratoryId = result.laboratoryID.description
        self.laboratory = laboratory
        kitCode = result.kitCode.description
        kitId = result.kitID?.description
        patientId = result.profileID?.description
        self.patientName = patientName
        matched = result.kitID != nil
        version = current.number
        status = current.status.rawValue
        testDate = current.findings.testDate.description
        level = current.findings.level.map { LevelBody($0) }
        genotype = current.findings.genotype?.description
        phenotype = current.findings.phenotype?.description
        interpretation = current.findings.interpretation
        method = current.findings.method
        range = current.range.map { RangeBody($0) }
        flag = current.interpretation.flag?.rawValue
        needsVerification = result.needsVerification
        heldFor = result.isHeld ? result.hold?.rawValue : nil
        conflicts = ConflictBody.all(current.findings)
        verifiedAt = result.verifiedAt?.description
        verifiedBy = result.verification?.by?.description
        verifiedByName = verifierName
        verificationReason = result.verification?.reason
        remarks = current.remarks.isEmpty ? nil : current.remarks.map(\.rawValue)
        sample = SampleBody(current.findings.sample)
        converted = molarMass.flatMap { mass in
            current.findings.level.map { ConvertedLevel.all(of: $0, by: mass).map { ConvertedBody($0) } }
        }
        self.verify = verify.isEmpty ? nil : verify.map(\.rawValue)
        recordedAt = current.recordedAt.description
        reason = current.reason
        alertId = result.alertID?.description
        self.versions = versions?.map(Version.init)
        self.summary = summary.map { SummaryBody($0) }
        self.readAt = readAt?.description
    }

    /// One version of a result.
    package struct Version: Decodable, JSONBody, Sendable {
        package let version: Int
        package let status: String
        package let testDate: String
        package let level: LevelBody?
        package let genotype: String?
        package let phenotype: String?
        package let range: RangeBody?
        package let flag: String?
        package let interpretation: String?
        package let reason: String?
        package let recordedAt: String
        package let sample: SampleBody?
        package let conflicts: [ConflictBody]?

        package init(_ version: ResultVersion) {
            self.version = version.number
            status = version.status.rawValue
            testDate = "\(version.findings.testDate)"
            level = version.findings.level.map { LevelBody($0) }
            genotype = version.findings.genotype?.description
            phenotype = version.findings.phenotype?.description
            range = version.range.map { RangeBody($0) }
            flag = version.interpretation.flag?.rawValue
            interpretation = version.findings.interpretation
            reason = version.reason
            recordedAt = "\(version.recordedAt)"
            sample = SampleBody(version.findings.sample)
            conflicts = ConflictBody.all(version.findings)
        }
    }
}

/// A result in words for its patient.
package struct SummaryBody: Decodable, JSONBody, Hashable, Sendable {
    /// A BCP 47 code.
    package let language: String
    /// Its paragraphs, one a line.
    package let text: String

    package init(_ summary: ResultSummary) {
        language = summary.language.rawValue
        text = summary.text
    }
}

/// Confirms a held result, or verifies its level.
package struct ReleaseRequest: Decodable, Sendable {
    package let reason: String?
    /// The level as it was reported, with its unit: it is read back.
    package let value: ExactNumber?
    package let unit: String?

    package init(reason: String? = nil, value: ExactNumber? = nil, unit: String? = nil) {
        self.reason = reason
        self.value = value
        self.unit = unit
    }
}

/// A laboratory's report of a result.
package struct ResultRequest: Codable, Hashable, Sendable {
    package let reference: String
    package let kitCode: String
    package let testDate: String
    /// nil: none was measured. Then a genotype or a phenotype is reported.
    package let level: LevelBody?
    package let genotype: String?
    package let phenotype: String?
    package let method: String?
    /// The laboratory's own range, without a source.
    package let range: RangeBody?
    package let interpretation: String?
    package let status: String?
    package let sample: SampleBody?

    package init(
        reference: String, kitCode: String, testDate: String, level: LevelBody?, genotype: String? = nil,
        phenotype: String? = nil, method: String? = nil, range: RangeBody? = nil, interpretation: String? = nil,
        status: String? = nil, sample: SampleBody? = nil
    ) {
        self.reference = reference
        self.kitCode = kitCode
        self.testDate = testDate
        self.level = level
        self.genotype = genotype
        self.phenotype = phenotype
        self.method = method
        self.range = range
        self.interpretation = interpretation
        self.status = status
        self.sample = sample
    }
}
