import FairKitAPI
import FairKitCore
import FairKitService
import HTTPTypes

extension ResultBody {
    init(_ view: ResultView) { self.init(view.result, versions: view.versions) }
}

extension RecordResultFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .kitCode(let error): error.problem(at: "/kitCode")
        case .rangeRequired: .rangeRequired
        case .referenceTaken(let fields):
            Problem(
                .conflict, .referenceTaken,
                "This reference stands for another result: the members in fields differ. "
                    + "To change a result, post a correction to it."
            ).with("fields", .list(fields))
        }
    }
}

extension ReleaseResultFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .otherStands:
            Problem(
                .conflict, .kitAlreadyResulted,
                "Another result of this kit stands, and a patient never gets two. Have that one withdrawn first, if this one is right."
            )
        case .withdrawn: .resultWithdrawn
        }
    }
}

extension CorrectResultFailure: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .rangeRequired: .rangeRequired
        case .versionMismatch(let current): .versionMismatch(current)
        case .withdrawn: .resultWithdrawn
        }
    }
}

extension Problem {
    fileprivate static let resultWithdrawn = Problem(
        .conflict, .resultWithdrawn, "The result was withdrawn. Post a new one under a new reference.")
    fileprivate static let rangeRequired = Problem(
        .unprocessableContent, .rangeRequired,
        "There is no reference range for this unit and method. Send the laboratory's own in range.")
}
