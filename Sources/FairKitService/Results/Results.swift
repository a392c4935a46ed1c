package import FairKitCore

/// Results of a tenant: posted and corrected by laboratories, read by whom they concern.
package struct Results: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var results: Results { Results(tenant: self) }
}

/// A result as a caller sees it: a laboratory knows kits, and not whose they are.
@dynamicMemberLookup package struct ResultView: Sendable {
    /// Without what the caller must not see.
    package let result: TestResult
    /// All its versions, oldest first; nil: they were not asked for.
    package let versions: [ResultVersion]?

    init(_ result: TestResult, _ versions: [ResultVersion]? = nil, for role: Role) {
        self.init(result, versions, showsOwner: role.seesOwnersOfKits)
    }

    init(_ result: TestResult, _ versions: [ResultVersion]? = nil, showsOwner: Bool) {
        self.result = showsOwner ? result : result.withoutOwner
        self.versions = versions
    }

    package subscript<Member>(dynamicMember path: KeyPath<TestResult, Member>) -> Member { result[keyPath: path] }
}

extension TestResult {
    fileprivate var withoutOwner: TestResult {
        TestResult(
            id: id, laboratoryID: laboratoryID, reference: reference, kitCode: kitCode, kitID: kitID, profileID: nil,
            current: current, alertID: alertID, hold: hold)
    }
}
