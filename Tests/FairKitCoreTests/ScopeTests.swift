import FairKitCore
import Testing

@Suite struct `The scopes of a key` {
    static let own = ProfileID.new(at: Timestamp(milliseconds: 1))
    static let laboratory = LaboratoryID.new(at: Timestamp(milliseconds: 2))
    static let roles: [Role] = [
        .patient(own), .laboratory(laboratory), .clinician, .consumer, .administrator,
    ]
    static let key = Actor.key(.machine)

    @Test(arguments: roles)
    func `allow nothing beyond the role, and nothing beyond what they name`(role: Role) {
        for scope in Scope.allCases {
            let subject = Subject(Self.key, role: role, scopes: [scope])
            for action in Action.allCases {
                // Who manages ranges reads them.
                let isNamed = action.scope == scope || action == .readRanges && scope == .manageSettings
                #expect(subject.may(action) == (role.may(action) && isNamed), "\(scope) \(action)")
            }
        }
    }

    @Test(arguments: roles) func `of a role together allow everything that its keys do over the network`(role: Role) {
        let (all, own) = (Subject(Self.key, role: role), Subject(Self.key, role: role, scopes: role.scopes))
        // Emergencies, shifts and accounts are for people.
        let forPeople: [Action] = [.breakGlass, .acknowledgeAlert, .handOverShift, .acceptInvitation]
        // So is with whom patients share results, but for a patient's own key.
        let isClinician = role.name == .clinician
        for action in Action.allCases where !forPeople.contains(action) && !(isClinician && action == .readShares) {
            // Addresses of people are given only to a key that names the scope.
            #expect(all.may(action) == (role.may(action) && action != .readContacts))
            #expect(own.may(action) == (role.may(action) && action.scope != nil), "\(action)")
        }
        #expect(Action.allCases.allSatisfy { !Subject(Self.key, role: role, scopes: []).may($0) })
    }

    @Test func `that is missing is named, if it is the obstacle`() {
        let subject = Subject(Self.key, role: .clinician, scopes: [.consumeAlerts])
        #expect(subject.scopeMissing(for: .readResults) == .readResults)
        #expect(subject.scopeMissing(for: .consumeAlerts) == nil)
        #expect(subject.scopeMissing(for: .recordResult) == nil, "no scope would help")
        #expect(Subject(Self.key, role: .clinician).scopeMissing(for: .readResults) == nil)
    }

    @Test func `each allow something that a role may do`() {
        #expect(Set(Self.roles.flatMap(\.scopes)) == Set(Scope.allCases))
    }

    @Test func `are stored in order, and unknown ones allow nothing`() {
        let scopes: Set<Scope> = [.writeResults, .readKits, .readResults]
        #expect(scopes.text == "kits:read results:read results:write")
        #expect(Set(stored: scopes.text) == scopes)
        #expect(Set(stored: "kits:read souls:read") == [.readKits])
        #expect(Set<Scope>(stored: "souls:read").isEmpty)
    }
}
