import FairKitCore
import Testing

/// Checks every role, as a key and as a person, with every relation that it can have to a person.
@Suite struct `The policy` {
    private static let now = Timestamp(milliseconds: 1_000_000)
    private static let hour = Duration.seconds(3600)
    private static let person = ProfileID.new(at: now)
    private static let laboratory = LaboratoryID.new(at: now)
    private static let account = AccountID.new(at: now)

    private enum Standing: CaseIterable {
        case own, inCare, pastCare, futureCare, breakGlass, pastBreakGlass, shared, pastShare, of, none

        var relations: [Relation] {
            let (past, now, future) = (now.advanced(by: .zero - hour), now, now.advanced(by: hour))
            func one(_ kind: Relation.Kind, _ from: Timestamp, _ to: Timestamp?) -> [Relation] {
                [Relation(kind, of: account, to: person, from: from, until: to)]
            }
            return switch self {
            case .own, .none: []
            case .inCare: one(.care, now, nil)
            case .pastCare: one(.care, past, now)
            case .futureCare: one(.care, future, nil)
            case .breakGlass: one(.breakGlass, past, future)
            case .pastBreakGlass: one(.breakGlass, past, now)
            case .shared: one(.share, past, future)
            case .pastShare: one(.share, past, now)
            // Relations of and to other people.
            case .of:
                [
                    Relation(.care, of: .new(at: now), to: person, from: past, until: nil),
                    Relation(.care, of: account, to: .new(at: now), from: past, until: nil),
                    Relation(.share, of: .new(at: now), to: person, from: past, until: nil),
                ]
            }
        }

        private var now: Timestamp { `The policy`.now }
        private var hour: Duration { `The policy`.hour }
        private var account: AccountID { `The policy`.account }
        private var person: ProfileID { `The policy`.person }
    }

    private static func decide(
        _ role: Role, person isPerson: Bool, _ action: Action, _ standing: Standing, consenting: Bool = true,
        from posted: LaboratoryID? = nil
    ) -> Decision {
        var role = role
        if case .patient = role, standing == .own { role = .patient(person) }
        let actor: Actor = isPerson ? .account(account, .new(at: now)) : .key(.new(at: now))
        return Policy.decide(
            Subject(actor, role: role), action,
            on: Record(of: person, laboratory: posted, isShownToClinicians: consenting), given: standing.relations,
            at: now)
    }

    private static let about: [Action] = [
        .readProfile, .changeProfile, .registerKit, .readKits, .reportKitStatus, .readResults, .readAlerts,
    ]

    /// The decisions for a signed-in clinician on a person's record; `about` names the columns.
    private static let clinicians: [(Standing, [Decision])] = {
        let care = [Decision](repeating: .allowed(.care), count: 7)
        let hidden = [Decision](repeating: .hidden, count: 7)
        let glass: [Decision] = [
            .allowed(.breakGlass), .forbidden, .forbidden, .allowed(.breakGlass), .forbidden, .allowed(.breakGlass),
            .allowed(.breakGlass),
        ]
        let shared: [Decision] = [
            .allowed(.share), .hidden, .hidden, .hidden, .hidden, .allowed(.share), .hidden,
        ]
        return [
            (.inCare, care), (.pastCare, hidden), (.futureCare, hidden), (.breakGlass, glass),
            (.pastBreakGlass, hidden), (.shared, shared), (.pastShare, hidden), (.of, hidden), (.none, hidden),
            (.own, hidden),
        ]
    }()

    @Test func `lets clinicians see people in their care, and read others' records in an emergency`() {
        #expect(Set(Self.clinicians.map(\.0)) == Set(Standing.allCases))
        for (standing, expected) in Self.clinicians {
            let decided = Self.about.map { Self.decide(.clinician, person: true, $0, standing) }
            #expect(decided == expected, "\(standing)")
        }
    }

    @Test
    func `hides results from clinicians without consent, except in an emergency or by the patient's share`() {
        func results(_ standing: Standing, person: Bool = true) -> Decision {
            Self.decide(.clinician, person: person, .readResults, standing, consenting: false)
        }
        #expect(results(.inCare) == .hidden)
        #expect(results(.breakGlass) == .allowed(.breakGlass))
        #expect(results(.shared) == .allowed(.share))
        #expect(results(.none, person: false) == .hidden)
        #expect(Self.decide(.clinician, person: true, .readProfile, .inCare, consenting: false) == .allowed(.care))
    }

    @Test func `shows a clinician's key all consenting patients, whatever the relations`() {
        for standing in Standing.allCases {
            for action in Self.about {
                #expect(Self.decide(.clinician, person: false, action, standing) == .allowed(.role))
            }
        }
    }

    @Test(arguments: [true, false])
    func `lets patients see their own record, and what others share with their account`(isPerson: Bool) {
        let role = Role.patient(.new(at: Self.now))
        for standing in Standing.allCases {
            for action in [Action.readProfile, .changeProfile, .readKits, .readResults, .readAccesses, .shareResults] {
                let isShared = isPerson && standing == .shared && [.readProfile, .readResults].contains(action)
                let expected: Decision = standing == .own ? .allowed(.own) : isShared ? .allowed(.share) : .hidden
                #expect(Self.decide(role, person: isPerson, action, standing) == expected, "\(action) \(standing)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `gives other roles no access by a relation`(isPerson: Bool) {
        for standing in Standing.allCases {
            for action in Self.about {
                let laboratory = Role.laboratory(Self.laboratory)
                for role in [laboratory, .coordinator, .administrator] {
                    let decided = Self.decide(role, person: isPerson, action, standing, from: Self.laboratory)
                    #expect(decided == (role.may(action) ? .allowed(.role) : .forbidden), "\(role) \(action)")
                }
                let foreign = Self.decide(laboratory, person: isPerson, .readResults, standing, from: nil)
                #expect(foreign == .hidden, "a laboratory reads its own results")
            }
            #expect(Self.decide(.administrator, person: isPerson, .readResults, standing) == .forbidden)
        }
    }

    @Test
    func `shows every clinician open critical alerts and unmatched results, but no unregistered kits`() {
        let clinician = Subject(.account(Self.account, .new(at: Self.now)), role: .clinician)
        func decide(_ action: Action, _ record: Record) -> Decision {
            Policy.decide(clinician, action, on: record, given: [], at: Self.now)
        }
        #expect(decide(.readAlerts, Record(of: Self.person, isOpenAndCritical: true)) == .allowed(.role))
        #expect(decide(.readAlerts, Record(of: Self.person)) == .hidden)
        #expect(decide(.readResults, Record(of: Self.person, isOpenAndCritical: true)) == .hidden)
        #expect(decide(.readAlerts, Record(of: nil)) == .allowed(.role))
        #expect(decide(.readResults, Record(of: nil)) == .allowed(.role))
        #expect(decide(.readKits, Record(of: nil)) == .hidden)
        #expect(decide(.breakGlass, Record(of: Self.person)) == .allowed(.role))
    }

    @Test func `prefers care to a share, and a share to an emergency, as the ground`() {
        let clinician = Subject(.account(Self.account, .new(at: Self.now)), role: .clinician)
        let record = Record(of: Self.person)
        func ground(_ standings: [Standing]) -> Ground? {
            Policy.decide(
                clinician, .readResults, on: record, given: standings.flatMap(\.relations), at: Self.now
            ).ground
        }
        #expect(ground([.breakGlass, .shared, .inCare]) == .care)
        #expect(ground([.breakGlass, .shared]) == .share)
        #expect(ground([.breakGlass, .pastCare]) == .breakGlass)
    }
}
