package import FairKitCore

/// A person of a list on the wire.
package struct ListedPersonBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let name: ProfileBody.Name
    /// Absent if the person only shares results.
    package let birthDate: String?
    /// `care`, `share` or `emergency`; absent if the caller's role sees everyone.
    package let relation: String?
    /// Absent if the caller sees none.
    package let latestResult: Latest?
    /// Absent if the caller sees no alerts.
    package let openAlerts: Int?

    /// The newest result with a level, as a list shows it.
    package struct Latest: Decodable, JSONBody, Sendable {
        package let id: String
        package let testDate: String
        package let level: LevelBody
        package let flag: String
        package let status: String
        package let needsVerification: Bool

        /// nil: it has no level.
        package init?(_ result: TestResult) {
            let current = result.current
            guard let level = current.findings.level, let flag = current.interpretation.flag else { return nil }
            id = "\(result.id)"
            testDate = "\(current.findings.testDate)"
            self.level = LevelBody(level)
            self.flag = flag.rawValue
            status = current.status.rawValue
            needsVerification = result.needsVerification
        }
    }

    package init(_ profile: Profile, relation: Relation.Kind?, latest: Latest?, openAlerts: Int?) {
        id = "\(profile.id)"
        name = ProfileBody.Name(given: profile.details.givenName, family: profile.details.familyName)
        birthDate = relation == .share ? nil : "\(profile.details.birthDate)"
        self.relation = relation?.word
        latestResult = latest
        self.openAlerts = openAlerts
    }
}

extension Relation.Kind {
    /// The relation on the wire.
    package var word: String {
        switch self {
        case .care: "care"
        case .share: "share"
        case .breakGlass: "emergency"
        }
    }

    package init?(word: String) {
        guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}
