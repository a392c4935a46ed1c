package import FairKitCore
package import FoundationEssentials

/// A programme on the wire.
package struct ProgrammeBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let name: String
    package let partner: String
    package let startsOn: String
    package let endsOn: String?
    /// Only for administrators.
    package let joinCode: String?
    package let economics: EconomicsBody?
    /// By quarter, such as `2026-Q4`.
    package let targets: [String: Int]
    /// Only for administrators.
    package let coordinators: [CoordinatorBody]?
    package let quarter: Quarter
    package let version: Int
    package let createdAt: String

    /// The quarter of today.
    package struct Quarter: Decodable, JSONBody, Sendable {
        package let quarter: String
        package let completed: FigureBody
        package let target: Int?

        package init(_ quarter: CalendarQuarter, completed: Figure, target: Int?) {
            self.quarter = "\(quarter)"
            self.completed = FigureBody(completed)
            self.target = target
        }
    }

    /// - Parameter coordinators: nil: the caller is no administrator.
    package init(
        _ programme: Programme, targets: [CalendarQuarter: Int], coordinators: [ProgrammeCoordinator]?, quarter: Quarter
    ) {
        id = "\(programme.id)"
        name = programme.name
        partner = programme.partner
        startsOn = "\(programme.startsOn)"
        endsOn = programme.endsOn?.description
        joinCode = coordinators == nil ? nil : programme.joinCode
        economics = programme.economics.map { EconomicsBody($0) }
        self.targets = Dictionary(uniqueKeysWithValues: targets.map { ("\($0)", $1) })
        self.coordinators = coordinators?.map { CoordinatorBody($0) }
        self.quarter = quarter
        version = programme.version
        createdAt = "\(programme.createdAt)"
    }
}

package struct CoordinatorBody: Decodable, JSONBody, Sendable {
    package let accountId: String
    package let name: String?
    package let email: String

    package init(_ coordinator: ProgrammeCoordinator) {
        accountId = "\(coordinator.account)"
        name = coordinator.name
        email = "\(coordinator.email)"
    }
}

/// What a programme costs and saves.
package struct EconomicsBody: Decodable, JSONBody, Sendable {
    package let currency: String
    package let costPerQuarter: Decimal
    package let costPerTest: Decimal
    package let savedPerTest: Decimal
    package let source: String

    package init(_ economics: Programme.Economics) {
        currency = economics.currency
        costPerQuarter = economics.costPerQuarter.decimal
        costPerTest = economics.costPerTest.decimal
        savedPerTest = economics.savedPerTest.decimal
        source = economics.source
    }
}

/// A request to create a programme.
package struct ProgrammeRequest: Decodable, Sendable {
    package let name: String
    package let partner: String
    package let startsOn: String
    package let endsOn: String?
    package let economics: EconomicsBody?
}

/// A request to replace the targets of a programme, by quarter.
package struct TargetsRequest: Decodable, Sendable {
    package let targets: [String: Int]
}

/// A request to replace the coordinators of a programme.
package struct CoordinatorsRequest: Decodable, Sendable {
    package let accountIds: [String]
}

/// A request to join a programme.
package struct JoinRequest: Decodable, Sendable {
    package let code: String
    /// The text about consents that was shown.
    package let notice: String?
}

/// What a person sees before joining.
package struct ProgrammeOfferBody: Decodable, JSONBody, Sendable {
    package let name: String
    package let partner: String
    package let startsOn: String
    package let endsOn: String?

    package init(name: String, partner: String, startsOn: CalendarDate, endsOn: CalendarDate?) {
        self.name = name
        self.partner = partner
        self.startsOn = "\(startsOn)"
        self.endsOn = endsOn?.description
    }
}

/// The programme that a person is in.
package struct MembershipBody: Decodable, JSONBody, Sendable {
    package let name: String
    package let partner: String
    package let joinedAt: String

    package init(name: String, partner: String, joinedAt: Timestamp) {
        self.name = name
        self.partner = partner
        self.joinedAt = "\(joinedAt)"
    }
}
