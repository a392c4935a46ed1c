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
    package internal(set) var patientName: String?
    /// In words, for the patient only; nil for other callers.
    package internal(set) var summary: ResultSummary?
    /// When the patient read it; nil for other callers.
    package internal(set) var readAt: Timestamp?
    /// The laboratory's name; nil: it was not requested.
    package internal(set) var laboratory: String?
    /// The name of who verified the level; nil: no one did, or the caller is a patient.
    package internal(set) var verifierName: String?
    /// By which the level is converted; nil: it is not.
    package internal(set) var molarMass: MolarMass?
    /// Of a rehearsal: whether its alert would call people.
    package internal(set) var callsPeople = false

    init(_ result: TestResult, _ versions: [ResultVersion]? = nil, for role: Role) {
        self.init(result, versions, showsOwner: role.seesOwnersOfKits, showsVerifier: role.profile == nil)
    }

    /// - Parameter showsVerifier: whether the reader sees who verified the level, and why: staff does.
    init(
        _ result: TestResult, _ versions: [ResultVersion]? = nil, showsOwner: Bool, showsVerifier: Bool = false
    ) {
        let verification = result.verification.map {
            showsVerifier ? $0 : ResultVerification(at: $0.at, by: nil, reason: nil)
        }
        self.result = TestResult(
            id: result.id, laboratoryID: result.laboratoryID, reference: result.reference, kitCode: result.kitCode,
            kitID: result.kitID, profileID: showsOwner ? result.profileID : nil, current: result.current,
            alertID: result.alertID, hold: result.hold, readAt: showsOwner ? result.readAt : nil,
            verification: verification)
        self.versions = versions
    }

    package subscript<Member>(dynamicMember path: KeyPath<TestResult, Member>) -> Member { result[keyPath: path] }
}
