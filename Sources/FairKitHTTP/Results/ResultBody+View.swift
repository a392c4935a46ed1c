import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

extension ResultBody {
    /// - Parameter wanted: whether a member that follows from the others is wanted: lists have it only if it is named.
    init(_ view: ResultView, _ wanted: (String) -> Bool = { _ in true }) {
        self.init(
            view.result, versions: view.versions, patientName: view.patientName, summary: view.summary,
            readAt: view.readAt, laboratory: view.laboratory, molarMass: view.molarMass,
            verifierName: view.verifierName)
        if wanted("pdfUrl") { pdfUrl = "/api/v1/results/\(id)/report.pdf" }
    }

    /// For the reader of a link, who is not signed in and gets no report.
    init(shared view: ResultView) { self.init(view.result, versions: view.versions, laboratory: view.laboratory) }
}

extension RecordResultFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .kitCode(let error): error.problem(at: "/kitCode")
        case .rangeRequired: .rangeRequired
        case .referenceTaken(let fields):
            Problem(
                .conflict, .referenceTaken,
                "This reference already belongs to another result: the members in fields differ. "
                    + "To change a result, post a correction."
            ).with("fields", .list(fields))
        }
    }
}

extension ReleaseResultFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .otherStands:
            Problem(
                .conflict, .kitAlreadyResulted,
                "This kit already has a valid result, and a kit has only one. If the new result is right, withdraw the other one first."
            )
        case .versionMismatch(let current): .versionMismatch(current)
        case .withdrawn: .resultWithdrawn
        case .mismatch(let parts):
            .differs(
                parts,
                "The read-back differs from the result. Look at the laboratory's report again, and repeat its value and unit. If the result is wrong, the laboratory corrects it."
            )
        case .limited(let wait): .readBacksLimited(wait)
        case .signInAgain: .signInAgain
        }
    }
}

extension CorrectResultFailure: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .rangeRequired: .rangeRequired
        case .versionMismatch(let current): .versionMismatch(current)
        case .withdrawn: .resultWithdrawn
        }
    }
}

extension Problem {
    fileprivate static let resultWithdrawn = Problem(
        .conflict, .resultWithdrawn, "The result was withdrawn. Post a new result with a new reference.")
    fileprivate static let rangeRequired = Problem(
        .unprocessableContent, .rangeRequired,
        "FairKit has no reference range for this unit and method. Send the laboratory's own range in range.")
}

extension ResultListBody: EntriesInItems {}
