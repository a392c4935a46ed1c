import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes

/// A result on the wire, with the version in force.
struct ResultBody: Encodable {
    let id: String
    let reference: String
    let laboratoryId: String
    let kitCode: String
    let kitId: String?
    let patientId: String?
    let matched: Bool
    let version: Int
    let status: String
    let testDate: String
    let level: LevelBody
    let genotype: String?
    let method: String?
    let range: RangeBody
    let flag: String
    let needsVerification: Bool
    let verify: [String]?
    let recordedAt: String
    let reason: String?
    let alertId: String?
    let versions: [Version]?

    init(_ result: ResultView) {
        let current = result.current
        let verify = current.interpretation.verify
        id = "\(result.id)"
        reference = result.reference
        laboratoryId = "\(result.laboratoryID)"
        kitCode = "\(result.kitCode)"
        kitId = result.kitID?.description
        patientId = result.profileID?.description
        matched = result.kitID != nil
        version = current.number
        status = current.status.rawValue
        testDate = "\(current.findings.testDate)"
        level = LevelBody(current.findings.level)
        genotype = current.findings.genotype?.description
        method = current.findings.method
        range = RangeBody(current.range)
        flag = current.interpretation.flag.rawValue
        needsVerification = !verify.isEmpty
        self.verify = verify.isEmpty ? nil : verify.map(\.rawValue)
        recordedAt = "\(current.recordedAt)"
        reason = current.reason
        alertId = result.alertID?.description
        versions = result.versions?.map(Version.init)
    }

    /// One version of a result.
    struct Version: Encodable {
        let version: Int
        let status: String
        let testDate: String
        let level: LevelBody
        let genotype: String?
        let range: RangeBody
        let flag: String
        let reason: String?
        let recordedAt: String

        init(_ version: ResultVersion) {
            self.version = version.number
            status = version.status.rawValue
            testDate = "\(version.findings.testDate)"
            level = LevelBody(version.findings.level)
            genotype = version.findings.genotype?.description
            range = RangeBody(version.range)
            flag = version.interpretation.flag.rawValue
            reason = version.reason
            recordedAt = "\(version.recordedAt)"
        }
    }
}

extension RecordResultFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .kitCode(let error): error.problem
        case .rangeRequired: .rangeRequired
        case .referenceTaken(let fields):
            Problem(
                .conflict, .referenceTaken,
                "This reference stands for another result: the members in fields differ. "
                    + "To change a result, post a correction to it."
            ).with("fields", .list(fields))
        case .kitNotAccepting(let status):
            Problem(.conflict, .kitNotAccepting, "The kit takes no result: it is \(status.rawValue).")
        case .kitAlreadyResulted:
            Problem(
                .conflict, .kitAlreadyResulted,
                "The kit has a result under another reference. Correct that one, or have it withdrawn, if it is wrong.")
        }
    }
}

extension CorrectResultFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .rangeRequired: .rangeRequired
        case .versionMismatch(let current): .versionMismatch(current)
        case .withdrawn:
            Problem(.conflict, .resultWithdrawn, "The result was withdrawn. Post a new one under a new reference.")
        }
    }
}

extension Problem {
    fileprivate static let rangeRequired = Problem(
        .unprocessableContent, .rangeRequired,
        "There is no reference range for this unit and method. Send the laboratory's own in range.")
}
