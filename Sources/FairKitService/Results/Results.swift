package import FairKitCore

/// The results of a tenant: reported and corrected by laboratories, read by patients and clinicians.
package struct Results: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var results: Results { Results(tenant: self) }
}

/// A result as a caller may see it: a laboratory sees kits, but not their patients.
@dynamicMemberLookup package struct ResultView: Sendable {
    /// The result, without what the caller must not see.
    package let result: TestResult
    /// All versions, oldest first; nil: not requested.
    package let versions: [ResultVersion]?
    /// The patient's name, if the caller may read the patient's profile and it was requested.
    package private(set) var patientName: String?
    /// In words, for the patient only; nil for other callers.
    package internal(set) var summary: ResultSummary?
    /// When the patient read it; nil for other callers.
    package internal(set) var readAt: Timestamp?
    /// The laboratory's name; nil: it was not requested.
    package internal(set) var laboratory: String?
    /// By which the level is converted; nil: it is not.
    package internal(set) var molarMass: MolarMass?

    init(_ result: TestResult, _ versions: [ResultVersion]? = nil, for role: Role) {
        self.init(result, versions, showsOwner: role.seesOwnersOfKits)
    }

    init(_ result: TestResult, _ versions: [ResultVersion]? = nil, showsOwner: Bool) {
        self.result = showsOwner ? result : result.withoutOwner
        self.versions = versions
    }

    func named(_ name: String?) -> ResultView {
        var view = self
        view.patientName = result.profileID == nil ? nil : name
        return view
    }

    package subscript<Member>(dynamicMember path: KeyPath<TestResult, Member>) -> Member { result[keyPath: path] }
}

extension TestResult {
    fileprivate var withoutOwner: TestResult {
        TestResult(
            id: id, laboratoryID: laboratoryID, reference: reference, kitCode: kitCode, kitID: kitID, profileID: nil,
            current: current, alertID: alertID, hold: hold, verifiedAt: verifiedAt)
    }
}
