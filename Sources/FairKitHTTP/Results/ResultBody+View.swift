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
